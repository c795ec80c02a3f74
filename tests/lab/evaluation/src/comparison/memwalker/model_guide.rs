//! The model as the guide of a walk.

use hwdag::similarity::top_k;
use hwdag::{Chunk, Graph, LanguageModel, Node, SearchSettings, Token};
use model::{Session, StopSignal};
use protocol::Failure;

use super::asking::{Asker, MemWalkerCost};
use super::walk::Guide;
use crate::comparison::answerer::stopped;

/// A model that reads a tree for a question.
pub struct ModelGuide<'g, 'm> {
    graph: &'g Graph,
    asker: Asker<'m>,
    question: &'g str,
    stop: StopSignal,
}

impl<'g, 'm> ModelGuide<'g, 'm> {
    /// Prepares to ask. The tree is in the model's tokens.
    pub fn new(
        graph: &'g Graph,
        model: &'m mut Session,
        question: &'g str,
        stop: StopSignal,
    ) -> Result<Self, Failure> {
        Ok(Self { graph, asker: Asker::new(model, question)?, question, stop })
    }

    /// Returns what was evaluated so far.
    pub fn cost(&self) -> MemWalkerCost {
        self.asker.cost()
    }

    /// Returns the part of the way to a chunk that is shown with it: its end, as long as there is room
    /// for an answer. Empty if there is no room even with the chunk alone.
    pub fn shown<'w>(&self, way: &'w [usize]) -> Result<&'w [usize], Failure> {
        let (model, settings) = (self.asker.model(), SearchSettings::default());
        for first in 0..way.len() {
            let graph = as_chunks(self.graph, &way[first..], self.asker.mark());
            let needed = hwdag::tokens_to_show(model, self.question, &graph, &settings)?;
            if needed <= model.shape().window {
                return Ok(&way[first..]);
            }
        }
        Ok(&[])
    }

    fn nodes(&self, numbers: &[usize]) -> Vec<&'g Node> {
        numbers.iter().map(|&node| &self.graph.nodes()[node]).collect()
    }

    fn go_on(&self) -> Result<(), Failure> {
        if self.stop.is_requested() { Err(stopped()) } else { Ok(()) }
    }
}

impl Guide for ModelGuide<'_, '_> {
    fn page(&self, nodes: &[usize]) -> usize {
        self.asker.page(&self.nodes(nodes))
    }

    fn rank(&mut self, page: &[usize]) -> Result<Vec<usize>, Failure> {
        self.go_on()?;
        let nodes = self.nodes(page);
        let scores = self.asker.choose(&nodes)?;
        Ok(top_k(&scores, page.len()).into_iter().map(|place| page[place]).collect())
    }

    fn suffices(&mut self, way: &[usize]) -> Result<Option<f64>, Failure> {
        self.go_on()?;
        let nodes = self.nodes(self.shown(way)?);
        if nodes.is_empty() {
            return Ok(None);
        }
        self.asker.suffices(&nodes).map(Some)
    }
}

/// Returns some nodes side by side, as shown to the model: summaries with the mark of a point.
pub fn as_chunks(graph: &Graph, nodes: &[usize], mark: &[Token]) -> Graph {
    let chunk = |&node: &usize| {
        let Node { text, tokens, range, level, .. } = graph.nodes()[node].clone();
        let tokens = if level > 1 { [mark, &tokens].concat() } else { tokens };
        Chunk { text, tokens, range: range.unwrap_or_default() }
    };
    Graph::new(nodes.iter().map(chunk).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::memwalker::example::{session, tree};
    use crate::comparison::memwalker::walk::walk;
    use protocol::Code;

    #[test]
    fn a_model_walks_and_every_token_is_counted() {
        let mut session = session();
        let tree = tree(&session);
        let before = session.counts().evaluated;
        let question = "Where is the lamp?";
        let mut guide =
            ModelGuide::new(&tree, &mut session, question, StopSignal::default()).unwrap();
        // Nothing is ever enough.
        let walked = walk(&tree, &mut guide, 2.0).unwrap();
        assert_eq!(walked.stop, hwdag::SearchStopReason::Exhausted);
        let mut seen: Vec<usize> = walked.seen.iter().map(|&(node, _)| node).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..tree.nodes().len()).collect::<Vec<_>>());
        let way = walked.best_way();
        assert_eq!((way.len(), guide.shown(way).unwrap()), (3, way));
        let cost = guide.cost();
        assert!(cost.flops > 0.0);
        assert_eq!(cost.evaluated, session.counts().evaluated - before);
    }

    #[test]
    fn summaries_are_shown_with_their_mark() {
        let session = session();
        let graph = tree(&session);
        let mark = session.tokenize(hwdag::prompts::BULLET_MARK).unwrap();
        let all: Vec<usize> = (0..graph.nodes().len()).collect();
        let shown = as_chunks(&graph, &all, &mark);
        for (node, shown) in graph.nodes().iter().zip(shown.nodes()) {
            let before = if node.level > 1 { mark.as_slice() } else { &[] };
            assert_eq!(shown.tokens, [before, &node.tokens].concat());
        }
        assert!(graph.nodes().iter().any(|node| node.level > 1) && !mark.is_empty());
    }

    #[test]
    fn a_walk_stops_when_asked_to() {
        let mut session = session();
        let tree = tree(&session);
        let stop = StopSignal::default();
        stop.request();
        let mut guide = ModelGuide::new(&tree, &mut session, "Where?", stop).unwrap();
        assert_eq!(walk(&tree, &mut guide, 0.5).unwrap_err().code, Code::Stopped);
    }

    #[test]
    fn the_way_is_shown_as_far_as_there_is_room() {
        let mut session = session();
        let window = session.shape().window;
        let chunk =
            |length: usize| Chunk { text: String::new(), tokens: vec![300; length], range: 0..0 };
        let nodes = [window / 2, window / 2, window / 4, window];
        let graph = Graph::new(nodes.map(chunk).to_vec());
        let guide = ModelGuide::new(&graph, &mut session, "Where?", StopSignal::default()).unwrap();
        assert_eq!(guide.shown(&[0, 1, 2]).unwrap(), [1, 2]);
        assert_eq!(guide.shown(&[1, 2]).unwrap(), [1, 2]);
        assert!(guide.shown(&[0, 3]).unwrap().is_empty());
    }
}
