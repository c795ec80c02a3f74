//! Writes questions about entities, each of which one sentence of the text answers. They are written when a user first
//! asks for them, a few sentences at a time, and stored.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use hwdag::question_generation::{AskedAbout, GeneratedPair, GeneratedPairs, write_pairs};
use library::{NewPairs, StoredPair};
use model::{Session, SessionOptions, StopSignal, Weights};
use protocol::{
    DocumentId, EntityCost, Event, Failure, Importance, JobId, Outcome, Progress, ProgressCount,
    Role, Stage,
};

use crate::engine::Engine;
use crate::entities::chunk_weights::requested_graph;
use crate::entities::document_names::EntityRequest;
use crate::entities::find::named_entity;
use crate::entities::importance::importances;
use crate::entities::list::list;
use crate::entities::sentence_index::SentenceIndex;
use crate::error::{JobError, failure, go_on};
use crate::jobs::client::{Client, Meanwhile};

/// τ2: the number of sentences about an entity from which the model writes questions, if questions about all are
/// wanted.
const MICRO_FROM: usize = 8;
/// The number of sentences shown to the model at once.
const SHOWN: usize = 6;
/// The probability of Yes above which a sentence answers a question that the model wrote. A user's question requires
/// more.
const LIKELY: f64 = 0.5;
/// The maximum number of tokens shown and written.
const WINDOW: usize = 1024;

/// Returns the name by which the model is asked about an entity, and the sentences about it that the model was not
/// shown.
fn unshown<'a>(
    index: &'a SentenceIndex,
    entity: usize,
    shown: &HashSet<(String, u32)>,
) -> (&'a str, Vec<usize>) {
    let name = index.entities.entities[entity].name.as_str();
    let is_new = |&at: &usize| !shown.contains(&(name.to_owned(), index.sentences[at].range.start));
    (name, index.about(entity).filter(is_new).collect())
}

/// The owner of stored questions.
pub(crate) struct StoredFor<'a> {
    pub document: DocumentId,
    pub model_hash: &'a str,
    /// The name by which the model is asked.
    pub name: &'a str,
}

impl Engine {
    /// Writes questions about one entity, or about all important ones, and lists that entity.
    pub(crate) fn write_pairs(
        &mut self,
        job: JobId,
        document: DocumentId,
        name: Option<&str>,
        client: &mut dyn Client,
    ) -> Result<Outcome, JobError> {
        let weights = self.language_for(Role::Building, &[document])?;
        self.write_pairs_with(job, (document, name), &weights, client)?;
        let wanted = EntityRequest { document, name, until: None };
        Ok(Outcome::Entities(list(self.access.read()?, &self.names, &wanted)?))
    }

