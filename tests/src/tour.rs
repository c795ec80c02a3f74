//! The way that the Tab key leads through the real window.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use crate::browser::Window;
use crate::screen::{SHIFT, Screen, TAB};

/// What can have the focus, in the order of the page; and what is known of that which has it.
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

/// So often Tab leads nowhere at most, where it leads out of the page and back.
const OUTSIDE: usize = 5;

/// Where the focus is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Stop {
    /// Its number among all that can have it, in the order of the page; -1 for what cannot.
    pub place: i64,
    /// What it is known by.
    pub name: String,
    /// The part of the window that it is in.
    pub part: String,
    /// Whether a line around it says so.
    pub marked: bool,
    /// How many sides of that line are not cut off.
    pub sides: usize,
    /// Whether it is on screen.
    pub seen: bool,
}

/// A window that is gone through with the Tab key.
pub struct Tour<'a> {
    window: &'a Window,
    screen: &'a Screen,
}

impl<'a> Tour<'a> {
    /// Begins to watch where the focus is.
    pub fn begin(window: &'a Window, screen: &'a Screen) -> Self {
        window.script(WATCH);
        Self { window, screen }
    }

    /// Presses Tab, or Shift and Tab, and gives where that leads; none where it leads out of the page.
    ///
    /// # Panics
    /// If the key does not arrive.
    pub fn step(&self, forward: bool) -> Option<Stop> {
        self.press(forward, 1);
        let stop = self.window.wait("return window.__settled > 0 && [window.__focused()]");
        serde_json::from_value(stop[0].clone()).expect("a stop is told whole")
    }

    /// Goes all around: everything that Tab leads to, as it stands on the page.
    ///
    /// # Panics
    /// If it leads nowhere.
    pub fn all_around(&self, forward: bool) -> Vec<Stop> {
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

    /// Goes on to the next stop, out of the page and back into it where that was the last one.
    fn enter(&self, forward: bool) -> Stop {
        let stop = (0..OUTSIDE).find_map(|_| self.step(forward));
        stop.unwrap_or_else(|| panic!("Tab leads nowhere: {:?}", self.names()))
    }

    /// Goes on so far within the page. On the way back, where nobody looks whether the focus is seen, one
    /// key is pressed right after the other.
    fn run(&self, forward: bool, count: usize) -> Vec<Stop> {
        if forward {
            return (0..count).filter_map(|_| self.step(true)).collect();
        }
        let stops = serde_json::from_value(self.press(false, count));
        let stops: Vec<Option<Stop>> = stops.expect("stops are told whole");
        stops.into_iter().flatten().collect()
    }

    /// Presses the key so often, and gives where the focus was each time.
    fn press(&self, forward: bool, count: usize) -> Value {
        self.window.script("window.__stopped = []; window.__settled = 0");
        let keys: &[u32] = if forward { &[TAB] } else { &[SHIFT, TAB] };
        self.screen.press_again(keys, count);
        self.window.wait(&format!("return window.__stopped.length === {count} && window.__stopped"))
    }

    /// What can have the focus, in the order of the page.
    ///
    /// # Panics
    /// If it is not told.
    pub fn names(&self) -> Vec<String> {
        let names = self.window.script("return window.__names()");
        serde_json::from_value(names).expect("names are texts")
    }

    /// Everything is reached, in the order of the page, part by part, and is seen to have the focus.
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
        let unseen: Vec<&Stop> =
            stops.iter().filter(|stop| !stop.marked || !stop.seen || stop.sides < 3).collect();
        assert!(unseen.is_empty(), "{view}: the focus is not seen on {unseen:#?}");
    }
}

/// Stops of a round, each once and in the order in which Tab leads to them, from the first on the page.
fn in_order(round: Vec<Stop>, forward: bool) -> Vec<Stop> {
    let mut stops: Vec<Stop> = Vec::new();
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
        let stop = |place| Stop {
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
        // Where Tab leads elsewhere than the page does, that is not hidden.
        assert_eq!(places(&[1, 0, 3, 2], true), [0, 3, 2, 1]);
    }
}
