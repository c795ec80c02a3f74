//! A document in the list.

use leptos::prelude::*;
use protocol::{DocumentId, DocumentState, DocumentSummary};

use crate::app::navigation::use_navigation;
use crate::app::strings as app_strings;
use crate::format;
use crate::i18n::failure_texts;
use crate::job::TrackedJob;
use crate::library::builds::{BuildStore, use_builds};
use crate::library::removals::use_removals;
use crate::library::store::{LibraryStore, use_library};
use crate::library::views::cover::Cover;
use crate::library::views::document_collections::Shelved;
use crate::library::views::import::done_line;
use crate::library::views::queue::{do_next, waiting};
use crate::library::work::Work;
use crate::library::{job_strings, strings};
use crate::widgets::failure::said;
use crate::widgets::removal::Removal;

/// A document: its state, and the actions on it.
#[component]
pub fn Entry(document: DocumentId) -> impl IntoView {
    let library = use_library();
    let navigation = use_navigation();
    let summary = Memo::new(move |_| library.summary(document));
    let work = Memo::new(move |_| library.works.with(|works| works.get(&document).cloned()));
    let stays =
        Memo::new(move |_| !matches!(work.get(), Some(Work::Leaving { .. } | Work::Removing)));
    let title = move || summary.with(|s| s.as_ref().map_or_else(String::new, |s| s.title.clone()));
    let is_open = move || navigation.document.get() == Some(document);
    let state =
        move || summary.with(|summary| state(library, summary.as_ref(), work.get().as_ref()));
    let done = move || match work.get() {
        Some(Work::Building(TrackedJob { progress, .. })) => progress.map(|progress| progress.done),
        _ => None,
    };
    let twin = Memo::new(move |_| library.shares_title(document));
    let particulars = move || {
        let summary = summary.get().filter(|_| twin.get())?;
        let added = format::date(summary.added);
        let words = strings::particulars(&summary, &added);
        Some(view! { <span class="state" data-testid="particulars">{words}</span> })
    };
    let why = move || {
        let failure = summary.get().filter(|_| work.get().is_none())?.failure?;
        let words = said(failure_texts::failure_line(&failure));
        Some(view! { <p class="why" data-testid="document-failure">{words}</p> })
    };
    let damaged = move || {
        let summary = summary.get().filter(|summary| is_open() && !summary.damaged.is_empty())?;
        let words = strings::damaged(&summary.title, &summary.damaged);
        Some(view! { <p class="why" data-testid="document-damaged">{words}</p> })
    };
    view! {
        <button
            class="name book"
            title=title
            data-testid="open-document"
            aria-current=move || is_open().to_string()
            on:click=move |_| if stays.get() { navigation.open(document) }
        >
            <Cover summary />
            <span class="title">{title}</span>
            {particulars}
            <span class="state" data-testid="document-state">{state}</span>
        </button>
        {move || done().map(done_line)}
        {why}
        {damaged}
        <Actions document summary work stays />
        <Show when=is_open>
            <Shelved document summary />
        </Show>
    }
}

/// The actions that are possible on a document now.
#[component]
fn Actions(
    document: DocumentId,
    summary: Memo<Option<DocumentSummary>>,
    work: Memo<Option<Work>>,
    stays: Memo<bool>,
) -> impl IntoView {
    let library = use_library();
    let builds = use_builds();
    let removals = use_removals();
    let removal = Removal::new();
    let main = move || match work.get() {
        Some(Work::Building(task)) => {
            let stop = stop(builds, document, task.stopping);
            view! { {do_next(library, &task)}{stop} }.into_any()
        }
        Some(Work::Proposed(estimate)) => {
            proposal(library, builds, document, estimate.seconds).into_any()
        }
        Some(Work::Estimating { .. }) => stop_trial(builds, document).into_any(),
        Some(Work::Leaving { .. }) => {
            removal.undo("undo-remove", move || removals.undo_removing(document)).into_any()
        }
        Some(Work::Removing) => ().into_any(),
        None => {
            let state = summary.with(|summary| summary.as_ref().map(|summary| summary.state));
            resume(builds, document, state).into_any()
        }
    };
    view! {
        <div class="actions">
            {main}
            <Show when=move || stays.get()>
                {removal.remove(strings::remove(), "remove", move || removals.remove(document))}
            </Show>
        </div>
    }
}

fn stop_trial(builds: BuildStore, document: DocumentId) -> impl IntoView {
    view! {
        <button
            data-testid="stop-estimating"
            on:click=move |_| builds.stop_estimating(document)
        >
            {app_strings::stop_button()}
        </button>
    }
}

fn stop(builds: BuildStore, document: DocumentId, stopping: bool) -> impl IntoView {
    view! {
        <button
            data-testid="stop-building"
            disabled=stopping
            on:click=move |_| builds.stop(document)
        >
            {if stopping { app_strings::stopping() } else { app_strings::stop_button() }}
        </button>
    }
}

fn proposal(
    library: LibraryStore,
    builds: BuildStore,
    document: DocumentId,
    seconds: f64,
) -> impl IntoView {
    view! {
        <p class="proposal" data-testid="estimate">{strings::long_build(seconds)}</p>
        <button
            class="strong"
            data-testid="build-now"
            on:click=move |_| builds.build(document)
        >
            {strings::build_now()}
        </button>
        <button on:click=move |_| library.build_later(document)>{strings::build_later()}</button>
    }
}

fn resume(
    builds: BuildStore,
    document: DocumentId,
    state: Option<DocumentState>,
) -> Option<impl IntoView> {
    let word = match state? {
        DocumentState::Ready => return None,
        DocumentState::Read => strings::build(),
        DocumentState::Building => strings::resume(),
        DocumentState::Failed => app_strings::retry(),
    };
    Some(view! {
        <button data-testid="resume-building" on:click=move |_| builds.build(document)>{word}</button>
    })
}

fn state(library: LibraryStore, summary: Option<&DocumentSummary>, work: Option<&Work>) -> String {
    match (work, summary) {
        (Some(Work::Estimating { .. }), _) => job_strings::trying(library.is_paused()).to_owned(),
        (Some(Work::Leaving { .. }), _) => strings::leaving().to_owned(),
        (Some(Work::Removing), _) => strings::removing().to_owned(),
        (Some(Work::Building(task)), _) => match &task.progress {
            Some(progress) => job_strings::progress(progress),
            None => waiting(library, task),
        },
        (Some(Work::Proposed(_)) | None, Some(summary)) => strings::state(summary.state).to_owned(),
        (Some(Work::Proposed(_)) | None, None) => String::new(),
    }
}
