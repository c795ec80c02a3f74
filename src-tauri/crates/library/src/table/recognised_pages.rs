use rusqlite::params;

use crate::error::Result;
use crate::{ContentHash, Library, Writer};

impl Library {
    /// What was seen, in these languages, on pages of a file with this content that is being
    /// added: the pages' numbers, and JSON.
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
    /// Keeps what was seen on a page, as JSON.
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

    /// Forgets what was seen on a file's pages, in whatever language.
    pub fn forget_recognised_pages(&mut self, hash: &ContentHash) -> Result<()> {
        self.write(|transaction| {
            let sql = "DELETE FROM recognised_pages WHERE content_hash = ?1";
            transaction.execute(sql, [hash.as_str()])?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
