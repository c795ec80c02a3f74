//! Jobs: which requests there are, in which order they run, and who hears of them.

mod change;
pub(crate) mod client;
mod event_sink;
pub(crate) mod file_progress;
mod queue;
mod read;
pub(crate) mod requests;
mod run;
pub(crate) mod serve;
pub(crate) mod service;
mod stops;
mod work;
