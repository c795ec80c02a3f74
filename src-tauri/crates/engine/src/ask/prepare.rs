//! Loads what a question searches.

use std::sync::Arc;

use hwdag::similarity::cosines;
use hwdag::{Embedder as _, Graph, Prefix, shared_words};
use model::Session;
use protocol::{AskOptions, Code, DocumentId, Failure, Grains, GraphId, JobId};

use crate::ask::input::AskInput;
use crate::ask::searched_graph::{SearchedGraph, chunk_ends};
use crate::ask::sentence_search::search::EntitySearch;
use crate::engine::Engine;
use crate::entities::document_names::EntityRequest;
use crate::entities::lookup::unknown_words;
use crate::error::JobError;
use crate::graphs::chosen::chosen_graph;
use crate::graphs::rows::{before, from_rows};
use crate::jobs::client::Client;
use crate::language::may_be_english;
use crate::until::bound;

impl Engine {
    pub(crate) fn find_graphs(
        &mut self,
        documents: &[DocumentId],
        options: &AskOptions,
    ) -> Result<Vec<GraphId>, Failure> {
        let library = self.access.read()?;
        let graphs = documents.iter().map(|&document| {
            let graph = chosen_graph(library, document, options.graph)?;
            if library.graph(graph)?.earlier {
                let message = format!(
                    "Graph {graph} was built from an earlier text of document {document}. Leave \
                     out the graph to ask the current one."
                );
                return Err(Failure::new(Code::GraphMissing, message));
            }
            Ok(graph)
        });
        graphs.collect()
    }

    /// Returns the graphs to search, each with all its embeddings if the options ask for them.
    pub(crate) fn embedded(
        &mut self,
        job: JobId,
        documents: &[DocumentId],
        options: &AskOptions,
        client: &mut dyn Client,
    ) -> Result<Vec<GraphId>, JobError> {
        let ids = self.find_graphs(documents, options)?;
        if options.embedding {
            for (&document, &id) in documents.iter().zip(&ids) {
                self.embed_missing(job, (document, id), None, client)?;
            }
        }
        Ok(ids)
    }

    /// Returns the documents whose graphs are incomplete.
    pub(crate) fn growing(
        &mut self,
        documents: &[DocumentId],
        ids: &[GraphId],
    ) -> Result<Vec<DocumentId>, Failure> {
        let library = self.access.read()?;
        let mut growing = Vec::new();
        for (&document, &id) in documents.iter().zip(ids) {
            if !library.graph(id)?.complete {
                growing.push(document);
            }
        }
        Ok(growing)
    }

    /// Returns the character at which the text that may be read ends, or `None` if all of it may be read.
    pub(crate) fn until(
        &mut self,
        documents: &[DocumentId],
        options: &AskOptions,
    ) -> Result<Option<u32>, Failure> {
        let Some(until) = options.until else { return Ok(None) };
        Ok(Some(bound(self.access.read()?, documents[0], until)?))
    }

    /// Returns the parts of the documents' graphs that may be read.
    pub(crate) fn searchable_parts(
        &mut self,
        (documents, ids): (&[DocumentId], &[GraphId]),
        until: Option<u32>,
        session: &Session,
    ) -> Result<Vec<SearchedGraph>, Failure> {
        let all = documents.iter().zip(ids);
        all.map(|(&document, &id)| {
            let Prefix { graph, numbers } = self.searchable(id, until, session)?;
            Ok(SearchedGraph::of_graph(document, graph, numbers))
        })
        .collect()
    }

    /// Returns the part of a graph that may be read, in the tokens of the model that searches it.
    fn searchable(
        &mut self,
        id: GraphId,
        until: Option<u32>,
        session: &Session,
    ) -> Result<Prefix, Failure> {
        let own = self.models.info(session.weights(), &mut self.access)?.hash;
        let stored = self.access.read()?.load_graph(id)?;
        let graph = from_rows(&stored)?;
        let mut part = before(graph, until);
        if stored.graph.model_hash != own {
            part.graph = part.graph.retokenized(session)?;
        }
        Ok(part)
    }

    /// Begins a search of the documents' sentences for the names in a question.
    pub(crate) fn entity_search(
        &mut self,
        question: &str,
        parts: &[SearchedGraph],
        until: Option<u32>,
        grains: Grains,
    ) -> Result<EntitySearch, Failure> {
        let mut search = EntitySearch::new(question, grains);
        for part in parts {
            let document = part.document;
            let wanted = EntityRequest { document, name: None, until };
            let named = self.names.read(self.access.read()?, &wanted)?;
            search.add(document, Arc::clone(named.index()), chunk_ends(part));
        }
        search.begin(self.models.embedder()?)?;
        Ok(search)
    }

    /// Returns whether a question has a name that the readable parts of the documents lack. Only English names can be
    /// recognised by their capitals.
    pub(crate) fn has_unknown_name(
        &mut self,
        documents: &[DocumentId],
        question: &str,
        until: Option<u32>,
    ) -> Result<bool, Failure> {
        let library = self.access.read()?;
        let most = until.map_or(usize::MAX, |until| until as usize);
        let text = |&document: &DocumentId| -> Result<String, Failure> {
            Ok(library.text(document)?.chars().take(most).collect())
        };
        let texts: Vec<String> = documents.iter().map(text).collect::<Result<_, _>>()?;
        let is_english = texts.iter().all(|text| may_be_english(text));
        Ok(is_english && !unknown_words(question, &texts).is_empty())
    }

    /// Returns the cosine of the question and each node of the parts, graph after graph.
    fn cosines(
        &mut self,
        question: &str,
        ids: &[GraphId],
        parts: &[SearchedGraph],
    ) -> Result<Vec<f32>, Failure> {
        let hash = self.models.embedder_hash(&mut self.access)?;
        let query = self.models.embedder()?.embed(&[question])?.pop().unwrap_or_default();
        let mut all = Vec::new();
        for (&id, SearchedGraph { numbers, .. }) in ids.iter().zip(parts) {
            let stored = self.access.read()?.embeddings(id, &hash)?;
            let found = cosines(&query, &stored.vectors);
            all.extend(numbers.iter().map(|&node| found.get(node).copied().unwrap_or_default()));
        }
        Ok(all)
    }

    /// Adds the graphs of documents to what is searched.
    pub(crate) fn take_graphs(
        &mut self,
        input: &mut AskInput,
        parts: Vec<SearchedGraph>,
        sought: &str,
        options: &AskOptions,
    ) -> Result<(), Failure> {
        if options.embedding {
            input.cosines = self.cosines(sought, &input.ids, &parts)?;
        }
        if options.words {
            let graphs: Vec<&Graph> = parts.iter().map(|part| &part.graph).collect();
            input.words = shared_words(sought, &graphs);
        }
        input.graphs = parts.len();
        input.parts = parts;
        Ok(())
    }
}

/// Returns the failure of a question about less than one chunk, from which nothing can be answered. It does not say where
/// the chunk ends, which may be the end of the document.
pub(crate) fn nothing_before() -> Failure {
    let message = "The text before that place is too short to answer from. Choose a later place.";
    Failure::new(Code::BadRequest, message)
}
