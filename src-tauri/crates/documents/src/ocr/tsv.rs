//! Tesseract's table of words, one row for each word, line, paragraph and block.

use super::{RecognisedLine, RecognisedPage, RecognisedWord};
use crate::PageImage;

/// Reads a table and converts pixels of the picture to points of the page. Rows that make no sense
/// are left out, and all rows if most are guesses: on a photograph, not a page of text.
pub(super) fn read(table: &[u8], picture: &PageImage) -> RecognisedPage {
    let table = String::from_utf8_lossy(table);
    let (width, height) = picture.page_size;
    let scale = Scale { x: width / picture.width as f32, y: height / picture.height as f32 };
    let mut page = RecognisedPage::default();
    let (mut words, mut guesses) = (0, 0);
    for row in table.lines().filter_map(TesseractRow::parse) {
        match row.level {
            LINE => page.lines.push(RecognisedLine::default()),
            WORD if row.is_text() => {
                words += 1;
                guesses += u32::from(row.certain < CERTAIN);
                if let Some(line) = page.lines.last_mut() {
                    line.words.push(scale.word(&row));
                }
            }
            _ => {}
        }
    }
    page.lines.retain(|line| !line.words.is_empty());
    if 2 * guesses > words { RecognisedPage::default() } else { page }
}

const LINE: u32 = 4;
const WORD: u32 = 5;

/// Words with a confidence below this, in percent, are more often specks and pictures than words.
const LEAST_CERTAIN: f32 = 15.0;
/// Words with a confidence below this, in percent, are guesses.
const CERTAIN: f32 = 60.0;

struct TesseractRow<'t> {
    level: u32,
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    certain: f32,
    text: &'t str,
}

impl<'t> TesseractRow<'t> {
    /// The columns: level, page, block, paragraph, line, word, left, top, width, height,
    /// confidence, text.
    fn parse(row: &'t str) -> Option<Self> {
        let columns: Vec<&str> = row.splitn(12, '\t').collect();
        let number = |nth: usize| columns.get(nth)?.parse().ok().filter(|n: &f32| n.is_finite());
        Some(Self {
            level: columns.first()?.parse().ok()?,
            left: number(6)?,
            top: number(7)?,
            width: number(8)?,
            height: number(9)?,
            certain: number(10)?,
            text: columns.get(11).map_or("", |text| text.trim()),
        })
    }

    fn is_text(&self) -> bool {
        !self.text.is_empty()
            && self.certain >= LEAST_CERTAIN
            && self.width > 0.0
            && self.height > 0.0
    }
}

/// Points per pixel.
struct Scale {
    x: f32,
    y: f32,
}

impl Scale {
    fn word(&self, row: &TesseractRow<'_>) -> RecognisedWord {
        RecognisedWord {
            text: row.text.to_owned(),
            left: tenths(row.left * self.x),
            top: tenths(row.top * self.y),
            right: tenths((row.left + row.width) * self.x),
            bottom: tenths((row.top + row.height) * self.y),
        }
    }
}

/// Rounds to tenths of a point, finer than any recognition, so that it is stored in few bytes.
fn tenths(points: f32) -> f32 {
    (points * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, left: f32, top: f32, right: f32, bottom: f32) -> RecognisedWord {
        RecognisedWord { text: text.into(), left, top, right, bottom }
    }

    #[test]
    fn pixels_become_points_and_odd_rows_are_left_out() {
        let table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\t\
                     height\tconf\ttext\n\
                     1\t1\t0\t0\t0\t0\t0\t0\t1000\t2000\t-1\t\n\
                     4\t1\t1\t1\t1\t0\t100\t100\t400\t60\t-1\t\n\
                     5\t1\t1\t1\t1\t1\t100\t100\t200\t50\t96.5\tOnce\n\
                     5\t1\t1\t1\t1\t2\t340\t110\t161\t50\t90.1\tupon\n\
                     5\t1\t1\t1\t1\t3\t520\t110\t10\t50\t5\t~\n\
                     5\t1\t1\t1\t1\t4\t540\t110\tNaN\t50\t95\tno\n\
                     4\t1\t1\t1\t2\t0\t100\t200\t400\t60\t-1\t\n\
                     5\t1\t1\t1\t2\t1\t100\t200\t200\t50\t95\t \n\
                     rubbish\n\
                     4\t1\t1\t1\t3\t0\t100\t300\t400\t60\t-1\t\n\
                     5\t1\t1\t1\t3\t1\t100\t300\t200\t50\t95\ttime.\n";
        let page_size = (500.0, 500.0);
        let picture = PageImage { page_size, width: 1000, height: 2000, png: Vec::new() };
        let page = read(table.as_bytes(), &picture);
        let lines = [
            vec![word("Once", 50.0, 25.0, 150.0, 37.5), word("upon", 170.0, 27.5, 250.5, 40.0)],
            vec![word("time.", 50.0, 75.0, 150.0, 87.5)],
        ];
        assert_eq!(page.lines, lines.map(|words| RecognisedLine { words }));
        assert_eq!(read(b"\xff\xfe", &picture), RecognisedPage::default());
        let guessed = table.replace("96.5", "30").replace("90.1", "59");
        assert_eq!(read(guessed.as_bytes(), &picture), RecognisedPage::default());
    }
}
