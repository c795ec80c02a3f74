//! The engine: the library and the models. The operations on them are in the folders by topic.

use std::sync::Arc;

use crate::config::Config;
use crate::entities::cache::NameCache;
use crate::library_access::LibraryAccess;
use crate::models::engine_models::EngineModels;

/// The library and the models, and the operations on them.
pub struct Engine {
    pub(crate) config: Config,
    pub(crate) access: LibraryAccess,
    pub(crate) models: EngineModels,
    pub(crate) names: Arc<NameCache>,
}

impl Engine {
    /// Creates an engine for a library. Nothing is opened or loaded before it is needed: a job
    /// reports problems with the library or the model.
    pub fn new(config: Config) -> Self {
        let access = LibraryAccess::new(config.library.clone());
        Self { config, access, models: EngineModels::default(), names: Arc::default() }
    }
}
