//! Questions about a person that sentences answer, each with its answer (MKRAG's micro-grained pairs).
//!
//! The model is shown a few sentences and writes lines in turns, after `Question:` and after `Answer:`. These words are
//! supplied, so the model cannot get the form wrong. An example comes first, for models not trained for this task. Two
//! signals identify the sentence that answers a question: the words of the answer and, if several sentences have them,
//! the attention of its tokens. The model then answers the question from that sentence alone. A pair is kept if the
//! model finds the sentence sufficient and the sentence supports this second answer.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use self::pair_prompt::{LINE, PairPieces, on_one_line};
use crate::answer_form::fits_question;
use crate::edges::{NodeAttention, shares};
use crate::grounding::{has_content, repeats_question, support};
use crate::search::{Query, SearchOutcome, SearchSettings, search};
use crate::sequence::{MeteredSequence, go_on};
use crate::spelling::Spelling;
use crate::writer::{Ending, Next, OutputWriter};
use crate::{Chunk, Error, Graph, LanguageModel, prompts};

/// The share of an answer's content words that the sentence which answers it must contain.
const LEAST_SUPPORT: f64 = 0.75;

/// A question about a person, and its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneratedPair {
    /// The question, on one line.
    pub question: String,
    /// Its answer, on one line.
    pub answer: String,
    /// The place of the sentence that states the answer among those shown.
    pub sentence: usize,
    /// The share of the answer's attention to the sentences that this one received, from 0 to 1.
    pub attention: f64,
}

/// The result of showing some sentences to a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GeneratedPairs {
    /// The accepted pairs.
    pub pairs: Vec<GeneratedPair>,
    /// The number of lines that the model wrote as questions, with or without an accepted answer.
    pub written: usize,
    /// The number of sentences shown: the first ones, as many as the window held.
    pub shown: usize,
    /// Tokens run through the model.
    pub evaluated: u64,
    /// The model's floating point operations.
    pub flops: f64,
}

/// The person that questions are wanted about.
#[derive(Debug, Clone, Copy)]
pub struct AskedAbout<'a> {
    /// The name.
    pub name: &'a str,
    /// Sentences that mention the person.
    pub sentences: &'a [&'a str],
    /// The probability of Yes above which a sentence answers a question.
    pub confidence: f64,
}

/// Has a model write questions about a person that sentences answer. `poll` is called after every token written, and
/// stops the writing with `Break`.
///
/// # Errors
///
/// If the model fails, `poll` stops it, or not even one sentence fits the window.
pub fn write_pairs<M: LanguageModel>(
    model: &mut M,
    asked: &AskedAbout<'_>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<GeneratedPairs, Error<M::Error>> {
    let mut found = drafted(model, asked, poll)?;
    let drafts = std::mem::take(&mut found.pairs);
    for draft in drafts {
        let outcome = answered(model, &draft, asked, poll)?;
        found.evaluated += outcome.cost.evaluated;
        found.flops += outcome.cost.flops;
        let sentence = asked.sentences[draft.sentence];
        let answer = on_one_line(&outcome.answer);
        if outcome.found() && says(&draft.question, &answer, sentence) {
            found.pairs.push(GeneratedPair { answer, ..draft });
        }
    }
    Ok(found)
}

/// Has the model answer a question from one sentence alone.
fn answered<M: LanguageModel>(
    model: &mut M,
    draft: &GeneratedPair,
    asked: &AskedAbout<'_>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<SearchOutcome, Error<M::Error>> {
    let text = on_one_line(asked.sentences[draft.sentence]);
    let mut tokens = model.tokenize(prompts::BULLET_MARK)?;
    tokens.extend(model.tokenize(&format!(" {text}"))?);
    let graph = Graph::of_candidates(vec![Chunk { tokens, range: 0..0, text }]);
    let settings = SearchSettings { confidence: asked.confidence, ..SearchSettings::default() };
    search(model, &Query::new(&draft.question, &[&graph]), &settings, &mut |_| poll())
}

