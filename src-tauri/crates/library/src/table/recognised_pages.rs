use protocol::DocumentId;
use rusqlite::{Transaction, params};

use crate::error::Result;
use crate::{ContentHash, Library, Writer};

impl Library {
    /// Returns what was recognised, in these languages, on pages of a file with this content that
    /// is being added, or of which some pages still have no text: the pages' numbers, and JSON.
    pub fn recognised_pages(
        &self,
        hash: &ContentHash,
        languages: &str,
    ) -> Result<Vec<(u32, String)>> {
        let sql = "SELECT page, seen FROM recognised_pages
                   WHERE content_hash = ?1 AND languages = ?2 ORDER BY page";
        let mut statement = self.connection.prepare_cached(sql)?;
        let row = params![hash.as_str(), languages];
        let pages = statement.query_map(row, |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(pages.collect::<rusqlite::Result<_>>()?)
    }
}

impl Writer {
    /// Stores what was recognised on a page, as JSON.
    pub fn keep_recognised_page(
        &mut self,
        hash: &ContentHash,
        languages: &str,
        page: u32,
        seen: &str,
    ) -> Result<()> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT OR REPLACE INTO recognised_pages (content_hash, languages, page, seen)
                 VALUES (?1, ?2, ?3, ?4)",
                params![hash.as_str(), languages, page, seen],
            )?;
            Ok(())
        })
    }

    /// Deletes what was recognised on a file's pages, in any language.
    pub fn forget_recognised_pages(&mut self, hash: &ContentHash) -> Result<()> {
        self.write(|transaction| {
            let sql = "DELETE FROM recognised_pages WHERE content_hash = ?1";
            transaction.execute(sql, [hash.as_str()])?;
            Ok(())
        })
    }
}

/// Deletes what was recognised on the pages of a document's file, because the document is removed
/// or its file is about to change. A file with the content `unless` is kept.
pub(crate) fn take_out(
    transaction: &Transaction<'_>,
    document: DocumentId,
    unless: Option<&ContentHash>,
) -> Result<()> {
    transaction.execute(
        "DELETE FROM recognised_pages WHERE content_hash =
            (SELECT content_hash FROM documents WHERE id = ?1 AND content_hash IS NOT ?2)",
        params![document, unless.map(ContentHash::as_str)],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewDocument;

    #[test]
    fn pages_are_kept_by_content_and_language() {
        let dir = tempfile::tempdir().unwrap();
        let mut library = Library::open(dir.path()).unwrap();
        let (scan, other) = (ContentHash::of(b"scan"), ContentHash::of(b"other"));
        for (page, seen) in [(7, "old"), (7, "[]"), (2, "{}")] {
            library.keep_recognised_page(&scan, "eng+deu", page, seen).unwrap();
        }
        let kept =
            |library: &Library, hash, languages| library.recognised_pages(hash, languages).unwrap();
        let both = [(2, "{}".to_owned()), (7, "[]".to_owned())];
        assert_eq!(kept(&library, &scan, "eng+deu"), both);
        assert_eq!(kept(&library, &scan, "eng"), []);
        assert_eq!(kept(&library, &other, "eng+deu"), []);
        library.forget_recognised_pages(&scan).unwrap();
        assert_eq!(kept(&library, &scan, "eng+deu"), []);
    }

    #[test]
    fn pages_go_with_their_document_and_its_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let mut library = Library::open(dir.path()).unwrap();
        let new = |original| NewDocument {
            title: None,
            author: None,
            language: None,
            format: "pdf",
            file_name: "scan.pdf",
            original,
            text: "",
            paged: false,
            pages: &[],
            outline: &[],
        };
        let hashes = [b"first", b"later"].map(|bytes| ContentHash::of(bytes));
        let id = library.add_document(&new(b"first")).unwrap();
        for hash in &hashes {
            library.keep_recognised_page(hash, "eng", 1, "{}").unwrap();
        }
        let kept = |library: &Library| {
            hashes.each_ref().map(|hash| library.recognised_pages(hash, "eng").unwrap().len())
        };
        library.replace_document(id, &new(b"first"), &|range| range).unwrap();
        assert_eq!(kept(&library), [1, 1]);
        library.replace_document(id, &new(b"later"), &|range| range).unwrap();
        assert_eq!(kept(&library), [0, 1]);
        library.remove_document(id).unwrap();
        assert_eq!(kept(&library), [0, 0]);
    }
}
