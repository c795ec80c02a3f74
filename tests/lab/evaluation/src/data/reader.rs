//! Reads questions from files.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use protocol::{Code, Failure};
use serde_json::Value;

use super::document::{KnownDocuments, folders};
use super::lines::NumberedLines;
use super::{
    AtLeastOne, DatasetDocument, DatasetError, DatasetFormat, DatasetLocation, DatasetQuestion,
    Problem, ReferenceAnswers, forms, gold, whole,
};

/// Size limits. What exceeds one is left out and reported, never shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatasetLimits {
    /// Bytes of a line.
    pub line: usize,
    /// Bytes of a document.
    pub document: u64,
}

/// A line of 256 MiB, a document of 64 MiB: thirty times the longest novel.
impl Default for DatasetLimits {
    fn default() -> Self {
        Self { line: 256 << 20, document: 64 << 20 }
    }
}

/// The contents of some files.
#[derive(Debug, Default)]
pub struct Questions {
    /// The questions, in order.
    pub questions: Vec<DatasetQuestion>,
    /// What was left out or lacks something, in order.
    pub problems: Vec<Problem>,
}

impl Questions {
    /// Returns the documents that the questions are about, each once, in order.
    pub fn documents(&self) -> Vec<&Arc<DatasetDocument>> {
        let mut seen = HashSet::new();
        let all = self.questions.iter().flat_map(|question| question.documents.iter());
        all.filter(|document| seen.insert(Arc::as_ptr(document))).collect()
    }
}

/// Reads files of questions line by line, or entry by entry if a file is one list. A document that
/// occurs in several of them is stored once.
///
/// # Errors
///
/// If a file cannot be opened.
pub fn read(files: &[PathBuf], limits: &DatasetLimits) -> Result<Questions, Failure> {
    let mut reader =
        QuestionReader { limits, known: KnownDocuments::default(), read: Questions::default() };
    for file in files {
        reader.file(file)?;
    }
    Ok(reader.read)
}

struct QuestionReader<'a> {
    limits: &'a DatasetLimits,
    known: KnownDocuments,
    read: Questions,
}

/// A file that is being read, and the reader's position.
struct DatasetFileState {
    place: DatasetLocation,
    /// Names of the questions of this file so far, each with its documents. MuSiQue gives one name to a
    /// question that its paragraphs answer and to the same one about paragraphs that do not.
    ids: HashSet<(String, Vec<*const DatasetDocument>)>,
    /// What is reported once for the file, with the first line that it is about.
    notes: Vec<Problem>,
}

impl QuestionReader<'_> {
    fn file(&mut self, path: &Path) -> Result<(), Failure> {
        let input = opened(path)?;
        let place = DatasetLocation::new(path, 0);
        let mut reading = DatasetFileState { place, ids: HashSet::new(), notes: Vec::new() };
        match whole::entries(path, self.limits.line as u64) {
            None => {
                for (number, line) in NumberedLines::new(input, self.limits.line) {
                    reading.place.line = number;
                    self.entry(line.and_then(|line| forms::parse(&line)), &mut reading);
                }
            }
            Some(Ok(entries)) => {
                for (number, (line, entry)) in (1..).zip(entries) {
                    (reading.place.line, reading.place.entry) = (line, Some(number));
                    self.entry(entry, &mut reading);
                }
            }
            Some(Err((line, flaw))) => {
                reading.place.line = line;
                self.entry(Err(flaw), &mut reading);
            }
        }
        if reading.place.line == 0 {
            reading.place.line = 1;
            reading.note(Some(DatasetError::Empty));
        }
        self.read.problems.append(&mut reading.notes);
        Ok(())
    }

    /// Adds an entry, or records what is wrong with it.
    fn entry(&mut self, entry: Result<Value, DatasetError>, reading: &mut DatasetFileState) {
        // Even if the entry is left out: an unknown field may be why.
        reading.note(entry.as_ref().ok().and_then(forms::note));
        if let Err(flaw) = entry.and_then(|entry| self.questions(entry, reading)) {
            self.read.problems.push(reading.problem(None, flaw));
        }
    }

    fn questions(
        &mut self,
        entry: Value,
        reading: &mut DatasetFileState,
    ) -> Result<(), DatasetError> {
        let (form, entry) = forms::read(entry)?;
        if entry.questions.is_empty() {
            return Err(DatasetError::NoQuestion);
        }
        let documents = self.known.documents(
            entry.documents,
            &folders(&reading.place.file),
            self.limits.document,
        )?;
        let dataset = entry.dataset.and_then(named).unwrap_or_else(|| reading.dataset(form));
        let several = entry.questions.len() > 1;
        let mut notes = Vec::new();
        for (at, asked) in entry.questions.into_iter().enumerate() {
            let number = several.then_some(at + 1);
            let named = asked.and_then(|asked| {
                let (mut evidence, mut lacking) = (asked.evidence, asked.lacking);
                match gold::sets(&asked.gold, &documents) {
                    Ok(sets) => evidence.extend(sets),
                    Err(flaw) if flaw.leaves_out() => return Err(flaw),
                    // Nothing follows from what the documents do not say.
                    Err(_) if asked.answers == ReferenceAnswers::Unanswerable => {}
                    Err(flaw) => lacking = lacking.or(Some(flaw)),
                }
                if lacking.is_some() && evidence.is_empty() {
                    evidence.push(Vec::new());
                }
                let (id, is_named) = reading.id(asked.id, number, &documents)?;
                notes.extend(lacking.map(|flaw| reading.problem(number, flaw)));
                Ok(DatasetQuestion {
                    place: reading.place.question(number),
                    id,
                    is_named,
                    dataset: dataset.clone(),
                    form,
                    documents: documents.clone(),
                    question: asked.question,
                    answers: asked.answers,
                    evidence,
                    kind: asked.kind,
                    facts: asked.facts,
                    rephrases: asked.rephrases,
                })
            });
            match named {
                Ok(question) => self.read.questions.push(question),
                Err(flaw) => self.read.problems.push(reading.problem(number, flaw)),
            }
            self.read.problems.append(&mut notes);
        }
        Ok(())
    }
}