/// Returns questions with the answers that the model wrote for them.
fn drafted<M: LanguageModel>(
    model: &mut M,
    asked: &AskedAbout<'_>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<GeneratedPairs, Error<M::Error>> {
    let &AskedAbout { name, sentences, .. } = asked;
    let pieces = PairPieces::new(model, name)?;
    let prompt = pieces.prompt(model, sentences)?;
    let shown = prompt.places.len();
    let mut writing =
        LineGenerator { sequence: MeteredSequence::begin(model)?, pieces: &pieces, poll };
    writing.sequence.read(&prompt.tokens, 0..0, &mut |_| (writing.poll)())?;
    writing.sequence.append(&pieces.reply, 0..0)?;
    let (mut pairs, mut asked): (Vec<GeneratedPair>, HashSet<String>) = Default::default();
    while asked.len() < shown {
        let question = writing.line(&[])?;
        if question.text.is_empty() || !asked.insert(question.text.clone()) {
            break;
        }
        writing.sequence.append(&pieces.answer, 0..0)?;
        let answer = writing.line(&prompt.places)?;
        let is_last = answer.ending == Some(Ending::Finished) || asked.len() == shown;
        let pair = checked(question.text, answer, &sentences[..shown]);
        pairs.extend(pair.filter(|pair| asks_about(&pair.question, name)));
        if is_last {
            break;
        }
        writing.sequence.append(&pieces.question, 0..0)?;
    }
    let (counts, flops) = writing.sequence.take_cost();
    Ok(GeneratedPairs { pairs, written: asked.len(), shown, evaluated: counts.evaluated, flops })
}

/// A model that writes lines in turns.
struct LineGenerator<'a, 'm, M: LanguageModel> {
    sequence: MeteredSequence<'m, M>,
    pieces: &'a PairPieces,
    poll: &'a mut dyn FnMut() -> ControlFlow<()>,
}

/// A written line.
struct GeneratedLine {
    text: String,
    /// The shares of its attention to the watched ranges.
    looked: Vec<f64>,
    /// Why the model stopped writing, unless it ended the line.
    ending: Option<Ending>,
}

impl<M: LanguageModel> LineGenerator<'_, '_, M> {
    /// Has the model write one line, and ends it.
    fn line(&mut self, watched: &[Range<usize>]) -> Result<GeneratedLine, Error<M::Error>> {
        let seen = NodeAttention::new(watched.iter().map(|place| vec![place.clone()]));
        let columns = seen.watched();
        let mut writer = OutputWriter::new(self.sequence.model().frame(), LINE, seen);
        let ending = loop {
            if writer.has_ended_a_line() {
                break None;
            }
            let token = match self.sequence.next(&writer) {
                Next::Token(token) => token,
                Next::Ended(ending) => break Some(ending),
            };
            let attention = self.sequence.append(&[token], columns.clone())?;
            writer.take(token, &self.sequence.model().bytes(token), &attention);
            go_on((self.poll)())?;
        };
        let (written, seen, _) = writer.finish(ending.unwrap_or(Ending::Finished));
        if ending.is_some() {
            self.sequence.append(&self.pieces.line_break, 0..0)?;
        }
        let model = self.sequence.model();
        let spelling = Spelling::new(&written.tokens, |token| model.bytes(token));
        let looked = shares(seen.mean(0..written.tokens.len())).values;
        Ok(GeneratedLine { text: on_one_line(spelling.text()), looked, ending })
    }
}

/// Returns the pair if one of the sentences supports its answer.
fn checked(question: String, answer: GeneratedLine, sentences: &[&str]) -> Option<GeneratedPair> {
    let GeneratedLine { text: answer, looked, ending } = answer;
    if matches!(ending, Some(Ending::Budget | Ending::Circles)) {
        return None;
    }
    let sentence = (0..sentences.len())
        .filter(|&nth| says(&question, &answer, sentences[nth]))
        .max_by(|&a, &b| looked[a].total_cmp(&looked[b]))?;
    Some(GeneratedPair { question, answer, sentence, attention: looked[sentence] })
}

/// Returns whether a sentence supports an answer whose form fits the question.
fn says(question: &str, answer: &str, sentence: &str) -> bool {
    let asks = question.ends_with(['?', '？']) && has_content(question);
    let answers = has_content(answer)
        && !repeats_question(answer, question)
        && fits_question(answer, question);
    asks && answers && support(answer, [sentence]).is_enough(LEAST_SUPPORT)
}

/// Returns whether a question contains a word of a person's name.
fn asks_about(question: &str, name: &str) -> bool {
    let question = question.to_lowercase();
    let mut words = name.split_whitespace().filter(|word| !word.ends_with('.'));
    words.any(|word| question.contains(&word.to_lowercase()))
}

mod pair_prompt;
#[cfg(test)]
mod tests;
