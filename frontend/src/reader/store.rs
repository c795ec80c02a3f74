//! The open document, and where its reader is.

use std::collections::BTreeMap;
use std::sync::Arc;

use leptos::prelude::*;
use protocol::{DocumentId, DocumentText, Failure};

use crate::app::layout::LayoutStore;
use crate::app::navigation::NavigationStore;
use crate::app::notices::NoticeStore;
use crate::dom::elements;
use crate::dom::focus::PreviousFocus;
use crate::reader::missed_picture::Missed;
use crate::reader::page_display::PageDisplayMode;
use crate::reader::passage::{HighlightedPassage, Marked};
use crate::reader::selection::Selected;

/// The factor of one zoom step, and the limits.
const ZOOM: f64 = 1.25;
const ZOOMS: std::ops::RangeInclusive<f64> = 0.4..=2.8;

/// The open document's text.
#[derive(Clone, Copy)]
pub struct ReaderStore {
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
    pub before_find: PreviousFocus,
    /// Whether the reader came from the page after this one, so that its end is read first.
    pub from_end: StoredValue<bool>,
    /// The selected text.
    pub selected: RwSignal<Option<Selected>>,
    /// Incremented to bring the mark into view.
    pub reveal: RwSignal<u32>,
    /// The way to other documents.
    pub navigation: NavigationStore,
    /// What the window shows.
    pub layout: LayoutStore,
    /// The messages for the user.
    pub notices: NoticeStore,
}

impl ReaderStore {
    /// Returns a store with no document open.
    pub fn new(navigation: NavigationStore, layout: LayoutStore) -> Self {
        Self {
            document: navigation.document,
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
            navigation,
            layout,
            notices: navigation.library.notices,
        }
    }

    /// Empties the reader, or prepares it for another document.
    pub fn clear(self, document: Option<DocumentId>) {
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

    /// Requests again the pictures that did not load.
    pub fn try_pictures(self) {
        self.missed.update(BTreeMap::clear);
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

    /// Notes the reading position on the page. Ignores moves of less than a line.
    pub fn scrolled(self, down: f64) {
        if (down - self.down.get_untracked()).abs() > 0.002 {
            self.down.set(down);
        }
    }

    /// Opens the field that finds words in the open document's text.
    pub fn open_find(self) {
        self.layout.turn_to_text();
        if !self.finding.get_untracked() {
            self.before_find.keep();
        }
        self.finding.set(true);
        // The field must be drawn first.
        request_animation_frame(|| elements::select(elements::FIND));
    }

    /// Closes the field that finds words. The focus returns to where it was.
    pub fn leave_find(self) {
        self.finding.set(false);
        self.before_find.give_back();
    }
}

/// Returns the store of the window that contains a view.
pub fn use_reader() -> ReaderStore {
    expect_context()
}
