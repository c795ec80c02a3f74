//! What showing a method's best passages would cost, without showing them.

use hwdag::cost::pass_flops;
use hwdag::{Graph, LanguageModel, SearchSettings, tokens_to_show};
use protocol::Failure;

use super::{Material, Method, Worker};

/// Passages whose cost is looked at.
const MOST: usize = 64;
/// Tokens of an answer, about.
const ANSWER: usize = 8;

impl Worker {
    /// The floating point operations of answering a question from the first 1, 2, 3, … passages or
    /// nodes that a method chooses, as many as fit the window; none for a method that chooses no
    /// passages.
    ///
    /// # Errors
    ///
    /// As [`Worker::answer`].
    pub fn passage_costs(
        &mut self,
        method: &Method,
        material: &Material,
        question: &str,
    ) -> Result<Vec<f64>, Failure> {
        let graph = match method {
            Method::Passages { by, .. } => {
                let mut chunks = self.ranked(*by, material, question)?;
                chunks.truncate(MOST);
                material.passages(&chunks)
            }
            Method::RaptorCollapsed { .. } => self.raptor_ranked(material, question, MOST)?,
            _ => return Ok(Vec::new()),
        };
        self.costs(question, &graph)
    }

    /// The operations of showing the first 1, 2, 3, … nodes of a graph of one level.
    fn costs(&mut self, question: &str, graph: &Graph) -> Result<Vec<f64>, Failure> {
        let settings = SearchSettings { answer_tokens: ANSWER, ..SearchSettings::default() };
        let session = self.session();
        let shape = session.shape();
        let none = tokens_to_show(session, question, &Graph::default(), &settings)?;
        let all = tokens_to_show(session, question, graph, &settings)?;
        let own: Vec<usize> = graph.nodes().iter().map(|node| node.tokens.len()).collect();
        let fitting = fitting(none, all, &own, shape.window).into_iter();
        Ok(fitting.map(|tokens| pass_flops(&shape, tokens as u64, 0)).collect())
    }
}

/// Tokens of showing the first 1, 2, 3, … of some nodes, as many as fit the window. What stands around
/// them takes `none`, and with all of them it is `all`: the rest are the breaks between them.
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
