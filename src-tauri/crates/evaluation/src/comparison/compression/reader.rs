//! How surprising a text is to a language model, with a question and without it.

use hwdag::cost::pass_flops;
use hwdag::{LanguageModel, Token};
use model::{Session, Stop};
use protocol::Failure;

use super::budget::strongest;
use crate::comparison::worker::stopped;

/// What stands after a question where it is asked after a chunk: it ties the two together, as
/// LongLLMLingua's restrictive statement does.
pub const STATEMENT: &str = "We can get the answer to this question in the given documents.";
/// Between a chunk and a question.
pub const GAP: &str = "\n\n";

/// Reads chunks for a question, each by itself.
pub struct Reader<'a> {
    session: &'a mut Session,
    stop: &'a Stop,
    /// The beginning of a talk, without which many models expect nothing sensible.
    open: Vec<Token>,
    question: Vec<Token>,
    /// The question with the statement.
    asked: Vec<Token>,
    gap: Vec<Token>,
    flops: f64,
    evaluated: u64,
}

/// A chunk that was read without the question, and the question after it.
#[derive(Debug)]
pub struct Reading {
    /// The chunk's tokens.
    pub tokens: Vec<Token>,
    /// How surprising each of them is.
    surprises: Vec<f32>,
    /// How well the question is to be expected after it: minus how surprising its tokens are in the
    /// mean.
    pub relevance: f32,
}

impl<'a> Reader<'a> {
    /// Reads with this sequence, which it empties, for a question.
    ///
    /// # Errors
    ///
    /// If the model cannot spell the question.
    pub fn new(session: &'a mut Session, stop: &'a Stop, question: &str) -> Result<Self, Failure> {
        let open = session.frame().open.clone();
        let asked = session.tokenize(&format!("{question} {STATEMENT}"))?;
        let (question, gap) = (session.tokenize(question)?, session.tokenize(GAP)?);
        Ok(Self { session, stop, open, question, asked, gap, flops: 0.0, evaluated: 0 })
    }

    /// Floating point operations so far.
    pub fn flops(&self) -> f64 {
        self.flops
    }

    /// Tokens evaluated so far.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Reads a chunk, and the question after it.
    ///
    /// # Errors
    ///
    /// If both do not fit the model's window, or the model fails;
    /// [`Code::Stopped`](protocol::Code::Stopped).
    pub fn read(&mut self, text: &str) -> Result<Reading, Failure> {
        let tokens = self.session.tokenize(text)?;
        let all = [tokens.as_slice(), &self.gap, &self.asked].concat();
        let mut surprises = self.surprises(&[], &all)?;
        let asked = surprises.split_off(tokens.len() + self.gap.len());
        surprises.truncate(tokens.len());
        Ok(Reading { tokens, surprises, relevance: -mean(&asked) })
    }

    /// What is left of a chunk: the `count` tokens that the question makes most expected, compared with
    /// how they read without it.
    ///
    /// # Errors
    ///
    /// As [`Reader::read`].
    pub fn squeeze(&mut self, reading: &Reading, count: usize) -> Result<String, Failure> {
        if count >= reading.tokens.len() {
            return Ok(self.spelled(reading.tokens.iter().copied()));
        }
        let kept = strongest(&self.contrasts(reading)?, count);
        Ok(self.spelled(kept.into_iter().map(|place| reading.tokens[place])))
    }

    /// How much less surprising each token of a chunk is after the question than without it.
    fn contrasts(&mut self, reading: &Reading) -> Result<Vec<f32>, Failure> {
        let before = [self.question.as_slice(), &self.gap].concat();
        let told = self.surprises(&before, &reading.tokens)?;
        Ok(reading.surprises.iter().zip(told).map(|(own, told)| own - told).collect())
    }

