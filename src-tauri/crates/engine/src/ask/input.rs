//! The parts that a question searches, and the steps of its search in the library's numbering.

use hwdag::answer_form::fits_question;
use hwdag::answer_proximity::stands_near_question;
use hwdag::grounding::{has_content, repeats_question, support};
use hwdag::{
    Node, NodeKey, SearchCost, SearchEvent, SearchOutcome, SearchSettings, SearchStopReason, Visit,
};
use model::Session;
use protocol::{
    AnswerSentence, AskOptions, DocumentId, Event, Failure, GraphId, Round, Score, Step,
};

use crate::ask::follow_up::EarlierExchange;
use crate::ask::searched_graph::{SearchedGraph, Totals};
use crate::ask::sentence_search::candidates::Candidates;
use crate::ask::sentence_search::search::EntitySearch;
use crate::ask::strategy::AskStrategy;

/// The share of an answer's content words that the visited texts must contain.
const LEAST_SUPPORT: f64 = 0.5;

/// An earlier search that did not answer the question.
#[derive(Default)]
pub(crate) struct PreviousSearch {
    pub steps: Vec<Step>,
    pub rounds: Vec<Round>,
    pub cost: SearchCost,
}

/// A question's search: the graphs and everything that leads it.
pub(crate) struct AskInput {
    pub documents: Vec<DocumentId>,
    pub ids: Vec<GraphId>,
    /// The parts that are searched: first the graphs themselves, if they are searched, then the candidates of each
    /// document, if there are any.
    pub parts: Vec<SearchedGraph>,
    /// The number of parts that are graphs themselves.
    pub graphs: usize,
    pub totals: Totals,
    /// The search among the sentences about the names in the question.
    pub entities: Option<EntitySearch>,
    /// The documents whose graphs are incomplete.
    pub growing: Vec<DocumentId>,
    /// The cosine of the question and every node, graph after graph; empty with embeddings off.
    pub cosines: Vec<f32>,
    /// The share of the question's words that every node has, graph after graph.
    pub words: Vec<f32>,
    /// The path of the same question when it was last stopped.
    pub begun: Vec<Visit>,
    /// Earlier questions and answers, if this question follows them.
    pub earlier: Vec<EarlierExchange>,
    /// The search of sentences, if the search of the graphs follows it.
    pub before: PreviousSearch,
    /// Whether the question has a name that no document has, so that what is found is about someone else.
    pub has_unknown_name: bool,
    /// Whether only the text before a place may be read.
    pub is_bounded: bool,
    /// The p_yes above which an ask counts as Yes.
    pub confidence: f64,
    /// How the question is asked.
    pub plan: AskStrategy,
}

impl AskInput {
    /// Returns whether the documents have the names in the question, and the answer's words stand in its source texts,
    /// say more than the question, have the form that it asks for, and stand near what it asks about. An answer without
    /// content words cannot be checked.
    pub(crate) fn support(&self, question: &str, found: &SearchOutcome) -> bool {
        let node = |visit: &Visit| self.node(visit.node).text.as_str();
        let nothing_to_find = found.answer.trim().is_empty();
        nothing_to_find
            || !self.has_unknown_name
                && has_content(&found.answer)
                && !repeats_question(&found.answer, question)
                && fits_question(&found.answer, question)
                && self.stands_near(question, found)
                && support(&found.answer, found.answered_from().map(node)).is_enough(LEAST_SUPPORT)
    }

    /// Returns whether the sentences answer the question so poorly that the graphs must be searched.
    pub(crate) fn leaves_open(&self, question: &str, found: &SearchOutcome) -> bool {
        let answers = found.found() && !found.answer.trim().is_empty();
        found.stop != SearchStopReason::Stopped && !(answers && self.support(question, found))
    }

    /// Keeps a search of sentences that did not answer the question, and ends it.
    pub(crate) fn go_on_from(&mut self, found: SearchOutcome) {
        let (steps, rounds) = (self.steps(&found.path), self.rounds());
        let cost = self.before.cost + found.cost;
        self.before = PreviousSearch { steps, rounds, cost };
        self.entities = None;
    }

    /// Returns the whole path so far.
    pub(crate) fn steps(&self, path: &[Visit]) -> Vec<Step> {
        let steps = path.iter().map(|visit| self.step(visit));
        self.before.steps.iter().cloned().chain(steps).collect()
    }

