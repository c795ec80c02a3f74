//! The people, places and things that a document names.

pub mod corrections;
pub mod export;
pub mod facts;
pub mod loading;
pub mod look_up;
pub mod names;
pub mod questions;
pub mod store;
pub mod strings;
pub mod views;
