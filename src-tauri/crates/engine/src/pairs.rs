//! Questions about somebody, each with its answer, of three grains (MKRAG's multi-grained pairs). What a text says of
//! them altogether (macro), and what it says of one kind (feature), is quoted. Questions about one sentence (micro) a model
//! writes, when somebody first asks for them, and they are kept.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use entities::StatementKind;
use library::{Library, NewPairs, StoredPair};
use model::{Session, SessionOptions, Stop, Weights};
use protocol::{
    DocumentId, EntityCost, Event, Failure, Grain, Importance, JobId, Outcome, Pair, Progress,
    Role, Stage,
};

use crate::build::failure;
use crate::entities::{Named, Wanted, fact_kind, find, list, unknown};
use crate::entity_search::{MicroPair, on_one_line};
use crate::graphs::Places;
use crate::importance::importances;
use crate::language::may_be_english;
use crate::name_description::description;
use crate::sentence_index::SentenceIndex;
use crate::{Client, Ended, Engine, Meanwhile, go_on};

/// τ1: so many sentences about somebody are also put together by what they say.
const FEATURE_FROM: usize = 3;
/// τ2: about somebody with so many sentences the model writes questions, where all are asked about.
const MICRO_FROM: usize = 8;
/// Sentences of one kind that are put together, at most; of more there are several pairs.
const TOGETHER: usize = 6;
/// Sentences that the model is shown at once.
const SHOWN: usize = 6;
/// The probability of Yes above which a sentence answers a question that the model wrote. Whoever asks something wants to be
/// surer.
const LIKELY: f64 = 0.5;
/// Tokens of what it is shown and what it writes, at most.
const WINDOW: usize = 1024;

/// What the text says of somebody, altogether or of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CoarsePair {
    pub grain: Grain,
    pub kind: Option<StatementKind>,
    pub question: String,
    /// The sentences that are its answer.
    pub sentences: Vec<usize>,
}

/// The macro pair of somebody, and the feature pairs if the text says enough of them.
pub(crate) fn coarse_pairs(index: &SentenceIndex, entity: usize) -> Vec<CoarsePair> {
    let about: Vec<usize> = index.about(entity).collect();
    if about.is_empty() || !may_be_english(index.whole()) {
        return Vec::new();
    }
    let one = &index.entities.entities[entity];
    let name = on_one_line(one.title());
    let is_somebody = one.kind.is_none_or(|kind| kind == entities::Kind::Person);
    let mut described = description(index, entity);
    if described.is_empty() {
        described = about.iter().copied().take(FEATURE_FROM - 1).collect();
    }
    let question = format!("{} is {name}?", if is_somebody { "Who" } else { "What" });
    let whole = CoarsePair { grain: Grain::Macro, kind: None, question, sentences: described };
    let mut pairs = vec![whole];
    if about.len() < FEATURE_FROM {
        return pairs;
    }
    let kinds = [
        (StatementKind::Attribute, format!("What is {name} like?")),
        (StatementKind::Relation, format!("How is {name} related to others?")),
        (StatementKind::Event, format!("What happens to {name}?")),
    ];
    for (kind, question) in kinds {
        for sentences in of_kind(index, entity, kind).chunks(TOGETHER) {
            pairs.push(CoarsePair {
                grain: Grain::Feature,
                kind: Some(kind),
                question: question.clone(),
                sentences: sentences.to_vec(),
            });
        }
    }
    pairs
}

/// The sentences that say something of one kind about somebody.
fn of_kind(index: &SentenceIndex, entity: usize, kind: StatementKind) -> Vec<usize> {
    let statements = index.entities.statements.iter();
    let own = statements.filter(|one| one.kind == kind && one.entities.contains(&entity));
    let mut found: Vec<usize> =
        own.map(|statement| index.sentence_at(statement.sentence.start)).collect();
    found.dedup();
    found
}

/// The name by which the model is asked about an entity, and the sentences about it that it was not shown.
fn unshown<'a>(
    index: &'a SentenceIndex,
    entity: usize,
    shown: &HashSet<(String, u32)>,
) -> (&'a str, Vec<usize>) {
    let name = index.entities.entities[entity].name.as_str();
    let is_new = |&at: &usize| !shown.contains(&(name.to_owned(), index.sentences[at].range.start));
    (name, index.about(entity).filter(is_new).collect())
}

