use leptos::prelude::*;
use protocol::{DocumentId, DocumentState, DocumentSummary, Failure};

use super::held::HeldFile;
use super::icon::{Icon, Mark};
use crate::state::{Desk, Held, Work, use_desk};
use crate::{format, keys, words};

/// The documents, with what is being done to them.
#[component]
pub fn LibraryView() -> impl IntoView {
    let desk = use_desk();
    let empty = move || {
        let none = |known: &Option<Result<Vec<_>, _>>| matches!(known, Some(Ok(d)) if d.is_empty());
        desk.library.documents.with(none) && desk.library.reading.with(Vec::is_empty)
    };
    view! {
        <aside class="library" data-testid="library" aria-label=words::LIBRARY>
            <header>
                <h2>{words::LIBRARY}</h2>
                <button data-testid="add" on:click=move |_| desk.pick_documents()>
                    {words::ADD}
                </button>
            </header>
            <Show when=empty>
                <div class="empty">
                    <p>{words::LIBRARY_EMPTY}</p>
                    <p>{words::LIBRARY_EMPTY_HINT}</p>
                </div>
            </Show>
            {move || desk.library.failure().map(|failure| closed(desk, &failure))}
            <ul>
                <For each=move || desk.library.listed() key=|summary| summary.id let:summary>
                    <Entry document=summary.id />
                </For>
                <For each=move || desk.library.reading.get() key=String::clone let:file>
                    <li class="entry" data-testid="reading">
                        <div class="name">
                            <span class="title">{words::file_name(&file).to_owned()}</span>
                            <span class="state">{words::READING_FILES}</span>
                        </div>
                    </li>
                </For>
                <For each=move || desk.library.held.get() key=Held::clone let:held>
                    <HeldFile held />
                </For>
            </ul>
        </aside>
    }
}

/// That there is a library, but it cannot be opened.
fn closed(desk: Desk, failure: &Failure) -> impl IntoView + use<> {
    view! {
        <div class="failed" role="alert" data-testid="library-failed">
            <strong>{words::LIBRARY_CLOSED}</strong>
            {words::failure_text(failure)}
            <button
                data-testid="library-again"
                on:click=move |_| {
                    desk.refresh_library();
                    desk.refresh_model();
                }
            >
                {words::RETRY}
            </button>
        </div>
    }
}

#[component]
fn Entry(document: DocumentId) -> impl IntoView {
    let desk = use_desk();
    let removing = RwSignal::new(false);
    move_focus(removing, document);
    let summary = Memo::new(move |_| desk.library.summary(document));
    let work = Memo::new(move |_| desk.library.works.with(|works| works.get(&document).cloned()));
    let title = move || summary.with(|s| s.as_ref().map_or_else(String::new, |s| s.title.clone()));
    let is_open = move || desk.reading.document.get() == Some(document);
    let state = move || summary.with(|summary| state(summary.as_ref(), work.get().as_ref()));
    let done = move || match work.get() {
        Some(Work::Building { progress: Some(progress), .. }) => Some(progress.done),
        _ => None,
    };
    let twin = Memo::new(move |_| desk.library.shares_title(document));
    let particulars = move || {
        let summary = summary.get().filter(|_| twin.get())?;
        let added = format::date(summary.added);
        let words = words::particulars(&summary, &added);
        Some(view! { <span class="state" data-testid="particulars">{words}</span> })
    };
    let why =
        move || summary.with(|summary| Some(summary.as_ref()?.failure.as_ref()?.message.clone()));
    view! {
        <li class="entry" class:open=is_open data-testid=format!("document-{document}")>
            <button
                class="name"
                title=title
                data-testid="open-document"
                aria-current=move || is_open().to_string()
                on:click=move |_| desk.open(document)
            >
                <span class="title">{title}</span>
                {particulars}
                <span class="state" data-testid="document-state" title=why>{state}</span>
            </button>
            {move || done().map(|done| view! {
                <span class="done" aria-hidden="true">
                    <span style:width=format!("{:.1}%", done * 100.0)></span>
                </span>
            })}
            <Actions document summary work removing />
            <Show when=move || removing.get()>
                <div
                    class="question"
                    role="alertdialog"
                    aria-label=words::REMOVE
                    on:keydown=move |event| if event.key() == "Escape" {
                        event.stop_propagation();
                        removing.set(false);
                    }
                >
                    <p>{move || words::remove_question(&title())}</p>
                    <button
                        class="strong"
                        data-testid="remove-confirm"
                        on:click=move |_| {
                            removing.set(false);
                            desk.remove(document);
                        }
                    >
                        {words::REMOVE}
                    </button>
                    <button
                        id=keep_id(document)
                        data-testid="remove-cancel"
                        on:click=move |_| removing.set(false)
                    >
                        {words::CANCEL}
                    </button>
                </div>
            </Show>
        </li>
    }
}

