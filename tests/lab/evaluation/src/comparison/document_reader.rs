//! The documents that questions are about, read by the product itself.

use engine::{Client, Config, Engine, JobError};
use model::StopSignal;
use protocol::{AddOptions, AddedItem, Code, Event, Failure, JobId, Request};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::failures::stopped;
use super::news::NewsCallback;
use super::reading_progress::FileReadingProgress;
use crate::data::{DatasetDocumentContent, DatasetQuestion};

/// Titles and texts of documents, in order. A missing title is an empty text.
pub type TitledTexts = Vec<(String, String)>;

/// Reads documents' files into a library, so that the next run need not read them again.
pub struct DocumentReader<'a> {
    engine: Engine,
    stop: &'a StopSignal,
    reading: FileReadingProgress<'a>,
    /// Whether the files that were tried for a sample can be read.
    tried: HashMap<PathBuf, bool>,
    /// Remarks about documents that take part.
    pub notes: Vec<String>,
}

impl<'a> DocumentReader<'a> {
    /// Creates a reader with the library in `folder`.
    ///
    /// # Errors
    ///
    /// As [`Config::new`].
    pub fn new(folder: &Path, stop: &'a StopSignal) -> Result<Self, Failure> {
        let config = Config::new(Some(folder.to_path_buf()), None)?;
        let (engine, reading) = (Engine::new(config), FileReadingProgress::new());
        Ok(Self { engine, stop, reading, tried: HashMap::new(), notes: Vec::new() })
    }

    /// Also reports how many of the [expected](Self::expect) files are read.
    #[must_use]
    pub fn telling(mut self, tell: NewsCallback<'a>) -> Self {
        self.reading.tell = Some(tell);
        self
    }

    /// Expects these questions' files; of a sample, as many as it may take.
    pub fn expect(&mut self, questions: &[DatasetQuestion], sample: Option<usize>) {
        self.reading.expect(questions, sample);
    }

    /// Returns whether all documents of a question can be read.
    ///
    /// # Errors
    ///
    /// [`Code::Stopped`]; if the library cannot be written.
    pub fn can_read(&mut self, question: &DatasetQuestion) -> Result<bool, Failure> {
        for document in question.documents.iter() {
            if let DatasetDocumentContent::File(path) = document.content()
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
            Err(failure) if concerns_all(failure.code) => return Err(failure),
            read => read.is_ok(),
        };
        self.tried.insert(path.to_path_buf(), can);
        Ok(can)
    }

    /// Returns the titles and texts of a question's documents, or why they cannot be read.
    ///
    /// # Errors
    ///
    /// [`Code::Stopped`]; if the library cannot be written.
    pub fn all(
        &mut self,
        question: &DatasetQuestion,
    ) -> Result<Result<TitledTexts, String>, Failure> {
        let mut texts = Vec::new();
        for document in question.documents.iter() {
            let read = match document.content() {
                DatasetDocumentContent::Text(text) => Ok((String::new(), text.clone())),
                DatasetDocumentContent::File(path) => self.file(path),
            };
            match read {
                Ok((own, text)) => {
                    // With several documents, each needs a name, as in Pecan's own collections.
                    let own = if question.documents.len() > 1 { own } else { String::new() };
                    texts.push((document.title().map_or(own, String::from), text));
                }
                Err(failure) if concerns_all(failure.code) => return Err(failure),
                Err(failure) => {
                    return Ok(Err(format!("{document}: {failure}")));
                }
            }
        }
        Ok(Ok(texts))
    }

    /// Returns a file's title and text.
    fn file(&mut self, path: &Path) -> Result<(String, String), Failure> {
        self.reading.begin(path);
        let read = self.taken_in(path);
        self.reading.end(path);
        read
    }

    fn taken_in(&mut self, path: &Path) -> Result<(String, String), Failure> {
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
        let mut heeding = Heeding { stop: self.stop, reading: &mut self.reading };
        let ended = self.engine.run(JobId(1), request, &mut heeding);
        ended.map_err(|ended| match ended {
            JobError::Failed(failure) => failure,
            JobError::Stopped => stopped(),
        })
    }
}

/// Returns whether no other document could be read either.
fn concerns_all(code: Code) -> bool {
    matches!(code, Code::Stopped | Code::DiskFull | Code::FileUnwritable)
}

