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
//! serves all questions that are [read ahead](AnswerMethod::read_ahead); each is still charged the cost of being
//! asked alone. The paper's recovery of whole words in the answer from their remaining parts is not
//! implemented.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use hwdag::{Chunk, Graph};
use model::{Session, SessionOptions};
use protocol::Failure;

use self::compress::{CompressedChunk, Compression, SLACK, compress};
use self::reader::{ChunkReader, ChunkSurprisals};
use crate::comparison::answer_record::{AnswerRecord, QueryCost, QuestionOutcome};
use crate::comparison::context::{Context, sequence};
use crate::comparison::keys::ModelFacts;
use crate::comparison::method::{AnswerMethod, AnswerTexts, Method};
use crate::comparison::method_kind::MethodKind;

mod budget;
mod compress;
mod reader;

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: "longllmlingua",
    form: "longllmlingua:T",
    meaning: "The document compressed to T tokens by LongLLMLingua.",
    read: |text| Ok(Method::new(LongLlmLingua { tokens: text.number(TOKENS)? })),
};

/// The default number of tokens that remain, as in the papers.
const TOKENS: usize = 2_000;
/// Tokens of a chunk and the question together: far more than usual.
const WINDOW: usize = 2_048;

/// Answers from what remains of the document.
#[derive(Debug)]
struct LongLlmLingua {
    /// Tokens that remain.
    tokens: usize,
}

impl fmt::Display for LongLlmLingua {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", KIND.name, self.tokens)
    }
}

impl AnswerMethod for LongLlmLingua {
    fn settings(&self, models: &ModelFacts) -> Result<String, Failure> {
        let words = [reader::STATEMENT, reader::GAP];
        let own = format!("compression {SLACK} {WINDOW} {} {words:?}", budget::TILT);
        Ok(format!("{}, {own}", models.shown()))
    }

    fn models<'a>(&self, models: &'a ModelFacts) -> Vec<&'a str> {
        vec![models.compressor.as_str()]
    }

    fn reads_ahead(&self) -> bool {
        true
    }

    /// Reads the documents once for all questions. Whatever does not fit a window is reported when the
    /// question is answered.
    fn read_ahead(&self, context: &mut Context, questions: &[&str]) -> Result<(), Failure> {
        with_readings(context, |context, readings| readings.read(context, questions))
    }

    fn answer(&self, context: &mut Context, question: &str) -> Result<QuestionOutcome, Failure> {
        let CompressionResult { rests, spent, seconds } =
            with_readings(context, |context, readings| {
                readings.left_of(context, question, self.tokens)
            })?;
        let graph = graph_of(context, &rests)?;
        let mut given = context.answer_from_nodes(question, &graph)?;
        let texts = given.shown.iter().filter_map(|seen| Some(rests[seen.node?].text.clone()));
        given.texts = texts.collect();
        for seen in &mut given.shown {
            seen.node = seen.node.map(|place| rests[place].chunk);
        }
        for (chunk, _) in &mut given.evidence {
            *chunk = rests[*chunk].chunk;
        }
        given.flops += spent.flops;
        given.evaluated += spent.evaluated;
        given.distinct += spent.evaluated;
        given.seconds += seconds;
        Ok(QuestionOutcome::Answered(given))
    }

    fn texts(&self, _context: &mut Context, given: &AnswerRecord) -> Result<AnswerTexts, Failure> {
        let (shown, cited) = given.parts();
        Ok(AnswerTexts { shown, cited })
    }

    fn shows_whole_passages(&self) -> bool {
        false
    }
}

/// What remains of documents for a question.
struct CompressionResult {
    /// The most relevant chunk's first.
    rests: Vec<CompressedChunk>,
    /// What finding it costs for one question alone.
    spent: QueryCost,
    /// Its share of the seconds spent on several questions.
    seconds: f64,
}

