use protocol::{DocumentId, GraphId, QuestionId};
use rusqlite::{Connection, Row, Transaction, params};

use super::existence::require_document;
use super::graphs;
use crate::error::{Error, Result};

pub(crate) fn insert(
    transaction: &Transaction<'_>,
    question: QuestionId,
    documents: &[DocumentId],
    graphs: &[GraphId],
) -> Result<()> {
    if documents.len() != graphs.len() {
        let (documents, graphs) = (documents.len(), graphs.len());
        return Err(Error::Refused(format!("{documents} documents with {graphs} graphs")));
    }
    let mut statement = transaction.prepare_cached(
        "INSERT INTO question_documents (question, ordinal, document, graph)
         VALUES (?1, ?2, ?3, ?4)",
    )?;
    for (ordinal, (&document, &graph)) in documents.iter().zip(graphs).enumerate() {
        require_document(transaction, document)?;
        graphs::load(transaction, graph)?;
        statement.execute(params![question, ordinal as i64, document, graph])?;
    }
    Ok(())
}

pub(crate) fn load(
    connection: &Connection,
    question: QuestionId,
) -> Result<(Vec<DocumentId>, Vec<GraphId>)> {
    let mut statement = connection.prepare_cached(
        "SELECT document, graph FROM question_documents WHERE question = ?1 ORDER BY ordinal",
    )?;
    let rows = statement.query_and_then([question], pair)?;
    rows.collect()
}

fn pair(row: &Row<'_>) -> Result<(DocumentId, GraphId)> {
    Ok((row.get(0)?, row.get(1)?))
}
