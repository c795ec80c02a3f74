//! The actions that are available everywhere in the window, with their keys and effects.

use crate::screen::{CONTROL, DOWN, ENTER, ESCAPE, LEFT, RIGHT, SHIFT, UP};

/// An action: its name, its keys or none, the expression to watch in the page, and the expected
/// result.
pub type Deed<'a> = (&'a str, &'a [u32], &'a str, &'a str);

/// The key of a letter.
pub const fn key(letter: char) -> u32 {
    letter as u32
}

/// Helpers for the scripts below.
pub const TOOLS: &str = "const find = id => document.querySelector(`[data-testid=${id}]`);
    const count = selector => document.querySelectorAll(selector).length;";
/// The current view.
pub const VIEW: &str = "document.querySelector('main').className";
/// The element with the focus.
pub const FOCUS: &str = "document.activeElement.id";
/// The number of the page.
pub const PAGE: &str = "find('page-number')?.value";
const ZOOM: &str = "+document.querySelector('#page').style.getPropertyValue('--zoom')";
/// The selected words.
pub const SELECTED: &str = "getSelection().toString()";
/// The number of marks on the page.
pub const MARKED: &str = "count('#page mark')";
/// The name of the selected point.
pub const POINT: &str = "find('point-name')?.innerText";
/// The text of the question field.
pub const QUESTION: &str = "find('question').value";
const COLOURS: &str = "document.documentElement.dataset.theme ?? 'system'";
const LETTERS: &str = "parseFloat(getComputedStyle(document.body).fontSize)";
const COLUMNS: &str = "document.querySelector('.desk').className";

/// Actions with nothing open.
pub const SHEETS: &[Deed<'static>] = &[
    ("Keyboard shortcuts", &[key('?')], "!!find('key-sheet')", "now"),
    ("Stop or close", &[ESCAPE], "!!find('key-sheet')", "!now"),
    ("Search everything", &[CONTROL, key('k')], "!!find('everything')", "now"),
    ("Stop or close", &[ESCAPE], "!!find('everything')", "!now"),
];
/// Actions with a printed book open.
pub const READING: &[Deed<'static>] = &[
    ("Show graph", &[key('g')], VIEW, "now.includes('graph')"),
    ("Show both", &[key('b')], VIEW, "now.includes('both')"),
    ("Show document", &[key('r')], VIEW, "now.includes('text')"),
    ("Settings", &[CONTROL, key(',')], VIEW, "now.includes('settings')"),
    ("Stop or close", &[ESCAPE], VIEW, "now.includes('text')"),
    ("About", &[], FOCUS, "now === 'about'"),
    ("Stop or close", &[ESCAPE], VIEW, "now.includes('text')"),
    ("Outline", &[key('c')], "!!find('outline')", "now"),
    ("Names", &[key('e')], "!!find('names') && !find('outline')", "now"),
    ("Stop or close", &[ESCAPE], "!!find('names')", "!now"),
    ("Next page", &[key(']')], PAGE, "now === '1'"),
    ("Previous page", &[key('[')], PAGE, "now === 'i'"),
    ("Zoom in", &[key('+')], ZOOM, "now > was"),
    ("Fit to width, or show whole graph", &[key('0')], ZOOM, "now === 1"),
    ("Zoom out", &[key('-')], ZOOM, "now < was"),
    ("Two pages", &[], "count('[data-testid=sheet]')", "now === 2"),
    ("Pages as text", &[], "!!find('sheet')", "!now"),
    ("Select next paragraph to ask about it", &[key('n')], SELECTED, "now"),
    ("Select next paragraph to ask about it", &[key('n')], SELECTED, "now"),
    ("Select previous paragraph", &[key('p')], SELECTED, "now"),
];
/// Actions on the look of the window.
pub const LOOKS: &[Deed<'static>] = &[
    ("Theme: Light", &[], COLOURS, "now === 'light'"),
    ("Theme: Dark", &[], COLOURS, "now === 'dark'"),
    ("Theme: High contrast", &[], COLOURS, "now === 'contrast'"),
    ("Theme: High contrast, light", &[], COLOURS, "now === 'contrast-light'"),
    ("Theme: High contrast, dark", &[], COLOURS, "now === 'contrast-dark'"),
    ("Theme: Match system", &[], COLOURS, "now === 'system'"),
    ("Larger text", &[CONTROL, key('+')], LETTERS, "now > was"),
    ("Default text size", &[CONTROL, key('0')], LETTERS, "now < was"),
    ("Smaller text", &[CONTROL, key('-')], LETTERS, "now < was"),
    ("Library panel", &[], COLUMNS, "now.includes('no-library')"),
    ("Questions panel", &[], COLUMNS, "now.includes('no-questions')"),
    ("Questions panel", &[], COLUMNS, "!now.includes('no-questions')"),
    ("Library panel", &[], COLUMNS, "!now.includes('no-library')"),
];
/// Actions in the question field, with text in it.
pub const WRITING: &[Deed<'static>] = &[
    (
        "Question: new line",
        &[SHIFT, ENTER],
        QUESTION,
        "now.split('\\n').length > was.split('\\n').length",
    ),
    (
        "Select all",
        &[CONTROL, key('a')],
        "find('question').selectionEnd - find('question').selectionStart",
        "now > 1 && now === find('question').value.length",
    ),
];
/// Actions with the focus on a graph's picture, a passage in its middle, and a path.
pub const WALKING: &[Deed<'static>] = &[
    ("Graph: move towards the end", &[RIGHT], POINT, "now"),
    ("Graph: move towards the beginning", &[LEFT], POINT, "now"),
    ("Graph: go to the strongest point above", &[UP], POINT, "now"),
    ("Graph: go to what it was written from", &[DOWN], POINT, "now"),
    ("Graph: show the passage", &[ENTER], MARKED, "now > 0"),
];
