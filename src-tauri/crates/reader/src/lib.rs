//! Reads documents in a separate process.
//!
//! Files come from anywhere, and third parties wrote the parsers: some crash, some never end, some
//! want all available memory. So the program `pecan-reader` reads the files, within limits on time,
//! memory and files, and only it is harmed. Where the system can, it forbids the program to change
//! files and to contact anyone; where it cannot, documents are read all the same. The program
//! receives a file's bytes through standard input, returns what it read through standard output,
//! and touches nothing else.
//!
//! [`Reader`] is the caller's side, [`serve`] the other.

mod confine;
mod limits;
mod process;
mod reader_exit;
mod serve;
mod wire;

pub use limits::ReadLimits;
pub use process::{ALLOCATOR, ReadFailure, ReaderProcess, SourceFile, find_program};
pub use reader_exit::ReaderExit;
pub use serve::serve;
