//! Answers from RAPTOR's tree.

use std::fmt;
use std::sync::Arc;

use hwdag::Graph;
use hwdag::similarity::cosines;
use protocol::Failure;

use super::building::settings;
use super::construction::RaptorConstruction;
use super::kept::GrownTree;
use crate::comparison::answer_record::QuestionOutcome;
use crate::comparison::construction::Construction;
use crate::comparison::context::Context;
use crate::comparison::evidence::shared;
use crate::comparison::keys::ModelFacts;
use crate::comparison::material::Material;
use crate::comparison::method::{AnswerMethod, Matching, Method};
use crate::comparison::method_text::PassageCount;
use crate::comparison::prepared::Embedded;

/// A way to search the tree.
pub trait TreeSearch: fmt::Debug + Sync {
    /// Returns the method's name.
    fn name(&self) -> &'static str;

    /// Returns the nodes that are shown, in order.
    fn choose(&self, tree: &ComparedTree, count: usize) -> Vec<usize>;

    /// Returns the floating point operations of answering with the counts 1, 2, 3, …, as many as fit
    /// the window.
    ///
    /// # Errors
    ///
    /// If the model cannot tokenize the prompt.
    fn costs(
        &self,
        context: &Context,
        tree: &ComparedTree,
        question: &str,
    ) -> Result<Vec<f64>, Failure>;
}

/// The tree, beside each node's similarity to a question.
pub struct ComparedTree {
    material: Arc<Material>,
    grown: Arc<GrownTree>,
    cosines: Vec<f32>,
}

impl ComparedTree {
    fn new(context: &mut Context, question: &str) -> Result<Self, Failure> {
        let grown = RaptorConstruction.grown(context)?;
        let chunks = context.chunk_vectors()?;
        let question = context.question_vector(question)?;
        let cosines = cosines(&question, &grown.tree.vectors(&chunks));
        Ok(Self { material: Arc::clone(&context.material), grown, cosines })
    }

    /// Returns the `count` nodes of the top level that are most similar to the question, then `count` of
    /// their children, down to the chunks.
    pub fn down(&self, count: usize) -> Vec<usize> {
        self.grown.tree.down(&self.cosines, count)
    }

    /// Returns the `count` nodes of all levels that are most similar to the question, the best first.
    pub fn best(&self, count: usize) -> Vec<usize> {
        self.grown.tree.best(&self.cosines, count)
    }

    /// Returns some nodes as they are shown to the model.
    pub fn side_by_side(&self, nodes: &[usize]) -> Graph {
        Graph::new(nodes.iter().map(|&node| self.grown.tree.chunk(node, &self.material)).collect())
    }
}

/// Answers from the nodes that a search of the tree chooses.
#[derive(Debug, Clone, Copy)]
pub struct RaptorMethod {
    /// The search.
    pub search: &'static dyn TreeSearch,
    /// The number that it is given.
    pub count: PassageCount,
}

impl fmt::Display for RaptorMethod {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.search.name(), self.count)
    }
}

impl AnswerMethod for RaptorMethod {
    fn construction(&self) -> Option<&'static dyn Construction> {
        Some(&RaptorConstruction)
    }

    fn embedded(&self) -> Vec<Embedded> {
        // Summaries are embedded when they are written.
        vec![Embedded::Chunks]
    }

    fn matching(&self) -> Option<Matching> {
        (self.count == PassageCount::Matched).then_some(Matching::Cost)
    }

    fn with_count(&self, count: usize) -> Option<Method> {
        Some(Method::new(Self { count: PassageCount::Fixed(count), ..*self }))
    }

    fn settings(&self, models: &ModelFacts) -> Result<String, Failure> {
        Ok(format!("{}, {}", models.shown(), settings(models)))
    }

    fn models<'a>(&self, models: &'a ModelFacts) -> Vec<&'a str> {
        vec![models.builder.as_str(), &models.embedder]
    }

    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure> {
        let count = self.count.known()?;
        let compared = ComparedTree::new(context, question)?;
        let chosen = self.search.choose(&compared, count);
        let graph = compared.side_by_side(&chosen);
        let mut given = context.answer_from_nodes(question, &graph)?;
        let tree = &compared.grown.tree;
        for seen in &mut given.shown {
            seen.node = seen.node.map(|place| chosen[place]);
            seen.level = seen.node.map_or(seen.level, |node| tree.level(node));
        }
        given.evidence = shared(&given.evidence, |place| tree.leaves(chosen[place]));
        Ok(QuestionOutcome::Answered(given))
    }

    fn costs(&self, context: &mut Context, question: &str) -> Result<Vec<f64>, Failure> {
        let tree = ComparedTree::new(context, question)?;
        self.search.costs(context, &tree, question)
    }
}
