//! The way that the Tab key leads through the real window.

use std::collections::BTreeSet;

use serde::Deserialize;

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
        const shown = [box.left - out >= room.left, box.top - out >= room.top,
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
    // With Shift the key has no name.
    window.__released = 0;
    addEventListener('keyup', event => { if (event.code === 'Tab') window.__released += 1; }, true);
"#;

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
        let before = self.window.script("return window.__released");
        self.screen.press(if forward { &[TAB] } else { &[SHIFT, TAB] });
        self.window.wait(&format!("return window.__released > {before}"));
        let stop = self.window.script("return window.__focused()");
        serde_json::from_value(stop).expect("a stop is told whole")
    }

    /// Goes all around: everything that Tab leads to, as it stands on the page.
    ///
    /// # Panics
    /// If it never comes back to where it began.
    pub fn all_around(&self, forward: bool) -> Vec<Stop> {
        let count = self.names().len();
        let mut stops: Vec<Stop> = Vec::new();
        // The page itself is a stop where the round begins anew.
        for _ in 0..count + 5 {
            let Some(stop) = self.step(forward) else { continue };
            if stops.iter().any(|before| before.place == stop.place) {
                break;
            }
            stops.push(stop);
        }
        if !forward {
            stops.reverse();
        }
        let first = (0..stops.len()).min_by_key(|&at| stops[at].place).unwrap_or(0);
        stops.rotate_left(first);
        stops
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
