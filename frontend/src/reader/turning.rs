//! Turning pages, and selecting paragraph by paragraph.

use leptos::prelude::*;

use crate::dom::elements;
use crate::reader::selection::{self, Selected};
use crate::reader::store::ReaderStore;
use crate::reader::text::paragraph_beside;

impl ReaderStore {
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
        elements::focus(elements::PAGE);
        // The page must be drawn first, and must have cleared the selection on the one before.
        request_animation_frame(move || {
            request_animation_frame(move || {
                selection::select(elements::PAGE, &selected.range);
                self.selected.set(Some(selected));
            });
        });
    }
}
