//! A question about names, and what it is asked of.

use hwdag::Prefix;
use library::Library;
use protocol::{AskOptions, DocumentId, Failure, GraphId};

use crate::ask::searched_graph::SearchedGraph;
use crate::graphs::rows::{before, from_rows};
use crate::until::bound;

/// A question and the graphs that it is asked of.
#[derive(Clone, Copy)]
pub(crate) struct AskedOf<'a> {
    pub documents: &'a [DocumentId],
    /// One for each document.
    pub graphs: &'a [GraphId],
    pub question: &'a str,
    pub options: &'a AskOptions,
}

/// Returns the graphs up to the permitted place, each with the character that ends it.
pub(crate) fn parts(
    library: &Library,
    asked: AskedOf<'_>,
) -> Result<Vec<(SearchedGraph, Option<u32>)>, Failure> {
    let all = asked.documents.iter().zip(asked.graphs);
    all.map(|(&document, &graph)| {
        let until = asked.options.until.map(|until| bound(library, document, until)).transpose()?;
        Ok((part(library, (document, graph), until)?, until))
    })
    .collect()
}

/// Returns a graph up to the permitted place.
fn part(
    library: &Library,
    (document, id): (DocumentId, GraphId),
    until: Option<u32>,
) -> Result<SearchedGraph, Failure> {
    let Prefix { graph, numbers } = before(from_rows(&library.load_graph(id)?)?, until);
    Ok(SearchedGraph::of_graph(document, graph, numbers))
}

/// The kind of question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ListQuestionKind {
    /// Which entities something is said of.
    #[default]
    Which,
    /// How many they are.
    HowMany,
    /// Who someone is.
    Who,
}