    /// Returns what each round searched for among sentences.
    pub(crate) fn rounds(&self) -> Vec<Round> {
        let own = self.entities.iter().flat_map(|search| &search.rounds);
        self.before.rounds.iter().chain(own).cloned().collect()
    }

    /// Returns the sentences of an answer by its characters, each with the model's attention to the whole path.
    pub(crate) fn sentences(&self, found: &SearchOutcome) -> Vec<AnswerSentence> {
        let characters = |bytes: usize| found.answer[..bytes].chars().count() as u32;
        let of = |one: &hwdag::AttributedSentence| AnswerSentence {
            start: characters(one.range.start),
            end: characters(one.range.end),
            looked: [&vec![0.0; self.before.steps.len()], &*one.looked].concat(),
        };
        found.sentences.iter().map(of).collect()
    }

    /// Returns whether an answer from one chunk stands near the chunk's words about the question. An answer from
    /// several chunks may stand anywhere.
    fn stands_near(&self, question: &str, found: &SearchOutcome) -> bool {
        let mut texts = found.answered_from().map(|visit| self.node(visit.node).text.as_str());
        match (texts.next(), texts.next()) {
            (Some(text), None) => stands_near_question(&found.answer, question, text),
            _ => true,
        }
    }

    pub(crate) fn event(&self, event: SearchEvent<'_>) -> Option<Event> {
        match event {
            SearchEvent::Read { .. } => None,
            SearchEvent::Began(path) => Some(Event::Began {
                steps: self.steps(path),
                growing: self.growing.clone(),
                confidence: self.confidence,
            }),
            SearchEvent::Visited(visit)
            | SearchEvent::Asked(visit)
            | SearchEvent::Judged(visit) => Some(Event::Visited { step: self.step(visit) }),
            SearchEvent::Wrote(text) => Some(Event::Token { text: text.into() }),
        }
    }

    /// Returns a step of an earlier search in the method's form.
    pub(crate) fn visit(&self, step: &Step) -> Option<Visit> {
        let graph = self.parts.iter().position(|part| part.document == step.document)?;
        let node = self.parts[graph].numbers.binary_search(&(step.node as usize)).ok()?;
        let Score { attention, similarity, words, total } = step.score;
        Some(Visit {
            node: NodeKey { graph, node },
            level: step.level as usize,
            score: hwdag::NodeScore { attention, similarity, words, total },
            relevance: step.relevance,
            p_yes: step.p_yes,
            alone: None,
        })
    }

    /// Returns a node's number in the library.
    pub(crate) fn number(&self, node: NodeKey) -> u32 {
        self.parts[node.graph].numbers[node.node] as u32
    }

    pub(crate) fn node(&self, node: NodeKey) -> &Node {
        &self.parts[node.graph].graph.nodes()[node.node]
    }

    /// Adds the current candidates to the parts that are searched.
    pub(crate) fn take_candidates(
        &mut self,
        session: &Session,
        options: &AskOptions,
    ) -> Result<(), Failure> {
        let Some(entities) = &self.entities else { return Ok(()) };
        let of_graphs: usize = self.parts[..self.graphs].iter().map(SearchedGraph::len).sum();
        self.parts.truncate(self.graphs);
        self.cosines.truncate(of_graphs);
        self.words.truncate(of_graphs);
        for Candidates { document, graph, chunks, ranges, cosines, words } in
            entities.candidates(session)?
        {
            self.parts.push(SearchedGraph { document, graph, numbers: chunks, ranges });
            if options.embedding {
                self.cosines.extend(cosines);
            }
            if options.words {
                self.words.extend(words);
            }
        }
        Ok(())
    }

    /// Limits the number of sentences to read, if only sentences are searched.
    pub(crate) fn limited(&self, settings: SearchSettings, options: &AskOptions) -> SearchSettings {
        match &self.entities {
            Some(entities) if options.max_nodes.is_none() && self.graphs == 0 => {
                SearchSettings { max_nodes: entities.most_read(), ..settings }
            }
            _ => settings,
        }
    }

    pub(crate) fn step(&self, visit: &Visit) -> Step {
        let node = self.node(visit.node);
        Step {
            node: self.number(visit.node),
            document: self.parts[visit.node.graph].document,
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
