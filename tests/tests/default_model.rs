//! The model for users' own documents in the real window, on half a page of prose.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;

use tests::browser::{AppWindow, ENTER, has_display};
use tests::{Sandbox, alone, text};

const PROSE: &str = "On the first morning of the frost Clara Hill found a silver whistle under the planks of the old boat. \
Clara Hill hung the whistle on a red string and wore it round her neck. In the evening a stranger in a grey coat asked to \
be taken across the river to Norwich. He paid with three copper coins and said nothing on the way. When the boat reached \
Norwich, the stranger pointed at the whistle and asked where Clara Hill had found it.";

/// If the kinds of names were not asked for, the window can ask for them. A question that the
/// sentences do not answer continues on the graph, and the path says so.
#[test]
fn names_are_asked_about_and_a_search_goes_on_from_sentences_to_the_graph() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let file = sandbox.path("prose.txt");
    fs::write(&file, PROSE).unwrap();
    let add = ["add", "--no-entities", "--model", "default", text(&file)];
    assert!(sandbox.json(&add).succeeded);
    let window = AppWindow::open_with_model(&sandbox.path("library"), "default");
    window.press_in(1, "open-document");

    window.wait_for("show-names");
    window.click("show-names");
    window.wait_for("names-unasked");
    window.click("ask-kinds");
    window.wait("return !document.querySelector('[data-testid=names-unasked]')");
    let kinds = window.script(
        "return [...document.querySelectorAll('[data-testid=names] li')].map(row => row.innerText).join(' ')",
    );
    let kinds = kinds.as_str().unwrap();
    assert!(kinds.contains("person") && kinds.contains("place"), "{kinds}");

    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    window.write("question", &format!("How old was the horse that Clara Hill sold?{ENTER}"));
    window.wait_for("quiet-line");
    window.click("quiet-line");
    window.wait_for("path");
    assert!(window.text("rounds").contains("Clara Hill"), "{}", window.text("rounds"));
    window.wait_for("searched-on");
    window.wait_for("top-level");
}
