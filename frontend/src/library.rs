//! The documents, and the jobs that add, build and remove them.

pub mod builds;
pub mod collections;
pub mod covers;
pub mod dissolved;
pub mod file_import;
pub mod import_list;
pub mod imports;
pub mod job_strings;
pub mod list;
pub mod order;
pub mod proposals;
pub mod queue;
pub mod removals;
pub mod rows;
pub mod search;
pub mod store;
pub mod strings;
pub mod views;
pub mod work;
