//! What showing a method's best passages would cost, calculated without showing them.

use hwdag::cost::pass_flops;
use hwdag::{Graph, LanguageModel, LanguageModelShape, SearchSettings, tokens_to_show};
use protocol::Failure;

use super::{Answerer, Material, Method};

/// The most passages whose cost is calculated.
pub(super) const MOST: usize = 64;
/// Tokens of a typical answer.
const ANSWER: usize = 8;

impl Answerer {
    /// Returns the floating point operations of answering a question from the first 1, 2, 3, … passages
    /// or nodes that a method chooses, or nodes of a level, as many as fit the window. Empty for a
    /// method that chooses no passages.
    ///
    /// # Errors
    ///
    /// As [`Answerer::answer`].
    pub fn passage_costs(
        &mut self,
        method: &Method,
        material: &Material,
        question: &str,
    ) -> Result<Vec<f64>, Failure> {
        match method {
            Method::Passages { by, .. } => {
                let mut chunks = self.ranked(*by, material, question)?;
                chunks.truncate(MOST);
                self.costs(question, &material.passages(&chunks))
            }
            Method::RaptorCollapsed { .. } => {
                let nodes = self.raptor_ranked(material, question, MOST)?;
                self.costs(question, &nodes)
            }
            Method::RaptorTree { .. } => {
                let descents = self.raptor_descents(material, question, MOST)?;
                self.costs_of_each(question, &descents)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Returns the operations of showing the first 1, 2, 3, … nodes of a one-level graph.
    fn costs(&mut self, question: &str, graph: &Graph) -> Result<Vec<f64>, Failure> {
        let settings = settings();
        let session = self.session();
        let shape = session.shape();
        let none = tokens_to_show(session, question, &Graph::default(), &settings)?;
        let all = tokens_to_show(session, question, graph, &settings)?;
        let own: Vec<usize> = graph.nodes().iter().map(|node| node.tokens.len()).collect();
        let fitting = fitting(none, all, &own, room(&shape)).into_iter();
        Ok(fitting.map(|tokens| pass_flops(&shape, tokens as u64, 0)).collect())
    }

    /// Returns the operations of showing each of some one-level graphs, which grow in size, as many as
    /// fit the window.
    fn costs_of_each(&mut self, question: &str, graphs: &[Graph]) -> Result<Vec<f64>, Failure> {
        let settings = settings();
        let session = self.session();
        let shape = session.shape();
        let mut costs = Vec::new();
        for graph in graphs {
            let tokens = tokens_to_show(session, question, graph, &settings)?;
            if tokens > room(&shape) {
                break;
            }
            costs.push(pass_flops(&shape, tokens as u64, 0));
        }
        Ok(costs)
    }
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
