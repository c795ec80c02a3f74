//! The graph of the open document.

pub mod direction;
pub mod graph_node;
pub mod loading;
pub mod map;
pub mod selection;
pub mod store;
pub mod strings;
pub mod trace;
pub mod views;
