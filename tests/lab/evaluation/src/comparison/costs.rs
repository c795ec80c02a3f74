//! What showing a method's best passages would cost, calculated without showing them.

use hwdag::cost::pass_flops;
use hwdag::{Graph, LanguageModel, LanguageModelShape, SearchSettings, tokens_to_show};
use model::Session;
use protocol::Failure;

/// The most passages whose cost is calculated.
pub const MOST: usize = 64;
/// Tokens of a typical answer.
const ANSWER: usize = 8;

/// Returns the floating point operations of showing the first 1, 2, 3, … nodes of a one-level graph, as
/// many as fit the window.
///
/// # Errors
///
/// If the model cannot tokenize the prompt.
pub fn costs(session: &Session, question: &str, graph: &Graph) -> Result<Vec<f64>, Failure> {
    let (settings, shape) = (settings(), session.shape());
    let none = tokens_to_show(session, question, &Graph::default(), &settings)?;
    let all = tokens_to_show(session, question, graph, &settings)?;
    let own: Vec<usize> = graph.nodes().iter().map(|node| node.tokens.len()).collect();
    let fitting = fitting(none, all, &own, room(&shape)).into_iter();
    Ok(fitting.map(|tokens| pass_flops(&shape, tokens as u64, 0)).collect())
}

/// Returns the floating point operations of showing each of some one-level graphs, which grow in size,
/// as many as fit the window.
///
/// # Errors
///
/// If the model cannot tokenize the prompt.
pub fn costs_of_each(
    session: &Session,
    question: &str,
    graphs: impl Iterator<Item = Graph>,
) -> Result<Vec<f64>, Failure> {
    let (settings, shape) = (settings(), session.shape());
    let mut costs = Vec::new();
    for graph in graphs {
        let tokens = tokens_to_show(session, question, &graph, &settings)?;
        if tokens > room(&shape) {
            break;
        }
        costs.push(pass_flops(&shape, tokens as u64, 0));
    }
    Ok(costs)
}

/// Settings with an answer of typical length, which counts as operations.
fn settings() -> SearchSettings {
    SearchSettings { answer_tokens: ANSWER, ..SearchSettings::default() }
}

/// Returns the tokens of the window without the rest of what is kept free for an answer.
fn room(shape: &LanguageModelShape) -> usize {
    shape.window.saturating_sub(SearchSettings::default().answer_tokens - ANSWER)
}

/// Returns the tokens of showing the first 1, 2, 3, … of some nodes, as many as fit the window. The
/// text around them takes `none` tokens, and everything together `all`; the rest are the breaks between
/// nodes.
fn fitting(none: usize, all: usize, nodes: &[usize], window: usize) -> Vec<usize> {
    let breaks = all.saturating_sub(none + nodes.iter().sum::<usize>());
    let each = breaks / nodes.len().max(1);
    let mut tokens = none;
    let shown = nodes.iter().map(|own| {
        tokens += own + each;
        tokens
    });
    shown.take_while(|&tokens| tokens <= window).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_shown_one_after_the_other_while_they_fit() {
        // 50 tokens around, and a break of one token after each node.
        for (window, expected) in
            [(1_000, &[151, 352, 403][..]), (403, &[151, 352, 403]), (402, &[151, 352]), (100, &[])]
        {
            assert_eq!(fitting(50, 403, &[100, 200, 50], window), expected, "{window}");
        }
        assert!(fitting(50, 50, &[], 1_000).is_empty());
    }
}
