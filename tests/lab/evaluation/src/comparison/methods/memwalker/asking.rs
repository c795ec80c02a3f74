//! How the model is asked to choose one of several parts, and whether a chunk suffices. In both cases
//! nothing is written: the answer is read from the scores of the next token.

use std::collections::BTreeSet;

use hwdag::cost::pass_flops;
use hwdag::{LanguageModel, Node, Token, Verdict, prompts};
use model::Session;
use protocol::Failure;

use crate::comparison::answer_record::QueryCost;
use engine::method_failure as failure;

/// Text before the question, when the model chooses one of several parts.
pub const CHOOSE_OPEN: &str = "Which one of the following parts of a document most likely holds what \
answers the question? Reply with its number only, without explanation.\nQuestion:";
/// Text between the question and the parts.
pub const CHOOSE_PARTS: &str = "\nParts:\n";
/// The most parts to choose from at once: their numbers have one digit, so that the first token of a
/// number identifies it.
pub const PARTS: usize = 9;

/// A model that is asked about one question. Its sequence keeps the common beginning from prompt to
/// prompt.
pub struct Asker<'m> {
    model: &'m mut Session,
    verdict: Verdict,
    /// For each number, the tokens that say it.
    numbers: Vec<BTreeSet<Token>>,
    words: MemWalkerPrompt,
    /// The tokens in the sequence.
    held: Vec<Token>,
    cost: QueryCost,
}

/// The text around nodes.
struct MemWalkerPrompt {
    /// Before the parts to choose from.
    choose: Vec<Token>,
    /// Before what is to suffice, as in a search.
    suffices: Vec<Token>,
    /// By number, what stands before a chunk and before a summary, whose own tokens begin with a
    /// space.
    marks: Vec<[Vec<Token>; 2]>,
    /// Before a summary that is to suffice.
    mark: Vec<Token>,
    line_break: Vec<Token>,
    reply: Vec<Token>,
}

impl MemWalkerPrompt {
    fn new(model: &Session, question: &str) -> Result<Self, model::Error> {
        let question = model.tokenize(&format!(" {}", question.trim()))?;
        let around = |before: &str, after: &str| -> Result<Vec<Token>, model::Error> {
            let (before, after) = (model.tokenize(before)?, model.tokenize(after)?);
            Ok([&model.frame().open, &before, &question, &after].map(Vec::as_slice).concat())
        };
        let mark = |number: usize| -> Result<[Vec<Token>; 2], model::Error> {
            Ok([model.tokenize(&format!("{number}. "))?, model.tokenize(&format!("{number}."))?])
        };
        Ok(Self {
            choose: around(CHOOSE_OPEN, CHOOSE_PARTS)?,
            suffices: around(prompts::SUFFICIENT_OPEN, prompts::SUFFICIENT_INFORMATION)?,
            marks: (1..=PARTS).map(mark).collect::<Result<_, _>>()?,
            mark: model.tokenize(prompts::BULLET_MARK)?,
            line_break: model.tokenize(prompts::LINE_BREAK)?,
            reply: model.frame().reply.clone(),
        })
    }

    /// Returns the line of the part at a position, from 0.
    fn part(&self, place: usize, node: &Node) -> Vec<Token> {
        let mark = &self.marks[place][usize::from(node.level > 1)];
        [mark.as_slice(), &node.tokens, &self.line_break].concat()
    }
}

impl<'m> Asker<'m> {
    /// Empties the sequence and prepares to ask.
    pub fn new(model: &'m mut Session, question: &str) -> Result<Self, Failure> {
        model.truncate(0)?;
        let verdict = Verdict::new(&*model).map_err(failure)?;
        let numbers = (1..=PARTS).map(|number| saying(model, number));
        let numbers = numbers.collect::<Result<_, _>>()?;
        let words = MemWalkerPrompt::new(model, question)?;
        Ok(Self { model, verdict, numbers, words, held: Vec::new(), cost: QueryCost::default() })
    }

    /// Returns the model.
    pub fn model(&self) -> &Session {
        self.model
    }

    /// Returns what precedes a summary wherever it is shown, except in a choice.
    pub fn mark(&self) -> &[Token] {
        &self.words.mark
    }

    /// Returns what was evaluated so far.
    pub fn cost(&self) -> QueryCost {
        self.cost
    }

    /// Returns how many of the first nodes the model can choose from at once; at least one.
    pub fn page(&self, nodes: &[&Node]) -> usize {
        let window = self.model.shape().window;
        let mut needed = self.words.choose.len() + self.words.reply.len();
        let fits = |&(place, node): &(usize, &&Node)| {
            needed += self.words.part(place, node).len();
            needed <= window
        };
        nodes.iter().enumerate().take(PARTS).take_while(fits).count().max(1)
    }

