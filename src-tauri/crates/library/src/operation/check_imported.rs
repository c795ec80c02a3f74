//! Reads everything that was imported as the program will read it, so that damage is found before
//! anything is stored for good.

use protocol::{Answer, DocumentId, GraphId, QuestionId};
use rusqlite::Connection;

use super::{StoredGraph, load_graph};
use crate::ContentHash;
use crate::error::{Error, Result};
use crate::portable::{Entity, Ids, Placed};
use crate::table::{
    documents, embeddings, headings, name_corrections, name_kinds, originals, pages,
    question_pairs, questions,
    texts::{self, Cuttable},
};

/// Judges the graphs of an import before anything is stored for good. An error is the reason why
/// one is damaged.
pub type GraphCheck<'c> = &'c dyn Fn(&StoredGraph) -> std::result::Result<(), String>;

/// Checks what was imported.
pub(super) fn check_imported(library: &Connection, ids: &Ids, check: GraphCheck<'_>) -> Result<()> {
    let is_new = |placed: &&Placed| !placed.known;
    for placed in ids.of(Entity::Document) {
        let id = DocumentId(placed.to);
        if !placed.known {
            document(library, id)?;
        }
        names(library, id)?;
    }
    for placed in ids.of(Entity::Graph) {
        let id = GraphId(placed.to);
        if !placed.known {
            graph(library, id, check)?;
        }
        embeddings::check(library, id)?;
    }
    for placed in ids.of(Entity::Question).iter().filter(is_new) {
        answer(&questions::load(library, QuestionId(placed.to))?)?;
    }
    Ok(())
}

/// Checks a document: its original is the one it is known by, and its pages fit its text.
fn document(library: &Connection, id: DocumentId) -> Result<()> {
    let record = documents::load(library, id)?;
    let hash = originals::with_bytes(library, id, ContentHash::of)?;
    if hash != record.hash {
        return broken("the original is not the one that the document is known by");
    }
    let text = texts::load(library, id)?;
    let characters = texts::characters(&text)?;
    if characters != record.summary.characters {
        return broken("a text has another length");
    }
    let pages = pages::load(library, id)?;
    pages::check(&pages, characters)?;
    let mut words = pages.iter().flat_map(|page| &page.words);
    let is_within = |word: &protocol::PageWord| {
        let rect = &word.rect;
        let is_finite =
            [rect.x, rect.y, rect.width, rect.height].iter().all(|side| side.is_finite());
        word.start <= word.end && word.end <= characters && is_finite
    };
    if !words.all(is_within) {
        return broken("a word lies outside its text");
    }
    match headings::load(library, id)?.iter().all(|heading| heading.start <= characters) {
        true => Ok(()),
        false => broken("a heading lies outside its text"),
    }
}

/// Checks what is known about a document's names.
fn names(library: &Connection, id: DocumentId) -> Result<()> {
    name_kinds::load(library, id)?;
    name_corrections::load(library, id)?;
    let characters = texts::characters(&texts::load(library, id)?)?;
    match question_pairs::within(library, id, characters)? {
        true => Ok(()),
        false => broken("a question about a name lies outside its text"),
    }
}

/// Checks a graph: its chunks stand in the text, and it is one that a build could have made.
fn graph(library: &Connection, id: GraphId, check: GraphCheck<'_>) -> Result<()> {
    let stored = load_graph::load(library, id)?;
    let text = texts::load(library, stored.graph.document)?;
    let text = Cuttable::new(&text);
    for node in &stored.nodes {
        if let Some(range) = &node.characters {
            let cut = text.cut(range.clone())?;
            // The chunks of an earlier text stand where others stand now.
            if !stored.graph.earlier && cut != node.text {
                return broken("a chunk does not stand in its text");
            }
        }
        if node.tokens.iter().any(|token| *token < 0) {
            return broken("a node has impossible tokens");
        }
    }
    let mut weights = stored.edges.iter().flat_map(|edges| &edges.weights);
    if !weights.all(|weight| weight.is_finite()) {
        return broken("an edge has no weight");
    }
    check(&stored).map_err(Error::Broken)
}

/// Checks an answer: what it says about its own parts lies within them.
fn answer(answer: &Answer) -> Result<()> {
    questions::check_documents(answer)?;
    let characters = texts::characters(&answer.answer)?;
    let sentences = answer.sentences.iter();
    let mut outside = sentences.filter(|part| part.start > part.end || part.end > characters);
    let passages = answer.evidence.len();
    let listed = answer.list.iter().flat_map(|list| &list.names).flat_map(|name| &name.passages);
    let mut missing = listed.filter(|passage| **passage as usize >= passages);
    match outside.next().is_none() && missing.next().is_none() {
        true => Ok(()),
        false => broken("an answer refers to what it does not have"),
    }
}

fn broken<T>(why: &str) -> Result<T> {
    Err(Error::Broken(why.to_owned()))
}