    /// How surprising each of these tokens is after others.
    fn surprises(&mut self, before: &[Token], tokens: &[Token]) -> Result<Vec<f32>, Failure> {
        if self.stop.is_requested() {
            return Err(stopped());
        }
        self.session.truncate(0)?;
        self.session.append(&[self.open.as_slice(), before].concat(), 0..0)?;
        let found = self.session.surprises(tokens)?;
        let evaluated = self.session.len() as u64;
        self.evaluated += evaluated;
        self.flops += pass_flops(&self.session.shape(), evaluated, 0);
        // Nothing can be told of the first token of all, if no talk begins before it.
        Ok(found.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The text of some tokens. Where one that held a part of a character is gone, the character goes.
    fn spelled(&self, tokens: impl Iterator<Item = Token>) -> String {
        let bytes: Vec<u8> = tokens.flat_map(|token| self.session.bytes(token)).collect();
        bytes.utf8_chunks().map(|chunk| chunk.valid()).collect()
    }
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use protocol::Code;

    use super::*;
    use crate::comparison::compression::tests::session;

    const TEXT: &str = "The lamp of the mill is green. The café of the brother is closed.";
    const QUESTION: &str = "What is the colour of the lamp?";

    #[test]
    fn a_chunk_is_read_with_the_question_and_without_it() {
        let (mut session, stop) = (session(), Stop::default());
        let mut reader = Reader::new(&mut session, &stop, QUESTION).unwrap();
        let reading = reader.read(TEXT).unwrap();
        assert_eq!(reading.surprises.len(), reading.tokens.len());
        assert!(reading.relevance < 0.0);
        let contrasts = reader.contrasts(&reading).unwrap();
        let gap = reader.gap.clone();
        // The same by hand: one part after the other.
        let [open, question] = [reader.open.clone(), reader.question.clone()];
        reader.session.truncate(0).unwrap();
        reader.session.append(&open, 0..0).unwrap();
        let own = reader.session.surprises(&reading.tokens).unwrap();
        reader.session.truncate(0).unwrap();
        reader.session.append(&[open, question, gap].concat(), 0..0).unwrap();
        let told = reader.session.surprises(&reading.tokens).unwrap();
        for ((own, told), contrast) in own.into_iter().zip(told).zip(contrasts) {
            let expected = own.unwrap_or_default() - told.unwrap_or_default();
            assert!((contrast - expected).abs() < 1e-2, "{contrast}, not {expected}");
        }
    }

    #[test]
    fn every_pass_counts() {
        let (mut session, stop) = (session(), Stop::default());
        let mut reader = Reader::new(&mut session, &stop, QUESTION).unwrap();
        let reading = reader.read(TEXT).unwrap();
        let first = reader.session.counts().evaluated;
        let shape = reader.session.shape();
        assert_eq!(reader.flops(), pass_flops(&shape, first, 0));
        reader.squeeze(&reading, 5).unwrap();
        let second = reader.session.counts().evaluated - first;
        assert_eq!(reader.flops(), pass_flops(&shape, first, 0) + pass_flops(&shape, second, 0));
        assert_eq!(reader.evaluated(), first + second);
    }

    #[test]
    fn whole_characters_are_kept_in_order() {
        let (mut session, stop) = (session(), Stop::default());
        let mut reader = Reader::new(&mut session, &stop, QUESTION).unwrap();
        let reading = reader.read(TEXT).unwrap();
        assert_eq!(reader.squeeze(&reading, reading.tokens.len()).unwrap(), TEXT);
        for count in [0, 1, 5, 12] {
            let left = reader.squeeze(&reading, count).unwrap();
            let mut whole = TEXT.chars();
            assert!(left.chars().all(|letter| whole.any(|other| other == letter)), "{left}");
        }
        assert_eq!(reader.squeeze(&reading, 0).unwrap(), "");
        let bytes = |byte| reader.session.tokenize(byte).unwrap();
        let halved = bytes("é")[..1].iter().copied().chain(bytes("a")).collect::<Vec<Token>>();
        let expected = if bytes("é").len() > 1 { "a" } else { "éa" };
        assert_eq!(reader.spelled(halved.into_iter()), expected);
    }

    #[test]
    fn what_does_not_fit_is_told_and_a_wish_to_stop_is_heard() {
        let (mut session, stop) = (session(), Stop::default());
        let mut reader = Reader::new(&mut session, &stop, QUESTION).unwrap();
        let error = reader.read(&TEXT.repeat(400)).unwrap_err();
        assert_eq!(error.code, Code::WindowFull);
        stop.request();
        assert_eq!(reader.read(TEXT).unwrap_err().code, Code::Stopped);
    }
}
