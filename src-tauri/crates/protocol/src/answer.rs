//! An answer with its whole path.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::answer_kind::is_supported;
use crate::search_path::began;
use crate::{
    AnswerKind, AskOptions, DocumentId, Evidence, GraphId, NameList, QuestionId, Quote, Round,
    Step, StopReason, best_effort, quote,
};

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

/// The cost of a question. `tokens_evaluated + tokens_restored - tokens_template_again -
/// tokens_thought = tokens_distinct`, exactly. Unless chunks were judged alone, these are the tokens in the model's
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
    /// Tokens of thoughts before a verdict or the answer.
    #[serde(default)]
    pub tokens_thought: u64,
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

    /// Returns the part of a passage most related to the question and the answer: see [`quote`].
    pub fn quote<'a>(&self, evidence: &'a Evidence, most: usize) -> Quote<'a> {
        quote(&evidence.text, &format!("{} {}", self.question, self.answer), most)
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

#[cfg(test)]
mod tests;
