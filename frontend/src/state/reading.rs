use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, DocumentText, Failure, Heading, Outcome, PageText, Request};
use serde::{Deserialize, Serialize};

use super::highlights::page_at;
use super::{App, HighlightedPassage, Marked, Missed};
use crate::focus::PreviousFocus;
use crate::selection::{self, Selected};
use crate::text::{self, paragraph_beside};
use crate::{i18n, ipc, keys};

/// The look of printed pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PageDisplayMode {
    /// As pictures.
    Picture,
    /// As text.
    Text,
}

impl PageDisplayMode {
    /// The other look.
    pub fn other(self) -> Self {
        match self {
            Self::Picture => Self::Text,
            Self::Text => Self::Picture,
        }
    }
}

/// The factor of one zoom step, and the limits.
const ZOOM: f64 = 1.25;
const ZOOMS: std::ops::RangeInclusive<f64> = 0.4..=2.8;

/// The open document's text.
#[derive(Clone, Copy)]
pub struct ReaderState {
    /// The open document.
    pub document: RwSignal<Option<DocumentId>>,
    /// Its text; none until it is loaded.
    pub text: RwSignal<Option<Arc<DocumentText>>>,
    /// Why there is no text.
    pub failed: RwSignal<Option<Failure>>,
    /// The current page, from 0.
    pub page: RwSignal<usize>,
    /// The reading position on it, from 0 to 1.
    pub down: RwSignal<f64>,
    /// The marked passage.
    pub passage: RwSignal<Option<HighlightedPassage>>,
    /// The passage's rectangles on printed pages.
    pub marks: RwSignal<Vec<Marked>>,
    /// The look of printed pages.
    pub look: RwSignal<PageDisplayMode>,
    /// Why its pages cannot be drawn, if a password is missing.
    pub locked: RwSignal<Option<Failure>>,
    /// The pages whose pictures did not load since they were turned to, numbered from 1.
    pub missed: RwSignal<BTreeMap<u32, Missed>>,
    /// The zoom: 1 is the available width; for text, the usual size.
    pub zoom: RwSignal<f64>,
    /// Whether two pages are shown side by side.
    pub spread: RwSignal<bool>,
    /// Whether its headings are listed beside it.
    pub outlined: RwSignal<bool>,
    /// Whether only the text before the reading position is asked about and searched for names.
    pub until_here: RwSignal<bool>,
    /// Whether the field that finds words is open.
    pub finding: RwSignal<bool>,
    /// The element that had the focus before that.
    pub(super) before_find: PreviousFocus,
    /// Whether the reader came from the page after this one, so that its end is read first.
    from_end: StoredValue<bool>,
    /// The selected text.
    pub selected: RwSignal<Option<Selected>>,
    /// Incremented to bring the mark into view.
    pub reveal: RwSignal<u32>,
}

impl ReaderState {
    pub(super) fn new() -> Self {
        Self {
            document: RwSignal::default(),
            text: RwSignal::default(),
            failed: RwSignal::default(),
            page: RwSignal::default(),
            down: RwSignal::default(),
            passage: RwSignal::default(),
            marks: RwSignal::default(),
            look: RwSignal::new(PageDisplayMode::Picture),
            locked: RwSignal::default(),
            missed: RwSignal::default(),
            zoom: RwSignal::new(1.0),
            spread: RwSignal::new(false),
            outlined: RwSignal::new(false),
            until_here: RwSignal::new(false),
            finding: RwSignal::new(false),
            before_find: PreviousFocus::new(),
            from_end: StoredValue::new(false),
            selected: RwSignal::default(),
            reveal: RwSignal::default(),
        }
    }

    pub(super) fn clear(self, document: Option<DocumentId>) {
        self.document.set(document);
        self.text.set(None);
        self.failed.set(None);
        self.page.set(0);
        self.down.set(0.0);
        self.unmark();
        self.selected.set(None);
        self.locked.set(None);
        self.try_pictures();
    }

    /// Makes pages and text larger or smaller; with none, resets the zoom.
    pub fn zoom_by(self, larger: Option<bool>) {
        self.zoom.update(|zoom| {
            let wished = match larger {
                Some(true) => *zoom * ZOOM,
                Some(false) => *zoom / ZOOM,
                None => 1.0,
            };
            *zoom = wished.clamp(*ZOOMS.start(), *ZOOMS.end());
        });
    }

