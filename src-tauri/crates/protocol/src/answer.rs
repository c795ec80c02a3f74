use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::place::cited_page;
use crate::{DocumentId, EntityId, Grains, GraphId, NodeId, QuestionId, Quote, Turn, Until};

/// The options of a question. The defaults are the method's (docs/method.md, "The search").
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AskOptions {
    /// t_n: how many times the model must find the nodes sufficient before it answers.
    pub patience: u32,
    /// t_p: the p_yes above which one ask counts as Yes; `None`: the model's own, or 0.5.
    pub confidence: Option<f32>,
    /// λ, from 0 to 1: the weight of similarity against attention; `None`: 0.5, at which both are
    /// simply added.
    pub balance: Option<f32>,
    /// The maximum number of nodes added after the top level; `None`: what suits the model, that is
    /// 12 if a trial has shown how far its Yes is reliable, else 24.
    pub max_nodes: Option<u32>,
    /// Visit exactly this many nodes and answer, without asking whether they suffice.
    pub fixed_nodes: Option<u32>,
    /// Whether the similarity of sentence embeddings contributes to the scores.
    pub embedding: bool,
    /// Whether attention contributes to the scores.
    pub attention: bool,
    /// Whether the words that a node shares with the question contribute to the scores.
    pub words: bool,
    /// Answer from the visited nodes even if not enough was found.
    pub best_effort: bool,
    /// Sample with this seed instead of taking the likeliest token.
    pub seed: Option<u64>,
    /// Search this graph instead of the newest.
    pub graph: Option<GraphId>,
    /// Show the model the top level before the question, so that the next question need not
    /// evaluate it again.
    pub nodes_first: bool,
    /// Only text before this place may be looked at or count in any other way; the question must be
    /// about one document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// Ask the model less often while it is far from a Yes.
    pub sparing_asks: bool,
    /// The maximum number of chunks that the model judges alone after the walk, the best match
    /// first, until one suffices; the answer is then written from the best of them alone. 0: from
    /// everything visited. `None`: what suits the model, that is 3 for small ones that were tried,
    /// else 0.
    pub rerank: Option<u32>,
    /// The earlier question that this one follows up; the model sees that question and its answer,
    /// too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<QuestionId>,
    /// What is searched.
    #[serde(skip_serializing_if = "SearchBy::is_auto")]
    pub by: SearchBy,
    /// The maximum number of searches, if the sentences about the names in the question do not
    /// suffice; `None`: 2, the first included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The amount of text about a name that is found and shown at once, if sentences about the
    /// names in the question are searched. Empty: single sentences. With micro pairs, the model
    /// first writes questions about the sentences that were found.
    #[serde(skip_serializing_if = "Grains::is_empty")]
    pub grains: Grains,
    /// A GGUF cross-encoder that ranks the sentences found, if sentences are searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reranker: Option<String>,
    /// Trust the model: the first question is not preceded by a trial of its abilities.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_trial: bool,
}

/// The search space of a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchBy {
    /// The graph; with a small model that was tried, first the sentences about the names in the
    /// question, and the graph if these do not suffice. A question for all names of which something
    /// is said is answered from the sentences that name them.
    #[default]
    Auto,
    /// The graph of points and chunks, whatever the question.
    Points,
    /// The sentences about the names in the question, and about names that these lead to.
    Entities,
    /// Both in one search.
    Both,
}

impl SearchBy {
    /// Returns whether it depends on the question.
    pub fn is_auto(&self) -> bool {
        *self == Self::Auto
    }
}

/// A round of a search among the sentences about entities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The query: the question, or its open part, with a name.
    pub query: String,
    /// The names searched for.
    pub names: Vec<String>,
    /// The number of sentences among which the model could choose.
    pub candidates: u32,
    /// The number of path steps by the end of the round.
    pub steps: u32,
}

