//! The people and things that a document names. What a name refers to is read from the text itself, up to the requested
//! place; its kind was determined by a model.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use entities::{DatedStatement, Entities, NamedEntity, Statement, dated_statements, dates};
use library::{Library, NameKinds};
use protocol::{
    Correction, DocumentId, Entity, EntityId, EntityKind, Fact, Failure, Importance,
    NameCorrection, Place,
};

use crate::entities::chunk_weights::ChunkWeights;
use crate::entities::lookup::KnownNames;
use crate::entities::sentence_index::SentenceIndex;
use crate::entities::wire::{corrected, fact_kind, from_wire, to_wire};
use crate::pages::places::PlaceFinder;
use crate::text::{before, characters};

/// A request for a document's entities.
pub(crate) struct EntityRequest<'a> {
    pub document: DocumentId,
    /// Only the entity with this name, with all that is said of it.
    pub name: Option<&'a str>,
    /// Only the part of the text before this character.
    pub until: Option<u32>,
}

/// A document's names, up to the requested place.
pub(crate) struct DocumentNames {
    pub(super) document: DocumentId,
    pub(super) text: Arc<str>,
    /// Whether only a part of the text was requested.
    pub(super) is_bounded: bool,
    /// The entities that the names refer to, and what is said of each.
    pub read: Arc<Entities>,
    /// The dates that the text names. Their numbers follow those of the entities.
    pub dates: Vec<NamedEntity>,
    /// Whether a model was asked about all names.
    pub complete: bool,
    /// The user's corrections to them.
    pub(super) corrections: Vec<Correction>,
    statements: OnceLock<Vec<DatedStatement>>,
    pub(super) index: OnceLock<Arc<SentenceIndex>>,
    pub(super) known: OnceLock<KnownNames>,
}

/// The inputs that a document's names are read from: while they are unchanged, so are the names.
#[derive(PartialEq)]
pub(crate) struct NameSource {
    document: DocumentId,
    until: Option<u32>,
    text: Arc<str>,
    kinds: NameKinds,
    corrections: Vec<Correction>,
}

impl NameSource {
    /// Loads what the library has of a document.
    pub fn load(library: &Library, wanted: &EntityRequest<'_>) -> Result<Self, Failure> {
        let document = wanted.document;
        let whole = library.text(document)?;
        // A place after the end excludes nothing.
        let until = wanted.until.filter(|&until| (until as usize) <= whole.chars().count());
        let text = until.map_or(whole.as_str(), |until| before(&whole, until)).into();
        let kinds = library.name_kinds(document)?;
        Ok(Self { document, until, text, kinds, corrections: library.name_corrections(document)? })
    }

    /// Finds the names.
    pub fn read(&self) -> DocumentNames {
        let text = &*self.text;
        let names = entities::names(text);
        // What a sentence cut off at the end says of a name is not known yet.
        let is_cut =
            |sentence: &Range<usize>| self.until.is_some() && sentence.end == text.trim_end().len();
        let early: HashSet<&str> = names
            .iter()
            .filter(|first| !is_cut(&first.sentence))
            .map(|first| first.name.as_str())
            .collect();
        // No model can have been asked about a name that is cut off.
        let is_known = |name: &&str| self.kinds.contains_key(*name) || entities::is_chinese(name);
        let complete = early.iter().all(is_known);
        let kind = |name: &str| {
            let kind = self.kinds.get(name).copied().flatten();
            kind.filter(|_| early.contains(name)).and_then(from_wire)
        };
        let read = Entities::read(text, kind, &corrected(&self.corrections));
        let mut dates = dates(text);
        if self.until.is_some() {
            // A date that ends with the text may be cut off.
            let end = text.trim_end().len();
            for date in &mut dates {
                date.mentions.retain(|place| place.end < end);
            }
            dates.retain(|date| !date.mentions.is_empty());
        }
        let mut corrections = self.corrections.clone();
        if self.until.is_some() {
            // The corrections must not reveal names that come later, either.
            corrections.retain(|correction| is_about(&correction.what, &names));
        }
        DocumentNames {
            document: self.document,
            text: Arc::clone(&self.text),
            is_bounded: self.until.is_some(),
            read: Arc::new(read),
            dates,
            complete,
            corrections,
            statements: OnceLock::new(),
            index: OnceLock::new(),
            known: OnceLock::new(),
        }
    }
}

