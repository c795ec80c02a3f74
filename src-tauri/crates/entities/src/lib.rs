//! Who and what a text speaks of: where it names somebody or something, which names mean the same, and what
//! is said of them.

pub mod aliases;
pub mod kinds;
pub mod mentions;
pub mod name;
mod short_forms;
mod text;

pub use aliases::{Named, groups};
pub use kinds::Kind;
pub use mentions::mentions;
pub use name::{Gender, Name};
pub use text::{Entities, Entity, FirstMention, Statement, names};
