//! The crate from the outside: on files made here, and on the corpus where it is at hand.

mod corpus;
mod docx;
mod docx_files;
mod epub;
mod fb2;
mod made;
mod odt;
mod pdf;
mod sound;
mod text;
