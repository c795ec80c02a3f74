//! LongLLMLingua (Jiang et al. 2023): what a question does not need is left out of the document by a
//! language model, which may be a small one, and the rest is what is shown.
//!
//! First whole chunks: those after which the question is least surprising stay, until twice the tokens
//! that are wanted are used up. They are shown in this order, the most relevant first. Then tokens: of
//! each chunk those stay that the question makes most expected, compared with how they read without
//! it, and of the more relevant chunks a larger share.
//!
//! Each chunk is read by itself, where the paper reads tokens after what is left of the chunks before
//! them; so its cost grows with the document's length and not with its square. Not built is the
//! paper's recovery of whole words in the answer from the parts that were left of them.

use hwdag::similarity::top_k;
use hwdag::{Chunk, Graph};
use model::{Session, SessionOptions};
use protocol::Failure;

use self::budget::{chosen, quotas, scaled};
use self::reader::{Reader, Reading};
use super::{Material, Outcome, Worker, worker};

mod budget;
mod reader;

/// Chunks are chosen until so many times the tokens that are wanted are used up; as in LongLLMLingua.
const SLACK: usize = 2;
/// Tokens of a chunk and the question together: far more than they usually have.
const WINDOW: usize = 2_048;

/// What decides what is left out.
pub fn settings() -> String {
    let words = [reader::STATEMENT, reader::GAP];
    format!("compression {SLACK} {WINDOW} {} {words:?}", budget::TILT)
}

/// What is left of a chunk.
#[derive(Debug, PartialEq)]
struct Rest {
    /// Its number.
    chunk: usize,
    /// What is left.
    text: String,
}

impl Worker {
    /// Answers from so many tokens of the documents, those that the question needs most.
    ///
    /// # Errors
    ///
    /// If a model fails, or a chunk and the question do not fit its window;
    /// [`Code::Stopped`](protocol::Code::Stopped).
    pub fn compressed(
        &mut self,
        tokens: usize,
        material: &Material,
        question: &str,
    ) -> Result<Outcome, Failure> {
        let stop = self.stop.clone();
        let mut reader = Reader::new(self.compressing()?, &stop, question)?;
        let left = compress(&mut reader, &material.chunks, tokens)?;
        let (flops, evaluated) = (reader.flops(), reader.evaluated());
        let graph = self.graph_of(&left, material)?;
        let mut given = self.answer_from_nodes(question, &graph)?;
        let texts = given.shown.iter().filter_map(|seen| Some(left[seen.node?].text.clone()));
        given.texts = texts.collect();
        for seen in &mut given.shown {
            seen.node = seen.node.map(|place| left[place].chunk);
        }
        for (chunk, _) in &mut given.evidence {
            *chunk = left[*chunk].chunk;
        }
        given.flops += flops;
        given.evaluated += evaluated;
        given.distinct += evaluated;
        Ok(Outcome::Given(given))
    }

    /// The sequence that tells what can be left out.
    fn compressing(&mut self) -> Result<&mut Session, Failure> {
        let session = match self.compressing.take() {
            Some(session) => session,
            None => {
                let stop = self.stop.clone();
                let window = Some(WINDOW);
                let options =
                    SessionOptions { window, stop, surprises: true, ..SessionOptions::default() };
                // How surprising a token is can be told without seeing attention.
                worker::session(&self.compressor.model, options)?.0
            }
        };
        Ok(self.compressing.insert(session))
    }

    /// What is left, as it is shown to the answering model: in its tokens, as any text that it is
    /// given.
    fn graph_of(&self, left: &[Rest], material: &Material) -> Result<Graph, Failure> {
        let chunk = |rest: &Rest| -> Result<Chunk, Failure> {
            let tokens = self.language.model.tokenize(&rest.text)?;
            let range = material.chunks[rest.chunk].range.clone();
            Ok(Chunk { tokens, range, text: rest.text.clone() })
        };
        Ok(Graph::new(left.iter().map(chunk).collect::<Result<_, _>>()?))
    }
}

