//! What can be answered without a model.

use documents::ocr::Tesseract;
use protocol::{Code, DocumentId, Event, Failure, GraphId, JobId, Outcome, Request};

use crate::export::export;
use crate::{Client, Ended, Engine, go_on, graphs};

/// No screen shows more documents than these without scrolling.
const SCREENFUL: u32 = 100;

impl Engine {
    /// The documents. Of more than a screenful the first are told at once: whoever looks at them does
    /// not wait for thousands of others.
    pub(crate) fn list(&mut self, job: JobId, client: &mut dyn Client) -> Result<Outcome, Ended> {
        let library = self.shelf.read()?;
        let documents = library.list_first(SCREENFUL)?;
        if documents.len() < SCREENFUL as usize {
            return Ok(Outcome::Documents(documents));
        }
        go_on(client.report(job, Event::Listed { documents }))?;
        Ok(Outcome::Documents(library.list()?))
    }

    /// Serves a request that needs no model and writes nothing.
    pub(crate) fn read(&mut self, request: Request) -> Result<Outcome, Failure> {
        let library = self.shelf.read()?;
        Ok(match request {
            Request::Text { document, first, count } => {
                Outcome::Text(library.page_texts(document, first, count)?)
            }
            Request::Search { words, document, most } => {
                Outcome::Found(library.search(&words, document, most)?)
            }
            Request::Places { document, ranges } => {
                let start = ranges.iter().map(|range| range.0).min().unwrap_or(0);
                let end = ranges.iter().map(|range| range.1).max().unwrap_or(0);
                let places = graphs::Places::within(library, document, start..end)?;
                Outcome::Places(ranges.into_iter().map(|(a, b)| places.place(a..b)).collect())
            }
            Request::Show { document, graph, node } => {
                let graph = chosen_graph(library, document, graph)?;
                Outcome::Graph(graphs::view(library, document, graph, node)?)
            }
            Request::History { document } => {
                if let Some(document) = document {
                    library.document(document)?;
                }
                Outcome::History(library.history(document)?)
            }
            Request::Recall { question } => Outcome::Answer(library.answer(question)?),
            Request::Export { question, form } => {
                Outcome::Exported(export(library, question, form)?)
            }
            Request::Languages => Outcome::Languages(Tesseract::installed_languages(&[])?),
            // A stop that comes when its job is over.
            Request::Stop { .. } => Outcome::Told,
            other => {
                return Err(Failure::new(Code::BadRequest, format!("{other:?} is no reading.")));
            }
        })
    }
}

/// The graph asked for, if it is the document's, or the one that questions are asked of.
pub(crate) fn chosen_graph(
    library: &library::Library,
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
            format!("Document {document} has no graph yet; add its file again to build one.");
        Failure::new(Code::GraphMissing, message)
    })
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use library::{Library, NewDocument};

    use super::*;
    use crate::Config;

    /// Keeps what is told before a job ends.
    #[derive(Default)]
    struct Ear(Vec<Event>);

    impl Client for Ear {
        fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
            self.0.push(event);
            ControlFlow::Continue(())
        }
    }

    /// A library with so many documents.
    fn shelf(count: u32) -> (tempfile::TempDir, Engine) {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::open(folder.path()).unwrap();
        for number in 1..=count {
            let text = number.to_string();
            let new = NewDocument {
                title: None,
                author: None,
                language: None,
                format: "text",
                file_name: "nut.txt",
                original: text.as_bytes(),
                text: &text,
                paged: false,
                pages: &[],
                outline: &[],
            };
            library.add_document(&new).unwrap();
        }
        let place = folder.path().to_owned();
        let config = Config { library: place, model: None, at_once: None, reader: None };
        (folder, Engine::new(config))
    }

    #[test]
    fn of_many_documents_the_first_are_told_at_once() {
        for (count, told) in [(SCREENFUL - 1, &[][..]), (SCREENFUL + 1, &[SCREENFUL as usize])] {
            let (_folder, mut engine) = shelf(count);
            let mut ear = Ear::default();
            let Ok(Outcome::Documents(all)) = engine.run(1, Request::List, &mut ear) else {
                panic!("they are not listed")
            };
            assert_eq!(all.len(), count as usize);
            let first: Vec<usize> = ear
                .0
                .iter()
                .map(|event| {
                    let Event::Listed { documents } = event else { panic!("{event:?}") };
                    assert!(all.starts_with(documents));
                    documents.len()
                })
                .collect();
            assert_eq!(first, told);
        }
    }
}
