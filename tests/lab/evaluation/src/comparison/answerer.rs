//! The models, and how each method answers with them.

use std::sync::Arc;
use std::time::Instant;

use hwdag::Cutting;
use model::{
    Bert, Kernels, LoadOptions, Reranker, Session, SessionOptions, States, StopSignal, Vectors,
    Weights,
};
use protocol::{Code, Failure};

use self::made::Recent;
use super::answer_record::{AnswerRecord, ConstructionCost, QuestionOutcome, ShownNode};
use super::models::{ComparisonModels, Encoders, ModelFile};
use super::progress::{Monitor, StepProgress};
use super::{
    ChunkedDocument, Embedded, Material, Method, NameSearchOptions, PassageCount, Store,
    WalkOptions,
};

mod keys;
mod made;
mod naming;
mod walking;

/// The most chunks that are recorded as evidence.
pub(super) const EVIDENCE: usize = 10;
/// What was built from some documents for a method.
#[derive(Debug, Clone, Copy)]
pub struct Prepared {
    /// Its nodes, chunks included.
    pub nodes: usize,
    /// What it took.
    pub built: ConstructionCost,
}

/// A loaded model and the SHA-256 of its file.
pub(super) struct HashedModel<T> {
    pub model: T,
    pub hash: String,
}

/// Loaded models, a sequence to answer with, and stored results.
pub struct Answerer {
    pub(super) language: HashedModel<Arc<Weights>>,
    pub(super) builder: HashedModel<Arc<Weights>>,
    pub(super) compressor: HashedModel<Arc<Weights>>,
    pub(super) embedder: HashedModel<Bert>,
    encoders: Option<(HashedModel<Bert>, HashedModel<Bert>)>,
    reranker: Option<HashedModel<Reranker>>,
    session: Session,
    /// Why the answering model's attention cannot be read, if it cannot.
    pub(super) blind: Option<Failure>,
    /// The sequence that measures what can be left out, created when first needed.
    pub(super) compressing: Option<Session>,
    pub(super) store: Arc<Store>,
    pub(super) stop: StopSignal,
    pub(super) monitor: Monitor,
    /// What is being built.
    pub(super) part: StepProgress,
    /// The weight of embedding all chunks, relative to building something from them.
    pub(super) embedding: f64,
    /// Question pairs that the model wrote about sentences.
    pub(super) pairs: naming::KnownPairs,
    /// Questions that are asked at once.
    pub(super) jobs: usize,
    pub(super) recent: Recent,
}