impl Default for AskOptions {
    fn default() -> Self {
        Self {
            patience: 1,
            confidence: None,
            balance: None,
            max_nodes: None,
            fixed_nodes: None,
            embedding: true,
            attention: true,
            words: true,
            best_effort: false,
            seed: None,
            graph: None,
            nodes_first: false,
            until: None,
            sparing_asks: false,
            rerank: None,
            follows: None,
            by: SearchBy::Auto,
            rounds: None,
            grains: Grains::default(),
            reranker: None,
            no_trial: false,
        }
    }
}

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The model found the visited nodes sufficient, `patience` times.
    Sufficient,
    /// No further node fits the model's window.
    Window,
    /// Every node was visited.
    Exhausted,
    /// The model found the visited nodes sufficient, but no single chunk.
    Unconfirmed,
    /// The maximum number of nodes was added.
    Limit,
    /// The requested number of nodes was visited.
    Fixed,
    /// A fixed number of nodes was visited, because the model cannot judge when it has read enough.
    Unjudged,
    /// Passages were retrieved and no answer was written, because the model does not answer, or
    /// does not know the language.
    Passages,
    /// The names of which the text says what was asked were listed; no model took part.
    NamesListed,
    /// No model was asked: the question is who someone is, and the sentences that say so are
    /// quoted.
    NameDescribed,
    /// The user stopped it.
    Stopped,
}

impl StopReason {
    /// Returns whether the answer was read off the text, without a model.
    pub fn is_without_model(self) -> bool {
        matches!(self, Self::NamesListed | Self::NameDescribed)
    }
}

/// Why a node was chosen next.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Its component of z = Eᵀ r, weighted.
    pub attention: f64,
    /// Its similarity to the question (a cosine), weighted.
    pub similarity: f64,
    /// The share of the question's words that it contains, weighted.
    #[serde(default)]
    pub words: f64,
    /// The score by which it was chosen.
    pub total: f64,
}

/// A visited node, in the order of visiting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The node. With several documents, in the graph of `document`.
    pub node: NodeId,
    /// Its document.
    pub document: DocumentId,
    /// Its level.
    pub level: u32,
    /// Its text.
    pub text: String,
    /// Its number of tokens.
    pub tokens: u32,
    /// Why it was chosen; zeros for the top level, where every search begins.
    pub score: Score,
    /// r: its attention to the question, times its position.
    pub relevance: f64,
    /// P(Yes) / (P(Yes) + P(No)) when the model was asked after this node, corrected according to
    /// its trial; null if it was not asked.
    pub p_yes: Option<f64>,
    /// The same when the model was asked about this chunk alone; null if it was not. A chunk read
    /// only then comes at the end and has no relevance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_alone: Option<f64>,
}

/// A sentence of an answer, and what the model attended to while writing it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerSentence {
    /// Its first character in the answer, in Unicode scalar values.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// The share of its attention on each step's node; they sum to 1, or are 0 if it attended to
    /// none.
    pub looked: Vec<f64>,
}

/// A passage that the answer rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The document.
    pub document: DocumentId,
    /// The chunk's node.
    pub chunk: NodeId,
    /// Its evidence weight (docs/method.md, "Answer and evidence").
    pub weight: f64,
    /// The visited node through which most of the weight came.
    pub node: NodeId,
    /// The page on which it begins, from 1; null if the document has no pages of its own.
    pub page: Option<u32>,
    /// The printed page number, if it differs from the page's position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The pages that begin within it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// First character in the document's plain text, in Unicode scalar values.
    pub start: u32,
    /// The character after the last.
    pub end: u32,
    /// The passage: equal to that range of the text, unless the text has changed since.
    pub text: String,
    /// Whether the document's text has changed there since: then `text` is the old text, and the
    /// range is what replaced it.
    #[serde(default)]
    pub changed: bool,
}

impl Evidence {
    /// Returns its page as cited; `None` if the document has no pages of its own.
    pub fn cited_page(&self) -> Option<String> {
        cited_page(self.page, self.label.as_deref())
    }

    /// Returns the page on which a quote from it begins, as cited.
    pub fn page_of(&self, quote: &Quote<'_>) -> Option<String> {
        let start =
            u32::try_from(quote.start).map_or(u32::MAX, |start| start.saturating_add(self.start));
        // The old text may have stood elsewhere.
        let turned = self.turns.iter().rfind(|turn| turn.start <= start && !self.changed);
        match turned {
            Some(turn) => cited_page(Some(turn.page), turn.label.as_deref()),
            None => self.cited_page(),
        }
    }
}

