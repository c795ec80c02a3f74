//! Questions about an entity, each with its answer, in three grains (MKRAG's multi-grained pairs). The answers of the
//! two coarser grains, macro and feature, are quoted from the text; micro pairs are written by a model
//! ([`crate::entities::question_writer`]).

use std::ops::Range;

use entities::StatementKind;
use library::Library;
use protocol::{Failure, Grain, QuestionAnswerPair};

use crate::entities::description::description;
use crate::entities::document_names::DocumentNames;
use crate::entities::sentence_index::SentenceIndex;
use crate::entities::wire::fact_kind;
use crate::language::may_be_english;
use crate::pages::places::PlaceFinder;
use crate::text::on_one_line;

/// τ1: the number of sentences about an entity from which those of one kind are also combined.
const FEATURE_FROM: usize = 3;
/// The maximum number of sentences of one kind combined in a pair; more form several pairs.
const TOGETHER: usize = 6;

/// What the text says of an entity, in total or of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CoarsePair {
    pub grain: Grain,
    pub kind: Option<StatementKind>,
    pub question: String,
    /// The sentences that form the answer.
    pub sentences: Vec<usize>,
}

/// Returns the macro pair of an entity, and the feature pairs if the text says enough about it.
pub(crate) fn coarse_pairs(index: &SentenceIndex, entity: usize) -> Vec<CoarsePair> {
    let about: Vec<usize> = index.about(entity).collect();
    if about.is_empty() || !may_be_english(index.whole()) {
        return Vec::new();
    }
    let one = &index.entities.entities[entity];
    let name = on_one_line(one.title());
    let is_somebody = one.kind.is_none_or(|kind| kind == entities::NamedEntityKind::Person);
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

/// Returns the sentences that say something of one kind about an entity.
fn of_kind(index: &SentenceIndex, entity: usize, kind: StatementKind) -> Vec<usize> {
    let statements = index.entities.statements.iter();
    let own = statements.filter(|one| one.kind == kind && one.entities.contains(&entity));
    let mut found: Vec<usize> =
        own.map(|statement| index.sentence_at(statement.sentence.start)).collect();
    found.dedup();
    found
}

/// Returns all pairs of an entity, the coarsest first. With a bound, none are model-written.
pub(crate) fn pairs(
    library: &Library,
    named: &DocumentNames,
    entity: usize,
) -> Result<Vec<QuestionAnswerPair>, Failure> {
    let (document, index) = (named.document(), &**named.index());
    let places = PlaceFinder::of(library, document)?;
    let place = |range: &Range<u32>| places.place(range.clone());
    let coarse = |pair: CoarsePair| {
        let texts = pair.sentences.iter().map(|&at| on_one_line(index.text(at)));
        QuestionAnswerPair {
            grain: pair.grain,
            kind: pair.kind.map(fact_kind),
            question: pair.question,
            answer: texts.collect::<Vec<_>>().join(" "),
            places: pair.sentences.iter().map(|&at| place(&index.sentences[at].range)).collect(),
            attention: None,
        }
    };
    let mut all: Vec<QuestionAnswerPair> =
        coarse_pairs(index, entity).into_iter().map(coarse).collect();
    if named.is_bounded() {
        return Ok(all);
    }
    let names = &index.entities.entities[entity].names;
    let micro = library.latest_pairs(document)?.pairs.into_iter();
    all.extend(micro.filter(|pair| names.contains(&pair.name)).map(|pair| QuestionAnswerPair {
        grain: Grain::Micro,
        kind: None,
        question: pair.question,
        answer: pair.answer,
        places: vec![place(&pair.sentence)],
        attention: Some(pair.attention),
    }));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use entities::{Corrections, Entities};

    use super::*;

    const TEXT: &str = "Ann Hill is the daughter of the ferryman. Ann Hill met Tom Bell in Ely. It rained. Ann Hill \
                        walked to the mill. Ann Hill opened the door.";

    fn pairs(name: &str) -> Vec<(Grain, String, Vec<String>)> {
        let read = Entities::read(TEXT, |_| None, &Corrections::default());
        let index = SentenceIndex::new(TEXT.to_owned(), read, false);
        let is_called = |entity: &entities::NamedEntity| entity.title() == name;
        let entity = index.entities.entities.iter().position(is_called).unwrap();
        let texts = |pair: &CoarsePair| {
            pair.sentences.iter().map(|&at| index.text(at).to_owned()).collect()
        };
        let all = coarse_pairs(&index, entity);
        all.iter().map(|pair| (pair.grain, pair.question.clone(), texts(pair))).collect()
    }

    #[test]
    fn of_whom_much_is_said_there_are_pairs_of_each_kind() {
        let ann = pairs("Ann Hill");
        let (grain, question, sentences) = &ann[0];
        assert_eq!((*grain, question.as_str()), (Grain::Macro, "Who is Ann Hill?"));
        assert_eq!(sentences, &["Ann Hill is the daughter of the ferryman."]);
        let (grain, question, sentences) = ann.last().unwrap();
        assert_eq!((*grain, question.as_str()), (Grain::Feature, "What happens to Ann Hill?"));
        assert!(sentences.ends_with(&["Ann Hill opened the door.".to_owned()]), "{sentences:?}");
    }

    #[test]
    fn of_whom_little_is_said_there_is_one() {
        let tom = pairs("Tom Bell");
        assert_eq!(tom.len(), 1);
        assert_eq!(tom[0].2, ["Ann Hill met Tom Bell in Ely."]);
    }
}
