//! When to look at a watched folder again.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::{ErrorKind, Event, RecommendedWatcher, RecursiveMode, Watcher};

/// How long nothing must change before the folder is looked at, and how long it is put off at most.
const QUIET: Duration = Duration::from_secs(1);
const PUT_OFF: Duration = Duration::from_secs(10);
/// How often to look if nothing is reported: links may lead to files elsewhere, and systems lose
/// reports, or have none for a disk in the network.
const REGULARLY: Duration = Duration::from_secs(300);
/// How often to look if the system reports nothing at all.
const OFTEN: Duration = Duration::from_secs(30);
/// How soon Ctrl-C is noticed.
const TICK: Duration = Duration::from_millis(100);

/// Why a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// It is time to look.
    Look,
    /// It was stopped.
    Stopped,
}

/// What the system reports about a folder.
pub struct Changes {
    reports: Receiver<()>,
    /// Ends with the watch.
    _watcher: Option<RecommendedWatcher>,
    regularly: Duration,
    /// Keeps the channel open without a watcher.
    _sender: Sender<()>,
}

impl Changes {
    /// Has the system report what changes in a folder. If it cannot, the folder is looked at from
    /// time to time.
    pub fn of(folder: &Path) -> Self {
        let (sender, reports) = channel();
        let watcher = watcher(folder, sender.clone());
        let regularly = match &watcher {
            Ok(_) => REGULARLY,
            Err(error) => {
                let seconds = OFTEN.as_secs();
                let why = reason(error);
                eprintln!(
                    "pecan: {why} Pecan looks at the folder every {seconds} seconds instead."
                );
                OFTEN
            }
        };
        Self { reports, _watcher: watcher.ok(), regularly, _sender: sender }
    }

    /// Waits until something has changed and nothing more has for a moment, or until this time has
    /// passed.
    pub fn wait(&mut self, longest: Option<Duration>, is_stopped: &dyn Fn() -> bool) -> Wait {
        let begun = Instant::now();
        let longest = longest.unwrap_or(self.regularly);
        let mut first: Option<Instant> = None;
        let mut last = begun;
        loop {
            if is_stopped() {
                return Wait::Stopped;
            }
            match self.reports.recv_timeout(TICK) {
                Ok(()) => {
                    last = Instant::now();
                    first.get_or_insert(last);
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            let is_quiet = first.is_some() && last.elapsed() >= QUIET;
            let is_put_off = first.is_some_and(|first| first.elapsed() >= PUT_OFF);
            if is_quiet || is_put_off || first.is_none() && begun.elapsed() >= longest {
                return Wait::Look;
            }
        }
    }
}

fn watcher(folder: &Path, sender: Sender<()>) -> notify::Result<RecommendedWatcher> {
    let report = move |event: notify::Result<Event>| {
        // Reading a file changes nothing. An error may hide a change.
        if event.map_or(true, |event| !event.kind.is_access()) {
            // The watcher may have ended.
            let _ = sender.send(());
        }
    };
    let mut watcher = notify::recommended_watcher(report)?;
    watcher.watch(folder, RecursiveMode::Recursive)?;
    Ok(watcher)
}

fn reason(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => {
            "The system does not report changes in this many folders; on Linux, \
                                     sysctl fs.inotify.max_user_watches sets the limit."
                .to_owned()
        }
        _ => format!("The system does not report changes in the folder ({error})."),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_burst_is_waited_for_and_a_stop_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut changes = Changes::of(folder.path());
        let begun = Instant::now();
        assert_eq!(changes.wait(Some(Duration::from_millis(300)), &|| false), Wait::Look);
        assert!(begun.elapsed() < QUIET, "nothing had changed");
        for number in 0..50 {
            fs::write(folder.path().join(format!("{number}.txt")), "x").unwrap();
        }
        let begun = Instant::now();
        assert_eq!(changes.wait(None, &|| false), Wait::Look);
        assert!(begun.elapsed() >= QUIET && begun.elapsed() < PUT_OFF);
        fs::read(folder.path().join("1.txt")).unwrap();
        assert_eq!(changes.wait(None, &|| true), Wait::Stopped);
    }
}
