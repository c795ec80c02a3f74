use rusqlite::{OptionalExtension, params};

use crate::error::Result;
use crate::{Library, Writer};

impl Library {
    /// Returns the choice stored under this name, if any.
    pub fn setting(&self, key: &str) -> Result<Option<String>> {
        let sql = "SELECT value FROM settings WHERE key = ?1";
        Ok(self.connection.query_row(sql, [key], |row| row.get(0)).optional()?)
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
}
