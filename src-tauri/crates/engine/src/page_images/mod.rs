//! Pages of documents as pictures, and their covers, for the window. They are drawn outside the engine's thread.

pub(crate) mod cache;
pub(crate) mod passwords;
mod paths;
mod queue;
pub(crate) mod renderer;
mod request;
mod threads;

pub use request::{PageImageCallback, PageImageResult};
pub use threads::PageImages;
