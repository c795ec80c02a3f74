//! The crate from the outside: on files made here, and on the corpus where it is at hand.

mod corpus;
mod epub;
mod made;
mod pdf;
mod sound;
mod text;