/// The cost of a question. `tokens_evaluated + tokens_restored - tokens_template_again =
/// tokens_distinct`, exactly. Unless chunks were judged alone, these are the tokens in the model's
/// cache at the end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct QuestionCost {
    /// Tokens run through the model.
    pub tokens_evaluated: u64,
    /// Tokens restored from a saved state.
    pub tokens_restored: u64,
    /// Tokens evaluated more than once: the assistant header, once for each ask that said No, and
    /// chunks that were visited and then read alone.
    pub tokens_template_again: u64,
    /// All others.
    pub tokens_distinct: u64,
    /// The number of times that the model was asked whether the nodes suffice.
    pub asks: u32,
    /// Floating point operations of the model.
    pub flops: f64,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// An answer with its whole path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Its number in the library's history.
    pub id: QuestionId,
    /// The question.
    pub question: String,
    /// Its options, and the question that it follows.
    #[serde(default)]
    pub options: AskOptions,
    /// The p_yes above which one ask counted as Yes: the requested one, or the model's own; null in
    /// answers of earlier versions.
    #[serde(default)]
    pub confidence: Option<f64>,
    /// The name of the model that was asked; if unknown, the beginning of its file's SHA-256.
    #[serde(default)]
    pub model: String,
    /// The documents it was asked of.
    pub documents: Vec<DocumentId>,
    /// The graphs that were searched, in the order of the documents.
    pub graphs: Vec<GraphId>,
    /// Whether one of them was incomplete: the answer rests on the part built by then.
    #[serde(default)]
    pub growing: bool,
    /// Whether the model found the visited nodes sufficient.
    pub found: bool,
    /// Whether the answer's words occur in the text from which it was written; otherwise it is a
    /// guess.
    #[serde(default = "is_supported")]
    pub supported: bool,
    /// The answer; empty unless found, fixed or best-effort.
    pub answer: String,
    /// Its sentences; none in answers of earlier versions.
    #[serde(default)]
    pub sentences: Vec<AnswerSentence>,
    /// Why the search ended.
    pub stop: StopReason,
    /// The visited nodes in the order of visiting, the top level included.
    pub steps: Vec<Step>,
    /// The passages that the answer rests on, by weight; if no answer was found or none is written,
    /// those that match the question best, by match.
    pub evidence: Vec<Evidence>,
    /// The search among sentences about the names in the question, round by round; empty if only
    /// the graph was searched. Steps after those of the last round belong to the graph, which was
    /// searched then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Round>,
    /// The listed names, if the question asked for all of which something is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<NameList>,
    /// Its cost, without the embedder.
    pub cost: QuestionCost,
    /// The number of nodes that could have been visited.
    pub nodes_total: u32,
    /// The number of chunks among them.
    #[serde(default)]
    pub chunks_total: u32,
    /// The number of tokens of all chunks: the cost of reading everything.
    pub tokens_total: u64,
    /// Floating point operations that reading them all would have taken; null in answers of earlier
    /// versions.
    #[serde(default)]
    pub whole_flops: Option<f64>,
    /// When it was asked: seconds since 1970-01-01 UTC.
    pub asked: i64,
}

/// All names of which a text says what was asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameList {
    /// The listed names, document by document, in the order of the text.
    pub names: Vec<ListedName>,
    /// The number of sentences searched: all that contain a name.
    pub sentences: u32,
    /// The number of pages that have no text, or whose text could not be read.
    pub pages_without_text: u32,
}

/// A listed name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedName {
    /// The document that contains it.
    pub document: DocumentId,
    /// Its number among the document's names.
    pub entity: EntityId,
    /// The name.
    pub name: String,
    /// The answer's passages that say it, from 0; three at most.
    pub passages: Vec<u32>,
}

