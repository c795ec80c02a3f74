//! Where the reader is in the document, and how a place in it is called.

use leptos::prelude::*;
use protocol::{DocumentId, Heading};

use crate::entities::strings as entities_strings;
use crate::graph::strings as graph_strings;
use crate::reader::page_numbers;
use crate::reader::passage::page_at;
use crate::reader::store::ReaderStore;

impl ReaderStore {
    /// The page, from 1, with this printed number or at this position. Until the text is loaded,
    /// only the position is known.
    pub fn page_named(self, typed: &str) -> Option<u32> {
        self.text.with_untracked(|text| match text {
            Some(text) => page_numbers::page_named(text, typed).map(|page| page as u32 + 1),
            None => typed.trim().parse().ok(),
        })
    }

    /// The citation of a page, by its position from 1.
    pub fn page_cited(self, page: u32) -> String {
        self.text.with(|text| match text {
            Some(text) => page_numbers::page_cited(text, page),
            None => page.to_string(),
        })
    }

    /// The character being read: the mark, if it is on the page.
    pub fn place(self) -> Option<u32> {
        self.text.with(|text| {
            let page = text.as_ref()?.pages.get(self.page.get())?;
            let marked = self.passage.get().map(|passage| passage.start);
            let marked = marked.filter(|at| (page.start..page.end).contains(at));
            let length = f64::from(page.end - page.start);
            let read = || page.start + (self.down.get() * length) as u32;
            Some(marked.unwrap_or_else(read))
        })
    }

    /// The heading above the reading position, by its number in the outline.
    pub fn heading(self) -> Option<usize> {
        let place = self.place()?;
        self.text.with(|text| heading_at(&text.as_ref()?.outline, place))
    }

    /// The page of a character, or the part of the document that contains it.
    pub fn standing(self, character: u32) -> Option<String> {
        let page = self.text.with(|text| {
            let text = text.as_ref().filter(|text| text.paged)?;
            text.pages.get(page_at(text, character)).map(|page| page.number)
        });
        self.where_it_stands(page, character)
    }

    /// The page if given, or else the part of the document that contains the first character.
    pub fn where_it_stands(self, page: Option<u32>, start: u32) -> Option<String> {
        match page {
            Some(page) => Some(graph_strings::numbered_page(&self.page_cited(page))),
            None => self.part_of(start).map(entities_strings::numbered_part),
        }
    }

    /// The part, from 1, of a character in a document with several parts and no pages.
    pub fn part_of(self, character: u32) -> Option<usize> {
        self.text.with(|text| {
            let text = text.as_ref().filter(|text| !text.paged && text.pages.len() > 1)?;
            Some(page_at(text, character) + 1)
        })
    }

    /// The heading above a character of a document without pages, if it is open.
    pub fn heading_over(self, document: DocumentId, character: u32) -> Option<String> {
        let is_open = self.document.get() == Some(document);
        self.text.with(|text| {
            let text = text.as_ref().filter(|text| is_open && !text.paged)?;
            let heading = heading_at(&text.outline, character)?;
            Some(text.outline[heading].title.clone()).filter(|title| !title.is_empty())
        })
    }
}

/// The last heading before a character or on it. A file may list its headings in any order.
fn heading_at(outline: &[Heading], character: u32) -> Option<usize> {
    let before = outline.iter().enumerate().filter(|(_, heading)| heading.start <= character);
    before.max_by_key(|(_, heading)| heading.start).map(|(nth, _)| nth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_stands_under_the_last_heading_before_it() {
        let outline = [30, 0, 10].map(|start| Heading { level: 1, title: String::new(), start });
        for (character, expected) in [(0, 1), (9, 1), (10, 2), (29, 2), (99, 0)] {
            assert_eq!(heading_at(&outline, character), Some(expected), "character {character}");
        }
        assert_eq!(heading_at(&outline[..1], 3), None);
    }
}