/// Returns a remark about pages without text, which usually are scanned ones.
///
/// # Errors
///
/// If no page has text.
fn empty(document: &str, pages: &[String]) -> Result<Option<String>, Failure> {
    let count = pages.iter().filter(|page| page.trim().is_empty()).count();
    match count == pages.len() {
        true => Err(Failure::new(Code::NoText, "It has no text.")),
        false => Ok((count > 0).then(|| {
            format!(
                "{document}: {count} of {} pages have no text. The other pages take part.",
                pages.len()
            )
        })),
    }
}

/// Reports how much of a file is read, and stops on request.
struct Heeding<'a, 'b> {
    stop: &'a StopSignal,
    reading: &'a mut FileReadingProgress<'b>,
}

impl Client for Heeding<'_, '_> {
    fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
        if let Event::Progress(progress) = event {
            self.reading.reach(f64::from(progress.done));
        }
        match self.stop.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn stop(&self, _job: JobId) -> StopSignal {
        self.stop.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::news::News;
    use crate::data::{self, DatasetLimits};

    /// Returns questions about files with these texts, by data set.
    fn asked(folder: &Path, sets: &[(&str, &[(&str, &str)])]) -> Vec<DatasetQuestion> {
        let mut lines = Vec::new();
        for (dataset, files) in sets {
            for (name, text) in *files {
                std::fs::write(folder.join(name), text).unwrap();
                let asked = serde_json::json!({
                    "doc_file": name, "dataset": dataset, "answers": "Mira",
                    "question": format!("Who hid lamp {}?", lines.len()),
                });
                lines.push(asked.to_string());
            }
        }
        let file = folder.join("asked.jsonl");
        std::fs::write(&file, lines.join("\n")).unwrap();
        data::read(&[file], &DatasetLimits::default()).unwrap().questions
    }

    #[test]
    fn progress_counts_the_files_read() {
        let folder = tempfile::tempdir().unwrap();
        let story = ("a.txt", "Mira hid it.");
        let sets: [(&str, &[_]); 2] =
            [("one", &[story, ("b.txt", " "), story]), ("two", &[story, ("c.txt", "Ada.")])];
        let (questions, stop) = (asked(folder.path(), &sets), StopSignal::default());
        let (library, mut seen) = (folder.path().join("library"), Vec::new());
        let mut tell = |news: News<'_>| {
            let News::Progress(progress) = news else { panic!("{news:?}") };
            assert_eq!(progress.what, "reading");
            seen.push((progress.done, progress.all));
        };
        let mut reader = DocumentReader::new(&library, &stop).unwrap().telling(&mut tell);
        reader.expect(&questions, Some(1));
        assert_eq!(reader.reading.all, 2, "a file of each set");
        assert!(
            reader.can_read(&questions[0]).unwrap() && !reader.can_read(&questions[1]).unwrap()
        );
        reader.expect(&questions, None);
        let read = questions.iter().map(|question| reader.all(question).unwrap().is_ok());
        assert_eq!(read.collect::<Vec<_>>(), [true, false, true, true, true]);
        drop(reader);
        seen.dedup();
        assert_eq!(seen, [(0, 2), (1, 2), (2, 2), (2, 3), (3, 3)]);
    }

    #[test]
    fn a_listener_can_stop_reading() {
        let folder = tempfile::tempdir().unwrap();
        let questions = asked(folder.path(), &[("one", &[("a.txt", "Mira hid it.")])]);
        let (library, stop) = (folder.path().join("library"), StopSignal::default());
        let mut tell = |_: News<'_>| stop.request();
        let mut reader = DocumentReader::new(&library, &stop).unwrap().telling(&mut tell);
        reader.expect(&questions, None);
        assert_eq!(reader.all(&questions[0]).unwrap_err().code, Code::Stopped);
    }

    #[test]
    fn pages_without_text_are_reported() {
        let pages =
            |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(empty("a.pdf", &pages(&["one", "two"])).unwrap(), None);
        let note = empty("a.pdf", &pages(&["one", " \n"])).unwrap().unwrap();
        assert!(note.starts_with("a.pdf: 1 of 2 pages have no text."), "{note}");
        for none in [pages(&["", " "]), pages(&[])] {
            assert_eq!(empty("a.pdf", &none).unwrap_err().code, Code::NoText);
        }
    }
}
