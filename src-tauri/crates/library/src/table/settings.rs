use std::path::Path;

use rusqlite::{OptionalExtension, params};

use crate::error::Result;
use crate::open::FILE;
use crate::{Library, Writer, connect, schema};

impl Library {
    /// Returns the choice stored under this name, if any.
    pub fn setting(&self, key: &str) -> Result<Option<String>> {
        let sql = "SELECT value FROM settings WHERE key = ?1";
        Ok(self.connection.query_row(sql, [key], |row| row.get(0)).optional()?)
    }
}

impl Library {
    /// Returns all choices in the library of a folder, whatever its schema; none if there is no
    /// library. Nothing is written.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub fn settings_in(dir: &Path) -> Result<Vec<(String, String)>> {
        let Some(library) = connect::for_reading(&dir.join(FILE))? else { return Ok(Vec::new()) };
        schema::check(&library)?;
        if schema::version(&library)? == 0 {
            return Ok(Vec::new());
        }
        let mut statement = library.prepare("SELECT key, value FROM settings ORDER BY key")?;
        let settings = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(settings.collect::<rusqlite::Result<_>>()?)
    }
}

impl Writer {
    /// Stores a choice under a name; `None` deletes it.
    pub fn set_setting(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        self.write(|transaction| {
            match value {
                Some(value) => transaction.execute(
                    "INSERT INTO settings (key, value) VALUES (?1, ?2)
                     ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                    params![key, value],
                )?,
                None => transaction.execute("DELETE FROM settings WHERE key = ?1", [key])?,
            };
            Ok(())
        })
    }

    /// Stores several choices at once, each under its name.
    pub fn set_settings(&mut self, settings: &[(String, String)]) -> Result<()> {
        self.write(|transaction| {
            let sql = "INSERT OR REPLACE INTO settings (key, value) VALUES (?1, ?2)";
            let mut insert = transaction.prepare_cached(sql)?;
            for setting in settings {
                insert.execute(params![setting.0, setting.1])?;
            }
            Ok(())
        })
    }
}
