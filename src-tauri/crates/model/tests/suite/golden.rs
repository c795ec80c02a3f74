//! Attention compared with what Hugging Face transformers computes for the same tiny models of
//! random weights. `tests/golden/make.py` made them and documents how.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hwdag::{LanguageModel, Token};
use model::{Cache, Session, SessionOptions, Weights, text_attention};
use protocol::AttentionKind;

use super::tiny;

const TEXT: &str = include_str!("../golden/text.txt");
/// Longer than the 256 cells that a window's cache has at least, so that its cells are reused.
const LONG: &str = include_str!("../golden/long.txt");
/// The number of rows kept of the long text, its last ones.
const LAST_ROWS: usize = 16;
/// The token before the text, if a model wants one; the others are the text's characters.
const BEGIN: Token = 128;
/// Tokens evaluated at a time; a text takes several evaluations.
const MICRO_BATCH: usize = 32;

/// The expected properties of a model.
struct Kind {
    name: &'static str,
    begins: bool,
    attention: AttentionKind,
    full_layers: usize,
}

const KINDS: [Kind; 7] = [
    Kind::full("llama", true),
    Kind::full("mistral", true),
    Kind::full("qwen2", false),
    Kind::full("qwen3", false),
    Kind::full("phi3", true),
    Kind::windowed("gemma2", true),
    Kind::sinks("gpt_oss", false),
];

impl Kind {
    const fn full(name: &'static str, begins: bool) -> Self {
        Self { name, begins, attention: AttentionKind::Full, full_layers: 3 }
    }

    /// Every second layer sees only the last 16 tokens.
    const fn windowed(name: &'static str, begins: bool) -> Self {
        let attention = AttentionKind::Windowed { full_layers: 2 };
        Self { name, begins, attention, full_layers: 2 }
    }

    /// Like `windowed`, with some attention going to sinks.
    const fn sinks(name: &'static str, begins: bool) -> Self {
        let attention = AttentionKind::Sinks { full_layers: 2 };
        Self { name, begins, attention, full_layers: 2 }
    }

    /// A file of this kind, by the part of its name after the kind's name.
    fn file(&self, rest: &str) -> PathBuf {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
        folder.join(format!("{}{rest}", self.name))
    }

    fn load(&self) -> Arc<Weights> {
        Weights::load(&self.file(".gguf"), &tiny::options()).expect(self.name)
    }

    fn tokens(&self, text: &str) -> Vec<Token> {
        let begin = self.begins.then_some(BEGIN);
        begin.into_iter().chain(text.bytes().map(Token::from)).collect()
    }

    /// The attention that transformers computed for the text.
    fn golden(&self) -> Matrix {
        let size = self.tokens(TEXT).len();
        self.golden_rows(".npy", size, size)
    }

    /// The rows stored in a file.
    fn golden_rows(&self, file: &str, rows: usize, size: usize) -> Matrix {
        Matrix { size, values: matrix(&self.file(file), rows, size) }
    }

    /// The attention that a session reads from the last `rows` tokens of a text.
    fn read_rows(&self, cache: Cache, text: &str, rows: usize) -> Matrix {
        let options = SessionOptions {
            cache,
            micro_batch: MICRO_BATCH,
            verify_cells: true,
            ..Default::default()
        };
        let mut session = Session::new(&self.load(), &options).expect(self.name);
        let tokens = self.tokens(text);
        let (before, last) = tokens.split_at(tokens.len() - rows);
        session.append(before, 0..0).expect(self.name);
        let attention = session.append(last, 0..tokens.len()).expect(self.name);
        assert_eq!(attention.values.len(), rows * tokens.len(), "{}", self.name);
        Matrix { size: tokens.len(), values: attention.values }
    }

    fn read(&self, cache: Cache) -> Matrix {
        self.read_rows(cache, TEXT, self.tokens(TEXT).len())
    }
}

/// The numbers of a matrix saved by NumPy.
pub fn matrix(file: &Path, rows: usize, columns: usize) -> Vec<f32> {
    let bytes = std::fs::read(file).expect("the golden matrix is there");
    let header = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (about, values) = bytes.split_at(header);
    let shape = format!("'<f4', 'fortran_order': False, 'shape': ({rows}, {columns})");
    assert!(String::from_utf8_lossy(about).contains(&shape), "{}", file.display());
    let (values, rest) = values.as_chunks();
    assert!(rest.is_empty() && values.len() == rows * columns, "{}", file.display());
    values.iter().map(|&value| f32::from_le_bytes(value)).collect()
}

/// How tokens of a text look at all of its tokens, row by row.
struct Matrix {
    /// The number of tokens in the text.
    size: usize,
    values: Vec<f32>,
}

impl Matrix {
    /// The differences, row by row.
    fn differences(&self, other: &Self) -> Vec<Vec<f64>> {
        let difference = |(a, b): (&f32, &f32)| (f64::from(*a) - f64::from(*b)).abs();
        let rows = self.values.chunks(self.size).zip(other.values.chunks(self.size));
        rows.map(|(a, b)| a.iter().zip(b).map(difference).collect()).collect()
    }

    fn largest_difference(&self, other: &Self) -> f64 {
        largest(self.differences(other).into_iter().flatten())
    }

