//! The library behind the server: requests that read are answered at once, questions one after another.

use std::sync::Arc;

use engine::{EngineService, RunningJob, engine_died};
use protocol::{
    Answer, AskOptions, Code, DocumentChoice, DocumentId, DocumentSummary, Event, Failure, Outcome,
    Request,
};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api_error::ApiError;

/// The library, as the server's handlers use it.
pub struct SharedLibrary {
    service: EngineService,
    /// A place for each question that may wait, and one for that which is being answered.
    places: Arc<Semaphore>,
}

/// A question that waits or is being answered. Dropping it stops it.
pub struct PendingQuestion {
    events: UnboundedReceiver<Event>,
    _job: RunningJob,
    _place: OwnedSemaphorePermit,
}

/// The documents that are asked, with those of the library.
pub struct ChosenDocuments {
    /// The documents that are asked.
    pub ids: Vec<DocumentId>,
    /// All documents of the library.
    pub library: Vec<DocumentSummary>,
}

impl SharedLibrary {
    /// Creates a library of which this many questions may wait while another one is being answered.
    pub fn new(service: EngineService, waiting: usize) -> Self {
        Self { service, places: Arc::new(Semaphore::new(waiting.saturating_add(1))) }
    }

    /// Reads what is requested, whatever question is being answered.
    ///
    /// # Errors
    ///
    /// If the request fails.
    pub async fn read(&self, request: Request) -> Result<Outcome, ApiError> {
        let (_job, mut events) = self.begin(request);
        Ok(outcome(&mut events).await?)
    }

    /// Returns the documents of the library.
    ///
    /// # Errors
    ///
    /// If the library cannot be read.
    pub async fn documents(&self) -> Result<Vec<DocumentSummary>, ApiError> {
        match self.read(Request::List).await? {
            Outcome::Documents(documents) => Ok(documents),
            _ => Err(unexpected().into()),
        }
    }

    /// Returns the documents that a client chose.
    ///
    /// # Errors
    ///
    /// If there is no such document or collection, or it has no graph.
    pub async fn chosen(&self, choice: &DocumentChoice) -> Result<ChosenDocuments, ApiError> {
        let library = self.documents().await?;
        let ids = choice.among(&library).map_err(|failure| match failure.code {
            Code::BadRequest => Failure::new(Code::DocumentUnknown, failure.message),
            _ => failure,
        })?;
        let unknown = ids.iter().find(|id| !library.iter().any(|document| document.id == **id));
        if let Some(unknown) = unknown {
            let message = format!("The library has no document {unknown}.");
            return Err(Failure::new(Code::DocumentUnknown, message).into());
        }
        Ok(ChosenDocuments { ids, library })
    }

    /// Puts a question into the queue.
    ///
    /// # Errors
    ///
    /// If as many questions wait as may wait, or an option names a file.
    pub fn ask(
        &self,
        documents: Vec<DocumentId>,
        question: String,
        options: AskOptions,
    ) -> Result<PendingQuestion, ApiError> {
        if options.reranker.is_some() {
            let message = "The option `reranker` names a file. Pecan opens no files for other \
                           programs.";
            return Err(ApiError::bad_request(message));
        }
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            Failure::new(Code::QueueFull, "Too many questions wait. Ask again later.")
        })?;
        let (job, events) = self.begin(Request::Ask { documents, question, options });
        Ok(PendingQuestion { events, _job: job, _place: place })
    }

    /// Stops all questions.
    pub fn close(&self) {
        self.service.close();
    }

    fn begin(&self, request: Request) -> (RunningJob, UnboundedReceiver<Event>) {
        let (send, events) = unbounded_channel();
        // A client that is gone needs no events.
        let job = self.service.begin(request, move |event| drop(send.send(event)));
        (job, events)
    }
}

impl PendingQuestion {
    /// Waits for the next event.
    pub async fn next(&mut self) -> Event {
        self.events.recv().await.unwrap_or_else(|| Event::Failed { failure: engine_died() })
    }

    /// Waits for the answer.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub async fn answer(mut self) -> Result<Answer, Failure> {
        answer(outcome(&mut self.events).await?)
    }
}

/// Returns the answer among the outcomes.
///
/// # Errors
///
/// If it is another outcome.
pub fn answer(outcome: Outcome) -> Result<Answer, Failure> {
    match outcome {
        Outcome::Answer(answer) => Ok(*answer),
        _ => Err(unexpected()),
    }
}

/// Returns the failure of a question that was stopped, because the server ends.
pub fn stopped() -> Failure {
    Failure::new(Code::Stopped, "The question was stopped.")
}

async fn outcome(events: &mut UnboundedReceiver<Event>) -> Result<Outcome, Failure> {
    while let Some(event) = events.recv().await {
        match event {
            Event::Finished { outcome } => return Ok(*outcome),
            Event::Stopped => return Err(stopped()),
            Event::Failed { failure } => return Err(failure),
            _ => {}
        }
    }
    Err(engine_died())
}

fn unexpected() -> Failure {
    Failure::new(Code::Internal, "The engine returned an unexpected result.")
}