/// Whose questions are kept.
pub(crate) struct StoredFor<'a> {
    pub document: DocumentId,
    pub model_hash: &'a str,
    /// The name by which the model is asked.
    pub name: &'a str,
}

impl Engine {
    /// Writes questions about one entity, or about all who matter, and lists the one.
    pub(crate) fn write_pairs(
        &mut self,
        job: JobId,
        document: DocumentId,
        name: Option<&str>,
        client: &mut dyn Client,
    ) -> Result<Outcome, Ended> {
        let weights = self.language_for(Role::Building, &[document], client)?;
        self.write_pairs_with(job, (document, name), &weights, client)?;
        let wanted = Wanted { document, name, until: None };
        Ok(Outcome::Entities(list(self.shelf.read()?, &mut self.names, &wanted)?))
    }

    /// Writes questions with this model. Those that were written when it is stopped are kept.
    pub(crate) fn write_pairs_with(
        &mut self,
        job: JobId,
        (document, name): (DocumentId, Option<&str>),
        weights: &Arc<Weights>,
        client: &mut dyn Client,
    ) -> Result<(), Ended> {
        let hash = self.models.hash(&weights.info().path, &mut self.shelf)?;
        let library = self.shelf.read()?;
        let title = library.document(document)?.summary.title;
        let wanted = Wanted { document, name, until: None };
        let named = self.names.read(library, &wanted)?;
        let entities: Vec<usize> = match name {
            Some(name) => {
                let found = find(&named.read.entities, name);
                vec![found.ok_or_else(|| unknown(&wanted, name))?]
            }
            None => {
                let importances = importances(library, &wanted, &named)?;
                let matters = |&at: &usize| importances[at] >= Importance::Relevant;
                (0..importances.len()).filter(matters).collect()
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
            let mut left = sentences.as_slice();
            while !left.is_empty() {
                let texts: Vec<&str> = left.iter().map(|&at| index.text(at)).collect();
                let written = writer.write(name, &texts)?;
                let (read, rest) = left.split_at(written.shown);
                let cost = writer.take_cost();
                self.save_pairs(&kept_for, (&index, read), &written.pairs, cost)?;
                left = rest;
                done += read.len();
                let seconds = begun.elapsed().as_secs_f64();
                let progress = Progress {
                    document: Some(document),
                    title: title.clone(),
                    stage: Stage::Questioning,
                    level: 0,
                    done: done as f32 / total as f32,
                    nodes: 0,
                    tokens_per_second: 0.0,
                    seconds_left: Some(seconds / done as f64 * (total - done) as f64),
                };
                go_on(client.report(job, Event::Progress(progress)))?;
                self.serve_meanwhile(Meanwhile::Building(document), client);
            }
        }
        Ok(())
    }

    /// Keeps what the model wrote about some sentences.
    pub(crate) fn save_pairs(
        &mut self,
        kept_for: &StoredFor<'_>,
        (index, read): (&SentenceIndex, &[usize]),
        written: &[hwdag::pairs::Pair],
        cost: EntityCost,
    ) -> Result<(), Failure> {
        let &StoredFor { document, model_hash, name } = kept_for;
        let shown: Vec<u32> = read.iter().map(|&at| index.sentences[at].range.start).collect();
        let pair = |pair: &hwdag::pairs::Pair| StoredPair {
            name: name.to_owned(),
            sentence: index.sentences[read[pair.sentence]].range.clone(),
            question: pair.question.clone(),
            answer: pair.answer.clone(),
            attention: pair.attention,
        };
        let pairs: Vec<StoredPair> = written.iter().map(pair).collect();
        let new = NewPairs { document, model_hash, name, shown: &shown, pairs: &pairs, cost };
        Ok(self.shelf.write()?.save_pairs(&new)?)
    }
}

/// All pairs of an entity, the coarsest first. With a bound there are none that a model wrote.
pub(crate) fn pairs(library: &Library, named: &Named, entity: usize) -> Result<Vec<Pair>, Failure> {
    let (document, index) = (named.document(), &**named.index());
    let places = Places::of(library, document)?;
    let place = |range: &Range<u32>| places.place(range.clone());
    let coarse = |pair: CoarsePair| {
        let texts = pair.sentences.iter().map(|&at| on_one_line(index.text(at)));
        Pair {
            grain: pair.grain,
            kind: pair.kind.map(fact_kind),
            question: pair.question,
            answer: texts.collect::<Vec<_>>().join(" "),
            places: pair.sentences.iter().map(|&at| place(&index.sentences[at].range)).collect(),
            attention: None,
        }
    };
    let mut all: Vec<Pair> = coarse_pairs(index, entity).into_iter().map(coarse).collect();
    if named.is_bounded() {
        return Ok(all);
    }
    let names = &index.entities.entities[entity].names;
    let micro = library.latest_pairs(document)?.pairs.into_iter();
    all.extend(micro.filter(|pair| names.contains(&pair.name)).map(|pair| Pair {
        grain: Grain::Micro,
        kind: None,
        question: pair.question,
        answer: pair.answer,
        places: vec![place(&pair.sentence)],
        attention: Some(pair.attention),
    }));
    Ok(all)
}

/// A model that writes questions about sentences.
pub struct PairWriter {
    session: Session,
    cost: EntityCost,
}

/// What a model wrote about some sentences, each by its place among them.
pub struct WrittenPairs {
    /// The pairs.
    pub pairs: Vec<hwdag::pairs::Pair>,
    /// How many of the sentences it was shown; those after them did not fit.
    pub shown: usize,
}

impl PairWriter {
    /// A writer with its own memory.
    ///
    /// # Errors
    ///
    /// If there is no memory for it.
    pub fn new(weights: &Arc<Weights>, stop: Stop) -> Result<Self, Failure> {
        let window = WINDOW.min(weights.info().search);
        let options = SessionOptions { window: Some(window), stop, ..SessionOptions::default() };
        let session = Session::new(weights, &options)?;
        Ok(Self { session, cost: EntityCost::default() })
    }