    /// The weights of the edges from the node at `rows` to `nodes`: the mean over a node's tokens,
    /// then over those of `rows`, normalised to a sum of 1.
    fn edges(&self, rows: &Range<usize>, nodes: &[Range<usize>]) -> Vec<f64> {
        let mean = |node: &Range<usize>| {
            let weights =
                rows.clone().flat_map(|row| &self.values[row * self.size..][node.clone()]);
            weights.map(|&weight| f64::from(weight)).sum::<f64>() / (rows.len() * node.len()) as f64
        };
        let means: Vec<f64> = nodes.iter().map(mean).collect();
        let sum: f64 = means.iter().sum();
        means.into_iter().map(|mean| mean / sum).collect()
    }
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.inspect(|value| assert!(value.is_finite())).fold(0.0, f64::max)
}

/// The ranges of the text's words in groups of three, without the spaces between the groups.
fn nodes(kind: &Kind) -> Vec<Range<usize>> {
    let offset = usize::from(kind.begins);
    let mut start = 0;
    let spaces = TEXT.match_indices(' ').map(|(index, _)| index).skip(2).step_by(3);
    let ends = spaces.chain([TEXT.len()]);
    ends.map(|end| offset + std::mem::replace(&mut start, end + 1)..offset + end).collect()
}

/// The largest relative difference of an edge's weight, over each node's edges to the earlier ones.
fn edge_difference(kind: &Kind, read: &Matrix, golden: &Matrix) -> f64 {
    let nodes = nodes(kind);
    let batches = (2..nodes.len()).map(|last| nodes.split_at(last));
    largest(batches.flat_map(|(before, rest)| {
        let expected = golden.edges(&rest[0], before);
        let weights = read.edges(&rest[0], before);
        weights.into_iter().zip(expected).map(|(weight, expected)| (weight / expected - 1.0).abs())
    }))
}

#[test]
fn the_layers_that_take_part_are_found() {
    for kind in KINDS {
        let weights = kind.load();
        let found = weights.readable().expect("the trial can be made").kind();
        assert_eq!(*found, kind.attention, "{}", kind.name);
    }
}

#[test]
fn attention_with_32_bit_caches_is_that_of_transformers() {
    for kind in KINDS {
        let (read, golden) = (kind.read(Cache::F32), kind.golden());
        let largest = read.largest_difference(&golden);
        let edges = edge_difference(&kind, &read, &golden);
        eprintln!("{}: F32, an entry {largest:.1e}, an edge {edges:.1e}", kind.name);
        assert!(largest <= f64::from(tiny::apart(1e-5)), "{}: {largest}", kind.name);
        assert!(edges <= 1e-3, "{}: {edges}", kind.name);
    }
}

#[test]
fn attention_with_16_bit_caches_is_near_that_of_transformers() {
    for kind in KINDS {
        let (read, golden) = (kind.read(Cache::F16), kind.golden());
        let rows = read.differences(&golden).into_iter().map(|row| row.iter().sum());
        let row = largest(rows);
        let edges = edge_difference(&kind, &read, &golden);
        eprintln!("{}: F16, a row {row:.1e}, an edge {edges:.1e}", kind.name);
        assert!(row <= 1e-2, "{}: {row}", kind.name);
        assert!(edges <= 1e-3, "{}: {edges}", kind.name);
    }
}

#[test]
fn a_window_whose_cells_are_used_again_is_read_as_by_transformers() {
    let windowed = KINDS.into_iter().filter(|kind| kind.attention != AttentionKind::Full);
    for kind in windowed {
        let size = kind.tokens(LONG).len();
        let golden = kind.golden_rows("-long.npy", LAST_ROWS, size);
        let largest = kind.read_rows(Cache::F32, LONG, LAST_ROWS).largest_difference(&golden);
        eprintln!("{}: {size} tokens, F32, an entry {largest:.1e}", kind.name);
        assert!(largest <= f64::from(tiny::apart(1e-5)), "{}: {largest}", kind.name);
    }
}

#[test]
fn a_text_by_itself_gives_the_same_tokens_and_numbers() {
    for kind in KINDS {
        let found = text_attention(&kind.load(), TEXT).expect(kind.name);
        assert_eq!(found.tokens, kind.tokens(TEXT), "{}", kind.name);
        assert_eq!((found.layers, found.heads), (kind.full_layers, 4), "{}", kind.name);
        let found = Matrix { size: found.tokens.len(), values: found.matrix };
        let largest = found.largest_difference(&kind.golden());
        eprintln!("{}: text, an entry {largest:.1e}", kind.name);
        assert!(largest <= f64::from(tiny::apart(1e-5)), "{}: {largest}", kind.name);
    }
}

#[test]
fn these_models_distinguish_wrong_attention_from_right() {
    for kind in KINDS {
        let golden = kind.golden();
        let even = (0..golden.size).flat_map(|row| {
            let weight = |column| if column <= row { 1.0 / (row + 1) as f32 } else { 0.0 };
            (0..golden.size).map(weight).collect::<Vec<_>>()
        });
        let even = Matrix { size: golden.size, values: even.collect() };
        let rows = golden.differences(&even).into_iter().map(|row| row.iter().sum::<f64>());
        let mean = rows.sum::<f64>() / golden.size as f64;
        assert!(mean > 0.3, "{}: rows are {mean} from looking at all tokens alike", kind.name);
        let edges = edge_difference(&kind, &even, &golden);
        assert!(edges > 0.05, "{}: edges are {edges} from those of looking alike", kind.name);
    }
}
