//! What the names of methods mean.

use super::cases::{distinct, methods};
use crate::comparison::{Method, Pick, Results};

/// Returns the kinds of methods that took part, in order, each with what it shows the model.
pub fn legend(results: &Results) -> Vec<(&'static str, &'static str)> {
    let parsed = methods(results).into_iter().filter_map(|name| name.parse::<Method>().ok());
    let kinds: Vec<(&str, &str)> = parsed.map(|method| reported(&method)).collect();
    let names = distinct(kinds.iter().map(|(name, _)| *name)).into_iter();
    let meaning = |name| kinds.iter().find(|(own, _)| *own == name).map(|(_, meaning)| *meaning);
    names.filter_map(|name| Some((name, meaning(name)?))).collect()
}

fn reported(method: &Method) -> (&'static str, &'static str) {
    match method {
        Method::Walk(walk) if walk.paper => (
            "garlic",
            "Like pecan, with the earlier paper's settings: attention and similarity as shares of \
             their sums, no shared words, confidence 0.5.",
        ),
        Method::Walk(_) => (
            "pecan",
            "The points that it visits in the graph until the model says that they suffice. \
             Settings follow a colon: tree (a tree of summaries instead of the graph), normalised \
             (attention and similarity as shares), candidates (as shares among the unvisited \
             nodes), no-attention, no-embedding, no-words (without the words that a point shares \
             with the question), nodes-first (the top level before the question), sparing (asked \
             less often), patience (number of Yeses needed), confidence (the value that p_yes must \
             exceed), balance (weight of similarity), fixed (a fixed number of nodes), most \
             (maximum number of nodes after the top level), rerank (number of chunks that are then \
             judged alone; the answer is written from the best one).",
        ),
        Method::Names(_) => (
            "mkrag",
            "The sentences about the names in the question, then about the names in those \
             sentences, until the model says that they suffice. Settings follow a colon: rounds \
             (maximum number), both (the graph is searched, too), sentence, macro, feature, micro \
             (what is found and shown at once: a sentence, who somebody is, everything of one kind \
             that the text says of a name, a sentence by the questions that it answers).",
        ),
        Method::Passages { by: Pick::Bm25, .. } => {
            ("bm25:K", "The K chunks that share most words with the question, weighted by BM25.")
        }
        Method::Passages { by: Pick::Dense, .. } => {
            ("dense:K", "The K chunks most similar to the question, by the sentence embedder.")
        }
        Method::Passages { by: Pick::Dual, .. } => {
            ("dual:K", "The K best chunks, by one encoder for questions and one for passages.")
        }
        Method::RaptorTree { .. } => (
            "raptor-tree:K",
            "RAPTOR: the K best nodes per level of a tree of clustered summaries.",
        ),
        Method::RaptorCollapsed { .. } => {
            ("raptor-collapsed:K", "RAPTOR: the K best nodes of all levels of the same tree.")
        }
        Method::MemWalker => {
            ("memwalker", "The path through a tree of summaries that the model finds itself.")
        }
        Method::Compressed { .. } => {
            ("longllmlingua:T", "The document compressed to T tokens by LongLLMLingua.")
        }
        Method::Whole => ("whole", "The whole document."),
        Method::Closed => ("closed", "Nothing but the question."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results};

    #[test]
    fn every_kind_of_method_is_listed_once() {
        let names = ["pecan", "bm25:5", "pecan:tree", "garlic", "bm25:matched", "another name"];
        let all = results(names.map(|name| answered("a", "1", name, 1.0)).into());
        let found: Vec<&str> = legend(&all).into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, ["pecan", "bm25:K", "garlic"]);
    }
}
