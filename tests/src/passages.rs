//! From an answer to the passages that it rests on.

use serde_json::{Value, json};

use crate::browser::Window;
use crate::one_line;

/// Every citation of an answer, listed or not, leads to its passage.
///
/// # Panics
/// If one does not.
pub fn every_citation_is_marked(window: &Window, answer: &Value) {
    let passages = answer["evidence"].as_array().expect("it is there");
    let listed = "document.querySelectorAll('[data-testid^=citation-]').length";
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

/// Waits until a passage is marked and on screen: no more of it and no less, unless it goes on on
/// another page.
///
/// # Panics
/// If that does not happen.
pub fn is_marked(window: &Window, passage: &str) {
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
