//! The importance of the entities that a document names, from the model's points about the text (after MKRAG's appendix
//! A.3.2, which asks a model for it): entities named in points matter more than those named only in the text.

use hwdag::Graph;
use protocol::Importance;

use crate::entities::document_names::DocumentNames;

/// The share of all mentions from which an entity matters most, whatever the points say.
const CORE: f64 = 0.05;

/// Returns the importance of each of the entities and dates, in their order. `graph` is what follows from the requested
/// text, if there is a graph.
pub(crate) fn importances(graph: Option<&Graph>, named: &DocumentNames) -> Vec<Importance> {
    let points: Vec<(usize, &str)> = graph.map_or_else(Vec::new, points);
    let known = named.known();
    let top = points.iter().map(|&(level, _)| level).max();
    let mentions: Vec<usize> = named.named().map(|(one, _)| one.mentions.len()).collect();
    let mut highest = vec![None; mentions.len()];
    for &(level, text) in &points {
        let dates = (named.read.entities.len()..).zip(&named.dates);
        let dates = dates.filter(|(_, date)| date.names.iter().any(|name| text.contains(name)));
        for entity in known.in_text(text).into_iter().chain(dates.map(|(number, _)| number)) {
            highest[entity] = highest[entity].max(Some(level));
        }
    }
    let all: usize = mentions.iter().sum();
    let importance = |(at, level): (usize, Option<usize>)| match (level, mentions[at]) {
        (Some(level), _) if Some(level) == top => Importance::Core,
        (_, mentions) if mentions > 1 && mentions as f64 >= CORE * all as f64 => Importance::Core,
        (Some(_), _) => Importance::Specific,
        (None, 2..) => Importance::Relevant,
        (None, _) => Importance::Passing,
    };
    highest.into_iter().enumerate().map(importance).collect()
}

/// Returns the points of a graph, each with its level.
fn points(graph: &Graph) -> Vec<(usize, &str)> {
    let points = graph.nodes().iter().filter(|node| node.level > 1);
    points.map(|node| (node.level, node.text.as_str())).collect()
}
