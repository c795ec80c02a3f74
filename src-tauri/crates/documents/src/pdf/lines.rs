//! Joins glyphs to words and lines.

use super::area::Area;
use super::glyph::Glyph;
use super::line::{PdfLine, around};
use super::shadows;
use super::word::{PdfWord, may_run_down, run_sideways, take_hyphen};
use crate::characters::is_wide;

/// The part of a letter's height by which it may reach into the word above it.
const OVERLAP: f32 = 0.3;
/// The distance of the middles of two words from which they are below one another, in heights of the higher one.
const ROW_DISTANCE: f32 = 1.1;

/// Joins glyphs to lines.
pub(super) fn of(glyphs: Vec<Glyph>) -> Vec<PdfLine> {
    let mut setting = LineBuilder::default();
    for glyph in glyphs {
        match glyph {
            Glyph::Letter(letter, area) => setting.letter(letter, area),
            Glyph::Space => setting.end_word(),
            Glyph::LineEnd => setting.end_line(None),
            Glyph::Hyphen(area) => setting.end_line(Some(area)),
        }
    }
    setting.end_line(None);
    setting.lines
}

#[derive(Default)]
struct LineBuilder {
    lines: Vec<PdfLine>,
    pieces: Vec<PdfWord>,
    /// Whether the next letter begins a word, after a space.
    spaced: bool,
}

impl LineBuilder {
    fn letter(&mut self, letter: char, area: Option<Area>) {
        let goes_on = !self.spaced
            && self.pieces.last().is_some_and(|piece| {
                !is_wide(letter)
                    && !piece.text.chars().next_back().is_some_and(is_wide)
                    && !is_below(piece.area, area)
            });
        match self.pieces.last_mut() {
            Some(piece) if goes_on => {
                piece.text.push(letter);
                piece.area = around(piece.area, area);
            }
            _ => {
                let spaced = std::mem::take(&mut self.spaced);
                self.pieces.push(PdfWord { text: letter.into(), area, spaced });
            }
        }
    }

    fn end_word(&mut self) {
        self.spaced = !self.pieces.is_empty();
    }

    /// Ends the line; `hyphen` is the box of the hyphen that PDFium saw at its end, if any.
    fn end_line(&mut self, hyphen: Option<Option<Area>>) {
        let mut pieces = std::mem::take(&mut self.pieces);
        self.spaced = false;
        let found = match hyphen {
            Some(area) => {
                if let Some(last) = pieces.last_mut() {
                    last.area = around(last.area, area);
                }
                Some('-')
            }
            None => pieces.last_mut().and_then(take_hyphen),
        };
        for piece in &mut pieces {
            piece.text.retain(|letter| letter != '\u{ad}');
        }
        pieces.retain(|piece| !piece.text.is_empty());
        shadows::drop(&mut pieces);
        let rows = rows(pieces);
        let last = rows.len().saturating_sub(1);
        let lines = rows
            .into_iter()
            .enumerate()
            .filter_map(|(nth, row)| PdfLine::new(row, found.filter(|_| nth == last)));
        self.lines.extend(lines);
    }
}

/// Returns whether an upright letter is below a word, like a lone mark on the next line.
fn is_below(word: Option<Area>, letter: Option<Area>) -> bool {
    let (Some(word), Some(letter)) = (word, letter) else { return false };
    letter.height() > letter.width() && letter.top > word.bottom - OVERLAP * letter.height()
}

/// Separates words that PDFium puts into one line though they are below one another.
fn rows(mut pieces: Vec<PdfWord>) -> Vec<Vec<PdfWord>> {
    let mut rows = Vec::new();
    // In a line that runs down or up the page all words are.
    if run_sideways(&pieces) || pieces.len() > 2 && may_run_down(&pieces) {
        return vec![pieces];
    }
    while let Some(nth) = pieces.windows(2).position(|pair| are_apart(&pair[0], &pair[1])) {
        let after = pieces.split_off(nth + 1);
        rows.push(std::mem::replace(&mut pieces, after));
    }
    rows.push(pieces);
    rows
}

fn are_apart(a: &PdfWord, b: &PdfWord) -> bool {
    let (Some(a), Some(b)) = (a.area, b.area) else { return false };
    let middle = |area: Area| f32::midpoint(area.top, area.bottom);
    (middle(a) - middle(b)).abs() > ROW_DISTANCE * a.height().max(b.height())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::{area, texts};

    /// Glyphs of width 5 for a text: `\n` ends a line, `~` is PDFium's hyphen.
    fn glyphs(text: &str) -> Vec<Glyph> {
        let mut x = 0.0;
        text.chars()
            .map(|letter| {
                x += 5.0;
                match letter {
                    ' ' => Glyph::Space,
                    '\n' => Glyph::LineEnd,
                    '~' => Glyph::Hyphen(area(x - 5.0, x)),
                    _ => Glyph::Letter(letter, area(x - 5.0, x)),
                }
            })
            .collect()
    }

    #[test]
    fn words_lie_on_lines() {
        let lines = of(glyphs(" ab  cd\n\n \nef"));
        assert_eq!(lines.iter().map(texts).collect::<Vec<_>>(), [vec!["ab", "cd"], vec!["ef"]]);
        assert_eq!(lines[0].pieces[0].area, area(5.0, 15.0));
        assert_eq!(lines[0].area, area(5.0, 35.0));
        assert!(!lines[0].pieces[0].spaced && lines[0].pieces[1].spaced);
        assert_eq!(lines[0].letters(), 4);
    }

    #[test]
    fn characters_without_spaces_between_them_stand_alone() {
        let lines = of(glyphs("山川abc海 い"));
        assert_eq!(texts(&lines[0]), ["山", "川", "abc", "海", "い"]);
        assert_eq!(
            lines[0].pieces.iter().map(|piece| piece.spaced).collect::<Vec<_>>(),
            [false, false, false, false, true]
        );
    }

    #[test]
    fn characters_from_the_top_down_are_one_line() {
        let below = |letter: char, nth: usize| {
            let top = 15.0 * nth as f32;
            Glyph::Letter(letter, Some(Area { left: 0.0, top, right: 10.0, bottom: top + 10.0 }))
        };
        let down = |text: &str| {
            let letters = text.chars().enumerate();
            of(letters.map(|(nth, letter)| below(letter, nth)).collect()).len()
        };
        assert_eq!(down("山川海い"), 1);
        assert_eq!(down("a山b川"), 4);
    }

    #[test]
    fn hyphens_at_line_ends_are_set_apart() {
        let cases = [
            ("dif~ferent", "dif", Some('-')),
            ("dif-\nferent", "dif", Some('-')),
            ("dif\u{ad}\nferent", "dif", Some('\u{ad}')),
            ("a -\nb", "-", None),
            ("so\u{ad}ft\nb", "soft", None),
        ];
        for (text, last, hyphen) in cases {
            let lines = of(glyphs(text));
            assert_eq!(lines[0].pieces.last().unwrap().text, last, "{text}");
            assert_eq!(lines[0].hyphen, hyphen, "{text}");
            assert_eq!(lines.len(), 2, "{text}");
        }
        assert_eq!(of(glyphs("dif~f"))[0].pieces[0].area, area(0.0, 20.0));
    }
}
