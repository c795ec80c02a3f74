//! What an import finds in the library already.

use std::collections::HashSet;

use protocol::{GraphId, QuestionId};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::ContentHash;
use crate::error::{Error, Result};
use crate::portable::{Destination, Entity, Fate, Ids, Row, Table};
use crate::table::{documents, graphs, models, now, question_documents, texts};

/// Recognises the things of a file that a library has.
pub(super) struct KnownRows<'i> {
    file: &'i Connection,
    library: &'i Transaction<'i>,
    /// What the library had before: later things are those of the file.
    last: LastNumbers,
    /// Questions of the library that were recognised.
    taken: HashSet<i64>,
    /// Unfinished graphs of the library in whose place a complete one comes.
    replaced: Vec<GraphId>,
}

/// The highest numbers of a library; all later things get higher ones.
struct LastNumbers {
    document: i64,
    graph: i64,
    question: i64,
}

impl LastNumbers {
    fn of(library: &Connection) -> Result<Self> {
        let last = |table| {
            let sql = format!("SELECT coalesce(max(id), 0) FROM {table}");
            library.query_row(&sql, [], |row| row.get(0))
        };
        let (document, graph) = (last("documents")?, last("graphs")?);
        Ok(Self { document, graph, question: last("questions")? })
    }
}

/// A graph of the library.
struct Candidate {
    id: GraphId,
    complete: bool,
    earlier: bool,
}

impl<'i> KnownRows<'i> {
    pub(super) fn new(file: &'i Connection, library: &'i Transaction<'i>) -> Result<Self> {
        let last = LastNumbers::of(library)?;
        Ok(Self { file, library, last, taken: HashSet::new(), replaced: Vec::new() })
    }

    /// Removes the graphs that were replaced, except those of which something was asked.
    pub(super) fn finish(self) -> Result<()> {
        for graph in self.replaced {
            let successor = graphs::successor(self.library, graph)?;
            successor.map_or(Ok(()), |id| graphs::forget_earlier(self.library, id))?;
        }
        Ok(())
    }

    /// A document is known by the bytes of its file. Graphs and answers refer to places in its text,
    /// which must be the same.
    fn document(&self, row: &Row<'_>) -> Result<Fate> {
        let hash = ContentHash::known(row.text("content_hash")?);
        let known = documents::find(self.library, &hash)?;
        let Some(known) = known.filter(|known| known.0 <= self.last.document) else {
            return Ok(Fate::New);
        };
        let sql = "SELECT text FROM texts WHERE document = ?1";
        let text: Option<String> =
            self.file.query_row(sql, [row.number("id")?], |row| row.get(0)).optional()?;
        match text == Some(texts::load(self.library, known)?) {
            true => Ok(Fate::Known(known.0)),
            false => Err(Error::TextDiffers(known)),
        }
    }

    fn model(&self, row: &mut Row<'_>) -> Result<Fate> {
        row.set("first_seen", Value::Integer(now()));
        let hash = row.text("hash")?;
        if hash.is_empty() {
            return Err(Error::Broken("a model has no hash".to_owned()));
        }
        Ok(models::find(self.library, hash)?.map_or(Fate::New, Fate::Known))
    }

    fn collection(&self, row: &Row<'_>) -> Result<Fate> {
        let sql = "SELECT id FROM collections WHERE name = ?1";
        let known =
            self.library.query_row(sql, [row.text("name")?], |row| row.get(0)).optional()?;
        Ok(known.map_or(Fate::New, Fate::Known))
    }

    /// A graph is known if one of the same document, model and settings has the same nodes. One that
    /// has others is kept unchanged: the imported one comes beside it, as one of an earlier text, if
    /// something was asked of it. A complete graph takes the place of an unfinished one.
    fn graph(&mut self, row: &mut Row<'_>) -> Result<Fate> {
        let (id, complete) = (row.number("id")?, row.number("complete")? != 0);
        let candidates = self.candidates(row)?;
        for candidate in &candidates {
            if (candidate.complete || !complete) && self.has_nodes_of(candidate.id, id)? {
                return Ok(Fate::Known(candidate.id.0));
            }
        }
        if row.number("earlier")? != 0 {
            let is_taken = candidates.is_empty() || self.is_asked(id)?;
            return Ok(if is_taken { Fate::New } else { Fate::LeftOut });
        }
        match candidates.iter().find(|candidate| !candidate.earlier) {
            None => Ok(Fate::New),
            Some(unfinished) if complete && !unfinished.complete => {
                graphs::set_one_aside(self.library, unfinished.id)?;
                self.replaced.push(unfinished.id);
                Ok(Fate::New)
            }
            Some(_) if self.is_asked(id)? => {
                row.set("earlier", Value::Integer(1));
                Ok(Fate::New)
            }
            Some(_) => Ok(Fate::LeftOut),
        }
    }

