use std::ops::Range;

use protocol::{GraphId, NodeId};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::evidence::TextChange;
use super::{blob, graphs};
use crate::Writer;
use crate::blob::{pack_i32, unpack_i32};
use crate::error::{Error, Result};

/// A chunk to be saved.
#[derive(Debug, Clone, Copy)]
pub struct NewChunk<'a> {
    /// Its first character in the document's plain text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// Its text.
    pub text: &'a str,
    /// Its tokens in the building model's vocabulary.
    pub tokens: &'a [i32],
}

/// A saved node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredNode {
    /// Its number in the graph, from 0.
    pub id: NodeId,
    /// 1 for chunks, 2 and more for points.
    pub level: u32,
    /// The whole chunk, or the point.
    pub text: String,
    /// Its tokens in the building model's vocabulary.
    pub tokens: Vec<i32>,
    /// A chunk's characters in the document's plain text, or in a graph of an earlier text those
    /// that now replace them; `None` for a point.
    pub characters: Option<Range<u32>>,
}

/// A graph's last node.
pub(crate) struct Last {
    pub(crate) id: NodeId,
    pub(crate) level: u32,
}

impl Writer {
    /// Saves a graph's chunks, which become its nodes 0, 1, and so on.
    ///
    /// # Errors
    ///
    /// [`Error::GraphUnknown`]; [`Error::Refused`] if the graph already has nodes.
    pub fn save_chunks(&mut self, graph: GraphId, chunks: &[NewChunk<'_>]) -> Result<()> {
        self.write(|transaction| {
            graphs::require_growing(transaction, graph)?;
            if last(transaction, graph)?.is_some() {
                return Err(Error::Refused(format!("graph {graph} already has its chunks")));
            }
            for (chunk, id) in chunks.iter().zip(0..) {
                let node = StoredNode {
                    id,
                    level: 1,
                    text: chunk.text.to_owned(),
                    tokens: chunk.tokens.to_owned(),
                    characters: Some(chunk.start..chunk.end),
                };
                insert(transaction, graph, &node)?;
            }
            Ok(())
        })
    }
}

pub(crate) fn insert(
    transaction: &Transaction<'_>,
    graph: GraphId,
    node: &StoredNode,
) -> Result<()> {
    let mut statement = transaction.prepare_cached(
        "INSERT INTO nodes (graph, id, level, start_char, end_char, text, tokens)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    statement.execute(params![
        graph,
        node.id,
        node.level,
        node.characters.as_ref().map(|range| range.start),
        node.characters.as_ref().map(|range| range.end),
        node.text,
        pack_i32(&node.tokens),
    ])?;
    Ok(())
}

/// Moves the chunks of all graphs of a document to their places in its new text.
pub(crate) fn follow(transaction: &Transaction<'_>, change: &TextChange<'_>) -> Result<()> {
    let mut statement = transaction.prepare_cached(
        "SELECT graph, id, start_char, end_char FROM nodes
         WHERE level = 1 AND graph IN (SELECT id FROM graphs WHERE document = ?1)",
    )?;
    let chunks = statement.query_map([change.document], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?..row.get(3)?))
    })?;
    let chunks: Vec<(GraphId, NodeId, Range<u32>)> = chunks.collect::<rusqlite::Result<_>>()?;
    let mut update = transaction.prepare_cached(
        "UPDATE nodes SET start_char = ?3, end_char = ?4 WHERE graph = ?1 AND id = ?2",
    )?;
    for (graph, id, was) in chunks {
        let is = (change.place)(was);
        update.execute(params![graph, id, is.start, is.end])?;
    }
    Ok(())
}

pub(crate) fn load(connection: &Connection, graph: GraphId) -> Result<Vec<StoredNode>> {
    let mut statement = connection.prepare_cached(
        "SELECT id, level, start_char, end_char, text, tokens FROM nodes
         WHERE graph = ?1 ORDER BY id",
    )?;
    let nodes: Vec<StoredNode> = statement.query_and_then([graph], node)?.collect::<Result<_>>()?;
    match nodes.iter().zip(0..).find(|(node, id)| node.id != *id) {
        Some((_, missing)) => Err(Error::Broken(format!("graph {graph} lacks node {missing}"))),
        None => Ok(nodes),
    }
}

pub(crate) fn last(connection: &Connection, graph: GraphId) -> Result<Option<Last>> {
    let mut statement = connection
        .prepare_cached("SELECT id, level FROM nodes WHERE graph = ?1 ORDER BY id DESC LIMIT 1")?;
    let last = statement.query_row([graph], |row| Ok(Last { id: row.get(0)?, level: row.get(1)? }));
    Ok(last.optional()?)
}

/// Returns the numbers of a level's nodes; `None` if the graph has no such level.
pub(crate) fn of_level(
    connection: &Connection,
    graph: GraphId,
    level: u32,
) -> Result<Option<Range<NodeId>>> {
    let mut statement = connection
        .prepare_cached("SELECT min(id), max(id) + 1 FROM nodes WHERE graph = ?1 AND level = ?2")?;
    let (first, end): (Option<NodeId>, Option<NodeId>) =
        statement.query_row(params![graph, level], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(first.zip(end).map(|(first, end)| first..end))
}

/// Removes the nodes above a level, and with them their edges and embeddings.
pub(crate) fn discard_above(transaction: &Transaction<'_>, graph: GraphId, top: u32) -> Result<()> {
    let sql = "DELETE FROM nodes WHERE graph = ?1 AND level > ?2";
    transaction.execute(sql, params![graph, top])?;
    Ok(())
}

fn node(row: &Row<'_>) -> Result<StoredNode> {
    let start: Option<u32> = row.get(2)?;
    let end: Option<u32> = row.get(3)?;
    Ok(StoredNode {
        id: row.get(0)?,
        level: row.get(1)?,
        text: row.get(4)?,
        tokens: unpack_i32(blob(row, 5)?)?,
        characters: start.zip(end).map(|(start, end)| start..end),
    })
}
