//! Models: which one is used, its load, its speed and its abilities.

pub(crate) mod autotune;
mod choice;
pub(crate) mod downloaded;
pub(crate) mod engine_models;
pub(crate) mod files;
mod hashes;
pub(crate) mod info;
mod language_cache;
mod load;
pub(crate) mod openmp;
pub(crate) mod trial;
pub(crate) mod tuning;
