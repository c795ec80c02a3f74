//! Graphs and trees of some documents, built once and stored batch by batch.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

use hwdag::{
    Batch, ConstructionSettings, ConstructionStep, Edge, Graph, GraphBuilder, Point,
    SummarisedBatch, Token, Workload,
};
use model::Session;
use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

use super::answer_record::ConstructionCost;
use super::progress::StepProgress;
use super::step_log::StepLog;
use engine::method_failure as failure;

/// A construction step, as a line of its file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptStep {
    /// A batch was summarised.
    Batch(KeptBatch),
    /// A level was discarded again.
    Discarded(usize),
    /// The model read the top level again and found nothing shorter to say.
    Read(ConstructionCost),
    /// Nothing is left to do.
    Complete,
}

/// A batch and its cost.
#[derive(Debug, Serialize, Deserialize)]
struct KeptBatch {
    level: usize,
    inputs: Range<usize>,
    outputs: Range<usize>,
    points: Vec<(String, Vec<Token>)>,
    edges: Vec<(usize, usize, f32)>,
    built: ConstructionCost,
}

/// Grows `graph`, which begins as chunks, up to its top level, resuming where an earlier run left off.
/// Every batch is in the file at `path` before the next one begins. Returns the cost of all of them. If
/// a line of the file is damaged, only the lines before it are used, and `tell` is called.
///
/// # Errors
///
/// If the model fails or the file cannot be written; [`Code::Stopped`].
pub fn grow(
    graph: &mut Graph,
    path: PathBuf,
    session: impl FnOnce() -> Result<Session, Failure>,
    settings: ConstructionSettings,
    part: &StepProgress,
    tell: impl Fn(String),
) -> Result<ConstructionCost, Failure> {
    let Replayed { mut log, mut built, complete } = replay(graph, path, tell)?;
    part.reach(Workload::of(graph).share(), true);
    if complete {
        return Ok(built);
    }
    let mut session = session()?;
    let mut construction = GraphBuilder::begin([&mut session], settings).map_err(failure)?;
    loop {
        let begun = Instant::now();
        match construction.next(graph, &mut |event| part.beat(event)).map_err(failure)? {
            ConstructionStep::Batch(new) => {
                apply(graph, &new.batch, &new.points, &new.edges)?;
                let kept = KeptBatch::of(&new, begun.elapsed().as_secs_f64());
                built = built.plus(kept.built);
                log.append(&KeptStep::Batch(kept))?;
                part.reach(Workload::of(graph).share(), false);
            }
            ConstructionStep::Discard { level } => {
                graph.discard(level);
                log.append(&KeptStep::Discarded(level))?;
            }
            ConstructionStep::Complete { counts, flops, .. } => {
                let seconds = begun.elapsed().as_secs_f64();
                if counts.evaluated > 0 {
                    let read = ConstructionCost { evaluated: counts.evaluated, flops, seconds };
                    built = built.plus(read);
                    log.append(&KeptStep::Read(read))?;
                }
                log.append(&KeptStep::Complete)?;
                return Ok(built);
            }
        }
    }
}

/// What an earlier run left.
struct Replayed {
    log: StepLog,
    built: ConstructionCost,
    complete: bool,
}

/// Applies the steps of an earlier run.
fn replay(graph: &mut Graph, path: PathBuf, tell: impl Fn(String)) -> Result<Replayed, Failure> {
    let (mut built, mut complete) = (ConstructionCost::default(), false);
    let (log, damaged) = StepLog::open(path, |line| {
        match followed(graph, line)? {
            Followed::Built(more) => built = built.plus(more),
            Followed::Complete => complete = true,
        }
        Ok::<(), String>(())
    })?;
    if let Some((number, why)) = damaged {
        tell(format!(
            "{} is damaged on line {number}: {why}. Pecan rebuilds the graph from there on.",
            log.path().display()
        ));
    }
    Ok(Replayed { log, built, complete })
}

/// The outcome of applying a step again.
enum Followed {
    /// The step's cost.
    Built(ConstructionCost),
    /// It was the last one.
    Complete,
}

/// Applies a step. Fails with the reason if it does not belong to this graph.
fn followed(graph: &mut Graph, line: &[u8]) -> Result<Followed, String> {
    match serde_json::from_slice(line).map_err(|error| error.to_string())? {
        KeptStep::Batch(kept) => {
            let (batch, points, edges) = kept.parts();
            graph.apply(&batch, &points, &edges).map_err(|error| error.to_string())?;
            return Ok(Followed::Built(kept.built));
        }
        KeptStep::Discarded(level) => graph.discard(level),
        KeptStep::Read(built) => return Ok(Followed::Built(built)),
        KeptStep::Complete => return Ok(Followed::Complete),
    }
    Ok(Followed::Built(ConstructionCost::default()))
}

