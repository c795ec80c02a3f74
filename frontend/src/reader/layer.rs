//! The words of a printed page, laid over its picture so that they can be selected.

use protocol::{PageText, Place, Rect};

/// A word, or a letter of a script without spaces, with the white space up to the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLayerWord {
    /// Its first character in the document's plain text.
    pub start: u32,
    /// The character after its last.
    pub end: u32,
    /// The word and the white space after it.
    pub text: String,
}

/// Returns the pieces of a page in reading order.
pub fn pieces(page: &PageText) -> Vec<TextLayerWord> {
    let mut pieces: Vec<TextLayerWord> = Vec::new();
    let mut within = false;
    for (at, letter) in (page.start..).zip(page.text.chars()) {
        let goes_on = within && !stands_alone(letter);
        match pieces.last_mut() {
            Some(last) if letter.is_whitespace() => last.text.push(letter),
            Some(last) if goes_on => {
                last.end = at + 1;
                last.text.push(letter);
            }
            _ if letter.is_whitespace() => {}
            _ => pieces.push(TextLayerWord { start: at, end: at + 1, text: letter.into() }),
        }
        within = !letter.is_whitespace() && !stands_alone(letter);
    }
    pieces
}

/// Whether a letter belongs to a script without spaces between words.
pub fn stands_alone(letter: char) -> bool {
    matches!(u32::from(letter), 0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff
        | 0x2e80..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0xff00..=0xffef | 0x20000..)
}

/// Returns each piece with its place on the page. Omits pieces without a place.
pub fn placed(
    pieces: Vec<TextLayerWord>,
    places: &[Place],
    page: u32,
) -> Vec<(TextLayerWord, Rect)> {
    let on_page = |place: &Place| place.rects.iter().copied().find(|rect| rect.page == page);
    let both = pieces.into_iter().zip(places);
    both.filter_map(|(piece, place)| Some((piece, on_page(place)?))).collect()
}

#[cfg(test)]
mod tests {
    use protocol::DocumentId;

    use super::*;

    fn page(text: &str) -> PageText {
        let end = 10 + text.chars().count() as u32;
        let label = String::new();
        PageText { number: 2, label, start: 10, end, text: text.into(), size: None, marks: vec![] }
    }

    #[test]
    fn pieces_are_words_with_what_follows_and_letters_where_there_are_no_spaces() {
        for (text, expected) in [
            ("Mira  took\nit.", vec![(10, 14, "Mira  "), (16, 20, "took\n"), (21, 24, "it.")]),
            (" a", vec![(11, 12, "a")]),
            ("古い家 A", vec![(10, 11, "古"), (11, 12, "い"), (12, 13, "家 "), (14, 15, "A")]),
            ("見るa", vec![(10, 11, "見"), (11, 12, "る"), (12, 13, "a")]),
            ("", vec![]),
        ] {
            let found = pieces(&page(text));
            let found: Vec<_> =
                found.iter().map(|one| (one.start, one.end, one.text.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_stands_on_another_page_is_left_out() {
        let rect = |page| Rect { page, x: 1.0, y: 2.0, width: 3.0, height: 4.0 };
        let place = |rects: Vec<Rect>| Place {
            document: DocumentId(1),
            page: None,
            start: 0,
            end: 1,
            rects,
        };
        let places = [place(vec![rect(2)]), place(vec![rect(3)]), place(vec![])];
        let found = placed(pieces(&page("a b c")), &places, 2);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].0.start, found[0].1), (10, rect(2)));
    }
}
