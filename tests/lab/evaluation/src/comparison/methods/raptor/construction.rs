//! RAPTOR's tree as what is built of documents.

use std::sync::Arc;

use protocol::Failure;

use super::building;
use super::kept::GrownTree;
use crate::comparison::construction::{Construction, Prepared};
use crate::comparison::context::Context;
use crate::comparison::material::named;
use crate::comparison::store;

/// RAPTOR's tree.
#[derive(Debug)]
pub struct RaptorConstruction;

impl RaptorConstruction {
    /// Returns the tree of the current documents, and what building it took.
    ///
    /// # Errors
    ///
    /// As [`prepare`](Construction::prepare).
    pub fn grown(&self, context: &mut Context) -> Result<Arc<GrownTree>, Failure> {
        let known: Option<Arc<GrownTree>> = context.prepared.others.take();
        let grown = match known {
            Some(grown) => grown,
            None => Arc::new(building::grown(context)?),
        };
        context.prepared.others.put(Some(Arc::clone(&grown)));
        Ok(grown)
    }
}

impl Construction for RaptorConstruction {
    fn name(&self) -> &'static str {
        "raptor"
    }

    fn prepare(&self, context: &mut Context) -> Result<Prepared, Failure> {
        let grown = self.grown(context)?;
        Ok(Prepared { nodes: grown.tree.nodes(), built: grown.built })
    }

    fn key(&self, context: &mut Context) -> Result<String, Failure> {
        let tree = &self.grown(context)?.tree;
        let texts = (0..tree.nodes()).map(|node| tree.text(node, &context.material));
        let key = context.prepared.node_keys.entry(self.name());
        Ok(key.or_insert_with(|| store::key(texts)).clone())
    }

    fn texts(&self, context: &mut Context, nodes: &[usize]) -> Result<Vec<String>, Failure> {
        let tree = &self.grown(context)?.tree;
        let text = |node| tree.text(node, &context.material).to_owned();
        named(nodes, |node| (node < tree.nodes()).then(|| text(node)))
    }
}
