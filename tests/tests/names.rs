//! The names in a document, in the real window: listed, searched, followed into the text, and
//! limited to what has been read.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tests::browser::{AppWindow, END, ENTER, ESCAPE, has_display};
use tests::settings::show_settings;
use tests::{Sandbox, alone, text};

const DOWN: &str = "\u{e015}";
/// The time in which a window that would list names again has begun to.
const WHILE: Duration = Duration::from_secs(1);

/// A book in three parts, each longer than the window. Anna Holt appears from the beginning, Tom
/// Bell at the end of the first part, and Sir Peter Vane in the second one.
fn write_book(file: &Path) {
    let filler = "The river ran past the mill, and nobody heard the wheel turn. ".repeat(4);
    let filler = format!("{filler}\n\n").repeat(8);
    let parts = [
        format!("Anna Holt lived in Marlow.\n\n{filler}The miller, Tom Bell, knew Anna Holt well."),
        format!("Later came Sir Peter Vane.\n\n{filler}Anna Holt met Peter Vane in Marlow."),
        format!("The summer was long.\n\n{filler}Nobody saw Anna Holt again."),
    ];
    let part = |(nth, text): (usize, String)| format!("# Chapter {}\n\n{text}\n\n", nth + 1);
    fs::write(file, parts.into_iter().enumerate().map(part).collect::<String>()).unwrap();
}

/// The number of the entity with this name.
fn number(sandbox: &Sandbox, name: &str) -> u64 {
    let list = sandbox.json(&["entities", "1"]).json;
    let all = list["entities"].as_array().unwrap();
    all.iter().find(|entity| entity["name"] == name).unwrap()["id"].as_u64().unwrap()
}

#[test]
fn names_lead_to_what_is_said_of_them() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let [book, plain] = ["book.md", "plain.txt"].map(|name| sandbox.path(name));
    write_book(&book);
    fs::write(&plain, "nothing in here has a name.\n").unwrap();
    for file in [&book, &plain] {
        assert!(sandbox.json(&["add", text(file)]).succeeded);
    }
    let [anna, tom, vane] =
        ["Anna Holt", "Tom Bell", "Sir Peter Vane"].map(|name| number(&sandbox, name));
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.press_in(1, "open-document");
    window.wait_for("show-names");

    names_are_listed_and_found(&window, anna, vane);
    a_name_leads_to_others_and_to_the_text(&window, anna, vane);
    what_comes_later_is_not_told(&window, [anna, tom, vane]);
    a_question_is_asked_of_what_has_been_read(&sandbox, &window);
    names_are_corrected(&sandbox, &window, [tom, vane]);
    a_question_is_searched_by_names(&sandbox, &window);
    all_are_listed_of_whom_it_is_said(&window);
    asking_about_names_is_a_choice(&window);
    names_and_headings_share_a_place(&window);
    a_selected_name_is_looked_up(&window);
    a_document_may_name_nothing(&window);
}

