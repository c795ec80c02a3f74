//! The rows of the list, of which only the visible ones are drawn.

use std::collections::HashMap;

use leptos::ev::KeyboardEvent;
use leptos::html::{Div, Ul};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::app::strings as app_strings;
use crate::dom::resize::on_resize;
use crate::dom::scroll::Offsets;
use crate::library::rows::LibraryRow;

/// The approximate height of a row that was not drawn yet, in pixels.
const USUAL: f64 = 58.0;
/// Rows are drawn up to this many pixels beyond the visible part, so that scrolling and Tab find
/// them.
const BEYOND: f64 = 400.0;

/// A list of which only the visible part is drawn.
#[derive(Clone, Copy)]
struct VirtualList {
    rows: Memo<Vec<LibraryRow>>,
    /// The heights of rows that were drawn.
    heights: RwSignal<HashMap<LibraryRow, f64>>,
    /// The scroll position, and the height of the visible part.
    sight: RwSignal<(f64, f64)>,
    holder: NodeRef<Div>,
    list: NodeRef<Ul>,
}

/// The rows of the library's list. It exists as long as the window, also while it is hidden.
#[component]
pub fn Rows(
    rows: Memo<Vec<LibraryRow>>,
    draw: fn(LibraryRow) -> AnyView,
    hidden: Memo<bool>,
) -> impl IntoView {
    let list = VirtualList {
        rows,
        heights: RwSignal::default(),
        sight: RwSignal::new((0.0, BEYOND)),
        holder: NodeRef::new(),
        list: NodeRef::new(),
    };
    let offsets = Memo::new(move |_| list.offsets());
    let range = Memo::new(move |_| {
        let (top, seen) = list.sight.get();
        offsets.with(|offsets| offsets.between(top - BEYOND, top + seen + BEYOND))
    });
    let drawn = Memo::new(move |_| {
        let range = range.get();
        let first = range.start;
        rows.with(|rows| {
            let drawn = rows.get(range).unwrap_or_default();
            drawn.iter().cloned().zip(first + 1..).collect::<Vec<_>>()
        })
    });
    list.follow(drawn);
    let padding = move || {
        let (above, below) = offsets.with(|offsets| offsets.around(&range.get()));
        format!("{above}px 0 {below}px")
    };
    // Without an explicit role, WebKit takes a list without bullets for a mere group, here and
    // elsewhere.
    view! {
        <div class="rows" hidden=move || hidden.get() node_ref=list.holder on:scroll=move |_| list.look()>
            <ul
                node_ref=list.list
                role="list"
                aria-label=app_strings::library()
                style:padding=padding
                on:keydown=walk
            >
                <For each=move || drawn.get() key=|(row, _)| row.clone() let((row, _))>
                    <Line list drawn row draw />
                </For>
            </ul>
        </div>
    }
}

/// One row, which knows the number of rows although not all are drawn.
#[component]
fn Line(
    list: VirtualList,
    drawn: Memo<Vec<(LibraryRow, usize)>>,
    row: LibraryRow,
    draw: fn(LibraryRow) -> AnyView,
) -> impl IntoView {
    let (kind, within) = match &row {
        LibraryRow::Held(_) => ("entry held", false),
        LibraryRow::Adding(_) => ("entry adding", false),
        LibraryRow::Collection(_) => ("entry collection", false),
        LibraryRow::Document { within, .. } => ("entry", within.is_some()),
    };
    let (own, id) = (row.clone(), test_id(&row));
    let place = move || {
        let place = drawn.with(|all| all.iter().find(|(row, _)| *row == own).map(|(_, at)| *at));
        place.map(|place| place.to_string())
    };
    view! {
        <li
            class=kind
            class:within=within
            data-testid=id
            aria-posinset=place
            aria-setsize=move || list.rows.with(Vec::len).to_string()
        >
            {draw(row)}
        </li>
    }
}

fn test_id(row: &LibraryRow) -> String {
    match row {
        LibraryRow::Held(_) => "held".to_owned(),
        LibraryRow::Adding(_) => "adding".to_owned(),
        LibraryRow::Collection(_) => "collection".to_owned(),
        LibraryRow::Document { id, .. } => format!("document-{id}"),
    }
}

impl VirtualList {
    fn offsets(self) -> Offsets {
        self.heights.with(|heights| {
            let height = |row: &LibraryRow| heights.get(row).copied().unwrap_or(USUAL);
            self.rows.with(|rows| Offsets::of(rows.iter().map(height)))
        })
    }

    /// Notes the visible part.
    fn look(self) {
        if let Some(holder) = self.holder.get_untracked() {
            self.sight.set((f64::from(holder.scroll_top()), f64::from(holder.client_height())));
        }
    }

    /// Measures the rows whenever the drawn rows or their heights change, and notes the visible
    /// part when its size does.
    fn follow(self, drawn: Memo<Vec<(LibraryRow, usize)>>) {
        Effect::new(move |_| {
            let (Some(list), Some(holder)) = (self.list.get(), self.holder.get()) else { return };
            on_resize(&list, move || self.measure(drawn));
            on_resize(&holder, move || self.look());
        });
        Effect::new(move |_| {
            drawn.track();
            request_animation_frame(move || self.measure(drawn));
        });
    }

    fn measure(self, drawn: Memo<Vec<(LibraryRow, usize)>>) {
        let Some(list) = self.list.try_get_untracked().flatten() else { return };
        let lines = list.children();
        let found = drawn.with_untracked(|drawn| {
            let known = self.heights.read_untracked();
            if lines.length() as usize != drawn.len() {
                // They are just being drawn, and are measured after that.
                return Vec::new();
            }
            let lines = (0..lines.length()).filter_map(|nth| lines.item(nth));
            let found = drawn.iter().zip(lines).map(|((row, _), line)| (row, height(&line)));
            // A hidden row has no height.
            let new = found.filter(|(row, height)| *height > 0.0 && known.get(row) != Some(height));
            new.map(|(row, height)| (row.clone(), height)).collect::<Vec<_>>()
        });
        if !found.is_empty() {
            self.heights.update(|heights| heights.extend(found));
        }
    }
}

fn height(line: &Element) -> f64 {
    line.dyn_ref::<HtmlElement>().map_or(0.0, |line| f64::from(line.offset_height()))
}

/// Arrow keys move from row to row. The next one is drawn even if it is out of view.
fn walk(event: KeyboardEvent) {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(line) = element.and_then(|element| element.closest("li").ok()?) else { return };
    let next = match event.key().as_str() {
        "ArrowDown" => line.next_element_sibling(),
        "ArrowUp" => line.previous_element_sibling(),
        _ => return,
    };
    let button = next.and_then(|next| next.query_selector("button").ok()?);
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        event.prevent_default();
        // If an element cannot be focused, the focus stays.
        let _ = button.focus();
    }
}
