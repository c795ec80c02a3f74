//! Graphs and trees of some documents, built once and kept batch by batch.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use hwdag::{Batch, Construction, ConstructionSettings, Edge, Graph, NewBatch, Point, Step, Token};
use model::Session;
use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};

use super::given::Built;
use super::pulse::Pulse;
use super::store::unwritten;
use crate::bench::failure;

/// A step of a construction, as a line of its file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// A batch was summed up.
    Batch(Kept),
    /// A level was taken away again.
    Discarded(usize),
    /// There is nothing more to do.
    Complete,
}

/// A batch with what it took.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    level: usize,
    inputs: Range<usize>,
    outputs: Range<usize>,
    points: Vec<(String, Vec<Token>)>,
    edges: Vec<(usize, usize, f32)>,
    built: Built,
}

/// Grows `graph`, chunks at first, up to its top level, from where an earlier run left it: every batch
/// is in the file at `path` before the next one begins. Tells what all of them took.
///
/// # Errors
///
/// If the model fails or the file cannot be written; [`Code::Stopped`].
pub fn grow(
    graph: &mut Graph,
    path: &Path,
    session: impl FnOnce() -> Result<Session, Failure>,
    settings: ConstructionSettings,
    pulse: &Pulse,
) -> Result<Built, Failure> {
    let (mut built, complete) = replay(graph, path)?;
    if complete {
        return Ok(built);
    }
    let mut session = session()?;
    let mut construction = Construction::begin([&mut session], settings).map_err(failure)?;
    let mut file = append_to(path).map_err(|error| unwritten(path, &error))?;
    let mut keep = |line: &Line| write(&mut file, line).map_err(|error| unwritten(path, &error));
    let mut watch = |event| pulse.beat(event);
    loop {
        let begun = Instant::now();
        match construction.next(graph, &mut watch).map_err(failure)? {
            Step::Batch(new) => {
                apply(graph, &new.batch, &new.points, &new.edges)?;
                let kept = Kept::of(&new, begun.elapsed().as_secs_f64());
                built = built.plus(kept.built);
                keep(&Line::Batch(kept))?;
            }
            Step::Discard { level } => {
                graph.discard(level);
                keep(&Line::Discarded(level))?;
            }
            Step::Complete { .. } => {
                keep(&Line::Complete)?;
                return Ok(built);
            }
        }
    }
}

/// Takes the steps of an earlier run once more; what they took, and whether they were all. A line that
/// was cut off, and all after it, goes.
fn replay(graph: &mut Graph, path: &Path) -> Result<(Built, bool), Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Default::default()),
        Err(error) => return Err(unwritten(path, &error)),
    };
    let (mut built, mut complete, mut whole) = (Built::default(), false, 0);
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        match serde_json::from_str(line) {
            Ok(Line::Batch(kept)) => {
                let (batch, points, edges) = kept.parts();
                apply(graph, &batch, &points, &edges)?;
                built = built.plus(kept.built);
            }
            Ok(Line::Discarded(level)) => graph.discard(level),
            Ok(Line::Complete) => complete = true,
            Err(_) => break,
        }
        whole += line.len() as u64;
    }
    if whole < text.len() as u64 {
        let file = OpenOptions::new().write(true).open(path);
        let cut = file.and_then(|file| file.set_len(whole));
        cut.map_err(|error| unwritten(path, &error))?;
    }
    Ok((built, complete))
}

fn apply(
    graph: &mut Graph,
    batch: &Batch,
    points: &[Point],
    edges: &[Edge],
) -> Result<(), Failure> {
    graph.apply(batch, points, edges).map_err(|error| {
        let message = format!("A kept graph does not fit its chunks: {error}.");
        Failure::new(Code::Internal, message)
    })
}

impl Kept {
    fn of(new: &NewBatch, seconds: f64) -> Self {
        Self {
            level: new.batch.level,
            inputs: new.batch.inputs.clone(),
            outputs: new.batch.outputs.clone(),
            points: new.points.iter().map(|p| (p.text.clone(), p.tokens.clone())).collect(),
            edges: new.edges.iter().map(|edge| (edge.from, edge.to, edge.weight)).collect(),
            built: Built { evaluated: new.counts.evaluated, flops: new.flops, seconds },
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

fn append_to(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().append(true).create(true).open(path)
}

fn write(file: &mut File, line: &Line) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())?;
    file.sync_data()
}
