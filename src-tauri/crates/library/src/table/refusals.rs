use rusqlite::{OptionalExtension, params};

use super::now;
use crate::error::Result;
use crate::{ContentHash, Library, Writer};

impl Library {
    /// Returns why this version of the program refused a file with this content, if it did.
    pub fn refusal(&self, hash: &ContentHash, version: &str) -> Result<Option<String>> {
        let sql = "SELECT message FROM refusals WHERE content_hash = ?1 AND version = ?2";
        let row = params![hash.as_str(), version];
        Ok(self.connection.query_row(sql, row, |row| row.get(0)).optional()?)
    }
}

impl Writer {
    /// Stores that this version of the program refuses a file with this content, and why.
    pub fn refuse(&mut self, hash: &ContentHash, version: &str, message: &str) -> Result<()> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT OR REPLACE INTO refusals (content_hash, message, version, refused)
                 VALUES (?1, ?2, ?3, ?4)",
                params![hash.as_str(), message, version, now()],
            )?;
            Ok(())
        })
    }

    /// Deletes the refusal of a file with this content.
    pub fn forget_refusal(&mut self, hash: &ContentHash) -> Result<()> {
        self.write(|transaction| {
            let sql = "DELETE FROM refusals WHERE content_hash = ?1";
            transaction.execute(sql, [hash.as_str()])?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_holds_for_one_content_and_one_version() {
        let dir = tempfile::tempdir().unwrap();
        let mut library = Library::open(dir.path()).unwrap();
        let (bad, good) = (ContentHash::of(b"bad"), ContentHash::of(b"good"));
        library.refuse(&bad, "1.0", "It crashed.").unwrap();
        library.refuse(&bad, "1.0", "It crashed again.").unwrap();
        let refusal = |library: &Library, hash, version| library.refusal(hash, version).unwrap();
        assert_eq!(refusal(&library, &bad, "1.0").as_deref(), Some("It crashed again."));
        assert_eq!(refusal(&library, &bad, "1.1"), None);
        assert_eq!(refusal(&library, &good, "1.0"), None);
        library.forget_refusal(&bad).unwrap();
        assert_eq!(refusal(&library, &bad, "1.0"), None);
    }
}
