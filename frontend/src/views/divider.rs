use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::i18n;
use crate::state::{App, SideColumn, use_app};

/// The change of a column's width with a key, in pixels.
const STEP: f64 = 16.0;

/// The movable line between a column and the middle.
#[component]
pub fn Divider(side: SideColumn) -> impl IntoView {
    let app = use_app();
    let width = move || app.columns.with(|columns| columns.of(side).width);
    let (least, most) = side.widths().into_inner();
    let (kind, id) = match side {
        SideColumn::Library => ("divider library-side", "divider-library"),
        SideColumn::Questions => ("divider questions-side", "divider-questions"),
    };
    view! {
        <Show when=move || app.is_unfolded(side)>
            <div
                class=kind
                role="separator"
                tabindex="0"
                aria-orientation="vertical"
                aria-label=i18n::column_width(side)
                aria-valuemin=least
                aria-valuemax=most
                aria-valuenow=width
                title=i18n::divider_title()
                data-testid=id
                on:pointerdown=hold
                on:pointermove=move |event| drag(app, side, &event)
                on:dblclick=move |_| app.widen(side, side.usual())
                on:keydown=move |event| step(app, side, &event)
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

fn drag(app: App, side: SideColumn, event: &PointerEvent) {
    if event.buttons() == 1 {
        app.draw_to(side, f64::from(event.client_x()));
    }
}

/// Arrow keys move the line, Enter folds the column.
fn step(app: App, side: SideColumn, event: &KeyboardEvent) {
    let width = app.columns.with_untracked(|columns| columns.of(side).width);
    let outwards = if side == SideColumn::Library { STEP } else { -STEP };
    match event.key().as_str() {
        "ArrowRight" => app.widen(side, width + outwards),
        "ArrowLeft" => app.widen(side, width - outwards),
        "Home" => app.widen(side, *side.widths().start()),
        "End" => app.widen(side, *side.widths().end()),
        "Enter" => app.fold(side, true),
        _ => return,
    }
    event.prevent_default();
}
