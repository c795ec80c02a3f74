//! Answering a question, with everything that led to the answer saved.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use hwdag::grounding::{has_content, support};
use hwdag::{
    Asks, Embedder as _, Exchange, Graph, LanguageModel as _, NodeKey, Order, Prefix, Query,
    SearchEvent, SearchSettings, Visit, cost::pass_flops, search, shared_words,
    similarity::cosines,
};
use library::Asked;
use model::{Sampling, Session, SessionOptions, Stop, Weights};
use protocol::{
    Answer, AnswerSentence, AskOptions, Code, Cost, DocumentId, Event, Evidence, Failure, GraphId,
    JobId, Role, Score, Step, StopReason, printed,
};

use crate::build::ended;
use crate::followed::{Earlier, sought};
use crate::graphs::{self, Places};
use crate::models::{lasting, tuning};
use crate::plan::{Plan, closest, passages};
use crate::reading::chosen_graph;
use crate::until::bound;
use crate::walk::Log;
use crate::{Client, Ended, Engine, Meanwhile, now};

/// Temperature of the sampling that a seed asks for.
const TEMPERATURE: f32 = 0.7;

/// The share of an answer's content words that must stand in what was looked at.
const LEAST_SUPPORT: f64 = 0.5;

/// The graphs that a question is asked of.
struct Shelves {
    documents: Vec<DocumentId>,
    ids: Vec<GraphId>,
    graphs: Vec<Graph>,
    /// For each graph the numbers that its nodes have in the library: of a part of a document, not all are there.
    numbers: Vec<Vec<usize>>,
    /// The documents whose graphs are not whole.
    growing: Vec<DocumentId>,
    /// Cosine of the question and every node, graph after graph; empty with embeddings off.
    cosines: Vec<f32>,
    /// The share of the question's words that every node has, graph after graph.
    words: Vec<f32>,
    /// The path of the same question when it was stopped the last time.
    begun: Vec<Visit>,
    /// What was asked and answered before, where the question follows it.
    earlier: Vec<Earlier>,
    /// p_yes above which an ask counts as Yes.
    confidence: f64,
    /// How the question is asked.
    plan: Plan,
}

impl Engine {
    /// Answers a question, and saves the answer with its path.
    pub(crate) fn ask(
        &mut self,
        job: JobId,
        documents: &[DocumentId],
        question: &str,
        options: &AskOptions,
        client: &mut dyn Client,
    ) -> Result<Answer, Ended> {
        let begun = Instant::now();
        check(documents, question, options)?;
        // A question that cannot be kept is not asked: the path would be lost.
        self.find_graphs(documents, options)?;
        let earlier = self.followed(documents, options)?;
        self.shelf.write()?;
        let weights = self.language_for(Role::Asking, documents, client)?;
        let info = self.models.info(&weights, &mut self.shelf)?;
        let plan = self.plan(job, documents, &weights, options, client)?;
        let mut session = self.session(&weights, options, client.stop(job))?;
        let ids = self.embedded(job, documents, options, client)?;
        let until = self.until(documents, options)?;
        let parts: Vec<Prefix> =
            ids.iter().map(|&id| self.searchable(id, until, &session)).collect::<Result<_, _>>()?;
        let (graphs, numbers): (Vec<Graph>, Vec<Vec<usize>>) =
            parts.into_iter().map(|part| (part.graph, part.numbers)).unzip();
        let sought = sought(&earlier, question);
        let cosines = match options.embedding {
            true => self.cosines(&sought, &ids, &numbers)?,
            false => Vec::new(),
        };
        let words = match options.words {
            true => shared_words(&sought, &graphs.iter().collect::<Vec<_>>()),
            false => Vec::new(),
        };
        let growing = self.growing(documents, &ids)?;
        let mut shelves = Shelves {
            documents: documents.to_vec(),
            ids,
            graphs,
            numbers,
            growing,
            cosines,
            words,
            earlier,
            begun: Vec::new(),
            confidence: confidence(options, &weights),
            plan,
        };
        let ids = shelves.ids.clone();
        let asked = Asked { question, options, model_hash: &info.hash, graphs: &ids };
        let interrupted = self.shelf.read()?.interrupted(&asked)?;
        shelves.begun = interrupted.iter().filter_map(|step| shelves.visit(step)).collect();
        let found = self.walk(job, &mut session, &shelves, asked, client)?;
        let mut answer = self.answer(&shelves, asked, found)?;
        answer.model.clone_from(&info.name);
        answer.whole_flops = Some(pass_flops(&session.shape(), answer.tokens_total, 0));
        answer.cost.seconds = begun.elapsed().as_secs_f64();
        let writer = self.shelf.write()?;
        writer.put_model(&lasting(&info))?;
        answer.id = writer.save_answer(&answer, &info.hash)?;
        Ok(answer)
    }

