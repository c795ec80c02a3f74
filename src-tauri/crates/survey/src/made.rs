//! PDFs made by code, whose text is known.

use crate::sheets::{Face, Piece, file};

/// How a made paper is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Columns side by side.
    pub columns: usize,
    /// Whether the file has the columns' lines row by row, not column by column.
    pub row_by_row: bool,
    /// Whether words are broken at the ends of lines.
    pub hyphens: bool,
    /// Whether pages have a running head, a page number, and a footnote in each column.
    pub furniture: bool,
    /// How many pages it has.
    pub pages: usize,
}

/// A paper and the text that a reader is meant to read.
pub struct Paper {
    /// The file.
    pub file: Vec<u8>,
    /// The sentences of its body in order.
    pub sentences: Vec<String>,
    /// What stands in its margins, without the numbers.
    pub head: &'static str,
}

const HEAD: &str = "Journal of Made Papers";
const SIZE: f32 = 9.0;
/// The width of a letter of Courier.
const LETTER: f32 = 0.6 * SIZE;
const PITCH: f32 = 11.0;
const GUTTER: f32 = 18.0;
const LEFT: f32 = 54.0;
const TOP: f32 = 700.0;
const LINES: usize = 52;
/// Lines that a note and the room above it take from a column.
const NOTE_LINES: usize = 4;

/// Words that sentences are made of.
const WORDS: [&str; 24] = [
    "measure",
    "column",
    "reading",
    "between",
    "another",
    "surface",
    "gradual",
    "method",
    "pattern",
    "interval",
    "careful",
    "evidence",
    "journey",
    "northern",
    "history",
    "material",
    "question",
    "different",
    "language",
    "mountain",
    "ordinary",
    "position",
    "remember",
    "together",
];

/// A paper of sentences that all differ.
pub fn paper(layout: Layout) -> Paper {
    let letters = line_letters(layout);
    let lines_per_column = LINES - if layout.furniture { NOTE_LINES } else { 0 };
    let wanted = layout.pages * layout.columns * lines_per_column;
    let mut setting = Setting { letters, hyphens: layout.hyphens, lines: Vec::new() };
    let mut sentences = Vec::new();
    while setting.lines.len() < wanted {
        let paragraph: Vec<String> = (0..6).map(|nth| sentence(sentences.len() + nth)).collect();
        setting.paragraph(&paragraph.join(" "));
        sentences.extend(paragraph);
    }
    // The last sentences do not fit.
    let mut lines = setting.lines;
    lines.truncate(wanted);
    let cut: usize = 6 * 2;
    sentences.truncate(sentences.len().saturating_sub(cut));
    let columns: Vec<&[String]> = lines.chunks(lines_per_column).collect();
    let pages = columns.chunks(layout.columns).enumerate();
    let pages = pages.map(|(nth, columns)| page(layout, nth, columns)).collect::<Vec<_>>();
    let face = Face { name: "Courier", ..Face::default() };
    Paper { file: file(&pages, &face), sentences, head: HEAD }
}

fn line_letters(layout: Layout) -> usize {
    let width = (612.0 - 2.0 * LEFT - GUTTER * (layout.columns - 1) as f32) / layout.columns as f32;
    (width / LETTER) as usize
}

/// A sentence that no other number makes.
pub fn sentence(number: usize) -> String {
    let word =
        |nth: usize| WORDS[(number / WORDS.len().pow(nth as u32 % 3) + 7 * nth) % WORDS.len()];
    let words: Vec<&str> = (0..11).map(word).collect();
    format!("Sentence {number} has the {} in it.", words.join(" "))
}

/// Lines of at most so many letters.
struct Setting {
    letters: usize,
    hyphens: bool,
    lines: Vec<String>,
}

impl Setting {
    /// Sets a paragraph, indented.
    fn paragraph(&mut self, text: &str) {
        let mut line = String::from("   ");
        let mut empty = true;
        for word in text.split(' ') {
            let gap = usize::from(!empty);
            let room = self.letters.saturating_sub(line.len() + gap);
            if word.len() <= room {
                line.push_str(if empty { "" } else { " " });
                line.push_str(word);
            } else {
                let broken = self.broken(word, room);
                if broken > 0 {
                    line = format!("{line} {}-", &word[..broken]);
                }
                self.lines.push(std::mem::replace(&mut line, word[broken..].to_owned()));
            }
            empty = false;
        }
        self.lines.push(line);
    }

    /// How many letters of a word stay on a line with this much room.
    fn broken(&self, word: &str, room: usize) -> usize {
        let is_plain = word.len() > 6 && word.bytes().all(|byte| byte.is_ascii_lowercase());
        if self.hyphens && is_plain && room > 3 { (room - 1).min(word.len() - 3) } else { 0 }
    }
}

/// A page's pieces of text.
fn page(layout: Layout, nth: usize, columns: &[&[String]]) -> Vec<Piece> {
    let width = line_letters(layout) as f32 * LETTER + GUTTER;
    let x = |column: usize| LEFT + width * column as f32;
    let y = |row: usize| TOP - PITCH * row as f32;
    let piece = |column: usize, row: usize, line: &String| {
        let indent = line.len() - line.trim_start().len();
        let place = (x(column) + LETTER * indent as f32, y(row));
        Piece::plain(place, SIZE, line.trim_start())
    };
    let mut pieces = Vec::new();
    if layout.furniture {
        pieces.push(Piece::plain((LEFT, 740.0), SIZE, HEAD));
    }
    let notes = |column: usize| {
        let note = format!("{} A note at the foot of column {column}.", nth + 1);
        Piece::plain((x(column), y(LINES - 1)), 6.0, &note)
    };
    if layout.row_by_row {
        for row in 0..LINES {
            let lines = columns.iter().enumerate();
            pieces
                .extend(lines.filter_map(|(nth, column)| Some(piece(nth, row, column.get(row)?))));
        }
        pieces.extend((0..columns.len()).filter(|_| layout.furniture).map(notes));
    } else {
        for (nth, column) in columns.iter().enumerate() {
            pieces.extend(column.iter().enumerate().map(|(row, line)| piece(nth, row, line)));
            pieces.extend(layout.furniture.then(|| notes(nth)));
        }
    }
    if layout.furniture {
        pieces.push(Piece::plain((300.0, 40.0), SIZE, &(nth + 1).to_string()));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn sentences_differ() {
        let layout =
            Layout { columns: 2, row_by_row: false, hyphens: true, furniture: true, pages: 20 };
        let paper = paper(layout);
        let unique: HashSet<&String> = paper.sentences.iter().collect();
        assert!(unique.len() > 500 && unique.len() == paper.sentences.len());
        assert!(paper.file.starts_with(b"%PDF"));
    }

    #[test]
    fn lines_fit_their_column() {
        let mut setting = Setting { letters: 20, hyphens: true, lines: Vec::new() };
        setting.paragraph("some words that are remembered together again");
        assert!(setting.lines.iter().all(|line| line.len() <= 20), "{:?}", setting.lines);
        let joined = setting.lines.join(" ").replace("- ", "");
        assert_eq!(joined.trim(), "some words that are remembered together again");
    }
}
