//! The outline: the file's bookmarks, or else paragraphs in larger letters.

use std::collections::BTreeMap;

use pdfium_render::prelude::{
    PdfBookmark, PdfDestination, PdfDestinationViewSettings, PdfDocument,
};
use protocol::{DocumentPage, Heading, PageWord};

use super::PageLines;
use super::page_transform::PageTransform;
use crate::characters::count;
use crate::metadata::clean;

/// The maximum number of bookmarks read, and their maximum depth.
const MOST: usize = 5000;
const DEEPEST: u8 = 8;

/// An entry of the file's own list of contents.
pub(super) struct Bookmark {
    level: u8,
    title: String,
    /// The page to which it leads, from 0.
    page: usize,
    /// The distance from the page's upper edge.
    y: Option<f32>,
}

/// Returns the file's bookmarks in order.
pub(super) fn bookmarks(file: &PdfDocument<'_>, pages: &[PageLines]) -> Vec<Bookmark> {
    let frames: Vec<Option<PageTransform>> = pages.iter().map(|page| page.frame).collect();
    let mut found = Vec::new();
    collect(file.bookmarks().root(), 1, &frames, &mut found);
    found
}

fn collect<'f>(
    first: Option<PdfBookmark<'f>>,
    level: u8,
    frames: &[Option<PageTransform>],
    found: &mut Vec<Bookmark>,
) {
    let mut next = first;
    // Files made to break readers have cyclic bookmarks.
    let mut left = MOST;
    while let Some(bookmark) = next.filter(|_| level <= DEEPEST && found.len() < MOST && left > 0) {
        left -= 1;
        let place = bookmark.destination().and_then(|destination| place(&destination, frames));
        let title = bookmark.title().and_then(|title| clean(&title));
        if let (Some((page, y)), Some(title)) = (place, title) {
            found.push(Bookmark { level, title, page, y });
        }
        collect(bookmark.first_child(), level + 1, frames, found);
        next = bookmark.next_sibling();
    }
}

fn place(
    destination: &PdfDestination<'_>,
    frames: &[Option<PageTransform>],
) -> Option<(usize, Option<f32>)> {
    let page = usize::try_from(destination.page_index().ok()?).ok()?;
    let frame = (*frames.get(page)?)?;
    let (left, top) = match destination.view_settings() {
        Ok(PdfDestinationViewSettings::SpecificCoordinatesAndZoom(left, top, _)) => (left, top),
        Ok(PdfDestinationViewSettings::FitPageHorizontallyToWindow(top)) => (None, top),
        Ok(PdfDestinationViewSettings::FitPageToRectangle(area)) => {
            (Some(area.left()), Some(area.top()))
        }
        _ => (None, None),
    };
    let y = top.map(|top| frame.y_of(left.map_or(0.0, |left| left.value), top.value));
    Some((page, y))
}

/// Returns the bookmarks' headings with their offsets in the text.
pub(super) fn of_bookmarks(
    bookmarks: &[Bookmark],
    text: &str,
    pages: &[DocumentPage],
) -> Vec<Heading> {
    let texts = page_texts(text, pages);
    let heading = |bookmark: &Bookmark| {
        let (page, text) = (pages.get(bookmark.page)?, texts.get(bookmark.page)?);
        let start = start(bookmark, page, text);
        Some(Heading { level: bookmark.level, title: bookmark.title.clone(), start })
    };
    let mut headings: Vec<Heading> = bookmarks.iter().filter_map(heading).collect();
    headings.sort_by_key(|heading| heading.start);
    headings
}

/// Returns each page's part of the text.
fn page_texts<'t>(text: &'t str, pages: &[DocumentPage]) -> Vec<&'t str> {
    let mut rest = text;
    let part = |page: &DocumentPage| {
        let length = (page.end - page.start) as usize;
        let byte = rest.char_indices().nth(length).map_or(rest.len(), |(byte, _)| byte);
        let (part, after) = rest.split_at(byte);
        rest = after;
        part
    };
    pages.iter().map(part).collect()
}

/// Returns the occurrence of the title nearest to the bookmark's target, or that target itself.
fn start(bookmark: &Bookmark, page: &DocumentPage, text: &str) -> u32 {
    let y = bookmark.y.unwrap_or_default();
    let distance = |start: &u32| {
        let nth = page.words.partition_point(|word| word.end <= *start);
        page.words.get(nth).map_or(f32::MAX, |word| (word.rect.y - y).abs())
    };
    let titles = occurrences(&bookmark.title, text).into_iter().map(|start| page.start + start);
    let title = titles.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let below = || page.words.iter().find(|word| word.rect.y + word.rect.height > y);
    title.or_else(|| below().map(|word| word.start)).unwrap_or(page.start)
}

/// Returns where a title's letters and digits occur in a text, at the beginning of a word.
fn occurrences(title: &str, text: &str) -> Vec<u32> {
    let folded = |text: &str| -> Vec<(u32, char)> {
        let letters = (0..).zip(text.chars()).filter(|(_, letter)| letter.is_alphanumeric());
        letters
            .flat_map(|(nth, letter)| letter.to_lowercase().map(move |lower| (nth, lower)))
            .collect()
    };
    let title: Vec<char> = folded(title).into_iter().map(|(_, letter)| letter).collect();
    let text = folded(text);
    if title.is_empty() {
        return Vec::new();
    }
    text.windows(title.len())
        .filter(|window| window.iter().map(|(_, letter)| letter).eq(title.iter()))
        .filter_map(|window| window.first().map(|(nth, _)| *nth))
        .collect()
}

