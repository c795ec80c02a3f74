//! What methods answer with: loaded models, a sequence, stored results, and what was made from the
//! current documents.

use std::sync::Arc;

use hwdag::{Cutting, LanguageModel};
use model::{
    Bert, Kernels, LoadOptions, Reranker, Session, SessionOptions, States, StopSignal, Vectors,
    Weights,
};
use protocol::{Code, Failure};

use super::keys::ModelFacts;
use super::material::{ChunkedDocument, Material};
use super::models::{ComparisonModels, Encoders, ModelFile};
use super::prepared::{ByType, PreparedDocuments};
use super::progress::{Monitor, StepProgress};
use super::store::Store;

pub mod embeddings;
mod graphs;
mod search;

/// What methods answer with.
pub struct Context {
    /// What results depend on of the models.
    pub facts: ModelFacts,
    /// The model that answers.
    pub language: Arc<Weights>,
    /// The model that summarises.
    pub builder: Arc<Weights>,
    /// The model that measures what can be left out.
    pub compressor: Arc<Weights>,
    /// The sentence embedder.
    pub embedder: Bert,
    /// The encoders of questions and of passages.
    pub encoders: Option<(Bert, Bert)>,
    /// The cross-encoder.
    pub reranker: Option<Reranker>,
    /// The sequence that answers.
    pub session: Session,
    /// Why the answering model's attention cannot be read, if it cannot.
    pub blind: Option<Failure>,
    /// What earlier runs built and answered.
    pub store: Arc<Store>,
    /// The stop request and the progress, which all workers share.
    pub monitor: Monitor,
    /// The progress of what is being built.
    pub part: StepProgress,
    /// The current documents.
    pub material: Arc<Material>,
    /// What was made from them.
    pub prepared: PreparedDocuments,
    /// What methods keep from documents to documents.
    pub kept: ByType,
}

impl Context {
    /// Loads the models.
    ///
    /// # Errors
    ///
    /// If one of them is missing, damaged or of another kind, or memory does not suffice.
    pub fn new(
        models: &ComparisonModels,
        store: Arc<Store>,
        monitor: Monitor,
    ) -> Result<Self, Failure> {
        let options = LoadOptions { threads: models.threads, ..LoadOptions::default() };
        let language = Weights::load(&models.language.path, &options)?;
        let other = |file: &Option<ModelFile>| match file {
            Some(file) if file.hash != models.language.hash => Weights::load(&file.path, &options),
            _ => Ok(Arc::clone(&language)),
        };
        let (builder, compressor) = (other(&models.builder)?, other(&models.compressor)?);
        let trained = |file: &ModelFile| Bert::load_as(&file.path, &options, Vectors::AsTrained);
        let encoders = match &models.encoders {
            Some(Encoders { question, passage }) => Some((trained(question)?, trained(passage)?)),
            None => None,
        };
        if let Some((question, passage)) = &encoders {
            alike(question.dimension(), passage.dimension())?;
        }
        let reranker = |file: &ModelFile| Reranker::load(&file.path, &options);
        let reranker = models.reranker.as_ref().map(reranker).transpose()?;
        let embedder = Bert::load_as(&models.embedder.path, &options, Vectors::Normalised)?;
        // With nodes before the question, the state that one question leaves serves the next.
        let states = Some(States::new(store.folder().join("states"), &models.language.hash));
        let stop = monitor.stop.clone();
        let options = SessionOptions { stop, states, ..SessionOptions::default() };
        let (mut session, blind) = sequence(&language, options)?;
        hwdag::read_opening(&mut session)?;
        let hash =
            |file: &Option<ModelFile>| file.as_ref().unwrap_or(&models.language).hash.clone();
        let facts = ModelFacts {
            language: models.language.hash.clone(),
            builder: hash(&models.builder),
            compressor: hash(&models.compressor),
            embedder: models.embedder.hash.clone(),
            encoders: models.encoders.as_ref().map(Encoders::hashes),
            reranker: models.reranker.as_ref().map(|file| file.hash.clone()),
            sees: blind.is_none(),
            window: session.shape().window,
            confidence: language.info().confidence,
            building_window: builder.info().construction,
            overrides: store.building,
            edition: model::EDITION.into(),
            computed: model::built_with(),
        };
        Ok(Self {
            facts,
            language,
            builder,
            compressor,
            embedder,
            encoders,
            reranker,
            session,
            blind,
            store,
            part: StepProgress::new(monitor.clone()),
            monitor,
            material: Arc::default(),
            prepared: PreparedDocuments::default(),
            kept: ByType::default(),
        })
    }

    /// Cuts documents into chunks of the answering model, titles first.
    ///
    /// # Errors
    ///
    /// If the model's tokens do not reproduce the text.
    pub fn cut(&self, documents: &[(String, String)]) -> Result<Material, Failure> {
        let weights = &self.language;
        let key =
            Material::key_of(documents.iter().map(|(title, text)| (title.as_str(), text.as_str())));
        let (mut chunks, mut sources) = (Vec::new(), Vec::new());
        for (title, text) in documents {
            let first = chunks.len();
            let tokens = weights.tokenize(text)?;
            let bytes = |token| weights.bytes(token).to_vec();
            let pieces = hwdag::chunk(&tokens, bytes, text, Cutting::default())
                .map_err(|error| Failure::new(Code::ModelUnsupported, error.to_string()))?;
            for mut chunk in pieces {
                if !title.is_empty() {
                    let before = format!("{title}: ");
                    let mut tokens = weights.tokenize(&before)?;
                    tokens.append(&mut chunk.tokens);
                    chunk.tokens = tokens;
                    chunk.text = before + &chunk.text;
                }
                chunks.push(chunk);
            }
            sources.push(ChunkedDocument { text: text.clone(), chunks: first..chunks.len() });
        }
        Ok(Material { key, chunks, documents: sources })
    }

    /// Makes some documents the current ones, and forgets what was made from others.
    pub fn turn_to(&mut self, material: &Arc<Material>) {
        if self.material.key != material.key {
            self.material = Arc::clone(material);
            self.prepared = PreparedDocuments::default();
        }
    }

    /// Returns the stop request.
    pub fn stop(&self) -> StopSignal {
        self.monitor.stop.clone()
    }
}

/// Returns an empty sequence, and why its attention cannot be read, if so. A model without attention
/// can still answer by the methods that need none.
///
/// # Errors
///
/// If the model is unsupported or memory does not suffice.
pub fn sequence(
    weights: &Arc<Weights>,
    options: SessionOptions,
) -> Result<(Session, Option<Failure>), Failure> {
    match Session::new(weights, &options).map_err(Failure::from) {
        Err(failure) if failure.code == Code::ModelWithoutAttention => {
            let options = SessionOptions { kernels: Kernels::Unwatched, ..options };
            Ok((Session::new(weights, &options)?, Some(failure)))
        }
        session => Ok((session?, None)),
    }
}

/// Checks that the vectors of both encoders have the same length and can be compared.
fn alike(question: usize, passage: usize) -> Result<(), Failure> {
    let message = || {
        format!(
            "The two encoders do not match: one returns vectors of {question} numbers, the other \
             of {passage}. Choose two that match."
        )
    };
    match question == passage {
        true => Ok(()),
        false => Err(Failure::new(Code::BadRequest, message())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mismatched_encoders_are_rejected() {
        assert_eq!(alike(384, 384), Ok(()));
        let failure = alike(384, 768).unwrap_err();
        assert_eq!(failure.code, Code::BadRequest);
        assert!(failure.to_string().contains("384 numbers"), "{failure}");
    }
}
