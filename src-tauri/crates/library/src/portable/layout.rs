//! The columns of a portable file's tables, which are those of a library's.

use rusqlite::{Connection, params};

use super::tables::{TABLES, Table};
use crate::error::Result;

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    /// Its type, in SQL.
    kind: String,
    /// Its position in the primary key, from 1; 0 outside it.
    key: u32,
}

/// A table with its columns.
#[derive(Debug)]
pub(crate) struct TableLayout {
    pub(crate) table: &'static Table,
    pub(crate) columns: Vec<Column>,
    without_rowid: bool,
}

/// The tables of a portable file for a schema of the library.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) tables: Vec<TableLayout>,
}

impl Layout {
    /// Returns the layout for a library's schema; tables that it does not have yet are left out.
    pub(crate) fn of(library: &Connection) -> Result<Self> {
        let mut tables = Vec::with_capacity(TABLES.len());
        for table in &TABLES {
            let columns = columns(library, table)?;
            if !columns.is_empty() {
                tables.push(TableLayout {
                    table,
                    columns,
                    without_rowid: is_without_rowid(library, table)?,
                });
            }
        }
        Ok(Self { tables })
    }

    /// Returns the SQL that creates the tables.
    pub(crate) fn sql(&self) -> String {
        self.tables.iter().map(TableLayout::sql).collect()
    }
}

impl TableLayout {
    /// Returns the names of the columns, in order and separated by commas.
    pub(crate) fn column_list(&self) -> String {
        listed(self.columns.iter())
    }

    /// Returns whether rows are found by this column, because their primary key begins with it.
    pub(crate) fn is_found_by(&self, column: &str) -> bool {
        self.columns.iter().any(|known| known.name == column && known.key == 1)
    }

    /// Returns the names of the columns of the primary key.
    pub(crate) fn key(&self) -> String {
        let mut key: Vec<&Column> = self.columns.iter().filter(|column| column.key > 0).collect();
        key.sort_by_key(|column| column.key);
        listed(key.into_iter())
    }

    fn sql(&self) -> String {
        let columns: Vec<String> = self
            .columns
            .iter()
            .map(|Column { name, kind, .. }| format!("\"{name}\" {kind}"))
            .collect();
        let rowid = if self.without_rowid { ", WITHOUT ROWID" } else { "" };
        let (name, columns, key) = (self.table.name, columns.join(", "), self.key());
        format!("CREATE TABLE \"{name}\" ({columns}, PRIMARY KEY ({key})) STRICT{rowid};\n")
    }
}

fn listed<'c>(columns: impl Iterator<Item = &'c Column>) -> String {
    columns.map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
}

fn columns(library: &Connection, table: &Table) -> Result<Vec<Column>> {
    let sql = "SELECT name, type, pk FROM pragma_table_xinfo(?1) WHERE hidden = 0 ORDER BY cid";
    let mut statement = library.prepare_cached(sql)?;
    let columns = statement.query_map([table.name], |row| {
        Ok(Column { name: row.get(0)?, kind: row.get(1)?, key: row.get(2)? })
    })?;
    Ok(columns.collect::<rusqlite::Result<_>>()?)
}

fn is_without_rowid(library: &Connection, table: &Table) -> Result<bool> {
    let sql = "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?1";
    Ok(library.query_row(sql, params![table.name], |row| row.get(0))?)
}