/// The factor by which the letters of a heading are larger than usual.
const LARGER: f32 = 1.15;
/// The distance of two lines of one heading, in heights of its letters in half points: it is smaller than this.
const HEADING_PITCH: f32 = 0.7;
/// The maximum number of letters in a heading.
const LONGEST: usize = 120;

/// Returns short paragraphs in larger letters than most.
pub(super) fn of_sizes(text: &str, pages: &[DocumentPage]) -> Vec<Heading> {
    let usual = usual_height(pages);
    let mut found = Vec::new();
    for (page, text) in pages.iter().zip(page_texts(text, pages)) {
        let mut start = page.start;
        for paragraph in text.split("\n\n") {
            let end = start + count(paragraph);
            let height = lowest(&page.words, start, end);
            let title = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            let letters = title.chars().filter(|letter| letter.is_alphabetic()).count();
            let is_short = (2..=LONGEST).contains(&letters) && !title.ends_with(['。', '，', ',']);
            if height > LARGER * usual && is_short {
                let place = place_of(&page.words, start);
                found.push(Large { size: step(height), start, title, place });
            }
            start = end + 2;
        }
    }
    found.dedup_by(|line, above| above.take(line));
    ranked(found)
}

fn usual_height(pages: &[DocumentPage]) -> f32 {
    let mut heights: BTreeMap<u32, u32> = BTreeMap::new();
    for word in pages.iter().flat_map(|page| &page.words) {
        *heights.entry(step(word.rect.height)).or_default() += word.end - word.start;
    }
    let usual = heights.into_iter().max_by_key(|(_, letters)| *letters);
    usual.map_or(f32::MAX, |(step, _)| step as f32 / 2.0)
}

/// Returns a height in half points.
fn step(height: f32) -> u32 {
    (2.0 * height).round() as u32
}

/// Returns the height of the lowest word in a range; 0 without words.
fn lowest(words: &[PageWord], start: u32, end: u32) -> f32 {
    let first = words.partition_point(|word| word.end <= start);
    let inside = words[first..].iter().take_while(|word| word.start < end);
    inside.map(|word| word.rect.height).min_by(f32::total_cmp).unwrap_or_default()
}

/// Returns the page and the upper edge of the first word from a character on.
fn place_of(words: &[PageWord], start: u32) -> Option<(u32, f32)> {
    let first = words.get(words.partition_point(|word| word.end <= start))?;
    Some((first.rect.page, first.rect.y))
}

/// A line in large letters.
struct Large {
    /// The height of its letters in half points.
    size: u32,
    start: u32,
    title: String,
    place: Option<(u32, f32)>,
}

impl Large {
    /// Appends the line below, if it belongs to the same heading; returns whether it does.
    fn take(&mut self, below: &Self) -> bool {
        let (Some((page, y)), Some((next_page, next_y))) = (self.place, below.place) else {
            return false;
        };
        let pitch = next_y - y;
        let follows = self.start + count(&self.title) + 2 == below.start;
        let goes_on =
            follows && page == next_page && 0.0 < pitch && pitch < HEADING_PITCH * self.size as f32;
        if goes_on && self.size == below.size {
            self.title = format!("{} {}", self.title, below.title);
        }
        goes_on && self.size == below.size
    }
}

/// Returns headings whose level is the rank of their size.
fn ranked(found: Vec<Large>) -> Vec<Heading> {
    let mut sizes: Vec<u32> = found.iter().map(|large| large.size).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.dedup();
    let level = |size| sizes.iter().position(|other| *other == size).map_or(1, |nth| nth + 1);
    found
        .into_iter()
        .map(|Large { size, start, title, .. }| Heading {
            level: u8::try_from(level(size)).unwrap_or(u8::MAX),
            title,
            start,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Rect;

    /// A page whose words have these heights, 20 points below one another.
    fn page(text: &str, heights: &[f32]) -> DocumentPage {
        let mut start = 0;
        let word = |(nth, word): (usize, &str)| {
            start += count(&text[start as usize..][..text[start as usize..].find(word).unwrap()]);
            let height = heights[nth.min(heights.len() - 1)];
            let y = 20.0 * nth as f32;
            let end = start + count(word);
            let rect = Rect { page: 1, x: 0.0, y, width: 9.0, height };
            let found = PageWord { start, end, rect };
            start = end;
            found
        };
        let words = text.split_whitespace().enumerate().map(word).collect();
        DocumentPage { number: 1, label: "1".into(), start: 0, end: count(text), size: None, words }
    }

    #[test]
    fn bookmarks_lead_to_their_titles() {
        let text = "Contents One Two\n\nONE\n\ntext\n\n1. Two: more";
        let pages = [page(text, &[10.0])];
        let at = |title: &str, y| {
            let bookmark = Bookmark { level: 2, title: title.into(), page: 0, y };
            of_bookmarks(&[bookmark], text, &pages)[0].start
        };
        assert_eq!(at("one", Some(60.0)), 18);
        assert_eq!(at("One", Some(20.0)), 9);
        assert_eq!(at("1 Two", None), 29);
        assert_eq!(at("Elsewhere", Some(79.0)), 23);
        assert_eq!(at("Elsewhere", None), 0);
    }

    #[test]
    fn larger_letters_are_headings() {
        let text = "Book\n\nChapter\n\nwords that run on for a while";
        let found = of_sizes(text, &[page(text, &[20.0, 14.0, 10.0])]);
        let heading = |level, title: &str, start| Heading { level, title: title.into(), start };
        assert_eq!(found, [heading(1, "Book", 0), heading(2, "Chapter", 6)]);
    }
}
