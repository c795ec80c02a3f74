//! A page's text as paragraphs, with a marked passage.

use std::ops::Range;

use protocol::{Heading, PageText};

use crate::reader::passage::HighlightedPassage;

/// A paragraph whose longest line is shorter keeps its lines: it is verse, or a list.
const VERSE: usize = 48;

/// A run of characters that is marked, or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextRun {
    /// The characters.
    pub text: String,
    /// The position of the first one in the document's text.
    pub start: u32,
    /// What the run belongs to.
    pub part: HighlightKind,
}

/// What a run of characters belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HighlightKind {
    /// The unmarked text.
    Rest,
    /// The passage.
    Passage,
    /// The quotation from the passage.
    Quote,
}

/// The lines up to the next empty one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// Whether its line breaks are kept.
    pub verse: bool,
    /// The level of a heading, 1 being the highest; none for other text.
    pub heading: Option<u8>,
    /// Its text.
    pub pieces: Vec<TextRun>,
}

/// The paragraphs of a page, with headings of the document's outline marked as such.
pub fn paragraphs(
    page: &PageText,
    passage: Option<HighlightedPassage>,
    outline: &[Heading],
) -> Vec<Paragraph> {
    let headings = outline.iter().filter(|heading| (page.start..page.end).contains(&heading.start));
    let headings: Vec<&Heading> = headings.collect();
    let paragraph = |lines: &[&str], begin| paragraph(lines, begin, passage, &headings);
    let mut paragraphs = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let (mut begin, mut at) = (page.start, page.start);
    for line in page.text.split_inclusive('\n') {
        if line.trim().is_empty() {
            paragraphs.extend(paragraph(&lines, begin));
            lines.clear();
        } else {
            if lines.is_empty() {
                begin = at;
            }
            lines.push(line);
        }
        at += line.chars().count() as u32;
    }
    paragraphs.extend(paragraph(&lines, begin));
    paragraphs
}

/// The paragraph of a page after a character of the document, or before it; without one, the first.
pub fn paragraph_beside(page: &PageText, place: Option<u32>, forward: bool) -> Option<Range<u32>> {
    let paragraphs = paragraphs(page, None, &[]).into_iter().filter_map(|paragraph| {
        let piece = paragraph.pieces.first()?;
        let end = piece.start + piece.text.chars().count() as u32;
        Some(piece.start..end)
    });
    let mut paragraphs: Vec<Range<u32>> = paragraphs.collect();
    if !forward {
        paragraphs.reverse();
    }
    let place = match place {
        None => return paragraphs.into_iter().next(),
        Some(place) => place,
    };
    let is_beside = |range: &Range<u32>| match forward {
        true => range.start > place,
        false => range.start < place,
    };
    paragraphs.into_iter().find(is_beside)
}

fn paragraph(
    lines: &[&str],
    begin: u32,
    passage: Option<HighlightedPassage>,
    headings: &[&Heading],
) -> Option<Paragraph> {
    let longest = lines.iter().map(|line| line.trim().chars().count()).max()?;
    let text = lines.concat();
    let heading = headings.iter().find(|heading| is_heading(&text, begin, heading));
    Some(Paragraph {
        verse: lines.len() > 1 && longest < VERSE,
        heading: heading.map(|heading| heading.level),
        pieces: pieces(text.trim_end(), begin, passage),
    })
}

/// Whether a paragraph that begins at a character of the document is exactly a heading.
fn is_heading(text: &str, begin: u32, heading: &Heading) -> bool {
    let before = text.chars().take_while(|letter| letter.is_whitespace()).count() as u32;
    begin + before == heading.start && text.split_whitespace().eq(heading.title.split_whitespace())
}

