//! `pecan-download`: downloads models and searches for them. It takes one job as a line of JSON on
//! standard input, reports lines of JSON on standard output, and ends when its input closes.
//!
//! This is the only program of Pecan that opens connections, and only Pecan starts it, when the user
//! asks for a download or a search. It sends no cookies and no tokens, and reads none.

mod confine;
mod disk;
mod download;
mod http;
mod hub;
mod part_file;
mod part_folder;
mod proxies;
mod report;
mod retries;
mod search;
mod transfer;
mod transfer_rate;

use std::io::{self, BufRead, Read};
use std::process::ExitCode;
use std::thread;

use ::download::{Event, Job, Task};
use protocol::{Code, Failure};

use self::confine::confine;
use self::http::HttpClient;
use self::proxies::Proxies;

/// The longest job in bytes.
const LONGEST_JOB: u64 = 1 << 20;

fn main() -> ExitCode {
    let ended = read_job().and_then(|job| perform(&job));
    let failed = ended.is_err();
    report::send(&ended.unwrap_or_else(Event::Failed));
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn read_job() -> Result<Job, Failure> {
    let mut line = String::new();
    let read = io::stdin().lock().take(LONGEST_JOB).read_line(&mut line);
    let refused = |why: String| {
        let message = format!("This is no job: {why}. `pecan model get` starts this program.");
        Failure::new(Code::BadRequest, message)
    };
    read.map_err(|error| refused(error.to_string()))?;
    serde_json::from_str(&line).map_err(|error| refused(error.to_string()))
}

fn perform(job: &Job) -> Result<Event, Failure> {
    let proxies = Proxies::from_environment(|name| std::env::var(name).ok())?;
    let folder = match &job.task {
        Task::Get { folder, .. } => Some(folder.as_path()),
        Task::Search { .. } => None,
    };
    // A kernel without confinement is no reason to refuse: names and addresses are checked anyway.
    let _ = confine(folder, &proxies.ports_with(&job.hub));
    end_with_input();
    let client = HttpClient::new(job.hub.clone(), proxies, job.patience);
    match &job.task {
        Task::Search { words, most } => search::search(&client, words, *most).map(Event::Found),
        Task::Get { model, folder } => download::download(&client, model, folder),
    }
}

/// Ends this process when its input closes: the caller has ended, or wants it to end. What was
/// received is in the part files by then.
fn end_with_input() {
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        std::process::exit(0);
    });
}
