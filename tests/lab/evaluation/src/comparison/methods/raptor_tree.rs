//! RAPTOR searched from the top down.

use protocol::Failure;

use super::raptor::{ComparedTree, RaptorMethod, TreeSearch};
use crate::comparison::context::Context;
use crate::comparison::costs::{MOST, costs_of_each};
use crate::comparison::method::Method;
use crate::comparison::method_kind::MethodKind;

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: "raptor-tree",
    form: "raptor-tree:K",
    meaning: "RAPTOR: the K best nodes per level of a tree of clustered summaries.",
    read: |text| Ok(Method::new(RaptorMethod { search: &TopDown, count: text.count(PER_LEVEL)? })),
};

/// The default number of nodes per level, as in the papers.
const PER_LEVEL: usize = 5;

/// The best nodes of the top level, then of their children, down to the chunks.
#[derive(Debug)]
struct TopDown;

impl TreeSearch for TopDown {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn choose(&self, tree: &ComparedTree, count: usize) -> Vec<usize> {
        tree.down(count)
    }

    fn costs(
        &self,
        context: &Context,
        tree: &ComparedTree,
        question: &str,
    ) -> Result<Vec<f64>, Failure> {
        let mut chosen: Vec<Vec<usize>> = (1..=MOST).map(|count| tree.down(count)).collect();
        // From some number on, more nodes per level change nothing.
        chosen.dedup();
        let shown = chosen.iter().map(|nodes| tree.side_by_side(nodes));
        costs_of_each(&context.session, question, shown)
    }
}
