//! LongLLMLingua (Jiang et al. 2023): a language model, which may be a small one, removes from the
//! document what a question does not need. The rest is shown.
//!
//! Whole chunks go first. The chunks after which the question is least surprising stay, until twice the
//! wanted tokens are used up; they are shown in this order, the most relevant first. Then tokens go. In
//! each chunk those stay that the question makes most expected, compared with how they read without it;
//! more relevant chunks keep a larger share.
//!
//! Each chunk is read by itself, so the cost grows linearly with the document's length. The paper reads
//! tokens after the rest of the previous chunks, which makes it quadratic. Here, one reading of a chunk
//! serves all questions that are [foreseen](Answerer::foresee); each is still charged the cost of being
//! asked alone. The paper's recovery of whole words in the answer from their remaining parts is not
//! implemented.

use std::collections::HashMap;
use std::time::Instant;

use hwdag::similarity::top_k;
use hwdag::{Chunk, Graph};
use model::{Session, SessionOptions};
use protocol::Failure;

use self::budget::{chosen, quotas, scaled};
use self::reader::{ChunkReader, ChunkSurprisals, CompressionCost, TokenizedQuestion};
use super::{Answerer, Material, Method, QuestionOutcome, answerer};

mod budget;
mod reader;

/// Chunks are chosen until this multiple of the wanted tokens is used up; as in LongLLMLingua.
const SLACK: usize = 2;
/// Tokens of a chunk and the question together: far more than usual.
const WINDOW: usize = 2_048;

/// Describes the settings that decide what is left out.
pub fn settings() -> String {
    let words = [reader::STATEMENT, reader::GAP];
    format!("compression {SLACK} {WINDOW} {} {words:?}", budget::TILT)
}

/// What remains of a chunk.
#[derive(Debug, PartialEq)]
struct CompressedChunk {
    /// The chunk's number.
    chunk: usize,
    /// The remaining text.
    text: String,
}

/// What remains of documents for a question.
struct CompressionResult {
    /// The most relevant chunk's first.
    rests: Vec<CompressedChunk>,
    /// What finding it costs for one question alone.
    spent: CompressionCost,
    /// Its share of the seconds spent on several questions.
    seconds: f64,
}

/// Chunks as they read by themselves, and questions after them.
#[derive(Debug, Default)]
pub(super) struct Readings {
    /// Of every chunk, once a question was asked.
    chunks: Vec<ChunkSurprisals>,
    /// How relevant every chunk is to a question, and the question's share of the seconds that this
    /// took.
    relevances: HashMap<String, (Vec<f32>, f64)>,
}

impl Answerer {
    /// Reads the documents once for all of these questions that a method will answer by compression and
    /// has not answered yet.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`](protocol::Code::Stopped). Whatever does not fit a window is
    /// reported when the question is answered.
    pub fn foresee(
        &mut self,
        methods: &[&Method],
        material: &Material,
        questions: &[String],
    ) -> Result<(), Failure> {
        self.turn_to(material);
        let mut open = Vec::new();
        for question in questions {
            let mut own =
                methods.iter().filter(|method| matches!(method, Method::Compressed { .. }));
            let is_open = own.try_fold(false, |is_open, method| {
                Ok::<bool, Failure>(is_open || !self.is_answered(method, material, question)?)
            })?;
            if is_open {
                open.push(question.as_str());
            }
        }
        match open.is_empty() {
            true => Ok(()),
            false => match self.read_for(&open, material) {
                Err(failure) if answerer::cannot(&failure).is_some() => Ok(()),
                read => read,
            },
        }
    }

    /// Determines how relevant every chunk is to these questions.
    fn read_for(&mut self, questions: &[&str], material: &Material) -> Result<(), Failure> {
        let begun = Instant::now();
        let stop = self.stop.clone();
        let mut reader = ChunkReader::new(self.compressing()?, &stop)?;
        let asked = questions.iter().map(|question| reader.asked(question));
        let asked = asked.collect::<Result<Vec<_>, _>>()?;
        let mut chunks = Vec::with_capacity(material.chunks.len());
        let mut relevances = vec![Vec::with_capacity(material.chunks.len()); asked.len()];
        for chunk in &material.chunks {
            chunks.push(reader.read(&chunk.text)?);
            let found = reader.relevances(&asked)?;
            relevances.iter_mut().zip(found).for_each(|(all, found)| all.push(found));
        }
        let share = begun.elapsed().as_secs_f64() / asked.len() as f64;
        let found = questions.iter().zip(relevances);
        let readings = &mut self.recent.readings;
        readings.chunks = chunks;
        readings.relevances.extend(found.map(|(name, found)| ((*name).to_owned(), (found, share))));
        Ok(())
    }

