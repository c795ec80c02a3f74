//! The commands that do more than pass a request to the engine, each with its arguments.

pub mod add;
pub mod ask;
pub mod collection;
pub mod entities;
pub mod export;
pub mod help;
pub mod history;
pub mod import;
pub mod mcp;
pub mod model;
pub mod search;
pub mod serve;
pub mod show;
pub mod text;
pub mod watch;
