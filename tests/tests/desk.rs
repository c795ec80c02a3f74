//! Reading, searching and looking at graphs in the real window.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use library::Library;
use serde_json::Value;
use tests::browser::{Window, has_display};
use tests::{Desk, add_text, alone, lines, processes, program, text};

const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const END: &str = "\u{e010}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";

#[test]
fn points_and_words_are_found() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(21, 6);
    assert!(desk.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let window = Window::open(&desk.path("library"), &[]);
    window.click("open-document");

    words_are_found_in_the_text(&window);
    selected_words_begin_a_question(&window);
    points_that_rest_on_selected_words_are_listed(&window);
    the_table_finds_and_orders(&window, &desk);
    the_picture_is_searched_and_zoomed(&window);
    a_path_is_replayed(&window, &story);
    keys_lead_from_passage_to_passage(&window, &story);
    all_keys_are_told(&window);
    everything_is_found_with_keys_alone(&window, &desk);
}

/// A book in parts, with headings of two levels.
fn write_book(file: &Path) {
    let filler = "The river ran past the mill, and nobody heard the wheel turn. ".repeat(4);
    let chapter = |nth: usize| {
        format!("# Chapter {nth}\n\n{filler}\n\n## At night {nth}\n\n{filler}\n\n{filler}\n\n")
    };
    std::fs::write(file, (1..=12).map(chapter).collect::<String>()).unwrap();
}

/// A book without pages is read by its headings, as large as wished, and with keys alone.
#[test]
fn a_book_is_read_by_its_outline() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let book = desk.path("book.md");
    write_book(&book);
    assert!(desk.json(&["add", text(&book)]).succeeded);
    let window = Window::open(&desk.path("library"), &[]);
    window.click("open-document");

    headings_lead_to_their_places(&window);
    text_grows(&window);
    what_is_no_page_is_taken_back(&window);
    the_focus_is_led_back(&window);
    a_paragraph_is_asked_about_with_keys(&window);
    settings_lead_back(&window);
}

fn headings_lead_to_their_places(window: &Window) {
    window.wait_for("show-outline");
    press(window, "c", false);
    window.wait("return document.activeElement.dataset.testid === 'heading-0'");
    let nested = "[data-testid=outline] li li";
    window.wait(&format!("return document.querySelectorAll('{nested}').length === 12"));
    window.write("heading-0", END);
    window.write("heading-23", ENTER);
    window.wait(
        "const mark = document.querySelector('mark');
         return mark?.innerText === 'At night 12' && !!mark.closest('[role=heading]')",
    );
    window.wait(
        "return document.querySelector('[data-testid=outline] [aria-current]')
            ?.innerText === 'At night 12'",
    );
    window.write("heading-23", ESCAPE);
    window.wait("return document.activeElement.id === 'page'");
    window.wait("return !document.querySelector('[data-testid=outline]')");
}

fn text_grows(window: &Window) {
    let size = "parseFloat(getComputedStyle(document.querySelector('article')).fontSize)";
    let usual = window.script(&format!("return {size}"));
    press(window, "+", false);
    window.wait(&format!("return {size} > {usual}"));
    press(window, "0", false);
    window.wait(&format!("return {size} === {usual}"));
}

fn what_is_no_page_is_taken_back(window: &Window) {
    let field = "document.querySelector('[data-testid=page-number]')";
    let page = window.script(&format!("return {field}.value"));
    for typed in ["9999", "abc", "0"] {
        window.script(&format!(
            "{field}.value = '{typed}';
             {field}.dispatchEvent(new Event('change', {{ bubbles: true }}))",
        ));
        window.wait(&format!("return {field}.value === {page}"));
    }
}

