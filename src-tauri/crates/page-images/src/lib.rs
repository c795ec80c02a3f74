//! Pages of documents as pictures, and their covers, for the window. They are drawn in the
//! window's process, outside the engine.

mod cache;
mod passwords;
mod paths;
mod queue;
mod renderer;
mod request;
mod threads;

pub use cache::PageView;
pub use passwords::DocumentPasswords;
pub use renderer::Pages;
pub use request::{PageImageCallback, PageImageResult};
pub use threads::PageImages;
