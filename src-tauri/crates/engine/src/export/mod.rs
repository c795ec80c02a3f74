//! Answers and names as files for other programs.

pub(crate) mod answer;
pub(crate) mod entities;
pub(crate) mod folder;