fn remove_id(document: DocumentId) -> String {
    format!("remove-{document}")
}

fn keep_id(document: DocumentId) -> String {
    format!("keep-{document}")
}

/// Whoever is asked whether to remove a document answers with the next key, and is where they were
/// before when they do not want to.
fn move_focus(removing: RwSignal<bool>, document: DocumentId) {
    Effect::new(move |before: Option<bool>| {
        let asked = removing.get();
        if asked != before.unwrap_or(false) {
            let id = if asked { keep_id(document) } else { remove_id(document) };
            // The button has to be there first.
            request_animation_frame(move || keys::focus(&id));
        }
        asked
    });
}

/// What can be done to a document just now.
#[component]
fn Actions(
    document: DocumentId,
    summary: Memo<Option<DocumentSummary>>,
    work: Memo<Option<Work>>,
    removing: RwSignal<bool>,
) -> impl IntoView {
    let desk = use_desk();
    let main = move || match work.get() {
        Some(Work::Building { stopping, .. }) => stop(desk, document, stopping).into_any(),
        Some(Work::Proposed(estimate)) => proposal(desk, document, estimate.seconds).into_any(),
        Some(Work::Estimating { .. }) => stop_trial(desk, document).into_any(),
        Some(Work::Removing) => ().into_any(),
        None => {
            let state = summary.with(|summary| summary.as_ref().map(|summary| summary.state));
            resume(desk, document, state).into_any()
        }
    };
    let stays = move || work.get() != Some(Work::Removing);
    view! {
        <div class="actions">
            {main}
            <Show when=stays>
                <button
                    id=remove_id(document)
                    class="icon remove"
                    title=words::REMOVE
                    aria-label=words::REMOVE
                    data-testid="remove"
                    on:click=move |_| removing.set(true)
                >
                    <Icon mark=Mark::Close />
                </button>
            </Show>
        </div>
    }
}

fn stop_trial(desk: Desk, document: DocumentId) -> impl IntoView {
    view! {
        <button
            data-testid="stop-estimating"
            on:click=move |_| desk.stop_estimating(document)
        >
            {words::STOP}
        </button>
    }
}

fn stop(desk: Desk, document: DocumentId, stopping: bool) -> impl IntoView {
    view! {
        <button
            data-testid="stop-building"
            disabled=stopping
            on:click=move |_| desk.stop_building(document)
        >
            {if stopping { words::STOPPING } else { words::STOP }}
        </button>
    }
}

fn proposal(desk: Desk, document: DocumentId, seconds: f64) -> impl IntoView {
    view! {
        <p class="proposal" data-testid="estimate">{words::long_build(seconds)}</p>
        <button
            class="strong"
            data-testid="build-now"
            on:click=move |_| desk.build(document)
        >
            {words::BUILD_NOW}
        </button>
        <button on:click=move |_| desk.build_later(document)>{words::BUILD_LATER}</button>
    }
}

fn resume(desk: Desk, document: DocumentId, state: Option<DocumentState>) -> Option<impl IntoView> {
    let word = match state? {
        DocumentState::Ready => return None,
        DocumentState::Read => words::BUILD,
        DocumentState::Building => words::RESUME,
        DocumentState::Failed => words::RETRY,
    };
    Some(view! {
        <button data-testid="resume-building" on:click=move |_| desk.build(document)>{word}</button>
    })
}

fn state(summary: Option<&DocumentSummary>, work: Option<&Work>) -> String {
    match (work, summary) {
        (Some(Work::Estimating { .. }), _) => words::TRYING.to_owned(),
        (Some(Work::Removing), _) => words::REMOVING.to_owned(),
        (Some(Work::Building { progress: None, .. }), _) => words::WAITING.to_owned(),
        (Some(Work::Building { progress: Some(progress), .. }), _) => words::progress(progress),
        (Some(Work::Proposed(_)) | None, Some(summary)) => words::state(summary.state).to_owned(),
        (Some(Work::Proposed(_)) | None, None) => String::new(),
    }
}
