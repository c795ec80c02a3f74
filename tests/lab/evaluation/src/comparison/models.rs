//! The model files that take part.

use std::path::{Path, PathBuf};

use model::StopSignal;
use protocol::{Code, Failure};

/// A model file and its identity.
#[derive(Debug, Clone)]
pub struct ModelFile {
    /// Its path.
    pub path: PathBuf,
    /// Its SHA-256.
    pub hash: String,
}

impl ModelFile {
    /// Reads a model file once to identify it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or someone asked to stop.
    pub fn new(path: &Path, stop: &StopSignal) -> Result<Self, Failure> {
        Ok(Self { path: path.to_path_buf(), hash: model::hash_file(path, stop)? })
    }

    /// Returns the file's name.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// All models that take part.
#[derive(Debug, Clone)]
pub struct ComparisonModels {
    /// The model that answers.
    pub language: ModelFile,
    /// The model that summarises, if it is not the answering one.
    pub builder: Option<ModelFile>,
    /// The sentence embedder.
    pub embedder: ModelFile,
    /// The encoders that compare questions with passages.
    pub encoders: Option<Encoders>,
    /// The model that orders the sentences found, if any.
    pub reranker: Option<ModelFile>,
    /// The model that measures what can be left out, if it is not the answering one.
    pub compressor: Option<ModelFile>,
    /// The threads that each worker may use. The default is an equal part of the machine's.
    pub threads: Option<usize>,
}

/// The failure that a model cannot do what it is named for.
fn writes_nothing(file: &ModelFile, task: &str, option: &str) -> Failure {
    let message = format!(
        "{} is an encoder, which does not write text, so it cannot {task}. Name another model with \
         {option}.",
        file.path.display()
    );
    Failure::new(Code::ModelUnsupported, message)
}

/// The failure that a model writes text and is no encoder.
fn no_encoder(file: &ModelFile, option: &str) -> Failure {
    let message = format!(
        "{} writes text, so it cannot compare questions with passages. Name an encoder with \
         {option}.",
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

impl Encoders {
    /// Returns the SHA-256 of both, that of the questions' first.
    pub fn hashes(&self) -> [String; 2] {
        [self.question.hash.clone(), self.passage.hash.clone()]
    }
}

impl ComparisonModels {
    /// Checks that each model can do its task, as far as its file's header says.
    ///
    /// # Errors
    ///
    /// If a file is missing or damaged, or holds a model that writes no text for a task that needs one,
    /// or a model that writes text for the task of an encoder.
    pub fn check(&self) -> Result<(), Failure> {
        let needed = [
            (Some(&self.language), "answer", "--model"),
            (self.builder.as_ref(), "summarise", "--builder"),
            (self.compressor.as_ref(), "find what can be left out", "--compressor"),
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

    /// Returns the approximate cost of embedding chunks, relative to summarising them. A token costs in
    /// proportion to a model's size, and summarising processes more tokens: with the demonstration
    /// model, five times as many.
    pub fn embedding(&self) -> f64 {
        let bytes = |file: &ModelFile| file.path.metadata().map_or(1, |about| about.len().max(1));
        let builder = self.builder.as_ref().unwrap_or(&self.language);
        (0.2 * bytes(&self.embedder) as f64 / bytes(builder) as f64).clamp(0.01, 10.0)
    }

    /// Returns each model's role, its file's name and its SHA-256.
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

    const POCKET: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src-tauri/crates/pocket/pocket.gguf");

    fn file(path: &str) -> ModelFile {
        ModelFile { path: path.into(), hash: String::new() }
    }

    #[test]
    fn text_models_are_accepted_and_other_files_rejected() {
        let models = |builder: &str, compressor: &str| ComparisonModels {
            language: file(POCKET),
            builder: Some(file(builder)),
            embedder: file(POCKET),
            encoders: None,
            reranker: None,
            compressor: Some(file(compressor)),
            threads: None,
        };
        assert_eq!(models(POCKET, POCKET).check(), Ok(()));
        let code = |models: ComparisonModels| models.check().unwrap_err().code;
        assert_eq!(code(models("none.gguf", POCKET)), Code::ModelMissing);
        assert_eq!(
            code(models(POCKET, concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))),
            Code::ModelBroken
        );
    }

    #[test]
    fn a_model_that_writes_is_no_encoder() {
        let models = ComparisonModels {
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
        let text = failure.to_string();
        assert!(text.ends_with("Name an encoder with --question-encoder."), "{text}");
    }

    #[test]
    fn a_model_that_writes_nothing_is_reported_with_its_option() {
        let failure = writes_nothing(&file("a.gguf"), "summarise", "--builder");
        assert_eq!(failure.code, Code::ModelUnsupported);
        assert_eq!(
            failure.to_string(),
            "a.gguf is an encoder, which does not write text, so it cannot summarise. Name another \
             model with --builder."
        );
    }
}
