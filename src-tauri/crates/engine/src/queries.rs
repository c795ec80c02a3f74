//! Requests that need no model.

use documents::ocr::Tesseract;
use library::{Library, SearchScope};
use protocol::{Code, DocumentId, Failure, GraphId, Outcome, Request, Until};

use crate::entities::{EntityRequest, list};
use crate::export::export;
use crate::until::bound;
use crate::{Engine, entity_export, graphs};

impl Engine {
    /// Serves a request that needs no model and writes nothing.
    pub(crate) fn read(&mut self, request: Request) -> Result<Outcome, Failure> {
        let library = self.access.read()?;
        let end = |document, until: Option<Until>| {
            until.map(|until| bound(library, document, until)).transpose()
        };
        Ok(match request {
            Request::List => Outcome::Documents(library.list()?),
            Request::ListFirst { most } => Outcome::Documents(library.list_first(most)?),
            Request::Text { document, first, count } => {
                Outcome::Text(library.page_texts(document, first, count)?)
            }
            Request::Search { words, .. } if words.trim().is_empty() => {
                let message = "The search is empty. Enter a word.";
                return Err(Failure::new(Code::BadRequest, message));
            }
            Request::Search { words, document, most, until } => {
                Outcome::Found(library.search(&words, scope(library, document, until)?, most)?)
            }
            Request::Places { document, ranges } => {
                let start = ranges.iter().map(|range| range.0).min().unwrap_or(0);
                let end = ranges.iter().map(|range| range.1).max().unwrap_or(0);
                let places = graphs::PlaceFinder::within(library, document, start..end)?;
                Outcome::Places(ranges.into_iter().map(|(a, b)| places.place(a..b)).collect())
            }
            Request::Show { document, graph, node, until } => {
                let graph = chosen_graph(library, document, graph)?;
                let until = end(document, until)?;
                Outcome::Graph(graphs::view(library, (document, graph), node, until)?)
            }
            Request::Entities { document, name, until } => {
                let until = end(document, until)?;
                let wanted = EntityRequest { document, name: name.as_deref(), until };
                Outcome::Entities(list(library, &mut self.names, &wanted)?)
            }
            Request::ExportEntities { document, form, until } => {
                let until = end(document, until)?;
                let wanted = EntityRequest { document, name: None, until };
                Outcome::Files(entity_export::export(library, &mut self.names, &wanted, form)?)
            }
            Request::History { document } => {
                if let Some(document) = document {
                    library.document(document)?;
                }
                Outcome::History(library.history(document)?)
            }
            Request::Recall { question } => Outcome::Answer(Box::new(library.answer(question)?)),
            Request::Export { question, form } => {
                Outcome::Exported(export(library, question, form)?)
            }
            Request::Languages => Outcome::Languages(Tesseract::installed_languages(&[])?),
            // A stop that arrives when its job is over.
            Request::Stop { .. } => Outcome::Done,
            other => {
                return Err(Failure::new(
                    Code::BadRequest,
                    format!("{other:?} is not a read-only request."),
                ));
            }
        })
    }
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

/// Returns the requested graph, if it belongs to the document, or the one that questions are asked
/// of.
pub(crate) fn chosen_graph(
    library: &Library,
    document: DocumentId,
    graph: Option<GraphId>,
) -> Result<GraphId, Failure> {
    library.document(document)?;
    if let Some(id) = graph {
        return match library.graph(id) {
            Ok(graph) if graph.document == document => Ok(id),
            _ => {
                let message = format!("Document {document} has no graph {id}.");
                Err(Failure::new(Code::GraphMissing, message))
            }
        };
    }
    library.graph_to_ask(document)?.ok_or_else(|| {
        let message =
            format!("Document {document} has no graph yet. Add its file again to build one.");
        Failure::new(Code::GraphMissing, message)
    })
}
