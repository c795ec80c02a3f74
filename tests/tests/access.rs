//! Users with a screen reader, and users who work with keys alone.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use serde_json::Value;
use tests::browser::{AppWindow, has_display};
use tests::{Sandbox, alone, text};

const ENTER: &str = "\u{e007}";

/// Visible controls without a name, and elements that take clicks but cannot have the focus.
const NAMELESS: &str = "
    const labelled = control => (control.getAttribute('aria-labelledby') ?? '').split(' ')
        .map(id => document.getElementById(id)?.textContent ?? '').join(' ');
    const name = control => [
        control.getAttribute('aria-label'),
        labelled(control),
        [...(control.labels ?? [])].map(label => label.textContent).join(' '),
        control.matches('input, select, textarea') ? '' : control.textContent,
        control.alt,
    ].find(name => name?.trim());
    const controls = 'button, a[href], input, select, textarea, [role=button], [role=tab], ' +
        '[role=slider], [role=application], img';
    return [...document.querySelectorAll(controls)]
        .filter(control => control.checkVisibility() && !control.closest('[aria-hidden=true]'))
        .filter(control => control.matches('img') ? control.alt === null : !name(control))
        .map(control => control.outerHTML.slice(0, 160))";

/// Asserts that nothing on screen lacks a name, and that every list of choices has its own heading.
fn all_are_named(window: &AppWindow, view: &str) {
    let nameless = window.script(NAMELESS);
    assert_eq!(nameless, Value::Array(Vec::new()), "in {view}");
    let twice = window.script(
        "const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
         return ids.filter((id, at) => ids.indexOf(id) !== at)",
    );
    assert_eq!(twice, Value::Array(Vec::new()), "an id is there twice in {view}");
}

#[test]
fn every_control_has_a_name() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(24, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.wait_for("open-document");
    all_are_named(&window, "the library");
    window.click("open-document");
    window.wait_for("sheet");
    all_are_named(&window, "a printed page");
    window.click("look-text");
    all_are_named(&window, "a page's text");
    window.click("look-page");
    window.click("show-graph");
    window.wait("return !!document.querySelector('[data-testid=picture] .all .dots')");
    all_are_named(&window, "the graph");
    window.click("as-table");
    window.wait_for("graph-table");
    all_are_named(&window, "the graph's table");
    window.click("as-table");
    window.click("show-both");
    window.write("question", &format!("Where is the lamp?{ENTER}"));
    window.wait_for("quiet-line");
    window.click("quiet-line");
    window.wait_for("path");
    all_are_named(&window, "an answer and its path");
    window.click("show-settings");
    window.wait_for("settings");
    all_are_named(&window, "the settings");
    window.script(
        "document.activeElement.blur(); dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))",
    );
    window.wait_for("key-sheet");
    all_are_named(&window, "the sheet of keys");
    window.script("dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))");
    window.click("search-everything");
    window.wait_for("thing");
    all_are_named(&window, "the search of everything");
}

/// The words of a printed page lie over its picture: a selection there can begin a question.
#[test]
fn words_on_a_printed_page_can_be_selected() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(25, 2);
    assert!(sandbox.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    let apart = window.wait(
        "const words = [...document.querySelectorAll('[data-testid=layer] span')];
         if (words.length < 20) return false;
         const sheet = document.querySelector('[data-testid=sheet]').getBoundingClientRect();
         return words.every(word => {
             const { left, right, top, bottom, width, height } = word.getBoundingClientRect();
             return width > 0 && height > 2 && left >= sheet.left && right <= sheet.right + 1
                 && top >= sheet.top && bottom <= sheet.bottom + 1;
         }) ? 'inside' : 'outside'",
    );
    assert_eq!(apart, "inside");
    window.wait("return document.querySelector('[data-testid=question]').disabled === false");
    let selected = window.script(
        "const words = [...document.querySelectorAll('[data-testid=layer] span')];
         const range = document.createRange();
         range.setStart(words[3].firstChild, 0);
         range.setEnd(words[7].firstChild, words[7].textContent.trimEnd().length);
         getSelection().removeAllRanges();
         getSelection().addRange(range);
         document.querySelector('[data-testid=page]').dispatchEvent(new PointerEvent('pointerup'));
         return words.slice(3, 8).map(word => word.textContent.trim()).join(' ')",
    );
    window.click("ask-about");
    let asked = window.wait("return document.querySelector('[data-testid=question]').value");
    let words =
        |text: &Value| text.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&asked).contains(&words(&selected)), "{asked} lacks {selected}");
    let printed = String::from_utf8(sandbox.run(&["text", "1"]).stdout).unwrap();
    let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(printed.contains(&words(&selected)), "{selected} is not in the text");
}

/// Colours and the size of letters change at once, and are kept for the next start.
#[test]
fn how_the_window_looks_is_chosen_and_kept() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let choose = |id: &str, value: &str| {
        window.wait_for(id);
        window.script(&format!(
            "const field = document.querySelector('[data-testid={id}]');
             field.value = '{value}'; field.dispatchEvent(new Event('change'))",
        ));
    };
    let looks = "return [document.documentElement.dataset.theme ?? 'system',
        parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)]";
    window.wait_for("title");
    let before = window.script(looks);
    window.click("show-settings");
    choose("theme", "contrast");
    choose("letter-size", "150");
    let after = window.script(looks);
    assert_eq!((before[0].as_str(), after[0].as_str()), (Some("system"), Some("contrast")));
    let ratio = after[1].as_f64().unwrap() / before[1].as_f64().unwrap();
    assert!((ratio - 1.5).abs() < 0.01, "{before} {after}");
    window.reload();
    window.wait("return document.documentElement.dataset.theme === 'contrast'");
    window.click("show-settings");
    let kept = "return document.querySelector('[data-testid=theme]')?.value";
    assert_eq!(window.wait(kept), "contrast");
    choose("theme", "system");
    choose("letter-size", "100");
    assert_eq!(window.script(looks), before);
}
