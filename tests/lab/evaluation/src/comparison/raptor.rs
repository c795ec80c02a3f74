//! RAPTOR (Sarthi et al. 2024): chunks with similar sentence embeddings are summarised in one text,
//! such texts again, and so on. A question is answered from the texts and chunks of this [tree](Tree)
//! that are most similar to it.
//!
//! Chunks, the prompt for summaries and embeddings are those of all other methods here, so that only
//! how texts are grouped and chosen differs. The clusters are found as in RAPTOR, except as
//! [`mixture`](super::mixture) says.

use std::sync::Arc;

use hwdag::Graph;
use hwdag::similarity::cosines;
use protocol::Failure;

use super::passages::vector;
use super::{Answerer, Material, QuestionOutcome};

pub use self::below::{leaves, shared};
pub use self::tree::{RaptorSummaryTree, settings};

mod below;
mod building;
mod kept;
mod tree;

impl Answerer {
    /// Answers from the nodes most similar to the question: `count` of the top level, then `count` of
    /// their children, down to the chunks.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`](protocol::Code::Stopped).
    pub fn raptor_tree(
        &mut self,
        count: usize,
        material: &Material,
        question: &str,
    ) -> Result<QuestionOutcome, Failure> {
        let (tree, cosines) = self.tree_and_cosines(material, question)?;
        let chosen = tree.down(&cosines, count);
        self.answer_from_tree(&tree, &chosen, material, question)
    }

    /// Answers from the `count` nodes of all levels that are most similar to the question.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`](protocol::Code::Stopped).
    pub fn raptor_collapsed(
        &mut self,
        count: usize,
        material: &Material,
        question: &str,
    ) -> Result<QuestionOutcome, Failure> {
        let (tree, cosines) = self.tree_and_cosines(material, question)?;
        let chosen = tree.best(&cosines, count);
        self.answer_from_tree(&tree, &chosen, material, question)
    }

    /// Returns the `count` nodes of all levels that are most similar to the question, the best first.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`](protocol::Code::Stopped).
    pub(super) fn raptor_ranked(
        &mut self,
        material: &Material,
        question: &str,
        count: usize,
    ) -> Result<Graph, Failure> {
        let (tree, cosines) = self.tree_and_cosines(material, question)?;
        Ok(side_by_side(&tree, &tree.best(&cosines, count), material))
    }

    /// Returns what is shown from the top down with 1, 2, 3, … nodes per level, up to `most` or to
    /// where more change nothing.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`](protocol::Code::Stopped).
    pub(super) fn raptor_descents(
        &mut self,
        material: &Material,
        question: &str,
        most: usize,
    ) -> Result<Vec<Graph>, Failure> {
        let (tree, cosines) = self.tree_and_cosines(material, question)?;
        let mut chosen: Vec<Vec<usize>> =
            (1..=most).map(|count| tree.down(&cosines, count)).collect();
        chosen.dedup();
        Ok(chosen.iter().map(|nodes| side_by_side(&tree, nodes, material)).collect())
    }

    /// Returns the tree, and each node's similarity to the question.
    fn tree_and_cosines(
        &mut self,
        material: &Material,
        question: &str,
    ) -> Result<(Arc<RaptorSummaryTree>, Vec<f32>), Failure> {
        let (tree, _) = self.raptor(material)?;
        let chunks = self.chunk_vectors(material)?;
        let question = vector(self.embedder(), question)?;
        let cosines = cosines(&question, &tree.vectors(&chunks));
        Ok((tree, cosines))
    }

    /// Answers from some nodes, shown in this order, as many as fit.
    fn answer_from_tree(
        &mut self,
        tree: &RaptorSummaryTree,
        chosen: &[usize],
        material: &Material,
        question: &str,
    ) -> Result<QuestionOutcome, Failure> {
        let graph = side_by_side(tree, chosen, material);
        let mut given = self.answer_from_nodes(question, &graph)?;
        for seen in &mut given.shown {
            seen.node = seen.node.map(|place| chosen[place]);
            seen.level = seen.node.map_or(seen.level, |node| tree.level(node));
        }
        given.evidence = shared(&given.evidence, |place| tree.leaves(chosen[place]));
        Ok(QuestionOutcome::Answered(given))
    }
}

/// Returns some nodes as they are shown to the model.
fn side_by_side(tree: &RaptorSummaryTree, nodes: &[usize], material: &Material) -> Graph {
    Graph::new(nodes.iter().map(|&node| tree.chunk(node, material)).collect())
}
