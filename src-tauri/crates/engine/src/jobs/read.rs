//! Requests that read and need no model.

use std::sync::Arc;

use documents::ocr::Tesseract;
use library::{Library, SearchScope};
use protocol::{Code, DocumentId, Failure, Outcome, Until};

use crate::engine::Engine;
use crate::entities::cache::NameCache;
use crate::entities::document_names::EntityRequest;
use crate::entities::list::list;
use crate::export::answer::export;
use crate::export::entities::files::export_entities;
use crate::graphs::chosen::chosen_graph;
use crate::graphs::view::view;
use crate::jobs::requests::{LibraryQuery, ReadRequest};
use crate::library_access::LibraryAccess;
use crate::pages::places::PlaceFinder;
use crate::until::bound;

/// A thread's own access to the library of an engine, for queries that need not wait for the engine.
pub(crate) struct LibraryReader {
    access: LibraryAccess,
    names: Arc<NameCache>,
}

impl LibraryReader {
    /// Reads what is requested, as the library is now.
    pub(crate) fn read(&mut self, request: ReadRequest) -> Result<Outcome, Failure> {
        let read = read(&mut self.access, &self.names, request);
        self.access.rest();
        read
    }
}

impl Engine {
    /// Reads what is requested.
    pub(crate) fn read(&mut self, request: ReadRequest) -> Result<Outcome, Failure> {
        read(&mut self.access, &self.names, request)
    }

    /// Returns a reader of the same library for another thread.
    pub(crate) fn reader(&self) -> LibraryReader {
        LibraryReader { access: self.access.another(), names: Arc::clone(&self.names) }
    }
}

fn read(
    access: &mut LibraryAccess,
    names: &NameCache,
    request: ReadRequest,
) -> Result<Outcome, Failure> {
    match request {
        ReadRequest::Library(query) => found(access.read()?, names, query),
        ReadRequest::Stamp => Ok(Outcome::Stamp(access.written_by_others())),
        ReadRequest::Languages => Ok(Outcome::Languages(Tesseract::installed_languages(&[])?)),
    }
}

/// Returns what a query finds in the library.
fn found(library: &Library, names: &NameCache, query: LibraryQuery) -> Result<Outcome, Failure> {
    let end = |document, until: Option<Until>| {
        until.map(|until| bound(library, document, until)).transpose()
    };
    Ok(match query {
        LibraryQuery::List => Outcome::Documents(library.list()?),
        LibraryQuery::ListFirst { most } => Outcome::Documents(library.list_first(most)?),
        LibraryQuery::Text { document, first, count } => {
            Outcome::Text(library.page_texts(document, first, count)?)
        }
        LibraryQuery::Search { words, .. } if words.trim().is_empty() => {
            let message = "The search is empty. Enter a word.";
            return Err(Failure::new(Code::BadRequest, message));
        }
        LibraryQuery::Search { words, document, most, until } => {
            Outcome::Found(library.search(&words, scope(library, document, until)?, most)?)
        }
        LibraryQuery::Places { document, ranges } => {
            let start = ranges.iter().map(|range| range.0).min().unwrap_or(0);
            let end = ranges.iter().map(|range| range.1).max().unwrap_or(0);
            let places = PlaceFinder::within(library, document, start..end)?;
            Outcome::Places(ranges.into_iter().map(|(a, b)| places.place(a..b)).collect())
        }
        LibraryQuery::Show { document, graph, node, until } => {
            let graph = chosen_graph(library, document, graph)?;
            let until = end(document, until)?;
            Outcome::Graph(view(library, (document, graph), node, until)?)
        }
        LibraryQuery::Entities { document, name, until } => {
            let until = end(document, until)?;
            let wanted = EntityRequest { document, name: name.as_deref(), until };
            Outcome::Entities(list(library, names, &wanted)?)
        }
        LibraryQuery::ExportEntities { document, form, until } => {
            let until = end(document, until)?;
            let wanted = EntityRequest { document, name: None, until };
            Outcome::Files(export_entities(library, names, &wanted, form)?)
        }
        LibraryQuery::WindowState => Outcome::WindowState(library.window_state()?),
        LibraryQuery::History { document } => {
            if let Some(document) = document {
                library.document(document)?;
            }
            Outcome::History(library.history(document)?)
        }
        LibraryQuery::Recall { question } => Outcome::Answer(Box::new(library.answer(question)?)),
        LibraryQuery::Export { question, form } => {
            Outcome::Exported(export(library, question, form)?)
        }
    })
}

/// Returns where to search for words.
fn scope(
    library: &Library,
    document: Option<DocumentId>,
    until: Option<Until>,
) -> Result<SearchScope, Failure> {
    match (document, until) {
        (None, None) => Ok(SearchScope::Library),
        (Some(document), None) => Ok(SearchScope::Document(document)),
        (Some(document), Some(until)) => {
            let character = bound(library, document, until)?;
            Ok(SearchScope::Before { document, character })
        }
        (None, Some(_)) => {
            let message = "Choose the document that the place is in.".to_owned();
            Err(Failure::new(Code::BadRequest, message))
        }
    }
}
