//! Answers that are read from the sentences of the text, without a model: everyone of whom something is said, how many
//! of several they are, and who someone is.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use hwdag::Prefix;
use library::Library;
use protocol::{
    Answer, AskOptions, DocumentId, EntityId, Event, Evidence, Failure, Grains, GraphId, JobId,
    ListedName, NameList, NodeId, QuestionCost, SearchBy, StopReason,
};

use crate::ask_input::{SearchedGraph, Totals};
use crate::entities::{DocumentNames, EntityRequest, characters};
use crate::entity_search::{CountedName, EntitySearch, on_one_line};
use crate::graphs::{Cited, PlaceFinder, before, from_rows};
use crate::language::may_be_english;
use crate::list_matching::{ListedEntity, NamedText};
use crate::list_question::ListQuestion;
use crate::name_cache::NameCache;
use crate::name_count::asks_how_many_of;
use crate::name_description::{asked_about, asks_who_somebody_is, description};
use crate::sentence_index::SentenceIndex;
use crate::until::bound;
use crate::{Client, Engine, JobError, now};

/// The maximum number of names in the answer itself; its list has all of them.
const WRITTEN: usize = 100;

/// The entities listed from the documents, one after the other.
#[derive(Default)]
struct EntityListing {
    list: NameList,
    evidence: Vec<Evidence>,
    parts: Vec<SearchedGraph>,
    asks: ListQuestionKind,
}

/// The kind of question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum ListQuestionKind {
    /// Which entities something is said of.
    #[default]
    Which,
    /// How many they are.
    HowMany,
    /// Who someone is.
    Who,
}

/// A question and the graphs that it is asked of.
#[derive(Clone, Copy)]
pub(crate) struct AskedOf<'a> {
    pub documents: &'a [DocumentId],
    /// One for each document.
    pub graphs: &'a [GraphId],
    pub question: &'a str,
    pub options: &'a AskOptions,
}

impl Engine {
    /// Answers a question for everyone of whom something is said, or for how many of several, and saves the answer.
    /// `None` if the question has another form, no sentence matches, a document is not in English, or the user chose to
    /// search points.
    pub(crate) fn list_names(
        &mut self,
        job: JobId,
        asked: AskedOf<'_>,
        client: &mut dyn Client,
    ) -> Result<Option<Answer>, JobError> {
        let begun = Instant::now();
        let found = match ListQuestion::parse(asked.question) {
            _ if asked.options.by == SearchBy::Points => None,
            Some(wanted) => self.listed(asked, &wanted)?,
            None if asks_how_many_of(asked.question) => self.counted(asked)?,
            None if asks_who_somebody_is(asked.question) => self.described(asked)?,
            None => None,
        };
        let Some(found) = found else { return Ok(None) };
        let hash = self.access.read()?.graph(asked.graphs[0])?.model_hash;
        let seconds = begun.elapsed().as_secs_f64();
        let answer = found.answer(asked, seconds);
        let id = self.access.write()?.save_answer(&answer, &hash)?;
        // The answer is written as one piece; it is too late to stop.
        let _ = client.report(job, Event::Token { text: answer.answer });
        // Reloaded to include the name of its model.
        Ok(Some(self.access.read()?.answer(id)?))
    }

    /// Finds everyone of whom something is said.
    fn listed(
        &mut self,
        asked: AskedOf<'_>,
        wanted: &ListQuestion<'_>,
    ) -> Result<Option<EntityListing>, Failure> {
        let library = self.access.read()?;
        let asks = if wanted.counts { ListQuestionKind::HowMany } else { ListQuestionKind::Which };
        let mut found = EntityListing { asks, ..EntityListing::default() };
        for (part, until) in parts(library, asked)? {
            let names = &mut self.names;
            if !found.look_through((library, names), wanted, (&part, until))? {
                return Ok(None);
            }
            found.parts.push(part);
        }
        Ok((!found.list.names.is_empty()).then_some(found))
    }

    /// Counts those of several of whom something is said.
    fn counted(&mut self, asked: AskedOf<'_>) -> Result<Option<EntityListing>, Failure> {
        let library = self.access.read()?;
        let mut found =
            EntityListing { asks: ListQuestionKind::HowMany, ..EntityListing::default() };
        let Some(indices) = found.read_all(library, &mut self.names, asked)? else {
            return Ok(None);
        };
        let mut search = EntitySearch::new(asked.question, Grains::SENTENCES);
        for (part, index) in found.parts.iter().zip(&indices) {
            search.add(part.document, Arc::clone(index), chunk_ends(part));
        }
        search.begin(self.models.embedder()?)?;
        let Some((document, counted)) = search.counted() else { return Ok(None) };
        let at = found.parts.iter().position(|part| part.document == document);
        let Some(at) = at else { return Ok(None) };
        found.take_counted(self.access.read()?, (at, &indices[at]), counted)?;
        Ok(Some(found))
    }

    /// Describes who someone is, from the first document that names them.
    fn described(&mut self, asked: AskedOf<'_>) -> Result<Option<EntityListing>, Failure> {
        let library = self.access.read()?;
        let mut found = EntityListing { asks: ListQuestionKind::Who, ..EntityListing::default() };
        let Some(indices) = found.read_all(library, &mut self.names, asked)? else {
            return Ok(None);
        };
        let known = indices
            .iter()
            .enumerate()
            .find_map(|(at, index)| Some((at, index, asked_about(asked.question, &index.known)?)));
        let Some((at, index, entity)) = known else { return Ok(None) };
        found.cite(library, (at, index), &description(index, entity))?;
        Ok((!found.evidence.is_empty()).then_some(found))
    }
}

