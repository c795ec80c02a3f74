//! How good the points of the tales' graphs are.

use std::collections::HashMap;

use hwdag::grounding::support;
use protocol::{Failure, GraphView, GraphViewNode, NodeId};
use serde::{Deserialize, Serialize};

use super::measured_model::MeasuredModel;
use super::scores::{SourceEdges, any_contains_answer, source_edges};
use report::figures::{FigureUnit, MeasuredFigure};
use report::progress::MeasurementProgress;

/// The least share of a point's content words that must be in what it was written from.
const LEAST: f64 = 0.9;

/// The results for a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct PointCheck {
    /// Whether it is a quote, not written by the model.
    quoted: bool,
    /// Whether its names and numbers, and most of its words, are in what it was written from.
    supported: bool,
    /// Whether it repeats what it was written from, word for word.
    copied: bool,
    /// Whether its edges lead to the chunk that its words come from; none above the second level.
    source_edges: Option<SourceEdges>,
    /// The number of nodes that it was written from.
    inputs: usize,
}

/// Whether points of the second level hold a fact: those that were written, and all.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct PointCoverage {
    by_written: bool,
    by_any: bool,
}

/// A tale's graph.
#[derive(Debug, Serialize, Deserialize)]
struct TaleCheck {
    points: Vec<PointCheck>,
    facts: Vec<PointCoverage>,
    /// The number of points that the model wrote and that were dropped.
    dropped: usize,
}

/// Builds the tales and examines their points.
pub fn measure(subject: &mut MeasuredModel<'_>) -> Result<Vec<MeasuredFigure>, Failure> {
    let mut kept = subject.kept("points")?;
    let mut progress = MeasurementProgress::new("tales", subject.tales.tales.len());
    let mut all = Vec::new();
    for place in 0..subject.tales.tales.len() {
        let tale = subject.tales.tales[place].clone();
        progress.step(kept.has(&tale.name));
        all.push(kept.once(&tale.name, || {
            let graph = subject.library()?.graph(&tale.file)?;
            Ok(look(&graph, &explicit_answers(subject, place)))
        })?);
    }
    Ok(figures(&all))
}

/// Returns the answers to a tale's questions that are in its text.
pub fn explicit_answers(subject: &MeasuredModel<'_>, tale: usize) -> Vec<Vec<String>> {
    let own = subject.tales.all.iter().filter(|asked| asked.tale == tale && asked.explicit);
    own.map(|asked| asked.answers.clone()).collect()
}

fn look(graph: &GraphView, answers: &[Vec<String>]) -> TaleCheck {
    let texts: HashMap<NodeId, &str> =
        graph.nodes.iter().map(|node| (node.id, node.text.as_str())).collect();
    let points = || graph.nodes.iter().filter(|node| node.level > 1);
    let below = |point: &GraphViewNode| -> Vec<(f32, &str)> {
        let edges = graph.edges.iter().filter(|edge| edge.from == point.id);
        edges.filter_map(|edge| Some((edge.weight, *texts.get(&edge.to)?))).collect()
    };
    let seen = points().map(|point| see(point, &below(point)));
    let second = |also_quoted: bool| {
        let own = points().filter(move |point| point.level == 2 && (also_quoted || !point.quoted));
        own.map(|point| point.text.as_str())
    };
    let held = |answers: &Vec<String>| {
        Some(PointCoverage {
            by_written: any_contains_answer(answers, second(false))?,
            by_any: any_contains_answer(answers, second(true))?,
        })
    };
    let facts = answers.iter().filter_map(held).collect();
    TaleCheck { points: seen.collect(), facts, dropped: graph.unsupported as usize }
}

fn see(point: &GraphViewNode, below: &[(f32, &str)]) -> PointCheck {
    let found = support(&point.text, below.iter().map(|(_, text)| *text));
    PointCheck {
        quoted: point.quoted,
        supported: found.names && found.words >= LEAST,
        copied: below.iter().any(|(_, text)| repeats(&point.text, text)),
        source_edges: if point.level == 2 { source_edges(&point.text, below) } else { None },
        inputs: below.len(),
    }
}

