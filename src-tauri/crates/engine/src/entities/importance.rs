//! The importance of the entities that a document names, from the model's points about the text (after MKRAG's appendix
//! A.3.2, which asks a model for it): entities named in points matter more than those named only in the text.

use library::Library;
use protocol::{Failure, Importance};

use crate::entities::document_names::{DocumentNames, EntityRequest};
use crate::graphs::rows::{before, from_rows};

/// The share of all mentions from which an entity matters most, whatever the points say.
const CORE: f64 = 0.05;

/// Returns the importance of each of the entities, in their order.
pub(crate) fn importances(
    library: &Library,
    wanted: &EntityRequest<'_>,
    named: &DocumentNames,
) -> Result<Vec<Importance>, Failure> {
    let points = points(library, wanted)?;
    let known = named.known();
    let top = points.iter().map(|(level, _)| *level).max();
    let mut highest = vec![None; named.read.entities.len()];
    for (level, text) in &points {
        for entity in known.in_text(text) {
            highest[entity] = highest[entity].max(Some(*level));
        }
    }
    let mentions = |at: usize| named.read.entities[at].mentions.len();
    let all: usize = (0..highest.len()).map(mentions).sum();
    let importance = |(at, level): (usize, Option<usize>)| match (level, mentions(at)) {
        (Some(level), _) if Some(level) == top => Importance::Core,
        (_, mentions) if mentions > 1 && mentions as f64 >= CORE * all as f64 => Importance::Core,
        (Some(_), _) => Importance::Specific,
        (None, 2..) => Importance::Relevant,
        (None, _) => Importance::Passing,
    };
    Ok(highest.into_iter().enumerate().map(importance).collect())
}

/// Returns the points of the graph used for questions, limited to what follows from the requested text, each with its
/// level.
fn points(library: &Library, wanted: &EntityRequest<'_>) -> Result<Vec<(usize, String)>, Failure> {
    let Some(graph) = library.graph_to_ask(wanted.document)? else { return Ok(Vec::new()) };
    let graph = before(from_rows(&library.load_graph(graph)?)?, wanted.until).graph;
    let points = graph.nodes().iter().filter(|node| node.level > 1);
    Ok(points.map(|node| (node.level, node.text.clone())).collect())
}
