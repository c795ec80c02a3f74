use std::collections::BTreeSet;

use leptos::prelude::*;
use protocol::{DocumentId, DocumentSummary};
use serde::{Deserialize, Serialize};

use super::columns::Columns;
use super::map::THRESHOLD;
use super::{App, MainView, PageDisplayMode, stored};
use crate::picture::Filter;

/// The key under which the open document is stored, by the key of its arrangement.
const OPEN: &str = "open";

/// What is stored for each document.
const KEPT: [&str; 4] = [ARRANGED, COLUMNS, DRAFT, LEAVING];
/// A question that is being typed.
pub(super) const DRAFT: &str = "draft";
/// Marks a document that is about to be removed from the library.
pub(super) const LEAVING: &str = "leaving";
const ARRANGED: &str = "arranged";
const COLUMNS: &str = "columns";

/// A document's number, and when it was added. Only a copy of the library has a document with the
/// same number that was added in the same second.
type DocumentIdentity = (DocumentId, i64);

/// The layout of the window for a document, restored when the document is opened again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Arrangement {
    /// The document's library: the path of its log, once it is known.
    library: Option<String>,
    /// The view in the middle; none keeps the current one.
    view: Option<MainView>,
    /// The current page, from 0.
    page: usize,
    /// The reading position on it, from 0 to 1.
    down: f64,
    look: PageDisplayMode,
    zoom: f64,
    spread: bool,
    /// Whether its headings are listed beside it.
    outlined: bool,
    /// Whether its names are listed.
    named: bool,
    /// Whether only the part that has been read is used.
    until_here: bool,
    /// Edges below this weight are not drawn.
    threshold: f32,
    /// The highlighted nodes.
    filter: Filter,
    /// Whether the graph is a table.
    listed: bool,
}

impl Default for Arrangement {
    fn default() -> Self {
        Self {
            library: None,
            view: None,
            page: 0,
            down: 0.0,
            look: PageDisplayMode::Picture,
            zoom: 1.0,
            spread: false,
            outlined: false,
            named: false,
            until_here: false,
            threshold: THRESHOLD,
            filter: Filter::default(),
            listed: false,
        }
    }
}

impl App {
    /// Stores the layout of the window, now and at every change, for the open document and for
    /// one that was never opened.
    pub fn keep_arranged(self) {
        Effect::new(move |_| {
            let arranged = self.arranged();
            // The settings lead back to the view before them.
            let name =
                self.open_name(ARRANGED).filter(|_| arranged.view != Some(MainView::Settings));
            if let Some(name) = name {
                stored::save(&name, &arranged);
            }
        });
        Effect::new(move |_| {
            self.columns.track();
            // Columns folded for lack of room were not folded by choice.
            if self.narrow.get_untracked() {
                return;
            }
            self.keep_columns();
            if let Some(name) = self.open_name(COLUMNS) {
                self.columns.with(|columns| stored::save(&name, columns));
            }
        });
        Effect::new(move |_| {
            if self.library.is_listed() {
                self.forget_gone();
            }
        });
    }

    /// Stores which document is open. If `wished`, reopens the one from the last time as soon as
    /// the library is listed, unless another one is open by then.
    pub(super) fn come_back(self, wished: bool) {
        let was = stored::load::<String>(OPEN).filter(|_| wished);
        // A document that was just added is open slightly before it is listed.
        let open = Memo::new(move |_| self.name_of(ARRANGED, self.reading.document.get()?));
        Effect::new(move |before: Option<()>| {
            let open = open.get();
            // At the start nothing is open; that is no change.
            if before.is_some() {
                stored::save(OPEN, &open);
            }
        });
        Effect::new(move |done: Option<bool>| {
            let is_listed = self.library.is_listed();
            if let Some(was) = was.as_ref().filter(|_| is_listed && done != Some(true)) {
                untrack(|| self.open_again(was));
            }
            is_listed || done == Some(true)
        });
    }

    fn open_again(self, was: &str) {
        let is_it = |summary: &&DocumentSummary| name_of(ARRANGED, known(summary)) == was;
        let there = self.library.documents.with(|known| {
            let known = known.as_ref()?.as_ref().ok()?;
            known.iter().find(is_it).map(|summary| summary.id)
        });
        if let (Some(document), None) = (there, self.reading.document.get()) {
            let view = self.view.get();
            self.open(document);
            // If the user has opened the settings by then, they stay.
            if view == MainView::Settings {
                self.show(view);
            }
        }
    }

    fn open_name(self, what: &str) -> Option<String> {
        let open = self.reading.document.get()?;
        untrack(|| self.name_of(what, open))
    }

    /// Returns the documents of the library for which such an item is stored.
    pub(super) fn kept_of(self, what: &str) -> Vec<DocumentId> {
        let names: BTreeSet<String> =
            stored::names().into_iter().filter(|name| name.starts_with(what)).collect();
        let is_kept = |summary: &&DocumentSummary| names.contains(&name_of(what, known(summary)));
        self.library.documents.with_untracked(|there| match there {
            Some(Ok(there)) if !names.is_empty() => {
                there.iter().filter(is_kept).map(|summary| summary.id).collect()
            }
            _ => Vec::new(),
        })
    }

    /// Returns the key under which an item about a document is stored.
    pub(super) fn name_of(self, what: &str, document: DocumentId) -> Option<String> {
        self.library.summary(document).map(|summary| name_of(what, known(&summary)))
    }