#[test]
fn names_are_written_for_other_programs() {
    let sandbox = Sandbox::new();
    let book = sandbox.path("book.md");
    write_book(&book);
    assert!(sandbox.json(&["add", "--no-graph", text(&book)]).succeeded);
    let file = |form: &str| sandbox.json(&["entities", "1", "--as", form]).json[0].clone();
    let table = file("csv");
    assert_eq!(table["name"], "Chapter 1.csv");
    let first = "Anna Holt,,1,4,,relation,Anna Holt lived in Marlow.,,";
    assert!(table["text"].as_str().unwrap().contains(first), "{table}");
    assert!(file("graphml")["text"].as_str().unwrap().contains("<edge source"));
    let linked: Value = serde_json::from_str(file("json-ld")["text"].as_str().unwrap()).unwrap();
    assert_eq!(linked["@graph"][1]["name"], "Anna Holt");

    let folder = sandbox.path("Notes");
    let write = || sandbox.json(&["entities", "1", "--as", "markdown", "--out", text(&folder)]);
    assert!(write().succeeded);
    let note = fs::read_to_string(folder.join("Sir Peter Vane.md")).unwrap();
    assert!(note.contains("> Anna Holt met Peter Vane in Marlow\\."), "{note}");
    assert!(note.contains(", with [[Anna Holt]], [[Marlow]]"), "{note}");
    fs::write(folder.join("Sir Peter Vane.md"), "mine").unwrap();
    assert_eq!(write().code(), "file_unwritable");
    assert_eq!(fs::read_to_string(folder.join("Sir Peter Vane.md")).unwrap(), "mine");
    assert_eq!(sandbox.json(&["entities", "1", "--as", "markdown"]).code(), "bad_request");

    let listed = |options: &[&str]| {
        let list = sandbox.json(&[&["entities", "1"], options].concat()).json;
        (list["entities"].as_array().unwrap().len(), list["total"].as_u64().unwrap())
    };
    // Tom Bell is named once, and there are no points.
    assert_eq!((listed(&[]), listed(&["--least", "0.8"])), ((4, 4), (3, 4)));
    assert_eq!(sandbox.json(&["entities", "1", "--least", "7"]).code(), "bad_request");
    assert!(sandbox.json(&["entities", "1", "--discard", "Marlow"]).succeeded);
    assert_eq!(listed(&[]).0, 3);
    assert!(sandbox.json(&["entities", "1", "--undo"]).succeeded);
    assert_eq!(listed(&[]).0, 4);
}

#[test]
fn dates_are_listed_after_the_names() {
    let sandbox = Sandbox::new();
    let file = sandbox.path("contract.txt");
    let text_of_it = "Ann Hill signed it on 12 May 1897. She left in June.\n\nIt ends on May 12th, 1899.\n\nThe \
                      first day was 1897-05-12, and Tom Bell came.\n";
    fs::write(&file, text_of_it).unwrap();
    assert!(sandbox.json(&["add", text(&file)]).succeeded);
    let list = sandbox.json(&["entities", "1"]).json;
    let all = list["entities"].as_array().unwrap();
    let dates: Vec<&Value> = all.iter().filter(|one| one["kind"] == "time").collect();
    assert_eq!(dates.len(), 2, "{list}");
    assert_eq!((&dates[0]["id"], &list["total"]), (&json!(2), &json!(4)));
    assert_eq!(dates[0]["names"], json!(["12 May 1897", "1897-05-12"]));

    let one = |arguments: &[&str]| sandbox.json(&[&["entities", "1"], arguments].concat());
    let date = one(&["--entity", "1897-05-12"]).json["entities"][0].clone();
    let said: Vec<&Value> = date["facts"].as_array().unwrap().iter().collect();
    assert_eq!((said.len(), &said[0]["with"], &said[1]["with"]), (2, &json!([0]), &json!([1])));
    // The only chunk has all the attention of the points.
    assert_eq!(said[0]["weight"], 1.0);
    let ann = one(&["--entity", "Ann Hill"]).json["entities"][0].clone();
    assert_eq!(ann["facts"][0]["with"], json!([2]));
    // Before the second date, and in the middle of the first.
    assert_eq!(one(&["--until", "60"]).json["total"], 2);
    assert_eq!(one(&["--until", "30"]).json["total"], 1);
    assert_eq!(one(&["--discard", "12 May 1897"]).code(), "bad_request");
    assert_eq!(one(&["--set-kind", "Ann Hill", "time"]).code(), "bad_request");
    let table = one(&["--as", "csv"]).json[0]["text"].as_str().unwrap().to_owned();
    assert!(table.contains("\n12 May 1897,time,"), "{table}");
}

