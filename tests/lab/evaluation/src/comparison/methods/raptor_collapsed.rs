//! RAPTOR with all levels searched as one.

use protocol::Failure;

use super::raptor::{ComparedTree, RaptorMethod, TreeSearch};
use crate::comparison::context::Context;
use crate::comparison::costs::{MOST, costs};
use crate::comparison::method::Method;
use crate::comparison::method_kind::MethodKind;

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: "raptor-collapsed",
    form: "raptor-collapsed:K",
    meaning: "RAPTOR: the K best nodes of all levels of the same tree.",
    read: |text| Ok(Method::new(RaptorMethod { search: &Collapsed, count: text.count(NODES)? })),
};

/// The default number of nodes, as in the papers.
const NODES: usize = 20;

/// The best nodes of all levels.
#[derive(Debug)]
struct Collapsed;

impl TreeSearch for Collapsed {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn choose(&self, tree: &ComparedTree, count: usize) -> Vec<usize> {
        tree.best(count)
    }

    fn costs(
        &self,
        context: &Context,
        tree: &ComparedTree,
        question: &str,
    ) -> Result<Vec<f64>, Failure> {
        costs(&context.session, question, &tree.side_by_side(&tree.best(MOST)))
    }
}