/// The kind of result that a question got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerKind {
    /// An answer whose words occur in the text that was read.
    Answer,
    /// An answer that the model does not find sufficient, or whose words do not occur in the text
    /// that was read.
    Guess,
    /// No answer, but the best-matching passages.
    Passages,
    /// Nothing.
    Nothing,
}

/// The JSON form of an answer: the answer and its kind.
#[derive(Debug, Serialize)]
pub struct AnswerWithKind<'a> {
    kind: AnswerKind,
    #[serde(flatten)]
    answer: &'a Answer,
}

/// The share of the evidence's weight that is shown under an answer.
const SHOWN_WEIGHT: f64 = 0.8;
/// The maximum number of passages shown under an answer.
const SHOWN_PASSAGES: usize = 5;

impl Answer {
    /// Returns whether it is an answer whose words do not occur in the text from which it was
    /// written.
    pub fn is_guess(&self) -> bool {
        !self.supported && !self.answer.trim().is_empty()
    }

    /// Returns the kind of result.
    pub fn kind(&self) -> AnswerKind {
        if self.answer.trim().is_empty() {
            let nothing = self.evidence.is_empty();
            return if nothing { AnswerKind::Nothing } else { AnswerKind::Passages };
        }
        let guessed = self.is_guess() || best_effort(self.found, self.stop, &self.answer);
        if guessed { AnswerKind::Guess } else { AnswerKind::Answer }
    }

    /// Returns the answer with its kind, for serialisation.
    pub fn with_kind(&self) -> AnswerWithKind<'_> {
        AnswerWithKind { kind: self.kind(), answer: self }
    }

    /// Returns whether it found no answer and has the best-matching passages instead.
    pub fn is_closest_passages(&self) -> bool {
        self.stop != StopReason::Passages
            && !self.found
            && self.answer.trim().is_empty()
            && !self.evidence.is_empty()
    }

    /// Returns the passages to show under the answer: attention reaches every chunk a little, and
    /// these are the fewest that hold four fifths of the weight, five at most.
    pub fn passages(&self) -> &[Evidence] {
        let mut weight = 0.0;
        let enough = self.evidence.iter().position(|item| {
            weight += item.weight;
            weight >= SHOWN_WEIGHT
        });
        let shown = enough.map_or(self.evidence.len(), |last| last + 1);
        &self.evidence[..shown.min(SHOWN_PASSAGES)]
    }

    /// Returns the answer in pieces: its sentences, and the text between them.
    pub fn parts(&self) -> Vec<(String, Option<&AnswerSentence>)> {
        let letters: Vec<char> = self.answer.chars().collect();
        let piece = |from: u32, to: u32| -> String {
            let to = letters.len().min(to as usize);
            letters[to.min(from as usize)..to].iter().collect()
        };
        let (mut parts, mut at) = (Vec::new(), 0);
        for sentence in &self.sentences {
            parts.push((piece(at, sentence.start), None));
            parts.push((piece(sentence.start, sentence.end), Some(sentence)));
            at = sentence.end;
        }
        parts.push((piece(at, u32::MAX), None));
        parts.retain(|(text, _)| !text.is_empty());
        parts
    }

    /// Returns the number of steps among sentences before the graph was searched: 0 if one search
    /// has all steps.
    pub fn sentences_first(&self) -> usize {
        let last = self.rounds.last().map_or(0, |last| last.steps as usize);
        if last < self.steps.len() { last } else { 0 }
    }

    /// Returns the steps of the top level, with which the search of the graph began.
    pub fn top_level(&self) -> Range<usize> {
        let first = self.sentences_first();
        first..first + began(&self.steps[first..])
    }

    /// Returns the chosen steps: all but the top level.
    pub fn stops(&self) -> impl Iterator<Item = &Step> {
        let top = self.top_level();
        self.steps[..top.start].iter().chain(&self.steps[top.end..])
    }
}

/// Returns the number of a step among the chosen ones, from 1; `None` for one of the `top` level.
pub fn stop_number(at: usize, top: &Range<usize>) -> Option<usize> {
    let number = if at < top.end { at + 1 } else { at + 1 - top.len() };
    (!top.contains(&at)).then_some(number)
}

