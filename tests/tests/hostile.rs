//! Text from others stays text everywhere in the real window: no link of a document leads anywhere,
//! and no payload in a name, a title, a text, a question or a model's output is run, fetches
//! anything, or becomes anything but its own letters.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tests::browser::{AppWindow, ENTER, has_display};
use tests::guard::{Guard, Trap, seen};
use tests::hostile::{documents, links, payloads, shelf};
use tests::{Sandbox, alone, models, text};

/// The number of files named with payloads that are read, and the minimum of those that cannot be.
const READ: usize = 12;
const LEAST: usize = 200;
/// The maximum length of a file name in bytes.
const LONGEST_NAME: usize = 200;

/// Pages other than the window's own, besides one on another machine.
const ELSEWHERE: &[&str] =
    &["file:///etc/hostname", "about:blank", "data:text/html,x", "page://localhost/1/1/800"];

/// Ways for a script to leave the page.
const WAYS_OUT: &[&str] = &[
    "location.assign(address)",
    "open(address)",
    "open(address, '_self')",
    "Object.assign(document.createElement('a'), { href: address }).click()",
    "Object.assign(document.createElement('a'), { href: address, target: '_blank' }).click()",
    "document.body.append(Object.assign(document.createElement('iframe'), { src: address }))",
    "document.body.append(Object.assign(document.createElement('object'), { data: address }))",
    "document.head.append(Object.assign(document.createElement('meta'),
        { httpEquiv: 'refresh', content: `0;url=${address}` }))",
    "document.head.append(Object.assign(document.createElement('link'),
        { rel: 'prefetch', href: address }))",
    "const form = Object.assign(document.createElement('form'), { action: address });
     document.body.append(form); form.submit()",
    "fetch(address).catch(() => {})",
    "new WebSocket(address.replace('http', 'ws'))",
    "new EventSource(address)",
    "new Image().src = address",
    "navigator.sendBeacon?.(address)",
];

/// Links stay in the text as words; only web pages and mail addresses may be offered as links.
#[test]
fn no_link_of_a_document_leads_anywhere() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let trap = Trap::set();
    let links = links::all(&trap.host());
    let folder = sandbox.path("Ways");
    let files = documents::with_links(&folder, &links);
    for file in &files {
        let added = sandbox.json(&["add", text(file)]);
        assert!(added.succeeded, "{}", added.json);
    }
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let guard = Guard::begin(&window);
    for (number, file) in files.iter().enumerate() {
        let name = file.file_name().unwrap().to_str().unwrap();
        open(&window, number + 1);
        let shown = whole_text(&window, &guard).concat();
        assert_eq!(guard.texts("[role=link]", ""), [""; 0], "{name}");
        for (number, address) in links.iter().enumerate() {
            assert!(shown.contains(&documents::word(number)), "{name}: {address:?} in {shown}");
        }
        guard.check(name);
    }
    assert!(!trap.sprung(), "somebody followed a link");
}

/// Titles, texts, points, questions and answers in a library, on every way to the screen.
#[test]
fn what_a_library_holds_is_shown_as_text() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let trap = Trap::set();
    let payloads = payloads::all(&format!("http://{}", trap.host()));
    shelf::fill(&sandbox.path("library"), &payloads);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let guard = Guard::begin(&window);
    open(&window, 1);
    the_text_is_text(&guard, &window, &payloads);
    questions_and_answers_are_text(&guard, &window, &payloads);
    points_are_text(&guard, &window, &payloads);
    titles_are_text(&guard, &window, &payloads);
    finds_are_text(&guard, &window, &payloads);
    assert!(!trap.sprung(), "something was fetched");
}

