//! Jobs: which requests there are, in which order they run, and who hears of them.

mod change;
pub(crate) mod client;
pub(crate) mod pace;
mod queue;
mod read;
pub(crate) mod requests;
mod run;
pub(crate) mod serve;
mod stops;
mod work;