/// What is left of some chunks, the most relevant one first: about `budget` tokens of those that the
/// chunks were cut by.
fn compress(
    reader: &mut Reader<'_>,
    chunks: &[Chunk],
    budget: usize,
) -> Result<Vec<Rest>, Failure> {
    let readings =
        chunks.iter().map(|chunk| reader.read(&chunk.text)).collect::<Result<Vec<Reading>, _>>()?;
    let lengths: Vec<usize> = readings.iter().map(|reading| reading.tokens.len()).collect();
    let cut: usize = chunks.iter().map(|chunk| chunk.tokens.len()).sum();
    let budget = scaled(budget, cut, lengths.iter().sum());
    let relevances: Vec<f32> = readings.iter().map(|reading| reading.relevance).collect();
    let ranked = top_k(&relevances, relevances.len());
    let chosen = chosen(&ranked, &lengths, budget.saturating_mul(SLACK));
    let own: Vec<usize> = chosen.iter().map(|&chunk| lengths[chunk]).collect();
    let mut left = Vec::new();
    for (chunk, quota) in chosen.into_iter().zip(quotas(&own, budget)).filter(|(_, q)| *q > 0) {
        left.push(Rest { chunk, text: reader.squeeze(&readings[chunk], quota)? });
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use hwdag::{Cutting, LanguageModel};
    use model::{LoadOptions, Stop, Weights};
    use pocket::story::Story;

    use super::*;

    const POCKET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");

    /// An empty sequence of the demonstration model.
    pub fn session() -> Session {
        let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let weights = Weights::load(Path::new(POCKET), &options).unwrap();
        let options =
            SessionOptions { window: Some(WINDOW), surprises: true, ..SessionOptions::default() };
        Session::new(&weights, &options).unwrap()
    }

    fn chunks(session: &Session) -> Vec<Chunk> {
        let text = Story::new(7, 4).text;
        let tokens = session.tokenize(&text).unwrap();
        hwdag::chunk(&tokens, |token| session.bytes(token), &text, Cutting::default()).unwrap()
    }

    fn compressed(budget: usize) -> (Vec<Chunk>, Vec<Rest>) {
        let (mut session, stop) = (session(), Stop::default());
        let chunks = chunks(&session);
        let question = "What is the colour of the lamp?";
        let mut reader = Reader::new(&mut session, &stop, question).unwrap();
        let left = compress(&mut reader, &chunks, budget).unwrap();
        (chunks, left)
    }

    #[test]
    fn what_is_left_is_short_and_comes_of_its_chunk() {
        let (chunks, left) = compressed(400);
        // Twice as many tokens are in three whole chunks.
        assert!(left.len() >= 3, "{left:?}");
        let session = session();
        let count = |rest: &Rest| session.tokenize(&rest.text).unwrap().len();
        let counts: Vec<usize> = left.iter().map(count).collect();
        // Words that were cut may be spelled otherwise.
        assert!((300..500).contains(&counts.iter().sum::<usize>()), "{counts:?}");
        for Rest { chunk, text } in &left {
            let mut whole = chunks[*chunk].text.chars();
            assert!(text.chars().all(|letter| whole.any(|other| other == letter)), "{text}");
        }
    }

    #[test]
    fn what_fits_stays_whole_and_the_most_relevant_comes_first() {
        let (chunks, left) = compressed(100_000);
        assert!(left.iter().all(|rest| rest.text == chunks[rest.chunk].text));
        let mut order: Vec<usize> = left.iter().map(|rest| rest.chunk).collect();
        order.sort_unstable();
        assert_eq!(order, (0..chunks.len()).collect::<Vec<_>>());
    }

    #[test]
    fn without_chunks_nothing_is_left() {
        let (mut session, stop) = (session(), Stop::default());
        let mut reader = Reader::new(&mut session, &stop, "Who?").unwrap();
        assert!(compress(&mut reader, &[], 100).unwrap().is_empty());
    }
}
