//! Graphs: built, stored, estimated and shown.

pub(crate) mod build;
pub(crate) mod chosen;
pub(crate) mod chunks;
mod construct;
mod earlier;
mod embed;
mod estimate;
mod part_numbers;
mod progress;
pub(crate) mod rows;
pub(crate) mod settings;
pub(crate) mod view;
