//! A comparison in readable form: a table for the terminal, and a folder with all numbers as JSON, CSV
//! and Markdown, and a few plots.
//!
//! Questions, answers and file names are untrusted. A terminal, a Markdown page and a spreadsheet show
//! them and interpret nothing of them.

mod costs;
mod files;
mod flat;
mod format;
mod kinds;
mod lengths;
mod notes;
mod numbers;
mod page;
mod plots;
mod printable;
mod records;
mod relations;
mod scores;
mod table;
mod tables;
mod terminal;
mod trust;

#[cfg(test)]
mod sample;

pub use self::files::{make, write};
pub use self::notes::{counted, left_out, note};
pub use self::numbers::Numbers;
pub use self::page::{chosen, every_set, origin, side_by_side, together};
pub(super) use self::printable::printable;
pub(super) use self::records::ALL;
pub use self::terminal::terminal;
