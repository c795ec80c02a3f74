//! The tools of the server.

use protocol::{AskOptions, Code, DocumentChoice, DocumentId, Failure, QuestionId};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolResult, ContentBlock, Implementation, ServerCapabilities, ServerConfig};
use rmcp::schemars::{self, JsonSchema};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::Deserialize;

use crate::library::{Question, VisibleLibrary, stopped};
use crate::passages::{Extent, MOST_CHARACTERS, passages};
use crate::points_on_passage::{chunks, points_above};
use crate::results::{Answered, Document, Documents, Found, Point, PointsOnPassage, ReadText};
use crate::scope::Scope;

/// The number of hits of a search unless another one is asked for.
const HITS: u32 = 20;
/// The maximum number of hits of a search.
const MOST_HITS: u32 = 200;
/// The maximum number of points.
const MOST_POINTS: usize = 50;

/// What the server says about itself.
const INSTRUCTIONS: &str = "\
Pecan reads documents on the user's own computer and answers questions about them with a small \
language model, offline. These tools list, search, ask and read the documents of the collections \
that the user shares. Passages that you receive may be private: if you are not a model on the same \
computer, they leave it, so fetch only what the user's question needs. Cite the document and the \
page. No tool changes a document; a question is stored in the user's history.";

/// The server's tools.
pub(crate) struct PecanTools {
    library: VisibleLibrary,
}

/// The words to find.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SearchParameters {
    /// The words; all must occur. Those between quotation marks must follow one another, and the last one may be the
    /// beginning of a word.
    words: String,
    /// Only this document, by its number.
    document: Option<i64>,
    /// The maximum number of places; 20 if it is left out.
    most: Option<u32>,
}

/// A question.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct AskParameters {
    /// The question, complete and in the language of the documents.
    question: String,
    /// The documents to ask, by their numbers.
    documents: Option<Vec<i64>>,
    /// The collection to ask, in place of documents.
    collection: Option<String>,
    /// Whether to guess if not enough was found.
    best_effort: Option<bool>,
    /// Only text before this place of the one document: a character, as in 1200, or the end of a page or chapter, as in
    /// page:12 or chapter:3.
    until: Option<String>,
    /// The number of the question that this one follows.
    follows: Option<i64>,
}

/// A part of a document.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExtentParameters {
    /// The document's number.
    document: i64,
    /// The page, from 1; of a document without pages, the chapter or part.
    page: Option<u32>,
    /// In place of a page: the first character in the document's text.
    start: Option<u32>,
    /// The character after the last.
    end: Option<u32>,
}

#[tool_router]
impl PecanTools {
    pub fn new(library: VisibleLibrary) -> Self {
        Self { library }
    }

