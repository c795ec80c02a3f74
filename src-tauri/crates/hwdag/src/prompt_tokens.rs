//! The words of the prompts as one model's tokens, with nodes as lines between them.

use std::ops::Range;

use crate::graph::Node;
use crate::search::query::Exchange;
use crate::search::settings::PromptOrder;
use crate::{LanguageModel, Token, prompts};

/// The maximum number of tokens of all earlier exchanges together, in a large window.
const EARLIER_TOKENS: usize = 256;
/// One in this many tokens of a window may be those of earlier exchanges.
const EARLIER_PART: usize = 8;

/// The tokens that turn a node into a line: the bullet mark before a point, the line break after
/// any node.
pub(crate) struct NodeLineTokens {
    mark: Vec<Token>,
    line_break: Vec<Token>,
}

impl NodeLineTokens {
    pub(crate) fn new<M: LanguageModel>(model: &M) -> Result<Self, M::Error> {
        Ok(Self {
            mark: model.tokenize(prompts::BULLET_MARK)?,
            line_break: model.tokenize(prompts::LINE_BREAK)?,
        })
    }

    /// The number of tokens of the node's line.
    pub(crate) fn cost(&self, node: &Node) -> usize {
        self.mark_of(node).len() + node.tokens.len() + self.line_break.len()
    }

    /// Adds the node's line to `tokens` and returns the node's own range in them.
    pub(crate) fn write(&self, node: &Node, tokens: &mut Vec<Token>) -> Range<usize> {
        tokens.extend_from_slice(self.mark_of(node));
        let start = tokens.len();
        tokens.extend_from_slice(&node.tokens);
        let end = tokens.len();
        tokens.extend_from_slice(&self.line_break);
        start..end
    }

    fn mark_of(&self, node: &Node) -> &[Token] {
        if node.level == 1 { &[] } else { &self.mark }
    }
}

/// The fixed parts of the prompt that asks for a summary.
pub(crate) struct SummaryPrompt {
    /// From the beginning of the sequence to the first node.
    pub open: Vec<Token>,
    /// After the last node.
    pub close: Vec<Token>,
    /// After that, if no point was written.
    pub again: Vec<Token>,
    /// The assistant header.
    pub reply: Vec<Token>,
}

impl SummaryPrompt {
    pub(crate) fn new<M: LanguageModel>(model: &M) -> Result<Self, M::Error> {
        let frame = model.frame();
        let mut open = frame.open.clone();
        open.extend(model.tokenize(prompts::SUMMARIZE_OPEN)?);
        Ok(Self {
            open,
            close: model.tokenize(prompts::SUMMARIZE_CLOSE)?,
            again: model.tokenize(prompts::SUMMARIZE_AGAIN)?,
            reply: frame.reply.clone(),
        })
    }

    /// The number of tokens of everything but the nodes and the output.
    pub(crate) fn cost(&self) -> usize {
        self.open.len() + self.close.len() + self.reply.len()
    }
}

/// The fixed parts of the two turns of a search.
pub(crate) struct SearchPrompt {
    /// From the beginning of the sequence to the question, or to the first node if nodes come
    /// first.
    pub open: Vec<Token>,
    /// The question with the words around it.
    asked: Vec<Token>,
    /// The range of one space and the question in them.
    question: Range<usize>,
    /// The words before the nodes that come after the top level, if any.
    pub further: Vec<Token>,
    /// The assistant header of the first turn.
    pub reply: Vec<Token>,
    /// From the assistant's Yes to the end of the words that ask for the answer.
    pub answer: Vec<Token>,
    /// The assistant header of the second turn.
    pub reply_again: Vec<Token>,
}

impl SearchPrompt {
    pub(crate) fn new<M: LanguageModel>(
        model: &M,
        question: &str,
        earlier: &[Exchange<'_>],
        order: PromptOrder,
    ) -> Result<Self, M::Error> {
        let (open_words, before, after, further) = match order {
            PromptOrder::QuestionFirst if earlier.is_empty() => {
                (prompts::SUFFICIENT_OPEN, "", prompts::SUFFICIENT_INFORMATION, "")
            }
            PromptOrder::QuestionFirst => {
                (prompts::FOLLOWING_OPEN, prompts::QUESTION, prompts::SUFFICIENT_INFORMATION, "")
            }
            PromptOrder::NodesFirst => (
                prompts::NODES_FIRST_OPEN,
                prompts::QUESTION,
                prompts::LINE_BREAK,
                prompts::NODES_FIRST_FURTHER,
            ),
        };
        let frame = model.frame();
        let mut open = frame.open.clone();
        open.extend(model.tokenize(open_words)?);
        let mut asked = exchanged(model, earlier)?;
        asked.extend(model.tokenize(before)?);
        let start = asked.len();
        asked.extend(model.tokenize(&format!(" {}", question.trim()))?);
        let question = start..asked.len();
        asked.extend(model.tokenize(after)?);
        let mut answer = model.tokenize(prompts::YES)?;
        answer.extend_from_slice(&frame.next);
        answer.extend(model.tokenize(prompts::ANSWER)?);
        let further = model.tokenize(further)?;
        let (reply, reply_again) = (frame.reply.clone(), frame.reply_again.clone());
        Ok(Self { open, asked, question, further, reply, answer, reply_again })
    }

    /// The question with the words around it, and the range of the question itself in them.
    pub(crate) fn asked(&self) -> (Vec<Token>, Range<usize>) {
        (self.asked.clone(), self.question.clone())
    }

    /// Everything before the first node, if the question comes before the nodes.
    pub(crate) fn before_nodes(&self) -> Vec<Token> {
        [self.open.as_slice(), &self.asked].concat()
    }

    /// The number of tokens of everything after the top level but the nodes and the answer.
    pub(crate) fn tail(&self) -> usize {
        self.further.len() + self.reply.len() + self.answer.len() + self.reply_again.len()
    }

    /// The number of tokens of everything before the further nodes but the nodes.
    pub(crate) fn head(&self) -> usize {
        self.open.len() + self.asked.len()
    }
}

/// Returns the earlier questions and answers, each text cut off at its share of the tokens.
fn exchanged<M: LanguageModel>(
    model: &M,
    earlier: &[Exchange<'_>],
) -> Result<Vec<Token>, M::Error> {
    let most = EARLIER_TOKENS.min(model.shape().window / EARLIER_PART) / (2 * earlier.len().max(1));
    let mut tokens = Vec::new();
    for Exchange { question, answer } in earlier {
        tokens.extend(model.tokenize(prompts::EARLIER_QUESTION)?);
        tokens.extend(said(model, question, most)?);
        if !answer.trim().is_empty() {
            tokens.extend(model.tokenize(prompts::EARLIER_ANSWER)?);
            tokens.extend(said(model, answer, most)?);
        }
        tokens.extend(model.tokenize(prompts::LINE_BREAK)?);
    }
    Ok(tokens)
}

/// Returns one space and a text on one line, cut to `most` tokens.
fn said<M: LanguageModel>(model: &M, text: &str, most: usize) -> Result<Vec<Token>, M::Error> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut tokens = model.tokenize(&format!(" {line}"))?;
    tokens.truncate(most);
    Ok(tokens)
}
