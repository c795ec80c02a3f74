//! Jobs over a pipe, as the window sends them: they wait, are paused and resume.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::path::Path;
use std::thread::{self, JoinHandle};

use engine::{Config, serve};
use protocol::{DocumentId, Event, JobEvent, JobId, JobRequest, Outcome, Progress, Queue, Request};

use crate::{POCKET, has_embedder, new_engine};

/// The other end of the engine's pipes.
struct Window {
    orders: PipeWriter,
    reports: BufReader<PipeReader>,
    engine: JoinHandle<()>,
}

impl Window {
    fn open(folder: &Path) -> Self {
        let library = folder.join("library");
        let config = Config { library, model: Some(POCKET.into()), at_once: None, reader: None };
        let ((input, orders), (reports, output)) = (pipe().unwrap(), pipe().unwrap());
        let engine = thread::spawn(move || serve(config, input, output));
        Self { orders, reports: BufReader::new(reports), engine }
    }

    fn give(&mut self, job: JobId, request: Request) {
        let mut line = serde_json::to_vec(&JobRequest { job, request }).unwrap();
        line.push(b'\n');
        self.orders.write_all(&line).unwrap();
    }

    /// Reads on until a job reports a matching event.
    fn hear(&mut self, job: JobId, mut such: impl FnMut(&Event) -> bool) -> Event {
        loop {
            let mut line = String::new();
            assert!(self.reports.read_line(&mut line).unwrap() > 0, "the engine ended");
            let report: JobEvent = serde_json::from_str(&line).unwrap();
            if report.job == job && such(&report.event) {
                return report.event;
            }
        }
    }

    fn outcome(&mut self, job: JobId, request: Request) -> Outcome {
        self.give(job, request);
        match self.hear(job, |_| true) {
            Event::Finished { outcome } => *outcome,
            other => panic!("{other:?}"),
        }
    }

    fn close(self) {
        let Self { orders, reports, engine } = self;
        drop(orders);
        drop(reports);
        engine.join().unwrap();
    }
}

#[test]
fn a_paused_build_resumes_where_it_stopped() {
    if !has_embedder() {
        return;
    }
    let (folder, engine) = new_engine();
    drop(engine);
    let mut window = Window::open(folder.path());
    window.give(JobId(1), Request::Build { document: DocumentId(1), no_entities: false });
    let mut first = None;
    window.hear(JobId(1), |event| match event {
        Event::Progress(Progress { nodes, .. }) => nodes > first.get_or_insert(*nodes),
        _ => false,
    });
    window.give(JobId(2), Request::Pause { paused: true });
    let listed = window.hear(JobId(1), |event| !matches!(event, Event::Progress(_)));
    let Event::Listed { summary } = listed else { panic!("{listed:?}") };
    assert_eq!(window.hear(JobId(1), |_| true), Event::Waits);
    let queue = Queue { paused: true, running: vec![], waiting: vec![JobId(1)] };
    assert_eq!(window.outcome(JobId(3), Request::Queue), Outcome::Queue(queue));
    let Outcome::Documents(documents) = window.outcome(JobId(4), Request::List) else {
        panic!("no list")
    };
    assert_eq!(documents, [*summary]);
    let kept = documents[0].nodes;
    assert!(kept > documents[0].chunks, "its points are kept");

    let queue = Queue { paused: false, running: vec![], waiting: vec![JobId(1)] };
    assert_eq!(window.outcome(JobId(5), Request::Pause { paused: false }), Outcome::Queue(queue));
    let begun = window.hear(JobId(1), |event| matches!(event, Event::Progress(_)));
    assert!(matches!(begun, Event::Progress(progress) if progress.nodes >= kept));
    window.close();
}

/// Readers wait neither for a model nor for a batch.
#[test]
fn a_text_is_read_while_a_graph_is_built() {
    if !has_embedder() {
        return;
    }
    let (folder, engine) = new_engine();
    drop(engine);
    let mut window = Window::open(folder.path());
    window.give(JobId(1), Request::Build { document: DocumentId(1), no_entities: false });
    window.hear(JobId(1), |event| matches!(event, Event::Progress(_)));
    let text = Request::Text { document: DocumentId(1), first: 1, count: 1 };
    assert!(matches!(window.outcome(JobId(2), text), Outcome::Text(_)));
    let after = window.hear(JobId(1), |_| true);
    assert!(matches!(after, Event::Progress(_)), "the build goes on: {after:?}");
    window.close();
}

/// Two requests that are sent together.
#[test]
fn a_list_shows_what_was_removed_before_it() {
    let (folder, engine) = new_engine();
    drop(engine);
    let mut window = Window::open(folder.path());
    window.give(JobId(1), Request::Remove { document: DocumentId(1) });
    assert_eq!(window.outcome(JobId(2), Request::List), Outcome::Documents(Vec::new()));
    window.close();
}
