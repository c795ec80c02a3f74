//! The names that the sentences of documents list, with the passages that say so.

use std::sync::Arc;

use library::Library;
use protocol::{DocumentId, EntityId, Evidence, Failure, ListedName, NameList};

use crate::ask::name_questions::asked_of::{AskedOf, ListQuestionKind, parts};
use crate::ask::name_questions::list_matching::{ListedEntity, NamedText};
use crate::ask::name_questions::list_question::ListQuestion;
use crate::ask::name_questions::passages::{cited_passage, passages};
use crate::ask::searched_graph::{SearchedGraph, chunk_ends};
use crate::ask::sentence_search::count::CountedName;
use crate::entities::cache::NameCache;
use crate::entities::document_names::EntityRequest;
use crate::entities::sentence_index::SentenceIndex;
use crate::language::may_be_english;
use crate::pages::places::PlaceFinder;

/// The entities listed from the documents, one after the other.
#[derive(Default)]
pub(crate) struct EntityListing {
    pub(super) list: NameList,
    pub(super) evidence: Vec<Evidence>,
    pub(super) parts: Vec<SearchedGraph>,
    pub(super) asks: ListQuestionKind,
}

impl EntityListing {
    /// Reads all documents, each up to the permitted place. `None` if one is not in English.
    pub(crate) fn read_all(
        &mut self,
        library: &Library,
        names: &NameCache,
        asked: AskedOf<'_>,
    ) -> Result<Option<Vec<Arc<SentenceIndex>>>, Failure> {
        let mut indices = Vec::new();
        for (part, until) in parts(library, asked)? {
            let wanted = EntityRequest { document: part.document, name: None, until };
            let named = names.read(library, &wanted)?;
            if !may_be_english(named.text()) {
                return Ok(None);
            }
            self.list.sentences += named.read.statements.len() as u32;
            self.list.pages_without_text += pages_without_text(library, part.document, until)?;
            indices.push(Arc::clone(named.index()));
            self.parts.push(part);
        }
        Ok(Some(indices))
    }

    /// Adds those who count, each with the sentence that says so; for the others, the closest sentences are cited. `at`
    /// is the number of the document among the parts.
    pub(crate) fn take_counted(
        &mut self,
        library: &Library,
        (at, index): (usize, &SentenceIndex),
        counted: Vec<CountedName>,
    ) -> Result<(), Failure> {
        let document = self.parts[at].document;
        let (counting, others): (Vec<CountedName>, Vec<CountedName>) =
            counted.into_iter().partition(|one| one.counts);
        let mut cited: Vec<usize> = Vec::new();
        for one in counting {
            let place = one.sentence.map(|sentence| place_among(&mut cited, sentence));
            self.list.names.push(ListedName {
                document,
                entity: one.entity as EntityId,
                name: one.name,
                passages: place.into_iter().map(|place| place as u32).collect(),
            });
        }
        for sentence in others.iter().filter_map(|one| one.sentence) {
            place_among(&mut cited, sentence);
        }
        self.cite(library, (at, index), &cited)
    }

    /// Adds sentences of a document as passages.
    pub(crate) fn cite(
        &mut self,
        library: &Library,
        (at, index): (usize, &SentenceIndex),
        sentences: &[usize],
    ) -> Result<(), Failure> {
        let part = &self.parts[at];
        let (places, ends) = (PlaceFinder::of(library, part.document)?, chunk_ends(part));
        self.evidence = sentences
            .iter()
            .map(|&sentence| {
                let (range, text) = index.passage(sentence);
                cited_passage(&places, &ends, range, text.to_owned())
            })
            .collect();
        Ok(())
    }

    /// Searches all sentences of a document. Returns false if it is not in English, the language of the rules for
    /// sentences.
    pub(crate) fn look_through(
        &mut self,
        (library, names): (&Library, &NameCache),
        question: &ListQuestion<'_>,
        (part, until): (&SearchedGraph, Option<u32>),
    ) -> Result<bool, Failure> {
        let named =
            names.read(library, &EntityRequest { document: part.document, name: None, until })?;
        let (text, entities) = (named.text(), &named.read);
        if !may_be_english(text) {
            return Ok(false);
        }
        let listed = NamedText { text, entities, complete: named.complete }.listed(question);
        self.list.sentences += entities.statements.len() as u32;
        self.list.pages_without_text += pages_without_text(library, part.document, until)?;
        let first = self.evidence.len();
        let mut cited: Vec<usize> =
            listed.iter().flat_map(|one| one.statements.iter().copied()).collect();
        cited.sort_unstable();
        cited.dedup();
        self.evidence.extend(passages(library, &named, part, &cited)?);
        let place = |statement: &usize| first + cited.partition_point(|other| other < statement);
        let name = |one: ListedEntity| ListedName {
            document: part.document,
            entity: one.entity as EntityId,
            name: entities.entities[one.entity].title().to_owned(),
            passages: one.statements.iter().map(|statement| place(statement) as u32).collect(),
        };
        self.list.names.extend(listed.into_iter().map(name));
        Ok(true)
    }
}

/// Returns the number of pages before a character whose text could not be read, or that have none.
fn pages_without_text(
    library: &Library,
    document: DocumentId,
    until: Option<u32>,
) -> Result<u32, Failure> {
    let summary = library.document(document)?.summary;
    if !summary.paged {
        return Ok(0);
    }
    let written = library.pages(document, 0..until.unwrap_or(u32::MAX))?;
    let all = match until {
        None => summary.pages,
        Some(_) => written.last().map_or(0, |last| last.number),
    };
    Ok(all.saturating_sub(written.len() as u32))
}

/// Returns the place of a sentence among the cited ones, adding it if it is missing.
fn place_among(cited: &mut Vec<usize>, sentence: usize) -> usize {
    cited.iter().position(|&other| other == sentence).unwrap_or_else(|| {
        cited.push(sentence);
        cited.len() - 1
    })
}