    fn arranged(self) -> Arrangement {
        let (reading, naming, mapping) = (self.reading, self.naming, self.mapping);
        Arrangement {
            library: self.own_library(),
            view: Some(self.view.get()),
            page: reading.page.get(),
            down: reading.down.get(),
            look: reading.look.get(),
            zoom: reading.zoom.get(),
            spread: reading.spread.get(),
            outlined: reading.outlined.get(),
            named: naming.open.get(),
            until_here: reading.until_here.get(),
            threshold: mapping.threshold.get(),
            filter: mapping.filter.get(),
            listed: mapping.listed.get(),
        }
    }

    /// Restores the arrangement of a document that is being opened, or the default one.
    pub(super) fn arrange(self, document: DocumentId) {
        let name = untrack(|| self.name_of(ARRANGED, document));
        let arranged = name.and_then(|name| stored::load(&name)).unwrap_or_default();
        let Arrangement {
            library: _,
            view,
            page,
            down,
            look,
            zoom,
            spread,
            outlined,
            named,
            until_here,
            threshold,
            filter,
            listed,
        } = arranged;
        let (reading, naming, mapping) = (self.reading, self.naming, self.mapping);
        reading.page.set(page);
        reading.down.set(down);
        reading.look.set(look);
        reading.zoom.set(zoom);
        reading.spread.set(spread);
        reading.outlined.set(outlined);
        naming.open.set(named);
        reading.until_here.set(until_here);
        mapping.threshold.set(threshold);
        mapping.filter.set(filter);
        mapping.listed.set(listed);
        if let Some(view) = view {
            self.view.set(view);
        }
    }

    /// Restores the columns of a document that is being opened.
    pub(super) fn arrange_columns(self, document: DocumentId) {
        let name = untrack(|| self.name_of(COLUMNS, document));
        let columns = name.and_then(|name| stored::load::<Columns>(&name));
        if let Some(columns) = columns.filter(|_| !self.narrow.get_untracked()) {
            self.columns.set(columns);
        }
    }

    /// Returns the stored columns of the open document, or of the window with nothing open.
    pub(super) fn kept_columns(self) -> Columns {
        let own = untrack(|| self.open_name(COLUMNS));
        own.and_then(|name| stored::load(&name)).unwrap_or_else(Columns::kept)
    }

    /// Deletes the arrangement of a document.
    pub(super) fn forget_arranged(self, document: DocumentId) {
        if let Some(summary) = untrack(|| self.library.summary(document)) {
            forget(known(&summary));
        }
    }

    /// Deletes the arrangements of documents that other programs have removed from the library.
    fn forget_gone(self) {
        let own = self.own_library();
        let gone = self.library.documents.with(|there| match there {
            // If the library is empty, its disk may be missing today.
            Some(Ok(there)) if !there.is_empty() => gone(&stored::names(), there),
            _ => Vec::new(),
        });
        for document in gone {
            let arranged = stored::load::<Arrangement>(&name_of(ARRANGED, document));
            let library = arranged.and_then(|arranged| arranged.library);
            if library.is_some() && library == own {
                forget(document);
            }
        }
    }

    /// Returns the open library, identified by the path of its log.
    pub(super) fn own_library(self) -> Option<String> {
        self.about.with(|about| about.as_ref().map(|about| about.log.clone()))
    }
}

fn known(summary: &DocumentSummary) -> DocumentIdentity {
    (summary.id, summary.added)
}

/// Returns the key under which an item about a document is stored.
fn name_of(what: &str, (id, added): DocumentIdentity) -> String {
    format!("{what}-{id}-{added}")
}

/// Returns the document whose arrangement is stored under a key.
fn named(name: &str) -> Option<DocumentIdentity> {
    let (id, added) = name.strip_prefix(ARRANGED)?.strip_prefix('-')?.split_once('-')?;
    Some((id.parse().ok()?, added.parse().ok()?))
}

/// Returns the documents with an arrangement under these keys that are no longer there.
fn gone(names: &[String], there: &[DocumentSummary]) -> Vec<DocumentIdentity> {
    let there: BTreeSet<DocumentIdentity> = there.iter().map(known).collect();
    let kept = names.iter().filter_map(|name| named(name));
    kept.filter(|document| !there.contains(document)).collect()
}

fn forget(document: DocumentIdentity) {
    for what in KEPT {
        stored::forget(&name_of(what, document));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn an_arrangement_is_read_as_it_was_written() {
        let arranged = Arrangement {
            library: Some("/books/pecan.log".to_owned()),
            view: Some(MainView::Both),
            page: 7,
            down: 0.25,
            look: PageDisplayMode::Text,
            zoom: 1.25,
            spread: true,
            outlined: true,
            named: false,
            until_here: true,
            threshold: 0.2,
            filter: Filter { words: "lamp".into(), rests_on: Some(3..9), ..Filter::default() },
            listed: true,
        };
        let written = serde_json::to_string(&arranged).unwrap();
        assert_eq!(serde_json::from_str::<Arrangement>(&written).unwrap(), arranged);
    }

    #[test]
    fn what_is_kept_of_documents_that_are_gone_is_found() {
        let there =
            [(3, 50), (4, -1)].map(|(id, added)| DocumentSummary { added, ..summary(id, "Emma") });
        let mut names: Vec<String> =
            [(3, 50), (3, 51), (4, -1), (5, -1)].map(|document| name_of(ARRANGED, document)).into();
        assert_eq!(gone(&names, &there), [(3, 51), (5, -1)]);
        names = [COLUMNS, OPEN, ARRANGED, "arranged-x-1", "columns-9-9"].map(str::to_owned).into();
        assert!(gone(&names, &there).is_empty());
    }

    #[test]
    fn what_another_version_did_not_write_is_as_usual() {
        let read: Arrangement = serde_json::from_str(r#"{"page":3,"gone":1}"#).unwrap();
        assert_eq!(read, Arrangement { page: 3, ..Arrangement::default() });
    }
}
