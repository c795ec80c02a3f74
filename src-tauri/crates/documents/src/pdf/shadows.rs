//! Words drawn twice.

use super::word::PdfWord;

/// The distance of a word from its shadow, in heights of its letters: it is smaller than this.
const SHADOW: f32 = 0.2;

/// Drops words drawn again over themselves, as for a shadow or a bold look.
pub(super) fn drop(pieces: &mut Vec<PdfWord>) {
    let mut nth = 1;
    while nth < pieces.len() {
        let piece = &pieces[nth];
        let twin = pieces[..nth].iter().position(|other| is_shadow(other, piece));
        match twin {
            Some(twin) => {
                let shadow = pieces.remove(nth);
                if shadow.text.len() > pieces[twin].text.len() {
                    pieces[twin].text = shadow.text;
                }
            }
            None => nth += 1,
        }
    }
}

/// Returns whether two pieces are one word drawn twice; a quotation mark may be drawn with one of
/// them.
fn is_shadow(a: &PdfWord, b: &PdfWord) -> bool {
    let (Some(over), Some(under)) = (a.area, b.area) else { return false };
    let near = SHADOW * over.height();
    let is_near = |a: f32, b: f32| (a - b).abs() < near;
    is_near(over.bottom, under.bottom)
        && (is_near(over.left, under.left) || is_near(over.right, under.right))
        && a.text.trim_matches(is_mark) == b.text.trim_matches(is_mark)
}

fn is_mark(letter: char) -> bool {
    !letter.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::line::tests::area;

    #[test]
    fn shadows_are_dropped() {
        let piece = |text: &str, left: f32| PdfWord {
            text: text.into(),
            area: area(left, left + 20.0),
            spaced: true,
        };
        let mut pieces =
            vec![piece("“Rule", 0.0), piece("Out", 30.0), piece("Rule", 0.5), piece("Out”", 30.5)];
        drop(&mut pieces);
        assert_eq!(pieces, [piece("“Rule", 0.0), piece("Out”", 30.0)]);
        let mut twice = vec![piece("so", 0.0), piece("so", 30.0)];
        drop(&mut twice);
        assert_eq!(twice.len(), 2);
    }
}
