//! Answers and names as files for other programs, and documents as files for other libraries.

pub(crate) mod answer;
pub(crate) mod documents;
pub(crate) mod entities;
pub(crate) mod folder;
