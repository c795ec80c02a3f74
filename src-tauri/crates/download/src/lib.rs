//! Downloads models, and searches for them, in a separate process.
//!
//! Pecan opens no connection. Only the program `pecan-download` does, when the user asks for it: it
//! gets an address of a hub and a folder, and can write nowhere else, where the system can forbid
//! that. It takes a job through standard input, reports through standard output, and ends when its
//! input closes.
//!
//! [`run`] is the caller's side. All code that opens connections is in the program, in
//! `src/program/`, so that programs that use this library have none of it.

mod address;
mod catalogue;
mod messages;
mod process;
mod quantisations;

pub use address::{Commit, HubAddress, Repository, is_sha256};
pub use catalogue::{CatalogueEntry, ModelSource, catalogue, wanted};
pub use messages::{Event, Job, Patience, Pin, Task, WantedModel};
pub use process::{TaskOutcome, find_program, run};
pub use quantisations::{HubFile, Quantisation, quantisations};
