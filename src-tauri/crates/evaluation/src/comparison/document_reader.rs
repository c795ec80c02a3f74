//! The documents that questions are about, read by the product itself.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use engine::{Client, Config, Ended, Engine};
use model::Stop;
use protocol::{AddOptions, AddedItem, Code, Event, Failure, JobId, Request};

use super::answerer::stopped;
use crate::data::{Content, Question};

/// Titles and texts of documents, in order; no title is empty text.
pub type Texts = Vec<(String, String)>;

/// Reads documents' files into a library, so that the next run need not read them again.
pub struct DocumentReader<'a> {
    engine: Engine,
    stop: &'a Stop,
    /// Whether files can be read that were tried for a sample.
    tried: HashMap<PathBuf, bool>,
    /// What there is to tell of documents that take part.
    pub notes: Vec<String>,
}

impl<'a> DocumentReader<'a> {
    /// With the library in `folder`.
    ///
    /// # Errors
    ///
    /// As [`Config::new`].
    pub fn new(folder: &Path, stop: &'a Stop) -> Result<Self, Failure> {
        let config = Config::new(Some(folder.to_path_buf()), None)?;
        Ok(Self { engine: Engine::new(config), stop, tried: HashMap::new(), notes: Vec::new() })
    }

    /// Whether all documents of a question can be read.
    ///
    /// # Errors
    ///
    /// [`Code::Stopped`].
    pub fn can_read(&mut self, question: &Question) -> Result<bool, Failure> {
        for document in question.documents.iter() {
            if let Content::File(path) = document.content()
                && !self.can_read_file(path)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn can_read_file(&mut self, path: &Path) -> Result<bool, Failure> {
        if let Some(&known) = self.tried.get(path) {
            return Ok(known);
        }
        let can = match self.file(path) {
            Err(failure) if failure.code == Code::Stopped => return Err(failure),
            read => read.is_ok(),
        };
        self.tried.insert(path.to_path_buf(), can);
        Ok(can)
    }

    /// The titles and texts of a question's documents, or why there are none.
    ///
    /// # Errors
    ///
    /// [`Code::Stopped`].
    pub fn all(&mut self, question: &Question) -> Result<Result<Texts, String>, Failure> {
        let mut texts = Vec::new();
        for document in question.documents.iter() {
            let read = match document.content() {
                Content::Text(text) => Ok((String::new(), text.clone())),
                Content::File(path) => self.file(path),
            };
            match read {
                Ok((own, text)) => {
                    // Of several documents each needs a name, as in Pecan's own collections.
                    let own = if question.documents.len() > 1 { own } else { String::new() };
                    texts.push((document.title().map_or(own, String::from), text));
                }
                Err(failure) if failure.code == Code::Stopped => return Err(failure),
                Err(failure) => {
                    return Ok(Err(format!("{document}: {failure}")));
                }
            }
        }
        Ok(Ok(texts))
    }

    /// A file's title and text.
    fn file(&mut self, path: &Path) -> Result<(String, String), Failure> {
        let name = engine::unicode(path)?;
        let options = AddOptions { build: false, ..AddOptions::default() };
        let add = Request::Add { files: vec![name], options };
        let document = match self.run(add)? {
            protocol::Outcome::Added(items) => match items.into_iter().next() {
                Some(AddedItem::Added(added)) => added.id,
                Some(AddedItem::Failed { error, .. }) => return Err(error),
                _ => return Err(Failure::new(Code::Internal, "Nothing was added.")),
            },
            other => return Err(crate::product::unexpected(&other)),
        };
        match self.run(Request::Text { document, first: 1, count: u32::MAX })? {
            protocol::Outcome::Text(text) => {
                let pages: Vec<String> = text.pages.into_iter().map(|page| page.text).collect();
                let note = empty(&path.display().to_string(), &pages)?;
                self.notes.extend(note.filter(|note| !self.notes.contains(note)));
                Ok((text.title, pages.concat()))
            }
            other => Err(crate::product::unexpected(&other)),
        }
    }

    fn run(&mut self, request: Request) -> Result<protocol::Outcome, Failure> {
        let ended = self.engine.run(1, request, &mut Heeding(self.stop));
        ended.map_err(|ended| match ended {
            Ended::Failed(failure) => failure,
            Ended::Stopped => stopped(),
        })
    }
}

/// What there is to tell of pages without text: they were scanned, as a rule.
///
/// # Errors
///
/// If there are no others.
fn empty(document: &str, pages: &[String]) -> Result<Option<String>, Failure> {
    let count = pages.iter().filter(|page| page.trim().is_empty()).count();
    match count == pages.len() {
        true => Err(Failure::new(Code::NoText, "It has no text.")),
        false => Ok((count > 0).then(|| {
            format!(
                "{document}: {count} of {} pages have no text. The rest takes part.",
                pages.len()
            )
        })),
    }
}

/// Says nothing, but stops when it is asked to.
struct Heeding<'a>(&'a Stop);

impl Client for Heeding<'_> {
    fn report(&mut self, _job: JobId, _event: Event) -> ControlFlow<()> {
        match self.0.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn stop(&self, _job: JobId) -> Stop {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_without_text_are_told() {
        let pages =
            |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(empty("a.pdf", &pages(&["one", "two"])).unwrap(), None);
        let told = empty("a.pdf", &pages(&["one", " \n"])).unwrap().unwrap();
        assert!(told.starts_with("a.pdf: 1 of 2 pages have no text."), "{told}");
        for none in [pages(&["", " "]), pages(&[])] {
            assert_eq!(empty("a.pdf", &none).unwrap_err().code, Code::NoText);
        }
    }
}