/// Names that Pecan does not group by itself are offered for that.
#[test]
fn similar_names_are_offered() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let file = sandbox.path("similar.txt");
    let said = "There Joan Gildea met Edith Hale. Then Mrs. Gildea slept, and Joan Gildea left. There Mrs. Gildea saw \
                Edith Hale again.";
    fs::write(&file, said).unwrap();
    assert!(sandbox.json(&["add", text(&file)]).succeeded);
    let similar = sandbox.json(&["entities", "1", "--entity", "joan gildea", "--similar"]).json;
    assert_eq!(similar["name"], "Joan Gildea", "{similar}");
    let names = similar["similar"].as_array().unwrap().iter().map(|one| &one["name"]);
    assert_eq!(names.collect::<Vec<_>>(), ["Mrs. Gildea"], "{similar}");
    assert!(similar["similar"][0]["similarity"].as_f64() > Some(0.5), "{similar}");
    let none = sandbox.json(&["entities", "1", "--entity", "Edith Hale", "--similar"]).json;
    assert_eq!(none["similar"], json!([]), "{none}");

    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.press_in(1, "open-document");
    window.wait_for("show-names");
    window.click("show-names");
    window.click(&format!("name-{}", number(&sandbox, "Joan Gildea")));
    window.wait_for_text("name-title", "Joan Gildea");
    window.click("name-correct");
    window.wait_for_text("name-merge", "Mrs. Gildea");
    window.click("name-merge");
    window.wait_for_text("name-also", "also: Mrs. Gildea");
}

/// The search is printed before the text read for it.
#[test]
fn what_was_looked_for_is_printed_round_by_round() {
    let sandbox = Sandbox::new();
    let book = sandbox.path("book.md");
    write_book(&book);
    assert!(sandbox.json(&["add", text(&book)]).succeeded);
    let ask = ["ask", "1", "Whom did Sir Peter Vane meet?", "--by", "entities"];
    let printed = String::from_utf8(sandbox.run(&ask).stdout).unwrap();
    let at = |part: &str| printed.find(part).unwrap_or_else(|| panic!("{part}: {printed}"));
    let looked =
        at("Looked for “Whom did Sir Peter Vane meet?” in sentences about Sir Peter Vane\n");
    assert!(looked < at("level 1, score"), "{printed}");
    assert!(!printed.contains("of the top level"), "{printed}");
}

/// The most mentioned names come first, and keys move through them. The demonstration model knows
/// no kinds.
fn names_are_listed_and_found(window: &AppWindow, anna: u64, vane: u64) {
    window.press("e", false);
    is_focused(window, "names-search");
    window.wait_for_text("names-count", "4 names");
    window.wait_for("names-unasked");
    let there = "return !!document.querySelector('[data-testid=name-kind-all]')";
    assert_eq!(window.script(there), false);
    let rows = "[...document.querySelectorAll('[data-testid=names] li button')]";
    assert_eq!(window.script(&format!("return {rows}[0].dataset.testid")), format!("name-{anna}"));
    window.write("names-search", DOWN);
    is_focused(window, &format!("name-{anna}"));
    window.write(&format!("name-{anna}"), END);
    window.wait(&format!("return document.activeElement === {rows}.at(-1)"));
    window.write("names-search", "VANE");
    window.wait_for_text("names-count", "1 name");
    window.wait(&format!("return {rows}.length === 1"));
    window.wait_for(&format!("name-{vane}"));
    find(window, "nobody");
    window.wait_for_text("names-count", "No results");
    find(window, "vane");
    window.wait_for_text("names-count", "1 name");
}

/// The sentences about an entity are in the order of the text, and are shown there.
fn a_name_leads_to_others_and_to_the_text(window: &AppWindow, anna: u64, vane: u64) {
    window.click(&format!("name-{vane}"));
    is_focused(window, "name-back");
    window.wait_for_text("name-title", "Sir Peter Vane");
    window.wait_for_text("name-also", "also: Peter Vane");
    window.wait_for_text("name-sentences", "2 sentences");
    assert!(window.text("name-fact-0").starts_with("Later came Sir Peter Vane."));
    assert!(window.text("name-fact-1").ends_with("part 2"));
    window.click("name-fact-1");
    window.wait(
        "return document.querySelector('#page mark')?.innerText
            === 'Anna Holt met Peter Vane in Marlow.'",
    );
    window.wait("return document.querySelector('[data-testid=page-number]').value === '2'");
    window
        .wait("return document.querySelector('[data-testid=name-fact-1]').ariaCurrent === 'true'");
    window.click(&format!("name-with-{anna}"));
    window.wait_for_text("name-title", "Anna Holt");
    window.wait_for_text("name-sentences", "4 sentences");
    window.wait_for(&format!("name-with-{vane}"));
    window.click("name-facts-event");
    window.wait_for_text("name-sentences", "2 sentences");
    assert!(window.text("name-fact-0").starts_with("Anna Holt met Peter Vane in Marlow."));
    window.click("name-facts-all");
    window.wait_for_text("name-sentences", "4 sentences");
    pictures_lead_to_others_and_to_the_text(window, anna);
    window.click("name-back");
    // She is not among the results.
    is_focused(window, "names-search");
    find(window, "");
    window.wait_for_text("names-count", "4 names");
    window.click(&format!("name-{anna}"));
    window.wait_for("name-fact-0");
    window.click("name-back");
    is_focused(window, &format!("name-{anna}"));
}

