//! Searching and looking at graphs in the real window.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use tests::browser::{AppWindow, ENTER, ESCAPE, UP, has_display};
use tests::{Sandbox, alone, lines, text};

#[test]
fn points_and_words_are_found() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(21, 6);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");

    words_are_found_in_the_text(&window);
    selected_words_begin_a_question(&window);
    points_that_rest_on_selected_words_are_listed(&window);
    the_table_finds_and_orders(&window, &sandbox);
    the_picture_is_searched_and_zoomed(&window);
    a_path_is_replayed(&window, &story);
    keys_lead_from_passage_to_passage(&window, &story);
    all_keys_are_told(&window);
    everything_is_found_with_keys_alone(&window, &sandbox);
}

fn words_are_found_in_the_text(window: &AppWindow) {
    window.wait("return !!document.querySelector('[data-testid=page] span')");
    window.press("f", true);
    window.write("find", "THE ");
    let first = window.text("places");
    assert!(first.starts_with("1 of "), "{first}");
    let marked =
        "return [...document.querySelectorAll('mark')].map(mark => mark.textContent).join()";
    assert_eq!(window.wait(marked).as_str().map(str::to_lowercase), Some("the".to_owned()));
    window.write("find", ENTER);
    window.wait(
        "return document.querySelector('[data-testid=places]').innerText.startsWith('2 of ')",
    );
    window.write("find", ESCAPE);
    window.wait("return !document.querySelector('[data-testid=find]')");
}

/// Selects the first words of the page as with a pointer.
fn select(window: &AppWindow) -> String {
    let words = window.script(
        "const piece = document.querySelector('[data-testid=page] [data-at]');
         const range = document.createRange();
         range.setStart(piece.firstChild, 0);
         range.setEnd(piece.firstChild, 12);
         const selection = getSelection();
         selection.removeAllRanges();
         selection.addRange(range);
         document.querySelector('[data-testid=page]')
            .dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
         return selection.toString()",
    );
    words.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words go before any typed text.
fn selected_words_begin_a_question(window: &AppWindow) {
    window.wait("return document.querySelector('[data-testid=question]').disabled === false");
    let words = select(window);
    window.click("ask-about");
    let begun = window.wait("return document.querySelector('[data-testid=question]').value");
    assert_eq!(begun, format!("“{words}”: "));
    let write = |words: &str| {
        window.script(&format!(
            "const field = document.querySelector('[data-testid=question]');
             field.value = '{words}';
             field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        ))
    };
    write("Why?");
    let words = select(window);
    window.click("ask-about");
    window.wait(&format!(
        "return document.querySelector('[data-testid=question]').value === {}",
        Value::from(format!("“{words}”: Why?"))
    ));
    write("");
}

fn points_that_rest_on_selected_words_are_listed(window: &AppWindow) {
    select(window);
    window.click("resting-on-selection");
    window.wait_for("row-0");
    let (listed, all) = found(window);
    assert!(1 < listed && listed <= all, "{listed} of {all}");
    window.click("rests-on");
    window.wait("return !document.querySelector('[data-testid=rests-on]')");
}

/// The number of nodes found, and of all nodes.
fn found(window: &AppWindow) -> (usize, usize) {
    let said = window.text("found");
    let (found, all) = said.split_once(" of ").unwrap();
    (found.parse().unwrap(), all.parse().unwrap())
}

/// The numbers of the visible rows, from the top.
fn rows(window: &AppWindow) -> Vec<usize> {
    let rows = window.script(
        "return [...document.querySelectorAll('[data-testid^=row-]')]
            .map(row => +row.dataset.testid.split('-')[1])",
    );
    serde_json::from_value(rows).unwrap()
}

fn the_table_finds_and_orders(window: &AppWindow, sandbox: &Sandbox) {
    let graph = sandbox.json(&["show", "1"]).json;
    let nodes = graph["nodes"].as_array().unwrap();
    assert_eq!(rows(window).len(), nodes.len());
    let words = nodes.last().unwrap()["text"].as_str().unwrap();
    let has = |node: &Value| {
        let text = node["text"].as_str().unwrap().to_lowercase();
        words.split_whitespace().all(|word| text.contains(&word.to_lowercase()))
    };
    let expected: Vec<usize> = (0..nodes.len()).filter(|&node| has(&nodes[node])).collect();
    window.write("find-points", words);
    window.wait(&format!(
        "return document.querySelectorAll('[data-testid^=row-]').length === {}",
        expected.len()
    ));
    let mut listed = rows(window);
    listed.sort_unstable();
    assert_eq!(listed, expected);
    window.script(
        "const field = document.querySelector('[data-testid=find-points]');
         field.value = '';
         field.dispatchEvent(new Event('input', { bubbles: true }))",
    );

    let level = |node: usize| nodes[node]["level"].as_u64().unwrap();
    let by_level =
        "[...document.querySelectorAll('[data-testid=graph-table] thead button')][1].click()";
    for turn in ["ascending", "descending"] {
        window.script(by_level);
        window.wait(&format!("return !!document.querySelector('th[aria-sort={turn}]')"));
        let mut levels: Vec<u64> = rows(window).into_iter().map(level).collect();
        if turn == "descending" {
            levels.reverse();
        }
        assert!(levels.len() == nodes.len() && levels.is_sorted(), "{turn}: {levels:?}");
    }
    window.click("as-table");
    window.wait_for("picture");
}

/// The nodes found on the picture can be visited one after the other, and keys zoom the visible
/// part.
fn the_picture_is_searched_and_zoomed(window: &AppWindow) {
    let look_for = |words: &str| {
        window.script(&format!(
            "const field = document.querySelector('[data-testid=find-points]');
             field.value = '{words}';
             field.dispatchEvent(new Event('input', {{ bubbles: true }}))",
        ))
    };
    look_for("the");
    window.write("find-points", ENTER);
    let first = window.text("point-name");
    window.click("next-found");
    let name = "document.querySelector('[data-testid=point-name]').innerText.trim()";
    window.wait(&format!("return {name} !== {first:?}"));
    window.click("previous-found");
    window.wait_for_text("point-name", &first);
    look_for("");
    window.press("Escape", false);
    window.wait("return !document.querySelector('[data-testid=point]')");

    let dots = "document.querySelector('.picture .all .dots').getAttribute('d')";
    std::thread::sleep(Duration::from_millis(500));
    let whole = window.script(&format!("return {dots}"));
    window.press("+", false);
    window.wait(&format!("return {dots} !== {whole}"));
    window.press("0", false);
    window.wait(&format!("return {dots} === {whole}"));
}

/// The path of an answer is drawn, and stepped back to the top level.
fn a_path_is_replayed(window: &AppWindow, story: &Path) {
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == false).unwrap();
    window.write("question", &format!("{}{ENTER}", question["question"].as_str().unwrap()));
    window.click("quiet-line");
    window.click("show-trace");
    let stops = "return document.querySelectorAll('.trace circle.stop').length";
    let all = window.wait(stops).as_u64().unwrap();
    assert!(all > 1, "one that is not answered is looked for everywhere");
    for left in (all - 2..all).rev() {
        window.click("step-back");
        window.wait(&format!("{stops} === {left}"));
    }
    let card = window.text("stop-card");
    assert!(card.contains("point") || card.contains("passage"), "{card}");
    window.click("step-on");
    window.wait(&format!("{stops} === {}", all - 1));
}

