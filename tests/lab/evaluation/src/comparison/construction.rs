//! What is built of documents before questions are asked.

use std::fmt;

use protocol::Failure;

use super::answer_record::ConstructionCost;
use super::context::Context;
use super::material::named;
use super::prepared::GraphKind;

/// Something that methods search, built once for some documents.
pub trait Construction: fmt::Debug + Sync {
    /// Returns its name in results: `graph`.
    fn name(&self) -> &'static str;

    /// Builds it, or reads what an earlier run built, and describes it.
    ///
    /// # Errors
    ///
    /// If a model fails or it cannot be stored; [`Code::Stopped`](protocol::Code::Stopped).
    fn prepare(&self, context: &mut Context) -> Result<Prepared, Failure>;

    /// Returns a key of its nodes: one that was rebuilt after damage or elsewhere may have others.
    ///
    /// # Errors
    ///
    /// As [`prepare`](Self::prepare).
    fn key(&self, context: &mut Context) -> Result<String, Failure>;

    /// Returns the texts of some nodes.
    ///
    /// # Errors
    ///
    /// As [`prepare`](Self::prepare), and if a node is missing.
    fn texts(&self, context: &mut Context, nodes: &[usize]) -> Result<Vec<String>, Failure>;
}

/// A description of what was built.
#[derive(Debug, Clone, Copy)]
pub struct Prepared {
    /// Its nodes, chunks included.
    pub nodes: usize,
    /// What it took.
    pub built: ConstructionCost,
}

impl Construction for GraphKind {
    fn name(&self) -> &'static str {
        self.word()
    }

    fn prepare(&self, context: &mut Context) -> Result<Prepared, Failure> {
        let (graph, built) = context.graph(*self)?;
        context.searchable(*self)?;
        Ok(Prepared { nodes: graph.nodes().len(), built })
    }

    fn key(&self, context: &mut Context) -> Result<String, Failure> {
        context.graph_nodes_key(*self)
    }

    fn texts(&self, context: &mut Context, nodes: &[usize]) -> Result<Vec<String>, Failure> {
        let graph = context.searchable(*self)?;
        named(nodes, |node| graph.nodes().get(node).map(|node| node.text.clone()))
    }
}