/// Cuts a text that begins at a character of the document where the passage begins and ends.
fn pieces(text: &str, begin: u32, passage: Option<HighlightedPassage>) -> Vec<TextRun> {
    let byte_of = |character: u32| {
        let wanted = character.saturating_sub(begin) as usize;
        text.char_indices().nth(wanted).map_or(text.len(), |(at, _)| at)
    };
    let Some(HighlightedPassage { start, end, quoted }) = passage else {
        return vec![TextRun { text: text.to_owned(), start: begin, part: HighlightKind::Rest }];
    };
    let (quote, rest) = quoted.unwrap_or((start, start));
    let (mut at, mut reached) = (0, begin);
    [
        (start, HighlightKind::Rest),
        (quote, HighlightKind::Passage),
        (rest, HighlightKind::Quote),
        (end, HighlightKind::Passage),
        (u32::MAX, HighlightKind::Rest),
    ]
    .into_iter()
    .map(|(until, part)| {
        let (from, start) = (at, reached);
        at = byte_of(until).max(from);
        let piece = text[from..at].to_owned();
        reached += piece.chars().count() as u32;
        TextRun { text: piece, start, part }
    })
    .filter(|piece| !piece.text.is_empty())
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

    fn marked(page: &PageText, passage: HighlightedPassage) -> Vec<String> {
        let paragraphs = paragraphs(page, Some(passage), &[]);
        let pieces = paragraphs.into_iter().flat_map(|paragraph| paragraph.pieces);
        pieces.filter(|piece| piece.part != HighlightKind::Rest).map(|piece| piece.text).collect()
    }

    #[test]
    fn what_is_quoted_is_marked_within_the_passage() {
        let page = page("One. Two. Three. Four.", 100);
        let passage = HighlightedPassage { start: 105, end: 116, quoted: Some((110, 116)) };
        let pieces = &paragraphs(&page, Some(passage), &[])[0].pieces;
        let found: Vec<(&str, u32, HighlightKind)> =
            pieces.iter().map(|piece| (piece.text.as_str(), piece.start, piece.part)).collect();
        let expected = [
            ("One. ", 100, HighlightKind::Rest),
            ("Two. ", 105, HighlightKind::Passage),
            ("Three.", 110, HighlightKind::Quote),
            (" Four.", 116, HighlightKind::Rest),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_marked_text_is_the_passage() {
        let text = "Süß war\nder Tee.\n\n  \nDann kam ⟨Mara⟩.\n";
        let page = page(text, 100);
        let characters: Vec<char> = text.chars().collect();
        for (start, end) in [(0, 3), (4, 16), (5, 30), (21, 25), (0, 38), (30, 37)] {
            let expected: String = characters[start..end].iter().collect();
            let passage = HighlightedPassage {
                start: 100 + start as u32,
                end: 100 + end as u32,
                quoted: None,
            };
            let squeeze = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(squeeze(marked(&page, passage).join(" ")), squeeze(expected));
        }
    }

    #[test]
    fn passages_elsewhere_mark_nothing() {
        let page = page("Some words.", 100);
        for (start, end) in [(0, 50), (0, 100), (111, 120), (300, 400)] {
            assert!(
                marked(&page, HighlightedPassage { start, end, quoted: None }).is_empty(),
                "{start}..{end}"
            );
        }
    }

    #[test]
    fn headings_of_the_outline_are_headings() {
        let heading = |level, title: &str, start| Heading { level, title: title.to_owned(), start };
        let outline = [
            heading(2, "The old mill", 102),
            heading(3, "It stood", 117),
            heading(1, "The end", 500),
        ];
        let page = page("\n\nThe old\nmill\n\n It stood. Long ago.\n\nThe end\n", 100);
        let found = paragraphs(&page, None, &outline);
        let levels: Vec<Option<u8>> = found.iter().map(|paragraph| paragraph.heading).collect();
        assert_eq!(levels, [Some(2), None, None]);
    }

    #[test]
    fn paragraphs_are_selected_one_after_the_other() {
        let page = page("One.\n\nTwo\nlines.\n\nThree.", 100);
        for (place, forward, expected) in [
            (None, true, Some(100..104)),
            (None, false, Some(118..124)),
            (Some(100), true, Some(106..116)),
            (Some(106), true, Some(118..124)),
            (Some(118), true, None),
            (Some(118), false, Some(106..116)),
            (Some(100), false, None),
        ] {
            assert_eq!(paragraph_beside(&page, place, forward), expected, "{place:?} {forward}");
        }
    }

    #[test]
    fn short_lines_stay_lines() {
        let long = "A line of prose that somebody broke by hand at seventy characters or so\n";
        let text = format!("Rose, oh pure contradiction,\ndelight\n\n{}{}", long, long);
        let paragraphs = paragraphs(&page(&text, 0), None, &[]);
        let verse: Vec<bool> = paragraphs.iter().map(|paragraph| paragraph.verse).collect();
        assert_eq!(verse, [true, false]);
    }
}
