use leptos::prelude::*;
use protocol::{DocumentId, DocumentState, DocumentSummary};

use super::adding::done_line;
use super::cover::Cover;
use super::document_collections::Shelved;
use super::failure::said;
use super::queue::{do_next, waiting};
use super::removal::Removal;
use crate::state::{App, TrackedJob, Work, use_app};
use crate::{format, i18n};

/// A document: its state, and the actions on it.
#[component]
pub fn Entry(document: DocumentId) -> impl IntoView {
    let app = use_app();
    let summary = Memo::new(move |_| app.library.summary(document));
    let work = Memo::new(move |_| app.library.works.with(|works| works.get(&document).cloned()));
    let stays =
        Memo::new(move |_| !matches!(work.get(), Some(Work::Leaving { .. } | Work::Removing)));
    let title = move || summary.with(|s| s.as_ref().map_or_else(String::new, |s| s.title.clone()));
    let is_open = move || app.reading.document.get() == Some(document);
    let state = move || summary.with(|summary| state(app, summary.as_ref(), work.get().as_ref()));
    let done = move || match work.get() {
        Some(Work::Building(TrackedJob { progress, .. })) => progress.map(|progress| progress.done),
        _ => None,
    };
    let twin = Memo::new(move |_| app.library.shares_title(document));
    let particulars = move || {
        let summary = summary.get().filter(|_| twin.get())?;
        let added = format::date(summary.added);
        let words = i18n::particulars(&summary, &added);
        Some(view! { <span class="state" data-testid="particulars">{words}</span> })
    };
    let why = move || {
        let failure = summary.get().filter(|_| work.get().is_none())?.failure?;
        let words = said(i18n::failure_line(&failure));
        Some(view! { <p class="why" data-testid="document-failure">{words}</p> })
    };
    let damaged = move || {
        let summary = summary.get().filter(|summary| is_open() && !summary.damaged.is_empty())?;
        let words = i18n::damaged(&summary.title, &summary.damaged);
        Some(view! { <p class="why" data-testid="document-damaged">{words}</p> })
    };
    view! {
        <button
            class="name book"
            title=title
            data-testid="open-document"
            aria-current=move || is_open().to_string()
            on:click=move |_| if stays.get() { app.open(document) }
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
    let app = use_app();
    let removal = Removal::new();
    let main = move || match work.get() {
        Some(Work::Building(task)) => {
            let stop = stop(app, document, task.stopping);
            view! { {do_next(app, &task)}{stop} }.into_any()
        }
        Some(Work::Proposed(estimate)) => proposal(app, document, estimate.seconds).into_any(),
        Some(Work::Estimating { .. }) => stop_trial(app, document).into_any(),
        Some(Work::Leaving { .. }) => {
            removal.undo("undo-remove", move || app.undo_removing(document)).into_any()
        }
        Some(Work::Removing) => ().into_any(),
        None => {
            let state = summary.with(|summary| summary.as_ref().map(|summary| summary.state));
            resume(app, document, state).into_any()
        }
    };
    view! {
        <div class="actions">
            {main}
            <Show when=move || stays.get()>
                {removal.remove(i18n::remove(), "remove", move || app.remove(document))}
            </Show>
        </div>
    }
}

fn stop_trial(app: App, document: DocumentId) -> impl IntoView {
    view! {
        <button
            data-testid="stop-estimating"
            on:click=move |_| app.stop_estimating(document)
        >
            {i18n::stop_button()}
        </button>
    }
}

fn stop(app: App, document: DocumentId, stopping: bool) -> impl IntoView {
    view! {
        <button
            data-testid="stop-building"
            disabled=stopping
            on:click=move |_| app.stop_building(document)
        >
            {if stopping { i18n::stopping() } else { i18n::stop_button() }}
        </button>
    }
}

fn proposal(app: App, document: DocumentId, seconds: f64) -> impl IntoView {
    view! {
        <p class="proposal" data-testid="estimate">{i18n::long_build(seconds)}</p>
        <button
            class="strong"
            data-testid="build-now"
            on:click=move |_| app.build(document)
        >
            {i18n::build_now()}
        </button>
        <button on:click=move |_| app.build_later(document)>{i18n::build_later()}</button>
    }
}

fn resume(app: App, document: DocumentId, state: Option<DocumentState>) -> Option<impl IntoView> {
    let word = match state? {
        DocumentState::Ready => return None,
        DocumentState::Read => i18n::build(),
        DocumentState::Building => i18n::resume(),
        DocumentState::Failed => i18n::retry(),
    };
    Some(view! {
        <button data-testid="resume-building" on:click=move |_| app.build(document)>{word}</button>
    })
}

fn state(app: App, summary: Option<&DocumentSummary>, work: Option<&Work>) -> String {
    match (work, summary) {
        (Some(Work::Estimating { .. }), _) => i18n::trying(app.library.is_paused()).to_owned(),
        (Some(Work::Leaving { .. }), _) => i18n::leaving().to_owned(),
        (Some(Work::Removing), _) => i18n::removing().to_owned(),
        (Some(Work::Building(task)), _) => match &task.progress {
            Some(progress) => i18n::progress(progress),
            None => waiting(app, task),
        },
        (Some(Work::Proposed(_)) | None, Some(summary)) => i18n::state(summary.state).to_owned(),
        (Some(Work::Proposed(_)) | None, None) => String::new(),
    }
}
