//! Damages good files, the same way every time.

use std::io::{Cursor, Read, Write};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// The longest piece that is removed, repeated or blanked, in bytes.
const LONGEST_PIECE: usize = 4_096;
/// Replacements for a number.
const NUMBERS: [&str; 6] = ["0", "-1", "99999999999", "2147483647", "4294967296", "1e308"];

/// Damages a file's bytes according to a seed; an archive may be damaged within one of its files.
pub fn mutate(bytes: &[u8], seed: u64) -> Vec<u8> {
    let rng = &mut StdRng::seed_from_u64(seed);
    if bytes.starts_with(b"PK") && rng.random_bool(0.7) {
        return within_archive(bytes, rng).unwrap_or_else(|| spoil(bytes, rng));
    }
    spoil(bytes, rng)
}

/// Makes one to four faults.
fn spoil(bytes: &[u8], rng: &mut StdRng) -> Vec<u8> {
    let mut spoilt = bytes.to_vec();
    for _ in 0..rng.random_range(1..=4) {
        match rng.random_range(0..6) {
            0 => flip(&mut spoilt, rng),
            1 => spoilt.truncate(rng.random_range(0..=spoilt.len())),
            2 => drop(spoilt.drain(piece(&spoilt, rng))),
            3 => repeat(&mut spoilt, rng),
            4 => renumber(&mut spoilt, rng),
            _ => {
                let piece = piece(&spoilt, rng);
                spoilt[piece].fill(0);
            }
        }
    }
    spoilt
}

fn flip(bytes: &mut [u8], rng: &mut StdRng) {
    for _ in 0..rng.random_range(1..=20) {
        let at = below(bytes.len(), rng);
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << rng.random_range(0..8);
        }
    }
}

fn repeat(bytes: &mut Vec<u8>, rng: &mut StdRng) {
    let copy = bytes[piece(bytes, rng)].to_vec();
    let at = rng.random_range(0..=bytes.len());
    for _ in 0..rng.random_range(1..=50) {
        bytes.splice(at..at, copy.iter().copied());
    }
}

/// Replaces the first number after a random byte.
fn renumber(bytes: &mut Vec<u8>, rng: &mut StdRng) {
    let from = below(bytes.len(), rng);
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else {
        return;
    };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = NUMBERS[rng.random_range(0..NUMBERS.len())];
    bytes.splice(start..start + length, number.bytes());
}

/// Returns a random number below `end`; 0 if `end` is 0.
fn below(end: usize, rng: &mut StdRng) -> usize {
    if end == 0 { 0 } else { rng.random_range(0..end) }
}

fn piece(bytes: &[u8], rng: &mut StdRng) -> std::ops::Range<usize> {
    let start = below(bytes.len(), rng);
    start..(start + rng.random_range(1..=LONGEST_PIECE)).min(bytes.len())
}

/// Damages one of the files in an archive and leaves the archive itself intact.
fn within_archive(bytes: &[u8], rng: &mut StdRng) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let chosen = rng.random_range(0..archive.len().max(1));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).ok()?;
        let (name, mut content) = (file.name().ok()?.into_owned(), Vec::new());
        file.read_to_end(&mut content).ok()?;
        let content = if index == chosen { spoil(&content, rng) } else { content };
        writer.start_file(name, SimpleFileOptions::default()).ok()?;
        writer.write_all(&content).ok()?;
    }
    Some(writer.finish().ok()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_file_and_mostly_another_one() {
        let good = b"1 0 obj << /Length 27 >> stream".repeat(40);
        let bad = |seed| mutate(&good, seed);
        assert_eq!(bad(1), bad(1));
        let changed = (0..50).filter(|&seed| bad(seed) != good).count();
        assert!(changed > 45, "{changed}");
        assert_eq!(mutate(b"", 1), b"");
    }
}