impl DocumentNames {
    /// Returns the entities and dates with their importance, without what is said of them.
    pub fn entities(&self, importances: &[Importance]) -> Vec<Entity> {
        let all = self.named().zip(importances.iter().copied()).enumerate();
        all.map(|(number, ((entity, kind), importance))| Entity {
            id: number as EntityId,
            name: entity.title().to_owned(),
            names: entity.names.clone(),
            kind,
            importance,
            mentions: entity.mentions.len() as u32,
            facts: Vec::new(),
            pairs: Vec::new(),
        })
        .collect()
    }

    /// The entities and then the dates, in the order of their numbers, each with its kind.
    pub fn named(&self) -> impl Iterator<Item = (&NamedEntity, Option<EntityKind>)> {
        let entities = self.read.entities.iter().map(|one| (one, one.kind.map(to_wire)));
        entities.chain(self.dates.iter().map(|date| (date, Some(EntityKind::Time))))
    }

    /// The sentences that name an entity or a date, in order.
    pub fn statements(&self) -> &[DatedStatement] {
        self.statements
            .get_or_init(|| dated_statements(&self.text, &self.read.statements, &self.dates))
    }

    /// Returns the numbers of the entities and dates that a sentence names.
    pub fn numbers(&self, dated: &DatedStatement) -> impl Iterator<Item = EntityId> {
        let first_date = self.read.entities.len();
        let entities = dated.statement.entities.iter().copied();
        let dates = dated.dates.iter().map(move |date| first_date + date);
        entities.chain(dates).map(|number| number as EntityId)
    }

    /// The document.
    pub fn document(&self) -> DocumentId {
        self.document
    }

    /// Returns whether only a part of the text was requested.
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// The sentences of the text.
    pub fn index(&self) -> &Arc<SentenceIndex> {
        self.index.get_or_init(|| {
            let (text, read) = (Arc::clone(&self.text), Arc::clone(&self.read));
            Arc::new(SentenceIndex::new(text, read, self.is_bounded))
        })
    }

    /// All names.
    pub fn known(&self) -> &KnownNames {
        self.known.get_or_init(|| KnownNames::new(&self.read))
    }

    /// The text, up to the requested place.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns a sentence on one line.
    pub fn sentence(&self, statement: &Statement) -> String {
        self.text[statement.sentence.clone()].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the places of sentences, given in text order.
    pub fn places<'a>(
        &self,
        library: &Library,
        statements: impl IntoIterator<Item = &'a Statement>,
    ) -> Result<Vec<Place>, Failure> {
        let places = PlaceFinder::of(library, self.document)?;
        let ranges = characters(&self.text, statements.into_iter().map(|one| &one.sentence));
        Ok(ranges.into_iter().map(|range| places.place(range)).collect())
    }

    /// Returns what is said of an entity or date.
    pub(crate) fn facts(
        &self,
        library: &Library,
        entity: EntityId,
        weights: &ChunkWeights,
    ) -> Result<Vec<Fact>, Failure> {
        let statements = self.statements().iter();
        let own: Vec<&DatedStatement> =
            statements.filter(|one| self.numbers(one).any(|number| number == entity)).collect();
        let places = self.places(library, own.iter().map(|one| &one.statement))?;
        let fact = |(dated, place): (&DatedStatement, Place)| {
            let (statement, others) = (&dated.statement, self.numbers(dated));
            let is_first = statement.entities.first() == Some(&(entity as usize));
            Fact {
                kind: fact_kind(statement.kind),
                text: self.sentence(statement),
                with: others.filter(|&other| other != entity).collect(),
                by_pronoun: statement.begins_with_pronoun && is_first,
                weight: weights.at(place.start),
                place,
            }
        };
        Ok(own.into_iter().zip(places).map(fact).collect())
    }
}

/// Returns whether all names that a correction concerns occur in a text.
fn is_about(correction: &NameCorrection, names: &[entities::FirstMention]) -> bool {
    correction.names().all(|name| names.iter().any(|first| first.name == name))
}
