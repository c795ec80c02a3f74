//! Who and what a text speaks of: where it names somebody or something, and which names mean the same.

pub mod aliases;
pub mod mentions;
pub mod name;
mod short_forms;

pub use aliases::{Named, groups};
pub use mentions::mentions;
pub use name::{Gender, Name};