/// Returns the number of first steps that were the top level: the model is first asked after the
/// last of them. If it was never asked, they are the steps not chosen by a score; 0 if the first
/// step was chosen by one.
fn began(steps: &[Step]) -> usize {
    if steps.first().is_some_and(|first| first.score.total > 0.0) {
        return 0;
    }
    let asked = steps.iter().position(|step| step.p_yes.is_some());
    asked.map_or_else(
        || steps.iter().take_while(|step| step.score.total == 0.0).count(),
        |last| last + 1,
    )
}

/// A line of the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The question's number.
    pub id: QuestionId,
    /// The question.
    pub question: String,
    /// The documents it was asked of.
    pub documents: Vec<DocumentId>,
    /// Whether enough was found.
    pub found: bool,
    /// Why the search ended.
    pub stop: StopReason,
    /// The answer's text.
    pub answer: String,
    /// When it was asked: seconds since 1970-01-01 UTC.
    pub asked: i64,
    /// The earlier question that it follows.
    #[serde(default)]
    pub follows: Option<QuestionId>,
    /// Whether a graph was incomplete: the answer rests on the part built by then.
    #[serde(default)]
    pub growing: bool,
    /// Whether the answer's words occur in the text from which it was written.
    #[serde(default = "is_supported")]
    pub supported: bool,
}

/// The default for earlier answers, of which it is unknown.
fn is_supported() -> bool {
    true
}

impl HistoryEntry {
    /// Returns whether the answer was given although not enough was found.
    pub fn best_effort(&self) -> bool {
        best_effort(self.found, self.stop, &self.answer)
    }
}