    /// An empty sequence for a question.
    fn session(
        &mut self,
        weights: &Arc<Weights>,
        options: &AskOptions,
        stop: Stop,
    ) -> Result<Session, Failure> {
        let states = Some(self.models.states(weights, &mut self.shelf)?);
        let sampling = sampling(options);
        let tuning = tuning(&weights.info().path, &mut self.shelf)?;
        // A larger window than the model's own is no use.
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
        let library = self.shelf.read()?;
        let graphs = documents.iter().map(|&document| {
            let graph = chosen_graph(library, document, options.graph)?;
            if library.graph(graph)?.earlier {
                let message = format!(
                    "Graph {graph} was built from an earlier text of document {document}. Name no \
                     graph, and its present one is asked."
                );
                return Err(Failure::new(Code::GraphMissing, message));
            }
            Ok(graph)
        });
        graphs.collect()
    }

    /// The graphs to search, each with all its embeddings if they are wanted.
    fn embedded(
        &mut self,
        job: JobId,
        documents: &[DocumentId],
        options: &AskOptions,
        client: &mut dyn Client,
    ) -> Result<Vec<GraphId>, Ended> {
        let ids = self.find_graphs(documents, options)?;
        if options.embedding {
            for (&document, &id) in documents.iter().zip(&ids) {
                self.embed_missing(job, document, id, Meanwhile::Reading, client)?;
            }
        }
        Ok(ids)
    }

    /// The documents whose graphs are not whole.
    fn growing(
        &mut self,
        documents: &[DocumentId],
        ids: &[GraphId],
    ) -> Result<Vec<DocumentId>, Failure> {
        let library = self.shelf.read()?;
        let mut growing = Vec::new();
        for (&document, &id) in documents.iter().zip(ids) {
            if !library.graph(id)?.complete {
                growing.push(document);
            }
        }
        Ok(growing)
    }

    /// The character before which everything may be looked at, if not all of it may.
    fn until(
        &mut self,
        documents: &[DocumentId],
        options: &AskOptions,
    ) -> Result<Option<u32>, Failure> {
        let Some(until) = options.until else { return Ok(None) };
        Ok(Some(bound(self.shelf.read()?, documents[0], until)?))
    }

    /// A graph, as far as it may be looked at, in the tokens of the model that searches it.
    fn searchable(
        &mut self,
        id: GraphId,
        until: Option<u32>,
        session: &Session,
    ) -> Result<Prefix, Failure> {
        let own = self.models.info(session.weights(), &mut self.shelf)?.hash;
        let stored = self.shelf.read()?.load_graph(id)?;
        let graph = graphs::from_rows(&stored)?;
        let mut part = match until {
            Some(character) => graph.until(character as usize),
            None => Prefix::whole(graph),
        };
        if stored.graph.model_hash != own {
            part.graph = part.graph.retokenized(session)?;
        }
        Ok(part)
    }

    /// The cosine of a question and the nodes of each graph that have these numbers.
    fn cosines(
        &mut self,
        question: &str,
        ids: &[GraphId],
        numbers: &[Vec<usize>],
    ) -> Result<Vec<f32>, Failure> {
        let hash = self.models.embedder_hash(&mut self.shelf)?;
        let query = self.models.embedder()?.embed(&[question])?.pop().unwrap_or_default();
        let mut all = Vec::new();
        for (&id, numbers) in ids.iter().zip(numbers) {
            let stored = self.shelf.read()?.embeddings(id, &hash)?;
            let found = cosines(&query, &stored.vectors);
            all.extend(numbers.iter().map(|&node| found.get(node).copied().unwrap_or_default()));
        }
        Ok(all)
    }

