//! FairytaleQA's tales, and the questions about them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use evaluation::comparison::{SAMPLE_SEED, sample};
use evaluation::data::{DatasetDocumentContent, DatasetLimits, DatasetQuestion, read};
use protocol::{Code, Failure};
use serde_json::{Value, json};

/// The file of questions, below the folder with test files.
const QUESTIONS: &str = "qa/fairytaleqa.jsonl";

/// A tale.
#[derive(Debug, Clone)]
pub struct Tale {
    /// Its file's name without the extension.
    pub name: String,
    /// Its file.
    pub file: PathBuf,
    /// Its text.
    pub text: String,
}

/// A question about a tale.
#[derive(Debug, Clone)]
pub struct TaleQuestion {
    /// Its name.
    pub id: String,
    /// The tale, by its position.
    pub tale: usize,
    /// The question.
    pub question: String,
    /// The accepted answers.
    pub answers: Vec<String>,
    /// Whether the answer is in the text, and does not only follow from it.
    pub explicit: bool,
}

/// The tales with all their questions, and those of them that are asked.
pub struct Tales {
    /// The tales.
    pub tales: Vec<Tale>,
    /// All questions.
    pub all: Vec<TaleQuestion>,
    /// Those that are asked.
    pub chosen: Vec<TaleQuestion>,
}

impl Tales {
    /// Reads the first `most` tales of the folder with test files, and `questions` of the questions
    /// about them, drawn at random from a seed.
    pub fn read(corpus: &Path, most: usize, questions: usize) -> Result<Self, Failure> {
        let file = corpus.join(QUESTIONS);
        let kinds = kinds(&file)?;
        let mut all = read(&[file], &DatasetLimits::default())?.questions;
        let mut tales: Vec<Tale> = Vec::new();
        for path in all.iter().filter_map(document) {
            if tales.len() < most && tales.iter().all(|tale| tale.file != path) {
                tales.push(Tale::read(path)?);
            }
        }
        let place = |question: &DatasetQuestion| {
            tales.iter().position(|tale| Some(tale.file.as_path()) == document(question))
        };
        let asked = |question: &DatasetQuestion| {
            let answers = question.answers.texts().iter().map(|answer| answer.trim().to_owned());
            Some(TaleQuestion {
                id: question.id.clone(),
                tale: place(question)?,
                question: question.question.trim().to_owned(),
                answers: answers.collect(),
                explicit: kinds.get(&question.id).is_some_and(|kind| kind == "explicit"),
            })
        };
        all.retain(|question| place(question).is_some());
        let every = all.iter().filter_map(asked).collect();
        sample(&mut all, questions, SAMPLE_SEED, |_| Ok(true))?;
        let chosen = all.iter().filter_map(asked).collect();
        Ok(Self { all: every, chosen, tales })
    }

    /// Returns the tale of a question.
    pub fn of(&self, asked: &TaleQuestion) -> &Tale {
        &self.tales[asked.tale]
    }

    /// Writes the chosen questions into a folder, in the form of question sets, with the tales beside
    /// them. Returns the file of questions.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, Failure> {
        fs::create_dir_all(folder).map_err(|error| report::file_failure(folder, &error))?;
        for Tale { name, text, .. } in &self.tales {
            put(&folder.join(format!("{name}.txt")), text)?;
        }
        let questions = folder.join("questions.jsonl");
        put(&questions, &self.lines())?;
        Ok(questions)
    }

    fn lines(&self) -> String {
        let line = |asked: &TaleQuestion| {
            let TaleQuestion { id, question, answers, .. } = asked;
            let line = json!({
                "dataset": "fairytaleqa", "id": id, "doc_file": self.of(asked).name.clone() + ".txt",
                "question": question, "answers": answers, "kind": asked.kind(),
            });
            line.to_string() + "\n"
        };
        self.chosen.iter().map(line).collect()
    }
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| report::file_failure(path, &error))
}

impl TaleQuestion {
    /// Returns the kind of the question.
    pub fn kind(&self) -> &'static str {
        if self.explicit { "explicit" } else { "implicit" }
    }
}

impl Tale {
    fn read(file: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(file).map_err(|error| report::file_failure(file, &error))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, file: file.to_path_buf(), text })
    }
}

/// Returns the file that a question is about.
pub fn document(question: &DatasetQuestion) -> Option<&Path> {
    match question.documents.first()?.content() {
        DatasetDocumentContent::File(path) => Some(path),
        DatasetDocumentContent::Text(_) => None,
    }
}

/// Returns each question's kind, which the reader of question sets ignores.
fn kinds(file: &Path) -> Result<HashMap<String, String>, Failure> {
    let text = fs::read_to_string(file).map_err(|error| report::file_failure(file, &error))?;
    let kind = |line: &str| -> Option<(String, String)> {
        let line: Value = serde_json::from_str(line).ok()?;
        let kind = line["extra"]["kind"].as_str()?;
        Some((line["id"].as_str()?.to_owned(), kind.to_owned()))
    };
    let kinds: HashMap<String, String> = text.lines().filter_map(kind).collect();
    match kinds.is_empty() {
        false => Ok(kinds),
        true => {
            let message = format!("{} names the kind of no question.", file.display());
            Err(Failure::new(Code::BadRequest, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tales_come_with_their_questions() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["qa", "docs"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let mut lines = String::new();
        for (place, tale) in ["cat", "dog"].into_iter().enumerate() {
            fs::write(folder.path().join(format!("docs/{tale}.txt")), "Once.").unwrap();
            for number in 0..4 {
                let kind = if number == 0 { "implicit" } else { "explicit" };
                let line = json!({
                    "dataset": "fairytaleqa", "doc_file": format!("docs/{tale}.txt"),
                    "id": format!("{place}-{number}"), "question": "Who?", "answers": ["a king"],
                    "extra": {"kind": kind},
                });
                lines += &(line.to_string() + "\n");
            }
        }
        fs::write(folder.path().join(QUESTIONS), lines).unwrap();
        let tales = Tales::read(folder.path(), 1, 2).unwrap();
        assert_eq!((tales.tales.len(), tales.all.len(), tales.chosen.len()), (1, 4, 2));
        assert_eq!(tales.all.iter().filter(|asked| asked.explicit).count(), 3);
        assert_eq!(tales.tales[0].name, "cat");
        let file = tales.write(&folder.path().join("again")).unwrap();
        let again = read(&[file], &DatasetLimits::default()).unwrap();
        assert_eq!((again.problems.len(), again.questions.len()), (0, 2));
    }
}
