//! The program against a hub on this machine that does everything wrong that a hub can.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod breaks;
mod environment;
mod refusals;
mod resuming;
mod searching;
mod secure;
mod whole;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use download::{HubAddress, Job, Patience, Task, TaskOutcome, WantedModel};
use protocol::{DownloadProgress, Failure, ModelManifest};
use tests::hub::{Fault, Hub, HubRequest, SharedFile, sha256};

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_pecan-download");
/// The repository on the hub of most tests.
const REPOSITORY: &str = "own/small-GGUF";
/// The model on the hub of most tests.
const NAME: &str = "own/small-GGUF:Q8_0";

/// Patience for a hub on this machine, which may be busy with other tests.
fn hasty() -> Patience {
    Patience { stall: 10_000, first_wait: 1, fruitless: 4, attempts: 400, longest_wait: 300 }
}

/// Patience for a hub that stalls.
fn impatient() -> Patience {
    Patience { stall: 1_000, ..hasty() }
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(256) as u8).collect()
    }
}

fn file(path: &str, content: Vec<u8>) -> SharedFile {
    SharedFile { repository: REPOSITORY.into(), path: path.into(), content, stated: None }
}

/// A hub with one model of a given size in bytes, and its content.
fn hub(
    bytes: usize,
    faults: impl Fn(&HubRequest, usize) -> Fault + Send + Sync + 'static,
) -> (Hub, Vec<u8>) {
    let content = Dice::new(bytes as u64).bytes(bytes);
    (Hub::start(vec![file("small-Q8_0.gguf", content.clone())], faults), content)
}

fn model(name: &str) -> WantedModel {
    let (repository, quantisation) = name.split_once(':').unwrap();
    WantedModel {
        name: name.to_owned(),
        repository: repository.parse().unwrap(),
        quantisation: quantisation.to_owned(),
        pin: None,
    }
}

fn job(hub: &str, model: WantedModel, folder: &Path) -> Job {
    let task = Task::Get { model, folder: folder.to_owned() };
    let hub: HubAddress = hub.parse().unwrap();
    Job { hub, patience: hasty(), task }
}

/// Downloads the model of most tests.
fn get(hub: &Hub, folder: &Path) -> Result<(ModelManifest, u64), Failure> {
    get_named(hub, NAME, folder)
}

fn get_named(hub: &Hub, name: &str, folder: &Path) -> Result<(ModelManifest, u64), Failure> {
    run(&job(hub.address(), model(name), folder), &mut |_| ControlFlow::Continue(()))
}

/// Downloads the model of most tests from a hub that stalls.
fn get_impatiently(hub: &Hub, folder: &Path) -> Result<(ModelManifest, u64), Failure> {
    let job = Job { patience: impatient(), ..job(hub.address(), model(NAME), folder) };
    run(&job, &mut |_| ControlFlow::Continue(()))
}

fn run(
    job: &Job,
    observe: &mut dyn FnMut(Option<DownloadProgress>) -> ControlFlow<()>,
) -> Result<(ModelManifest, u64), Failure> {
    match download::run(Path::new(PROGRAM), job, observe)? {
        TaskOutcome::Downloaded { model, resumed } => Ok((model, resumed)),
        TaskOutcome::Found(found) => panic!("{found:?}"),
    }
}

/// The model's file, where it is once it is complete.
fn whole(folder: &Path) -> PathBuf {
    folder.join("own--small-GGUF--Q8_0/small-Q8_0.gguf")
}

/// Whether the model's file is there. If it is there, it is complete and right.
fn is_right(folder: &Path, content: &[u8]) -> bool {
    match fs::read(whole(folder)) {
        Ok(bytes) => {
            assert_eq!(sha256(&bytes), sha256(content), "a wrong file has the model's name");
            true
        }
        Err(_) => false,
    }
}

/// The names of everything in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