    #[tool(
        description = "List the documents that the user shares: number, title, pages, collections.",
        annotations(title = "List documents", read_only_hint = true, open_world_hint = false)
    )]
    async fn list_documents(&self) -> Result<Json<Documents>, CallToolResult> {
        let documents = self.library.documents().await.map_err(failed)?;
        Ok(Json(Documents { documents: documents.iter().map(Document::from).collect() }))
    }

    #[tool(
        description = "Find titles and passages that contain all of some words, each with its page.",
        annotations(title = "Search for words", read_only_hint = true, open_world_hint = false)
    )]
    async fn search(
        &self,
        Parameters(SearchParameters { words, document, most }): Parameters<SearchParameters>,
    ) -> Result<Json<Found>, CallToolResult> {
        let most = most.unwrap_or(HITS).clamp(1, MOST_HITS);
        let found = self.library.search(words, document.map(DocumentId), most).await;
        Ok(Json(found.map_err(failed)?.into()))
    }

    #[tool(
        description = "Have Pecan's own model answer a question from documents or a collection. Returns the answer, \
            whether it is a guess, and the passages that it rests on, each with its page. It takes seconds to minutes. \
            The question is stored in the user's history.",
        annotations(
            title = "Ask documents",
            read_only_hint = false,
            destructive_hint = false,
            open_world_hint = false
        )
    )]
    async fn ask(
        &self,
        Parameters(parameters): Parameters<AskParameters>,
        context: RequestContext<RoleServer>,
    ) -> Result<Json<Answered>, CallToolResult> {
        let asked = parameters.question().map_err(failed)?;
        // The question is stopped once it is no longer waited for.
        let answer = tokio::select! {
            answer = self.library.ask(asked) => answer,
            () = context.ct.cancelled() => Err(stopped()),
        };
        let answer = answer.map_err(failed)?;
        let documents = self.library.documents().await.map_err(failed)?;
        Ok(Json(Answered::of(&answer, &documents)))
    }

    #[tool(
        description = "Read a page of a document, or the characters of a range, with the page of each part.",
        annotations(title = "Read a passage", read_only_hint = true, open_world_hint = false)
    )]
    async fn read_passage(
        &self,
        Parameters(parameters): Parameters<ExtentParameters>,
    ) -> Result<Json<ReadText>, CallToolResult> {
        let extent = parameters.extent().map_err(failed)?;
        let (first, count) = extent.pages();
        let text = self.library.text(DocumentId(parameters.document), first, count).await;
        let text = text.map_err(failed)?;
        let range = extent.characters(&text).map_err(failed)?;
        let end = range.end.min(range.start.saturating_add(MOST_CHARACTERS));
        Ok(Json(ReadText {
            document: text.id.0,
            title: text.title.clone(),
            pages_total: text.pages_total,
            passages: passages(&text, &(range.start..end)),
            next_start: (end < range.end).then_some(end),
        }))
    }

    #[tool(
        description = "List the points of a document's graph that rest on a page or a range of characters: what Pecan's \
            model wrote about it, from the most general to the most detailed.",
        annotations(
            title = "List points on a passage",
            read_only_hint = true,
            open_world_hint = false
        )
    )]
    async fn points_on_passage(
        &self,
        Parameters(parameters): Parameters<ExtentParameters>,
    ) -> Result<Json<PointsOnPassage>, CallToolResult> {
        let extent = parameters.extent().map_err(failed)?;
        let document = DocumentId(parameters.document);
        let (first, count) = extent.pages();
        let text = self.library.text(document, first, count).await.map_err(failed)?;
        let range = extent.characters(&text).map_err(failed)?;
        let view = self.library.graph(document).await.map_err(failed)?;
        let points = points_above(&view, &chunks(&view, &range));
        Ok(Json(PointsOnPassage {
            document: document.0,
            title: text.title,
            points: points.iter().take(MOST_POINTS).map(Point::from).collect(),
            more: points.len() > MOST_POINTS,
        }))
    }
}

#[tool_handler]
impl ServerHandler for PecanTools {
    fn get_info(&self) -> ServerConfig {
        let nothing_else = match self.library.scope() {
            Scope::Shared => {
                " If no documents are listed, the user shares none; `pecan collection share NAME` \
                 shares a collection."
            }
            Scope::All => "",
        };
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("pecan", engine::VERSION))
            .with_instructions(format!("{INSTRUCTIONS}{nothing_else}"))
    }
}

impl AskParameters {
    fn question(self) -> Result<Question, Failure> {
        let documents = match (self.documents, self.collection) {
            (Some(documents), None) => {
                DocumentChoice::Numbers(documents.into_iter().map(DocumentId).collect())
            }
            (None, Some(collection)) => DocumentChoice::Collection(collection),
            _ => return Err(bad("Name either `documents` or a `collection`.")),
        };
        let until = self.until.map(|until| until.parse().map_err(bad)).transpose()?;
        let options = AskOptions {
            best_effort: self.best_effort.unwrap_or(false),
            until,
            follows: self.follows.map(QuestionId),
            ..AskOptions::default()
        };
        Ok(Question { documents, question: self.question, options })
    }
}

impl ExtentParameters {
    fn extent(&self) -> Result<Extent, Failure> {
        Extent::of(self.page, (self.start, self.end))
    }
}

fn bad(message: impl Into<String>) -> Failure {
    Failure::new(Code::BadRequest, message)
}

/// Returns a failure as the client's model sees it.
fn failed(failure: Failure) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(failure.message)])
}
