//! Finds whom and what a text speaks of: where it names a person or thing, which names mean the
//! same, and what is said about them.

mod acronyms;
pub mod aliases;
mod capital_counts;
mod cased_words;
mod chinese_names;
mod company_forms;
mod corrections;
pub mod dated_statements;
mod dates;
mod defined_terms;
mod entity;
mod excluded_words;
mod function_words;
mod gender;
mod given_names;
pub mod kinds;
mod lone_titles;
pub mod mentions;
pub mod name;
mod named_entity;
mod nicknames;
mod noun_capitals;
mod noun_contexts;
mod place_names;
mod pronouns;
mod short_forms;
mod statement_kinds;

pub use aliases::{NameCandidate, groups};
pub use chinese_names::is_chinese;
pub use corrections::Corrections;
pub use dated_statements::{DatedStatement, dated_statements};
pub use dates::dates;
pub use entity::{Entities, FirstMention, Statement, names};
pub use gender::Gender;
pub use kinds::NamedEntityKind;
pub use mentions::mentions;
pub use name::Name;
pub use named_entity::NamedEntity;
pub use pronouns::first_pronoun;
pub use statement_kinds::StatementKind;
