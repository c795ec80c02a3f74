//! Kills a process at random moments while it saves batches as fast as it can. Everything it
//! reported as saved must be there afterwards, and nothing that it had not finished.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use library::{BatchCost, Error, Library, NewBatch, NewChunk, NewPoint};
use protocol::GraphId;
use rand::RngExt;
use tempfile::tempdir;

use crate::book;
use crate::graphs::assert_consistent;

const FOLDER: &str = "PECAN_TEST_CRASH_FOLDER";
const ROUNDS: usize = 20;
const CHUNKS: u32 = 8_000;
const INPUTS: u32 = 2;
const POINTS: usize = 6;

#[test]
fn a_killed_writer_leaves_whole_batches() {
    let dir = tempdir().unwrap();
    let graph = begin(dir.path());
    let mut saved = 0;
    for round in 0..ROUNDS {
        let (mut writer, mut saying) = start(dir.path());
        let first = saying.next().expect("the writer saved nothing").unwrap();
        assert!(matches!(Library::open(dir.path()), Err(Error::Busy)));
        let reader = Library::open_read_only(dir.path()).unwrap();
        assert_consistent(&reader.load_graph(graph).unwrap());
        thread::sleep(Duration::from_micros(rand::rng().random_range(0..15_000)));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let said = saying.map_while(Result::ok).last().unwrap_or(first);
        let said: usize = said.parse().unwrap();

        assert_consistent(&reader.load_graph(graph).unwrap());
        drop(reader);
        let alone = Library::open_read_only(dir.path()).unwrap().load_graph(graph).unwrap();
        let read = Library::open(dir.path()).unwrap().load_graph(graph).unwrap();
        assert_eq!(read, alone);
        assert_consistent(&read);
        let found = read.batches.len();
        assert!(found == said || found == said + 1, "round {round}: {said} said, {found} found");
        assert!(found > saved, "round {round}: the writer did not go on");
        saved = found;
    }
}

fn begin(dir: &Path) -> GraphId {
    let mut library = book::open(dir);
    let document = book::add(&mut library, b"one");
    let graph = library.begin_graph(document, book::MODEL, book::SETTINGS).unwrap();
    let chunk = NewChunk { start: 0, end: 1, text: "A", tokens: &[1] };
    library.save_chunks(graph, &vec![chunk; CHUNKS as usize]).unwrap();
    graph
}

/// Returns the writer, and its lines: the number of batches saved so far.
fn start(dir: &Path) -> (Child, impl Iterator<Item = std::io::Result<String>>) {
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::writer_that_is_killed", "--ignored", "--nocapture", "--quiet"])
        .env(FOLDER, dir)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    let counts = lines.filter(|line| line.as_ref().is_ok_and(|line| line.parse::<usize>().is_ok()));
    (writer, counts)
}

#[test]
#[ignore = "run, and killed, by a_killed_writer_leaves_whole_batches"]
fn writer_that_is_killed() {
    let dir = PathBuf::from(std::env::var_os(FOLDER).expect("run by another test"));
    let mut library = book::open(&dir);
    let document = library.list().unwrap()[0].id;
    let graph = library.graph_to_ask(document).unwrap().unwrap();
    let done = library.load_graph(graph).unwrap().batches;
    let begin = done.last().map_or(0, |batch| batch.inputs.end);
    let weights = [1.0 / INPUTS as f32; INPUTS as usize];
    let points =
        [NewPoint { text: "A point of a sentence.", tokens: &[5; 12], weights: &weights }; POINTS];
    for (start, number) in (begin..CHUNKS).step_by(INPUTS as usize).zip(done.len() + 1..) {
        let inputs = start..start + INPUTS;
        let batch = NewBatch {
            level: 2,
            inputs,
            points: &points,
            quoted: false,
            unsupported: 0,
            cost: BatchCost::default(),
        };
        library.save_batch(graph, &batch).unwrap();
        let mut out = std::io::stdout().lock();
        writeln!(out, "{number}").and_then(|()| out.flush()).unwrap();
    }
}
