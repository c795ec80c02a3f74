//! End to end in the real window: open a book, build, ask, and click through to the passage.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tests::browser::{AppWindow, ENTER, has_display};
use tests::processes::SocketMonitor;
use tests::{Sandbox, alone, faults, points};

#[test]
fn from_the_book_to_the_passage() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(21, 6);
    let library = sandbox.path("library");
    let watch = SocketMonitor::begin(&[
        tests::text(&tests::program("pecan-desktop")),
        tests::text(&library),
    ]);
    let broken = ["cut.pdf", "empty.txt"].map(|name| sandbox.path(name));
    fs::write(&broken[0], "%PDF-1.7\n").unwrap();
    fs::write(&broken[1], "").unwrap();
    let window = AppWindow::open(&library, &[&broken[0], &story.join("story.txt"), &broken[1]]);

    every_failed_file_is_named(&window, &broken, &library);
    the_book_opens_and_is_built(&window);
    removing_can_be_undone(&window);
    let answer = window.ask_of(&story);
    the_path_unfolds(&window);
    a_citation_leads_to_its_passage(&window, &story);
    the_graph_shows_a_point(&window, &sandbox);
    the_command_line_shows_the_same(&sandbox, &answer);
    the_window_outlives_its_engine(&window, &sandbox);
    nothing_left_the_machine(watch);
}

/// A book whose build was interrupted can be asked, and the answer says what it rests on.
#[test]
fn a_question_on_half_a_graph_says_so() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let book = sandbox.story(22, 20).join("story.txt");
    sandbox.kill_adding(&book, |graph| points(graph, 1));
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    window.write("question", &format!("Who lives here?{ENTER}"));
    window.wait_for("quiet-line");
    assert!(window.text("asked-growing").contains("incomplete"));
    assert_eq!(sandbox.newest_answer()["growing"], true);
    drop(window);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    // The newest answer's path is fetched automatically.
    window.wait_for("quiet-line");
    assert!(window.text("asked-growing").contains("incomplete"), "it is known at the next start");
}

