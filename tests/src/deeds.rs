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
    ("Keys", &[key('?')], "!!find('key-sheet')", "now"),
    ("Stop, or close", &[ESCAPE], "!!find('key-sheet')", "!now"),
    ("Search everything", &[CONTROL, key('k')], "!!find('everything')", "now"),
    ("Stop, or close", &[ESCAPE], "!!find('everything')", "!now"),
];
/// Actions with a printed book open.
pub const READING: &[Deed<'static>] = &[
    ("Show the graph", &[key('g')], VIEW, "now.includes('graph')"),
    ("Show both", &[key('b')], VIEW, "now.includes('both')"),
    ("Show the document", &[key('r')], VIEW, "now.includes('text')"),
    ("Settings", &[CONTROL, key(',')], VIEW, "now.includes('settings')"),
    ("Stop, or close", &[ESCAPE], VIEW, "now.includes('text')"),
    ("About", &[], FOCUS, "now === 'about'"),
    ("Stop, or close", &[ESCAPE], VIEW, "now.includes('text')"),
    ("Outline", &[key('c')], "!!find('outline')", "now"),
    ("Names", &[key('e')], "!!find('names') && !find('outline')", "now"),
    ("Stop, or close", &[ESCAPE], "!!find('names')", "!now"),
    ("Next page", &[key(']')], PAGE, "now === '1'"),
    ("Previous page", &[key('[')], PAGE, "now === 'i'"),
    ("Larger page or graph", &[key('+')], ZOOM, "now > was"),
    ("Page as wide as there is room, or the whole graph", &[key('0')], ZOOM, "now === 1"),
    ("Smaller page or graph", &[key('-')], ZOOM, "now < was"),
    ("Two pages", &[], "count('[data-testid=sheet]')", "now === 2"),
    ("Printed pages as text", &[], "!!find('sheet')", "!now"),
    ("Select the next paragraph, to ask about it", &[key('n')], SELECTED, "now"),
    ("Select the next paragraph, to ask about it", &[key('n')], SELECTED, "now"),
    ("Select the previous paragraph", &[key('p')], SELECTED, "now"),
];
/// Actions on the look of the window.
pub const LOOKS: &[Deed<'static>] = &[
    ("Colours: Light", &[], COLOURS, "now === 'light'"),
    ("Colours: Dark", &[], COLOURS, "now === 'dark'"),
    ("Colours: High contrast", &[], COLOURS, "now === 'contrast'"),
    ("Colours: High contrast, light", &[], COLOURS, "now === 'contrast-light'"),
    ("Colours: High contrast, dark", &[], COLOURS, "now === 'contrast-dark'"),
    ("Colours: As the system has them", &[], COLOURS, "now === 'system'"),
    ("Larger letters", &[CONTROL, key('+')], LETTERS, "now > was"),
    ("Letters of the usual size", &[CONTROL, key('0')], LETTERS, "now < was"),
    ("Smaller letters", &[CONTROL, key('-')], LETTERS, "now < was"),
    ("Library column", &[], COLUMNS, "now.includes('no-library')"),
    ("Questions column", &[], COLUMNS, "now.includes('no-questions')"),
    ("Questions column", &[], COLUMNS, "!now.includes('no-questions')"),
    ("Library column", &[], COLUMNS, "!now.includes('no-library')"),
];
/// Actions in the question field, with text in it.
pub const WRITING: &[Deed<'static>] = &[
    (
        "In a question: a new line",
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
    ("In the graph: towards the end", &[RIGHT], POINT, "now"),
    ("In the graph: towards the beginning", &[LEFT], POINT, "now"),
    ("In the graph: to the strongest point above", &[UP], POINT, "now"),
    ("In the graph: to what it was written from", &[DOWN], POINT, "now"),
    ("In the graph: show the passage", &[ENTER], MARKED, "now > 0"),
];
