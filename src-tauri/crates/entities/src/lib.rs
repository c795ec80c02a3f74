//! Who and what a text speaks of: which names in it mean the same.

pub mod aliases;
pub mod name;
mod short_forms;

pub use aliases::{Named, groups};
pub use name::{Gender, Name};