    /// Walks the graphs under the model's control.
    fn walk(
        &mut self,
        job: JobId,
        session: &mut Session,
        shelves: &Shelves,
        asked: Asked<'_>,
        client: &mut dyn Client,
    ) -> Result<hwdag::Outcome, Ended> {
        let graphs: Vec<&Graph> = shelves.graphs.iter().collect();
        let earlier: Vec<Exchange<'_>> = shelves.earlier.iter().map(Earlier::shown).collect();
        let query = Query {
            earlier: &earlier,
            cosines: &shelves.cosines,
            words: &shelves.words,
            begun: &shelves.begun,
            ..Query::new(asked.question, &graphs)
        };
        if shelves.plan == Plan::Passages {
            return Ok(passages(&query));
        }
        let settings =
            shelves.plan.applied(settings(asked.options, shelves.confidence), asked.options);
        let mut log = Log::new(asked, shelves.begun.len());
        let stop = client.stop(job);
        let mut watch = |event: SearchEvent<'_>| {
            self.serve_meanwhile(Meanwhile::Reading, client);
            match shelves.event(event) {
                Some(event) => {
                    if log.takes(&event) {
                        log.keep(&mut self.shelf);
                    }
                    client.report(job, event)
                }
                None if stop.is_requested() => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        };
        let mut found = search(session, &query, &settings, &mut watch).map_err(unsearched)?;
        let gave_up = !found.found() && found.stop != hwdag::Stop::Stopped;
        if gave_up && found.answer.is_empty() && found.evidence.is_empty() {
            found.evidence = closest(&query);
        }
        Ok(found)
    }

    fn answer(
        &mut self,
        shelves: &Shelves,
        asked: Asked<'_>,
        found: hwdag::Outcome,
    ) -> Result<Answer, Failure> {
        let all = || shelves.graphs.iter().flat_map(|graph| graph.nodes());
        let chunks = || all().filter(|node| node.level == 1);
        Ok(Answer {
            id: 0,
            question: asked.question.into(),
            options: asked.options.clone(),
            confidence: Some(shelves.confidence),
            model: String::new(),
            documents: shelves.documents.clone(),
            graphs: shelves.ids.clone(),
            growing: !shelves.growing.is_empty(),
            found: found.found(),
            supported: shelves.support(&found),
            sentences: found.sentences.iter().map(|one| sentence(&found.answer, one)).collect(),
            answer: found.answer.clone(),
            stop: shelves.plan.reason(stop(found.stop), asked.options),
            steps: found.path.iter().map(|visit| shelves.step(visit)).collect(),
            evidence: self.evidence(shelves, &found.evidence)?,
            cost: cost(&found.cost),
            nodes_total: all().count() as u32,
            chunks_total: chunks().count() as u32,
            tokens_total: chunks().map(|node| node.tokens.len() as u64).sum(),
            whole_flops: None,
            asked: now(),
        })
    }

    fn evidence(
        &mut self,
        shelves: &Shelves,
        found: &[hwdag::Evidence],
    ) -> Result<Vec<Evidence>, Failure> {
        let library = self.shelf.read()?;
        let mut places: HashMap<DocumentId, Places> = HashMap::new();
        for &document in &shelves.documents {
            places.insert(document, Places::of(library, document)?);
        }
        let passage = |item: &hwdag::Evidence| {
            let document = shelves.documents[item.chunk.graph];
            let chunk = &shelves.graphs[item.chunk.graph].nodes()[item.chunk.node];
            let range = chunk.range.clone().unwrap_or_default();
            let range = range.start as u32..range.end as u32;
            let places = places.get(&document);
            let page = places.and_then(|places| places.page(&range));
            Evidence {
                document,
                chunk: shelves.number(item.chunk),
                weight: item.weight,
                node: shelves.number(item.node),
                page: page.map(|page| page.number),
                label: page.and_then(|page| printed(&page.label, page.number)).map(str::to_owned),
                turns: places.map_or_else(Vec::new, |places| places.turns(&range)),
                start: range.start,
                end: range.end,
                text: chunk.text.clone(),
                changed: false,
            }
        };
        Ok(found.iter().map(passage).collect())
    }
}

impl Shelves {
    /// Whether the answer's words stand in what it was written from. One that has no content words cannot be looked
    /// for.
    fn support(&self, found: &hwdag::Outcome) -> bool {
        let node =
            |visit: &Visit| self.graphs[visit.node.graph].nodes()[visit.node.node].text.as_str();
        let nothing_to_find = found.answer.trim().is_empty();
        nothing_to_find
            || has_content(&found.answer)
                && support(&found.answer, found.answered_from().map(node)).is_enough(LEAST_SUPPORT)
    }

    fn event(&self, event: SearchEvent<'_>) -> Option<Event> {
        match event {
            SearchEvent::Read { .. } => None,
            SearchEvent::Began(path) => Some(Event::Began {
                steps: path.iter().map(|visit| self.step(visit)).collect(),
                growing: self.growing.clone(),
                confidence: self.confidence,
            }),
            SearchEvent::Visited(visit)
            | SearchEvent::Asked(visit)
            | SearchEvent::Judged(visit) => Some(Event::Visited { step: self.step(visit) }),
            SearchEvent::Wrote(text) => Some(Event::Token { text: text.into() }),
        }
    }