/// Names of files and folders that are read, and of those that are not.
#[test]
fn names_of_files_are_shown_as_text() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let trap = Trap::set();
    let payloads = payloads::all(&trap.host());
    let names: Vec<&String> = payloads.iter().filter(|payload| is_name(payload)).collect();
    let read = &names[..READ];
    let folder = sandbox.path("<img src=x onerror=self.__ran=0>");
    fs::create_dir(&folder).unwrap();
    for name in read {
        fs::write(folder.join(format!("{name}.txt")), format!("A zebra says {name}.")).unwrap();
    }
    assert!(sandbox.json(&["add", text(&folder)]).succeeded);
    let empty: Vec<PathBuf> = payloads
        .iter()
        .enumerate()
        .filter_map(|(nth, payload)| make_empty(&sandbox, nth, payload))
        .collect();
    assert!(empty.len() >= LEAST, "{}", empty.len());
    let empty: Vec<&Path> = empty.iter().map(PathBuf::as_path).collect();

    let window = AppWindow::open(&sandbox.path("library"), &empty);
    let guard = Guard::begin(&window);
    let lines = "return document.querySelectorAll('[data-testid=notice] .lines p').length";
    window.wait(&format!("{} >= {}", lines, empty.len()));
    let shown = path_seen(&guard.texts("[data-testid=notice] .lines", "p").concat());
    for file in &empty {
        assert!(shown.contains(&path_seen(text(file))), "{file:?} is not in {shown}");
    }
    window.click("dismiss");
    let listed = guard.texts(".rows .title", "");
    let listed: BTreeSet<String> = listed.iter().map(|title| seen(title)).collect();
    for name in
        read.iter().map(|name| name.as_str()).chain([folder.file_name().unwrap().to_str().unwrap()])
    {
        assert!(listed.contains(&seen(name)), "{name:?} is not in {listed:?}");
    }
    assert!(!trap.sprung(), "something was fetched");
}

/// From the file to the answer through the engine and the demonstration model, which copies
/// sentences; and a model whose name is a payload.
#[test]
fn what_a_model_writes_is_shown_as_text() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let trap = Trap::set();
    let payloads = payloads::all(&format!("http://{}", trap.host()));
    let model = sandbox.path("model.gguf");
    let name = "<img src=x onerror=self.__ran=1><p>";
    fs::write(&model, models::renamed(name)).unwrap();
    let chosen = sandbox.json(&["model", "use", text(&model)]);
    assert!(chosen.succeeded, "{}", chosen.json);
    let book = sandbox.path("book.txt");
    let sentences = payloads
        .iter()
        .step_by(9)
        .map(|payload| format!("Mira Holt lives in <b>{payload}</b>.\n\n"));
    fs::write(&book, sentences.collect::<String>().replace('\0', "")).unwrap();
    let added = sandbox.json(&["add", text(&book)]);
    assert!(added.succeeded, "{}", added.json);

    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let guard = Guard::begin(&window);
    window.click("open-document");
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    let question = "Where does <img src=x onerror=self.__ran=2> Mira Holt live?";
    window.write("question", &format!("{question}{ENTER}"));
    window.wait_for("quiet-line");
    if window.script("return !!document.querySelector('[data-testid=answer-anyway]')") == true {
        window.click("answer-anyway");
        window.wait("return document.querySelectorAll('[data-testid=quiet-line]').length === 2");
    }
    assert_eq!(guard.texts("[data-testid=asked]", "")[0], question);
    let answers = guard.texts("[data-testid=answer]", "span sup button").concat();
    let kept = sandbox.json(&["history", "1"]).json;
    assert!(answers.contains(kept[0]["answer"].as_str().unwrap().trim()), "{answers} {kept}");
    window.click("show-graph");
    window.click("as-table");
    window.wait_for("graph-table");
    guard.texts("[data-testid=graph-table] th button", "span");
    window.click("show-settings");
    window.wait_for("model-file");
    assert_eq!(guard.texts("[data-testid=model-badge]", "")[0].trim(), name);
    assert_eq!(guard.texts("[data-testid=model] dd", "")[0].trim(), name);
    assert!(!trap.sprung(), "something was fetched");
}

/// Even a script within the page, which no text can be, leads the window nowhere.
#[test]
fn the_window_shows_no_other_page() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let trap = Trap::set();
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.wait_for("add");
    let far = format!("http://{}/", trap.host());
    for way in WAYS_OUT {
        for address in [far.as_str()].iter().chain(ELSEWHERE) {
            let address = json!(address);
            window.script(&format!("const address = {address}; try {{ {way} }} catch {{}}"));
            // Anything that was begun would be done, or visibly in progress, before this is.
            window.wait("return !!document.querySelector('[data-testid=add]')");
            let stays = window.script("return location.protocol + location.pathname");
            assert_eq!(stays, "tauri:/", "{way} to {address}");
            assert_eq!(window.windows(), 1, "{way} to {address}");
        }
        assert!(!trap.sprung(), "another machine was asked by {way}");
    }
    assert!(!trap.sprung(), "another machine was asked");
}

