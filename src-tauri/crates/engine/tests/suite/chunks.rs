//! Chunks of real files lie where they say.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use engine::model_folders;
use hwdag::{ChunkEnds, Cutting};
use model::{LoadOptions, Weights};
use reader::{Limits, Reader, Source};

use crate::POCKET;

/// What can be read of a file, by a process of its own.
fn read(path: &Path) -> Option<documents::Document> {
    let bytes = std::fs::read(path).ok()?;
    let name = path.file_name()?.to_string_lossy();
    let file = Source { name: &name, bytes: &bytes, password: None };
    let program = reader::find_program().expect("the reader was built");
    let limits = Limits::for_size(bytes.len() as u64);
    let mut reader = Reader::open(&program, &model_folders(), file, limits).ok()?;
    reader.read(BTreeMap::new(), &mut || ControlFlow::Continue(())).ok()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    files.filter(|entry| entry.file_type().is_file()).map(|entry| entry.into_path()).collect()
}

/// Each chunk is what stands in the text from where it begins to where it ends, and together they
/// are the text.
#[test]
fn chunks_of_every_file_are_the_text_between_their_ends() {
    let Some(corpus) = std::env::var_os("PECAN_CORPUS") else {
        println!("skipped: PECAN_CORPUS names no folder with test files");
        return;
    };
    let weights = Weights::load(Path::new(POCKET), &LoadOptions::default()).unwrap();
    let (mut read_files, mut chunks) = (0, 0);
    for path in files(Path::new(&corpus)) {
        let Some(document) = read(&path) else { continue };
        let Ok(tokens) = weights.tokenize(&document.text) else { continue };
        let bytes = |token| weights.bytes(token).to_vec();
        let starts: Vec<usize> = document.text.char_indices().map(|(start, _)| start).collect();
        let byte = |character: usize| starts.get(character).copied().unwrap_or(document.text.len());
        read_files += 1;
        for ends in [ChunkEnds::Exact, ChunkEnds::Sentences] {
            let cutting = Cutting { ends, ..Cutting::default() };
            let cut = hwdag::chunk(&tokens, bytes, &document.text, cutting).unwrap();
            let mut end = 0;
            for chunk in &cut {
                assert_eq!(chunk.range.start, end, "{}", path.display());
                end = chunk.range.end;
                let there = &document.text[byte(chunk.range.start)..byte(end)];
                assert_eq!(there, chunk.text, "{}: {:?}", path.display(), chunk.range);
            }
            assert_eq!(byte(end), document.text.len(), "{}", path.display());
            chunks += cut.len();
        }
    }
    assert!(read_files > 0, "nothing in {} can be read", Path::new(&corpus).display());
    println!("{chunks} chunks of {read_files} files");
}
