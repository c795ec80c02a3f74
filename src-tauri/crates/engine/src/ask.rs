//! Answers a question and saves everything that led to the answer.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use hwdag::{
    AskFrequency, Embedder as _, Exchange, Graph, LanguageModel as _, Prefix, PromptOrder, Query,
    SearchEvent, SearchSettings, cost::pass_flops, search, shared_words, similarity::cosines,
};
use library::RunningSearchKey;
use model::{Sampling, Session, SessionOptions, StopSignal, Weights};
use protocol::{
    Answer, AskOptions, Code, DocumentId, Evidence, Failure, Grains, GraphId, JobId, QuestionCost,
    Role, StopReason,
};

use crate::ask_input::{AskInput, PreviousSearch, SearchTarget, SearchedGraph, Totals};
use crate::build::ended;
use crate::entities::EntityRequest;
use crate::entity_search::{EntitySearch, MOST_ROUNDS, ROUNDS, read_of, rerank};
use crate::follow_up::{EarlierExchange, sought};
use crate::graphs::{self, Cited, PlaceFinder};
use crate::language::may_be_english;
use crate::models::{lasting, tuning};
use crate::name_answers::{AskedOf, chunk_ends};
use crate::name_lookup::unknown_words;
use crate::plan::{AskStrategy, closest, passages};
use crate::queries::chosen_graph;
use crate::question_pair_search::Pairing;
use crate::search_log::SearchLog;
use crate::until::bound;
use crate::whole_words::whole_words;
use crate::{Client, Engine, JobError, Meanwhile, now};

/// The sampling temperature if a seed is given.
const TEMPERATURE: f32 = 0.7;

impl Engine {
    /// Answers a question and saves the answer with its path.
    pub(crate) fn ask(
        &mut self,
        job: JobId,
        documents: &[DocumentId],
        question: &str,
        options: &AskOptions,
        client: &mut dyn Client,
    ) -> Result<Answer, JobError> {
        let begun = Instant::now();
        check(documents, question, options)?;
        // If the question cannot be saved, it is not asked: the path would be lost.
        let graphs = self.find_graphs(documents, options)?;
        let earlier = self.followed(documents, options)?;
        self.access.write()?;
        let asked = AskedOf { documents, graphs: &graphs, question, options };
        if let Some(answer) = self.list_names(job, asked, client)? {
            return Ok(answer);
        }
        if let Some(file) = &options.reranker {
            // Report problems with it before any other work.
            self.models.reranker(Path::new(file))?;
        }
        let weights = self.language_for(Role::Asking, documents, client)?;
        let info = self.models.info(&weights, &mut self.access)?;
        let plan = self.plan(job, documents, &weights, options, client)?;
        let mut session = self.session(&weights, options, client.stop(job))?;
        let ids = self.embedded(job, documents, options, client)?;
        let until = self.until(documents, options)?;
        let mut parts: Vec<SearchedGraph> = documents
            .iter()
            .zip(&ids)
            .map(|(&document, &id)| {
                let Prefix { graph, numbers } = self.searchable(id, until, &session)?;
                Ok(SearchedGraph::of_graph(document, graph, numbers))
            })
            .collect::<Result<_, Failure>>()?;
        let sought = sought(&earlier, question);
        let totals = Totals::of(&parts);
        if until.is_some() && totals.nodes == 0 {
            return Err(self.nothing_before(&ids)?.into());
        }
        let asked = RunningSearchKey { question, options, model_hash: &info.hash, graphs: &ids };
        let interrupted = self.access.read()?.interrupted(&asked)?;
        // An interrupted walk is resumed: the sentences did not suffice.
        let has_begun = !interrupted.is_empty();
        let has_unknown_name = self.has_unknown_name(documents, question, until)?;
        // The sentences nearest to an unknown name are about others.
        let scope = SearchTarget::of(options, plan, has_begun || has_unknown_name);
        let entities = match scope {
            SearchTarget::Graph => None,
            _ => Some(self.entity_search(&sought, &parts, until, options.grains)?),
        };
        let graph_parts = match scope {
            SearchTarget::Graph | SearchTarget::Both => std::mem::take(&mut parts),
            SearchTarget::Sentences | SearchTarget::SentencesFirst => Vec::new(),
        };
        let mut input = AskInput {
            documents: documents.to_vec(),
            ids: ids.clone(),
            graphs: 0,
            parts: Vec::new(),
            totals,
            entities,
            growing: self.growing(documents, &ids)?,
            cosines: Vec::new(),
            words: Vec::new(),
            earlier,
            begun: Vec::new(),
            before: PreviousSearch::default(),
            has_unknown_name,
            is_bounded: until.is_some(),
            confidence: confidence(options, &weights),
            plan,
        };
        self.take_graphs(&mut input, graph_parts, &sought, options)?;
        if scope == SearchTarget::Graph {
            input.begun = interrupted.iter().filter_map(|step| input.visit(step)).collect();
        }
        let mut found = self.search(job, &mut session, &mut input, asked, client)?;
        if scope == SearchTarget::SentencesFirst && input.leaves_open(question, &found) {
            input.go_on_from(found);
            self.take_graphs(&mut input, parts, &sought, options)?;
            found = self.search(job, &mut session, &mut input, asked, client)?;
        }
        let mut answer = self.answer(&input, asked, found)?;
        answer.model.clone_from(&info.name);
        answer.whole_flops = Some(pass_flops(&session.shape(), answer.tokens_total, 0));
        answer.cost.seconds = begun.elapsed().as_secs_f64();
        let writer = self.access.write()?;
        writer.put_model(&lasting(&info))?;
        answer.id = writer.save_answer(&answer, &info.hash)?;
        Ok(answer)
    }