/// The passages of the latest answer are shown one after the other, with keys alone.
fn keys_lead_from_passage_to_passage(window: &AppWindow, story: &Path) {
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
    window.write("question", &format!("{}{ENTER}", question["question"].as_str().unwrap()));
    window.wait(
        "const last = [...document.querySelectorAll('[data-testid=exchange]')].at(-1);
         return !!last?.querySelector('[data-testid=citation-2], [data-testid=answer-anyway]')",
    );
    if window.script("return !document.querySelector('[data-testid=citation-2]')") == true {
        window.click("answer-anyway");
        window.wait_for("citation-2");
    }
    let marked =
        "return [...document.querySelectorAll('mark')].map(mark => mark.textContent).join()";
    window.press("j", false);
    let first = window.wait(marked);
    window.press("j", false);
    let other =
        format!("const marked = (() => {{ {marked} }})(); return marked !== {first} && marked");
    window.wait(&other);
    window.press("k", false);
    window.wait(&format!("return (() => {{ {marked} }})() === {first}"));
}

fn all_keys_are_told(window: &AppWindow) {
    window.press("?", false);
    window.wait_for("key-sheet");
    window.press("Escape", false);
    window.wait("return !document.querySelector('[data-testid=key-sheet]')");
}

/// One field leads to documents, commands, points and texts; it always keeps the focus.
fn everything_is_found_with_keys_alone(window: &AppWindow, sandbox: &Sandbox) {
    let chosen = "document.getElementById(document.activeElement.getAttribute(
        'aria-activedescendant'))?.innerText";
    let look_for = |words: &str| {
        window.press("k", true);
        window.wait("return document.activeElement.role === 'combobox'");
        window.write("everything-field", words);
    };
    let choose = |key: &str| {
        window.write("everything-field", key);
        window.wait("return !document.querySelector('[data-testid=everything]')");
    };

    let title = sandbox.json(&["list"]).json[0]["title"].as_str().unwrap().to_owned();
    look_for(&title);
    window.wait(&format!("return {chosen}?.includes({title:?})"));
    choose(ESCAPE);

    look_for("graph show");
    window.wait(&format!("return {chosen}?.startsWith('Show graph')"));
    choose(ENTER);
    window.wait("return !!document.querySelector('main.graph')");

    let graph = sandbox.json(&["show", "1"]).json;
    let point = graph["nodes"].as_array().unwrap().last().unwrap();
    let words = point["text"].as_str().unwrap();
    look_for(words);
    window.wait(&format!("return {chosen}?.toLowerCase().includes('point')"));
    choose(ENTER);
    let found = window.text("point-text").to_lowercase();
    assert!(words.split_whitespace().all(|word| found.contains(&word.to_lowercase())), "{found}");

    let text = String::from_utf8(sandbox.run(&["text", "1"]).stdout).unwrap();
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.len() > 3).take(2).collect();
    look_for(&words.join(" "));
    window.wait("return !!document.querySelector('[data-testid=thing] .excerpt')");
    window.write("everything-field", UP);
    window.wait(
        "const chosen = document.activeElement.getAttribute('aria-activedescendant');
         return !!document.getElementById(chosen).querySelector('.excerpt')",
    );
    choose(ENTER);
    window.wait("return !!document.querySelector('main.text mark.quoted')");
}
