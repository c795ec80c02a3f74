//! From an answer to its evidence: its passages, and the steps of its path.

use serde_json::{Value, json};

use crate::browser::AppWindow;
use crate::one_line;

/// Every citation of the latest answer, listed or not, leads to its passage.
///
/// # Panics
/// If one does not.
pub fn every_citation_is_marked(window: &AppWindow, answer: &Value) {
    let passages = answer["evidence"].as_array().expect("it is there");
    let listed = "[...document.querySelectorAll('[data-testid=exchange]')].at(-1)
        .querySelectorAll('[data-testid^=citation-]').length";
    while window.script(&format!("return {listed}")) != passages.len() {
        let before = window.script(&format!("return {listed}"));
        window.click("more-passages");
        window.wait(&format!("return {listed} > {before}"));
    }
    for (at, passage) in passages.iter().enumerate() {
        window.click(&format!("citation-{}", at + 1));
        is_marked(window, passage["text"].as_str().expect("it is there"));
    }
}

/// A number in the latest answer leads to its passage; pressed again, to the next one, wrapping
/// around.
///
/// # Panics
/// If it does not, or there is no other passage.
pub fn a_number_leads_on(window: &AppWindow, answer: &Value) {
    let numbers =
        window.script("return document.querySelectorAll('[data-testid^=number-]').length");
    let numbers = numbers.as_u64().expect("they can be counted") as usize;
    assert!(numbers > 1, "{answer}");
    for at in (0..numbers).chain([0]) {
        window.click("number-1");
        is_marked(window, answer["evidence"][at]["text"].as_str().expect("it is there"));
    }
}

/// Waits until exactly a passage is marked and on screen, unless it continues on another page.
///
/// # Panics
/// If that does not happen.
pub fn is_marked(window: &AppWindow, passage: &str) {
    let passage = json!(one_line(passage));
    window.wait(&format!(
        "const marks = [...document.querySelectorAll('[data-testid=passage]')];
         const said = marks.map(mark => mark.textContent).join(' ').split(/\\s+/)
             .filter(word => word).join(' ');
         const {{ top, bottom }} = (document.querySelector('mark.quoted') ?? marks[0])
             ?.getBoundingClientRect() ?? {{}};
         const [is, whole] = [said, {passage}].map(text => text.replaceAll(' ', ''));
         const goesOn = !!document.querySelector('.goes-on');
         return is && (is === whole || goesOn && whole.includes(is))
             && bottom > 0 && top < innerHeight",
    ));
}

/// Unfolds the path of the latest answer.
pub fn the_path_is_unfolded(window: &AppWindow) {
    window.click("quiet-line");
    window.wait_for("path");
}

/// Every step of an answer's path leads to its passage in the text, and to its node on the graph.
///
/// # Panics
/// If one does not.
pub fn every_step_is_shown(window: &AppWindow, answer: &Value) {
    the_path_is_unfolded(window);
    let steps = visited(answer);
    assert!(!steps.is_empty(), "{answer}");
    for step in steps {
        let (node, said) = (&step["node"], step["text"].as_str().expect("it is there"));
        window.click(&format!("step-{node}"));
        window.wait("return !!document.querySelector('main.text mark')");
        if step["level"] == 1 {
            is_marked(window, said);
        }
        window.click(&format!("step-node-{node}"));
        window.wait(&format!(
            "return document.querySelector('[data-testid=point-text]')?.textContent
                .split(/\\s+/).filter(word => word).join(' ') === {}",
            json!(one_line(said)),
        ));
    }
}

/// The steps that the search took one by one, after those with which it began.
fn visited(answer: &Value) -> Vec<&Value> {
    let steps = answer["steps"].as_array().expect("an answer has steps");
    steps.iter().filter(|step| step["score"]["total"] != 0.0).collect()
}

/// The space bar plays the path of the latest answer: every stop is drawn once, in order.
///
/// # Panics
/// If that does not happen.
pub fn the_path_is_played(window: &AppWindow) {
    window.click("show-trace");
    let stops = "document.querySelectorAll('.trace circle.stop').length";
    let all = window.wait(&format!("return {stops}")).as_u64();
    let all = all.expect("stops can be counted");
    window.script(&format!(
        "window.seen = [];
         new MutationObserver(() => {{
             const now = {stops};
             if (window.seen.at(-1) !== now) window.seen.push(now);
         }}).observe(document.querySelector('[data-testid=graph]'),
             {{ childList: true, subtree: true }});"
    ));
    window.press(" ", false);
    window.wait(&format!(
        "return window.seen.at(-1) === {all} && window.seen.length > 1
             && document.querySelector('[data-testid=play]').ariaPressed === 'false'"
    ));
    let seen = serde_json::from_value(window.script("return window.seen"));
    let seen: Vec<u64> = seen.expect("they are numbers");
    // All stops are drawn before the replay begins.
    let seen = seen.strip_prefix(&[all]).unwrap_or(&seen);
    let first = seen[0];
    assert!(first < all && seen == (first..=all).collect::<Vec<_>>(), "{seen:?} of {all}");
}
