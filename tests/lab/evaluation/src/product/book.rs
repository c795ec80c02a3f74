//! A made-up book that has gone through the whole product.

use engine::{Client, Config, Engine, JobError};
use protocol::{
    AddOptions, AddedItem, Answer, AskOptions, Code, DocumentId, Event, Failure, GraphView, JobId,
    Outcome, Request,
};
use std::ops::ControlFlow;
use std::path::Path;
use story::Story;

/// A story, its graph, and the engine that holds it.
pub struct StoryBook {
    /// The story, about which everything is known.
    pub story: Story,
    /// Its graph.
    pub graph: GraphView,
    /// Its number in the library.
    pub document: DocumentId,
    engine: Engine,
}

impl StoryBook {
    /// Writes the story of `seed` into `folder`, adds it to a library there and builds its graph.
    pub fn build(seed: u64, chunks: usize, folder: &Path) -> Result<Self, Failure> {
        let story = Story::new(seed, chunks);
        let place = folder.join(format!("book-{seed}"));
        story.write(&place).map_err(|error| {
            Failure::new(Code::FileUnreadable, format!("The story cannot be written: {error}."))
        })?;
        let config = Config::new(Some(place.join("library")), None)?;
        let mut engine = Engine::new(config);
        let file = place.join("story.txt").display().to_string();
        let document = add(&mut engine, file)?;
        let show = Request::Show { document, graph: None, node: None, until: None };
        let graph = match run(&mut engine, show)? {
            Outcome::Graph(graph) => graph,
            other => return Err(unexpected(&other)),
        };
        Ok(Self { story, graph, document, engine })
    }

    /// Asks a question about the book.
    pub fn ask(&mut self, question: &str, options: &AskOptions) -> Result<Answer, Failure> {
        let ask = Request::Ask {
            documents: vec![self.document],
            question: question.into(),
            options: options.clone(),
        };
        match run(&mut self.engine, ask)? {
            Outcome::Answer(answer) => Ok(*answer),
            other => Err(unexpected(&other)),
        }
    }
}

/// Adds one file and builds its graph.
pub fn add(engine: &mut Engine, file: String) -> Result<DocumentId, Failure> {
    let options = AddOptions { build: true, ..AddOptions::default() };
    match run(engine, Request::Add { files: vec![file], options })? {
        Outcome::Added(items) => match items.into_iter().next() {
            Some(AddedItem::Added(added)) => Ok(added.id),
            Some(AddedItem::Failed { error, .. }) => Err(error),
            _ => Err(Failure::new(Code::Internal, "Nothing was added.")),
        },
        other => Err(unexpected(&other)),
    }
}

/// Runs one request to its end.
pub fn run(engine: &mut Engine, request: Request) -> Result<Outcome, Failure> {
    struct QuietClient;
    impl Client for QuietClient {
        fn report(&mut self, _job: JobId, _event: Event) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    engine.run(JobId(1), request, &mut QuietClient).map_err(|ended| match ended {
        JobError::Failed(failure) => failure,
        JobError::Stopped => Failure::new(Code::Stopped, "Stopped."),
    })
}

/// The failure that an outcome belongs to another request.
pub fn unexpected(outcome: &Outcome) -> Failure {
    Failure::new(Code::Internal, format!("The engine returned an unexpected result: {outcome:?}"))
}
