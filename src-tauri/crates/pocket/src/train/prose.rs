//! Real prose: the points of a chunk are its first whole sentences, word for word.

use super::example::{Example, Part};
use super::gaze::{LINK, NOWHERE};
use super::lists::{list, point_at};
use super::prompt;
use super::teacher::{CHUNK, Stage, Teacher};
use crate::Rng;

/// Sentences per chunk.
const PER_CHUNK: usize = 2;

/// Chunks of a book and their sentences, or such sentences and every third of them.
pub(super) fn example(teacher: &Teacher<'_>, stage: &Stage, rng: &mut Rng) -> Option<Example> {
    if teacher.books.is_empty() {
        return None;
    }
    let book = rng.pick(teacher.books);
    let again = rng.chance(0.3);
    let chunks = rng.between(1, (stage.length / CHUNK).clamp(1, 4));
    let wanted = if again { 12_000 } else { chunks * CHUNK * 5 };
    let text = excerpt(book, wanted, rng);
    let (tokens, places) = teacher.vocabulary.places(&text);
    let mut segments = Vec::new();
    let mut points = Vec::new();
    let mut sources = Vec::new();
    for first in (0..tokens.len().saturating_sub(CHUNK)).step_by(CHUNK) {
        let end = first + CHUNK;
        let from = places[first].0;
        for (line, begin, stop) in sentences(text.get(from..places[end - 1].1)?) {
            let token = |byte: usize| places.partition_point(|p| p.1 <= from + byte) - first;
            sources.push((segments.len(), token(begin), token(stop) + 1));
            points.push(line);
        }
        segments.push(tokens[first..end].to_vec());
        if !again && segments.len() == chunks {
            break;
        }
    }
    if again {
        points.truncate(rng.between(3, (stage.lines / 2).max(3)));
        segments = points.iter().map(|p| prompt::point(teacher.vocabulary, p)).collect();
        points = points.into_iter().step_by(3).collect();
        sources = (0..segments.len()).step_by(3).map(|n| (n, 0, segments[n].len())).collect();
    }
    if points.is_empty() {
        return None;
    }
    let (mut example, layout) = list(teacher.vocabulary, &segments, &points, Part::Prose, rng);
    let rows: Vec<(usize, usize)> = sources
        .iter()
        .map(|&(n, from, to)| (layout.segments[n].0 + from, layout.segments[n].0 + to))
        .collect();
    let mut last = NOWHERE;
    for &(_, end) in &rows {
        example.look(end - 1, LINK, last, 1.0);
        last = (end - 1, end);
    }
    point_at(&mut example, &layout, &rows);
    Some(example)
}

/// Some of a book, its lines as they are or joined to paragraphs.
fn excerpt(book: &str, bytes: usize, rng: &mut Rng) -> String {
    let mut first = rng.below(book.len().saturating_sub(bytes));
    while !book.is_char_boundary(first) {
        first += 1;
    }
    let text: String = book[first..].chars().take(bytes).collect();
    if rng.chance(0.5) {
        return text;
    }
    text.replace("\r\n", "\n")
        .split("\n\n")
        .map(|p| p.replace('\n', " "))
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// The first whole sentences of a text, in one line each, and the bytes at which each begins
/// and stops.
fn sentences(text: &str) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    let mut begin: Option<usize> = None;
    let bytes = text.as_bytes();
    for i in 0..bytes.len().saturating_sub(2) {
        if !matches!(bytes[i], b'.' | b'!' | b'?') || !bytes[i + 1].is_ascii_whitespace() {
            continue;
        }
        if let Some(from) = begin {
            let line = text[from..=i].split_whitespace().collect::<Vec<_>>().join(" ");
            let words = line.split(' ').count();
            if (5..=32).contains(&words) && line.starts_with(|c: char| c.is_uppercase()) {
                found.push((line, text.len() - text[from..].trim_start().len(), i));
                if found.len() == PER_CHUNK {
                    break;
                }
            }
        }
        begin = Some(i + 1);
    }
    found
}
