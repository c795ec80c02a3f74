use std::ops::Range;

use protocol::DocumentId;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::Library;
use crate::error::{Error, Result};

impl Library {
    /// Returns a document's plain text.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn text(&self, document: DocumentId) -> Result<String> {
        load(&self.connection, document)
    }
}

pub(crate) fn load(connection: &Connection, document: DocumentId) -> Result<String> {
    let mut statement = connection.prepare_cached("SELECT text FROM texts WHERE document = ?1")?;
    let text = statement.query_row([document], |row| row.get(0)).optional()?;
    text.ok_or(Error::DocumentUnknown(document))
}

/// Stores a document's text, replacing an earlier one.
pub(crate) fn put(transaction: &Transaction<'_>, document: DocumentId, text: &str) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO texts (document, text) VALUES (?1, ?2)";
    transaction.execute(sql, params![document, text])?;
    Ok(())
}

/// Returns the number of Unicode scalar values in a text.
pub(crate) fn characters(text: &str) -> Result<u32> {
    u32::try_from(text.chars().count()).map_err(|_| Error::TooLarge)
}

/// A text that can be cut at character numbers.
pub(crate) struct Cuttable<'t> {
    text: &'t str,
    /// The byte at which every `STRIDE`th character begins; the end of the text counts as one.
    marks: Vec<usize>,
}

const STRIDE: usize = 1024;

impl<'t> Cuttable<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, marks: boundaries(text).step_by(STRIDE).collect() }
    }

    /// Returns its number of characters; fewer than 2^32, as in every stored text.
    pub(crate) fn characters(&self) -> u32 {
        let marked = self.marks.len().saturating_sub(1) * STRIDE;
        let rest = self.marks.last().map_or(0, |&mark| self.text[mark..].chars().count());
        (marked + rest) as u32
    }

    /// Returns the characters of a range; a range outside the text is damage.
    pub(crate) fn cut(&self, range: Range<u32>) -> Result<&'t str> {
        let bytes = self.byte(range.start).zip(self.byte(range.end));
        bytes
            .and_then(|(start, end)| self.text.get(start..end))
            .ok_or_else(|| Error::Broken(format!("characters {range:?} are not in the text")))
    }

    fn byte(&self, character: u32) -> Option<usize> {
        let mark = *self.marks.get(character as usize / STRIDE)?;
        let within = boundaries(&self.text[mark..]).nth(character as usize % STRIDE)?;
        Some(mark + within)
    }
}

fn boundaries(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.char_indices().map(|(byte, _)| byte).chain([text.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_by_characters() {
        let text = Cuttable::new("añ🌰z");
        let cases = [(0..4, "añ🌰z"), (1..3, "ñ🌰"), (3..4, "z"), (4..4, ""), (0..0, "")];
        for (range, expected) in cases {
            assert_eq!(text.cut(range.clone()).unwrap(), expected, "{range:?}");
        }
        assert!(matches!(text.cut(3..5), Err(Error::Broken(_))));
        assert_eq!((text.characters(), Cuttable::new("").characters()), (4, 0));
        let long = "ñ".repeat(2 * STRIDE);
        let ends = 2 * STRIDE as u32;
        let long = Cuttable::new(&long);
        assert_eq!(long.characters(), ends);
        for (range, bytes) in [(0..ends, 4 * STRIDE), (1023..1025, 4), (2047..ends, 2)] {
            assert_eq!(long.cut(range.clone()).unwrap().len(), bytes, "{range:?}");
        }
        assert!(matches!(long.cut(0..ends + 1), Err(Error::Broken(_))));
        let backwards = Range { start: 2, end: 1 };
        assert!(matches!(text.cut(backwards), Err(Error::Broken(_))));
    }
}
