//! PDFs of justified text in two close columns, stored row by row.

use crate::made::sentence;
use crate::sheets::{Face, PositionedText, file};

const SIZE: f32 = 10.0;
const PITCH: f32 = 12.0;
const LEFT: f32 = 54.0;
const TOP: f32 = 720.0;
const LINES: usize = 50;
const PAGES: usize = 3;
/// The number of sentences in a paragraph.
const PARAGRAPH: usize = 4;

/// Returns a paper with `gutter` points between its columns, and its sentences.
pub fn paper(gutter: f32) -> (Vec<u8>, Vec<String>) {
    let width = (612.0 - 2.0 * LEFT - gutter) / 2.0;
    let wanted = 2 * LINES * PAGES;
    let (mut lines, mut sentences) = (Vec::new(), Vec::new());
    while lines.len() < wanted {
        let begin = sentences.len();
        sentences.extend((begin..begin + PARAGRAPH).map(sentence));
        lines.extend(set(&sentences[begin..].join(" "), width));
    }
    // The last sentences do not fit.
    lines.truncate(wanted);
    sentences.truncate(sentences.len() - 2 * PARAGRAPH);
    let pages = lines.chunks(2 * LINES).map(|lines| page(lines, width + gutter));
    let face = Face { name: "Helvetica", widths: widths(), letters: &[] };
    (file(&pages.collect::<Vec<_>>(), &face), sentences)
}

/// A line, and the extra width of its spaces over the font's.
type JustifiedLine = (String, f32);

/// Breaks a paragraph into lines of this width, all but the last one full.
fn set(text: &str, width: f32) -> Vec<JustifiedLine> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width_of(&longer) > width {
            let spaces = line.matches(' ').count().max(1);
            let spacing = (width - width_of(&line)) / spaces as f32;
            lines.push((std::mem::replace(&mut line, word.to_owned()), spacing));
        } else {
            line = longer;
        }
    }
    lines.push((line, 0.0));
    lines
}

/// Sets two columns, the second `way` points to the right of the first.
fn page(lines: &[JustifiedLine], way: f32) -> Vec<PositionedText> {
    let (left, right) = lines.split_at(LINES.min(lines.len()));
    let piece = |x: f32, row: usize, (text, spacing): &JustifiedLine| {
        let place = (x, TOP - PITCH * row as f32);
        PositionedText { spacing: *spacing, ..PositionedText::plain(place, SIZE, text) }
    };
    let rows = left.iter().zip(right).enumerate();
    rows.flat_map(|(row, (one, other))| [piece(LEFT, row, one), piece(LEFT + way, row, other)])
        .collect()
}

fn width_of(text: &str) -> f32 {
    text.bytes().map(|letter| SIZE * width_of_letter(letter) / 1000.0).sum()
}

/// Returns about the width in Helvetica.
fn width_of_letter(letter: u8) -> f32 {
    match letter {
        b'i' | b'j' | b'l' => 222.0,
        b' ' | b'f' | b't' | b'.' => 278.0,
        b'm' => 833.0,
        b'w' | b'S' => 700.0,
        _ => 556.0,
    }
}

fn widths() -> Vec<f32> {
    (b' '..=b'~').map(width_of_letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full() {
        let text = [1, 2, 3].map(sentence).join(" ");
        let lines = set(&text, 240.0);
        let words: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
        assert_eq!(words.join(" "), text);
        for (line, spacing) in &lines[..lines.len() - 1] {
            let width = width_of(line) + spacing * line.matches(' ').count() as f32;
            assert!((width - 240.0).abs() < 0.01 && *spacing >= 0.0, "{line}: {width}");
        }
    }
}
