//! A file or folder that is being added.

use leptos::prelude::*;

use crate::app::strings as app_strings;
use crate::library::file_import::FileImport;
use crate::library::job_strings;
use crate::library::store::{LibraryStore, use_library};
use crate::library::views::queue::{do_next, waiting};

/// A file or folder that is being added or is waiting.
#[component]
pub fn AddingEntry(key: u32) -> impl IntoView {
    let library = use_library();
    let adding = Memo::new(move |_| {
        library.adding.with(|all| all.iter().find(|adding| adding.key == key).cloned())
    });
    let name = move || adding.with(|adding| adding.as_ref().map(|one| one.name().to_owned()));
    let state = move || adding.with(|adding| adding.as_ref().map(|adding| state(library, adding)));
    let next = move || adding.with(|adding| do_next(library, &adding.as_ref()?.task));
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
                on:click=move |_| library.stop_import(key)
            >
                {move || if stopping() { app_strings::stopping() } else { app_strings::stop_button() }}
            </button>
        </div>
    }
}

fn state(library: LibraryStore, adding: &FileImport) -> String {
    match &adding.task.progress {
        Some(progress) => job_strings::adding(adding.name(), progress),
        None => waiting(library, &adding.task),
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
