//! What remains of chunks for a question: whole chunks go first, then tokens.

use hwdag::Chunk;
use hwdag::similarity::top_k;
use protocol::Failure;

use super::budget::{chosen, quotas, scaled};
use super::reader::{ChunkReader, ChunkSurprisals, TokenizedQuestion};
use crate::comparison::answer_record::QueryCost;

/// Chunks are chosen until this multiple of the wanted tokens is used up; as in LongLLMLingua.
pub const SLACK: usize = 2;

/// Chunks, and what is known of them for a question.
pub struct Compression<'a> {
    /// The chunks.
    pub chunks: &'a [Chunk],
    /// How each of them reads by itself.
    pub readings: &'a [ChunkSurprisals],
    /// The question.
    pub asked: &'a TokenizedQuestion,
    /// How strongly the question is expected after each of them.
    pub relevances: &'a [f32],
}

/// What remains of a chunk.
#[derive(Debug, PartialEq)]
pub struct CompressedChunk {
    /// The chunk's number.
    pub chunk: usize,
    /// The remaining text.
    pub text: String,
}

/// Returns what remains of some chunks, the most relevant one first: about `budget` tokens in the
/// tokenization of the chunks.
///
/// # Errors
///
/// If the model fails; [`Code::Stopped`](protocol::Code::Stopped).
pub fn compress(
    reader: &mut ChunkReader<'_>,
    given: &Compression<'_>,
    budget: usize,
) -> Result<(Vec<CompressedChunk>, QueryCost), Failure> {
    let Compression { chunks, readings, asked, relevances } = *given;
    let spent = readings.iter().map(|reading| reader.spent(reading, asked));
    let mut spent = spent.fold(QueryCost::default(), QueryCost::plus);
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
        spent = spent.plus(again);
    }
    Ok((left, spent))
}

#[cfg(test)]
pub mod tests {
    use std::path::Path;

    use hwdag::{Cutting, LanguageModel};
    use model::{LoadOptions, Session, SessionOptions, StopSignal, Weights};
    use story::Story;

    use super::*;

    const POCKET: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src-tauri/crates/pocket/pocket.gguf");

    /// Returns an empty sequence of the demonstration model.
    pub fn session() -> Session {
        let options = LoadOptions { threads: Some(1), ..LoadOptions::default() };
        let weights = Weights::load(Path::new(POCKET), &options).unwrap();
        let options =
            SessionOptions { window: Some(2_048), surprisals: true, ..SessionOptions::default() };
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
        let [asked] = &asked;
        let (relevances, readings) = (&relevances[..], &readings[..]);
        let given = Compression { chunks, readings, asked, relevances };
        let (left, spent) = compress(&mut reader, &given, budget).unwrap();
        let read: u64 = readings.iter().map(|one| reader.spent(one, asked).evaluated).sum();
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
        let (left, spent) = {
            let given = Compression { chunks: &[], readings: &[], asked: &asked, relevances: &[] };
            compress(&mut reader, &given, 100).unwrap()
        };
        assert_eq!((left, spent), (Vec::new(), QueryCost::default()));
    }
}