/// Returns whether a text contains all words of a point in sequence.
fn repeats(point: &str, text: &str) -> bool {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    line(text).contains(line(point).trim_end_matches('.'))
}

fn figures(all: &[TaleCheck]) -> Vec<MeasuredFigure> {
    let points = || all.iter().flat_map(|looked| &looked.points);
    let written = || points().filter(|point| !point.quoted);
    let facts = || all.iter().flat_map(|looked| &looked.facts);
    let choices: Vec<SourceEdges> =
        written().filter(|point| point.inputs > 1).filter_map(|point| point.source_edges).collect();
    let dropped = all.iter().map(|looked| looked.dropped).sum::<usize>();
    vec![
        MeasuredFigure::share("points that the model wrote", points().map(|point| !point.quoted))
            .at_least(0.70),
        MeasuredFigure::share(
            "of these all names and numbers, and nine tenths of the content words, stand in what \
             they were written from",
            written().map(|point| point.supported),
        )
        .at_least(0.97),
        MeasuredFigure::share(
            "of these that repeat what they were written from, word for word",
            written().map(|point| point.copied),
        ),
        MeasuredFigure::number(
            "written points that were dropped, for each that was kept",
            (written().count() > 0).then(|| dropped as f64 / written().count() as f64),
            written().count(),
            FigureUnit::Plain,
        ),
        MeasuredFigure::share(
            "facts that a written point holds",
            facts().map(|held| held.by_written),
        )
        .at_least(0.60),
        MeasuredFigure::share("facts that any point holds", facts().map(|held| held.by_any)),
        MeasuredFigure::share(
            "strongest edges of written points that lead to the chunk with their words",
            written()
                .filter_map(|point| point.source_edges)
                .map(|source_edges| source_edges.strongest),
        )
        .at_least(0.95),
        // A single edge always leads there.
        MeasuredFigure::share(
            "the same, of points that were written from several chunks",
            choices.iter().map(|source_edges| source_edges.strongest),
        ),
        MeasuredFigure::of(
            "of these points, edges of whatever weight that lead there",
            &choices.iter().map(|source_edges| source_edges.by_chance).collect::<Vec<f64>>(),
            FigureUnit::Share,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use protocol::{DocumentId, GraphId, GraphViewEdge};

    use super::*;

    fn node(id: NodeId, level: u32, text: &str, quoted: bool) -> GraphViewNode {
        GraphViewNode { id, level, text: text.into(), place: None, quoted }
    }

    #[test]
    fn a_graph_is_looked_at_point_by_point() {
        let edge = |from, to, weight| GraphViewEdge { from, to, weight };
        let graph = GraphView {
            document: DocumentId(1),
            graph: GraphId(1),
            complete: true,
            nodes: vec![
                node(0, 1, "The king had three sons. They were brave.", false),
                node(1, 1, "The white cat lived in a castle.", false),
                node(2, 2, "The king had three sons.", false),
                node(3, 2, "The white cat lived in Paris.", false),
                node(4, 2, "They were brave.", true),
            ],
            edges: vec![
                edge(2, 0, 0.8),
                edge(2, 1, 0.2),
                edge(3, 0, 0.7),
                edge(3, 1, 0.3),
                edge(4, 0, 1.0),
            ],
            unsupported: 1,
        };
        let answers =
            [vec!["three sons".to_owned()], vec!["brave".into()], vec!["a castle".into()]];
        let looked = look(&graph, &answers);
        let seen: Vec<(bool, Option<bool>)> = looked
            .points
            .iter()
            .map(|one| (one.supported, one.source_edges.map(|source_edges| source_edges.strongest)))
            .collect();
        assert_eq!(seen, [(true, Some(true)), (false, Some(false)), (true, Some(true))]);
        let facts: Vec<_> =
            looked.facts.iter().map(|held| (held.by_written, held.by_any)).collect();
        assert_eq!(facts, [(true, true), (false, true), (false, false)]);
        let values: Vec<Option<f64>> = figures(&[looked]).iter().map(|one| one.value).collect();
        let third = 1.0 / 3.0;
        let expected = [2.0 * third, 0.5, 0.5, 0.5, third, 2.0 * third, 0.5, 0.5, 0.5].map(Some);
        assert_eq!(values, expected);
    }
}
