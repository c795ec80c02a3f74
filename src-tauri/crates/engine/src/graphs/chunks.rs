//! Cuts a document into chunks, and stores them.

use std::sync::Arc;

use hwdag::Cutting;
use library::NewChunk;
use model::Weights;
use protocol::{Code, Failure, GraphId};

/// Returns a document's chunks in the model's tokens.
pub(crate) fn cut(
    weights: &Arc<Weights>,
    text: &str,
    cutting: Cutting<'_>,
) -> Result<Vec<hwdag::Chunk>, Failure> {
    let tokens = weights.tokenize(text)?;
    let bytes = |token| weights.bytes(token).to_vec();
    hwdag::chunk(&tokens, bytes, text, cutting).map_err(|error| {
        let message = format!("This model cannot read the document exactly: {error}.");
        Failure::new(Code::ModelUnsupported, message)
    })
}

pub(crate) fn save_chunks(
    writer: &mut library::Writer,
    graph: GraphId,
    chunks: &[hwdag::Chunk],
) -> Result<(), Failure> {
    let rows: Vec<NewChunk<'_>> = chunks
        .iter()
        .map(|chunk| NewChunk {
            start: chunk.range.start as u32,
            end: chunk.range.end as u32,
            text: &chunk.text,
            tokens: &chunk.tokens,
        })
        .collect();
    Ok(writer.save_chunks(graph, &rows)?)
}
