//! What only ablations and comparisons change.

/// The parts of the method that an ablation leaves out, or a comparison replaces. With the default, which the product
/// uses, there are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ablation {
    /// Every batch becomes one point of all its bullets: a tree, many nodes to one, in place of a graph, many nodes to
    /// many (PECAN §4.2, "w/o Graph").
    pub tree: bool,
    /// Attention does not count for the score of a node.
    pub without_attention: bool,
    /// The similarity of sentence embeddings does not count for the score of a node.
    pub without_similarity: bool,
    /// How the parts of a score are made comparable before they are added.
    pub normalisation: Normalisation,
}

/// How the parts of a score are made comparable before they are added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Normalisation {
    /// The raw values are added (PECAN).
    #[default]
    Raw,
    /// Each is divided by its sum over all nodes, visited ones included (GARLIC).
    AllNodes,
    /// Each is divided by its sum over the candidates only.
    Candidates,
}
