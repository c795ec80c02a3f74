//! The settings: models, recognition of scanned pages, names, and looks.

pub mod appearance;
pub mod models;
pub mod names;
pub mod recognition;
pub mod strings;
pub mod theme;
pub mod views;
