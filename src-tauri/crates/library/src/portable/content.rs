//! The hash of a portable file's content.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

use super::layout::{Layout, TableLayout};
use super::progress::RowCounter;
use crate::error::Result;

/// Begins every hash.
const BEGIN: &[u8] = b"pecan portable file 1\n";

/// Returns the SHA-256 over all rows, as docs/portable-files.md defines it, in hexadecimal.
pub(super) fn hash(
    file: &Connection,
    (layout, schema): (&Layout, i64),
    counter: &mut RowCounter<'_>,
) -> Result<String> {
    let mut hash = Sha256::new();
    hash.update(BEGIN);
    hash.update(schema.to_le_bytes());
    for table in &layout.tables {
        add_table(&mut hash, file, table, counter)?;
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn add_table(
    hash: &mut Sha256,
    file: &Connection,
    table: &TableLayout,
    counter: &mut RowCounter<'_>,
) -> Result<()> {
    hash.update(b"T");
    add_bytes(hash, table.table.name.as_bytes());
    let (columns, name, key) = (table.column_list(), table.table.name, table.key());
    let sql = format!("SELECT {columns} FROM \"{name}\" ORDER BY {key}");
    let mut statement = file.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        hash.update(b"R");
        let mut bytes = 0;
        for at in 0..table.columns.len() {
            bytes += add_value(hash, row.get_ref(at)?);
        }
        counter.row(bytes)?;
    }
    Ok(())
}

/// Adds a value, and returns the number of its bytes.
fn add_value(hash: &mut Sha256, value: ValueRef<'_>) -> usize {
    match value {
        ValueRef::Null => hash.update(b"n"),
        ValueRef::Integer(number) => {
            hash.update(b"i");
            hash.update(number.to_le_bytes());
        }
        ValueRef::Real(number) => {
            hash.update(b"r");
            hash.update(number.to_le_bytes());
        }
        ValueRef::Text(text) => {
            hash.update(b"t");
            add_bytes(hash, text);
            return text.len();
        }
        ValueRef::Blob(blob) => {
            hash.update(b"b");
            add_bytes(hash, blob);
            return blob.len();
        }
    }
    0
}

/// Adds bytes after their number, so that no two values are added alike.
fn add_bytes(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}