    /// Returns how strongly the model prefers each of some nodes, at most a page of them: the highest
    /// score of a token that says the node's number.
    pub fn choose(&mut self, nodes: &[&Node]) -> Result<Vec<f32>, Failure> {
        let mut prompt = self.words.choose.clone();
        for (place, node) in nodes.iter().enumerate() {
            prompt.extend(self.words.part(place, node));
        }
        self.ask(prompt)?;
        let scores = self.model.scores();
        let score = |token: &Token| usize::try_from(*token).ok().and_then(|at| scores.get(at));
        let best = |tokens: &BTreeSet<Token>| {
            tokens.iter().filter_map(score).copied().fold(f32::NEG_INFINITY, f32::max)
        };
        Ok(self.numbers.iter().take(nodes.len()).map(best).collect())
    }

    /// Returns the model's p_yes to whether these nodes suffice, asked as in a search.
    pub fn suffices(&mut self, nodes: &[&Node]) -> Result<f64, Failure> {
        let mut prompt = self.words.suffices.clone();
        for node in nodes {
            if node.level > 1 {
                prompt.extend_from_slice(&self.words.mark);
            }
            prompt.extend_from_slice(&node.tokens);
            prompt.extend_from_slice(&self.words.line_break);
        }
        self.ask(prompt)?;
        Ok(self.verdict.p_yes(self.model.scores()))
    }

    /// Brings a prompt and the assistant header into the sequence. If its memory can go back, what it
    /// already holds is not evaluated again, except the last token, whose scores are needed.
    fn ask(&mut self, mut prompt: Vec<Token>) -> Result<(), Failure> {
        prompt.extend_from_slice(&self.words.reply);
        let alike = self.held.iter().zip(&prompt).take_while(|(a, b)| a == b).count();
        let kept = alike.min(prompt.len().saturating_sub(1));
        self.held.truncate(kept);
        self.model.truncate(kept)?;
        let before = self.model.counts().evaluated;
        self.model.append(&prompt[kept..], 0..0)?;
        // A memory that cannot go back has read the kept part again.
        let new = self.model.counts().evaluated - before;
        self.cost.evaluated += new;
        self.cost.flops += pass_flops(&self.model.shape(), new, prompt.len() as u64 - new);
        self.held = prompt;
        Ok(())
    }
}

/// Returns the tokens with which a model says a one-digit number, with or without a space before it.
/// Some models have a separate token for the space, which all numbers share; the last token is the
/// number's own.
fn saying(model: &Session, number: usize) -> Result<BTreeSet<Token>, model::Error> {
    let mut tokens = BTreeSet::new();
    for spelling in [number.to_string(), format!(" {number}")] {
        tokens.extend(model.tokenize(&spelling)?.last());
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::super::example::{session, tree};
    use super::*;

    #[test]
    fn numbers_are_distinguished() {
        let mut session = session();
        let asker = Asker::new(&mut session, "Where is the lamp?").unwrap();
        for (place, tokens) in asker.numbers.iter().enumerate() {
            assert!(!tokens.is_empty());
            assert!(asker.numbers[..place].iter().all(|other| other.is_disjoint(tokens)));
        }
    }

    #[test]
    fn only_what_is_new_is_evaluated_and_counted() {
        let mut session = session();
        let tree = tree(&session);
        let (shape, before) = (session.shape(), session.counts().evaluated);
        let nodes: Vec<&Node> = tree.nodes()[..3].iter().collect();
        let mut asker = Asker::new(&mut session, "Where is the lamp?").unwrap();
        let p_yes = asker.suffices(&nodes).unwrap();
        let first = asker.cost();
        assert!((0.0..=1.0).contains(&p_yes));
        assert_eq!(first.evaluated, asker.model().len() as u64);
        assert_eq!(first.flops, pass_flops(&shape, first.evaluated, 0));
        assert!((asker.suffices(&nodes).unwrap() - p_yes).abs() < 1e-2);
        let again = asker.cost();
        assert_eq!(again.evaluated, first.evaluated + 1);
        let last = pass_flops(&shape, 1, first.evaluated - 1);
        assert!((again.flops - first.flops - last).abs() < 1e-6 * first.flops);
        assert_eq!(asker.choose(&nodes).unwrap().len(), 3);
        assert_eq!(asker.model().counts().evaluated - before, asker.cost().evaluated);
    }

    #[test]
    fn a_page_has_nine_parts_at_most_and_what_fits() {
        let mut session = session();
        let tree = tree(&session);
        let window = session.shape().window;
        let asker = Asker::new(&mut session, "Where is the lamp?").unwrap();
        let short = &tree.nodes()[0];
        assert_eq!(asker.page(&[short; 20]), PARTS);
        assert_eq!(asker.page(&[short; 4]), 4);
        let long = Node { tokens: vec![300; window / 3], ..short.clone() };
        assert!((1..3).contains(&asker.page(&[&long; 5])));
        let longest = Node { tokens: vec![300; window], ..short.clone() };
        assert_eq!(asker.page(&[&longest; 5]), 1);
    }
}
