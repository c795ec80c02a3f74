use protocol::{QuestionId, Score, Step};
use rusqlite::{Connection, Row, Transaction, params};

use crate::error::Result;

pub(crate) fn insert(
    transaction: &Transaction<'_>,
    question: QuestionId,
    steps: &[Step],
) -> Result<()> {
    let mut statement = transaction.prepare_cached(
        "INSERT INTO steps (question, ordinal, document, node, level, tokens, attention,
            similarity, total, relevance, p_yes, text, words, p_alone)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    for (ordinal, step) in steps.iter().enumerate() {
        statement.execute(params![
            question,
            ordinal as i64,
            step.document,
            step.node,
            step.level,
            step.tokens,
            step.score.attention,
            step.score.similarity,
            step.score.total,
            step.relevance,
            step.p_yes,
            step.text,
            step.score.words,
            step.p_alone,
        ])?;
    }
    Ok(())
}

pub(crate) fn load(connection: &Connection, question: QuestionId) -> Result<Vec<Step>> {
    let mut statement = connection.prepare_cached(
        "SELECT document, node, level, tokens, attention, similarity, total, relevance, p_yes,
            text, words, p_alone
         FROM steps WHERE question = ?1 ORDER BY ordinal",
    )?;
    statement.query_and_then([question], step)?.collect()
}

fn step(row: &Row<'_>) -> Result<Step> {
    Ok(Step {
        document: row.get(0)?,
        node: row.get(1)?,
        level: row.get(2)?,
        tokens: row.get(3)?,
        score: Score {
            attention: row.get(4)?,
            similarity: row.get(5)?,
            words: row.get(10)?,
            total: row.get(6)?,
        },
        relevance: row.get(7)?,
        p_yes: row.get(8)?,
        p_alone: row.get(11)?,
        text: row.get(9)?,
    })
}
