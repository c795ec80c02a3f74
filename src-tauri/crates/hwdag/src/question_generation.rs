//! Questions about a person that sentences answer, each with its answer (MKRAG's micro-grained pairs).
//!
//! The model is shown a few sentences and writes lines in turns, after `Question:` and after `Answer:`. These words are
//! supplied, so the model cannot get the form wrong. An example comes first, for models not trained for this task. Two
//! signals identify the sentence that answers a question: the words of the answer and, if several sentences have them,
//! the attention of its tokens. The model then answers the question from that sentence alone. A pair is kept if the
//! model finds the sentence sufficient and the sentence supports this second answer.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use crate::answer_form::fits_question;
use crate::edges::{NodeAttention, shares};
use crate::grounding::{has_content, repeats_question, support};
use crate::search::{Query, SearchOutcome, SearchSettings, search};
use crate::sequence::{MeteredSequence, go_on};
use crate::spelling::Spelling;
use crate::writer::{Ending, Next, OutputWriter};
use crate::{Chunk, Error, Graph, LanguageModel, Token, prompts};

/// The maximum number of tokens of a question, and of an answer.
const LINE: usize = 40;
/// The room in tokens kept for a question and its answer, including the words before them.
const WRITTEN: usize = 2 * LINE + 8;
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
        let mut writer = OutputWriter::new(LINE, seen);
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

/// The fixed parts of the prompt.
struct PairPieces {
    /// From the beginning to the first sentence.
    open: Vec<Token>,
    mark: Vec<Token>,
    line_break: Vec<Token>,
    /// The assistant header, and the word that every question begins with.
    reply: Vec<Token>,
    question: Vec<Token>,
    answer: Vec<Token>,
}

/// Returns the words that ask for questions about a person, up to the first sentence.
fn asked_about<M: LanguageModel>(model: &M, name: &str) -> Result<Vec<Token>, M::Error> {
    let mut tokens = model.tokenize(prompts::PAIRS_OPEN)?;
    tokens.extend(model.tokenize(&format!(" {}", on_one_line(name)))?);
    tokens.extend(model.tokenize(prompts::PAIRS_INFORMATION)?);
    Ok(tokens)
}

/// The prompt up to the assistant header, and the ranges of the sentences in it.
struct PairPrompt {
    tokens: Vec<Token>,
    places: Vec<Range<usize>>,
}

impl PairPieces {
    fn new<M: LanguageModel>(model: &M, name: &str) -> Result<Self, M::Error> {
        let frame = model.frame();
        let [mark, line_break, question, answer] =
            [prompts::BULLET_MARK, prompts::LINE_BREAK, prompts::QUESTION, prompts::PAIR_ANSWER]
                .map(|words| model.tokenize(words));
        let (mark, line_break, question, answer) = (mark?, line_break?, question?, answer?);
        let mut open = frame.open.clone();
        open.extend(asked_about(model, prompts::PAIRS_EXAMPLE_NAME)?);
        for sentence in prompts::PAIRS_EXAMPLE_SENTENCES {
            open.extend_from_slice(&mark);
            open.extend(model.tokenize(&format!(" {sentence}"))?);
            open.extend_from_slice(&line_break);
        }
        open.extend_from_slice(&frame.reply);
        for (asked, answered) in prompts::PAIRS_EXAMPLE_PAIRS {
            for (word, text) in [(&question, asked), (&answer, answered)] {
                open.extend_from_slice(word);
                open.extend(model.tokenize(&format!(" {text}"))?);
                open.extend_from_slice(&line_break);
            }
        }
        open.extend_from_slice(&frame.next);
        open.extend(asked_about(model, name)?);
        Ok(Self {
            open,
            mark,
            line_break,
            reply: [frame.reply_again.as_slice(), &question].concat(),
            question,
            answer,
        })
    }

