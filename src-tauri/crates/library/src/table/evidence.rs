use std::ops::Range;

use protocol::{DocumentId, Evidence, QuestionId, Turn, printed};
use rusqlite::{Connection, Row, Transaction, params};

use super::texts::{self, Cuttable};
use crate::error::{Error, Result};

pub(crate) fn insert(
    transaction: &Transaction<'_>,
    question: QuestionId,
    evidence: &[Evidence],
) -> Result<()> {
    if quoted(transaction, evidence.to_vec())? != evidence {
        return Err(Error::Refused("a passage differs from the text of its document".to_owned()));
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
        "SELECT evidence.document, chunk, weight, node, page, evidence.start_char,
            evidence.end_char, evidence.words, label
         FROM evidence LEFT JOIN pages ON pages.document = evidence.document AND number = page
         WHERE question = ?1 ORDER BY ordinal",
    )?;
    let labelled = |row: &Row<'_>| -> Result<Evidence> {
        let (passage, label) = (passage(row)?, row.get::<_, Option<String>>(8)?);
        let label = label.as_deref().zip(passage.page);
        let label = label.and_then(|(label, page)| printed(label, page)).map(str::to_owned);
        Ok(Evidence { label, ..passage })
    };
    let mut evidence: Vec<Evidence> =
        statement.query_and_then([question], labelled)?.collect::<Result<_>>()?;
    for passage in evidence.iter_mut().filter(|passage| passage.page.is_some()) {
        passage.turns = turns(connection, passage)?;
    }
    quoted(connection, evidence)
}

/// Returns the pages that begin within a passage, if the document has pages.
fn turns(connection: &Connection, passage: &Evidence) -> Result<Vec<Turn>> {
    let mut statement = connection.prepare_cached(
        "SELECT start_char, number, label FROM pages
         WHERE document = ?1 AND number >= ?2 AND start_char < ?3 ORDER BY number",
    )?;
    let of = params![passage.document, passage.page, passage.end];
    let pages = statement.query_map(of, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let pages: Vec<(u32, u32, String)> = pages.collect::<std::result::Result<_, _>>()?;
    let range = passage.start..passage.end;
    let within =
        |(start, number, label): &(u32, u32, String)| Turn::within(&range, *start, *number, label);
    Ok(pages.iter().filter_map(within).collect())
}

/// The change of a document's text from old to new.
pub(crate) struct TextChange<'a> {
    pub(crate) document: DocumentId,
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
    /// Maps character ranges of the old text to the new one.
    pub(crate) place: &'a dyn Fn(Range<u32>) -> Range<u32>,
    /// Returns the page of the new text for a range that begins with this character.
    pub(crate) page: &'a dyn Fn(u32) -> Option<u32>,
}

/// Moves all passages of a document to their places in the new text, and keeps the words of those
/// that no longer occur there.
pub(crate) fn follow(transaction: &Transaction<'_>, change: &TextChange<'_>) -> Result<()> {
    let mut statement = transaction.prepare_cached(
        "SELECT document, chunk, weight, node, page, start_char, end_char, words, question, ordinal
         FROM evidence WHERE document = ?1",
    )?;
    let rows = statement.query_and_then([change.document], |row| -> Result<_> {
        Ok((passage(row)?, row.get(8)?, row.get(9)?))
    })?;
    let rows: Vec<(Evidence, QuestionId, i64)> = rows.collect::<Result<_>>()?;
    let (old, new) = (Cuttable::new(change.old), Cuttable::new(change.new));
    let mut update = transaction.prepare_cached(
        "UPDATE evidence SET page = ?3, start_char = ?4, end_char = ?5, words = ?6
         WHERE question = ?1 AND ordinal = ?2",
    )?;
    for (passage, question, ordinal) in rows {
        let was = passage.start..passage.end;
        let words = if passage.changed { passage.text.as_str() } else { old.cut(was.clone())? };
        let is = (change.place)(was);
        let gone = (new.cut(is.clone())? != words).then_some(words);
        let page = (change.page)(is.start);
        update.execute(params![question, ordinal, page, is.start, is.end, gone])?;
    }
    Ok(())
}

/// Fills the passages with their documents' texts, unless these have changed there.
fn quoted(connection: &Connection, mut evidence: Vec<Evidence>) -> Result<Vec<Evidence>> {
    let mut documents: Vec<DocumentId> = evidence.iter().map(|passage| passage.document).collect();
    documents.sort_unstable();
    documents.dedup();
    for document in documents {
        let text = texts::load(connection, document)?;
        let text = Cuttable::new(&text);
        let stands = |passage: &&mut Evidence| passage.document == document && !passage.changed;
        for passage in evidence.iter_mut().filter(stands) {
            text.cut(passage.start..passage.end)?.clone_into(&mut passage.text);
        }
    }
    Ok(evidence)
}

fn passage(row: &Row<'_>) -> Result<Evidence> {
    let words: Option<String> = row.get(7)?;
    Ok(Evidence {
        document: row.get(0)?,
        chunk: row.get(1)?,
        weight: row.get(2)?,
        node: row.get(3)?,
        page: row.get(4)?,
        label: None,
        turns: Vec::new(),
        start: row.get(5)?,
        end: row.get(6)?,
        changed: words.is_some(),
        text: words.unwrap_or_default(),
    })
}