    /// Answers from `tokens` tokens of the documents, those that the question needs most.
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
    ) -> Result<QuestionOutcome, Failure> {
        let CompressionResult { rests: left, spent, seconds } =
            self.left_of(material, question, tokens)?;
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
        given.flops += spent.flops;
        given.evaluated += spent.evaluated;
        given.distinct += spent.evaluated;
        given.seconds += seconds;
        Ok(QuestionOutcome::Answered(given))
    }

    /// Returns what remains of the documents for a question.
    fn left_of(
        &mut self,
        material: &Material,
        question: &str,
        tokens: usize,
    ) -> Result<CompressionResult, Failure> {
        // The question's own seconds already include what is read now.
        let foreseen = self.recent.readings.relevances.contains_key(question);
        if !foreseen {
            self.read_for(&[question], material)?;
        }
        let readings = std::mem::take(&mut self.recent.readings);
        let (relevances, share) = match readings.relevances.get(question) {
            Some((relevances, share)) => (relevances.as_slice(), *share),
            None => Default::default(),
        };
        let stop = self.stop.clone();
        let mut reader = ChunkReader::new(self.compressing()?, &stop)?;
        let asked = reader.asked(question)?;
        let (rests, spent) =
            compress(&mut reader, &material.chunks, &readings.chunks, &asked, relevances, tokens)?;
        self.recent.readings = readings;
        Ok(CompressionResult { rests, spent, seconds: if foreseen { share } else { 0.0 } })
    }

    /// Returns the sequence that measures what can be left out.
    fn compressing(&mut self) -> Result<&mut Session, Failure> {
        let session = match self.compressing.take() {
            Some(session) => session,
            None => {
                let stop = self.stop.clone();
                let window = Some(WINDOW);
                let options =
                    SessionOptions { window, stop, surprisals: true, ..SessionOptions::default() };
                // How surprising a token is does not depend on readable attention.
                answerer::session(&self.compressor.model, options)?.0
            }
        };
        Ok(self.compressing.insert(session))
    }

    /// Returns what remains in the form shown to the answering model, in its tokens like any other
    /// text.
    fn graph_of(&self, left: &[CompressedChunk], material: &Material) -> Result<Graph, Failure> {
        let chunk = |rest: &CompressedChunk| -> Result<Chunk, Failure> {
            let tokens = self.language.model.tokenize(&rest.text)?;
            let range = material.chunks[rest.chunk].range.clone();
            Ok(Chunk { tokens, range, text: rest.text.clone() })
        };
        Ok(Graph::new(left.iter().map(chunk).collect::<Result<_, _>>()?))
    }
}

