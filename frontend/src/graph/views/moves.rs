//! Moving the picture with keys, wheel and pointer.

use leptos::ev::{KeyboardEvent, PointerEvent, WheelEvent};
use leptos::html::Div;
use leptos::prelude::*;

use crate::app::App;
use crate::app::action::Action;
use crate::app::action::key::Reach;
use crate::dom::resize::on_resize;
use crate::dom::wheel;
use crate::graph::map::viewport::MapViewport;

/// A notch of most wheels, in pixels: it zooms by one step, and no single turn zooms by more.
const NOTCH: f64 = 100.0;

/// Arrow keys walk from node to node.
pub fn walk(app: App, event: &KeyboardEvent) {
    let action = Action::pressed(event).filter(|(_, key)| key.reach == Reach::OnPicture);
    if action.is_some_and(|(action, _)| app.act(action)) {
        event.prevent_default();
    }
}

/// The wheel zooms around the pointer; with Shift, or turned sideways, it moves the picture.
pub fn turn_wheel(frame: RwSignal<MapViewport>, event: &WheelEvent) {
    event.prevent_default();
    let x = f64::from(event.offset_x());
    let Some(turned) = Turned::by(wheel::pixels(event), event.shift_key()) else { return };
    frame.update(|frame| {
        frame.span = match turned {
            Turned::Zoom(factor) => frame.zoomed(x, factor),
            Turned::Move(pixels) => frame.moved(pixels),
        };
    });
}

/// The effect of a turn of the wheel on the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Turned {
    /// Scales the visible part of the document by this factor.
    Zoom(f64),
    /// Moves it by this many pixels.
    Move(f64),
}

impl Turned {
    /// The effect of a turn by this many pixels to the right and down; the larger of the two
    /// counts.
    fn by((right, down): (f64, f64), shift: bool) -> Option<Self> {
        let sideways = right.abs() > down.abs();
        let further = if sideways { right } else { down };
        match further {
            0.0 => None,
            _ if sideways || shift => Some(Self::Move(further)),
            // The same distance zooms equally, however finely it is divided.
            _ => Some(Self::Zoom(MapViewport::STEP.powf((-further / NOTCH).clamp(-1.0, 1.0)))),
        }
    }
}

/// With the button held down, the picture moves with the pointer.
pub fn drag(frame: RwSignal<MapViewport>, dragged: StoredValue<f64>, event: &PointerEvent) {
    if event.buttons() == 1 {
        let pixels = f64::from(event.movement_x());
        dragged.update_value(|dragged| *dragged += pixels.abs());
        frame.update(|frame| frame.span = frame.moved(-pixels));
    }
}

/// Keeps the frame as large as the element that holds the picture.
pub fn follow_size(holder: NodeRef<Div>, frame: RwSignal<MapViewport>) {
    Effect::new(move |_| {
        let Some(element) = holder.get() else { return };
        let observed = element.clone();
        on_resize(&element, move || {
            let size = (f64::from(observed.client_width()), f64::from(observed.client_height()));
            // A hidden element has no size, and nothing is drawn.
            if size.0 > 0.0 && size.1 > 0.0 {
                frame.update(|frame| (frame.width, frame.height) = size);
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(right: f64, down: f64) -> f64 {
        match Turned::by((right, down), false) {
            Some(Turned::Zoom(factor)) => factor,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn many_small_turns_zoom_as_far_as_one_large() {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(near(factor(0.0, -NOTCH), MapViewport::STEP));
        assert!(near(factor(0.0, -4.0).powi(25), MapViewport::STEP));
        assert!(near(factor(1.0, 4.0) * factor(-1.0, -4.0), 1.0), "there and back");
        assert!(near(factor(0.0, 5_000.0), 1.0 / MapViewport::STEP), "never by more than a step");
    }

    #[test]
    fn the_direction_in_which_it_is_turned_further_counts() {
        for (turned, shift, expected) in [
            ((0.0, 0.0), false, None),
            ((0.0, 0.0), true, None),
            ((30.0, 4.0), false, Some(Turned::Move(30.0))),
            ((-30.0, 30.0), false, Some(Turned::Zoom(factor(0.0, 30.0)))),
            ((0.0, 30.0), true, Some(Turned::Move(30.0))),
            ((-30.0, 0.0), true, Some(Turned::Move(-30.0))),
        ] {
            assert_eq!(Turned::by(turned, shift), expected, "{turned:?}");
        }
    }
}
