//! The settings: models, recognition of scanned pages, and looks.

pub mod appearance;
pub mod models;
pub mod recognition;
pub mod strings;
pub mod theme;
pub mod views;
