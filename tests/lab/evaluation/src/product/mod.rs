//! What is measured through the whole product, on made-up story books, about which everything is known,
//! and on real ones: how good its graphs and its answers are, which attention is the better signal for
//! edges, and what other ways of asking cost.

mod book;
mod figures;
mod graph_measures;
mod question_measures;
mod real;
mod signals;
mod ways;

pub use self::book::StoryBook;
pub use self::book::unexpected;
pub use self::figures::{Figures, ProductFigure, ProductGoal};
pub use self::graph_measures::{EdgeScores, measure_graph};
pub use self::question_measures::{AnsweredQuestion, Variant, measure_questions};
pub use self::real::measure_real;
pub use self::signals::{SignalScores, measure_signals, signal_table};
pub use self::ways::{AskVariantResult, measure_ways, way_table};