/// The field for words has the focus again when it is asked for again; put away, it gives it back.
fn the_focus_is_led_back(window: &Window) {
    let focused = |id: &str| window.wait(&format!("return document.activeElement.id === '{id}'"));
    window.script("document.getElementById('page').focus()");
    for _ in 0..2 {
        window.script(
            "document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }))",
        );
        focused("find");
        window.script("document.getElementById('page').focus()");
    }
    press(window, "Escape", false);
    focused("page");
    press(window, "?", false);
    window.wait("return document.activeElement.dataset.testid === 'key-sheet'");
    press(window, "Escape", false);
    focused("page");
}

fn a_paragraph_is_asked_about_with_keys(window: &Window) {
    press(window, "n", false);
    window.wait_for("ask-about");
    let first = window.wait("return getSelection().toString().trim()");
    press(window, "n", false);
    window.wait(&format!(
        "const selected = getSelection().toString().trim();
         return !!selected && selected !== {first}",
    ));
    press(window, "p", false);
    window.wait(&format!("return getSelection().toString().trim() === {first}"));
}

/// From the settings one comes back to what was shown before.
fn settings_lead_back(window: &Window) {
    for view in ["both", "text"] {
        window.click(&format!("show-{view}"));
        window.click("show-settings");
        window.wait_for("settings");
        press(window, "Escape", false);
        window.wait(&format!("return !!document.querySelector('main.{view}')"));
    }
}

/// Presses a key where no field has the focus.
fn press(window: &Window, key: &str, control: bool) {
    window.script(&format!(
        "document.activeElement.blur();
         dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', ctrlKey: {control} }}))",
    ));
}

