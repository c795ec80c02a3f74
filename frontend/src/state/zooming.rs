use leptos::prelude::*;

use super::{App, MainView};
use crate::keys;

impl App {
    /// Whether zooming applies to the graph's picture: if it is visible alone, or has the focus.
    fn is_picture_zoomed(self) -> bool {
        self.is_picture_seen() && (self.view.get() == MainView::Graph || keys::is_on(keys::PICTURE))
    }

    /// Whether there is anything to zoom.
    pub fn can_zoom(self) -> bool {
        let readable = self.is_text_seen() && self.reading.text.with(Option::is_some);
        readable || self.is_picture_seen()
    }

    /// Zooms the graph's picture or the page in or out; with none, shows as much as there is room
    /// for.
    pub fn zoom_by(self, larger: Option<bool>) {
        if untrack(|| self.is_picture_zoomed()) {
            self.mapping.zoom_by(larger);
        } else {
            self.reading.zoom_by(larger);
        }
    }
}