/// Returns the graphs up to the permitted place, each with the character that ends it.
fn parts(
    library: &Library,
    asked: AskedOf<'_>,
) -> Result<Vec<(SearchedGraph, Option<u32>)>, Failure> {
    let all = asked.documents.iter().zip(asked.graphs);
    all.map(|(&document, &graph)| {
        let until = asked.options.until.map(|until| bound(library, document, until)).transpose()?;
        Ok((part(library, (document, graph), until)?, until))
    })
    .collect()
}

impl EntityListing {
    /// Reads all documents, each up to the permitted place. `None` if one is not in English.
    fn read_all(
        &mut self,
        library: &Library,
        names: &mut NameCache,
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
    fn take_counted(
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
    fn cite(
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

    /// Returns the answer. That something is said of none of several follows from no sentence.
    fn answer(self, asked: AskedOf<'_>, seconds: f64) -> Answer {
        let Self { list, mut evidence, parts, asks } = self;
        let totals = Totals::of(&parts);
        let share = 1.0 / evidence.len().max(1) as f64;
        evidence.iter_mut().for_each(|passage| passage.weight = share);
        let (text, stop) = match asks {
            // What the text says first and best is the answer; the other sentences are passages.
            ListQuestionKind::Who => (on_one_line(&evidence[0].text), StopReason::NameDescribed),
            ListQuestionKind::Which | ListQuestionKind::HowMany => {
                (written(&list, asks == ListQuestionKind::HowMany), StopReason::NamesListed)
            }
        };
        Answer {
            answer: text,
            supported: asks == ListQuestionKind::Who || !list.names.is_empty(),
            list: (asks != ListQuestionKind::Who).then_some(list),
            evidence,
            documents: asked.documents.to_vec(),
            graphs: asked.graphs.to_vec(),
            question: asked.question.to_owned(),
            options: asked.options.clone(),
            id: 0,
            confidence: None,
            model: String::new(),
            growing: false,
            found: true,
            sentences: Vec::new(),
            stop,
            steps: Vec::new(),
            rounds: Vec::new(),
            cost: QuestionCost { seconds, ..QuestionCost::default() },
            nodes_total: totals.nodes as u32,
            chunks_total: totals.chunks as u32,
            tokens_total: totals.tokens,
            whole_flops: None,
            asked: now(),
        }
    }

    /// Searches all sentences of a document. Returns false if it is not in English, the language of the rules for
    /// sentences.
    fn look_through(
        &mut self,
        (library, names): (&Library, &mut NameCache),
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

/// Returns a graph up to the permitted place.
fn part(
    library: &Library,
    (document, id): (DocumentId, GraphId),
    until: Option<u32>,
) -> Result<SearchedGraph, Failure> {
    let Prefix { graph, numbers } = before(from_rows(&library.load_graph(id)?)?, until);
    Ok(SearchedGraph::of_graph(document, graph, numbers))
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

/// Returns sentences as passages.
fn passages(
    library: &Library,
    named: &DocumentNames,
    part: &SearchedGraph,
    cited: &[usize],
) -> Result<Vec<Evidence>, Failure> {
    let places = PlaceFinder::of(library, part.document)?;
    let sentences = cited.iter().map(|&at| &named.read.statements[at].sentence);
    let ranges = characters(named.text(), sentences.clone());
    let ends = chunk_ends(part);
    let passage = |(range, sentence): (Range<u32>, &Range<usize>)| {
        cited_passage(&places, &ends, range, named.text()[sentence.clone()].to_owned())
    };
    Ok(ranges.into_iter().zip(sentences).map(passage).collect())
}

/// Returns where the chunks of a document end, in characters.
pub(crate) fn chunk_ends(part: &SearchedGraph) -> Vec<usize> {
    let chunks = part.graph.nodes()[part.graph.level(1)].iter();
    chunks.map(|chunk| chunk.range.as_ref().map_or(0, |at| at.end)).collect()
}

/// Returns a sentence as a passage.
fn cited_passage(
    places: &PlaceFinder,
    ends: &[usize],
    range: Range<u32>,
    text: String,
) -> Evidence {
    // Chunks have the first numbers. A part of a text may lack its last chunk, whose number then follows those present.
    let chunk = ends.partition_point(|&end| end <= range.start as usize) as NodeId;
    places.passage(range, text, Cited { chunk, node: chunk, weight: 0.0 })
}

/// Returns the place of a sentence among the cited ones, adding it if it is missing.
fn place_among(cited: &mut Vec<usize>, sentence: usize) -> usize {
    cited.iter().position(|&other| other == sentence).unwrap_or_else(|| {
        cited.push(sentence);
        cited.len() - 1
    })
}

/// Returns the names, preceded by their number if it was asked for.
fn written(list: &NameList, counts: bool) -> String {
    let mut seen = HashSet::new();
    let names: Vec<&str> = list.names.iter().map(|one| one.name.as_str()).collect();
    // Documents of a collection may speak of the same people.
    let names: Vec<&str> = names.into_iter().filter(|name| seen.insert(*name)).collect();
    let mut text = names[..names.len().min(WRITTEN)].join(", ");
    if names.len() > WRITTEN {
        text.push_str(", …");
    }
    match (counts, names.len()) {
        (false, _) => text,
        (true, 0) => "0".to_owned(),
        (true, count) => format!("{count}: {text}"),
    }
}
