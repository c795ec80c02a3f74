//! The order of letters in right-to-left scripts.
//!
//! PDFium assumes that a file has letters in visual order, from the left, and reverses them. Files
//! that store reading order come out backwards; the letters' positions reveal it.

use crate::pdf::glyph::Glyph;

/// Reverses backward runs.
pub(crate) fn restore(glyphs: &mut [Glyph]) {
    let mut begin = 0;
    while begin < glyphs.len() {
        let end = run_end(glyphs, begin);
        if end > begin + 1 {
            turn(&mut glyphs[begin..end]);
        }
        begin = end.max(begin + 1);
    }
}

/// Reverses a run if it is backward: as a whole, or each of its words, as when PDFium takes a line
/// with Latin words in it to run from left to right.
fn turn(run: &mut [Glyph]) {
    if is_backward(run) {
        run.reverse();
    }
    let parts = |glyph: &Glyph| match glyph {
        Glyph::Letter(letter, _) => is_mark(*letter),
        _ => true,
    };
    for word in run.split_mut(parts) {
        let mut areas = word.iter().filter_map(Glyph::area);
        let (first, last) = (areas.next(), areas.next_back());
        if first.zip(last).is_some_and(|(first, last)| last.right > first.right) {
            word.reverse();
        }
    }
}

/// Returns whether a letter belongs to a right-to-left script.
pub(crate) fn is_right_to_left(letter: char) -> bool {
    matches!(u32::from(letter), 0x590..=0x65f | 0x66a..=0x6ef | 0x6fa..=0x8ff | 0xfb1d..=0xfdff
        | 0xfe70..=0xfeff)
}

/// Returns whether a character of such a script is a mark that ends a sentence or a part of one.
pub(crate) fn is_mark(letter: char) -> bool {
    matches!(letter, '،' | '؛' | '؟' | '۔')
}

/// Returns the end of the run of such letters that begins here, with the spaces between them.
fn run_end(glyphs: &[Glyph], begin: usize) -> usize {
    let mut end = begin;
    for (nth, glyph) in glyphs.iter().enumerate().skip(begin) {
        match glyph {
            Glyph::Letter(letter, _) if is_right_to_left(*letter) => end = nth + 1,
            Glyph::Space if nth > begin => {}
            _ => break,
        }
    }
    end
}

/// Returns whether letters go from left to right, or all claim one place, like those of a
/// replacement text.
fn is_backward(run: &[Glyph]) -> bool {
    let mut areas = run.iter().filter_map(Glyph::area);
    let (first, last) = (areas.next(), areas.next_back());
    first.zip(last).is_some_and(|(first, last)| last.right >= first.right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::area::Area;

    /// Letters with the given right edges.
    fn run(text: &str, rights: &[f32]) -> Vec<Glyph> {
        let area = |right: f32| Some(Area { left: right - 5.0, top: 0.0, right, bottom: 9.0 });
        text.chars()
            .zip(rights)
            .map(|(letter, right)| match letter {
                ' ' => Glyph::Space,
                _ => Glyph::Letter(letter, area(*right)),
            })
            .collect()
    }

    fn restored(text: &str, rights: &[f32]) -> String {
        let mut glyphs = run(text, rights);
        restore(&mut glyphs);
        let letter = |glyph: &Glyph| match glyph {
            Glyph::Letter(letter, _) => *letter,
            _ => ' ',
        };
        glyphs.iter().map(letter).collect()
    }

    #[test]
    fn letters_are_read_from_the_right() {
        let cases: [(&str, &[f32], &str); 6] = [
            ("سلام", &[40.0, 30.0, 20.0, 10.0], "سلام"),
            ("مالس", &[10.0, 20.0, 30.0, 40.0], "سلام"),
            ("مالس", &[10.0; 4], "سلام"),
            ("دنت اب x", &[10.0, 20.0, 30.0, 0.0, 50.0, 60.0, 0.0, 90.0], "با تند x"),
            ("تند با x", &[30.0, 20.0, 10.0, 0.0, 60.0, 50.0, 0.0, 90.0], "با تند x"),
            ("abc", &[30.0, 20.0, 10.0], "abc"),
        ];
        for (text, rights, expected) in cases {
            assert_eq!(restored(text, rights), expected, "{text}");
        }
    }
}