    /// Questions about somebody that sentences answer. The first sentence is passed over if it alone is too long.
    ///
    /// # Errors
    ///
    /// If the model fails, or was stopped.
    pub fn write(&mut self, name: &str, sentences: &[&str]) -> Result<WrittenPairs, Failure> {
        let begun = Instant::now();
        let shown = &sentences[..sentences.len().min(SHOWN)];
        let mut poll = || std::ops::ControlFlow::Continue(());
        let asked = hwdag::pairs::AskedAbout { name, sentences: shown, confidence: LIKELY };
        let found = match hwdag::pairs::write_pairs(&mut self.session, &asked, &mut poll) {
            Ok(found) => found,
            Err(hwdag::Error::WindowFull { .. }) => {
                return Ok(WrittenPairs { pairs: Vec::new(), shown: 1 });
            }
            Err(error) => return Err(failure(error)),
        };
        self.cost.tokens_evaluated += found.evaluated;
        self.cost.flops += found.flops;
        self.cost.seconds += begun.elapsed().as_secs_f64();
        Ok(WrittenPairs { pairs: found.pairs, shown: found.shown })
    }

    /// For each of some sentences of a text, the questions about an entity that it answers.
    ///
    /// # Errors
    ///
    /// If the model fails, or was stopped.
    pub fn micro_pairs(
        &mut self,
        index: &SentenceIndex,
        entity: usize,
        sentences: &[usize],
    ) -> Result<Vec<(usize, Vec<MicroPair>)>, Failure> {
        let mut all: Vec<(usize, Vec<MicroPair>)> = Vec::new();
        let mut left = sentences;
        while !left.is_empty() {
            let texts: Vec<&str> = left.iter().map(|&at| index.text(at)).collect();
            let written = self.write(&index.entities.entities[entity].name, &texts)?;
            let (read, rest) = left.split_at(written.shown);
            all.extend(read.iter().enumerate().map(|(nth, &sentence)| {
                let own = written.pairs.iter().filter(|pair| pair.sentence == nth);
                let micro = |pair: &hwdag::pairs::Pair| {
                    MicroPair::new(entity, sentence, (&pair.question, &pair.answer))
                };
                (sentence, own.map(micro).collect())
            }));
            left = rest;
        }
        Ok(all)
    }

    /// What it cost since this was last called.
    pub fn take_cost(&mut self) -> EntityCost {
        std::mem::take(&mut self.cost)
    }
}
