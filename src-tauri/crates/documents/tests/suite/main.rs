//! Tests of the crate from the outside: on generated files, and on the corpus if present.

mod corpus;
mod covers;
mod docx;
mod docx_files;
mod epub;
mod fb2;
mod layouts;
mod locked;
mod locked_pdf;
mod made;
mod mail;
mod odt;
mod packages;
mod pdf;
mod pictures;
mod pixels;
mod scans;
mod sound;
mod text;