/// Chunks as they read by themselves, and questions after them.
#[derive(Debug, Default)]
struct Readings {
    /// Of every chunk, once a question was asked.
    chunks: Vec<ChunkSurprisals>,
    /// How relevant every chunk is to a question, and the question's share of the seconds that this
    /// took.
    relevances: HashMap<String, (Vec<f32>, f64)>,
}

/// Lets `work` use what was read of the current documents.
fn with_readings<T>(
    context: &mut Context,
    work: impl FnOnce(&mut Context, &mut Readings) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut readings: Readings = context.prepared.others.take();
    let done = work(context, &mut readings);
    context.prepared.others.put(readings);
    done
}

impl Readings {
    /// Determines how relevant every chunk is to those of these questions for which that is unknown.
    fn read(&mut self, context: &mut Context, questions: &[&str]) -> Result<(), Failure> {
        let mut open = questions.to_vec();
        open.retain(|question| !self.relevances.contains_key(*question));
        if open.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        let material = Arc::clone(&context.material);
        let (chunks, relevances) = with_reader(context, |reader| {
            let asked = open.iter().map(|question| reader.asked(question));
            let asked = asked.collect::<Result<Vec<_>, _>>()?;
            let mut chunks = Vec::with_capacity(material.chunks.len());
            let mut relevances = vec![Vec::with_capacity(material.chunks.len()); asked.len()];
            for chunk in &material.chunks {
                chunks.push(reader.read(&chunk.text)?);
                let found = reader.relevances(&asked)?;
                relevances.iter_mut().zip(found).for_each(|(all, found)| all.push(found));
            }
            Ok((chunks, relevances))
        })?;
        let share = begun.elapsed().as_secs_f64() / open.len() as f64;
        self.chunks = chunks;
        let found = open.iter().zip(relevances);
        self.relevances.extend(found.map(|(name, found)| ((*name).to_owned(), (found, share))));
        Ok(())
    }

    /// Returns what remains of the documents for a question.
    fn left_of(
        &mut self,
        context: &mut Context,
        question: &str,
        tokens: usize,
    ) -> Result<CompressionResult, Failure> {
        // The question's own seconds already include what is read now.
        let is_known = self.relevances.contains_key(question);
        self.read(context, &[question])?;
        let (relevances, share) = match self.relevances.get(question) {
            Some((relevances, share)) => (relevances.as_slice(), *share),
            None => Default::default(),
        };
        let material = Arc::clone(&context.material);
        let (chunks, readings) = (&material.chunks, &self.chunks);
        let (rests, spent) = with_reader(context, |reader| {
            let asked = &reader.asked(question)?;
            compress(reader, &Compression { chunks, readings, asked, relevances }, tokens)
        })?;
        Ok(CompressionResult { rests, spent, seconds: if is_known { share } else { 0.0 } })
    }
}

/// Lets `work` use the sequence that measures what can be left out, which is kept from then on.
fn with_reader<T>(
    context: &mut Context,
    work: impl FnOnce(&mut ChunkReader<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let known: Option<Session> = context.kept.take();
    let stop = context.stop();
    let mut session = match known {
        Some(session) => session,
        None => {
            let (window, stop) = (Some(WINDOW), stop.clone());
            let options =
                SessionOptions { window, stop, surprisals: true, ..SessionOptions::default() };
            // How surprising a token is does not depend on readable attention.
            sequence(&context.compressor, options)?.0
        }
    };
    let done = ChunkReader::new(&mut session, &stop).and_then(|mut reader| work(&mut reader));
    context.kept.put(Some(session));
    done
}

/// Returns what remains in the form shown to the answering model, in its tokens like any other text.
fn graph_of(context: &Context, rests: &[CompressedChunk]) -> Result<Graph, Failure> {
    let chunk = |rest: &CompressedChunk| -> Result<Chunk, Failure> {
        let tokens = context.language.tokenize(&rest.text)?;
        let range = context.material.chunks[rest.chunk].range.clone();
        Ok(Chunk { tokens, range, text: rest.text.clone() })
    };
    Ok(Graph::new(rests.iter().map(chunk).collect::<Result<_, _>>()?))
}