/// From the page of Anna Holt and back to it.
fn pictures_lead_to_others_and_to_the_text(window: &AppWindow, anna: u64) {
    let press = |which: &str| {
        let all = format!("[...document.querySelectorAll('{which}')]");
        let event = "new MouseEvent('click', { bubbles: true })";
        window.script(&format!("{all}.at(-1).dispatchEvent({event})"));
    };
    press("[data-testid=name-timeline] .bar");
    window.wait(
        "return document.querySelector('#page mark')?.innerText === 'Nobody saw Anna Holt again.'",
    );
    window
        .wait("return document.querySelectorAll('[data-testid=name-picture] .other').length === 3");
    press("[data-testid=name-picture] .other");
    window.wait(
        "return document.querySelector('[data-testid=name-title]').innerText !== 'Anna Holt'",
    );
    window.click(&format!("name-with-{anna}"));
    window.wait_for_text("name-title", "Anna Holt");
}

/// If the names are limited to what has been read, turning a page lists more; a page to which a
/// sentence of the list leads does not.
fn what_comes_later_is_not_told(window: &AppWindow, [anna, tom, vane]: [u64; 3]) {
    let listed = |id: u64| format!("!!document.querySelector('[data-testid=name-{id}]')");
    let are_listed = |ids: [bool; 3]| {
        let each = [anna, tom, vane].into_iter().zip(ids);
        let each = each.map(|(id, is)| format!("{} === {is}", listed(id)));
        window.wait(&format!("return {}", each.collect::<Vec<_>>().join(" && ")));
    };
    // A mark would count as the reading position.
    window.press("Escape", false);
    window.wait("return !document.querySelector('#page mark')");
    turn_to(window, 1);
    window.wait(
        "const page = document.querySelector('[data-testid=page]');
         page.scrollTop = 200;
         return page.scrollTop === 200",
    );
    // Until the window has noticed the scrolling.
    std::thread::sleep(Duration::from_millis(500));
    are_listed([true, true, true]);
    window.click("names-until");
    are_listed([true, false, false]);
    turn_to(window, 2);
    are_listed([true, true, false]);
    turn_to(window, 3);
    are_listed([true, true, true]);
    window.click(&format!("name-{vane}"));
    window.click("name-fact-1");
    window.wait("return document.querySelector('[data-testid=page-number]').value === '2'");
    std::thread::sleep(WHILE);
    window.wait_for_text("name-title", "Sir Peter Vane");
    window.wait_for_text("name-sentences", "2 sentences");
    turn_to(window, 1);
    // He does not appear in the text read so far.
    are_listed([false, false, false]);
    window.wait_for_text("names-count", "No names up to your reading position.");
    window.click("names-until");
    are_listed([true, true, true]);
}

