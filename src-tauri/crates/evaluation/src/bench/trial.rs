//! One thing timed on one model.

use std::sync::Arc;
use std::time::Instant;

use hwdag::{Chunk, Construction, ConstructionSettings, Graph, LanguageModel, Step, Token};
use model::{Sampling, Session, SessionOptions, Weights};
use protocol::{Code, Failure};

/// Tokens generated in a trial.
const WRITTEN: usize = 48;
/// Batches that are built.
const BATCHES: usize = 16;

/// Seconds of reading an input and of generating after it.
#[derive(Debug, Clone, Copy)]
pub struct Passes {
    /// The input.
    pub read: f64,
    /// [`WRITTEN`] tokens, one after another.
    pub write: f64,
}

impl Passes {
    /// Both.
    pub fn sum(self) -> f64 {
        self.read + self.write
    }
}

/// How attention is treated while generating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attention {
    /// Computed by llama.cpp's flash kernels, which leave nothing to read.
    Flash,
    /// Computed as tensors that nobody looks at.
    Declined,
    /// Read, token by token.
    Collected,
}

/// Times an input of `length` tokens and what is generated after it, always the same tokens.
pub fn passes(
    weights: &Arc<Weights>,
    length: usize,
    attention: Attention,
) -> Result<Passes, Failure> {
    let mut session = session(weights, length + WRITTEN, attention != Attention::Flash)?;
    let begun = Instant::now();
    session.append(&tokens(weights, 0, length), 0..0)?;
    let read = begun.elapsed().as_secs_f64();
    let watched = if attention == Attention::Collected { 0..length } else { 0..0 };
    let times: Result<Vec<f64>, Failure> = tokens(weights, length, WRITTEN)
        .iter()
        .map(|&token| {
            let begun = Instant::now();
            session.append(&[token], watched.clone())?;
            Ok(begun.elapsed().as_secs_f64())
        })
        .collect();
    Ok(Passes { read, write: median(times?) * WRITTEN as f64 })
}

/// Seconds of evaluating what was generated once more in one go, with its attention read.
pub fn again(weights: &Arc<Weights>, length: usize) -> Result<f64, Failure> {
    let mut session = session(weights, length + WRITTEN, true)?;
    session.append(&tokens(weights, 0, length), 0..0)?;
    let written = tokens(weights, length, WRITTEN);
    let mut times = Vec::new();
    for _ in 0..3 {
        let begun = Instant::now();
        session.append(&written, 0..length)?;
        times.push(begun.elapsed().as_secs_f64());
        session.truncate(length)?;
    }
    Ok(median(times))
}

/// Tokens read and written per second while building with so many sequences side by side.
pub fn building(weights: &Arc<Weights>, lanes: usize, text: &str) -> Result<f64, Failure> {
    let settings = ConstructionSettings::for_window(weights.info().construction.min(2_048));
    let options = SessionOptions {
        window: Some(settings.window),
        // A random model that always takes the likeliest token goes in circles.
        sampling: match weights.info().demonstration {
            true => Sampling::Greedy,
            false => Sampling::Temperature { temperature: 1.0, seed: 1 },
        },
        ..SessionOptions::default()
    };
    let mut sessions = Session::side_by_side(weights, &options, lanes)?;
    let mut graph = chunks(weights, text)?;
    let begun = Instant::now();
    let mut construction = Construction::begin(&mut sessions, settings).map_err(failure)?;
    for _ in 0..BATCHES {
        let step = construction
            .next(&graph, &mut |_| std::ops::ControlFlow::Continue(()))
            .map_err(failure)?;
        let Step::Batch(new) = step else { break };
        graph.apply(&new.batch, &new.points, &new.edges).map_err(|error| {
            Failure::new(Code::Internal, format!("The graph went wrong: {error}."))
        })?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    drop(construction);
    let evaluated: u64 = sessions.iter().map(|session| session.counts().evaluated).sum();
    Ok(evaluated as f64 / seconds)
}

fn chunks(weights: &Arc<Weights>, text: &str) -> Result<Graph, Failure> {
    let all = weights.tokenize(text)?;
    let chunk =
        |tokens: &[Token]| Chunk { tokens: tokens.to_vec(), range: 0..0, text: String::new() };
    Ok(Graph::new(all.chunks(hwdag::CHUNK_TOKENS).map(chunk).collect()))
}

fn session(weights: &Arc<Weights>, window: usize, readable: bool) -> Result<Session, Failure> {
    let options = SessionOptions { window: Some(window), readable, ..SessionOptions::default() };
    Ok(Session::new(weights, &options)?)
}

/// Plain tokens, the same ones every time.
fn tokens(weights: &Weights, first: usize, count: usize) -> Vec<Token> {
    let vocabulary = weights.info().vocabulary;
    (first..first + count)
        .map(|n| Token::try_from((n * n * 7 + n * 31) % (vocabulary - 300) + 270).unwrap_or(0))
        .collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The method's errors as they are told.
pub fn failure(error: hwdag::Error<model::Error>) -> Failure {
    match error {
        hwdag::Error::Model(error) => error.into(),
        error => Failure::new(Code::Internal, error.to_string()),
    }
}
