//! The line between a column and the middle, which changes the width.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::app::action_strings;
use crate::app::columns::SideColumn;
use crate::app::layout::{LayoutStore, use_layout};

/// The change of a column's width with a key, in pixels.
const STEP: f64 = 16.0;

/// The movable line between a column and the middle.
#[component]
pub fn Divider(side: SideColumn) -> impl IntoView {
    let layout = use_layout();
    let width = move || layout.columns.with(|columns| columns.of(side).width);
    let (least, most) = side.widths().into_inner();
    let (kind, id) = match side {
        SideColumn::Library => ("divider library-side", "divider-library"),
        SideColumn::Questions => ("divider questions-side", "divider-questions"),
    };
    view! {
        <Show when=move || layout.is_unfolded(side)>
            <div
                class=kind
                role="separator"
                tabindex="0"
                aria-orientation="vertical"
                aria-label=action_strings::column_width(side)
                aria-valuemin=least
                aria-valuemax=most
                aria-valuenow=width
                title=action_strings::divider_title()
                data-testid=id
                on:pointerdown=hold
                on:pointermove=move |event| drag(layout, side, &event)
                on:dblclick=move |_| layout.widen(side, side.usual())
                on:keydown=move |event| step(layout, side, &event)
            ></div>
        </Show>
    }
}

/// Keeps the pointer on the line, also if it moves faster.
fn hold(event: PointerEvent) {
    let line = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    if let Some(line) = line {
        // Without this a fast pointer leaves the line behind, but nothing else goes wrong.
        let _ = line.set_pointer_capture(event.pointer_id());
    }
}

fn drag(layout: LayoutStore, side: SideColumn, event: &PointerEvent) {
    if event.buttons() == 1 {
        layout.draw_to(side, f64::from(event.client_x()));
    }
}

/// Arrow keys move the line, Enter folds the column.
fn step(layout: LayoutStore, side: SideColumn, event: &KeyboardEvent) {
    let width = layout.columns.with_untracked(|columns| columns.of(side).width);
    let outwards = if side == SideColumn::Library { STEP } else { -STEP };
    match event.key().as_str() {
        "ArrowRight" => layout.widen(side, width + outwards),
        "ArrowLeft" => layout.widen(side, width - outwards),
        "Home" => layout.widen(side, *side.widths().start()),
        "End" => layout.widen(side, *side.widths().end()),
        "Enter" => layout.fold_column(side, true),
        _ => return,
    }
    event.prevent_default();
}
