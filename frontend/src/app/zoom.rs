//! Zooming the page or the picture of the graph.

use leptos::prelude::*;

use crate::app::App;
use crate::app::layout::MainView;
use crate::dom::elements;

impl App {
    /// Whether zooming applies to the graph's picture: if it is visible alone, or has the focus.
    fn is_picture_zoomed(self) -> bool {
        self.graph.is_picture_seen()
            && (self.layout.view.get() == MainView::Graph || elements::is_on(elements::PICTURE))
    }

    /// Whether there is anything to zoom.
    pub fn can_zoom(self) -> bool {
        let readable = self.layout.is_text_seen() && self.reader.text.with(Option::is_some);
        readable || self.graph.is_picture_seen()
    }

    /// Zooms the graph's picture or the page in or out; with none, shows as much as there is room
    /// for.
    pub fn zoom_by(self, larger: Option<bool>) {
        if untrack(|| self.is_picture_zoomed()) {
            self.graph.zoom_by(larger);
        } else {
            self.reader.zoom_by(larger);
        }
    }
}
