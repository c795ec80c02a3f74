//! Other ways of asking than the paper's: their cost, and whether they answer as well.

use protocol::{AskOptions, Failure};
use serde::Serialize;

use super::StoryBook;
use super::question_measures::{AnsweredQuestion, ask};

/// Nodes added in the long walks, which never find enough.
const LONG: u32 = 50;
/// The goal for evaluated and restored tokens, over distinct ones.
const ONCE: f64 = 1.05;

/// The results of one way of asking.
#[derive(Debug, Serialize)]
pub struct AskVariantResult {
    /// How it differs from the paper's.
    pub name: String,
    /// The number of questions.
    pub cases: usize,
    /// The share of answerable questions that were answered exactly.
    pub right: f64,
    /// The share of unanswerable ones that were not answered.
    pub refused: f64,
    /// The share of questions with the same outcome as in the paper's way.
    pub same: f64,
    /// Tokens evaluated per question up to the first ask, reusing what is kept for the next question.
    pub first_ask: f64,
    /// Nodes visited per question.
    pub visited: f64,
    /// Asks per question.
    pub asks: f64,
    /// Tokens evaluated per question.
    pub evaluated: f64,
    /// Floating point operations per question, in billions.
    pub gflops: f64,
    /// Seconds per question.
    pub seconds: f64,
    /// Tokens evaluated and restored ÷ distinct ones.
    pub ratio: f64,
    /// The same in a walk of at least 50 nodes after the top level.
    pub long_ratio: f64,
    /// Nodes visited in such walks.
    pub long_visited: f64,
    /// Whether the identity of tokens held in all.
    pub identity: bool,
}

/// Asks the same questions in every way.
///
/// # Errors
///
/// If a question cannot be asked.
pub fn measure_ways(
    books: &mut [StoryBook],
    each: usize,
) -> Result<Vec<AskVariantResult>, Failure> {
    let mut ways: Vec<AskVariantResult> = Vec::new();
    let mut first: Option<Vec<(bool, String)>> = None;
    for (name, options) in variants() {
        eprintln!("asking: {name}");
        let asked = ask(books, each, &options)?;
        let said: Vec<_> =
            asked.iter().map(|one| (one.answer.found, one.answer.answer.clone())).collect();
        let mut way = AskVariantResult::of(name, &asked, first.as_ref().unwrap_or(&said));
        first.get_or_insert(said);
        let first = AskOptions {
            max_nodes: Some(0),
            confidence: Some(1.0),
            best_effort: false,
            ..options.clone()
        };
        way.first_ask =
            mean(&ask(books, each, &first)?, |one| one.answer.cost.tokens_evaluated as f64);
        let endless = AskOptions {
            confidence: Some(1.0),
            max_nodes: Some(LONG),
            best_effort: false,
            ..options
        };
        let long = ask(books, 2, &endless)?;
        way.long_ratio = ratio(&long);
        way.long_visited = mean(&long, |one| one.answer.steps.len() as f64);
        way.identity &= long.iter().all(AnsweredQuestion::identity_holds);
        ways.push(way);
    }
    Ok(ways)
}

fn variants() -> [(&'static str, AskOptions); 4] {
    let paper = AskOptions::default();
    let sparing = AskOptions { sparing_asks: true, ..paper.clone() };
    let nodes_first = AskOptions { nodes_first: true, ..paper.clone() };
    let both = AskOptions { sparing_asks: true, ..nodes_first.clone() };
    [
        ("as in the paper", paper),
        ("sparing asks", sparing),
        ("nodes first", nodes_first),
        ("nodes first, sparing asks", both),
    ]
}

impl AskVariantResult {
    fn of(name: &str, asked: &[AnsweredQuestion<'_>], paper: &[(bool, String)]) -> Self {
        let (answerable, hopeless): (Vec<&AnsweredQuestion<'_>>, Vec<_>) =
            asked.iter().partition(|one| one.question.answerable);
        let right = answerable.iter().filter(|one| one.is_right()).count();
        let refused = hopeless.iter().filter(|one| !one.answer.found).count();
        let same = asked.iter().zip(paper).filter(|(one, (found, answer))| {
            one.answer.found == *found && one.answer.answer == *answer
        });
        Self {
            name: name.into(),
            cases: asked.len(),
            right: right as f64 / answerable.len().max(1) as f64,
            refused: refused as f64 / hopeless.len().max(1) as f64,
            same: same.count() as f64 / asked.len().max(1) as f64,
            first_ask: 0.0,
            visited: mean(asked, |one| one.answer.steps.len() as f64),
            asks: mean(asked, |one| f64::from(one.answer.cost.asks)),
            evaluated: mean(asked, |one| one.answer.cost.tokens_evaluated as f64),
            gflops: mean(asked, |one| one.answer.cost.flops / 1e9),
            seconds: mean(asked, |one| one.answer.cost.seconds),
            ratio: ratio(asked),
            long_ratio: 0.0,
            long_visited: 0.0,
            identity: asked.iter().all(AnsweredQuestion::identity_holds),
        }
    }
}

fn mean(asked: &[AnsweredQuestion<'_>], of: impl Fn(&AnsweredQuestion<'_>) -> f64) -> f64 {
    asked.iter().map(of).sum::<f64>() / asked.len().max(1) as f64
}

/// Returns tokens evaluated and restored ÷ distinct ones, over all questions.
fn ratio(asked: &[AnsweredQuestion<'_>]) -> f64 {
    let cost = |one: &AnsweredQuestion<'_>| {
        (one.answer.cost.tokens_evaluated + one.answer.cost.tokens_restored) as f64
    };
    mean(asked, cost) / mean(asked, |one| one.answer.cost.tokens_distinct as f64)
}

/// Returns a Markdown table.
pub fn way_table(ways: &[AskVariantResult]) -> String {
    let mut out = String::from(
        "| way | right | refused | as in the paper | nodes | asks | tokens evaluated | up to the first \
         ask | GFLOPs | s | evaluated and restored ÷ distinct | the same, long walks (nodes) | ≤ 1.05 | \
         identity |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for way in ways {
        let shares = [way.right, way.refused, way.same].map(|share| format!("{share:.2}"));
        let counts = [way.visited, way.asks].map(|count| format!("{count:.1}"));
        out.push_str(&format!(
            "| {} | {} | {} | {:.0} | {:.0} | {:.2} | {:.2} | {:.3} | {:.3} ({:.0}) | {} | {} |\n",
            way.name,
            shares.join(" | "),
            counts.join(" | "),
            way.evaluated,
            way.first_ask,
            way.gflops,
            way.seconds,
            way.ratio,
            way.long_ratio,
            way.long_visited,
            if way.ratio.max(way.long_ratio) <= ONCE { "yes" } else { "no" },
            if way.identity { "holds" } else { "broken" },
        ));
    }
    out
}
