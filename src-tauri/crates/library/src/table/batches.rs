use std::ops::Range;

use protocol::{GraphId, NodeId};
use rusqlite::{Connection, Row, Transaction, params};

use super::{edges, graphs, nodes};
use crate::error::{Error, Result};
use crate::{StoredNode, Writer};

/// The cost of a batch for the model.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BatchCost {
    /// Tokens run through the model.
    pub tokens_evaluated: u64,
    /// Tokens restored from a saved state.
    pub tokens_restored: u64,
    /// Floating point operations.
    pub flops: f64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// A point to be saved, with its edges.
#[derive(Debug, Clone, Copy)]
pub struct NewPoint<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its tokens in the building model's vocabulary.
    pub tokens: &'a [i32],
    /// The weight of the edge to each input of its batch, in order.
    pub weights: &'a [f32],
}

/// A batch that was summarised: consecutive nodes of one level, and the points written from them.
#[derive(Debug, Clone)]
pub struct NewBatch<'a> {
    /// The level of its points: 2 for those written from chunks.
    pub level: u32,
    /// The nodes that were summarised.
    pub inputs: Range<NodeId>,
    /// The points, in the order in which they were written.
    pub points: &'a [NewPoint<'a>],
    /// Whether they are sentences of the inputs, or some of these, that the model did not write.
    pub quoted: bool,
    /// The number of points that it wrote but that were dropped, because they do not occur in the
    /// inputs.
    pub unsupported: u32,
    /// Its cost.
    pub cost: BatchCost,
}

/// A saved batch.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredBatch {
    /// The level of its points.
    pub level: u32,
    /// Its position among the batches of its level, from 0.
    pub number: u32,
    /// The nodes that were summarised.
    pub inputs: Range<NodeId>,
    /// The points that were written.
    pub outputs: Range<NodeId>,
    /// Whether they are sentences of the inputs, or some of these, that the model did not write.
    pub quoted: bool,
    /// The number of points that it wrote but that were dropped, because they do not occur in the
    /// inputs.
    pub unsupported: u32,
    /// Its cost.
    pub cost: BatchCost,
}

impl Writer {
    /// Saves a batch with its points and all their edges, at once or not at all, and returns the
    /// numbers assigned to its points: the next free ones.
    ///
    /// # Errors
    ///
    /// [`Error::GraphUnknown`]; [`Error::Refused`] unless the batch continues where the last one
    /// ended and every point has one weight for each input.
    pub fn save_batch(&mut self, graph: GraphId, batch: &NewBatch<'_>) -> Result<Range<NodeId>> {
        check_weights(batch)?;
        self.write(|transaction| {
            graphs::require_growing(transaction, graph)?;
            let (number, first_output) = next(transaction, graph, batch)?;
            for (point, id) in batch.points.iter().zip(first_output..) {
                insert_point(transaction, graph, id, point, batch)?;
            }
            // Lossless: every point has just been assigned a number of this type.
            let outputs = first_output..first_output + batch.points.len() as u32;
            let row = StoredBatch {
                level: batch.level,
                number,
                inputs: batch.inputs.clone(),
                outputs: outputs.clone(),
                quoted: batch.quoted,
                unsupported: batch.unsupported,
                cost: batch.cost,
            };
            insert(transaction, graph, &row)?;
            count_points(transaction, graph)?;
            Ok(outputs)
        })
    }
}

fn check_weights(batch: &NewBatch<'_>) -> Result<()> {
    let inputs = batch.inputs.len();
    match batch.points.iter().find(|point| point.weights.len() != inputs) {
        Some(point) => Err(Error::Refused(format!(
            "{} weights for the {inputs} nodes of a batch",
            point.weights.len()
        ))),
        None => Ok(()),
    }
}

