//! The prompt that has the model write questions about a person.

use std::ops::Range;

use crate::{Error, LanguageModel, Token, prompts};

/// The maximum number of tokens of a question, and of an answer.
pub(super) const LINE: usize = 40;
/// The room in tokens kept for a question and its answer, including the words before them.
const WRITTEN: usize = 2 * LINE + 8;

/// The fixed parts of the prompt.
pub(super) struct PairPieces {
    /// From the beginning to the first sentence.
    pub open: Vec<Token>,
    pub mark: Vec<Token>,
    pub line_break: Vec<Token>,
    /// The assistant header, and the word that every question begins with.
    pub reply: Vec<Token>,
    pub question: Vec<Token>,
    pub answer: Vec<Token>,
}

/// Returns the words that ask for questions about a person, up to the first sentence.
fn asked_about<M: LanguageModel>(model: &M, name: &str) -> Result<Vec<Token>, M::Error> {
    let mut tokens = model.tokenize(prompts::PAIRS_OPEN)?;
    tokens.extend(model.tokenize(&format!(" {}", on_one_line(name)))?);
    tokens.extend(model.tokenize(prompts::PAIRS_INFORMATION)?);
    Ok(tokens)
}

/// The prompt up to the assistant header, and the ranges of the sentences in it.
pub(super) struct PairPrompt {
    pub tokens: Vec<Token>,
    pub places: Vec<Range<usize>>,
}

impl PairPieces {
    /// Returns the words around the sentences that name this person.
    pub fn new<M: LanguageModel>(model: &M, name: &str) -> Result<Self, M::Error> {
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
    pub fn prompt<M: LanguageModel>(
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

/// Returns a text on one line.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
