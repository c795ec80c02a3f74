//! What the window shows if no document is open.

use leptos::prelude::*;

use crate::library::imports::ImportStore;
use crate::library::store::LibraryStore;
use crate::library::strings as library_strings;
use crate::reader::strings;
use crate::reader::views::preview::Preview;

/// What to do if no document is open.
pub fn nothing_open(library: LibraryStore, imports: ImportStore) -> impl IntoView {
    let can_add = move || library.failure().is_none();
    view! {
        <div class="empty">
            <p>{strings::nothing_open()}</p>
            <Show when=can_add>
                <p>{strings::nothing_open_hint()}</p>
                <button data-testid="add-first" on:click=move |_| imports.pick_documents()>
                    {library_strings::add()}
                </button>
            </Show>
            <Preview />
        </div>
    }
}
