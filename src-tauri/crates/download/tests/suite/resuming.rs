//! Downloads that stop and go on.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use protocol::Code;
use tests::hub::Fault;

use super::*;

#[test]
fn a_stopped_download_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(600_000, |_, _| Fault::Slow(20_000, Duration::from_millis(20)));
    let job = job(hub.address(), model(NAME), folder.path());
    let failure = run(&job, &mut |progress| match progress {
        Some(now) if now.done > 100_000 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    })
    .unwrap_err();
    assert_eq!(failure.code, Code::Stopped);
    assert!(failure.message.contains("%. Run the command again"), "{failure}");
    assert!(!is_right(folder.path(), &content));
    let (_, resumed) = get(&hub, folder.path()).unwrap();
    assert!(resumed > 100_000 && is_right(folder.path(), &content));
    assert_eq!(hub.file_requests().last().unwrap().from() as u64, resumed);
}

/// Starts the program for a job. It ends when its input closes.
fn start(job: &Job) -> (Child, ChildStdin) {
    let mut command = Command::new(PROGRAM);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", serde_json::to_string(job).unwrap()).unwrap();
    (child, input)
}

/// The length of what was received of the model's file.
fn received(folder: &Path) -> u64 {
    let parts = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let lengths = parts.map(|part| fs::metadata(part.join("small-Q8_0.gguf.part")));
    lengths.map(|about| about.map_or(0, |about| about.len())).max().unwrap_or(0)
}

#[test]
fn a_killed_download_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(600_000, |_, _| Fault::Slow(10_000, Duration::from_millis(15)));
    let job = job(hub.address(), model(NAME), folder.path());
    let mut kept = 0;
    for _ in 0..4 {
        let (mut child, input) = start(&job);
        while received(folder.path()) <= kept && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        drop(input);
        assert!(received(folder.path()) > kept && !is_right(folder.path(), &content));
        kept = received(folder.path());
    }
    let (_, resumed) = get(&hub, folder.path()).unwrap();
    assert_eq!(resumed, kept);
    assert!(is_right(folder.path(), &content));
}

#[test]
fn a_process_ends_with_its_caller() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, _) = hub(600_000, |_, _| Fault::Slow(1_000, Duration::from_millis(10)));
    let job = job(hub.address(), model(NAME), folder.path());
    let (mut child, input) = start(&job);
    thread::sleep(Duration::from_millis(100));
    drop(input);
    for _ in 0..100 {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("it goes on");
}

#[test]
fn another_revision_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (old, _) = hub(90_000, |request, _| match request.is_file() {
        true => Fault::Break(40_000),
        false => Fault::None,
    });
    let patience = Patience { fruitless: 0, attempts: 0, ..hasty() };
    let job = Job { patience, ..job(old.address(), model(NAME), folder.path()) };
    let failure = run(&job, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(failure.code, Code::DownloadInterrupted);
    let (new, content) = hub(90_001, |_, _| Fault::None);
    let (_, resumed) = get(&new, folder.path()).unwrap();
    assert_eq!((resumed, names(folder.path()).len()), (0, 1), "the old part is gone");
    assert!(is_right(folder.path(), &content));
}

#[test]
fn a_part_that_was_changed_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(90_000, |request, nth| match request.is_file() && nth < 2 {
        true => Fault::Break(40_000),
        false => Fault::None,
    });
    let patience = Patience { fruitless: 0, attempts: 0, ..hasty() };
    let broken = Job { patience, ..job(hub.address(), model(NAME), folder.path()) };
    run(&broken, &mut |_| ControlFlow::Continue(())).unwrap_err();
    let part = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let part = part.join("small-Q8_0.gguf.part");
    let mut bytes = fs::read(&part).unwrap();
    bytes[17] ^= 1;
    fs::write(&part, bytes).unwrap();
    assert_eq!(get(&hub, folder.path()).unwrap_err().code, Code::DownloadWrong);
    assert!(!is_right(folder.path(), &content));
    get(&hub, folder.path()).unwrap();
    assert!(is_right(folder.path(), &content));
}

#[test]
fn a_hub_without_ranges_sends_the_whole_again() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(90_000, |request, nth| match (request.is_file(), nth) {
        (true, 1) => Fault::Break(40_000),
        (true, _) => Fault::NoRange,
        _ => Fault::None,
    });
    get(&hub, folder.path()).unwrap();
    assert!(is_right(folder.path(), &content));
    assert_eq!(hub.file_requests().len(), 2);
}

#[test]
fn a_connection_that_stalls_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(90_000, |request, nth| match (request.is_file(), nth) {
        (true, 1 | 2) => Fault::Stall(20_000, Duration::from_secs(20)),
        _ => Fault::None,
    });
    let begun = Instant::now();
    get_impatiently(&hub, folder.path()).unwrap();
    assert!(is_right(folder.path(), &content) && begun.elapsed() < Duration::from_secs(18));
    let from: Vec<usize> = hub.file_requests().iter().map(HubRequest::from).collect();
    assert_eq!(from, [0, 20_000, 40_000]);
}