/// A printed page is shown as a picture, with the passage marked at its place.
#[test]
fn a_printed_page_shows_the_passage() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(23, 4);
    assert!(sandbox.json(&["add", tests::text(&story.join("story.pdf"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.wait_for("sheet");
    let drawn = "const image = document.querySelector('[data-testid=sheet] img');
         return image?.complete && image.naturalWidth > 500";
    window.wait(drawn);
    window.ask_of(&story);
    window.click("citation-1");
    window.wait(drawn);
    window.wait(
        "const place = document.querySelector('[data-testid=place]')?.getBoundingClientRect();
         const sheet = document.querySelector('[data-testid=sheet]').getBoundingClientRect();
         return place && place.width > 20 && place.left >= sheet.left
             && place.right <= sheet.right + 1 && place.bottom > 0 && place.top < innerHeight",
    );
    window.click("look-text");
    window.wait("return !!document.querySelector('[data-testid=passage]')");
    assert_eq!(window.script("return !!document.querySelector('[data-testid=sheet]')"), false);
}

/// Each failed file is named on screen and in the log.
fn every_failed_file_is_named(window: &AppWindow, files: &[PathBuf], library: &Path) {
    for file in files {
        let file = tests::text(file);
        // Files are added one after another.
        window.wait(&format!(
            "return [...document.querySelectorAll('[data-testid=notice]')]
                 .some(notice => notice.innerText.includes('{file}'))"
        ));
        let log = fs::read_to_string(library.join("pecan.log")).unwrap();
        assert!(log.contains(&format!("add failed: {file}: ")), "{file} is not in {log}");
    }
    // Each is reported under its kind of problem.
    for _ in files {
        window.click("dismiss");
    }
    window.wait("return !document.querySelector('[data-testid=notice]')");
}

/// A user who removes a document can undo that with the next key, and is back where they were
/// before.
fn removing_can_be_undone(window: &AppWindow) {
    let focused = |id: &str| {
        window.wait(&format!("return document.activeElement.dataset.testid === '{id}'"));
    };
    window.script("document.querySelector('[data-testid=remove]').click()");
    focused("undo-remove");
    assert!(window.text("document-state").starts_with("Will be removed"));
    window.click("undo-remove");
    focused("remove");
    window.wait_for_text("document-state", "ready");
    window.click("open-document");
    window.wait_for("reader");
}

fn the_book_opens_and_is_built(window: &AppWindow) {
    window.wait_for("reader");
    window.wait(
        "const state = document.querySelector('[data-testid=document-state]')?.innerText;
         document.querySelector('[data-testid=build-now]')?.click();
         return state && state.startsWith('ready')",
    );
}

/// The line under an answer unfolds its path, whose first points unfold likewise.
fn the_path_unfolds(window: &AppWindow) {
    for line in ["quiet-line", "top-level"] {
        window.wait_for(line);
        let last = format!("[...document.querySelectorAll('[data-testid={line}]')].at(-1)");
        let before = window.script(&format!("return {last}.ariaExpanded"));
        window.click(line);
        window.wait(&format!("return {last}.ariaExpanded !== {before}"));
        window.wait_for("path");
        window.wait(
            "const path = document.querySelector('[data-testid=path]').getBoundingClientRect();
             const room = document.querySelector('.exchanges').getBoundingClientRect();
             return path.top >= room.top && path.top < room.bottom - 100",
        );
    }
    window.click("quiet-line");
    window.wait("return !document.querySelector('[data-testid=path]')");
}

fn a_citation_leads_to_its_passage(window: &AppWindow, story: &Path) {
    window.click("citation-1");
    let marked = window.wait(
        "return [...document.querySelectorAll('[data-testid=passage]')]
            .map(mark => mark.textContent).join(' ')",
    );
    let book = fs::read_to_string(story.join("story.txt")).unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let marked = words(marked.as_str().unwrap());
    assert!(marked.len() > 20, "{marked:?}");
    assert!(words(&book).contains(&marked), "not in the book: {marked:?}");
    let seen = window.wait(
        "const mark = document.querySelector('mark.quoted').getBoundingClientRect();
         return mark.top > 0 && mark.bottom < innerHeight",
    );
    assert_eq!(seen, true, "what is quoted is on screen");
    let shown = window.wait(
        "const words = text => text.split(/\\s+/).filter(word => word).join(' ');
         const quote = [...document.querySelectorAll('mark.quoted')]
            .map(mark => mark.textContent).join(' ');
         const citation = document.querySelector('[data-testid=citation-1] .quoted').textContent;
         return words(citation).includes(words(quote).slice(0, 40))",
    );
    assert_eq!(shown, true, "the citation quotes it");
}

/// A click on the picture shows a point with its text and the nodes from which it was written; a
/// click on one of these shows the point among those written from it.
fn the_graph_shows_a_point(window: &AppWindow, sandbox: &Sandbox) {
    window.click("show-graph");
    let spot = window.wait(
        "const picture = document.querySelector('[data-testid=picture]');
         const svg = picture?.querySelector('svg');
         if (svg?.viewBox.baseVal.width !== picture?.clientWidth) return false;
         const top = [...svg.querySelectorAll('.all .dots')].at(-1).getAttribute('d');
         const [, x, y] = /^M([\\d.]+) ([\\d.]+)h0/.exec(top);
         const corner = picture.getBoundingClientRect();
         return [Math.round(corner.left + +x), Math.round(corner.top + +y)]",
    );
    window.click_at(spot[0].as_i64().unwrap(), spot[1].as_i64().unwrap());
    let graph = sandbox.json(&["show", "1"]).json;
    let (point, level) = node_shown(window, &graph);
    assert!(level > 1, "the highest is a point");
    let node = &graph["nodes"][point];
    window.wait_for_text("point-text", node["text"].as_str().unwrap().trim());

    let edges = graph["edges"].as_array().unwrap();
    let mut written_from: Vec<u64> = edges
        .iter()
        .filter(|edge| edge["from"] == point)
        .map(|edge| edge["to"].as_u64().unwrap())
        .collect();
    written_from.sort_unstable();
    if window.script("return !!document.querySelector('[data-testid=more-neighbours]')") == true {
        window.click("more-neighbours");
    }
    assert!(!written_from.is_empty() && neighbours(window) == written_from, "{written_from:?}");

    window.click(&format!("neighbour-{}", written_from[0]));
    window.wait(&format!("return !!document.querySelector('[data-testid=neighbour-{point}]')"));
    assert_eq!(node_shown(window, &graph).0 as u64, written_from[0]);
}

/// The number and the level of the selected node. On screen passages and points are each counted
/// from 1.
fn node_shown(window: &AppWindow, graph: &Value) -> (usize, usize) {
    let name = window.text("point-name");
    let mut numbers =
        name.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse::<usize>().ok());
    let (nth, level) = (numbers.next().unwrap() - 1, numbers.next().unwrap_or(1));
    let nodes = graph["nodes"].as_array().unwrap();
    let before = nodes.iter().filter(|node| level > 1 && node["level"] == 1).count();
    (before + nth, level)
}

/// The nodes listed as neighbours, ordered by number.
fn neighbours(window: &AppWindow) -> Vec<u64> {
    let listed = window.script(
        "return [...document.querySelectorAll('[data-testid^=neighbour-]')]
            .map(button => +button.dataset.testid.split('-')[1]).sort((a, b) => a - b)",
    );
    serde_json::from_value(listed).unwrap()
}

fn the_command_line_shows_the_same(sandbox: &Sandbox, answer: &str) {
    let list = sandbox.json(&["list"]).json;
    assert_eq!(list[0]["state"], "ready");
    let history = sandbox.json(&["history", "1"]).json;
    let kept = history[0]["answer"].as_str().unwrap();
    assert!(!kept.is_empty() && answer.contains(kept), "{kept:?} against {answer:?}");
}

/// The engine is killed; the window reports it, stays, and answers the next question.
fn the_window_outlives_its_engine(window: &AppWindow, sandbox: &Sandbox) {
    faults::kill_engine(&sandbox.path("library"));
    let shown = window.text("notice");
    assert!(shown.contains("The engine stopped") && shown.contains("signal 9"), "{shown:?}");
    window.write("question", &format!("Where does nobody live?{ENTER}"));
    window.wait("return document.querySelectorAll('[data-testid=quiet-line]').length >= 2");
}

/// Neither the window nor its engine nor WebKit's processes had a socket that leads outside. The
/// driver's own sockets, within the machine, show that the watch worked.
fn nothing_left_the_machine(watch: SocketMonitor) {
    let seen = watch.end();
    let names = |start: &str| seen.names.iter().any(|name| name.starts_with(start));
    assert!(names("pecan-desktop") && names("WebKitWeb"), "{:?}", seen.names);
    assert!(!seen.sockets.is_empty(), "the driver drives through a socket");
    let outward: Vec<_> = seen.sockets.iter().filter(|(_, socket)| socket.leaves()).collect();
    assert!(outward.is_empty(), "{outward:?}");
}
