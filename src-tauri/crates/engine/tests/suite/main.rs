//! Stops during a computation, and incomplete graphs.

#![allow(clippy::unwrap_used, reason = "a test may panic, and so may what prepares it")]

mod adding;
mod collecting;
mod covers;
mod default_model;
mod entity_search;
mod harmful_files;
mod hostile;
mod locked;
mod models;
mod name_answers;
mod name_corrections;
mod puppets;
mod queue;
mod scanned;
mod trial;
mod until;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use engine::{Client, Config, Engine, JobError, MINILM, StopSignal, find_model_file};
use protocol::{
    AddOptions, AddedItem, Answer, AskOptions, DocumentId, DocumentState, DocumentSummary, Event,
    JobId, Outcome, Progress, Request, Stage, StopReason,
};
use tempfile::TempDir;

const POCKET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");
const QUESTION: &str = "Who keeps the lamp?";

/// Never breaks, but requests a stop from the first matching event on.
struct Wish {
    stop: StopSignal,
    such: Box<dyn FnMut(&Event) -> bool>,
    heard: Vec<Event>,
}

impl Wish {
    fn at(such: impl FnMut(&Event) -> bool + 'static) -> Self {
        Self { stop: StopSignal::default(), such: Box::new(such), heard: Vec::new() }
    }

    /// Requests a stop once the graph has grown by a batch.
    fn after_a_batch() -> Self {
        let mut first = None;
        Self::at(move |event| match event {
            Event::Progress(Progress { stage: Stage::Building, nodes, .. }) => {
                nodes > first.get_or_insert(*nodes)
            }
            _ => false,
        })
    }

    fn never() -> Self {
        Self::at(|_| false)
    }
}

impl Client for Wish {
    fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
        if (self.such)(&event) {
            self.stop.request();
        }
        self.heard.push(event);
        ControlFlow::Continue(())
    }

    fn stop(&self, _job: JobId) -> StopSignal {
        self.stop.clone()
    }
}

/// Returns a library with one document of several batches, read but not built.
fn new_engine() -> (TempDir, Engine) {
    engine_with_book(None)
}

/// Does the same, summarising `at_once` batches together. A test that counts batches sets a number: the measured
/// optimum depends on what else the machine does.
fn engine_with_book(at_once: Option<NonZeroUsize>) -> (TempDir, Engine) {
    let folder = tempfile::tempdir().unwrap();
    let book: String = (0..480)
        .map(|day| format!("On day {day} Mira Holt carried the lamp to the cellar and slept.\n"))
        .collect();
    let file = folder.path().join("book.txt");
    std::fs::write(&file, book).unwrap();
    let mut engine = open_with(folder.path(), at_once);
    let files = vec![file.display().to_string()];
    run(&mut engine, Request::Add { files, options: AddOptions::default() }, &mut Wish::never())
        .unwrap();
    (folder, engine)
}

fn open(folder: &Path) -> Engine {
    open_with(folder, None)
}

fn open_with(folder: &Path, at_once: Option<NonZeroUsize>) -> Engine {
    let library = folder.join("library");
    Engine::new(Config { library, model: Some(POCKET.into()), at_once, reader: None })
}

fn run(engine: &mut Engine, request: Request, client: &mut Wish) -> Result<Outcome, JobError> {
    engine.run(JobId(1), request, client)
}

fn summary(engine: &mut Engine) -> DocumentSummary {
    match run(engine, Request::List, &mut Wish::never()) {
        Ok(Outcome::Documents(documents)) => documents[0].clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_wish_to_stop_ends_a_build_whose_client_goes_on() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = new_engine();
    let build = Request::Build { document: DocumentId(1), no_entities: false };
    let mut client = Wish::at(|event| matches!(event, Event::Progress(_)));
    assert_eq!(run(&mut engine, build.clone(), &mut client), Err(JobError::Stopped));
    let stopped = summary(&mut engine);
    let [Event::Progress(_), Event::Listed { summary: listed }] = client.heard.as_slice() else {
        panic!("something was computed after the wish: {:?}", client.heard);
    };
    assert_eq!(**listed, stopped);
    assert_eq!((stopped.state, stopped.failure), (DocumentState::Building, None));

    let mut client = Wish::after_a_batch();
    assert_eq!(run(&mut engine, build, &mut client), Err(JobError::Stopped));
    let later = summary(&mut engine);
    assert!(later.nodes > later.chunks && later.chunks > 0, "its points are kept: {later:?}");
}

#[test]
fn a_wish_to_stop_ends_a_search_and_keeps_its_path() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = new_engine();
    let build = Request::Build { document: DocumentId(1), no_entities: false };
    let ended = run(&mut engine, build, &mut Wish::after_a_batch());
    assert_eq!(ended, Err(JobError::Stopped));

    let options = AskOptions { embedding: false, ..AskOptions::default() };
    let ask = Request::Ask { documents: vec![DocumentId(1)], question: QUESTION.into(), options };
    let mut client = Wish::at(|event| matches!(event, Event::Began { .. }));
    let Ok(Outcome::Answer(answer)) = run(&mut engine, ask.clone(), &mut client) else {
        panic!("a stopped search is no failure");
    };
    assert_eq!(
        (answer.stop, answer.found, answer.answer.as_str()),
        (StopReason::Stopped, false, "")
    );
    assert!(!answer.steps.is_empty(), "the path is kept");
    let kept = run(&mut engine, Request::Recall { question: answer.id }, &mut Wish::never());
    assert_eq!(kept, Ok(Outcome::Answer(answer.clone())));

    let resumed = run(&mut engine, ask.clone(), &mut Wish::never());
    let Ok(Outcome::Answer(resumed)) = resumed else { panic!("{resumed:?}") };
    let nodes = |answer: &Answer| answer.steps.iter().map(|step| step.node).collect::<Vec<_>>();
    assert!(nodes(&resumed).starts_with(&nodes(&answer)), "it goes on with the same path");
    assert!(resumed.cost.tokens_restored > answer.cost.tokens_restored, "what was read is kept");
    assert_ne!(resumed.stop, StopReason::Stopped);

    let mut client = Wish::never();
    client.stop.request();
    let Ok(Outcome::Answer(answer)) = run(&mut engine, ask, &mut client) else {
        panic!("a search that is stopped at once is no failure");
    };
    assert_eq!((answer.stop, answer.steps.len()), (StopReason::Stopped, 0));
}