/// The limit to what has been read is set once, for names and for questions.
fn a_question_is_asked_of_what_has_been_read(sandbox: &Sandbox, window: &AppWindow) {
    let is_checked = "document.querySelector('[data-testid=ask-until]').checked";
    assert_eq!(window.script(&format!("return {is_checked}")), false);
    // A mark would count as the reading position.
    window.press("Escape", false);
    turn_to(window, 2);
    window.click("names-until");
    window.wait(&format!("return {is_checked}"));
    let label = "document.querySelector('[data-testid=ask-until]').parentElement.innerText.trim()";
    window.wait(&format!("return {label} === 'Only what I have read (up to part 2)'"));
    window.write("question", "Who came later?");
    window.write("question", ENTER);
    window.wait_for("exchange");
    window
        .wait("return !!document.querySelector('[data-testid=exchange] [data-testid=quiet-line]')");
    let answer = sandbox.json(&["history", "--question", "1"]).json;
    let until = answer["options"]["until"]["character"].as_u64().unwrap();
    let second = sandbox.json(&["text", "1"]).json["text"].as_str().unwrap().find("Later").unwrap();
    assert!(until <= second as u64, "{until} is after {second}");
    let texts =
        answer["steps"].as_array().unwrap().iter().map(|step| step["text"].as_str().unwrap());
    assert!(texts.into_iter().all(|text| !text.contains("Vane")), "{answer}");
    window.click("ask-until");
    window.wait(&format!("return !{is_checked}"));
}

/// Two names are merged and renamed, and that is undone.
fn names_are_corrected(sandbox: &Sandbox, window: &AppWindow, [tom, vane]: [u64; 2]) {
    let stored = |name: &str| {
        let list = sandbox.json(&["entities", "1"]).json;
        let all = list["entities"].as_array().unwrap();
        all.iter().find(|entity| entity["name"] == name).map(|entity| entity["names"].clone())
    };
    find(window, "");
    window.click(&format!("name-{vane}"));
    window.wait_for_text("name-title", "Sir Peter Vane");
    window.click("name-correct");
    window.wait_for("name-same-as");
    window.write("name-same-as", "bell");
    window.wait_for("name-merge");
    window.click("name-merge");
    window.wait_for_text("name-also", "also: Tom Bell, Peter Vane");
    let said = "“Sir Peter Vane” and “Tom Bell” are the same.";
    window.wait(&said_last(said));
    let all = json!(["Tom Bell", "Sir Peter Vane", "Peter Vane"]);
    assert_eq!(stored("Sir Peter Vane"), Some(all));
    window.click("name-correct");
    window.wait_for("name-rename-field");
    window.script(
        "document.querySelector('[data-testid=name-rename-field]').value = '<b>The miller</b>'",
    );
    window.click("name-rename");
    window.wait_for_text("name-title", "<b>The miller</b>");
    window.click("name-undo");
    window.wait(&said_last(said));
    window.click("name-undo");
    window.wait("return !document.querySelector('[data-testid=name-undo]')");
    window.click("name-back");
    window.wait_for(&format!("name-{tom}"));
    assert_eq!(stored("Tom Bell"), Some(json!(["Tom Bell"])));
}

/// The settings choose what to search, and the path shows what was searched for.
fn a_question_is_searched_by_names(sandbox: &Sandbox, window: &AppWindow) {
    show_settings(window);
    window.choose("search-by", "entities");
    window.click("show-text");
    window.write("question", "Whom did Anna Holt meet in Marlow?");
    window.write("question", ENTER);
    let last = "[...document.querySelectorAll('[data-testid=exchange]')].at(-1)";
    window.wait(&format!(
        "return {last}.innerText.startsWith('Whom') && !!{last}.querySelector('[data-testid=quiet-line]')"
    ));
    window.script(&format!("{last}.querySelector('[data-testid=quiet-line]').click()"));
    window.wait(&format!(
        "return {last}.querySelector('[data-testid=rounds] li')?.innerText
            === 'Looked for “Whom did Anna Holt meet in Marlow?” in sentences about Anna Holt, Marlow.'"
    ));
    let answer = sandbox.json(&["history", "--question", "2"]).json;
    assert_eq!(answer["options"]["by"], "entities");
    let texts =
        answer["steps"].as_array().unwrap().iter().map(|step| step["text"].as_str().unwrap());
    let texts: Vec<&str> = texts.collect();
    assert!(texts.contains(&"Anna Holt met Peter Vane in Marlow."), "{texts:?}");
}

/// The choice is kept, and applies to what is built from then on.
fn asking_about_names_is_a_choice(window: &AppWindow) {
    let is_asked = "document.querySelector('[data-testid=names-asked]').checked";
    for expected in [true, false] {
        show_settings(window);
        assert_eq!(window.script(&format!("return {is_asked}")), expected);
        window.click("names-asked");
        window.click("show-text");
    }
    show_settings(window);
    assert_eq!(window.script(&format!("return {is_asked}")), true);
    window.click("show-text");
}