    /// Returns the library's graphs of the same document, model and settings.
    fn candidates(&self, row: &Row<'_>) -> Result<Vec<Candidate>> {
        let sql = "SELECT id, complete, earlier FROM graphs
                   WHERE document = ?1 AND model = ?2 AND settings = ?3 AND id <= ?4 ORDER BY id";
        let mut statement = self.library.prepare_cached(sql)?;
        let key = params![
            row.number("document")?,
            row.number("model")?,
            row.text("settings")?,
            self.last.graph
        ];
        let candidates = statement.query_map(key, |row| {
            Ok(Candidate { id: row.get(0)?, complete: row.get(1)?, earlier: row.get(2)? })
        })?;
        Ok(candidates.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns whether a graph of the library has the nodes of one in the file.
    fn has_nodes_of(&self, own: GraphId, other: i64) -> Result<bool> {
        let sql =
            "SELECT id, level, start_char, end_char, text FROM nodes WHERE graph = ?1 ORDER BY id";
        let mut own_nodes = self.library.prepare_cached(sql)?;
        let mut other_nodes = self.file.prepare_cached(sql)?;
        let (mut own, mut other) = (own_nodes.query([own])?, other_nodes.query([other])?);
        loop {
            match (own.next()?, other.next()?) {
                (None, None) => return Ok(true),
                (Some(one), Some(two)) => {
                    for column in 0..5 {
                        if one.get_ref(column)? != two.get_ref(column)? {
                            return Ok(false);
                        }
                    }
                }
                _ => return Ok(false),
            }
        }
    }

    fn is_asked(&self, graph: i64) -> Result<bool> {
        let sql = "SELECT 1 FROM question_documents WHERE graph = ?1";
        Ok(self.file.prepare_cached(sql)?.exists([graph])?)
    }

    /// A question is known if the same was asked at the same second in the same way of the same graphs,
    /// and the answer took as long. Several may be alike: each is taken for one of the file's.
    fn question(&mut self, row: &Row<'_>, ids: &Ids) -> Result<Fate> {
        let sql = "SELECT id FROM questions WHERE asked = ?1 AND question = ?2 AND model = ?3
                   AND options = ?4 AND answer = ?5 AND seconds = ?6 ORDER BY id";
        let mut statement = self.library.prepare_cached(sql)?;
        let key = params![
            row.number("asked")?,
            row.text("question")?,
            row.number("model")?,
            row.text("options")?,
            row.text("answer")?,
            row.get("seconds"),
        ];
        let alike = statement.query_map(key, |row| row.get(0))?;
        let alike: Vec<i64> = alike.collect::<rusqlite::Result<_>>()?;
        let graphs = self.graphs_asked(row.number("id")?, ids)?;
        for id in alike.into_iter().filter(|id| *id <= self.last.question) {
            let own = question_documents::load(self.library, QuestionId(id))?.1;
            if own == graphs && self.taken.insert(id) {
                return Ok(Fate::Known(id));
            }
        }
        Ok(Fate::New)
    }

    /// Returns the graphs of which a question in the file was asked, by their new numbers.
    fn graphs_asked(&self, question: i64, ids: &Ids) -> Result<Vec<GraphId>> {
        let sql = "SELECT graph FROM question_documents WHERE question = ?1 ORDER BY ordinal";
        let mut statement = self.file.prepare_cached(sql)?;
        let graphs = statement.query_map([question], |row| row.get(0))?;
        let new = |graph: rusqlite::Result<i64>| ids.require(Entity::Graph, graph?).map(GraphId);
        graphs.map(new).collect()
    }
}

impl Destination for KnownRows<'_> {
    fn fate(&mut self, table: &Table, row: &mut Row<'_>, ids: &Ids) -> Result<Fate> {
        match table.id {
            Some(Entity::Document) => self.document(row),
            Some(Entity::Model) => self.model(row),
            Some(Entity::Collection) => self.collection(row),
            Some(Entity::Graph) => self.graph(row),
            Some(Entity::Question) => self.question(row, ids),
            Some(Entity::Correction) | None => Ok(Fate::New),
        }
    }
}
