//! The order in which the Tab key leads through the real window.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use crate::browser::AppWindow;
use crate::screen::{SHIFT, Screen, TAB};

/// The elements that can have the focus, in page order, and facts about the one that has it.
const WATCH: &str = r#"
    const kinds = 'button, input, select, textarea, a[href], summary, [tabindex]';
    const seen = one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]');
    window.__stops = () => [...document.querySelectorAll(kinds)]
        .filter(one => one.tabIndex >= 0 && !one.disabled && seen(one));
    const name = one => one.dataset.testid || one.getAttribute('aria-label') || one.title
        || one.textContent.trim().slice(0, 40) || one.outerHTML.slice(0, 80);
    window.__names = () => window.__stops().map(name);
    const parts = ['rail', 'bar', 'library', 'divider', 'graph-view', 'reader', 'settings-view',
        'middle', 'chat', 'tour', 'notices', 'key-sheet', 'everything'];
    // What cuts off what stands beyond it.
    const cut = one => {
        let { left, top, right, bottom } = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        for (let at = one.parentElement; at; at = at.parentElement) {
            if (getComputedStyle(at).overflow === 'visible') continue;
            const box = at.getBoundingClientRect();
            left = Math.max(left, box.left); top = Math.max(top, box.top);
            right = Math.min(right, box.right); bottom = Math.min(bottom, box.bottom);
        }
        return { left, top, right, bottom };
    };
    window.__focused = () => {
        const one = document.activeElement;
        if (!one || one === document.body) return null;
        const style = getComputedStyle(one), box = one.getBoundingClientRect(), room = cut(one);
        const out = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
        // Of what is taller than its room both ends are never seen at once.
        const tall = box.height + 2 * out > room.bottom - room.top;
        const shown = [box.left - out >= room.left, tall || box.top - out >= room.top,
            box.right + out <= room.right, box.bottom + out <= room.bottom];
        return {
            place: window.__stops().indexOf(one), name: name(one),
            part: parts.find(part => one.closest('.' + part)) ?? '',
            marked: one.matches(':focus-visible') && style.outlineStyle !== 'none'
                && parseFloat(style.outlineWidth) >= 2,
            sides: shown.filter(side => side).length,
            seen: box.bottom > room.top && box.top < room.bottom
                && box.right > room.left && box.left < room.right,
        };
    };
    if (window.__stopped === undefined) {
        // What has the focus is brought into view a moment later.
        const soon = what => requestAnimationFrame(() => requestAnimationFrame(what));
        // With Shift the key has no name.
        addEventListener('keyup', event => {
            if (event.code !== 'Tab') return;
            window.__stopped.push(window.__focused());
            soon(() => { window.__settled += 1; });
        }, true);
    }
    window.__stopped = [];
    window.__settled = 0;
"#;

/// The maximum number of Tab presses without a stop while the focus leaves the page and comes back.
const OUTSIDE: usize = 5;

/// An element with the focus.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TabStop {
    /// Its number among the focusable elements, in page order; -1 for another element.
    pub place: i64,
    /// Its identifying name.
    pub name: String,
    /// The part of the window that contains it.
    pub part: String,
    /// Whether an outline shows the focus.
    pub marked: bool,
    /// The number of sides of that outline that are not cut off.
    pub sides: usize,
    /// Whether it is on screen.
    pub seen: bool,
}

/// A window to walk through with the Tab key.
pub struct Tour<'a> {
    window: &'a AppWindow,
    screen: &'a Screen,
}

impl<'a> Tour<'a> {
    /// Begins to watch the focus.
    pub fn begin(window: &'a AppWindow, screen: &'a Screen) -> Self {
        window.script(WATCH);
        Self { window, screen }
    }

    /// Presses Tab, or Shift and Tab, and returns the new stop; none if the focus leaves the page.
    ///
    /// # Panics
    /// If the key does not arrive.
    pub fn step(&self, forward: bool) -> Option<TabStop> {
        self.press(forward, 1);
        let stop = self.window.wait("return window.__settled > 0 && [window.__focused()]");
        serde_json::from_value(stop[0].clone()).expect("a stop is complete")
    }

