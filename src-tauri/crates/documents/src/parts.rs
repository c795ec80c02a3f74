//! Cuts a text without printed pages into parts of readable length.

use protocol::{DocumentPage, Heading};

use crate::characters::count;

/// The maximum length of a part in a text without chapters, in characters.
pub(crate) const LONGEST: usize = 3000;
/// A part has at least one over this of the longest length, so that no cut leaves a tiny part.
const SHORTEST: usize = 3;

/// A place where a part must begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Border {
    /// The first character of the part.
    pub start: u32,
    /// The heading there, if any.
    pub label: Option<String>,
}

impl Border {
    /// Returns borders at a flow's headings of the two highest levels that occur.
    pub fn of_headings(headings: &[Heading]) -> Vec<Self> {
        let mut levels: Vec<u8> = headings.iter().map(|heading| heading.level).collect();
        levels.sort_unstable();
        levels.dedup();
        let deepest = levels.get(1).or(levels.first()).copied().unwrap_or_default();
        headings
            .iter()
            .filter(|heading| heading.level <= deepest)
            .map(|heading| Self { start: heading.start, label: Some(heading.title.clone()) })
            .collect()
    }

    /// Returns the headings at borders, all of one level.
    pub fn headings(borders: &[Self]) -> Vec<Heading> {
        let heading = |border: &Self| {
            Some(Heading { level: 1, title: border.label.clone()?, start: border.start })
        };
        borders.iter().filter_map(heading).collect()
    }
}

/// Cuts the text at the borders, which are in order. Pieces that are still too long are cut at the
/// end of a paragraph, a line, a sentence or a word, in this order of preference. The parts tile
/// the text.
pub(crate) fn cut(text: &str, borders: &[Border]) -> Vec<DocumentPage> {
    let mut pages = Vec::new();
    for (section, label) in sections(text, borders) {
        let mut rest = section;
        for nth in 1.. {
            let (part, after) = rest.split_at(first_part(rest));
            push(&mut pages, part, label, nth);
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    }
    pages
}

/// Adds a page of the text that begins where the last page ends.
pub(crate) fn push(pages: &mut Vec<DocumentPage>, text: &str, label: Option<&str>, nth: usize) {
    let start = pages.last().map_or(0, |page| page.end);
    let number = u32::try_from(pages.len()).unwrap_or(u32::MAX - 1) + 1;
    let label = match (label, nth) {
        (None, _) => number.to_string(),
        (Some(label), 1) => label.to_owned(),
        (Some(label), nth) => format!("{label} ({nth})"),
    };
    pages.push(DocumentPage {
        number,
        label,
        start,
        end: start + count(text),
        size: None,
        words: Vec::new(),
    });
}

/// Returns the pieces between borders with their labels. A piece that consists only of a heading
/// joins the next one.
pub(crate) fn sections<'t>(
    text: &'t str,
    borders: &'t [Border],
) -> Vec<(&'t str, Option<&'t str>)> {
    let mut found: Vec<(&str, Option<&str>)> = Vec::new();
    let mut begin = 0;
    let mut label: Option<&str> = None;
    for (byte, border) in bytes_of(text, borders) {
        let piece = &text[begin..byte];
        let title = label.unwrap_or_default();
        if piece.trim().len() > title.len() + 40 {
            found.push((piece, label));
            (begin, label) = (byte, border.label.as_deref());
        } else if label.is_none() {
            label = border.label.as_deref();
        }
    }
    found.push((&text[begin..], label));
    found
}

/// Returns the borders with their byte offsets.
fn bytes_of<'b>(text: &str, borders: &'b [Border]) -> Vec<(usize, &'b Border)> {
    let mut found = Vec::with_capacity(borders.len());
    let mut waiting = borders.iter().peekable();
    for (nth, (byte, _)) in text.char_indices().enumerate() {
        while let Some(border) = waiting.next_if(|border| border.start as usize <= nth) {
            found.push((byte, border));
        }
    }
    found
}

/// Returns the number of bytes in the first part of the text.
fn first_part(text: &str) -> usize {
    let Some((limit, _)) = text.char_indices().nth(LONGEST) else { return text.len() };
    let window = &text[..limit];
    let earliest = limit / SHORTEST;
    let after = |separator: &str| {
        let at = window.rfind(separator)? + separator.len();
        let white = text[at..].len() - text[at..].trim_start().len();
        (at > earliest).then_some(at + white)
    };
    ["\n\n", "\n", ". ", "。", " "].into_iter().find_map(after).unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn border(start: u32, label: &str) -> Border {
        Border { start, label: Some(label.into()) }
    }

    fn ends(pages: &[DocumentPage]) -> Vec<(u32, &str)> {
        pages.iter().map(|page| (page.end, page.label.as_str())).collect()
    }

    #[test]
    fn short_text_is_one_part() {
        assert_eq!(ends(&cut("héllo", &[])), [(5, "1")]);
    }

    #[test]
    fn sections_begin_at_borders_and_keep_their_labels() {
        let text = format!("{}\n\nII\n\n{}", "ä".repeat(100), "ö".repeat(4000));
        let pages = cut(&text, &[border(0, "I"), border(102, "II")]);
        assert_eq!(ends(&pages), [(102, "I"), (3102, "II"), (4106, "II (2)")]);
    }

    #[test]
    fn lone_headings_go_with_what_follows() {
        let text = format!("BOOK ONE\n\nI\n\n{}", "word ".repeat(20));
        let pages = cut(&text, &[border(0, "BOOK ONE"), border(10, "I")]);
        assert_eq!(ends(&pages), [(113, "BOOK ONE")]);
    }

    #[test]
    fn long_text_is_cut_between_paragraphs() {
        let paragraph = "One sentence. ".repeat(50);
        let text = [paragraph.as_str(); 9].join("\n\n");
        let pages = cut(&text, &[]);
        let first: String = text.chars().take(pages[0].end as usize).collect();
        assert!(first.ends_with("\n\n") && pages.len() == 3, "{:?}", ends(&pages));
    }

    #[test]
    fn the_two_highest_heading_levels_are_borders() {
        let heading = |level, start| Heading { level, start, title: start.to_string() };
        let starts = |headings: &[Heading]| -> Vec<u32> {
            Border::of_headings(headings).iter().map(|border| border.start).collect()
        };
        assert_eq!(starts(&[heading(2, 0), heading(4, 1), heading(3, 2)]), [0, 2]);
        assert_eq!(starts(&[heading(6, 5)]), [5]);
        assert!(starts(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn parts_tile_the_text(
            text in "[aé漢 .\n]{0,9000}",
            mut starts in prop::collection::vec(0..10_000_u32, 0..8),
        ) {
            starts.sort_unstable();
            let borders: Vec<Border> = starts.iter().map(|start| border(*start, "x")).collect();
            let pages = cut(&text, &borders);
            prop_assert_eq!(pages[0].start, 0);
            prop_assert_eq!(pages[pages.len() - 1].end, count(&text));
            for (nth, page) in pages.iter().enumerate() {
                prop_assert_eq!(page.number as usize, nth + 1);
                prop_assert!(nth == 0 || pages[nth - 1].end == page.start);
                let visible = text.chars().skip(page.start as usize)
                    .take((page.end - page.start) as usize).collect::<String>();
                prop_assert!(count(visible.trim_end()) as usize <= LONGEST);
            }
        }
    }
}