/// The sentences with the fact are cited, and the model is not used.
fn all_are_listed_of_whom_it_is_said(window: &AppWindow) {
    show_settings(window);
    window.choose("search-by", "auto");
    window.click("show-text");
    window.write("question", "Which people lived in Marlow?");
    window.write("question", ENTER);
    let last = "[...document.querySelectorAll('[data-testid=exchange]')].at(-1)";
    window.wait(&format!(
        "return {last}.querySelector('[data-testid=answer]')?.innerText.startsWith('Anna Holt')
            && {last}.querySelector('[data-testid=quiet-line]')?.innerText.startsWith('from all 5 sentences')
            && !!{last}.querySelector('[data-testid=list-explained]')"
    ));
    window.script(&format!("{last}.querySelector('[data-testid=citation-1]').click()"));
    window.wait(
        "return document.querySelector('#page mark')?.innerText === 'Anna Holt lived in Marlow.'",
    );
}

fn said_last(what: &str) -> String {
    format!(
        "return !!document.querySelector('[data-testid=name-corrected]')?.innerText.startsWith({})",
        json!(what)
    )
}

/// Only one of them is visible at a time.
fn names_and_headings_share_a_place(window: &AppWindow) {
    let seen = |there: &str, gone: &str| {
        window.wait(&format!(
            "return !!document.querySelector('[data-testid={there}]')
                 && !document.querySelector('[data-testid={gone}]')"
        ));
    };
    window.click("show-outline");
    seen("outline", "names");
    window.click("show-names");
    seen("names", "outline");
    window.write("names-search", ESCAPE);
    window.wait("return document.activeElement.id === 'page'");
    window.wait("return !document.querySelector('[data-testid=names]')");
}

/// A selected name leads to its page; other words lead to the list.
fn a_selected_name_is_looked_up(window: &AppWindow) {
    turn_to(window, 1);
    let select = |words: usize| {
        window.wait(&format!(
            "const pieces = [...document.querySelectorAll('[data-testid=page] [data-at]')];
             const piece = pieces.find(piece => piece.firstChild?.data?.startsWith('Anna Holt lived'));
             if (!piece) return false;
             const range = document.createRange();
             range.setStart(piece.firstChild, {});
             range.setEnd(piece.firstChild, {words});
             getSelection().removeAllRanges();
             getSelection().addRange(range);
             document.querySelector('[data-testid=page]')
                .dispatchEvent(new PointerEvent('pointerup', {{ bubbles: true }}));
             return true",
            words - 9
        ));
        window.wait_for("look-up-name");
        window.click("look-up-name");
    };
    select("Anna Holt".len());
    window.wait_for_text("name-title", "Anna Holt");
    is_focused(window, "name-back");
    select("Anna Holt lived in".len());
    window.wait_for_text("names-count", "No results");
    window.wait(
        "return document.querySelector('[data-testid=names-search]').value === ' lived in'.trim()",
    );
    find(window, "");
    window.wait_for_text("names-count", "4 names");
    window.write("names-search", ESCAPE);
}

fn a_document_may_name_nothing(window: &AppWindow) {
    window.open_document(2);
    window.click("show-names");
    window.wait_for_text("names-count", "No names found in this document.");
    assert_eq!(
        window.script("return !!document.querySelector('[data-testid=names-unasked]')"),
        false
    );
}

fn is_focused(window: &AppWindow, id: &str) {
    window.wait(&format!("return document.activeElement.dataset.testid === '{id}'"));
}

/// Filters the names by a part of a name, and by nothing else.
fn find(window: &AppWindow, part: &str) {
    window.script(&format!(
        "const field = document.querySelector('[data-testid=names-search]');
         field.value = '{part}';
         field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
    ));
}

fn turn_to(window: &AppWindow, page: u32) {
    window.script(&format!(
        "const field = document.querySelector('[data-testid=page-number]');
         field.value = '{page}';
         field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    ));
}