fn words_are_found_in_the_text(window: &Window) {
    window.wait("return !!document.querySelector('[data-testid=page] span')");
    press(window, "f", true);
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

/// Selects the first words of the page as a pointer would.
fn select(window: &Window) -> String {
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

fn selected_words_begin_a_question(window: &Window) {
    let words = select(window);
    window.click("ask-about");
    let begun = window.wait("return document.querySelector('[data-testid=question]').value");
    assert_eq!(begun, format!("“{words}”: "));
    window.script("document.querySelector('[data-testid=question]').value = ''");
}

fn points_that_rest_on_selected_words_are_listed(window: &Window) {
    select(window);
    window.click("resting-on-selection");
    window.wait_for("row-0");
    let (listed, all) = found(window);
    assert!(1 < listed && listed <= all, "{listed} of {all}");
    window.click("rests-on");
    window.wait("return !document.querySelector('[data-testid=rests-on]')");
}

/// How many nodes are found, and how many there are.
fn found(window: &Window) -> (usize, usize) {
    let said = window.text("found");
    let (found, all) = said.split_once(" of ").unwrap();
    (found.parse().unwrap(), all.parse().unwrap())
}

/// The numbers of the rows shown, from the top.
fn rows(window: &Window) -> Vec<usize> {
    let rows = window.script(
        "return [...document.querySelectorAll('[data-testid^=row-]')]
            .map(row => +row.dataset.testid.split('-')[1])",
    );
    serde_json::from_value(rows).unwrap()
}

fn the_table_finds_and_orders(window: &Window, desk: &Desk) {
    let graph = desk.json(&["show", "1"]).json;
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

/// What is found on the picture is looked at one after the other, and keys zoom what is seen.
fn the_picture_is_searched_and_zoomed(window: &Window) {
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
    press(window, "Escape", false);
    window.wait("return !document.querySelector('[data-testid=point]')");

    let dots = "document.querySelector('.picture .all .dots').getAttribute('d')";
    std::thread::sleep(Duration::from_millis(500));
    let whole = window.script(&format!("return {dots}"));
    press(window, "+", false);
    window.wait(&format!("return {dots} !== {whole}"));
    press(window, "0", false);
    window.wait(&format!("return {dots} === {whole}"));
}

/// The path of an answer is drawn, and taken back to the top level step by step.
fn a_path_is_replayed(window: &Window, story: &Path) {
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

/// The passages of the latest answer, one after the other, with keys alone.
fn keys_lead_from_passage_to_passage(window: &Window, story: &Path) {
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
    press(window, "j", false);
    let first = window.wait(marked);
    press(window, "j", false);
    let other =
        format!("const marked = (() => {{ {marked} }})(); return marked !== {first} && marked");
    window.wait(&other);
    press(window, "k", false);
    window.wait(&format!("return (() => {{ {marked} }})() === {first}"));
}

fn all_keys_are_told(window: &Window) {
    press(window, "?", false);
    window.wait_for("key-sheet");
    press(window, "Escape", false);
    window.wait("return !document.querySelector('[data-testid=key-sheet]')");
}

/// One field leads to documents, commands, points and texts; the focus never leaves it.
fn everything_is_found_with_keys_alone(window: &Window, desk: &Desk) {
    let chosen = "document.getElementById(document.activeElement.getAttribute(
        'aria-activedescendant'))?.innerText";
    let look_for = |words: &str| {
        press(window, "k", true);
        window.wait("return document.activeElement.role === 'combobox'");
        window.write("everything-field", words);
    };
    let choose = |key: &str| {
        window.write("everything-field", key);
        window.wait("return !document.querySelector('[data-testid=everything]')");
    };

    let title = desk.json(&["list"]).json[0]["title"].as_str().unwrap().to_owned();
    look_for(&title);
    window.wait(&format!("return {chosen}?.includes({title:?})"));
    choose(ESCAPE);

    look_for("graph show");
    window.wait(&format!("return {chosen}?.startsWith('Show the graph')"));
    choose(ENTER);
    window.wait("return !!document.querySelector('main.graph')");

    let graph = desk.json(&["show", "1"]).json;
    let point = graph["nodes"].as_array().unwrap().last().unwrap();
    let words = point["text"].as_str().unwrap();
    look_for(words);
    window.wait(&format!("return {chosen}?.toLowerCase().includes('point')"));
    choose(ENTER);
    let found = window.text("point-text").to_lowercase();
    assert!(words.split_whitespace().all(|word| found.contains(&word.to_lowercase())), "{found}");

    let text = String::from_utf8(desk.run(&["text", "1"]).stdout).unwrap();
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

/// What waits or is being built is in the queue again, in its order and held back or not, whether the
/// window was closed or killed.
#[test]
fn the_queue_outlasts_the_window() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let place = desk.path("library");
    let story = std::fs::read_to_string(desk.story(26, 12).join("story.txt")).unwrap();
    let mut library = Library::open(&place).unwrap();
    for title in ["One", "Two", "Three"] {
        add_text(&mut library, title, &format!("{title}.\n\n{story}")).unwrap();
    }
    drop(library);
    let window = Window::open(&place, &[]);
    press_in(&window, 1, "resume-building");
    window.click("pause");
    window.wait("return document.querySelector('[data-testid=queue]').innerText.includes('Go on')");
    for document in [2, 3] {
        press_in(&window, document, "resume-building");
    }
    press_in(&window, 3, "do-next");
    is_held_back_with_the_third_first(&window);
    drop(window);

    let window = Window::open(&place, &[]);
    is_held_back_with_the_third_first(&window);
    kill_window(&place);
    drop(window);

    let window = Window::open(&place, &[]);
    is_held_back_with_the_third_first(&window);
    window.click("pause");
    window.wait(&format!("return {}.includes('%')", state_of(3)));
    kill_window(&place);
    drop(window);

    let window = Window::open(&place, &[]);
    let ready: Vec<String> =
        [1, 2, 3].map(|document| format!("{} === 'ready'", state_of(document))).into();
    window.wait(&format!("return {}", ready.join(" && ")));
    drop(window);
    assert!(!place.join("queue.json").exists(), "nothing is left");
}

/// What the library says of a document.
fn state_of(document: u32) -> String {
    format!(
        "(document.querySelector('[data-testid=document-{document}] [data-testid=document-state]')
            ?.innerText ?? '')",
    )
}

/// Presses a button of a document's row, once it is there.
fn press_in(window: &Window, document: u32, id: &str) {
    window.wait(&format!(
        "const button = document.querySelector(
            '[data-testid=document-{document}] [data-testid={id}]');
         button?.click();
         return !!button",
    ));
}

