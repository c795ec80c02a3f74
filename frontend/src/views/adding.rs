use leptos::prelude::*;

use super::queue::{do_next, waiting};
use crate::i18n;
use crate::state::{App, FileImport, use_app};

/// A file or folder that is being added or is waiting.
#[component]
pub fn AddingEntry(key: u32) -> impl IntoView {
    let app = use_app();
    let adding = Memo::new(move |_| {
        app.library.adding.with(|all| all.iter().find(|adding| adding.key == key).cloned())
    });
    let name = move || adding.with(|adding| adding.as_ref().map(|one| one.name().to_owned()));
    let state = move || adding.with(|adding| adding.as_ref().map(|adding| state(app, adding)));
    let next = move || adding.with(|adding| do_next(app, &adding.as_ref()?.task));
    let done = move || adding.with(|a| Some(a.as_ref()?.task.progress.as_ref()?.done));
    let stopping = move || adding.with(|a| a.as_ref().is_some_and(|a| a.task.stopping));
    view! {
        <div class="name">
            <span class="title">{name}</span>
            <span class="state" data-testid="adding-state">{state}</span>
        </div>
        {move || done().filter(|done| *done > 0.0).map(done_line)}
        <div class="actions">
            {next}
            <button
                data-testid="stop-adding"
                disabled=stopping
                on:click=move |_| app.stop_adding(key)
            >
                {move || if stopping() { i18n::stopping() } else { i18n::stop_button() }}
            </button>
        </div>
    }
}

fn state(app: App, adding: &FileImport) -> String {
    match &adding.task.progress {
        Some(progress) => i18n::adding(adding.name(), progress),
        None => waiting(app, &adding.task),
    }
}

/// The progress from 0 to 1 as a line; the words beside it say the same.
pub fn done_line(done: f32) -> impl IntoView {
    view! {
        <span class="done" aria-hidden="true">
            <span style:width=format!("{:.1}%", done * 100.0)></span>
        </span>
    }
}