    /// Writes questions with this model. If it is stopped, questions already written are kept.
    pub(crate) fn write_pairs_with(
        &mut self,
        job: JobId,
        (document, name): (DocumentId, Option<&str>),
        weights: &Arc<Weights>,
        client: &mut dyn Client,
    ) -> Result<(), JobError> {
        let hash = self.models.hash(&weights.info().path, &mut self.access)?;
        let library = self.access.read()?;
        let title = library.document(document)?.summary.title;
        let wanted = EntityRequest { document, name, until: None };
        let named = self.names.read(library, &wanted)?;
        let entities: Vec<usize> = match name {
            Some(name) => vec![named_entity(&named.read.entities, &wanted, name)?],
            None => {
                let graph = requested_graph(library, &wanted)?;
                let importances = importances(graph.as_ref(), &named);
                let matters = |&at: &usize| importances[at] >= Importance::Relevant;
                // Questions are about names, not about dates.
                (0..named.read.entities.len()).filter(matters).collect()
            }
        };
        let shown = library.pairs(document, &hash)?.shown;
        let index = Arc::clone(named.index());
        let says_enough =
            |&at: &usize| name.is_some() || index.about(at).take(MICRO_FROM).count() == MICRO_FROM;
        let all: Vec<(&str, Vec<usize>)> = entities
            .into_iter()
            .filter(says_enough)
            .map(|entity| unshown(&index, entity, &shown))
            .collect();
        let total: usize = all.iter().map(|(_, sentences)| sentences.len()).sum();
        if total == 0 {
            return Ok(());
        }
        let mut writer = PairWriter::new(weights, client.stop(job))?;
        let (begun, mut done) = (Instant::now(), 0);
        for (name, sentences) in &all {
            let kept_for = StoredFor { document, model_hash: &hash, name };
            writer.write(&index, name, sentences, |group| -> Result<(), JobError> {
                self.save_pairs(&kept_for, &index, &group)?;
                done += group.shown.len();
                let count = ProgressCount { done, all: total };
                let progress = Progress::counted(
                    (document, &title),
                    Stage::Questioning,
                    count,
                    begun.elapsed(),
                );
                go_on(client.report(job, Event::Progress(progress)))?;
                self.serve_meanwhile(Meanwhile::Building(document), client);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Stores what the model wrote about some sentences.
    pub(crate) fn save_pairs(
        &mut self,
        kept_for: &StoredFor<'_>,
        index: &SentenceIndex,
        group: &WrittenGroup<'_>,
    ) -> Result<(), Failure> {
        let &StoredFor { document, model_hash, name } = kept_for;
        let shown: Vec<u32> =
            group.shown.iter().map(|&at| index.sentences[at].range.start).collect();
        let pair = |(at, pair): &(usize, GeneratedPair)| StoredPair {
            name: name.to_owned(),
            sentence: index.sentences[*at].range.clone(),
            question: pair.question.clone(),
            answer: pair.answer.clone(),
            attention: pair.attention,
        };
        let pairs: Vec<StoredPair> = group.pairs.iter().map(pair).collect();
        let new =
            NewPairs { document, model_hash, name, shown: &shown, pairs: &pairs, cost: group.cost };
        Ok(self.access.write()?.save_pairs(&new)?)
    }
}

/// A model that writes questions about sentences.
pub struct PairWriter {
    session: Session,
}

/// A model's output about a few sentences of a text.
pub struct WrittenGroup<'a> {
    /// The numbers of the sentences shown.
    pub shown: &'a [usize],
    /// The pairs, each with the number of the sentence that states its answer.
    pub pairs: Vec<(usize, GeneratedPair)>,
    /// The cost.
    pub cost: EntityCost,
}

impl PairWriter {
    /// Creates a writer with its own memory.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new(weights: &Arc<Weights>, stop: StopSignal) -> Result<Self, Failure> {
        let window = WINDOW.min(weights.info().search);
        let options = SessionOptions { window: Some(window), stop, ..SessionOptions::default() };
        let session = Session::new(weights, &options)?;
        Ok(Self { session })
    }

    /// Writes questions about an entity that sentences of a text answer, a few sentences at a time, and passes each
    /// group to `take`. A sentence that is too long even alone is skipped.
    ///
    /// # Errors
    ///
    /// If the model fails or was stopped, or `take` fails.
    pub fn write<E: From<Failure>>(
        &mut self,
        index: &SentenceIndex,
        name: &str,
        sentences: &[usize],
        mut take: impl FnMut(WrittenGroup<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut left = sentences;
        while !left.is_empty() {
            let (begun, first) = (Instant::now(), &left[..left.len().min(SHOWN)]);
            let texts: Vec<&str> = first.iter().map(|&at| index.text(at)).collect();
            let asked = AskedAbout { name, sentences: &texts, confidence: LIKELY };
            let mut poll = || ControlFlow::Continue(());
            let found = match write_pairs(&mut self.session, &asked, &mut poll) {
                Err(hwdag::Error::WindowFull { .. }) => {
                    GeneratedPairs { shown: 1, ..GeneratedPairs::default() }
                }
                found => found.map_err(failure)?,
            };
            let (shown, rest) = left.split_at(found.shown);
            let pairs = found.pairs.into_iter().map(|pair| (shown[pair.sentence], pair));
            let cost = EntityCost {
                tokens_evaluated: found.evaluated,
                flops: found.flops,
                seconds: begun.elapsed().as_secs_f64(),
            };
            take(WrittenGroup { shown, pairs: pairs.collect(), cost })?;
            left = rest;
        }
        Ok(())
    }
}
