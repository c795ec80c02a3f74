//! How well the graphs hold what the stories state.

use std::collections::HashMap;

use protocol::{GraphViewEdge, GraphViewNode, NodeId};
use serde::Serialize;
use story::{Story, StoryFact};

use super::{Figures, ProductGoal, StoryBook};
use crate::text::states;

/// Counts over books.
#[derive(Default)]
struct GraphCounts {
    facts: usize,
    facts_stated: usize,
    points: usize,
    points_empty: usize,
    points_stating: usize,
    strongest_right: usize,
    chance_right: f64,
    weight_right: f64,
    worst_row: f64,
    rows: usize,
}

/// How well the edges of one book's points lead to the source of what the points say.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct EdgeScores {
    /// Level-2 points that state a fact of the story.
    pub points: usize,
    /// The share of them whose strongest edge goes to a chunk with that fact.
    pub strongest: f64,
    /// The mean over points of the summed weight of their edges to such chunks.
    pub weight: f64,
    /// What both would be by chance.
    pub chance: f64,
}

impl EdgeScores {
    /// Scores a graph of a story, or its first two levels.
    pub fn of(story: &Story, nodes: &[GraphViewNode], edges: &[GraphViewEdge]) -> Self {
        let mut counts = GraphCounts::default();
        counts.add(story, nodes, edges);
        counts.edges()
    }
}

/// Measures facts stated, points that state nothing, strongest edges, and row sums.
pub fn measure_graph(books: &[StoryBook], figures: &mut Figures) {
    let mut counts = GraphCounts::default();
    for book in books {
        counts.add(&book.story, &book.graph.nodes, &book.graph.edges);
    }
    figures.share(
        "facts that a level-2 point states",
        counts.facts_stated,
        counts.facts,
        ProductGoal::AtLeast(0.90),
    );
    figures.share(
        "level-2 points that state no fact",
        counts.points_empty,
        counts.points,
        ProductGoal::AtMost(0.05),
    );
    let EdgeScores { points: stating, weight, chance, .. } = counts.edges();
    figures
        .share(
            "points whose strongest edge goes to a telling chunk",
            counts.strongest_right,
            stating,
            ProductGoal::AtLeast(0.95),
        )
        .chance = Some(chance);
    figures
        .number("mean edge weight on telling chunks", weight, stating, ProductGoal::None)
        .chance = Some(chance);
    figures.number(
        "largest distance of a row's sum from 1",
        counts.worst_row,
        counts.rows,
        ProductGoal::AtMost(1e-5),
    );
}

impl GraphCounts {
    fn edges(&self) -> EdgeScores {
        let count = self.points_stating.max(1) as f64;
        EdgeScores {
            points: self.points_stating,
            strongest: self.strongest_right as f64 / count,
            weight: self.weight_right / count,
            chance: self.chance_right / count,
        }
    }

    fn add(&mut self, story: &Story, nodes: &[GraphViewNode], edges: &[GraphViewEdge]) {
        let edges = rows(edges);
        for row in edges.values() {
            let sum: f64 = row.iter().map(|edge| f64::from(edge.weight)).sum();
            self.worst_row = self.worst_row.max((sum - 1.0).abs());
            self.rows += 1;
        }
        let points: Vec<&GraphViewNode> = nodes.iter().filter(|node| node.level == 2).collect();
        let facts = &story.facts;
        self.facts += facts.len();
        self.facts_stated += facts
            .iter()
            .filter(|fact| points.iter().any(|point| states(&point.text, &fact.key)))
            .count();
        for point in points {
            self.points += 1;
            let stated: Vec<&StoryFact> =
                facts.iter().filter(|fact| states(&point.text, &fact.key)).collect();
            if stated.is_empty() {
                self.points_empty += 1;
            } else if let Some(row) = edges.get(&point.id) {
                self.add_row(nodes, row, &stated);
            }
        }
    }

    fn add_row(&mut self, nodes: &[GraphViewNode], row: &[&GraphViewEdge], stated: &[&StoryFact]) {
        let right = |edge: &GraphViewEdge| tells(&nodes[edge.to as usize], stated);
        let Some(strongest) = row.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)) else {
            return;
        };
        self.points_stating += 1;
        self.strongest_right += usize::from(right(strongest));
        self.chance_right +=
            row.iter().filter(|edge| right(edge)).count() as f64 / row.len() as f64;
        self.weight_right +=
            row.iter().filter(|edge| right(edge)).map(|edge| f64::from(edge.weight)).sum::<f64>();
    }
}

/// Returns the edges by predecessor.
fn rows(edges: &[GraphViewEdge]) -> HashMap<NodeId, Vec<&GraphViewEdge>> {
    let mut rows: HashMap<NodeId, Vec<&GraphViewEdge>> = HashMap::new();
    for edge in edges {
        rows.entry(edge.from).or_default().push(edge);
    }
    rows
}

/// Returns whether a chunk's range overlaps a statement of one of the facts.
fn tells(chunk: &GraphViewNode, facts: &[&StoryFact]) -> bool {
    chunk.place.as_ref().is_some_and(|place| {
        facts
            .iter()
            .flat_map(|fact| &fact.tellings)
            .any(|telling| telling.start < place.end as usize && telling.end > place.start as usize)
    })
}