    /// A step of an earlier search as the method sees it.
    fn visit(&self, step: &Step) -> Option<Visit> {
        let graph = self.documents.iter().position(|&document| document == step.document)?;
        let node = self.numbers[graph].binary_search(&(step.node as usize)).ok()?;
        let Score { attention, similarity, words, total } = step.score;
        Some(Visit {
            node: NodeKey { graph, node },
            level: step.level as usize,
            score: hwdag::Score { attention, similarity, words, total },
            relevance: step.relevance,
            p_yes: step.p_yes,
            alone: None,
        })
    }

    /// A node's number in the library.
    fn number(&self, node: NodeKey) -> u32 {
        self.numbers[node.graph][node.node] as u32
    }

    fn step(&self, visit: &Visit) -> Step {
        let node = &self.graphs[visit.node.graph].nodes()[visit.node.node];
        Step {
            node: self.number(visit.node),
            document: self.documents[visit.node.graph],
            level: visit.level as u32,
            text: node.text.clone(),
            tokens: node.tokens.len() as u32,
            score: Score {
                attention: visit.score.attention,
                similarity: visit.score.similarity,
                words: visit.score.words,
                total: visit.score.total,
            },
            relevance: visit.relevance,
            p_yes: visit.p_yes,
            p_alone: visit.alone,
        }
    }
}

fn check(documents: &[DocumentId], question: &str, options: &AskOptions) -> Result<(), Failure> {
    let bad = |message: &str| Err(Failure::new(Code::BadRequest, message));
    if documents.is_empty() {
        return bad("Name a document to ask.");
    }
    if question.trim().is_empty() {
        return bad("The question is empty. Ask something.");
    }
    if options.until.is_some() && documents.len() > 1 {
        return bad("A place belongs to one document: name that document alone, or no place.");
    }
    if options.graph.is_some() && documents.len() > 1 {
        return bad("A graph belongs to one document: name that document alone, or no graph.");
    }
    if !options.attention && !options.embedding && !options.words {
        return bad(
            "Nothing is left to choose points by: leave attention, similarity or shared words on.",
        );
    }
    let mut seen = documents.to_vec();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() < documents.len() {
        return bad("A document is named twice.");
    }
    Ok(())
}

/// Greedy, or by chance from a seed.
fn sampling(options: &AskOptions) -> Sampling {
    options
        .seed
        .map_or(Sampling::Greedy, |seed| Sampling::Temperature { temperature: TEMPERATURE, seed })
}

/// Why a search could not begin or go on: only the question can be too much for the window.
fn unsearched(error: hwdag::Error<model::Error>) -> Ended {
    let hwdag::Error::WindowFull { needed, window } = error else { return ended(error) };
    let message = format!(
        "The question is too long: with room for an answer it takes {needed} tokens, and the model \
         holds {window}. Shorten the question, or use a model with a larger window."
    );
    Failure::new(Code::WindowFull, message).into()
}

/// p_yes above which an ask counts as Yes: as it was asked for, or the model's own.
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
        scoring: hwdag::Scoring {
            attention: options.attention,
            embedding: options.embedding,
            balance: options.balance.map_or(defaults.scoring.balance, f64::from),
            ..defaults.scoring
        },
        best_effort: options.best_effort,
        order: if options.nodes_first { Order::NodesFirst } else { Order::QuestionFirst },
        asks: if options.sparing_asks { Asks::Sparing } else { Asks::Always },
        rerank: options.rerank.map_or(defaults.rerank, |chunks| chunks as usize),
        ..defaults
    }
}

fn stop(stop: hwdag::Stop) -> StopReason {
    match stop {
        hwdag::Stop::Sufficient => StopReason::Sufficient,
        hwdag::Stop::Window => StopReason::Window,
        hwdag::Stop::Exhausted => StopReason::Exhausted,
        hwdag::Stop::Unconfirmed => StopReason::Unconfirmed,
        hwdag::Stop::Limit => StopReason::Limit,
        hwdag::Stop::Fixed => StopReason::Fixed,
        hwdag::Stop::Stopped => StopReason::Stopped,
    }
}

/// A sentence by the characters of its answer.
fn sentence(answer: &str, sentence: &hwdag::Sentence) -> AnswerSentence {
    let characters = |bytes: usize| answer[..bytes].chars().count() as u32;
    AnswerSentence {
        start: characters(sentence.range.start),
        end: characters(sentence.range.end),
        looked: sentence.looked.clone(),
    }
}

fn cost(cost: &hwdag::SearchCost) -> Cost {
    Cost {
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
    fn a_search_that_nothing_leads_is_refused() {
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
