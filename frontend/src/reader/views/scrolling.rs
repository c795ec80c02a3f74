//! Scrolling on a page, and from page to page.

use leptos::ev::{KeyboardEvent, WheelEvent};
use leptos::html::Article;
use leptos::prelude::*;
use web_sys::{HtmlElement, ScrollLogicalPosition};

use crate::app::App;
use crate::app::action::Action;
use crate::dom::wheel::{self, Pushing};
use crate::dom::{elements, scroll};
use crate::reader::store::ReaderStore;

/// An edge of the visible part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageEdge {
    /// Its beginning.
    Beginning,
    /// Its end.
    End,
}

impl PageEdge {
    /// The edge in the reading direction.
    fn ahead(forward: bool) -> Self {
        if forward { Self::End } else { Self::Beginning }
    }

    /// Whether an element is scrolled as far as it goes; always true for one that fits.
    fn is_reached(self, element: &HtmlElement) -> bool {
        let (top, seen) = (element.scroll_top(), element.client_height());
        match self {
            // A fraction of a pixel may be left, which no scrolling shows.
            Self::Beginning => top <= 1,
            Self::End => element.scroll_height() - seen - top <= 1,
        }
    }
}

/// Turns to the next page if the user scrolls on with the wheel at a page's end; to the one before
/// if they scroll back at its beginning.
pub fn push_on(
    article: NodeRef<Article>,
    pushing: StoredValue<Pushing>,
    reader: ReaderStore,
    event: &WheelEvent,
) {
    let (right, down) = wheel::pixels(event);
    let sideways = event.shift_key() || right.abs() >= down.abs();
    let Some(article) = article.get_untracked().filter(|_| !sideways && !event.ctrl_key()) else {
        return;
    };
    let forward = down > 0.0;
    let at_end = PageEdge::ahead(forward).is_reached(&article);
    let turns = |pushing: &mut Pushing| pushing.turns(event.time_stamp(), down, at_end);
    if pushing.try_update_value(turns) == Some(true) && reader.read_past(forward) {
        event.prevent_default();
    }
}

/// Does the same for the keys that scroll by a screenful. Held down, they stop at the page's end.
pub fn press_on(article: NodeRef<Article>, app: App, event: &KeyboardEvent) {
    let Some(forward) =
        goes_on(event).filter(|_| !event.repeat() && elements::is_on(elements::PAGE))
    else {
        return;
    };
    // The space bar may have another action.
    let is_taken =
        Action::pressed(event).is_some_and(|(action, _)| untrack(|| action.is_possible(app)));
    let reached =
        article.get_untracked().is_some_and(|page| PageEdge::ahead(forward).is_reached(&page));
    if reached && !is_taken && app.reader.read_past(forward) {
        event.prevent_default();
    }
}

/// Whether a key scrolls forward or back by a screenful; none if it does neither.
fn goes_on(event: &KeyboardEvent) -> Option<bool> {
    let is_held = event.ctrl_key() || event.alt_key() || event.meta_key();
    match event.key().as_str() {
        _ if is_held => None,
        "PageDown" => Some(true),
        "PageUp" => Some(false),
        " " => Some(!event.shift_key()),
        _ => None,
    }
}

/// Brings the quotation into view, or else the mark, if `marked`. Without a mark, shows the edge at
/// which a page just turned to begins, or the reading position from before the page changed its
/// size, was hidden or its document was closed.
pub fn reveal(
    article: NodeRef<Article>,
    (begins, marked): (Option<PageEdge>, bool),
    reader: ReaderStore,
) {
    let Some(article) = article.try_get_untracked().flatten() else { return };
    let found = |selector| article.query_selector(selector).ok().flatten().filter(|_| marked);
    match (found("mark.quoted").or_else(|| found("mark")), begins) {
        (Some(mark), _) => scroll::reveal(&mark, ScrollLogicalPosition::Center),
        (None, Some(PageEdge::Beginning)) => article.set_scroll_top(0),
        (None, Some(PageEdge::End)) => article.set_scroll_top(article.scroll_height()),
        (None, None) => {
            let height = f64::from(article.scroll_height());
            article.set_scroll_top((reader.down.get_untracked() * height).round() as i32);
        }
    }
}

/// Notes the reading position on the page.
pub fn note_place(article: NodeRef<Article>, reader: ReaderStore) {
    let Some(article) = article.get_untracked() else { return };
    // While the graph is shown alone, the page has no height, and its position stays.
    if article.client_height() > 0 {
        reader.scrolled(f64::from(article.scroll_top()) / f64::from(article.scroll_height()));
    }
}
