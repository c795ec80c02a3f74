//! Answers to questions for all of whom something is said, read off from the sentences of the text without a model.

use std::collections::HashSet;
use std::ops::Range;
use std::time::Instant;

use hwdag::Prefix;
use library::Library;
use protocol::{
    Answer, AskOptions, Cost, DocumentId, EntityId, Event, Evidence, Failure, GraphId, JobId,
    ListedName, NameList, NodeId, SearchBy, StopReason,
};

use crate::ask_input::{Part, Totals};
use crate::entities::{Named, Wanted, characters, read};
use crate::graphs::{Cited, Places, before, from_rows};
use crate::language::may_be_english;
use crate::list_matching::{Listed, NamedText};
use crate::list_question::ListQuestion;
use crate::until::bound;
use crate::{Client, Ended, Engine, now};

/// Names that stand in the answer itself, at most; all are in its list.
const WRITTEN: usize = 100;

/// What is listed of the documents, one after the other.
#[derive(Default)]
struct Found {
    list: NameList,
    evidence: Vec<Evidence>,
}

impl Engine {
    /// Answers a list question and saves the answer. None if the question has another form, no sentence matches, a
    /// document is not in English, or the user chose to search points.
    pub(crate) fn list_names(
        &mut self,
        job: JobId,
        graphs: &[GraphId],
        asked: (&[DocumentId], &str, &AskOptions),
        client: &mut dyn Client,
    ) -> Result<Option<Answer>, Ended> {
        let begun = Instant::now();
        let (documents, question, options) = asked;
        let wanted = ListQuestion::parse(question).filter(|_| options.by != SearchBy::Points);
        let Some(wanted) = wanted else { return Ok(None) };
        let library = self.shelf.read()?;
        let (mut found, mut parts) = (Found::default(), Vec::new());
        for (&document, &graph) in documents.iter().zip(graphs) {
            let until = options.until.map(|until| bound(library, document, until)).transpose()?;
            let part = part(library, (document, graph), until)?;
            if !found.look_through(library, &wanted, (&part, until))? {
                return Ok(None);
            }
            parts.push(part);
        }
        if found.list.names.is_empty() {
            return Ok(None);
        }
        let (Found { list, mut evidence }, totals) = (found, Totals::of(&parts));
        let share = 1.0 / evidence.len() as f64;
        evidence.iter_mut().for_each(|passage| passage.weight = share);
        let hash = library.graph(graphs[0])?.model_hash;
        let answer = Answer {
            answer: written(&list, wanted.counts),
            list: Some(list),
            evidence,
            documents: documents.to_vec(),
            graphs: graphs.to_vec(),
            question: question.to_owned(),
            options: options.clone(),
            id: 0,
            confidence: None,
            model: String::new(),
            growing: false,
            found: true,
            supported: true,
            sentences: Vec::new(),
            stop: StopReason::NamesListed,
            steps: Vec::new(),
            rounds: Vec::new(),
            cost: Cost { seconds: begun.elapsed().as_secs_f64(), ..Cost::default() },
            nodes_total: totals.nodes as u32,
            chunks_total: totals.chunks as u32,
            tokens_total: totals.tokens,
            whole_flops: None,
            asked: now(),
        };
        let id = self.shelf.write()?.save_answer(&answer, &hash)?;
        // What it says is written as one piece; a stop comes too late.
        let _ = client.report(job, Event::Token { text: answer.answer });
        // With the name of its model.
        Ok(Some(self.shelf.read()?.answer(id)?))
    }
}

impl Found {
    /// Looks through all sentences of a document. False if it is not in English, as the rules for sentences are.
    fn look_through(
        &mut self,
        library: &Library,
        question: &ListQuestion<'_>,
        (part, until): (&Part, Option<u32>),
    ) -> Result<bool, Failure> {
        let named = read(library, &Wanted { document: part.document, name: None, until })?;
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
        let name = |one: Listed| ListedName {
            document: part.document,
            entity: one.entity as EntityId,
            name: entities.entities[one.entity].title().to_owned(),
            passages: one.statements.iter().map(|statement| place(statement) as u32).collect(),
        };
        self.list.names.extend(listed.into_iter().map(name));
        Ok(true)
    }
}

/// A graph, as far as it may be looked at.
fn part(
    library: &Library,
    (document, id): (DocumentId, GraphId),
    until: Option<u32>,
) -> Result<Part, Failure> {
    let Prefix { graph, numbers } = before(from_rows(&library.load_graph(id)?)?, until);
    Ok(Part { document, graph, numbers })
}

/// Pages whose text could not be read, or that have none, before a character.
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

/// Sentences as passages.
fn passages(
    library: &Library,
    named: &Named,
    part: &Part,
    cited: &[usize],
) -> Result<Vec<Evidence>, Failure> {
    let places = Places::of(library, part.document)?;
    let sentences = cited.iter().map(|&at| &named.read.statements[at].sentence);
    let ranges = characters(named.text(), sentences.clone());
    let chunks = part.graph.nodes()[part.graph.level(1)].iter();
    let ends: Vec<usize> =
        chunks.map(|chunk| chunk.range.as_ref().map_or(0, |at| at.end)).collect();
    let passage = |(range, sentence): (Range<u32>, &Range<usize>)| {
        // Chunks have the first numbers. Of a part of a text the last one may be left out: it is the one after those
        // that are there.
        let chunk = ends.partition_point(|&end| end <= range.start as usize) as NodeId;
        let text = named.text()[sentence.clone()].to_owned();
        places.passage(range, text, Cited { chunk, node: chunk, weight: 0.0 })
    };
    Ok(ranges.into_iter().zip(sentences).map(passage).collect())
}

/// The names, and before them how many they are where that was asked.
fn written(list: &NameList, counts: bool) -> String {
    let mut seen = HashSet::new();
    let names: Vec<&str> = list.names.iter().map(|one| one.name.as_str()).collect();
    // Documents of a collection may speak of the same people.
    let names: Vec<&str> = names.into_iter().filter(|name| seen.insert(*name)).collect();
    let mut text = names[..names.len().min(WRITTEN)].join(", ");
    if names.len() > WRITTEN {
        text.push_str(", …");
    }
    if counts { format!("{}: {text}", names.len()) } else { text }
}
