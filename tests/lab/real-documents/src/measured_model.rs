//! What is measured: a model, the tales, and the library in which they are built.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use hwdag::{Calibration, Chunk, Cutting, Graph};
use model::{LoadOptions, Session, SessionOptions, StopSignal, Weights};
use protocol::{Code, Failure, ModelTrial, VerdictsTrial};

use super::arguments::RealDocuments;
use super::library::EvaluationLibrary;
use super::tales::Tales;
use evaluation::comparison::ModelFile;
use report::cases::Cases;

/// A model with everything that is measured of it.
pub struct MeasuredModel<'a> {
    /// The arguments of the measurement.
    pub arguments: &'a RealDocuments,
    /// The model's file.
    pub model: ModelFile,
    /// The folder for the results of this model.
    pub folder: PathBuf,
    /// The tales and their questions.
    pub tales: Tales,
    library: Option<EvaluationLibrary>,
    weights: Option<Arc<Weights>>,
}

impl<'a> MeasuredModel<'a> {
    /// Finds the model and reads the tales.
    pub fn new(arguments: &'a RealDocuments) -> Result<Self, Failure> {
        let model = ModelFile::new(&engine::model_file(&arguments.model)?, &StopSignal::default())?;
        let folder = arguments.folder.join(&model.hash);
        let RealDocuments { corpus, tales, questions, .. } = arguments;
        let tales = Tales::read(corpus, *tales, *questions)?;
        if arguments.fresh && folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| report::file_failure(&folder, &error))?;
        }
        fs::create_dir_all(&folder).map_err(|error| report::file_failure(&folder, &error))?;
        Ok(Self { arguments, model, folder, tales, library: None, weights: None })
    }

    /// Returns the cases of a part that were measured so far.
    pub fn kept(&self, part: &str) -> Result<Cases, Failure> {
        Cases::open(&self.folder, part)
    }

    /// Returns the product's library.
    pub fn library(&mut self) -> Result<&mut EvaluationLibrary, Failure> {
        if self.library.is_none() {
            let library = self.folder.join("library");
            self.library = Some(EvaluationLibrary::open(&library, &self.model.path)?);
        }
        let missing = || Failure::new(Code::Internal, "The library is missing.");
        self.library.as_mut().ok_or_else(missing)
    }

    /// Returns the model's weights, without the product.
    pub fn weights(&mut self) -> Result<Arc<Weights>, Failure> {
        if let Some(weights) = &self.weights {
            return Ok(Arc::clone(weights));
        }
        let weights = Weights::load(&self.model.path, &LoadOptions::default())?;
        self.weights = Some(Arc::clone(&weights));
        Ok(weights)
    }

    /// Returns what a trial has shown of the model.
    pub fn trial(&mut self) -> Result<ModelTrial, Failure> {
        let weights = self.weights()?;
        let stands_for_itself = weights.info().demonstration || weights.info().without_trial;
        self.library()?.trial(stands_for_itself)
    }

    /// Returns the product's correction of p_yes.
    pub fn calibration(&mut self) -> Result<Calibration, Failure> {
        let verdicts = self.trial()?.verdicts;
        Ok(verdicts.map_or_else(Calibration::default, |found| {
            let VerdictsTrial { bias, scale, .. } = found;
            Calibration { bias, scale }
        }))
    }

    /// Returns an empty sequence of the model.
    pub fn session(&mut self) -> Result<Session, Failure> {
        Ok(Session::new(&self.weights()?, &SessionOptions::default())?)
    }

    /// Returns the chunks of every tale.
    pub fn chunks(&mut self) -> Result<Vec<Vec<Chunk>>, Failure> {
        let weights = self.weights()?;
        let cut = |text: &str| -> Result<Vec<Chunk>, Failure> {
            let tokens = weights.tokenize(text)?;
            let bytes = |token| weights.bytes(token).to_vec();
            hwdag::chunk(&tokens, bytes, text, Cutting::default())
                .map_err(|error| Failure::new(Code::ModelUnsupported, error.to_string()))
        };
        self.tales.tales.iter().map(|tale| cut(&tale.text)).collect()
    }
}

/// Returns a graph of only these chunks, in this order.
pub fn shown(chunks: &[Chunk], places: &[usize]) -> Graph {
    Graph::new(places.iter().map(|&place| chunks[place].clone()).collect())
}
