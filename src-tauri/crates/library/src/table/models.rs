use protocol::ModelInfo;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::{now, to_json};
use crate::error::{Error, Result};
use crate::{Library, Writer};

impl Library {
    /// Returns what was last stored about the model with this hash; `None` if it was never opened,
    /// or if another version of Pecan described it in a different form.
    pub fn model(&self, hash: &str) -> Result<Option<ModelInfo>> {
        Ok(info(&self.connection, hash)?.and_then(|info| serde_json::from_str(&info).ok()))
    }

    /// Returns the name of the model with this hash; the beginning of the hash if none is stored.
    pub fn model_name(&self, hash: &str) -> Result<String> {
        Ok(name(hash, info(&self.connection, hash)?.as_deref()))
    }
}

/// The number of hash digits shown for a model about which nothing else is known.
const HASH_SHOWN: usize = 12;

impl Writer {
    /// Stores what is known about a model, replacing earlier data.
    pub fn put_model(&mut self, info: &ModelInfo) -> Result<()> {
        let json = to_json(info)?;
        self.write(|transaction| {
            let key = key(transaction, &info.hash)?;
            transaction.execute("UPDATE models SET info = ?2 WHERE id = ?1", params![key, json])?;
            Ok(())
        })
    }
}

/// Returns a model's row, created if missing: a reference to a model needs only its hash.
pub(crate) fn key(transaction: &Transaction<'_>, hash: &str) -> Result<i64> {
    if hash.is_empty() {
        return Err(Error::Refused("a model without a hash".to_owned()));
    }
    transaction.execute(
        "INSERT INTO models (hash, first_seen) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING",
        params![hash, now()],
    )?;
    find(transaction, hash)?.ok_or_else(|| Error::Broken("a model's row vanished".to_owned()))
}

pub(crate) fn find(connection: &Connection, hash: &str) -> Result<Option<i64>> {
    let sql = "SELECT id FROM models WHERE hash = ?1";
    Ok(connection.query_row(sql, [hash], |row| row.get(0)).optional()?)
}

/// Returns what was last stored about a model.
fn info(connection: &Connection, hash: &str) -> Result<Option<String>> {
    let sql = "SELECT info FROM models WHERE hash = ?1";
    let found: Option<Option<String>> =
        connection.query_row(sql, [hash], |row| row.get(0)).optional()?;
    Ok(found.flatten())
}

/// Returns a model's name from its stored data.
pub(crate) fn name(hash: &str, info: Option<&str>) -> String {
    let info = info.and_then(|info| serde_json::from_str::<serde_json::Value>(info).ok());
    let name = info.as_ref().and_then(|info| info.get("name")?.as_str());
    let name = name.filter(|name| !name.is_empty());
    name.map_or_else(|| hash.chars().take(HASH_SHOWN).collect(), ToOwned::to_owned)
}