/// Returns the batch's position in its level and its first free node, if it continues where the
/// last one ended.
fn next(
    transaction: &Transaction<'_>,
    graph: GraphId,
    batch: &NewBatch<'_>,
) -> Result<(u32, NodeId)> {
    let refused = |why: &str| {
        let NewBatch { level, inputs, .. } = batch;
        Err(Error::Refused(format!("a batch of {inputs:?} for level {level}: {why}")))
    };
    let Some(last) = nodes::last(transaction, graph)? else {
        return refused("the graph has no chunks");
    };
    let below = batch.level.saturating_sub(1);
    let Some(below) = nodes::of_level(transaction, graph, below)? else {
        return refused("the level below is missing");
    };
    let done = last_of_level(transaction, graph, batch.level)?;
    let begin = done.as_ref().map_or(below.start, |batch| batch.inputs.end);
    if batch.inputs.start != begin || batch.inputs.is_empty() || batch.inputs.end > below.end {
        return refused(&format!("nodes {begin}..{} are left", below.end));
    }
    if last.level > batch.level {
        return refused("a level above has begun");
    }
    Ok((done.map_or(0, |batch| batch.number + 1), last.id + 1))
}

fn insert_point(
    transaction: &Transaction<'_>,
    graph: GraphId,
    id: NodeId,
    point: &NewPoint<'_>,
    batch: &NewBatch<'_>,
) -> Result<()> {
    let node = StoredNode {
        id,
        level: batch.level,
        text: point.text.to_owned(),
        tokens: point.tokens.to_owned(),
        characters: None,
    };
    nodes::insert(transaction, graph, &node)?;
    edges::insert(transaction, graph, id, batch.inputs.start, point.weights)
}

fn insert(transaction: &Transaction<'_>, graph: GraphId, batch: &StoredBatch) -> Result<()> {
    let mut statement = transaction.prepare_cached(
        "INSERT INTO batches (graph, level, number, first_input, end_input, first_output,
            end_output, tokens_evaluated, tokens_restored, flops, seconds, quoted, unsupported)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    statement.execute(params![
        graph,
        batch.level,
        batch.number,
        batch.inputs.start,
        batch.inputs.end,
        batch.outputs.start,
        batch.outputs.end,
        batch.cost.tokens_evaluated.cast_signed(),
        batch.cost.tokens_restored.cast_signed(),
        batch.cost.flops,
        batch.cost.seconds,
        batch.quoted,
        batch.unsupported,
    ])?;
    Ok(())
}

const SELECT: &str = "
    SELECT level, number, first_input, end_input, first_output, end_output, tokens_evaluated,
        tokens_restored, flops, seconds, quoted, unsupported
    FROM batches WHERE graph = ?1";

pub(crate) fn load(connection: &Connection, graph: GraphId) -> Result<Vec<StoredBatch>> {
    let sql = format!("{SELECT} ORDER BY level, number");
    connection.prepare_cached(&sql)?.query_and_then([graph], batch)?.collect()
}

fn last_of_level(
    connection: &Connection,
    graph: GraphId,
    level: u32,
) -> Result<Option<StoredBatch>> {
    let sql = format!("{SELECT} AND level = ?2 ORDER BY number DESC LIMIT 1");
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_and_then(params![graph, level], batch)?.next().transpose()
}

/// Deletes the batches that wrote the levels above `top`.
pub(crate) fn discard_above(transaction: &Transaction<'_>, graph: GraphId, top: u32) -> Result<()> {
    let sql = "DELETE FROM batches WHERE graph = ?1 AND level > ?2";
    transaction.execute(sql, params![graph, top])?;
    count_points(transaction, graph)
}

/// Stores with a graph how many of its points are quoted, and how many were dropped.
fn count_points(transaction: &Transaction<'_>, graph: GraphId) -> Result<()> {
    let sql = "
        UPDATE graphs SET (quoted, unsupported) = (
            SELECT coalesce(sum(quoted * (end_output - first_output)), 0),
                coalesce(sum(unsupported), 0)
            FROM batches WHERE graph = ?1
        ) WHERE id = ?1";
    transaction.prepare_cached(sql)?.execute([graph])?;
    Ok(())
}

fn batch(row: &Row<'_>) -> Result<StoredBatch> {
    Ok(StoredBatch {
        level: row.get(0)?,
        number: row.get(1)?,
        inputs: row.get(2)?..row.get(3)?,
        outputs: row.get(4)?..row.get(5)?,
        cost: BatchCost {
            tokens_evaluated: row.get::<_, i64>(6)?.cast_unsigned(),
            tokens_restored: row.get::<_, i64>(7)?.cast_unsigned(),
            flops: row.get(8)?,
            seconds: row.get(9)?,
        },
        quoted: row.get(10)?,
        unsupported: row.get(11)?,
    })
}
