//! The model files that take part.

use std::path::{Path, PathBuf};

use model::Stop;
use protocol::{Code, Failure};

/// A model file and what tells it from others.
#[derive(Debug, Clone)]
pub struct ModelFile {
    /// Where it is.
    pub path: PathBuf,
    /// The SHA-256 of it.
    pub hash: String,
}

impl ModelFile {
    /// Reads a model file once, to know it again.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or somebody asked to stop.
    pub fn new(path: &Path, stop: &Stop) -> Result<Self, Failure> {
        Ok(Self { path: path.to_path_buf(), hash: model::hash_file(path, stop)? })
    }

    /// The file's name.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// All of them.
#[derive(Debug, Clone)]
pub struct Models {
    /// Answers.
    pub language: ModelFile,
    /// Sums up; the answering one, if there is no other.
    pub builder: Option<ModelFile>,
    /// Compares sentences.
    pub embedder: ModelFile,
    /// Compare questions with passages.
    pub encoders: Option<Encoders>,
    /// Puts sentences that were found in order, if there is one.
    pub reranker: Option<ModelFile>,
    /// Tells what can be left out; the answering one, if there is no other.
    pub compressor: Option<ModelFile>,
    /// Threads that each worker may use; its part of those that there are, if none is named.
    pub threads: Option<usize>,
}

/// A model that cannot do what it is named for.
fn writes_nothing(file: &ModelFile, task: &str, option: &str) -> Failure {
    let message = format!(
        "{} is an encoder, which writes no text, and so cannot {task}. Name another model with \
         {option}.",
        file.path.display()
    );
    Failure::new(Code::ModelUnsupported, message)
}

/// A model that writes text where one is needed that compares.
fn no_encoder(file: &ModelFile, option: &str) -> Failure {
    let message = format!(
        "{} writes text, and so cannot compare questions with passages. Name an encoder with {option}.",
        file.path.display()
    );
    Failure::new(Code::ModelUnsupported, message)
}

/// A dual encoder.
#[derive(Debug, Clone)]
pub struct Encoders {
    /// For questions.
    pub question: ModelFile,
    /// For passages.
    pub passage: ModelFile,
}

impl Models {
    /// That each can do what it is for, as far as its file's header tells.
    ///
    /// # Errors
    ///
    /// If a file is missing or damaged, or of a model that writes no text where one is needed, or of one
    /// that does where an encoder is.
    pub fn check(&self) -> Result<(), Failure> {
        let needed = [
            (Some(&self.language), "answer", "--model"),
            (self.builder.as_ref(), "sum up", "--builder"),
            (self.compressor.as_ref(), "tell what can be left out", "--compressor"),
        ];
        for (file, task, option) in needed {
            let Some(file) = file else { continue };
            if model::is_encoder(&file.path)? {
                return Err(writes_nothing(file, task, option));
            }
        }
        let encoders = self.encoders.iter().flat_map(|both| {
            [(&both.question, "--question-encoder"), (&both.passage, "--passage-encoder")]
        });
        for (file, option) in encoders {
            if !model::is_encoder(&file.path)? {
                return Err(no_encoder(file, option));
            }
        }
        Ok(())
    }

    /// How long embedding chunks takes beside summing them up, about: what a token takes grows with the
    /// size of a model, and summing up does more with each; with the demonstration model five times as
    /// much.
    pub fn embedding(&self) -> f64 {
        let bytes = |file: &ModelFile| file.path.metadata().map_or(1, |about| about.len().max(1));
        let builder = self.builder.as_ref().unwrap_or(&self.language);
        (0.2 * bytes(&self.embedder) as f64 / bytes(builder) as f64).clamp(0.01, 10.0)
    }

    /// What each is for, its file's name and its SHA-256.
    pub fn named(&self) -> Vec<(String, String, String)> {
        let encoders = self.encoders.iter().flat_map(|both| {
            [("question encoder", &both.question), ("passage encoder", &both.passage)]
        });
        let others = [
            ("builder", &self.builder),
            ("compressor", &self.compressor),
            ("reranker", &self.reranker),
        ];
        let others = others.into_iter().filter_map(|(role, file)| Some((role, file.as_ref()?)));
        let all = [("language model", &self.language)].into_iter().chain(others);
        let all = all.chain([("embedder", &self.embedder)]).chain(encoders);
        all.map(|(role, file)| (role.to_owned(), file.name(), file.hash.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POCKET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");

    fn file(path: &str) -> ModelFile {
        ModelFile { path: path.into(), hash: String::new() }
    }

    #[test]
    fn models_that_write_text_are_taken_and_files_that_are_none_are_told() {
        let models = |builder: &str, compressor: &str| Models {
            language: file(POCKET),
            builder: Some(file(builder)),
            embedder: file(POCKET),
            encoders: None,
            reranker: None,
            compressor: Some(file(compressor)),
            threads: None,
        };
        assert_eq!(models(POCKET, POCKET).check(), Ok(()));
        let code = |models: Models| models.check().unwrap_err().code;
        assert_eq!(code(models("none.gguf", POCKET)), Code::ModelMissing);
        assert_eq!(
            code(models(POCKET, concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))),
            Code::ModelBroken
        );
    }

    #[test]
    fn a_model_that_writes_is_no_encoder() {
        let models = Models {
            language: file(POCKET),
            builder: None,
            embedder: file(POCKET),
            encoders: Some(Encoders { question: file(POCKET), passage: file(POCKET) }),
            reranker: None,
            compressor: None,
            threads: None,
        };
        let failure = models.check().unwrap_err();
        assert_eq!(failure.code, Code::ModelUnsupported);
        let told = failure.to_string();
        assert!(told.ends_with("Name an encoder with --question-encoder."), "{told}");
    }

    #[test]
    fn a_model_that_writes_nothing_is_told_with_its_option() {
        let failure = writes_nothing(&file("a.gguf"), "sum up", "--builder");
        assert_eq!(failure.code, Code::ModelUnsupported);
        assert_eq!(
            failure.to_string(),
            "a.gguf is an encoder, which writes no text, and so cannot sum up. Name another model \
             with --builder."
        );
    }
}
