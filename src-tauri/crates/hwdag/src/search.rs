//! Answering a question by walking the graph (PECAN §3.2, appendices B and C).
//!
//! The search begins with the top level. The model is asked whether what it has seen suffices; if not, the node with
//! the highest score is appended and it is asked again. Everything stays in the sequence and is computed once, except
//! the assistant header, which is removed after every No. So, exactly: tokens evaluated + tokens restored − header
//! tokens evaluated again = distinct tokens = tokens in the sequence at the end. With [`SearchSettings::rerank`] the
//! best chunks are then read once more, each alone, and only one of them is left in the sequence.

use crate::graph::Graph;
use crate::prompt_tokens::{NodeLineTokens, SearchPrompt};
use crate::sequence::MeteredSequence;
use crate::{Error, LanguageModel};

pub use self::events::{SearchEvent, SearchWatcher};
pub use self::outcome::{AttributedSentence, SearchCost, SearchOutcome, SearchStopReason, Visit};
pub use self::query::{Exchange, Query};
pub use self::settings::{AskFrequency, PromptOrder, SearchSettings};
use self::walk::GraphWalk;

/// Answers a question from the graphs. The model's sequence is emptied first; at the end it holds what was shown and
/// written. If the search is stopped, the visited nodes are kept, so that [`Query::begun`] need not evaluate them
/// again.
///
/// # Errors
///
/// The model's; [`Error::WindowFull`] if the question alone leaves no room for an answer; [`Error::NoVerdict`] if the
/// model's Yes and No are indistinguishable; [`Error::Inconsistent`] if the cosines or the words do not match the
/// graphs. A stopped search is not an error.
pub fn search<M: LanguageModel>(
    model: &mut M,
    query: &Query<'_>,
    settings: &SearchSettings,
    watch: SearchWatcher<'_>,
) -> Result<SearchOutcome, Error<M::Error>> {
    let mut walk = GraphWalk::begin(model, query, settings)?;
    let stop = match walk.run(watch) {
        Err(Error::Stopped) => SearchStopReason::Stopped,
        Err(Error::Model(error)) if M::is_stop(&error) => SearchStopReason::Stopped,
        stop => stop?,
    };
    let visited = walk.visited();
    let outcome = walk.finish(stop);
    if stop == SearchStopReason::Stopped && visited > 0 {
        model.truncate(visited)?;
        model.keep()?;
    }
    Ok(outcome)
}

/// Reads the words that every search begins with and keeps them, so that the first search that asks before showing
/// nodes takes no longer than the others.
///
/// # Errors
///
/// The model's.
pub fn read_opening<M: LanguageModel>(model: &mut M) -> Result<(), M::Error> {
    let pieces = SearchPrompt::new(model, "", &[], PromptOrder::QuestionFirst)?;
    MeteredSequence::begin(model)?.open(&pieces.open)
}

/// Returns the number of tokens needed to show all nodes of a graph of chunks at once. It includes the question, the
/// words around both, and room for the answer.
///
/// # Errors
///
/// The model's, if it cannot tokenise.
pub fn tokens_to_show<M: LanguageModel>(
    model: &M,
    question: &str,
    graph: &Graph,
    settings: &SearchSettings,
) -> Result<usize, M::Error> {
    let (pieces, lines) =
        (SearchPrompt::new(model, question, &[], settings.order)?, NodeLineTokens::new(model)?);
    let nodes: usize = graph.nodes().iter().map(|node| lines.cost(node)).sum();
    Ok(pieces.head() + nodes + pieces.tail() + settings.answer_tokens)
}

mod events;
mod outcome;
pub(crate) mod query;
pub(crate) mod settings;
#[cfg(test)]
mod tests;
mod walk;
