//! The numbers of what a library keeps, a type for each.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! number {
    ($(#[$documentation:meta])* $name:ident, $number:ty) => {
        $(#[$documentation])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }
    };
}

/// Numbers of rows are columns of SQLite's integers.
#[cfg(feature = "rusqlite")]
macro_rules! row_number {
    ($($name:ident),*) => {$(
        impl rusqlite::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl rusqlite::types::FromSql for $name {
            fn column_result(
                value: rusqlite::types::ValueRef<'_>,
            ) -> rusqlite::types::FromSqlResult<Self> {
                rusqlite::types::FromSql::column_result(value).map(Self)
            }
        }
    )*};
}

number! {
    /// A document's number in its library.
    DocumentId, i64
}
number! {
    /// A graph's number in its library. One document can have several.
    GraphId, i64
}
number! {
    /// A question's number in its library.
    QuestionId, i64
}
number! {
    /// The number of a correction of names, in its library.
    CorrectionId, i64
}
number! {
    /// A job's number, assigned by the requester.
    JobId, u64
}

#[cfg(feature = "rusqlite")]
row_number!(DocumentId, GraphId, QuestionId, CorrectionId);