impl Answerer {
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
        let stop = monitor.stop.clone();
        let options = LoadOptions { threads: models.threads, ..LoadOptions::default() };
        let language = loaded(&models.language, &options)?;
        let other = |file: &Option<ModelFile>| match file {
            Some(file) if file.hash != language.hash => loaded(file, &options),
            _ => {
                Ok(HashedModel { model: Arc::clone(&language.model), hash: language.hash.clone() })
            }
        };
        let (builder, compressor) = (other(&models.builder)?, other(&models.compressor)?);
        let bert = |file: &ModelFile, vectors: Vectors| -> Result<_, Failure> {
            let model = Bert::load_as(&file.path, &options, vectors)?;
            Ok(HashedModel { model, hash: file.hash.clone() })
        };
        let trained = |file: &ModelFile| bert(file, Vectors::AsTrained);
        let encoders = match &models.encoders {
            Some(Encoders { question, passage }) => Some((trained(question)?, trained(passage)?)),
            None => None,
        };
        if let Some((question, passage)) = &encoders {
            alike(question.model.dimension(), passage.model.dimension())?;
        }
        let reranker = |file: &ModelFile| -> Result<_, Failure> {
            let model = Reranker::load(&file.path, &options)?;
            Ok(HashedModel { model, hash: file.hash.clone() })
        };
        let reranker = models.reranker.as_ref().map(reranker).transpose()?;
        let embedder = bert(&models.embedder, Vectors::Normalised)?;
        // With nodes before the question, the state that one question leaves serves the next.
        let states = Some(States::new(store.folder().join("states"), &language.hash));
        let options = SessionOptions { stop: stop.clone(), states, ..SessionOptions::default() };
        let (mut session, blind) = session(&language.model, options)?;
        hwdag::read_opening(&mut session)?;
        Ok(Self {
            language,
            builder,
            compressor,
            embedder,
            encoders,
            reranker,
            session,
            blind,
            compressing: None,
            store,
            stop,
            part: StepProgress::new(monitor.clone()),
            embedding: models.embedding(),
            monitor,
            pairs: naming::KnownPairs::default(),
            jobs: 1,
            recent: Recent::default(),
        })
    }

    /// Cuts documents into chunks of the answering model, titles first.
    ///
    /// # Errors
    ///
    /// If the model's tokens do not reproduce the text.
    pub fn material(&self, documents: &[(String, String)]) -> Result<Material, Failure> {
        let weights = &self.language.model;
        let key =
            Material::key_of(documents.iter().map(|(title, text)| (title.as_str(), text.as_str())));
        let (mut chunks, mut sources) = (Vec::new(), Vec::new());
        for (title, text) in documents {
            let first = chunks.len();
            let tokens = weights.tokenize(text)?;
            let bytes = |token| weights.bytes(token).to_vec();
            let cut = hwdag::chunk(&tokens, bytes, text, Cutting::default())
                .map_err(|error| Failure::new(Code::ModelUnsupported, error.to_string()))?;
            for mut chunk in cut {
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

    /// Answers a question by a method, or returns the stored answer; and whether it was stored.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`].
    pub fn answer(
        &mut self,
        method: &Method,
        material: &Material,
        question: &str,
    ) -> Result<(QuestionOutcome, bool), Failure> {
        self.turn_to(material);
        let key = self.answer_key(method, material, question)?;
        if let Some(outcome) = self.kept(&key) {
            self.monitor.keep();
            return Ok((outcome, true));
        }
        // What was built is read once, for the first question, so the answer's time does not include
        // it.
        let prepared = self.ready(method, material);
        let begun = Instant::now();
        let answered = prepared.and_then(|_| self.compute_answer(method, material, question));
        let mut outcome = match answered {
            Err(failure) => QuestionOutcome::NotRun(cannot(&failure).ok_or(failure)?.into()),
            outcome => outcome?,
        };
        if let QuestionOutcome::Answered(given) = &mut outcome {
            given.seconds += begun.elapsed().as_secs_f64();
            given.jobs = self.jobs;
        }
        self.store.put_answer(&key, &outcome)?;
        Ok((outcome, false))
    }

    /// Returns whether the answer to a question by a method is stored.
    ///
    /// # Errors
    ///
    /// As [`Answerer::answer`].
    pub(super) fn is_answered(
        &mut self,
        method: &Method,
        material: &Material,
        question: &str,
    ) -> Result<bool, Failure> {
        let key = self.answer_key(method, material, question)?;
        Ok(self.kept(&key).is_some())
    }

    /// Returns the outcome stored under a key. One without attention is determined again: that takes no
    /// time, and an earlier Pecan needed attention for more.
    fn kept(&self, key: &str) -> Option<QuestionOutcome> {
        self.store
            .answer(key)
            .filter(|outcome| *outcome != QuestionOutcome::NotRun("attention".into()))
    }

    /// Returns a method's choice for a question, whether or not it fits a window. Nothing is answered.
    ///
    /// # Errors
    ///
    /// As [`Answerer::answer`].
    pub fn chosen(
        &mut self,
        method: &Method,
        material: &Material,
        question: &str,
    ) -> Result<QuestionOutcome, Failure> {
        let Method::Passages { by, count } = method else {
            return Ok(QuestionOutcome::NotRun("it chooses no passages".into()));
        };
        self.turn_to(material);
        let mut chunks = self.ranked(*by, material, question)?;
        chunks.truncate(fixed(*count)?);
        let seen = |chunk| ShownNode { level: 1, node: Some(chunk), p_yes: None };
        let wanted = Some(chunks.len());
        let shown = chunks.into_iter().map(seen).collect();
        Ok(QuestionOutcome::Answered(AnswerRecord { shown, wanted, ..AnswerRecord::default() }))
    }

    fn compute_answer(
        &mut self,
        method: &Method,
        material: &Material,
        question: &str,
    ) -> Result<QuestionOutcome, Failure> {
        match method {
            Method::Walk(walk) => self.walk(walk, material, question),
            Method::Names(names) => self.names(*names, material, question),
            Method::Passages { by, count } => {
                let mut chunks = self.ranked(*by, material, question)?;
                chunks.truncate(fixed(*count)?);
                self.answer_from_chunks(question, material, &chunks)
            }
            Method::Whole => {
                let chunks: Vec<usize> = (0..material.chunks.len()).collect();
                if !self.fits(question, &material.graph())? {
                    return Ok(QuestionOutcome::NotRun("window".into()));
                }
                self.answer_from_chunks(question, material, &chunks)
            }
            Method::Closed => self.answer_from_chunks(question, material, &[]),
            Method::RaptorTree { count } => self.raptor_tree(fixed(*count)?, material, question),
            Method::RaptorCollapsed { count } => {
                self.raptor_collapsed(fixed(*count)?, material, question)
            }
            Method::MemWalker => self.mem_walker(material, question),
            Method::Compressed { tokens } => self.compressed(*tokens, material, question),
        }
    }

    /// Builds what a method needs from some documents, and describes it and its cost. Returns nothing
    /// for a method that needs only chunks.
    ///
    /// # Errors
    ///
    /// If a model fails or what was built cannot be stored; [`Code::Stopped`].
    pub fn prepare(
        &mut self,
        method: &Method,
        material: &Material,
    ) -> Result<Option<Prepared>, Failure> {
        match method {
            Method::Walk(walk) => self.prepared_graph(material, walk.tree).map(Some),
            Method::Names(NameSearchOptions { both: true, .. }) => {
                self.prepared_graph(material, false).map(Some)
            }
            Method::MemWalker => self.prepared_graph(material, true).map(Some),
            Method::RaptorTree { .. } | Method::RaptorCollapsed { .. } => {
                let (tree, built) = self.raptor(material)?;
                Ok(Some(Prepared { nodes: tree.nodes(), built }))
            }
            Method::Names(NameSearchOptions { both: false, .. })
            | Method::Passages { .. }
            | Method::Compressed { .. }
            | Method::Whole
            | Method::Closed => Ok(None),
        }
    }

    fn prepared_graph(&mut self, material: &Material, tree: bool) -> Result<Prepared, Failure> {
        let (graph, built) = self.graph(material, tree)?;
        self.searchable(material, tree)?;
        Ok(Prepared { nodes: graph.nodes().len(), built })
    }

    /// Embeds a part of some documents.
    ///
    /// # Errors
    ///
    /// As [`Answerer::prepare`].
    pub fn embed(&mut self, what: Embedded, material: &Material) -> Result<(), Failure> {
        match what {
            Embedded::Chunks => self.chunk_vectors(material),
            Embedded::Passages => self.dual_vectors(material),
            Embedded::Points { tree } => {
                let graph = self.searchable(material, tree)?;
                self.node_vectors(material, &graph, tree)
            }
        }
        .map(|_| ())
    }

    /// Builds and embeds what a method needs from some documents.
    fn ready(&mut self, method: &Method, material: &Material) -> Result<(), Failure> {
        self.prepare(method, material)?;
        method.embedded().into_iter().try_for_each(|what| self.embed(what, material))
    }

    /// Returns the texts that an answer was given from, in the order shown, and those of the chunks
    /// that it cites.
    ///
    /// # Errors
    ///
    /// As [`Answerer::prepare`].
    pub fn texts(
        &mut self,
        method: &Method,
        material: &Material,
        given: &AnswerRecord,
    ) -> Result<(Vec<String>, Vec<String>), Failure> {
        if let Method::Compressed { .. } = method {
            return Ok(given.parts());
        }
        if let Method::Names(_) = method {
            return Ok((given.texts.clone(), given.cited.clone()));
        }
        let nodes: Vec<usize> = given.shown.iter().filter_map(|seen| seen.node).collect();
        let chunks: Vec<usize> = given.evidence.iter().map(|(chunk, _)| *chunk).collect();
        let chunk = |chunk: usize| material.chunks.get(chunk).map(|chunk| chunk.text.clone());
        let cited = named(&chunks, chunk)?;
        let shown = match method {
            Method::Walk(WalkOptions { tree, .. }) => {
                let graph = self.searchable(material, *tree)?;
                named(&nodes, |node| graph.nodes().get(node).map(|node| node.text.clone()))?
            }
            Method::MemWalker => {
                let graph = self.searchable(material, true)?;
                named(&nodes, |node| graph.nodes().get(node).map(|node| node.text.clone()))?
            }
            Method::RaptorTree { .. } | Method::RaptorCollapsed { .. } => {
                let (tree, _) = self.raptor(material)?;
                let text = |node| tree.text(node, material).to_owned();
                named(&nodes, |node| (node < tree.nodes()).then(|| text(node)))?
            }
            _ => named(&nodes, chunk)?,
        };
        Ok((shown, cited))
    }

    /// Returns whether the answering model's attention can be read.
    fn sees(&self) -> bool {
        self.blind.is_none()
    }

    /// Returns the sequence that answers.
    pub(super) fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Returns the sentence embedder.
    pub(super) fn embedder(&mut self) -> &mut Bert {
        &mut self.embedder.model
    }

    /// Returns the encoder of questions.
    pub(super) fn question_encoder(&mut self) -> Result<&mut Bert, Failure> {
        let (question, _) = self.encoders.as_mut().ok_or_else(no_encoders)?;
        Ok(&mut question.model)
    }
}

/// Returns an empty sequence, and why its attention cannot be read, if so. A model without attention
/// can still answer by the methods that need none.
pub(super) fn session(
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

/// Returns the texts of nodes by number. A stored answer may name nodes that another graph lacks.
fn named(nodes: &[usize], text: impl Fn(usize) -> Option<String>) -> Result<Vec<String>, Failure> {
    let unknown = || {
        let message = "A stored answer refers to a missing passage. Choose another folder with \
                       --cache, or remove the folder that was used.";
        Failure::new(Code::Internal, message)
    };
    nodes.iter().map(|&node| text(node).ok_or_else(unknown)).collect()
}

fn loaded(file: &ModelFile, options: &LoadOptions) -> Result<HashedModel<Arc<Weights>>, Failure> {
    Ok(HashedModel { model: Weights::load(&file.path, options)?, hash: file.hash.clone() })
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

/// Returns why a method cannot run with this model, if the failure says only that.
pub(super) fn cannot(failure: &Failure) -> Option<&'static str> {
    match failure.code {
        Code::WindowFull => Some("window"),
        Code::ModelWithoutAttention => Some("attention"),
        _ => None,
    }
}

/// Returns the count, if it is known.
pub(super) fn fixed(count: PassageCount) -> Result<usize, Failure> {
    match count {
        PassageCount::Fixed(count) => Ok(count),
        PassageCount::Matched => {
            Err(Failure::new(Code::Internal, "The number to match was not determined."))
        }
    }
}

/// The failure that someone asked to stop.
pub fn stopped() -> Failure {
    Failure::new(
        Code::Stopped,
        "Stopped. Everything that was built and answered is kept. Run the same command to \
         continue.",
    )
}

pub(super) fn no_reranker() -> Failure {
    let message = "Re-ranking needs a cross-encoder. Name one with --reranker.";
    Failure::new(Code::BadRequest, message)
}

/// The failure that a dual encoder is to choose passages and none was named.
pub(super) fn no_encoders() -> Failure {
    let message = "The method dual needs two models. Name them with --question-encoder and \
                   --passage-encoder.";
    Failure::new(Code::BadRequest, message)
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

    #[test]
    fn missing_numbers_are_rejected() {
        let text = |node: usize| (node < 2).then(|| node.to_string());
        assert_eq!(named(&[1, 0], text).unwrap(), ["1", "0"]);
        assert!(named(&[1, 2], text).is_err());
    }
}