fn apply(
    graph: &mut Graph,
    batch: &Batch,
    points: &[Point],
    edges: &[Edge],
) -> Result<(), Failure> {
    graph.apply(batch, points, edges).map_err(|error| {
        let message = format!("A new batch does not fit its graph: {error}.");
        Failure::new(Code::Internal, message)
    })
}

impl KeptBatch {
    fn of(new: &SummarisedBatch, seconds: f64) -> Self {
        Self {
            level: new.batch.level,
            inputs: new.batch.inputs.clone(),
            outputs: new.batch.outputs.clone(),
            points: new.points.iter().map(|p| (p.text.clone(), p.tokens.clone())).collect(),
            edges: new.edges.iter().map(|edge| (edge.from, edge.to, edge.weight)).collect(),
            built: ConstructionCost { evaluated: new.counts.evaluated, flops: new.flops, seconds },
        }
    }

    fn parts(&self) -> (Batch, Vec<Point>, Vec<Edge>) {
        let Self { level, inputs, outputs, points, edges, .. } = self;
        let batch = Batch { level: *level, inputs: inputs.clone(), outputs: outputs.clone() };
        let point = |(text, tokens): &(String, Vec<Token>)| Point {
            text: text.clone(),
            tokens: tokens.clone(),
        };
        let edge = |&(from, to, weight): &(usize, usize, f32)| Edge { from, to, weight };
        (batch, points.iter().map(point).collect(), edges.iter().map(edge).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::fs;

    use hwdag::Chunk;

    use super::*;

    fn chunks(count: usize) -> Graph {
        let chunk = |_| Chunk { text: "one".into(), tokens: vec![7; 9], range: 0..3 };
        Graph::new((0..count).map(chunk).collect())
    }

    /// Two chunks and a point about both.
    fn lines() -> Vec<KeptStep> {
        let built = ConstructionCost { evaluated: 20, flops: 2.0, seconds: 0.5 };
        let kept = KeptBatch {
            level: 2,
            inputs: 0..2,
            outputs: 2..3,
            points: vec![("both é".into(), vec![7])],
            edges: vec![(2, 0, 0.25), (2, 1, 0.75)],
            built,
        };
        vec![KeptStep::Batch(kept), KeptStep::Complete]
    }

    fn text(lines: &[KeptStep]) -> Vec<u8> {
        let lines = lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n");
        lines.collect::<String>().into_bytes()
    }

    /// Returns the graph, its cost and whether it is complete, then the file's contents and the notes.
    fn replayed(
        bytes: &[u8],
        chunk_count: usize,
    ) -> (Graph, (ConstructionCost, bool), Vec<u8>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("graph.jsonl");
        fs::write(&path, bytes).unwrap();
        let (mut graph, notes) = (chunks(chunk_count), RefCell::new(Vec::new()));
        let tell = |note| notes.borrow_mut().push(note);
        let Replayed { built, complete, .. } = replay(&mut graph, path.clone(), tell).unwrap();
        (graph, (built, complete), fs::read(&path).unwrap(), notes.into_inner())
    }

    #[test]
    fn kept_steps_give_the_graph_back() {
        let (graph, (built, complete), _, notes) = replayed(&text(&lines()), 2);
        assert!(complete && built.evaluated == 20 && notes.is_empty());
        assert_eq!((graph.nodes().len(), graph.edges().len()), (3, 2));
        assert_eq!(graph.nodes()[2].text, "both é");
    }

    #[test]
    fn what_stands_before_a_damaged_line_is_taken_and_the_rest_goes() {
        let first = text(&lines()[..1]);
        for (before, number) in [(&[][..], 1), (&first[..], 2)] {
            let mut bytes = before.to_vec();
            bytes.extend(b"{\"batch\": \xff}\n");
            bytes.extend(text(&lines()));
            let (graph, (_, complete), left, notes) = replayed(&bytes, 2);
            assert_eq!((graph.batches().len(), complete, &left[..]), (number - 1, false, before));
            let line = format!("graph.jsonl is damaged on line {number}: ");
            assert!(notes.len() == 1 && notes[0].contains(&line), "{notes:?}");
        }
        // A graph of other chunks.
        let (graph, found, left, notes) = replayed(&text(&lines()), 1);
        assert_eq!((graph.nodes().len(), found, left), (1, Default::default(), Vec::new()));
        assert!(
            notes.len() == 1 && notes[0].ends_with("rebuilds the graph from there on."),
            "{notes:?}"
        );
    }
}