/// Returns what remains of some chunks, the most relevant one first: about `budget` tokens in the
/// tokenization of `chunks`.
fn compress(
    reader: &mut ChunkReader<'_>,
    chunks: &[Chunk],
    readings: &[ChunkSurprisals],
    asked: &TokenizedQuestion,
    relevances: &[f32],
    budget: usize,
) -> Result<(Vec<CompressedChunk>, CompressionCost), Failure> {
    let spent = readings.iter().map(|reading| reader.spent(reading, asked));
    let mut spent = spent.fold(CompressionCost::default(), CompressionCost::and);
    let lengths: Vec<usize> = readings.iter().map(|reading| reading.tokens.len()).collect();
    let cut: usize = chunks.iter().map(|chunk| chunk.tokens.len()).sum();
    let budget = scaled(budget, cut, lengths.iter().sum());
    let ranked = top_k(relevances, relevances.len());
    let chosen = chosen(&ranked, &lengths, budget.saturating_mul(SLACK));
    let own: Vec<usize> = chosen.iter().map(|&chunk| lengths[chunk]).collect();
    let mut left = Vec::new();
    for (chunk, quota) in chosen.into_iter().zip(quotas(&own, budget)).filter(|(_, q)| *q > 0) {
        let (text, again) = reader.squeeze(&readings[chunk], asked, quota)?;
        left.push(CompressedChunk { chunk, text });
        spent = spent.and(again);
    }
    Ok((left, spent))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use hwdag::{Cutting, LanguageModel};
    use model::{LoadOptions, StopSignal, Weights};
    use story::Story;

    use super::*;

    const POCKET: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src-tauri/crates/pocket/pocket.gguf");

    /// Returns an empty sequence of the demonstration model.
    pub fn session() -> Session {
        let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let weights = Weights::load(Path::new(POCKET), &options).unwrap();
        let options =
            SessionOptions { window: Some(WINDOW), surprisals: true, ..SessionOptions::default() };
        Session::new(&weights, &options).unwrap()
    }

    fn chunks(session: &Session) -> Vec<Chunk> {
        let text = Story::new(7, 4).text;
        let tokens = session.tokenize(&text).unwrap();
        hwdag::chunk(&tokens, |token| session.bytes(token), &text, Cutting::default()).unwrap()
    }

    fn compressed(budget: usize) -> (Vec<Chunk>, Vec<CompressedChunk>) {
        let chunks = chunks(&session());
        let left = left_of(&chunks, "What is the colour of the lamp?", budget);
        (chunks, left)
    }

    fn left_of(chunks: &[Chunk], question: &str, budget: usize) -> Vec<CompressedChunk> {
        let (mut session, stop) = (session(), StopSignal::default());
        let mut reader = ChunkReader::new(&mut session, &stop).unwrap();
        let asked = [reader.asked(question).unwrap()];
        let (mut readings, mut relevances) = (Vec::new(), Vec::new());
        for chunk in chunks {
            readings.push(reader.read(&chunk.text).unwrap());
            relevances.extend(reader.relevances(&asked).unwrap());
        }
        let (left, spent) =
            compress(&mut reader, chunks, &readings, &asked[0], &relevances, budget).unwrap();
        let read: u64 = readings.iter().map(|one| reader.spent(one, &asked[0]).evaluated).sum();
        assert!(spent.evaluated >= read);
        left
    }

    #[test]
    fn what_is_left_is_short_and_comes_of_its_chunk() {
        let (chunks, left) = compressed(400);
        // Three whole chunks have twice as many tokens.
        assert!(left.len() >= 3, "{left:?}");
        let session = session();
        let count = |rest: &CompressedChunk| session.tokenize(&rest.text).unwrap().len();
        let counts: Vec<usize> = left.iter().map(count).collect();
        // Words that were cut may be tokenized differently.
        assert!((300..500).contains(&counts.iter().sum::<usize>()), "{counts:?}");
        for CompressedChunk { chunk, text } in &left {
            let mut whole = chunks[*chunk].text.chars();
            assert!(text.chars().all(|letter| whole.any(|other| other == letter)), "{text}");
        }
    }

    #[test]
    fn what_fits_stays_whole() {
        let (chunks, left) = compressed(100_000);
        assert!(left.iter().all(|rest| rest.text == chunks[rest.chunk].text));
        let mut order: Vec<usize> = left.iter().map(|rest| rest.chunk).collect();
        order.sort_unstable();
        assert_eq!(order, (0..chunks.len()).collect::<Vec<_>>());
    }

    /// A question about each of [`FACTS`].
    const ASKED: [&str; 5] = [
        "What is the colour of the lamp of Mira Holt?",
        "Who is the aunt of Daniel Barlow?",
        "Which tongue does Igor Selby speak?",
        "Where does David Flint live?",
        "How old is Boris Blythe?",
    ];
    const FACTS: [&str; 5] = [
        "The colour of the lamp of Mira Holt is green.",
        "The aunt of Daniel Barlow is Nelly Harlow.",
        "The tongue that Igor Selby speaks is Danish.",
        "David Flint lives in Oakham.",
        "Boris Blythe is forty years old.",
    ];

    /// The demonstration model is too small to expect a question after only the fact that answers it.
    /// It expects the question where its words stood before.
    #[test]
    fn the_most_relevant_comes_first_and_the_most_of_it_is_left() {
        let session = session();
        let chunk = |(asked, fact): (&str, &str)| {
            let text =
                format!("It rained all day, and the market was empty. {fact} {asked} {asked}");
            Chunk { tokens: session.tokenize(&text).unwrap(), range: 0..text.len(), text }
        };
        let chunks: Vec<Chunk> = ASKED.into_iter().zip(FACTS).map(chunk).collect();
        // Enough for the first one to stay whole, and no other.
        let budget = chunks.iter().map(|chunk| chunk.tokens.len()).sum::<usize>() * 3 / 4;
        for (about, question) in ASKED.into_iter().enumerate() {
            let left = left_of(&chunks, question, budget);
            assert_eq!(left[0].chunk, about, "{question}: {left:?}");
            let is_whole = |rest: &CompressedChunk| rest.text == chunks[rest.chunk].text;
            let whole: Vec<bool> = left.iter().map(is_whole).collect();
            assert_eq!(whole, [true, false, false, false, false], "{question}: {left:?}");
        }
    }

    #[test]
    fn without_chunks_nothing_is_left() {
        let (mut session, stop) = (session(), StopSignal::default());
        let mut reader = ChunkReader::new(&mut session, &stop).unwrap();
        let asked = reader.asked("Who?").unwrap();
        let (left, spent) = compress(&mut reader, &[], &[], &asked, &[], 100).unwrap();
        assert_eq!((left, spent), (Vec::new(), CompressionCost::default()));
    }
}
