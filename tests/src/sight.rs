//! The real window as seen by eyes: whether words are legible, and whether anything is cut off or
//! lies over something else.

use std::time::Duration;

use crate::browser::AppWindow;

/// Helpers for the other scripts.
const TOOLS: &str = r#"
    const seen = one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const said = one => (one.dataset?.testid ?? one.className?.baseVal ?? one.className) + ': '
        + (one.value || one.textContent || one.placeholder || '').trim().slice(0, 60);
    // Words with the boxes of their lines; what is written on pictures of pages is part of these.
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || !seen(parent)) continue;
        if (parent.closest('.layer, .unseen, script, style, option')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
        if (boxes.length) words.push({ node, parent, boxes });
    }
"#;

/// Words with too little contrast to their background.
const FAINT: &str = r#"
    const parts = colour => {
        const numbers = colour.match(/-?[\d.]+(e-?\d+)?%?/g).map(parseFloat);
        const isSrgb = colour.startsWith('color(');
        const [r, g, b] = numbers.slice(0, 3).map(part => isSrgb ? part : part / 255);
        return [r, g, b, numbers[3] ?? 1];
    };
    const over = ([r, g, b, a], [x, y, z]) =>
        [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
    const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map(part =>
            part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const ground = one => {
        const layers = [];
        for (let at = one; at; at = at.parentElement) {
            const colour = parts(getComputedStyle(at).backgroundColor);
            if (colour[3] > 0) layers.push(colour);
            if (colour[3] >= 1) break;
        }
        return layers.reverse().reduce((below, layer) => over(layer, below), [1, 1, 1, 1]);
    };
    const opacity = one => {
        let all = 1;
        for (let at = one; at; at = at.parentElement) all *= +getComputedStyle(at).opacity;
        return all;
    };
    const faint = [];
    const check = (what, colour, below, thin, least) => {
        const [r, g, b, a] = parts(colour);
        if (a === 0) return;
        const found = contrast(over([r, g, b, a * thin], below), below);
        if (found < least) faint.push(`${what}: ${found.toFixed(2)}`);
    };
    const least = LEAST;
    for (const { parent } of words) {
        const style = getComputedStyle(parent);
        const isDrawn = parent instanceof SVGElement;
        const circle = isDrawn && parent.previousElementSibling;
        const below = circle?.localName === 'circle'
            ? parts(getComputedStyle(circle).fill) : ground(parent);
        check(said(parent), isDrawn ? style.fill : style.color, below, opacity(parent), least);
    }
    for (const field of document.querySelectorAll('input, textarea')) {
        if (!seen(field)) continue;
        if (field.placeholder) {
            const colour = getComputedStyle(field, '::placeholder').color;
            check('placeholder ' + said(field), colour, ground(field), opacity(field), least);
        }
        const colour = getComputedStyle(field).color;
        check('field ' + said(field), colour, ground(field), opacity(field), least);
    }
    for (const cover of document.querySelectorAll('.cover')) {
        if (cover.querySelector('img') || !seen(cover)) continue;
        for (const piece of ['::before', '::after']) {
            const colour = getComputedStyle(cover, piece).color;
            check('cover ' + cover.dataset.letter, colour, ground(cover), opacity(cover), least);
        }
    }
    // What is no word has to stand out by 3.
    for (const drawn of document.querySelectorAll('.picture :is(.dots, .ring, circle)')) {
        if (!seen(drawn) || drawn.closest('.faded')) continue;
        const stroke = getComputedStyle(drawn).stroke;
        if (stroke === 'none' || drawn.matches('circle.stop')) continue;
        check('drawn ' + drawn.getAttribute('class'), stroke, ground(drawn), 1, 3);
    }
    return [...new Set(faint)];
"#;

/// Elements that are cut off, overflow their container, or lie over something else.
const TORN: &str = r#"
    const torn = [];
    if (document.documentElement.scrollWidth > innerWidth) torn.push('the window scrolls sideways');
    const style = one => getComputedStyle(one);
    const shortened = one => style(one).textOverflow === 'ellipsis'
        || style(one).webkitLineClamp !== 'none';
    const wide = '.comparison, .table, article.pictured';
    for (const one of document.querySelectorAll('body *')) {
        if (!(one instanceof HTMLElement) || !seen(one) || style(one).overflowX === 'visible') continue;
        if (one.closest('.layer, .unseen') || one.matches(wide) || shortened(one)) continue;
        if (one.scrollWidth > one.clientWidth + 1 && !one.matches('input, textarea, select')) {
            torn.push(`wider than its room by ${one.scrollWidth - one.clientWidth}: ${said(one)}`);
        }
    }
    // How far each of a word's lines is seen, and where it stands in what cuts it off.
    const lines = [];
    for (const { parent, boxes } of words) {
        if (parent instanceof SVGElement) continue;
        const control = parent.closest('button, label, kbd, select');
        for (const box of boxes) {
            let room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
            let whole = true;
            for (let at = parent; at && at !== document.body; at = at.parentElement) {
                if (style(at).overflowX === 'visible' && style(at).overflowY === 'visible') continue;
                const around = at.getBoundingClientRect();
                if (shortened(at) || at.matches(wide)) whole = false;
                const sideways = box.left < around.left - 1 || box.right > around.right + 1;
                if (whole && sideways) torn.push('cut off: ' + said(parent));
                const below = style(at).overflowY === 'hidden'
                    && (box.bottom > around.bottom + 2 || box.top < around.top - 2);
                if (whole && below && !at.matches('.chat, .library, .picture, .cards')) {
                    torn.push('cut off below: ' + said(parent));
                }
                room = { left: Math.max(room.left, around.left), top: Math.max(room.top, around.top),
                    right: Math.min(room.right, around.right),
                    bottom: Math.min(room.bottom, around.bottom) };
            }
            if (control && whole) {
                const own = control.getBoundingClientRect();
                if (box.left < own.left - 1 || box.right > own.right + 1
                    || box.top < own.top - 2 || box.bottom > own.bottom + 2) {
                    torn.push('reaches out of its control: ' + said(parent));
                }
            }
            const [left, right] = [Math.max(box.left, room.left), Math.min(box.right, room.right)];
            const [top, bottom] = [Math.max(box.top, room.top), Math.min(box.bottom, room.bottom)];
            if (right - left > 1 && bottom - top > 4) lines.push({ one: parent, left, right, top, bottom });
        }
    }
    // What lies over everything else by its nature.
    const layers = '.over, .key-sheet, .everything, .tour, .notices, .drop, .rests-card, .card, .sheet';
    const controls = [...document.querySelectorAll('button, input, select, textarea')]
        .filter(seen).map(one => {
            const room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
            for (let at = one.parentElement; at; at = at.parentElement) {
                if (style(at).overflowX === 'visible' && style(at).overflowY === 'visible') continue;
                const around = at.getBoundingClientRect();
                room.left = Math.max(room.left, around.left); room.top = Math.max(room.top, around.top);
                room.right = Math.min(room.right, around.right);
                room.bottom = Math.min(room.bottom, around.bottom);
            }
            const box = one.getBoundingClientRect();
            return { one, left: Math.max(box.left, room.left), right: Math.min(box.right, room.right),
                top: Math.max(box.top, room.top), bottom: Math.min(box.bottom, room.bottom) };
        });
    const apart = (things, high) => things.forEach((one, nth) => {
        for (const other of things.slice(nth + 1)) {
            if (one.one.contains(other.one) || other.one.contains(one.one)) continue;
            if (one.one.closest(layers) !== other.one.closest(layers)) continue;
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            const height = Math.min(one.bottom - one.top, other.bottom - other.top);
            if (across > 2 && down > Math.max(2, high * height)) {
                torn.push(`${said(one.one)} lies over ${said(other.one)}`);
            }
        }
    });
    // What removes a row stands in its corner, where no words are.
    apart(controls.filter(({ one }) => !one.matches('.remove')), 0);
    apart(lines, 0.4);
    // Words that belong to no control are not under one.
    for (const line of lines.filter(line => !line.one.closest('button, label'))) {
        for (const control of controls) {
            if (line.one.closest(layers) !== control.one.closest(layers)) continue;
            if (control.one.contains(line.one) || line.one.contains(control.one)) continue;
            const across = Math.min(line.right, control.right) - Math.max(line.left, control.left);
            const down = Math.min(line.bottom, control.bottom) - Math.max(line.top, control.top);
            if (across > 2 && down > 4) torn.push(`${said(control.one)} lies over ${said(line.one)}`);
        }
    }
    return [...new Set(torn)];
"#;

/// True once nothing moves any more and every picture is loaded.
const AT_REST: &str = "
    return document.getAnimations().every(one => one.playState === 'finished')
        && [...document.images].every(image => image.complete)
        && ![...document.querySelectorAll('.loading')].some(one => one.checkVisibility())";

/// The maximum number of checks for torn elements: the layout may still be in progress.
const LOOKS: usize = 10;

/// Waits until nothing moves any more and every picture is loaded.
///
/// # Panics
/// If that never happens.
pub fn rest(window: &AppWindow) {
    window.wait(AT_REST);
}

/// Words whose contrast to their background is below `least` (WCAG 2), and drawings that hardly
/// stand out.
///
/// # Panics
/// If the window does not answer.
pub fn faint(window: &AppWindow, least: f64) -> Vec<String> {
    window.wait(AT_REST);
    shown(window, &FAINT.replace("LEAST", &least.to_string()))
}

/// Elements that are cut off, lie over something else, or must be scrolled sideways, and stay so.
///
/// # Panics
/// If the window does not answer.
pub fn torn(window: &AppWindow) -> Vec<String> {
    rest(window);
    let mut torn = shown(window, TORN);
    for _ in 1..LOOKS {
        if torn.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        torn = shown(window, TORN);
    }
    torn
}

fn shown(window: &AppWindow, script: &str) -> Vec<String> {
    let found = window.script(&format!("{TOOLS}{script}"));
    serde_json::from_value(found).expect("findings are strings")
}