    /// Returns the prompt with the first sentences, as many as leave room for the questions about them.
    fn prompt<M: LanguageModel>(
        &self,
        model: &M,
        sentences: &[&str],
    ) -> Result<PairPrompt, Error<M::Error>> {
        let (window, mut tokens) = (model.shape().window, self.open.clone());
        let mut places: Vec<Range<usize>> = Vec::new();
        for sentence in sentences {
            let text = model.tokenize(&format!(" {}", on_one_line(sentence)))?;
            let line = self.mark.len() + text.len() + self.line_break.len();
            let needed = tokens.len() + line + self.reply.len() + WRITTEN * (places.len() + 1);
            if needed > window {
                if places.is_empty() {
                    return Err(Error::WindowFull { needed, window });
                }
                break;
            }
            tokens.extend_from_slice(&self.mark);
            let start = tokens.len();
            tokens.extend(text);
            places.push(start..tokens.len());
            tokens.extend_from_slice(&self.line_break);
        }
        Ok(PairPrompt { tokens, places })
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

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::Fake;

    const SENTENCES: [&str; 3] = [
        "Ann Hill met Tom Bell in Ely.",
        "Ann Hill owns a red boat.",
        "It was late when Ann Hill left Ely.",
    ];

    fn written(
        reply: &str,
        window: usize,
    ) -> Result<GeneratedPairs, Error<std::convert::Infallible>> {
        let mut fake = Fake::new(window);
        // The fake takes the word read after the header for the first of its reply.
        let reply = format!("{}{reply}", prompts::QUESTION);
        fake.reply = Box::new(move |text| match text.contains(prompts::ANSWER) {
            true if text.contains("meet") => "Ely".to_owned(),
            true => "a boat that is red".to_owned(),
            false => reply.clone(),
        });
        fake.judge = Box::new(|text| if text.contains("leave") { 0.2 } else { 0.9 });
        let asked = AskedAbout { name: "Ann Hill", sentences: &SENTENCES, confidence: 0.5 };
        write_pairs(&mut fake, &asked, &mut || ControlFlow::Continue(()))
    }

    #[test]
    fn pairs_count_if_a_sentence_says_the_answer() {
        let reply = " What does Ann Hill own?\nAnswer: a red boat\nQuestion: What does Ann Hill fear?\nAnswer: a \
                     storm\nQuestion: Where did Ann Hill meet Tom Bell?\nAnswer: Ely\n";
        let found = written(reply, 2_000).unwrap();
        let pairs: Vec<_> = found
            .pairs
            .iter()
            .map(|pair| (pair.question.as_str(), pair.answer.as_str(), pair.sentence))
            .collect();
        let expected = [
            ("What does Ann Hill own?", "a boat that is red", 1),
            ("Where did Ann Hill meet Tom Bell?", "Ely", 2),
        ];
        // The fake attends evenly, so of two sentences with the word the last one is taken.
        assert_eq!((pairs, found.written, found.shown), (expected.to_vec(), 3, 3));
        assert!(found.evaluated > 0 && found.flops > 0.0);
    }

    #[test]
    fn what_is_no_pair_is_left_out() {
        for reply in [
            // The model finds that the sentence does not answer the question.
            " What did Ann Hill leave?\nAnswer: a red boat",
            "",
            "Yes",
            " What does Ann Hill own?",
            " What does Ann Hill own?\nQuestion: What does Ann Hill own?\n",
            " Ann Hill owns a boat.\nAnswer: a red boat",
            " What does Ann Hill own?\nAnswer:\n",
            " What red boat does Ann Hill own?\nAnswer: a red boat",
            " What does she own?\nAnswer: a red boat",
        ] {
            assert_eq!(written(reply, 2_000).unwrap().pairs, [], "{reply}");
        }
    }

    #[test]
    fn as_many_sentences_are_shown_as_fit() {
        let reply = " What does Ann Hill own?\nAnswer: a red boat\n";
        let found = written(reply, 400).unwrap();
        assert_eq!((found.shown, found.pairs.len()), (2, 1));
        assert!(matches!(written(reply, 250), Err(Error::WindowFull { .. })));
    }
}
