//! The part of the library that another program sees.

use engine::{EngineService, engine_died};
use protocol::{
    Answer, AskOptions, Code, DocumentChoice, DocumentId, DocumentSummary, DocumentText, Event,
    Failure, GraphView, Hit, Outcome, Request, WordSearchResult,
};
use tokio::sync::oneshot;

use crate::scope::Scope;

/// The number of hits among which those in visible documents are searched for.
const MOST_HITS: u32 = 1_000;

/// The part of the library that another program sees. What is visible is looked up for each request, so that a
/// collection that is no longer shared is out of reach at once.
pub(crate) struct VisibleLibrary {
    service: EngineService,
    scope: Scope,
}

/// What is asked, of which documents.
pub(crate) struct Question {
    pub documents: DocumentChoice,
    pub question: String,
    pub options: AskOptions,
}

impl VisibleLibrary {
    pub fn new(service: EngineService, scope: Scope) -> Self {
        Self { service, scope }
    }

    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Returns the visible documents.
    pub async fn documents(&self) -> Result<Vec<DocumentSummary>, Failure> {
        match self.run(Request::List).await? {
            Outcome::Documents(documents) => Ok(self.scope.visible(documents)),
            _ => Err(unexpected()),
        }
    }

    /// Returns a visible document.
    pub async fn document(&self, id: DocumentId) -> Result<DocumentSummary, Failure> {
        let documents = self.documents().await?;
        documents.into_iter().find(|document| document.id == id).ok_or_else(|| unknown(id))
    }

    /// Finds words in visible documents.
    pub async fn search(
        &self,
        words: String,
        document: Option<DocumentId>,
        most: u32,
    ) -> Result<WordSearchResult, Failure> {
        let visible = self.documents().await?;
        let is_visible = |id: DocumentId| visible.iter().any(|document| document.id == id);
        if let Some(hidden) = document.filter(|&id| !is_visible(id)) {
            return Err(unknown(hidden));
        }
        let request = Request::Search { words, document, most: MOST_HITS, until: None };
        let Outcome::Found(WordSearchResult { hits, more }) = self.run(request).await? else {
            return Err(unexpected());
        };
        let mut hits: Vec<Hit> = hits.into_iter().filter(|hit| is_visible(hit.document)).collect();
        let more = more || hits.len() > most as usize;
        hits.truncate(most as usize);
        Ok(WordSearchResult { hits, more })
    }

    /// Returns pages of a visible document, from 1.
    pub async fn text(
        &self,
        document: DocumentId,
        first: u32,
        count: u32,
    ) -> Result<DocumentText, Failure> {
        self.document(document).await?;
        match self.run(Request::Text { document, first, count }).await? {
            Outcome::Text(text) => Ok(text),
            _ => Err(unexpected()),
        }
    }

    /// Returns the graph of a visible document.
    pub async fn graph(&self, document: DocumentId) -> Result<GraphView, Failure> {
        self.document(document).await?;
        let request = Request::Show { document, graph: None, node: None, until: None };
        match self.run(request).await? {
            Outcome::Graph(view) => Ok(view),
            _ => Err(unexpected()),
        }
    }

    /// Asks visible documents.
    pub async fn ask(&self, asked: Question) -> Result<Answer, Failure> {
        let visible = self.documents().await?;
        let documents = asked.documents.among(&visible)?;
        let is_hidden = |id: &&DocumentId| !visible.iter().any(|document| document.id == **id);
        if let Some(hidden) = documents.iter().find(is_hidden) {
            return Err(unknown(*hidden));
        }
        let Question { question, options, .. } = asked;
        match self.run(Request::Ask { documents, question, options }).await? {
            Outcome::Answer(answer) => Ok(*answer),
            _ => Err(unexpected()),
        }
    }

    /// Runs a job; if this is no longer waited for, the job is stopped.
    async fn run(&self, request: Request) -> Result<Outcome, Failure> {
        let (send, ended) = oneshot::channel();
        let mut send = Some(send);
        let _running = self.service.begin(request, move |event| {
            let end = match event {
                Event::Finished { outcome } => Ok(*outcome),
                Event::Failed { failure } => Err(failure),
                Event::Stopped => Err(stopped()),
                _ => return,
            };
            if let Some(send) = send.take() {
                // The client may be gone.
                let _ = send.send(end);
            }
        });
        ended.await.unwrap_or_else(|_| Err(engine_died()))
    }
}

/// Returns the failure for a document that is not there or not visible: another program learns no difference.
fn unknown(id: DocumentId) -> Failure {
    let message = format!(
        "No document {id} is shared. The user shares a collection with `pecan collection share`."
    );
    Failure::new(Code::DocumentUnknown, message)
}

/// Returns the failure of a job that was stopped.
pub(crate) fn stopped() -> Failure {
    Failure::new(Code::Stopped, "The job was stopped.")
}

fn unexpected() -> Failure {
    Failure::new(Code::Internal, "The engine returned an unexpected result.")
}
