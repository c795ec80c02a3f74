//! Which attention is the better signal: the same books, with edges by the paper's definition and by
//! others.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use hwdag::signal::SignalVariant;
use hwdag::{
    ConstructionSettings, ConstructionStep, Cutting, Graph, GraphBuilder, PendingStep, Signal,
};
use model::{LoadOptions, Session, SessionOptions, Weights};
use protocol::{Code, DocumentId, Failure, GraphViewEdge, GraphViewNode, Place};
use serde::Serialize;
use story::Story;

use super::EdgeScores;
use engine::method_failure as failure;

/// How good a signal is, book by book.
#[derive(Debug, Clone, Serialize)]
pub struct SignalScores {
    /// How it differs from the paper's.
    pub signal: String,
    /// The books' scores, always for the same books in the same order.
    pub books: Vec<EdgeScores>,
}

/// Builds the first two levels of the stories with the paper's signal, with each change by itself, and,
/// if several changes improve it, with all of those.
///
/// # Errors
///
/// If the model cannot be loaded or does not run.
pub fn measure_signals(pocket: &Path, stories: &[Story]) -> Result<Vec<SignalScores>, Failure> {
    let weights = Weights::load(pocket, &LoadOptions::default())?;
    let paper = measure(&weights, stories, Signal::PAPER)?;
    let mut measured = vec![paper.clone()];
    let mut helpful = Vec::new();
    for change in SignalVariant::ALL {
        let other = measure(&weights, stories, Signal::PAPER.with(change))?;
        if other.is_better_than(&paper) {
            helpful.push(change);
        }
        measured.push(other);
    }
    if helpful.len() > 1 {
        measured.push(measure(&weights, stories, Signal::changed(helpful))?);
    }
    Ok(measured)
}

fn measure(
    weights: &Arc<Weights>,
    stories: &[Story],
    signal: Signal,
) -> Result<SignalScores, Failure> {
    eprintln!("building with signal: {signal}");
    let books = stories.iter().map(|story| {
        let graph = build(weights, story, signal)?;
        let (nodes, edges) = view(&graph);
        Ok(EdgeScores::of(story, &nodes, &edges))
    });
    Ok(SignalScores { signal: signal.to_string(), books: books.collect::<Result<_, Failure>>()? })
}

/// Builds the story's chunks and the points about them.
fn build(weights: &Arc<Weights>, story: &Story, signal: Signal) -> Result<Graph, Failure> {
    let settings = ConstructionSettings {
        signal,
        ..ConstructionSettings::for_window(weights.info().construction)
    };
    let options = SessionOptions {
        window: Some(settings.window),
        layers: signal.layers,
        ..SessionOptions::default()
    };
    let broken = |error: &dyn std::error::Error| {
        Failure::new(Code::Internal, format!("Building the graph failed: {error}."))
    };
    let tokens = weights.tokenize(&story.text)?;
    let bytes = |token| weights.bytes(token).to_vec();
    let chunks = hwdag::chunk(&tokens, bytes, &story.text, Cutting::default());
    let mut graph = Graph::new(chunks.map_err(|error| broken(&error))?);
    let mut session = Session::new(weights, &options)?;
    let mut construction = GraphBuilder::begin([&mut session], settings).map_err(failure)?;
    while let PendingStep::Batch { level: 2, .. } = graph.pending() {
        let step = construction.next(&graph, &mut |_| ControlFlow::Continue(()));
        let ConstructionStep::Batch(new) = step.map_err(failure)? else { break };
        graph.apply(&new.batch, &new.points, &new.edges).map_err(|error| broken(&error))?;
    }
    Ok(graph)
}

/// Returns a graph in the form in which it is measured.
fn view(graph: &Graph) -> (Vec<GraphViewNode>, Vec<GraphViewEdge>) {
    let place = |range: &std::ops::Range<usize>| Place {
        document: DocumentId(0),
        page: None,
        start: range.start as u32,
        end: range.end as u32,
        rects: Vec::new(),
    };
    let nodes = graph.nodes().iter().enumerate().map(|(id, node)| GraphViewNode {
        id: id as u32,
        level: node.level as u32,
        text: node.text.clone(),
        place: node.range.as_ref().map(place),
        quoted: false,
    });
    let edges = graph.edges().iter().map(|edge| GraphViewEdge {
        from: edge.from as u32,
        to: edge.to as u32,
        weight: edge.weight,
    });
    (nodes.collect(), edges.collect())
}

