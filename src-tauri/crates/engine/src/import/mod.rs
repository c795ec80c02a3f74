//! Files and folders that become documents of the library.

mod add;
pub(crate) mod covers;
pub(crate) mod crashed_pages;
mod file;
pub(crate) mod files;
pub(crate) mod folder;
mod imported;
mod ocr;
mod portable;
mod progress;
mod reading;
mod refusals;
mod versions;
pub(crate) mod watch;
