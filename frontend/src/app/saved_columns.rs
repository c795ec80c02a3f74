//! The columns beside the middle, stored for each document.

use leptos::prelude::*;
use protocol::{DocumentId, WindowStateOwner};

use crate::app::columns::Columns;
use crate::app::layout::LayoutStore;
use crate::library::store::LibraryStore;
use crate::window_state::StateKey;

/// Restores the columns of a document that is being opened.
pub fn restore(layout: LayoutStore, library: LibraryStore, document: DocumentId) {
    let columns = of_document(library, document);
    if let Some(columns) = columns.filter(|_| !layout.narrow.get_untracked()) {
        layout.columns.set(columns);
    }
}

/// Returns the stored columns of the open document, or of the window with nothing open.
pub fn kept(library: LibraryStore, open: Option<DocumentId>) -> Columns {
    open.and_then(|document| of_document(library, document)).unwrap_or_else(Columns::kept)
}

fn of_document(library: LibraryStore, document: DocumentId) -> Option<Columns> {
    library.state.get(StateKey::Columns, WindowStateOwner::Document { document })
}