    /// Removes the mark.
    pub fn unmark(self) {
        self.passage.set(None);
        self.marks.set(Vec::new());
    }

    /// Turns to a page, from 0; beyond the last one nothing happens.
    pub fn turn_to(self, page: usize) {
        let pages = self.text.with_untracked(|text| text.as_ref().map_or(0, |t| t.pages.len()));
        if page < pages {
            self.page.set(page);
        }
    }

    /// The first visible page, from 0. Of two side by side, the first has an odd number, counted
    /// from 1.
    pub fn first_shown(self) -> usize {
        let page = self.page.get();
        if self.is_spread() { page - page % 2 } else { page }
    }

    /// Turns one page forward or back; two, if two are shown.
    pub fn turn(self, forward: bool) {
        let page = untrack(|| self.first_shown());
        let step = if untrack(|| self.is_spread()) { 2 } else { 1 };
        self.turn_to(if forward { page + step } else { page.saturating_sub(step) });
    }

    /// Reads on beyond the end of the visible pages, or back beyond their beginning. Returns
    /// whether there was a page.
    pub fn read_past(self, forward: bool) -> bool {
        let before = self.page.get_untracked();
        let is_first = untrack(|| self.first_shown()) == 0;
        if forward || !is_first {
            self.turn(forward);
        }
        let is_there = self.page.get_untracked() != before;
        self.from_end.set_value(is_there && !forward);
        is_there
    }

    /// Whether the end of the page just turned to is read first.
    pub fn takes_end(self) -> bool {
        self.from_end.try_update_value(std::mem::take).unwrap_or_default()
    }

    /// Requests again the pictures that did not load.
    pub fn try_pictures(self) {
        self.missed.update(BTreeMap::clear);
    }

    /// The page, from 1, with this printed number or at this position. Until the text is loaded,
    /// only the position is known.
    pub fn page_named(self, typed: &str) -> Option<u32> {
        self.text.with_untracked(|text| match text {
            Some(text) => text::page_named(text, typed).map(|page| page as u32 + 1),
            None => typed.trim().parse().ok(),
        })
    }

    /// The citation of a page, by its position from 1.
    pub fn page_cited(self, page: u32) -> String {
        self.text.with(|text| match text {
            Some(text) => text::page_cited(text, page),
            None => page.to_string(),
        })
    }

    /// Selects the paragraph after the selection, or the one before it, on this page or on the next
    /// or previous one.
    pub fn select_paragraph(self, forward: bool) {
        let selected = self.selected.with_untracked(|s| s.as_ref().map(|s| s.range.start));
        let shown = self.page.get_untracked();
        let beside = if forward { Some(shown + 1) } else { shown.checked_sub(1) };
        let found = self.text.with_untracked(|text| {
            let pages = &text.as_ref()?.pages;
            let on = |page: usize, place| {
                let page = pages.get(page)?;
                let range = paragraph_beside(page, place, forward)?;
                let from = (range.start - page.start) as usize;
                let text = page.text.chars().skip(from).take(range.len()).collect();
                Some(Selected { range, text })
            };
            let here = on(shown, selected).map(|selected| (shown, selected));
            here.or_else(|| Some((beside?, on(beside?, None)?)))
        });
        let Some((page, selected)) = found else { return };
        if page != shown {
            self.page.set(page);
        }
        keys::focus(keys::PAGE);
        // The page must be drawn first, and must have cleared the selection on the one before.
        request_animation_frame(move || {
            request_animation_frame(move || {
                selection::select(keys::PAGE, &selected.range);
                self.selected.set(Some(selected));
            });
        });
    }

    /// Whether the open document has printed pages.
    pub fn is_paged(self) -> bool {
        self.text.with(|text| text.as_ref().is_some_and(|text| text.paged))
    }

    /// Whether pages are shown as pictures.
    pub fn is_pictured(self) -> bool {
        self.is_paged() && self.look.get() == PageDisplayMode::Picture
    }

    /// Whether two pages are visible, which is so only for pictures.
    pub fn is_spread(self) -> bool {
        self.spread.get() && self.look.get() == PageDisplayMode::Picture
    }