fn is_held_back_with_the_third_first(window: &Window) {
    window.wait(
        "return document.querySelector('[data-testid=queue]')?.innerText
            .includes('Paused, 3 waiting')",
    );
    window.wait(
        "const behind = document => !!window.document.querySelector(
            `[data-testid=document-${document}] [data-testid=do-next]`);
         return behind(1) && behind(2) && !behind(3)",
    );
}

/// Kills a library's window and its engine.
fn kill_window(library: &Path) {
    let window = program("pecan-desktop");
    let all = processes::with_words(&[text(&window), text(library)]);
    assert!(all.len() >= 2, "the window has an engine");
    let ids = all.iter().map(u32::to_string);
    assert!(Command::new("kill").arg("-9").args(ids).status().unwrap().success());
}

/// A document is found as it was left, in this window and in the next.
#[test]
fn a_document_is_found_as_it_was_left() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let place = desk.path("library");
    let story = desk.story(27, 4);
    for file in ["story.pdf", "story.txt"] {
        assert!(desk.json(&["add", text(&story.join(file))]).succeeded);
    }
    let window = Window::open(&place, &[]);
    press_in(&window, 1, "open-document");
    window.wait_for("sheet");
    window.click("show-both");
    window.wait_for("threshold");
    let usual = arrangement(&window);
    window.click("next-page");
    press(&window, "+", false);
    press(&window, "+", false);
    for (field, value) in [("threshold", "0.2"), ("find-points", "lamp")] {
        window.script(&format!(
            "const field = document.querySelector('[data-testid={field}]');
             field.value = '{value}';
             field.dispatchEvent(new Event('input', {{ bubbles: true }}))",
        ));
    }
    window.click("fold-questions");
    window.write("divider-library", RIGHT);
    scroll_to(&window, 150);
    let left = arrangement(&window);
    assert!(left["page"] == "2" && left["threshold"] == "0.2" && left["find"] == "lamp", "{left}");
    assert!(left["zoom"].as_f64() > Some(1.5) && left["questions"] == "false", "{left}");
    assert!(left["library"].as_f64() > usual["library"].as_f64(), "{left}");

    press_in(&window, 2, "open-document");
    window.wait("return document.querySelector('[data-testid=threshold]')?.value === '0.05'");
    window.wait("return document.querySelector('[data-testid=page-number]')?.value === '1'");
    press_in(&window, 1, "open-document");
    is_arranged(&window, &left);
    drop(window);

    let window = Window::open(&place, &[]);
    press_in(&window, 1, "open-document");
    is_arranged(&window, &left);
    drop(window);

    assert!(desk.json(&["remove", "1"]).succeeded);
    let window = Window::open(&place, &[]);
    window.wait(
        "const kept = Object.keys(localStorage).map(name => /^\\w+-(\\d+)-\\d+$/.exec(name)?.[1]);
         return [...new Set(kept.filter(Boolean))].join() === '2'",
    );
}

/// What belongs together stands together, however large the window is, and questions are read where
/// they were.
#[test]
fn a_window_that_is_resized_tears_nothing_apart() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(28, 4);
    assert!(desk.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let window = Window::open(&desk.path("library"), &[]);
    window.resize(1_280, 800);
    window.click("open-document");
    window.wait_for("look-page");
    touch(&window, "[...document.querySelector('.looks .switch').children]");
    window.click("show-both");
    window.wait_for("zoom");
    for width in [1_000, 1_150, 1_280, 1_600] {
        window.resize(width, 800);
        window.wait(&format!("return Math.abs(innerWidth - {width}) < 60"));
        in_one_line(&window, "[...document.querySelector('[data-testid=zoom]').children]");
    }
    for _ in 0..3 {
        window.ask_of(&story);
    }
    questions_stay_at_their_end(&window);
}

