//! Measures Pecan through the whole product: made-up story books, of which everything is known,
//! and real ones. Beside it stands what measuring on other people's question sets needs: their
//! readers ([`data`]), the scores of answers ([`metrics`]), how sure a number is
//! ([`statistics`]), and the ways to answer themselves ([`comparison`]).

pub mod bench;
mod book;
mod compared_page;
pub mod comparison;
pub mod data;
mod failed;
mod figures;
mod graph_measures;
pub mod metrics;
mod pairs;
mod question_measures;
mod question_sets;
mod real;
mod signals;
pub mod statistics;
mod stories;
mod text;
mod ways;

pub use book::StoryBook;
pub use figures::{Figure, Figures, Goal};
pub use graph_measures::{EdgeScores, measure_graph};
pub use pairs::{Pairs, pairs};
pub use question_measures::{Asked, Variant, measure_questions};
pub use question_sets::{QuestionSets, question_sets};
pub use real::measure_real;
pub use signals::{Measured, measure_signals, signal_table};
pub use stories::{Stories, stories};
pub use ways::{Way, measure_ways, way_table};
