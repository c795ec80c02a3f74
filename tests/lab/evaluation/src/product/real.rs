//! Real novels and PDFs, for which only properties of every good summary can be measured.

use engine::{Config, Engine};
use protocol::{Failure, GraphView, GraphViewNode, Outcome, Request};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::book::{add, run, unexpected};
use super::{Figures, ProductGoal};
use crate::text::content_words;

/// The measured files, below the corpus folder. The demonstration model was trained on none of them.
const FILES: [&str; 6] = [
    "docs/narrativeqa/pg35-The-Time-Machine.txt",
    "docs/narrativeqa/pg2500-Siddhartha-novel.txt",
    "docs/nocha/the_great_gatsby_f_scott_fitzgerald.txt",
    "pdf/latex-two-column/format-corpus__303226.pdf",
    "pdf/latex-two-column/pdfminer.six__issue-1061-colour-space-stack.pdf",
    "pdf/text-many-producers/format-corpus__455746.pdf",
];

/// Builds every file's graph and examines its points.
pub fn measure_real(corpus: &Path, folder: &Path, figures: &mut Figures) -> Result<(), Failure> {
    let files = files(corpus);
    let mut counts = RealBookCounts::default();
    let mut complete = 0;
    for file in &files {
        let graph = build(file, folder)?;
        eprintln!("{}: {} nodes", file.display(), graph.nodes.len());
        complete += usize::from(graph.complete);
        counts.add(&graph);
    }
    figures.share("real books with a top level", complete, files.len(), ProductGoal::AtLeast(1.0));
    figures.share(
        "points that share most content words with one input node",
        counts.grounded,
        counts.points,
        ProductGoal::AtLeast(0.90),
    );
    figures.number(
        "most repetitions of one point in a book",
        counts.most_repeated as f64,
        counts.points,
        ProductGoal::AtMost(3.0),
    );
    Ok(())
}

fn files(corpus: &Path) -> Vec<PathBuf> {
    FILES.iter().map(|file| corpus.join(file)).collect()
}

fn build(file: &Path, folder: &Path) -> Result<GraphView, Failure> {
    let mut engine = Engine::new(Config::new(Some(folder.join("real")), None)?);
    let document = add(&mut engine, file.display().to_string())?;
    match run(&mut engine, Request::Show { document, graph: None, node: None, until: None })? {
        Outcome::Graph(graph) => Ok(graph),
        other => Err(unexpected(&other)),
    }
}

#[derive(Default)]
struct RealBookCounts {
    points: usize,
    grounded: usize,
    most_repeated: usize,
}

impl RealBookCounts {
    fn add(&mut self, graph: &GraphView) {
        let mut repeated: HashMap<&str, usize> = HashMap::new();
        for point in graph.nodes.iter().filter(|node| node.level > 1) {
            let inputs = graph.edges.iter().filter(|edge| edge.from == point.id);
            self.points += 1;
            let held =
                inputs.map(|edge| &graph.nodes[edge.to as usize]).any(|input| shares(point, input));
            self.grounded += usize::from(held);
            *repeated.entry(point.text.as_str()).or_default() += 1;
        }
        let most = repeated.values().copied().max().unwrap_or(0);
        self.most_repeated = self.most_repeated.max(most);
    }
}

/// Returns whether more than half of the point's content words are in the node.
fn shares(point: &GraphViewNode, node: &GraphViewNode) -> bool {
    let (wanted, held) = (content_words(&point.text), content_words(&node.text));
    let shared = wanted.iter().filter(|word| held.contains(*word)).count();
    2 * shared > wanted.len()
}