/// Whether elements follow one another without a gap.
fn touch(window: &Window, elements: &str) {
    window.wait(&format!(
        "const boxes = {elements}.map(one => one.getBoundingClientRect());
         return boxes.length > 1
             && boxes.slice(1).every((one, nth) => Math.abs(one.left - boxes[nth].right) < 1)",
    ));
}

fn in_one_line(window: &Window, elements: &str) {
    window.wait(&format!(
        "const boxes = {elements}.map(one => one.getBoundingClientRect());
         return boxes.length > 1
             && boxes.slice(1).every((one, nth) => one.left >= boxes[nth].right
                 && one.top < boxes[nth].bottom && boxes[nth].top < one.bottom)",
    ));
}

fn questions_stay_at_their_end(window: &Window) {
    let list = "const list = document.querySelector('[data-testid=exchanges]')";
    let below = "list.scrollHeight - list.scrollTop - list.clientHeight";
    window.resize(1_280, 560);
    for size in [(1_280, 490), (1_100, 490), (1_280, 560)] {
        window.resize(size.0, size.1);
        window.wait(&format!(
            "{list}; return Math.abs(innerWidth - {}) < 60 && list.scrollTop > 50 && {below} < 2",
            size.0,
        ));
    }
    window.wait(&format!("{list}; list.scrollTop = 20; return list.scrollTop === 20"));
    // Until the window has noticed.
    std::thread::sleep(Duration::from_millis(500));
    let before = window.script(&format!("{list}; return list.clientHeight")).as_u64();
    window.resize(1_280, 490);
    window.wait(&format!("{list}; return list.clientHeight < {}", before.unwrap()));
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(window.script(&format!("{list}; return list.scrollTop")), 20);
}

/// What of a document's arrangement is seen.
const ARRANGEMENT: &str = "
    const find = id => document.querySelector(`[data-testid=${id}]`);
    const value = id => find(id)?.value;
    return {
        view: document.querySelector('main').className,
        page: value('page-number'),
        zoom: +(find('sheet')?.style.getPropertyValue('--zoom') ?? 0),
        down: Math.round((find('page')?.scrollTop ?? 0) / 10),
        threshold: value('threshold'),
        find: value('find-points'),
        questions: find('fold-questions').ariaExpanded,
        library: find('library').clientWidth,
    }";

fn arrangement(window: &Window) -> Value {
    window.script(ARRANGEMENT)
}

fn is_arranged(window: &Window, expected: &Value) {
    let as_expected = format!(
        "const found = (() => {{ {ARRANGEMENT} }})(), expected = {expected};
         return Object.keys(expected).every(key => found[key] === expected[key])",
    );
    window.wait(&as_expected);
}

/// Scrolls the page that is read.
fn scroll_to(window: &Window, pixels: u32) {
    window.wait(&format!(
        "const page = document.querySelector('[data-testid=page]');
         page.scrollTop = {pixels};
         return page.scrollTop === {pixels}",
    ));
    // Until the window has noticed.
    std::thread::sleep(Duration::from_millis(500));
}

/// Where there is room for one column, the one that was turned to last is seen and no other.
#[test]
fn in_a_narrow_window_there_is_one_column_at_a_time() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(26, 4);
    assert!(desk.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let window = Window::open(&desk.path("library"), &[]);
    window.wait_for("open-document");
    window.resize(700, 600);
    let sees = |columns: &str| {
        window.wait(&format!(
            "const columns = [...document.querySelectorAll('.library, .middle, .chat')];
             const seen = columns.filter(one => getComputedStyle(one).visibility === 'visible');
             return seen.map(one => one.classList[0]).join(' ') === '{columns}'",
        ));
    };
    sees("library");
    window.click("open-document");
    sees("middle");
    window.click("fold-questions");
    sees("chat");
    window.ask_of(&story);
    window.click("citation-1");
    sees("middle");
    window.click("fold-library");
    sees("library");
    window.click("show-graph");
    sees("middle");
    window.resize(1_280, 800);
    sees("library middle chat");
}
