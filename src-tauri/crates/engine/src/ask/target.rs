//! Which texts a question searches.

use protocol::{AskOptions, SearchBy};

use crate::ask::strategy::AskStrategy;

/// The texts that a question searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchTarget {
    /// The graphs.
    Graph,
    /// The sentences about the names in the question.
    Sentences,
    /// Both in one search.
    Both,
    /// The sentences, and then the graphs if these leave the question open.
    SentencesFirst,
}

impl SearchTarget {
    /// Returns the best scope for a question. An option that sets how the graph is walked excludes sentences, and so
    /// does `graph_only`.
    pub(crate) fn of(options: &AskOptions, plan: AskStrategy, graph_only: bool) -> Self {
        let AskOptions { attention, embedding, words, max_nodes, fixed_nodes, graph, .. } = options;
        let is_set = !(*attention && *embedding && *words)
            || max_nodes.is_some()
            || fixed_nodes.is_some()
            || graph.is_some();
        match options.by {
            SearchBy::Points => Self::Graph,
            SearchBy::Entities => Self::Sentences,
            SearchBy::Both => Self::Both,
            SearchBy::Auto if plan.judges_alone() && !is_set && !graph_only => Self::SentencesFirst,
            SearchBy::Auto => Self::Graph,
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::GraphId;

    use super::*;

    #[test]
    fn sentences_come_first_for_models_that_judge_alone_unless_the_walk_is_set() {
        let small = AskStrategy::small();
        let scope = |options: &AskOptions, plan| SearchTarget::of(options, plan, false);
        let usual = AskOptions::default();
        assert_eq!(scope(&usual, small), SearchTarget::SentencesFirst);
        assert_eq!(SearchTarget::of(&usual, small, true), SearchTarget::Graph);
        assert_eq!(scope(&usual, AskStrategy::Walk(Default::default())), SearchTarget::Graph);
        assert_eq!(scope(&usual, AskStrategy::Passages), SearchTarget::Graph);
        for set in [
            AskOptions { attention: false, ..usual.clone() },
            AskOptions { fixed_nodes: Some(3), ..usual.clone() },
            AskOptions { graph: Some(GraphId(1)), ..usual.clone() },
            AskOptions { by: SearchBy::Points, ..usual.clone() },
        ] {
            assert_eq!(scope(&set, small), SearchTarget::Graph, "{set:?}");
        }
        let by = |by| scope(&AskOptions { by, ..usual.clone() }, AskStrategy::Passages);
        assert_eq!(
            (by(SearchBy::Entities), by(SearchBy::Both)),
            (SearchTarget::Sentences, SearchTarget::Both)
        );
    }
}