    /// Creates an empty sequence for a question.
    fn session(
        &mut self,
        weights: &Arc<Weights>,
        options: &AskOptions,
        stop: StopSignal,
    ) -> Result<Session, Failure> {
        let states = Some(self.models.states(weights, &mut self.access)?);
        let sampling = sampling(options);
        let tuning = tuning(&weights.info().path, &mut self.access)?;
        // A window larger than the model's own is useless.
        let window = tuning.context.map(|tokens| (tokens as usize).min(weights.info().search));
        let options =
            SessionOptions { sampling, stop, states, window, ..SessionOptions::default() };
        Ok(Session::new(weights, &options)?)
    }

    fn find_graphs(
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
    fn embedded(
        &mut self,
        job: JobId,
        documents: &[DocumentId],
        options: &AskOptions,
        client: &mut dyn Client,
    ) -> Result<Vec<GraphId>, JobError> {
        let ids = self.find_graphs(documents, options)?;
        if options.embedding {
            for (&document, &id) in documents.iter().zip(&ids) {
                self.embed_missing(job, document, id, Meanwhile::Reading, client)?;
            }
        }
        Ok(ids)
    }

    /// Returns the documents whose graphs are incomplete.
    fn growing(
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
    fn until(
        &mut self,
        documents: &[DocumentId],
        options: &AskOptions,
    ) -> Result<Option<u32>, Failure> {
        let Some(until) = options.until else { return Ok(None) };
        Ok(Some(bound(self.access.read()?, documents[0], until)?))
    }

    /// Returns the failure of a question about less than one chunk, from which nothing can be answered.
    fn nothing_before(&mut self, ids: &[GraphId]) -> Result<Failure, Failure> {
        let nodes = self.access.read()?.load_graph(ids[0])?.nodes;
        let first = nodes.first().and_then(|chunk| chunk.characters.clone());
        let end = first.map_or(0, |first| first.end);
        let message = format!(
            "The text before that place is too short to answer from. Choose a place after \
             character {end}."
        );
        Ok(Failure::new(Code::BadRequest, message))
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
        let graph = graphs::from_rows(&stored)?;
        let mut part = graphs::before(graph, until);
        if stored.graph.model_hash != own {
            part.graph = part.graph.retokenized(session)?;
        }
        Ok(part)
    }

    /// Begins a search of the documents' sentences for the names in a question.
    fn entity_search(
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
    fn has_unknown_name(
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
    fn take_graphs(
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

    /// Searches until the model has found enough. Sentences are searched round by round.
    fn search(
        &mut self,
        job: JobId,
        session: &mut Session,
        input: &mut AskInput,
        asked: RunningSearchKey<'_>,
        client: &mut dyn Client,
    ) -> Result<hwdag::SearchOutcome, JobError> {
        if input.entities.is_none() {
            return self.walk(job, session, input, asked, client);
        }
        self.find_by_pairs_in(job, session, input, client)?;
        self.rerank(input, asked.options)?;
        input.take_candidates(session, asked.options)?;
        let mut found = self.walk(job, session, input, asked, client)?;
        for _ in 1..rounds(asked.options) {
            if found.found() || found.stop == hwdag::SearchStopReason::Stopped {
                break;
            }
            let read = read_of(&found.path, input.graphs);
            let Some(entities) = &mut input.entities else { break };
            entities.read_so_far(found.path.len());
            if !entities.go_on(&read, self.models.embedder()?)? {
                break;
            }
            self.find_by_pairs_in(job, session, input, client)?;
            self.rerank(input, asked.options)?;
            input.take_candidates(session, asked.options)?;
            input.begun = std::mem::take(&mut found.path);
            let before = found.cost;
            found = self.walk(job, session, input, asked, client)?;
            found.cost = before + found.cost;
        }
        if let Some(entities) = &mut input.entities {
            entities.read_so_far(found.path.len());
        }
        Ok(found)
    }

    /// Lets the sentences of the current round be found by questions about them, too, if the options ask for it.
    fn find_by_pairs_in(
        &mut self,
        job: JobId,
        session: &Session,
        input: &mut AskInput,
        client: &dyn Client,
    ) -> Result<(), JobError> {
        let Some(entities) = &mut input.entities else { return Ok(()) };
        let pairing = Pairing {
            weights: session.weights(),
            stop: client.stop(job),
            is_bounded: input.is_bounded,
        };
        let cost = self.find_by_pairs(entities, &pairing)?;
        let all = &mut input.before.cost;
        all.evaluated += cost.tokens_evaluated;
        all.distinct += cost.tokens_evaluated;
        all.flops += cost.flops;
        Ok(())
    }

    /// Has a cross-encoder compare the sentences of the current round with their queries, if the options name one.
    fn rerank(&mut self, input: &mut AskInput, options: &AskOptions) -> Result<(), Failure> {
        let (Some(entities), Some(file)) = (&mut input.entities, &options.reranker) else {
            return Ok(());
        };
        input.before.cost.flops += rerank(entities, self.models.reranker(Path::new(file))?)?;
        Ok(())
    }

    /// Walks the graphs under the model's control.
    fn walk(
        &mut self,
        job: JobId,
        session: &mut Session,
        input: &AskInput,
        asked: RunningSearchKey<'_>,
        client: &mut dyn Client,
    ) -> Result<hwdag::SearchOutcome, JobError> {
        let graphs: Vec<&Graph> = input.parts.iter().map(|part| &part.graph).collect();
        let earlier: Vec<Exchange<'_>> = input.earlier.iter().map(EarlierExchange::shown).collect();
        let query = Query {
            earlier: &earlier,
            cosines: &input.cosines,
            words: &input.words,
            begun: &input.begun,
            ..Query::new(asked.question, &graphs)
        };
        if input.plan == AskStrategy::Passages {
            return Ok(passages(&query));
        }
        let settings = input.plan.applied(settings(asked.options, input.confidence), asked.options);
        let settings = input.limited(settings, asked.options);
        let mut log = SearchLog::new(asked, input.before.steps.len(), input.begun.len());
        let stop = client.stop(job);
        let mut watch = |event: SearchEvent<'_>| {
            self.serve_meanwhile(Meanwhile::Reading, client);
            match input.event(event) {
                Some(event) => {
                    // Only a walk of the graph is resumed. Searching sentences again is quick.
                    if input.entities.is_none() && log.takes(&event) {
                        log.keep(&mut self.access);
                    }
                    client.report(job, event)
                }
                None if stop.is_requested() => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        };
        let mut found = search(session, &query, &settings, &mut watch).map_err(unsearched)?;
        let gave_up = !found.found() && found.stop != hwdag::SearchStopReason::Stopped;
        if gave_up && found.answer.is_empty() && found.evidence.is_empty() {
            found.evidence = closest(&query);
        }
        Ok(found)
    }

    fn answer(
        &mut self,
        input: &AskInput,
        asked: RunningSearchKey<'_>,
        found: hwdag::SearchOutcome,
    ) -> Result<Answer, Failure> {
        let Totals { nodes, chunks, tokens } = input.totals;
        Ok(Answer {
            id: 0,
            question: asked.question.into(),
            options: asked.options.clone(),
            confidence: Some(input.confidence),
            model: String::new(),
            documents: input.documents.clone(),
            graphs: input.ids.clone(),
            growing: !input.growing.is_empty(),
            found: found.found(),
            supported: input.support(asked.question, &found),
            sentences: input.sentences(&found),
            answer: found.answer.clone(),
            stop: input.plan.reason(stop(found.stop), asked.options),
            steps: input.steps(&found.path),
            evidence: self.evidence(input, &found.evidence, asked.options)?,
            cost: cost(&(input.before.cost + found.cost)),
            rounds: input.rounds(),
            list: None,
            nodes_total: nodes as u32,
            chunks_total: chunks as u32,
            tokens_total: tokens,
            whole_flops: None,
            asked: now(),
        })
    }

    fn evidence(
        &mut self,
        input: &AskInput,
        found: &[hwdag::ChunkEvidence],
        options: &AskOptions,
    ) -> Result<Vec<Evidence>, Failure> {
        let until = self.until(&input.documents, options)?;
        let library = self.access.read()?;
        let mut read: HashMap<DocumentId, (PlaceFinder, Vec<char>)> = HashMap::new();
        for &document in &input.documents {
            let text = library.text(document)?.chars().collect();
            read.insert(document, (PlaceFinder::of(library, document)?, text));
        }
        let mut passages = Vec::new();
        for item in found {
            let part = &input.parts[item.chunk.graph];
            let Some((places, text)) = read.get(&part.document) else { continue };
            let (chunk, node) = (input.number(item.chunk), input.number(item.node));
            let ranges = part.ranges(item.chunk.node);
            let weight = item.weight / ranges.len().max(1) as f64;
            passages.extend(ranges.into_iter().filter_map(|range| {
                let range = whole_words(text, range, until);
                let words = text.get(range.start as usize..range.end as usize)?.iter().collect();
                Some(places.passage(range, words, Cited { chunk, node, weight }))
            }));
        }
        Ok(passages)
    }
}

/// Returns the number of rounds in which sentences are searched.
fn rounds(options: &AskOptions) -> u32 {
    options.rounds.unwrap_or(ROUNDS)
}

fn check(documents: &[DocumentId], question: &str, options: &AskOptions) -> Result<(), Failure> {
    let bad = |message: &str| Err(Failure::new(Code::BadRequest, message));
    if documents.is_empty() {
        return bad("Choose a document to ask.");
    }
    if question.trim().is_empty() {
        return bad("The question is empty. Enter a question.");
    }
    if options.until.is_some() && documents.len() > 1 {
        return bad(
            "A place belongs to one document. Ask only that document, or leave out the place.",
        );
    }
    if options.graph.is_some() && documents.len() > 1 {
        return bad(
            "A graph belongs to one document. Ask only that document, or leave out the graph.",
        );
    }
    if !options.attention && !options.embedding && !options.words {
        return bad("Points cannot be ranked: turn on attention, similarity or shared words.");
    }
    if options.rounds.is_some_and(|rounds| !(1..=MOST_ROUNDS).contains(&rounds)) {
        return bad("The number of rounds must be from 1 to 4.");
    }
    let mut seen = documents.to_vec();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() < documents.len() {
        return bad("A document is listed twice. List each document once.");
    }
    Ok(())
}

/// Returns greedy sampling, or sampling at random if there is a seed.
fn sampling(options: &AskOptions) -> Sampling {
    options
        .seed
        .map_or(Sampling::Greedy, |seed| Sampling::Temperature { temperature: TEMPERATURE, seed })
}

/// Explains why a search could not begin or continue: only the question can overfill the window.
fn unsearched(error: hwdag::Error<model::Error>) -> JobError {
    let hwdag::Error::WindowFull { needed, window } = error else { return ended(error) };
    let message = format!(
        "The question is too long: with room for an answer, it needs {needed} tokens, but the \
         model's window has only {window}. Shorten the question, or use a model with a larger \
         window."
    );
    Failure::new(Code::WindowFull, message).into()
}

/// Returns the p_yes above which an ask counts as Yes: the requested value, or the model's own.
fn confidence(options: &AskOptions, weights: &Weights) -> f64 {
    options.confidence.map(f64::from).or(weights.info().confidence).unwrap_or(0.5)
}

fn settings(options: &AskOptions, confidence: f64) -> SearchSettings {
    let defaults = SearchSettings::default();
    SearchSettings {
        patience: options.patience as usize,
        confidence,
        max_nodes: options.max_nodes.map_or(defaults.max_nodes, |nodes| nodes as usize),
        fixed_nodes: options.fixed_nodes.map(|nodes| nodes as usize),
        ablation: hwdag::Ablation {
            without_attention: !options.attention,
            without_similarity: !options.embedding,
            ..defaults.ablation
        },
        scoring: hwdag::Scoring {
            balance: options.balance.map_or(defaults.scoring.balance, f64::from),
            ..defaults.scoring
        },
        best_effort: options.best_effort,
        order: if options.nodes_first {
            PromptOrder::NodesFirst
        } else {
            PromptOrder::QuestionFirst
        },
        asks: if options.sparing_asks { AskFrequency::Sparing } else { AskFrequency::Always },
        rerank: options.rerank.map_or(defaults.rerank, |chunks| chunks as usize),
        ..defaults
    }
}

fn stop(stop: hwdag::SearchStopReason) -> StopReason {
    match stop {
        hwdag::SearchStopReason::Sufficient => StopReason::Sufficient,
        hwdag::SearchStopReason::Window => StopReason::Window,
        hwdag::SearchStopReason::Exhausted => StopReason::Exhausted,
        hwdag::SearchStopReason::Unconfirmed => StopReason::Unconfirmed,
        hwdag::SearchStopReason::Limit => StopReason::Limit,
        hwdag::SearchStopReason::Fixed => StopReason::Fixed,
        hwdag::SearchStopReason::Stopped => StopReason::Stopped,
    }
}

fn cost(cost: &hwdag::SearchCost) -> QuestionCost {
    QuestionCost {
        tokens_evaluated: cost.evaluated,
        tokens_restored: cost.restored,
        tokens_template_again: cost.again,
        tokens_distinct: cost.distinct,
        asks: cost.asks as u32,
        flops: cost.flops,
        seconds: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_any_score_is_refused() {
        let options = |attention, embedding, words| AskOptions {
            attention,
            embedding,
            words,
            ..AskOptions::default()
        };
        let refused = check(&[1], "Who?", &options(false, false, false)).unwrap_err();
        assert_eq!(refused.code, Code::BadRequest);
        for one in [(true, false, false), (false, true, false), (false, false, true)] {
            assert!(check(&[1], "Who?", &options(one.0, one.1, one.2)).is_ok(), "{one:?}");
        }
    }
}
