//! Documents read in a process of their own.
//!
//! Files come from anywhere, and the parsers of their formats are others' work: some crash, some
//! never end, some want all the memory there is. So the program `pecan-reader` reads them, within
//! limits on time, memory and files, and only it comes to harm. The system forbids it to change files
//! and to reach anybody, where it can; where it cannot, documents are read all the same. It gets a file's bytes through its
//! standard input, gives back what it read through its standard output, and touches nothing else.
//!
//! [`Reader`] is this side of it, [`serve`] the other.

mod confine;
mod death;
mod limits;
mod process;
mod serve;
mod wire;

pub use death::Death;
pub use limits::Limits;
pub use process::{ALLOCATOR, Ended, Reader, Source, find_program};
pub use serve::serve;
