use protocol::{DocumentId, Evidence, QuestionId};
use rusqlite::{Connection, Row, Transaction, params};

use super::texts::{self, Cuttable};
use crate::error::{Error, Result};

pub(crate) fn insert(
    transaction: &Transaction<'_>,
    question: QuestionId,
    evidence: &[Evidence],
) -> Result<()> {
    if quoted(transaction, evidence.to_vec())? != evidence {
        return Err(Error::Refused("a passage is not what stands in its document".to_owned()));
    }
    let mut statement = transaction.prepare_cached(
        "INSERT INTO evidence (question, ordinal, document, chunk, weight, node, page, start_char,
            end_char)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    for (ordinal, passage) in evidence.iter().enumerate() {
        statement.execute(params![
            question,
            ordinal as i64,
            passage.document,
            passage.chunk,
            passage.weight,
            passage.node,
            passage.page,
            passage.start,
            passage.end,
        ])?;
    }
    Ok(())
}

pub(crate) fn load(connection: &Connection, question: QuestionId) -> Result<Vec<Evidence>> {
    let mut statement = connection.prepare_cached(
        "SELECT document, chunk, weight, node, page, start_char, end_char
         FROM evidence WHERE question = ?1 ORDER BY ordinal",
    )?;
    let evidence = statement.query_and_then([question], passage)?.collect::<Result<_>>()?;
    quoted(connection, evidence)
}

/// The passages with the texts that stand in their documents.
fn quoted(connection: &Connection, mut evidence: Vec<Evidence>) -> Result<Vec<Evidence>> {
    let mut documents: Vec<DocumentId> = evidence.iter().map(|passage| passage.document).collect();
    documents.sort_unstable();
    documents.dedup();
    for document in documents {
        let text = texts::load(connection, document)?;
        let text = Cuttable::new(&text);
        for passage in evidence.iter_mut().filter(|passage| passage.document == document) {
            text.cut(passage.start..passage.end)?.clone_into(&mut passage.text);
        }
    }
    Ok(evidence)
}

fn passage(row: &Row<'_>) -> Result<Evidence> {
    Ok(Evidence {
        document: row.get(0)?,
        chunk: row.get(1)?,
        weight: row.get(2)?,
        node: row.get(3)?,
        page: row.get(4)?,
        start: row.get(5)?,
        end: row.get(6)?,
        text: String::new(),
    })
}
