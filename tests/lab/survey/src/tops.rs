//! PDFs whose pages begin alike, with text that is no running head.

use crate::made::sentence;
use crate::sheets::{Face, PositionedText, file};

/// The text at the top of the pages of a generated paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Top {
    /// A chapter title each, with a Roman numeral.
    Chapters,
    /// A numbered exercise each.
    Exercises,
    /// The line of each invoice that distinguishes it from the others.
    Invoices,
    /// A table that continues over three pages, its title and column heads on each.
    Tables,
    /// The same, with a title of two lines.
    LongTitles,
}

/// All of them.
pub const TOPS: [Top; 5] =
    [Top::Chapters, Top::Exercises, Top::Invoices, Top::Tables, Top::LongTitles];
/// The running head of those that have one.
pub const HEAD: &str = "Annals of Made Papers";
/// The number of pages of each.
pub const PAGES: usize = 6;
const PITCH: f32 = 14.0;
const LEFT: f32 = 72.0;

/// Returns a paper's file, and the lines with which each of its pages begins.
pub fn paper(top: Top, has_head: bool) -> (Vec<u8>, Vec<Vec<String>>) {
    let tops: Vec<Vec<String>> = (0..PAGES).map(|nth| lines(top, nth)).collect();
    let pages = tops.iter().enumerate().map(|(nth, lines)| page(nth, lines, (top, has_head)));
    let face = Face { name: "Helvetica", ..Face::default() };
    (file(&pages.collect::<Vec<_>>(), &face), tops)
}

/// Returns the lines with which a page begins; bars separate columns.
fn lines(top: Top, nth: usize) -> Vec<String> {
    let (number, table) = (nth + 1, nth / 3 + 1);
    let roman = ["I", "II", "III", "IV", "V", "VI"][nth % PAGES];
    let amount = 250 + 37 * nth;
    let columns = || "Compound|Mean|Deviation".to_owned();
    match top {
        Top::Chapters => vec![format!("Chapter {roman}")],
        Top::Exercises => vec![format!("Exercise {number}")],
        Top::Invoices => {
            let date = format!("2024-0{number}-15");
            vec![format!("Invoice No. {} of {date}, amount due {amount} EUR", 1000 + number)]
        }
        Top::Tables => vec![format!("Table {table}. Results of the trials"), columns()],
        Top::LongTitles => vec![
            format!(
                "Table {table}. Precision and accuracy of the trials in ground water, with the"
            ),
            "number of detections and the highest concentrations".to_owned(),
            columns(),
        ],
    }
}

fn page(nth: usize, lines: &[String], (top, has_head): (Top, bool)) -> Vec<PositionedText> {
    let mut pieces = vec![PositionedText::plain((300.0, 40.0), 10.0, &(nth + 1).to_string())];
    if has_head {
        pieces.push(PositionedText::plain((LEFT, 750.0), 10.0, HEAD));
    }
    let mut y = 710.0;
    for line in lines {
        pieces.extend(row(y, line));
        y -= PITCH;
    }
    let is_title = matches!(top, Top::Chapters | Top::Exercises);
    y -= if is_title { PITCH } else { 0.0 };
    for count in 0..30 {
        let text = match top {
            Top::Tables | Top::LongTitles => format!("{}|{count}.5|0.{nth}", word(nth, count)),
            _ => sentence(100 * nth + count),
        };
        pieces.extend(row(y, &text));
        y -= PITCH;
    }
    pieces
}

fn row(y: f32, cells: &str) -> Vec<PositionedText> {
    let cells = (0_u8..).zip(cells.split('|'));
    cells
        .map(|(nth, cell)| PositionedText::plain((LEFT + 150.0 * f32::from(nth), y), 10.0, cell))
        .collect()
}

/// Returns a word that no other row of a table has.
fn word(nth: usize, count: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    [letter(nth), letter(count), letter(7 * count + nth), letter(3 * count)].iter().collect()
}
