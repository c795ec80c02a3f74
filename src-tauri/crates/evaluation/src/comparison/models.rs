//! The model files that take part.

use std::path::{Path, PathBuf};

use model::Stop;
use protocol::Failure;

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
    /// Tells what can be left out; the answering one, if there is no other.
    pub compressor: Option<ModelFile>,
    /// Threads that each worker may use; as many as there are, if none is named.
    pub threads: Option<usize>,
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
    /// What each is for, its file's name and its SHA-256.
    pub fn named(&self) -> Vec<(String, String, String)> {
        let encoders = self.encoders.iter().flat_map(|both| {
            [("question encoder", &both.question), ("passage encoder", &both.passage)]
        });
        let others = [("builder", &self.builder), ("compressor", &self.compressor)];
        let others = others.into_iter().filter_map(|(role, file)| Some((role, file.as_ref()?)));
        let all = [("language model", &self.language)].into_iter().chain(others);
        let all = all.chain([("embedder", &self.embedder)]).chain(encoders);
        all.map(|(role, file)| (role.to_owned(), file.name(), file.hash.clone())).collect()
    }
}
