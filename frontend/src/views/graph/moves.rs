//! How the picture is moved with keys, wheel and pointer.

use leptos::ev::{KeyboardEvent, PointerEvent, WheelEvent};
use leptos::html::Div;
use leptos::prelude::*;

use crate::actions::{Action, Reach};
use crate::picture::Frame;
use crate::resize::on_resize;
use crate::state::Desk;

/// Arrow keys walk from node to node.
pub fn walk(desk: Desk, event: &KeyboardEvent) {
    let action = Action::pressed(event).filter(|(_, key)| key.reach == Reach::OnPicture);
    if action.is_some_and(|(action, _)| desk.act(action)) {
        event.prevent_default();
    }
}

/// The wheel zooms about the pointer; with Shift, or turned sideways, it moves.
pub fn turn_wheel(frame: RwSignal<Frame>, event: &WheelEvent) {
    event.prevent_default();
    let sideways = if event.shift_key() { event.delta_y() } else { event.delta_x() };
    let x = f64::from(event.offset_x());
    frame.update(|frame| {
        frame.span = if sideways == 0.0 {
            frame.zoomed(x, if event.delta_y() < 0.0 { Frame::STEP } else { 1.0 / Frame::STEP })
        } else {
            frame.moved(sideways)
        };
    });
}

/// With the button held down the picture moves with the pointer.
pub fn drag(frame: RwSignal<Frame>, dragged: StoredValue<f64>, event: &PointerEvent) {
    if event.buttons() == 1 {
        let pixels = f64::from(event.movement_x());
        dragged.update_value(|dragged| *dragged += pixels.abs());
        frame.update(|frame| frame.span = frame.moved(-pixels));
    }
}

/// Keeps the frame as large as the element that holds the picture.
pub fn follow_size(holder: NodeRef<Div>, frame: RwSignal<Frame>) {
    Effect::new(move |_| {
        let Some(element) = holder.get() else { return };
        let observed = element.clone();
        on_resize(&element, move || {
            let size = (f64::from(observed.client_width()), f64::from(observed.client_height()));
            // While it is hidden it has no size, and nothing is drawn.
            if size.0 > 0.0 && size.1 > 0.0 {
                frame.update(|frame| (frame.width, frame.height) = size);
            }
        });
    });
}