    /// Whether the open document has headings.
    pub fn has_outline(self) -> bool {
        self.text.with(|text| text.as_ref().is_some_and(|text| !text.outline.is_empty()))
    }

    /// Whether its headings are visible beside it.
    pub fn is_outlined(self) -> bool {
        self.outlined.get() && self.has_outline()
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
            Some(page) => Some(i18n::numbered_page(&self.page_cited(page))),
            None => self.part_of(start).map(i18n::numbered_part),
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

    /// Notes the reading position on the page. Ignores moves of less than a line.
    pub fn scrolled(self, down: f64) {
        if (down - self.down.get_untracked()).abs() > 0.002 {
            self.down.set(down);
        }
    }
}

impl App {
    /// Loads the open document's text, also after a failure.
    pub fn load_text(self, document: DocumentId) {
        self.reading.failed.set(None);
        spawn_local(async move {
            let all = Request::Text { document, first: 1, count: u32::MAX };
            let text = ipc::outcome(all).await;
            if !self.is_open(document) {
                return;
            }
            match text {
                Ok(Outcome::Text(text)) => {
                    // The file may have had more pages last time.
                    let last = text.pages.len().saturating_sub(1);
                    self.reading.page.update(|page| *page = last.min(*page));
                    self.reading.text.set(Some(Arc::new(outlined(text))));
                    if let Some(passage) = self.reading.passage.get_untracked() {
                        self.bring_into_view(document, passage);
                    }
                }
                Ok(_) => self.reading.failed.set(Some(ipc::unexpected())),
                Err(failure) => self.reading.failed.set(Some(failure)),
            }
        });
    }

    /// Lists the headings of the open document beside it, in place of its names, and moves the
    /// focus there; or folds them away.
    pub fn toggle_outline(self) {
        let outlined = self.reading.outlined;
        let unfold = !outlined.get_untracked() || !untrack(|| self.is_text_seen());
        outlined.set(unfold);
        if unfold {
            self.naming.fold();
            self.turn_to_text();
            // The list must be drawn first.
            request_animation_frame(|| keys::focus_within(keys::OUTLINE));
        } else {
            keys::focus(keys::PAGE);
        }
    }
}

/// A text with an outline: without headings, the names of its parts.
fn outlined(mut text: DocumentText) -> DocumentText {
    let heading = |page: &PageText| {
        let title = page.label.trim().to_owned();
        (!title.is_empty()).then_some(Heading { level: 1, title, start: page.start })
    };
    if text.outline.is_empty() && !text.paged {
        text.outline = text.pages.iter().filter_map(heading).collect();
    }
    text
}

/// The last heading before a character or on it. A file may list its headings in any order.
fn heading_at(outline: &[Heading], character: u32) -> Option<usize> {
    let before = outline.iter().enumerate().filter(|(_, heading)| heading.start <= character);
    before.max_by_key(|(_, heading)| heading.start).map(|(nth, _)| nth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{page, text};

    #[test]
    fn parts_are_the_outline_where_there_are_no_headings() {
        let named = |label: &str, page| PageText { label: label.to_owned(), ..page };
        let pages =
            vec![named("One", page(1, 0, 10)), page(2, 10, 20), named("Two ", page(3, 20, 30))];
        let titles = |text: DocumentText| -> Vec<(String, u32)> {
            outlined(text)
                .outline
                .into_iter()
                .map(|heading| (heading.title, heading.start))
                .collect()
        };
        let expected = [("One".to_owned(), 0), ("Two".to_owned(), 20)];
        assert_eq!(titles(text(pages.clone(), false)), expected);
        assert!(titles(text(pages.clone(), true)).is_empty(), "labels are numbers there");
        let heading = Heading { level: 2, title: "Own".to_owned(), start: 3 };
        let own = DocumentText { outline: vec![heading], ..text(pages, false) };
        assert_eq!(titles(own), [("Own".to_owned(), 3)]);
    }

    #[test]
    fn what_is_read_stands_under_the_last_heading_before_it() {
        let outline = [30, 0, 10].map(|start| Heading { level: 1, title: String::new(), start });
        for (character, expected) in [(0, 1), (9, 1), (10, 2), (29, 2), (99, 0)] {
            assert_eq!(heading_at(&outline, character), Some(expected), "character {character}");
        }
        assert_eq!(heading_at(&outline[..1], 3), None);
    }
}