impl DatasetFileState {
    fn problem(&self, question: Option<usize>, flaw: DatasetError) -> Problem {
        Problem { place: self.place.question(question), flaw }
    }

    fn note(&mut self, flaw: Option<DatasetError>) {
        let Some(flaw) = flaw else { return };
        if !self.notes.iter_mut().any(|note| note.flaw.takes(&flaw)) {
            self.notes.push(self.problem(None, flaw));
        }
    }

    /// Returns the name of an unnamed data set: for the plain form, the file's name.
    fn dataset(&self, form: DatasetFormat) -> String {
        let stem = self.place.file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.filter(|_| form == DatasetFormat::Plain).and_then(named);
        stem.unwrap_or_else(|| form.to_string())
    }

    /// Returns a question's own name, or one made of its place, and whether it is its own.
    fn id(
        &mut self,
        own: Option<String>,
        question: Option<usize>,
        documents: &AtLeastOne<Arc<DatasetDocument>>,
    ) -> Result<(String, bool), DatasetError> {
        let own = own.filter(|id| !id.trim().is_empty());
        let is_named = own.is_some();
        let id = own.unwrap_or_else(|| self.place.question(question).name());
        let documents = documents.iter().map(Arc::as_ptr).collect();
        match self.ids.insert((id.clone(), documents)) {
            true => Ok((id, is_named)),
            false => Err(DatasetError::RepeatedId(id)),
        }
    }
}

/// Returns a data set's name, if it is visible.
fn named(dataset: String) -> Option<String> {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let name = dataset.trim_matches(is_blank);
    (!name.is_empty()).then(|| name.to_owned())
}

/// The beginning of a file compressed with gzip.
const COMPRESSED: [u8; 2] = [0x1f, 0x8b];

/// Opens a file, if its beginning shows that it can be read as text.
fn opened(path: &Path) -> Result<BufReader<File>, Failure> {
    let failed = |error: io::Error| {
        let code = match error.kind() {
            ErrorKind::NotFound => Code::FileMissing,
            _ => Code::FileUnreadable,
        };
        Failure::new(code, format!("{} cannot be read: {error}.", path.display()))
    };
    if path.is_dir() {
        let message = format!("{} is a folder. Name the files in it instead.", path.display());
        return Err(Failure::new(Code::IsFolder, message));
    }
    let mut input = BufReader::new(File::open(path).map_err(failed)?);
    // A pipe cannot be read twice. This consumes nothing.
    if input.fill_buf().map_err(failed)?.starts_with(&COMPRESSED) {
        let message = format!("{} is compressed. Unpack it first.", path.display());
        return Err(Failure::new(Code::FormatUnknown, message));
    }
    Ok(input)
}

#[cfg(test)]
mod tests;