/// Opens a document from the list.
fn open(window: &AppWindow, document: usize) {
    let line = format!("document.querySelector('[data-testid=document-{document}]')");
    window.wait(&format!("return !!{line}"));
    window.script(&format!("{line}.querySelector('button').click()"));
    window.wait(&format!(
        "return {line}.querySelector('button').ariaCurrent === 'true'
             && !!document.querySelector('[data-testid=page] p')",
    ));
}

/// The paragraphs of the open document, page after page, all of which are clicked.
fn whole_text(window: &AppWindow, guard: &Guard<'_>) -> Vec<String> {
    let number = "+document.querySelector('[data-testid=page-number]').value";
    let pages = window.wait(
        "return +document.querySelector('[data-testid=page-number]')?.parentElement.innerText
            .replace(/\\D/g, '')",
    );
    let pages = pages.as_u64().unwrap();
    let mut paragraphs = Vec::new();
    for page in 1..=pages {
        window.wait(&format!("return {number} === {page}"));
        paragraphs.extend(guard.texts("[data-testid=page] p", "span mark"));
        click_everything(window);
        window.click("next-page");
    }
    paragraphs
}

/// Clicks every element of the page except addresses, which the window asks about, and clicks the
/// visible words with the pointer.
fn click_everything(window: &AppWindow) {
    window.script(
        "document.querySelectorAll('[data-testid=page] *').forEach(element =>
             element.closest('[role=link]') || element.click())",
    );
    let seen = window.script(
        "const text = document.createTreeWalker(document.querySelector('[data-testid=page]'), 4);
         const spots = [];
         for (let node = text.nextNode(); node; node = text.nextNode()) {
             for (const word of node.data.matchAll(/way\\d+end/g)) {
                 const range = document.createRange();
                 range.setStart(node, word.index);
                 range.setEnd(node, word.index + word[0].length);
                 const { left, top, bottom } = range.getBoundingClientRect();
                 if (top > 120 && bottom < innerHeight - 80) {
                     spots.push([Math.round(left) + 3, Math.round(top) + 3]);
                 }
             }
         }
         return spots.filter((_, at) => at % 4 === 0)",
    );
    let seen: Vec<(i64, i64)> = serde_json::from_value(seen).unwrap();
    seen.iter().for_each(|&(x, y)| window.click_at(x, y));
}

/// Every payload is in one of the texts.
fn all_are_there(payloads: &[String], texts: &[String], place: &str) {
    let texts: Vec<String> = texts.iter().map(|text| seen(text)).collect();
    let lacking: Vec<&String> = payloads
        .iter()
        .filter(|payload| !texts.iter().any(|text| text.contains(&seen(payload))))
        .collect();
    assert!(lacking.is_empty(), "not in {place}: {lacking:?}");
}

fn the_text_is_text(guard: &Guard<'_>, window: &AppWindow, payloads: &[String]) {
    all_are_there(payloads, &whole_text(window, guard), "the text");
    assert_eq!(seen(&guard.texts(".turning .label", "")[0]), seen(&payloads[0]));
    let heading = &guard.texts("[data-testid=title]", "span")[0];
    assert!(seen(heading).starts_with(&seen(&payloads[0])), "{heading}");
}

/// The newest answer has its path and its passage; the others fetch theirs on request.
fn questions_and_answers_are_text(guard: &Guard<'_>, window: &AppWindow, payloads: &[String]) {
    window.wait(&format!(
        "return document.querySelectorAll('[data-testid=exchange]').length === {}",
        payloads.len()
    ));
    let asked = guard.texts("[data-testid=asked]", "");
    all_are_there(payloads, &asked, "the questions");
    window.click("quiet-line");
    window.wait_for("path");
    let answers = guard.texts("[data-testid=answer]", "span sup button");
    all_are_there(payloads, &answers, "the answers");
    let path = guard.texts("[data-testid=path] .visited .text", "span");
    assert!(path.len() + 1 >= payloads.len(), "{}", path.len());
    window.click("citation-1");
    window.wait("return !!document.querySelector('mark.quoted')");
    let quoted = &guard.texts("[data-testid=citation-1] .quoted", "span")[0];
    let zebra = format!("The {}", shelf::COMMON);
    assert!(quoted.contains(&zebra), "{quoted}");
    guard.texts("[data-testid=page]", "p span mark button");
}