    /// Walks all around: returns every stop of Tab, in page order.
    ///
    /// # Panics
    /// If it leads nowhere.
    pub fn all_around(&self, forward: bool) -> Vec<TabStop> {
        let last = self.names().len().saturating_sub(1);
        let first = self.enter(forward);
        let before = (first.place.max(0) as usize).min(last);
        let (to_end, from_end) =
            if forward { (last - before, before) } else { (before, last - before) };
        let mut stops = vec![first];
        stops.extend(self.run(forward, to_end));
        stops.push(self.enter(forward));
        stops.extend(self.run(forward, from_end));
        in_order(stops, forward)
    }

    /// Moves to the next stop; after the last one, out of the page and back into it.
    fn enter(&self, forward: bool) -> TabStop {
        let stop = (0..OUTSIDE).find_map(|_| self.step(forward));
        stop.unwrap_or_else(|| panic!("Tab leads nowhere: {:?}", self.names()))
    }

    /// Moves by a number of stops within the page. On the way back, where the visibility of the
    /// focus is not checked, the keys are pressed without waiting.
    fn run(&self, forward: bool, count: usize) -> Vec<TabStop> {
        if forward {
            return (0..count).filter_map(|_| self.step(true)).collect();
        }
        let stops = serde_json::from_value(self.press(false, count));
        let stops: Vec<Option<TabStop>> = stops.expect("stops are complete");
        stops.into_iter().flatten().collect()
    }

    /// Presses the key this many times, and returns each stop.
    fn press(&self, forward: bool, count: usize) -> Value {
        self.window.script("window.__stopped = []; window.__settled = 0");
        let keys: &[u32] = if forward { &[TAB] } else { &[SHIFT, TAB] };
        self.screen.press_again(keys, count);
        self.window.wait(&format!("return window.__stopped.length === {count} && window.__stopped"))
    }

    /// The names of the focusable elements, in page order.
    ///
    /// # Panics
    /// If the window does not answer.
    pub fn names(&self) -> Vec<String> {
        let names = self.window.script("return window.__names()");
        serde_json::from_value(names).expect("names are texts")
    }

    /// Asserts that every element is reached, in page order, part by part, and visibly has the
    /// focus.
    ///
    /// # Panics
    /// If that is not so.
    pub fn check(&self, view: &str) {
        let stops = self.all_around(true);
        let reached: Vec<&str> = stops.iter().map(|stop| stop.name.as_str()).collect();
        assert_eq!(reached, self.names(), "{view}: what Tab leads to");
        let back = self.all_around(false);
        let back: Vec<&str> = back.iter().map(|stop| stop.name.as_str()).collect();
        assert_eq!(back, reached, "{view}: what Shift and Tab lead to");
        let mut parts: Vec<&str> = stops.iter().map(|stop| stop.part.as_str()).collect();
        parts.retain(|part| *part != "divider");
        parts.dedup();
        let each: BTreeSet<&str> = parts.iter().copied().collect();
        assert_eq!(each.len(), parts.len(), "{view}: {parts:?} are not left and entered again");
        let unseen: Vec<&TabStop> =
            stops.iter().filter(|stop| !stop.marked || !stop.seen || stop.sides < 3).collect();
        assert!(unseen.is_empty(), "{view}: the focus is not seen on {unseen:#?}");
    }
}

/// The stops of a round, each once and in Tab order, from the first on the page.
fn in_order(round: Vec<TabStop>, forward: bool) -> Vec<TabStop> {
    let mut stops: Vec<TabStop> = Vec::new();
    for stop in round {
        if stops.iter().all(|before| before.place != stop.place) {
            stops.push(stop);
        }
    }
    if !forward {
        stops.reverse();
    }
    let first = (0..stops.len()).min_by_key(|&at| stops[at].place).unwrap_or(0);
    stops.rotate_left(first);
    stops
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_keeps_its_order() {
        let stop = |place| TabStop {
            place,
            name: String::new(),
            part: String::new(),
            marked: true,
            sides: 4,
            seen: true,
        };
        let places = |round: &[i64], forward| -> Vec<i64> {
            let round = round.iter().copied().map(stop).collect();
            in_order(round, forward).iter().map(|stop| stop.place).collect()
        };
        assert_eq!(places(&[2, 3, 0, 1, 2], true), [0, 1, 2, 3]);
        assert_eq!(places(&[1, 0, 3, 2, 1], false), [0, 1, 2, 3]);
        // If the Tab order differs from the page order, that is not hidden.
        assert_eq!(places(&[1, 0, 3, 2], true), [0, 3, 2, 1]);
    }
}