/// Returns whether an answer was given although not enough was found.
pub fn best_effort(found: bool, stop: StopReason, answer: &str) -> bool {
    !found && !matches!(stop, StopReason::Fixed | StopReason::Unjudged) && !answer.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(total: f64, p_yes: Option<f64>) -> Step {
        Step {
            node: 0,
            document: 1,
            level: 2,
            text: String::new(),
            tokens: 1,
            score: Score { total, ..Score::default() },
            relevance: 0.0,
            p_yes,
            p_alone: None,
        }
    }

    #[test]
    fn a_search_begins_with_what_it_did_not_ask_about() {
        let (top, asked) = (step(0.0, None), step(0.0, Some(0.2)));
        let (scored, unscored) = (step(0.3, Some(0.9)), step(0.0, Some(0.8)));
        assert_eq!(began(&[]), 0);
        assert_eq!(began(&[top.clone(), asked.clone(), scored]), 2);
        assert_eq!(began(&[top.clone(), asked, unscored]), 2);
        assert_eq!(began(&[top, step(0.5, None)]), 1);
    }

    #[test]
    fn the_top_level_comes_after_the_sentences_that_were_read_before() {
        let top = 2..4;
        let numbers: Vec<Option<usize>> = (0..6).map(|at| stop_number(at, &top)).collect();
        assert_eq!(numbers, [Some(1), Some(2), None, None, Some(3), Some(4)]);
        let top = 0..0;
        assert_eq!(stop_number(0, &top), Some(1));
    }

    fn answer() -> Answer {
        Answer {
            id: 1,
            question: String::new(),
            options: AskOptions::default(),
            confidence: None,
            model: String::new(),
            documents: vec![1],
            graphs: vec![1],
            growing: false,
            found: true,
            supported: true,
            rounds: Vec::new(),
            list: None,
            answer: "x".into(),
            sentences: vec![],
            stop: StopReason::Sufficient,
            steps: vec![],
            evidence: vec![],
            cost: QuestionCost::default(),
            nodes_total: 0,
            chunks_total: 0,
            tokens_total: 0,
            whole_flops: None,
            asked: 0,
        }
    }

    #[test]
    fn answers_of_earlier_versions_are_read() {
        let evidence = vec![Evidence { page: Some(3), label: Some("1".into()), ..passage(1.0) }];
        let answer = Answer { confidence: Some(0.7), evidence, ..answer() };
        let mut written = serde_json::to_value(&answer).unwrap();
        assert_eq!(serde_json::from_value::<Answer>(written.clone()).unwrap(), answer);
        assert!(written.as_object_mut().unwrap().remove("confidence").is_some());
        assert!(written["evidence"][0].as_object_mut().unwrap().remove("label").is_some());
        let old: Answer = serde_json::from_value(written).unwrap();
        assert_eq!((old.confidence, old.evidence[0].cited_page().as_deref()), (None, Some("3")));
    }

    #[test]
    fn an_answer_falls_into_its_sentences_and_the_rest() {
        let sentence = |start, end| AnswerSentence { start, end, looked: vec![] };
        let pieces = |answer: &Answer| -> Vec<(String, bool)> {
            let parts = answer.parts().into_iter();
            parts.map(|(text, sentence)| (text, sentence.is_some())).collect()
        };
        assert_eq!(pieces(&answer()), [("x".to_owned(), false)]);
        let spoken = Answer {
            answer: "Süß. Oder?".into(),
            sentences: vec![sentence(0, 4), sentence(5, 10)],
            ..answer()
        };
        let expected = [("Süß.", true), (" ", false), ("Oder?", true)];
        assert_eq!(pieces(&spoken), expected.map(|(text, is)| (text.to_owned(), is)));
    }

    fn passage(weight: f64) -> Evidence {
        Evidence {
            document: 1,
            chunk: 0,
            weight,
            node: 0,
            page: None,
            label: None,
            turns: Vec::new(),
            start: 0,
            end: 0,
            text: String::new(),
            changed: false,
        }
    }

    #[test]
    fn one_word_says_what_a_question_got() {
        let unsupported = Answer { supported: false, ..answer() };
        let insufficient = Answer { found: false, stop: StopReason::Unconfirmed, ..answer() };
        let fixed = Answer { found: false, stop: StopReason::Fixed, ..answer() };
        let silent = Answer { found: false, answer: " ".into(), ..answer() };
        let closest = Answer { evidence: vec![passage(1.0)], ..silent.clone() };
        for (answer, kind) in [
            (answer(), AnswerKind::Answer),
            (fixed, AnswerKind::Answer),
            (unsupported, AnswerKind::Guess),
            (insufficient, AnswerKind::Guess),
            (silent, AnswerKind::Nothing),
            (closest, AnswerKind::Passages),
        ] {
            assert_eq!(answer.kind(), kind, "{answer:?}");
        }
    }

    #[test]
    fn a_quote_is_cited_by_the_page_on_which_it_begins() {
        let range = 100..180;
        let pages = [(60, 1, "i"), (100, 2, "ii"), (120, 3, "1"), (150, 4, "4"), (180, 5, "3")];
        let within =
            |(start, page, label): (u32, u32, &str)| Turn::within(&range, start, page, label);
        let turns: Vec<Turn> = pages.into_iter().filter_map(within).collect();
        let label = Some("ii".to_owned());
        let passage =
            Evidence { page: Some(2), label, turns, start: 100, end: 180, ..passage(1.0) };
        let of = |passage: &Evidence, start| {
            passage.page_of(&Quote { text: "", start, before: false, after: false })
        };
        for (start, page) in [(0, "ii"), (19, "ii"), (20, "1"), (49, "1"), (50, "4"), (79, "4")] {
            assert_eq!(of(&passage, start).as_deref(), Some(page), "{start}");
        }
        let changed = Evidence { changed: true, ..passage };
        assert_eq!(of(&changed, 79).as_deref(), Some("ii"));
    }

    #[test]
    fn the_passages_shown_hold_most_of_the_weight() {
        for (weights, shown) in [
            (vec![0.9, 0.1], 1),
            (vec![0.5, 0.2, 0.2, 0.1], 3),
            (vec![0.1; 10], 5),
            (vec![0.3, 0.1], 2),
            (vec![], 0),
        ] {
            let evidence = weights.iter().map(|&weight| passage(weight)).collect();
            let answer = Answer { evidence, ..answer() };
            assert_eq!(answer.passages().len(), shown, "{weights:?}");
        }
    }
}
