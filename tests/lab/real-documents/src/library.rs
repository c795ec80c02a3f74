//! The product: a separate library, in which documents are built and asked about.

use engine::{Client, Config, Engine, JobError};
use evaluation::product::unexpected;
use protocol::{
    AddOptions, Added, AddedItem, Answer, AskOptions, Code, DocumentId, EntityList, Event, Failure,
    GraphOptions, GraphView, JobId, ModelTrial, Outcome, Request, Role,
};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often progress is reported.
const EVERY: Duration = Duration::from_secs(10);

/// An engine with its library.
pub struct EvaluationLibrary {
    engine: Engine,
    known: HashMap<PathBuf, DocumentId>,
}

impl EvaluationLibrary {
    /// Opens the library in a folder, with a model.
    pub fn open(folder: &Path, model: &Path) -> Result<Self, Failure> {
        let config = Config::new(Some(folder.to_path_buf()), Some(model.to_path_buf()))?;
        Ok(Self { engine: Engine::new(config), known: HashMap::new() })
    }

    /// Adds a file and builds its graph, or resumes building it. Does nothing if that is done.
    pub fn add(&mut self, file: &Path, graph: GraphOptions) -> Result<Added, Failure> {
        self.add_as(file, AddOptions { build: true, graph, ..AddOptions::default() })
    }

    /// Adds a file without building its graph.
    pub fn add_unbuilt(&mut self, file: &Path) -> Result<Added, Failure> {
        self.add_as(file, AddOptions { build: false, ..AddOptions::default() })
    }

    fn add_as(&mut self, file: &Path, options: AddOptions) -> Result<Added, Failure> {
        let files = vec![file.display().to_string()];
        match self.run(Request::Add { files, options })? {
            Outcome::Added(items) => match items.into_iter().next() {
                Some(AddedItem::Added(added)) => {
                    self.known.insert(file.to_path_buf(), added.id);
                    Ok(added)
                }
                Some(AddedItem::Failed { error, .. }) => Err(error),
                _ => Err(Failure::new(Code::Internal, "Nothing was added.")),
            },
            other => Err(unexpected(&other)),
        }
    }

    /// Returns the document of a file, with its graph.
    pub fn document(&mut self, file: &Path) -> Result<DocumentId, Failure> {
        if let Some(&known) = self.known.get(file) {
            return Ok(known);
        }
        Ok(self.add(file, GraphOptions::default())?.id)
    }

    /// Returns the graph of a file.
    pub fn graph(&mut self, file: &Path) -> Result<GraphView, Failure> {
        let document = self.document(file)?;
        match self.run(Request::Show { document, graph: None, node: None, until: None })? {
            Outcome::Graph(graph) => Ok(graph),
            other => Err(unexpected(&other)),
        }
    }

    /// Returns whom and what a file names.
    pub fn entities(&mut self, file: &Path) -> Result<EntityList, Failure> {
        let document = self.document(file)?;
        match self.run(Request::Entities { document, name: None, until: None })? {
            Outcome::Entities(list) => Ok(list),
            other => Err(unexpected(&other)),
        }
    }

    /// Asks a question about a file.
    pub fn ask(&mut self, file: &Path, question: &str) -> Result<Answer, Failure> {
        self.ask_with(file, question, AskOptions::default())
    }

    /// Asks a question in a certain way.
    pub fn ask_with(
        &mut self,
        file: &Path,
        question: &str,
        options: AskOptions,
    ) -> Result<Answer, Failure> {
        let documents = vec![self.document(file)?];
        let question = question.to_owned();
        match self.run(Request::Ask { documents, question, options })? {
            Outcome::Answer(answer) => Ok(*answer),
            other => Err(unexpected(&other)),
        }
    }

    /// Returns the result of the model's trial. A model without one is tried now, unless it
    /// `stands_for_itself`.
    pub fn trial(&mut self, stands_for_itself: bool) -> Result<ModelTrial, Failure> {
        let trial = self.known_trial()?;
        if stands_for_itself || trial.verdicts.is_some() {
            return Ok(trial);
        }
        self.run(Request::TryModel { path: None })?;
        self.known_trial()
    }

    fn known_trial(&mut self) -> Result<ModelTrial, Failure> {
        match self.run(Request::ModelInfo { path: None, role: Role::Building })? {
            Outcome::Model(info) => Ok(info.trial),
            other => Err(unexpected(&other)),
        }
    }

    fn run(&mut self, request: Request) -> Result<Outcome, Failure> {
        let mut reporter = Reporter { last: Instant::now() };
        self.engine.run(JobId(1), request, &mut reporter).map_err(|ended| match ended {
            JobError::Failed(failure) => failure,
            JobError::Stopped => Failure::new(Code::Stopped, "Stopped."),
        })
    }
}

/// Reports the progress of building.
struct Reporter {
    last: Instant,
}

impl Client for Reporter {
    fn report(&mut self, _job: JobId, event: Event) -> ControlFlow<()> {
        if let Event::Progress(progress) = event
            && self.last.elapsed() >= EVERY
        {
            self.last = Instant::now();
            let left = progress.seconds_left.map(|left| format!(", {left:.0} s left"));
            eprintln!(
                "{}: {:.0}%, {:.0} tokens/s{}",
                progress.title,
                100.0 * progress.done,
                progress.tokens_per_second,
                left.unwrap_or_default()
            );
        }
        ControlFlow::Continue(())
    }
}