#[test]
fn a_wish_to_stop_ends_an_estimate() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = new_engine();
    let mut client = Wish::never();
    client.stop.request();
    let estimate = Request::Estimate { document: DocumentId(1) };
    assert_eq!(run(&mut engine, estimate.clone(), &mut client), Err(JobError::Stopped));
    assert!(matches!(run(&mut engine, estimate, &mut Wish::never()), Ok(Outcome::Estimate(_))));
}

/// Builds a part, and stops a question when the first group of the other chunks' embeddings has been computed.
fn embed_a_part(engine: &mut Engine) -> DocumentSummary {
    struct Halt;
    impl Client for Halt {
        fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
            match event {
                Event::Progress(Progress { stage: Stage::Embedding, .. }) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }
    let build = Request::Build { document: DocumentId(1), no_entities: false };
    assert_eq!(run(engine, build, &mut Wish::after_a_batch()), Err(JobError::Stopped));
    assert_eq!(engine.run(JobId(1), ask(), &mut Halt), Err(JobError::Stopped));
    summary(engine)
}

fn ask() -> Request {
    let options = AskOptions::default();
    Request::Ask { documents: vec![DocumentId(1)], question: QUESTION.into(), options }
}

/// Returns the number of nodes whose embeddings were computed in a job.
fn embedded(client: &Wish) -> u32 {
    let nodes = client.heard.iter().filter_map(|event| match event {
        Event::Progress(Progress { stage: Stage::Embedding, nodes, .. }) => Some(*nodes),
        _ => None,
    });
    nodes.max().unwrap_or(0)
}

fn has_embedder() -> bool {
    let there = find_model_file(MINILM).is_some();
    if !there {
        println!(
            "skipped: there is no sentence embedding model; `cargo xtask setup` puts it there"
        );
    }
    there
}

#[test]
fn a_document_that_lacks_embeddings_is_unfinished_and_goes_on_with_the_rest() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = engine_with_book(NonZeroUsize::new(1));
    let part = embed_a_part(&mut engine);
    assert_eq!((part.state, part.failure), (DocumentState::Building, None));

    let mut client = Wish::never();
    let Ok(Outcome::Added(items)) = run(
        &mut engine,
        Request::Build { document: DocumentId(1), no_entities: false },
        &mut client,
    ) else {
        panic!("it does not go on");
    };
    let AddedItem::Added(added) = &items[0] else { panic!("{items:?}") };
    assert_eq!(added.state, DocumentState::Ready);
    assert_eq!(embedded(&client), 0, "each batch's embeddings come with it");
}

#[test]
fn a_question_on_a_part_computes_the_embeddings_that_it_needs() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine) = engine_with_book(NonZeroUsize::new(1));
    let part = embed_a_part(&mut engine);
    // The embeddings of the first batch came with it, those of a group with the question that was stopped.
    for some in [true, false] {
        let mut client = Wish::never();
        assert!(matches!(run(&mut engine, ask(), &mut client), Ok(Outcome::Answer(_))));
        assert_eq!(embedded(&client) > 0, some);
        assert_eq!(client.heard.iter().any(|event| matches!(event, Event::Listed { .. })), some);
        assert!(embedded(&client) < part.nodes);
        let growing = |event: &Event| matches!(event, Event::Began { growing, .. } if growing == &[DocumentId(1)]);
        assert!(client.heard.iter().any(growing), "the graph is not whole");
        assert_eq!(summary(&mut engine).state, DocumentState::Building);
    }
}