impl SignalScores {
    /// Returns whether it is better by more than the noise over books in one score, and worse in none.
    fn is_better_than(&self, paper: &Self) -> bool {
        let differences = SCORES.map(|score| self.difference(paper, score));
        differences.iter().any(|found| found.value > found.noise())
            && differences.iter().all(|found| found.value >= -found.noise())
    }

    fn mean(&self, score: EdgeMetric) -> Mean {
        Mean::of(self.books.iter().map(score).collect())
    }

    /// Returns the difference book by book, so that what books have in common does not count as noise.
    fn difference(&self, paper: &Self, score: EdgeMetric) -> Mean {
        let pairs = self.books.iter().zip(&paper.books);
        Mean::of(pairs.map(|(own, paper)| score(own) - score(paper)).collect())
    }
}

/// One of a book's scores.
type EdgeMetric = fn(&EdgeScores) -> f64;

/// The scores by which signals are compared.
const SCORES: [EdgeMetric; 2] = [|book| book.strongest, |book| book.weight];

/// A mean over books and its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Mean {
    value: f64,
    error: f64,
}

impl Mean {
    fn of(values: Vec<f64>) -> Self {
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|own| (own - value).powi(2)).sum();
        Self { value, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }

    /// Returns by how much a mean may differ by chance.
    fn noise(self) -> f64 {
        2.0 * self.error
    }
}

/// Returns a Markdown table: means over books with their standard errors, the difference from the
/// paper's signal over the same books, and chance.
pub fn signal_table(measured: &[SignalScores]) -> String {
    let mut out = String::from(
        "| signal | strongest edge right | − paper | weight on right chunks | − paper |\n\
         |---|---|---|---|---|\n",
    );
    let Some(paper) = measured.first() else { return out };
    for (at, signal) in measured.iter().enumerate() {
        let cells = SCORES.map(|score| {
            let Mean { value, error } = signal.mean(score);
            let difference = signal.difference(paper, score);
            let difference = match at {
                0 => String::new(),
                _ => format!("{:+.3} ± {:.3}", difference.value, difference.error),
            };
            format!("{value:.3} ± {error:.3} | {difference}")
        });
        out.push_str(&format!("| {} | {} |\n", signal.signal, cells.join(" | ")));
    }
    let chance = paper.mean(|book| book.chance);
    let cell = format!("{:.3} ± {:.3} |", chance.value, chance.error);
    out.push_str(&format!("| chance | {cell} | {cell} |\n"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(signal: &str, scores: &[(f64, f64)]) -> SignalScores {
        let book = |&(strongest, weight)| EdgeScores { points: 9, strongest, weight, chance: 0.25 };
        SignalScores { signal: signal.into(), books: scores.iter().map(book).collect() }
    }

    #[test]
    fn means_with_their_errors() {
        let found = Mean::of(vec![1.0, 2.0, 3.0, 6.0]);
        assert_eq!(found.value, 3.0);
        // The variance is 14 / 3.
        assert!((found.error - (14.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of(vec![0.5]), Mean { value: 0.5, error: 0.0 });
    }

    #[test]
    fn better_is_by_more_than_the_noise_and_in_nothing_worse() {
        let paper = measured("paper", &[(0.9, 0.5), (0.8, 0.6), (1.0, 0.4)]);
        let cases = [
            (&[(0.9, 0.6), (0.8, 0.7), (1.0, 0.51)], true),
            (&[(0.9, 0.6), (0.8, 0.6), (1.0, 0.4)], false),
            (&[(0.8, 0.6), (0.7, 0.7), (0.9, 0.51)], false),
            (&[(0.9, 0.5), (0.8, 0.6), (1.0, 0.4)], false),
        ];
        for (scores, better) in cases {
            assert_eq!(measured("other", scores).is_better_than(&paper), better, "{scores:?}");
        }
    }

    #[test]
    fn a_table_compares_with_the_first_row() {
        let all = [
            measured("paper", &[(0.9, 0.5), (0.7, 0.7)]),
            measured("other", &[(1.0, 0.5), (0.8, 0.6)]),
        ];
        let table = signal_table(&all);
        let rows: Vec<&str> = table.lines().skip(2).collect();
        let expected = [
            "| paper | 0.800 ± 0.100 |  | 0.600 ± 0.100 |  |",
            "| other | 0.900 ± 0.100 | +0.100 ± 0.000 | 0.550 ± 0.050 | -0.050 ± 0.050 |",
            "| chance | 0.250 ± 0.000 | | 0.250 ± 0.000 | |",
        ];
        assert_eq!(rows, expected);
    }
}
