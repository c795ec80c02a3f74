//! Connections to the file, and the checks before it is used.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB, OpenFlags};

use crate::error::{Error, Result};
use crate::schema;

/// How long SQLite waits for another connection's short work, such as a checkpoint of the WAL.
const PATIENCE: Duration = Duration::from_secs(5);

/// The size to which the WAL file is cut back after a large document was added.
const WAL_BYTES: i64 = 16 << 20;

/// Refuses a newer file without leaving a trace, if its header already says so. Nothing else is
/// judged here: before its WAL is checkpointed, the file alone may look damaged.
///
/// SQLite reads the header, because opening and closing its file by other means would give up the
/// locks that other connections of this process hold on it (POSIX).
pub(crate) fn refuse_newer(file: &Path) -> Result<()> {
    if !has_content(file)? {
        return Ok(());
    }
    match unchanging(file).and_then(|connection| schema::check(&connection)) {
        Err(newer @ Error::Newer { .. }) => Err(newer),
        _ => Ok(()),
    }
}

/// Returns whether the file exists and is not empty. A file that cannot be inspected does not count
/// as missing.
fn has_content(file: &Path) -> Result<bool> {
    match fs::metadata(file) {
        Ok(metadata) => Ok(metadata.len() > 0),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => {
            let path = file.parent().unwrap_or(file).to_owned();
            Err(Error::Folder { path, reason: error.to_string() })
        }
    }
}

pub(crate) fn for_writing(file: &Path) -> Result<Connection> {
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(PATIENCE)?;
    if connection.is_readonly(MAIN_DB)? {
        return Err(Error::ReadOnly);
    }
    // The newest header may be in the WAL, and closing would checkpoint it into the file.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    schema::check(&connection)?;
    refuse_tables_of_others(&connection)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    configure(&connection)?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

pub(crate) fn refuse_tables_of_others(connection: &Connection) -> Result<()> {
    let fresh = schema::version(connection)? == 0;
    if fresh && connection.prepare("SELECT 1 FROM sqlite_schema")?.exists([])? {
        return Err(Error::Broken("library.db was written by another program".to_owned()));
    }
    Ok(())
}

/// Configures a connection for writing. `synchronous = FULL`: with WAL, `NORMAL` would survive a
/// killed process but could lose the last batches in a power failure. A batch is minutes or seconds
/// of a model's work and one sync is milliseconds, so every commit is synced.
fn configure(connection: &Connection) -> Result<()> {
    // Takes effect while the file is still empty; returns the space of removed documents.
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Removed content is overwritten with zeros: these are private documents.
    connection.pragma_update_and_check(None, "secure_delete", true, |_| Ok(()))?;
    connection.pragma_update_and_check(None, "journal_size_limit", WAL_BYTES, |_| Ok(()))?;
    Ok(())
}

/// Returns `None` if the file is missing or empty.
pub(crate) fn for_reading(file: &Path) -> Result<Option<Connection>> {
    if !has_content(file)? {
        return Ok(None);
    }
    let connection = Connection::open_with_flags(
        file,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(PATIENCE)?;
    match schema::version(&connection) {
        Ok(_) => Ok(Some(connection)),
        // Reading a WAL database creates files beside it. Where that is not allowed, no one writes
        // either, and a file whose WAL was checkpointed can be read unchanged.
        Err(Error::Disk(_) | Error::ReadOnly | Error::DiskFull)
            if !has_content(&with_suffix(file, "-wal"))? =>
        {
            Ok(Some(unchanging(file)?))
        }
        Err(Error::Disk(_)) => Err(Error::ReadOnly),
        Err(error) => Err(error),
    }
}

/// Reads the file alone, without its WAL and without locks.
pub(crate) fn unchanging(file: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    Ok(Connection::open_with_flags(format!("{}?immutable=1", uri(file)), flags)?)
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Encodes a path as SQLite's `file:` URI, whatever its bytes.
fn uri(file: &Path) -> String {
    let bytes = file.as_os_str().as_encoded_bytes();
    let mut uri = String::from(if cfg!(windows) { "file:///" } else { "file:" });
    for &byte in bytes {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'.' | b'-' | b'_' | b':' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_any_letters_becomes_a_uri() {
        assert_eq!(
            uri(Path::new("/a b/é?#%/library.db")),
            "file:/a%20b/%C3%A9%3F%23%25/library.db"
        );
    }
}
