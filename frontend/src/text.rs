//! A page's text as paragraphs, with a passage marked in them.

use protocol::PageText;

use crate::state::Passage;

/// A paragraph whose longest line is shorter than this keeps its lines: it is verse, or a list.
const VERSE: usize = 48;

/// A run of characters that is marked, or is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The characters.
    pub text: String,
    /// Whether they belong to the passage.
    pub marked: bool,
}

/// Lines up to the next empty one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// Whether its lines are to stay lines.
    pub verse: bool,
    /// Its text.
    pub pieces: Vec<Piece>,
}

/// The paragraphs of a page.
pub fn paragraphs(page: &PageText, passage: Option<Passage>) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let (mut begin, mut at) = (page.start, page.start);
    for line in page.text.split_inclusive('\n') {
        if line.trim().is_empty() {
            paragraphs.extend(paragraph(&lines, begin, passage));
            lines.clear();
        } else {
            if lines.is_empty() {
                begin = at;
            }
            lines.push(line);
        }
        at += line.chars().count() as u32;
    }
    paragraphs.extend(paragraph(&lines, begin, passage));
    paragraphs
}

fn paragraph(lines: &[&str], begin: u32, passage: Option<Passage>) -> Option<Paragraph> {
    let longest = lines.iter().map(|line| line.trim().chars().count()).max()?;
    let text = lines.concat();
    Some(Paragraph {
        verse: lines.len() > 1 && longest < VERSE,
        pieces: pieces(text.trim_end(), begin, passage),
    })
}

/// Cuts a text that begins at a character of the document where the passage begins and ends.
fn pieces(text: &str, begin: u32, passage: Option<Passage>) -> Vec<Piece> {
    let byte_of = |character: u32| {
        let wanted = character.saturating_sub(begin) as usize;
        text.char_indices().nth(wanted).map_or(text.len(), |(at, _)| at)
    };
    let (from, to) =
        passage.map_or((0, 0), |passage| (byte_of(passage.start), byte_of(passage.end)));
    [(&text[..from], false), (&text[from..to.max(from)], true), (&text[to.max(from)..], false)]
        .into_iter()
        .filter(|(text, _)| !text.is_empty())
        .map(|(text, marked)| Piece { text: text.to_owned(), marked })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str, start: u32) -> PageText {
        PageText {
            number: 1,
            label: String::new(),
            start,
            end: start + text.chars().count() as u32,
            text: text.to_owned(),
            size: None,
            marks: Vec::new(),
        }
    }

    fn marked(page: &PageText, passage: Passage) -> Vec<String> {
        let paragraphs = paragraphs(page, Some(passage));
        let pieces = paragraphs.into_iter().flat_map(|paragraph| paragraph.pieces);
        pieces.filter(|piece| piece.marked).map(|piece| piece.text).collect()
    }

    #[test]
    fn the_marked_text_is_the_passage() {
        let text = "Süß war\nder Tee.\n\n  \nDann kam ⟨Mara⟩.\n";
        let page = page(text, 100);
        let characters: Vec<char> = text.chars().collect();
        for (start, end) in [(0, 3), (4, 16), (5, 30), (21, 25), (0, 38), (30, 37)] {
            let expected: String = characters[start..end].iter().collect();
            let passage = Passage { start: 100 + start as u32, end: 100 + end as u32 };
            let squeeze = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(squeeze(marked(&page, passage).join(" ")), squeeze(expected));
        }
    }

    #[test]
    fn passages_elsewhere_mark_nothing() {
        let page = page("Some words.", 100);
        for (start, end) in [(0, 50), (0, 100), (111, 120), (300, 400)] {
            assert!(marked(&page, Passage { start, end }).is_empty(), "{start}..{end}");
        }
    }

    #[test]
    fn short_lines_stay_lines() {
        let long = "A line of prose that somebody broke by hand at seventy characters or so\n";
        let text = format!("Rose, oh pure contradiction,\ndelight\n\n{}{}", long, long);
        let verse: Vec<bool> = paragraphs(&page(&text, 0), None).iter().map(|p| p.verse).collect();
        assert_eq!(verse, [true, false]);
    }
}
