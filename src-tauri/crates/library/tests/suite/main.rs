//! Tests of the library as others use it: through its folder.

#![allow(clippy::unwrap_used, reason = "a test may panic, and so may what prepares it")]

mod answers;
mod book;
mod crash;
mod documents;
mod files;
mod graphs;
mod name_corrections;
mod name_kinds;
mod portable;
mod protection;
mod question_pairs;
mod replacement;
mod search;
mod upgrade;
mod window_state;
