//! Pages of documents, and places on them.

pub(crate) mod places;
