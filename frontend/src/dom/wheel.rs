//! The meaning of a turn of the wheel, or of two fingers on a touchpad.

use leptos::ev::WheelEvent;

/// The pixels of a line and of a page, if the wheel's unit is one of those.
const LINE: f64 = 33.0;
const PAGE: f64 = 600.0;

/// A pause of this many milliseconds ends a movement. The inertia after a flick has shorter gaps.
const PAUSE: f64 = 200.0;
/// A movement of this many pixels beyond a page's end turns the page.
const MEANT: f64 = 40.0;

/// The turn of the wheel, in pixels to the right and down.
pub fn pixels(event: &WheelEvent) -> (f64, f64) {
    let unit = match event.delta_mode() {
        WheelEvent::DOM_DELTA_LINE => LINE,
        WheelEvent::DOM_DELTA_PAGE => PAGE,
        _ => 1.0,
    };
    (event.delta_x() * unit, event.delta_y() * unit)
}

/// Detects when scrolling means the next page: a separate movement that begins where the page ends.
/// The rest of a movement that leads there, or that has turned a page, means nothing.
#[derive(Debug, Clone, Copy)]
pub struct Pushing {
    /// The time of the last turn, in milliseconds.
    last: f64,
    /// The distance beyond the end, in pixels down; none for a movement that means nothing.
    beyond: Option<f64>,
}

impl Pushing {
    /// The state before the first turn.
    pub fn new() -> Self {
        Self { last: f64::NEG_INFINITY, beyond: None }
    }

    /// Notes a turn of the wheel by a number of pixels. `at_end` is whether the page ends in that
    /// direction. Returns whether this means the next page.
    pub fn turns(&mut self, now: f64, down: f64, at_end: bool) -> bool {
        if now - self.last > PAUSE {
            self.beyond = Some(0.0);
        }
        self.last = now;
        self.beyond = self.beyond.filter(|_| at_end).map(|before| before + down);
        let is_meant = self.beyond.is_some_and(|beyond| beyond.abs() >= MEANT);
        if is_meant {
            self.beyond = None;
        }
        is_meant
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of pages turned by these turns of the wheel. Each has its delay in milliseconds,
    /// the pixels down, and whether the page ends there.
    fn turned(turns: &[(f64, f64, bool)]) -> usize {
        let (mut pushing, mut now) = (Pushing::new(), 0.0);
        let meant = turns.iter().filter(|(after, down, at_end)| {
            now += after;
            pushing.turns(now, *down, *at_end)
        });
        meant.count()
    }

    #[test]
    fn a_further_notch_at_the_end_turns_the_page() {
        assert_eq!(turned(&[(90.0, 100.0, false), (90.0, 100.0, true)]), 0, "it led there");
        assert_eq!(turned(&[(90.0, 100.0, false), (400.0, 100.0, true)]), 1);
        assert_eq!(turned(&[(90.0, -100.0, true)]), 1, "back");
        assert_eq!(turned(&[(90.0, 100.0, true), (400.0, 100.0, true)]), 2);
    }

    #[test]
    fn one_flick_turns_one_page_at_most() {
        let slides = [(16.0, 60.0, true); 60];
        assert_eq!(turned(&slides), 1, "pages that are seen whole");
        let mut leads_there = [(16.0, 60.0, true); 60];
        leads_there[..5].fill((16.0, 60.0, false));
        assert_eq!(turned(&leads_there), 0);
    }

    #[test]
    fn a_touch_means_nothing() {
        assert_eq!(turned(&[(500.0, 4.0, true), (16.0, 5.0, true), (16.0, 3.0, true)]), 0);
        assert_eq!(turned(&[(500.0, 15.0, true); 9]), 0, "each is a movement of its own");
        assert_eq!(turned(&[(500.0, 30.0, true), (16.0, -30.0, true), (16.0, 30.0, true)]), 0);
    }
}
