//! Checks the chunks of every readable file against the text from which they are cut.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use documents::Document;
use hwdag::{Chunk, ChunkBoundaries, Cutting};
use model::Weights;
use reader::{ReadLimits, ReaderProcess, SourceFile};
use serde::Serialize;
use walkdir::WalkDir;

use crate::hostile::ReaderPaths;

/// How the chunks of files lie in their texts.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct ChunkCheck {
    /// The number of files read and cut, each twice: into a fixed number of tokens, and at the ends
    /// of sentences.
    pub files: usize,
    /// The number of chunks of all files.
    pub chunks: usize,
    /// The number of chunks that do not begin where the previous one ends or differ from the text
    /// there, and of texts whose end is in no chunk.
    pub broken: usize,
}

/// Reads every file of a folder and its subfolders, and cuts whatever can be read into chunks of a
/// model's tokens.
///
/// # Errors
///
/// If nothing there can be read.
pub fn survey(corpus: &Path, place: &ReaderPaths, weights: &Weights) -> Result<ChunkCheck> {
    let mut all = ChunkCheck::default();
    for path in files(corpus) {
        let Some(document) = read(&path, place) else { continue };
        let Ok(tokens) = weights.tokenize(&document.text) else { continue };
        all.files += 1;
        for ends in [ChunkBoundaries::Exact, ChunkBoundaries::Sentences] {
            let bytes = |token| weights.bytes(token).to_vec();
            let cutting = Cutting { ends, ..Cutting::default() };
            let chunks = hwdag::chunk(&tokens, bytes, &document.text, cutting)?;
            all.broken += broken(&chunks, &document.text);
            all.chunks += chunks.len();
        }
    }
    ensure!(all.files > 0, "no file in {} can be read", corpus.display());
    Ok(all)
}

/// Returns the number of chunks that do not stand in a text where they say, one after another, up
/// to its end.
fn broken(chunks: &[Chunk], text: &str) -> usize {
    let starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
    let byte = |character: usize| starts.get(character).copied().unwrap_or(text.len());
    let mut end = 0;
    let mut broken = 0;
    for chunk in chunks {
        let follows = chunk.range.start == end;
        end = chunk.range.end;
        let there = text.get(byte(chunk.range.start)..byte(end));
        broken += usize::from(!follows || there != Some(&chunk.text));
    }
    broken + usize::from(byte(end) != text.len())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    files.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path()).collect()
}

/// Reads a file in a separate process; `None` if it cannot be read.
fn read(path: &Path, place: &ReaderPaths) -> Option<Document> {
    let bytes = fs::read(path).ok()?;
    let name = path.file_name()?.to_string_lossy();
    let file = SourceFile { name: &name, bytes: &bytes, password: None };
    let limits = ReadLimits::for_size(bytes.len() as u64);
    let mut reader = ReaderProcess::open(&place.program, &place.folders, file, limits).ok()?;
    reader.read(BTreeMap::new(), &mut || ControlFlow::Continue(())).ok()
}

#[cfg(test)]
mod tests {
    use model::LoadOptions;

    use super::*;

    const POCKET: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src-tauri/crates/pocket/pocket.gguf");

    #[test]
    fn chunks_of_every_file_are_the_text_between_their_ends() {
        let Some(corpus) = std::env::var_os("PECAN_CORPUS") else {
            println!("skipped: PECAN_CORPUS does not name a folder with test files");
            return;
        };
        let place = ReaderPaths::new(&crate::folders()).unwrap();
        let weights = Weights::load(Path::new(POCKET), &LoadOptions::default()).unwrap();
        let found = survey(Path::new(&corpus), &place, &weights).unwrap();
        assert_eq!(found.broken, 0, "{found:?}");
    }

    #[test]
    fn chunks_that_are_not_what_the_text_has_are_found() {
        let chunk = |range: std::ops::Range<usize>, text: &str| Chunk {
            tokens: Vec::new(),
            range,
            text: text.into(),
        };
        let text = "Où est Mira?";
        let cases = [
            (vec![chunk(0..7, "Où est "), chunk(7..12, "Mira?")], 0),
            (vec![chunk(0..7, "Où est "), chunk(7..11, "Mira")], 1),
            (vec![chunk(0..7, "Où est "), chunk(6..12, " Mira?")], 1),
            (vec![chunk(0..7, "Ou est "), chunk(7..12, "Mira?")], 1),
            (Vec::new(), 1),
        ];
        for (chunks, expected) in cases {
            assert_eq!(broken(&chunks, text), expected, "{chunks:?}");
        }
    }
}
