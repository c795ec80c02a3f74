//! How surprising a text is to a language model, with and without a question.

use hwdag::cost::pass_flops;
use hwdag::{LanguageModel, Token};
use model::{Session, StopSignal};
use protocol::Failure;

use super::budget::strongest;
use crate::comparison::answerer::stopped;

/// What follows a question that is asked after a chunk. It ties the two together, like LongLLMLingua's
/// restrictive statement.
pub const STATEMENT: &str = "We can get the answer to this question in the given documents.";
/// Text between a chunk and a question.
pub const GAP: &str = "\n\n";

/// Reads chunks, each by itself, and questions after them.
pub struct ChunkReader<'a> {
    session: &'a mut Session,
    stop: &'a StopSignal,
    /// The beginning of a chat, without which many models expect nothing sensible.
    open: Vec<Token>,
    gap: Vec<Token>,
}

/// A question in the tokens in which it is read.
#[derive(Debug)]
pub struct TokenizedQuestion {
    /// Before a chunk.
    before: Vec<Token>,
    /// After a chunk: with the statement.
    after: Vec<Token>,
}

/// A chunk read by itself.
#[derive(Debug)]
pub struct ChunkSurprisals {
    /// The chunk's tokens.
    pub tokens: Vec<Token>,
    /// How surprising each of them is.
    surprisals: Vec<f32>,
}

/// What a question costs by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CompressionCost {
    /// Tokens run through the model.
    pub evaluated: u64,
    /// Floating point operations.
    pub flops: f64,
}

impl CompressionCost {
    /// Adds another cost.
    pub fn and(self, other: Self) -> Self {
        Self { evaluated: self.evaluated + other.evaluated, flops: self.flops + other.flops }
    }
}

impl<'a> ChunkReader<'a> {
    /// Creates a reader that uses this sequence and empties it.
    ///
    /// # Errors
    ///
    /// If the model cannot tokenize the text between chunks and questions.
    pub fn new(session: &'a mut Session, stop: &'a StopSignal) -> Result<Self, Failure> {
        let (open, gap) = (session.frame().open.clone(), session.tokenize(GAP)?);
        Ok(Self { session, stop, open, gap })
    }

    /// Returns a question in the tokens in which it will be read.
    ///
    /// # Errors
    ///
    /// If the model cannot tokenize it.
    pub fn asked(&self, question: &str) -> Result<TokenizedQuestion, Failure> {
        let after = self.session.tokenize(&format!("{question} {STATEMENT}"))?;
        Ok(TokenizedQuestion { before: self.session.tokenize(question)?, after })
    }

    /// Reads a chunk.
    ///
    /// # Errors
    ///
    /// If it does not fit the model's window, or the model fails;
    /// [`Code::Stopped`](protocol::Code::Stopped).
    pub fn read(&mut self, text: &str) -> Result<ChunkSurprisals, Failure> {
        let tokens = self.session.tokenize(text)?;
        let surprisals = self.surprisals(&[], &tokens)?;
        Ok(ChunkSurprisals { tokens, surprisals })
    }

    /// Returns how strongly each question is expected after the chunk that was read last: minus the
    /// mean surprise of its tokens.
    ///
    /// # Errors
    ///
    /// As [`ChunkReader::read`].
    pub fn relevances(&mut self, asked: &[TokenizedQuestion]) -> Result<Vec<f32>, Failure> {
        let read = self.session.len();
        let mut relevances = Vec::with_capacity(asked.len());
        for asked in asked {
            if self.stop.is_requested() {
                return Err(stopped());
            }
            let found = self.session.surprisals(&[self.gap.as_slice(), &asked.after].concat())?;
            self.session.truncate(read)?;
            let own = found.into_iter().skip(self.gap.len()).map(Option::unwrap_or_default);
            relevances.push(-mean(&own.collect::<Vec<f32>>()));
        }
        Ok(relevances)
    }

    /// Returns what a question costs that is asked after a chunk, by itself.
    pub fn spent(&self, reading: &ChunkSurprisals, asked: &TokenizedQuestion) -> CompressionCost {
        self.pass(reading.tokens.len() + asked.after.len())
    }

    /// Returns what remains of a chunk: the `count` tokens that the question makes most expected,
    /// compared with how they read without it; and what finding them costs.
    ///
    /// # Errors
    ///
    /// As [`ChunkReader::read`].
    pub fn squeeze(
        &mut self,
        reading: &ChunkSurprisals,
        asked: &TokenizedQuestion,
        count: usize,
    ) -> Result<(String, CompressionCost), Failure> {
        if count >= reading.tokens.len() {
            return Ok((self.spelled(reading.tokens.iter().copied()), CompressionCost::default()));
        }
        let kept = strongest(&self.contrasts(reading, asked)?, count);
        let left = self.spelled(kept.into_iter().map(|place| reading.tokens[place]));
        Ok((left, self.pass(asked.before.len() + reading.tokens.len())))
    }

    /// Returns how much less surprising each token of a chunk is after the question than without it.
    fn contrasts(
        &mut self,
        reading: &ChunkSurprisals,
        asked: &TokenizedQuestion,
    ) -> Result<Vec<f32>, Failure> {
        let before = [asked.before.as_slice(), &self.gap].concat();
        let after = self.surprisals(&before, &reading.tokens)?;
        Ok(reading.surprisals.iter().zip(after).map(|(own, after)| own - after).collect())
    }

