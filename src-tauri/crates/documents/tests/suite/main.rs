//! The crate from the outside: on files made here, and on the corpus where it is at hand.

mod corpus;
mod covers;
mod docx;
mod docx_files;
mod epub;
mod fb2;
mod layouts;
mod locked;
mod made;
mod mail;
mod odt;
mod pdf;
mod pictures;
mod scans;
mod sound;
mod text;
