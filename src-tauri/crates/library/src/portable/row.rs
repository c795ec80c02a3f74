//! A row of a table during a copy.

use rusqlite::types::Value;

use super::layout::{Column, TableLayout};
use crate::error::{Error, Result};

/// A row of a table.
pub(crate) struct Row<'c> {
    columns: &'c [Column],
    /// The columns' values, in their order.
    pub(super) values: Vec<Value>,
}

impl<'c> Row<'c> {
    /// Reads a row of a table with this layout.
    pub(super) fn read(layout: &'c TableLayout, row: &rusqlite::Row<'_>) -> Result<Self> {
        let columns = layout.columns.as_slice();
        let values = (0..columns.len()).map(|at| row.get(at)).collect::<rusqlite::Result<_>>()?;
        Ok(Self { columns, values })
    }

    fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|known| known.name == column)
    }

    /// Returns a column's value; `Null` if there is no such column.
    pub(crate) fn get(&self, column: &str) -> &Value {
        self.position(column).map_or(&Value::Null, |at| &self.values[at])
    }

    /// Returns a column's number.
    ///
    /// # Errors
    ///
    /// If it holds something else.
    pub(crate) fn number(&self, column: &str) -> Result<i64> {
        match self.get(column) {
            Value::Integer(number) => Ok(*number),
            _ => Err(Error::Broken(format!("{column} is not a number"))),
        }
    }

    /// Returns a column's text.
    ///
    /// # Errors
    ///
    /// If it holds something else.
    pub(crate) fn text(&self, column: &str) -> Result<&str> {
        match self.get(column) {
            Value::Text(text) => Ok(text),
            _ => Err(Error::Broken(format!("{column} is not a text"))),
        }
    }

    /// Replaces a column's value, if there is such a column.
    pub(crate) fn set(&mut self, column: &str, value: Value) {
        if let Some(at) = self.position(column) {
            self.values[at] = value;
        }
    }

    /// Returns the number of bytes of its texts and blobs.
    pub(super) fn bytes(&self) -> usize {
        let bytes = |value: &Value| match value {
            Value::Text(text) => text.len(),
            Value::Blob(blob) => blob.len(),
            Value::Null | Value::Integer(_) | Value::Real(_) => 0,
        };
        self.values.iter().map(bytes).sum()
    }
}
