//! The end of the list of exchanges, where new ones appear.

use leptos::html::Div;
use leptos::prelude::*;
use web_sys::Element;

use crate::chat::store::ChatStore;
use crate::dom::list_end::ListScrollPosition;
use crate::dom::resize::on_resize;

/// Brings a new question into view. While its answer is searched for and written, a list at its end
/// stays there, and then shows the answer from its beginning.
pub fn follow_end(chat: ChatStore, list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    Effect::new(move |before: Option<Option<u32>>| {
        let newest = chat.newest();
        // A removal leaves the others where they are.
        if newest > before.flatten() {
            go_to_end(list, end);
        }
        newest
    });
    Effect::new(move |was_running: Option<bool>| {
        let running = chat.running.get();
        if let Some(running) = &running {
            running.reply.track();
        }
        // A reader who has scrolled up reads there.
        if end.with_value(|end| end.is_reached()) {
            match was_running == Some(true) && running.is_none() {
                true => show_last(list, end),
                false => go_to_end(list, end),
            }
        }
        running.is_some()
    });
}

fn go_to_end(list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    request_animation_frame(move || {
        // After a change of language there is another list.
        if let Some(list) = list.try_get_untracked().flatten() {
            list.set_scroll_top(list.scroll_height());
            end.update_value(ListScrollPosition::reach);
        }
    });
}

/// Shows the last exchange, from its beginning if it is higher than the list.
fn show_last(list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    request_animation_frame(move || {
        let Some(list) = list.try_get_untracked().flatten() else { return };
        let last = list.last_element_child().map_or(0, |last| last.client_height());
        let hidden = (last - list.client_height()).max(0);
        list.set_scroll_top(list.scroll_height() - list.client_height() - hidden);
        end.update_value(|end| if hidden > 0 { end.leave() } else { end.reach() });
    });
}

/// Keeps a list at its end there when the window is laid out again; if the reader has scrolled up,
/// the list stays where it is.
pub fn keep_end(list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    Effect::new(move |_| {
        let Some(list) = list.get() else { return };
        let resized = list.clone();
        on_resize(&list, move || {
            if end.try_update_value(|end| end.resize(size(&resized))) == Some(true) {
                resized.set_scroll_top(resized.scroll_height());
            }
        });
    });
}

/// Notes the scroll position of the list.
pub fn note_end(list: NodeRef<Div>, end: StoredValue<ListScrollPosition>) {
    if let Some(list) = list.get_untracked() {
        let top = list.scroll_top();
        let below = list.scroll_height() - top - list.client_height();
        end.update_value(|end| end.scroll(size(&list), top, below));
    }
}

fn size(list: &Element) -> (i32, i32) {
    (list.client_width(), list.client_height())
}