/// In the table, on the card of a point, and on the picture.
fn points_are_text(guard: &Guard<'_>, window: &AppWindow, payloads: &[String]) {
    window.click("show-graph");
    window.wait("return !!document.querySelector('[data-testid=picture] .all .dots')");
    guard.check("the picture of a graph");
    window.click("as-table");
    for (number, payload) in payloads.iter().enumerate().step_by(29) {
        let node = payloads.len() + number;
        let words = serde_json::to_string(payload).unwrap();
        window.script(&format!(
            "const field = document.querySelector('[data-testid=find-points]');
             field.value = {words};
             field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        ));
        let row = format!("document.querySelector('[data-testid=row-{node}]')");
        window.wait(&format!("return !!{row}"));
        window.script(&format!("{row}.querySelector('button').click()"));
        window.wait(&format!("return {row}.querySelector('button').ariaPressed === 'true'"));
        guard.texts("[data-testid=graph-table] th button", "span");
        let point = guard.texts("[data-testid=point-text]", "span");
        all_are_there(std::slice::from_ref(payload), &point, "the card of a point");
    }
    window.click("as-table");
    window.click("show-text");
}

/// The list draws only its visible part, so it is scrolled from its beginning to its end.
fn titles_are_text(guard: &Guard<'_>, window: &AppWindow, payloads: &[String]) {
    let mut titles = Vec::new();
    let mut drawn = 0;
    window.script("document.querySelector('.rows').scrollTop = 0");
    while drawn < payloads.len() {
        let last = window.wait(&format!(
            "const numbers = [...document.querySelectorAll('.rows [data-testid^=document-]')]
                 .map(line => +line.dataset.testid.split('-')[1]).filter(number => number > 0);
             const last = Math.max(...numbers);
             return last > {drawn} && last"
        ));
        drawn = last.as_u64().unwrap() as usize;
        titles.extend(guard.texts(".rows .title", ""));
        window.script("document.querySelector('.rows').scrollTop += 500");
    }
    all_are_there(payloads, &titles, "the list");
}

fn finds_are_text(guard: &Guard<'_>, window: &AppWindow, payloads: &[String]) {
    window.write("search", shelf::COMMON);
    window.wait("return document.querySelectorAll('[data-testid=hit]').length > 10");
    let hits = guard.texts("[data-testid=hit] .title", "");
    let whole: BTreeSet<String> = payloads.iter().map(|payload| seen(payload)).collect();
    for hit in hits {
        assert!(whole.contains(&seen(&hit)), "{hit}");
    }
    let found = guard.texts("[data-testid=hit] .excerpt", "strong");
    assert!(found.iter().all(|text| text.contains(shelf::COMMON)), "{found:?}");
}

/// The visible form of a path: several slashes are one.
fn path_seen(path: &str) -> String {
    seen(path).split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

/// Creates an empty file whose path ends with a payload, in a folder of its own. A slash within the
/// payload separates folders, and appears on screen with the rest. Returns none if no file can have
/// this name.
fn make_empty(sandbox: &Sandbox, number: usize, payload: &str) -> Option<PathBuf> {
    let parts: Vec<&str> = payload.split('/').collect();
    let (name, folders) = parts.split_last()?;
    let is_part = |part: &&str| part.len() <= LONGEST_NAME && !matches!(*part, "." | "..");
    if name.is_empty() || payload.contains('\0') || !parts.iter().all(is_part) {
        return None;
    }
    let folder =
        PathBuf::from(format!("{}/{number}/{}", text(sandbox.folder.path()), folders.join("/")));
    fs::create_dir_all(&folder).unwrap();
    let file = PathBuf::from(format!("{}/{number}/{payload}", text(sandbox.folder.path())));
    fs::write(&file, "").unwrap();
    Some(file)
}

/// Whether a file can have this name.
fn is_name(payload: &str) -> bool {
    payload.len() <= LONGEST_NAME && !payload.contains(['/', '\0'])
}