    /// Returns how surprising each of these tokens is after others.
    fn surprisals(&mut self, before: &[Token], tokens: &[Token]) -> Result<Vec<f32>, Failure> {
        if self.stop.is_requested() {
            return Err(stopped());
        }
        self.session.truncate(0)?;
        self.session.append(&[self.open.as_slice(), before].concat(), 0..0)?;
        let found = self.session.surprisals(tokens)?;
        // If no chat begins before it, the very first token has no surprise.
        Ok(found.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// Returns the cost of reading `tokens` tokens of a chunk and a question.
    fn pass(&self, tokens: usize) -> CompressionCost {
        let evaluated = (self.open.len() + self.gap.len() + tokens) as u64;
        CompressionCost { evaluated, flops: pass_flops(&self.session.shape(), evaluated, 0) }
    }

    /// Returns the text of some tokens. A character is lost if a token with a part of it is missing.
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

    /// Runs `work` with a reader, its chunk and its question.
    fn with_all(work: impl FnOnce(&mut ChunkReader<'_>, &ChunkSurprisals, &TokenizedQuestion)) {
        let (mut session, stop) = (session(), StopSignal::default());
        let mut reader = ChunkReader::new(&mut session, &stop).unwrap();
        let (reading, asked) = (reader.read(TEXT).unwrap(), reader.asked(QUESTION).unwrap());
        work(&mut reader, &reading, &asked);
    }

    #[test]
    fn a_chunk_is_read_with_the_question_and_without_it() {
        with_all(|reader, reading, asked| {
            assert_eq!(reading.surprisals.len(), reading.tokens.len());
            let contrasts = reader.contrasts(reading, asked).unwrap();
            let gap = reader.gap.clone();
            // The same by hand, one part after the other.
            let [open, question] = [reader.open.clone(), asked.before.clone()];
            reader.session.truncate(0).unwrap();
            reader.session.append(&open, 0..0).unwrap();
            let own = reader.session.surprisals(&reading.tokens).unwrap();
            reader.session.truncate(0).unwrap();
            reader.session.append(&[open, question, gap].concat(), 0..0).unwrap();
            let after = reader.session.surprisals(&reading.tokens).unwrap();
            for ((own, after), contrast) in own.into_iter().zip(after).zip(contrasts) {
                let expected = own.unwrap_or_default() - after.unwrap_or_default();
                assert!((contrast - expected).abs() < 1e-2, "{contrast}, not {expected}");
            }
        });
    }

    #[test]
    fn questions_after_one_reading_are_as_relevant_as_each_by_itself() {
        with_all(|reader, reading, asked| {
            let other = reader.asked("Who is at home?").unwrap();
            let both =
                [TokenizedQuestion { before: Vec::new(), after: asked.after.clone() }, other];
            let found = reader.relevances(&both).unwrap();
            assert!(found[0] < 0.0 && found[1] < 0.0 && found[0] != found[1], "{found:?}");
            for (asked, found) in both.iter().zip(found) {
                let all = [&reading.tokens[..], &reader.gap, &asked.after].concat();
                let alone = reader.surprisals(&[], &all).unwrap();
                let alone = -mean(&alone[all.len() - asked.after.len()..]);
                assert!((alone - found).abs() < 1e-2, "{found}, not {alone}");
            }
        });
    }

    #[test]
    fn a_question_gets_its_cost_by_itself() {
        with_all(|reader, reading, asked| {
            let flops = |tokens| pass_flops(&reader.session.shape(), tokens as u64, 0);
            let around = reader.open.len() + reader.gap.len() + reading.tokens.len();
            let tokens = around + asked.after.len();
            let expected = CompressionCost { evaluated: tokens as u64, flops: flops(tokens) };
            assert_eq!(reader.spent(reading, asked), expected);
            let tokens = around + asked.before.len();
            let expected = CompressionCost { evaluated: tokens as u64, flops: flops(tokens) };
            let before = reader.session.counts().evaluated;
            let (_, spent) = reader.squeeze(reading, asked, 5).unwrap();
            assert_eq!(spent, expected);
            assert_eq!(reader.session.counts().evaluated - before, spent.evaluated);
            let both = spent.and(CompressionCost { evaluated: 1, flops: 2.0 });
            assert_eq!((both.evaluated, both.flops), (spent.evaluated + 1, spent.flops + 2.0));
        });
    }

    #[test]
    fn whole_characters_are_kept_in_order() {
        with_all(|reader, reading, asked| {
            let whole = reader.squeeze(reading, asked, reading.tokens.len()).unwrap();
            assert_eq!(
                whole,
                (TEXT.to_owned(), CompressionCost::default()),
                "it need not be read again"
            );
            for count in [0, 1, 5, 12] {
                let (left, _) = reader.squeeze(reading, asked, count).unwrap();
                let mut whole = TEXT.chars();
                assert!(left.chars().all(|letter| whole.any(|other| other == letter)), "{left}");
            }
            assert_eq!(reader.squeeze(reading, asked, 0).unwrap().0, "");
            let bytes = |byte| reader.session.tokenize(byte).unwrap();
            let halved = bytes("é")[..1].iter().copied().chain(bytes("a")).collect::<Vec<Token>>();
            let expected = if bytes("é").len() > 1 { "a" } else { "éa" };
            assert_eq!(reader.spelled(halved.into_iter()), expected);
        });
    }

    #[test]
    fn what_does_not_fit_fails_and_a_stop_request_is_heeded() {
        let (mut session, stop) = (session(), StopSignal::default());
        let mut reader = ChunkReader::new(&mut session, &stop).unwrap();
        let error = reader.read(&TEXT.repeat(400)).unwrap_err();
        assert_eq!(error.code, Code::WindowFull);
        stop.request();
        assert_eq!(reader.read(TEXT).unwrap_err().code, Code::Stopped);
    }
}
