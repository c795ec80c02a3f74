//! The layout of the real window: at any size, nothing is torn apart or out of reach.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::time::Duration;

use tests::browser::{AppWindow, has_display};
use tests::{Sandbox, alone, text};

/// Related elements stay together at any window size, and questions keep their scroll position.
#[test]
fn a_window_that_is_resized_tears_nothing_apart() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(28, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
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
    window.ask_of(&story);
    an_answer_is_read_from_its_beginning(&window);
}

/// Whether elements follow one another without a gap.
fn touch(window: &AppWindow, elements: &str) {
    window.wait(&format!(
        "const boxes = {elements}.map(one => one.getBoundingClientRect());
         return boxes.length > 1
             && boxes.slice(1).every((one, nth) => Math.abs(one.left - boxes[nth].right) < 1)",
    ));
}

fn in_one_line(window: &AppWindow, elements: &str) {
    window.wait(&format!(
        "const boxes = {elements}.map(one => one.getBoundingClientRect());
         return boxes.length > 1
             && boxes.slice(1).every((one, nth) => one.left >= boxes[nth].right
                 && one.top < boxes[nth].bottom && boxes[nth].top < one.bottom)",
    ));
}

fn questions_stay_at_their_end(window: &AppWindow) {
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
    // Until the window has noticed the scrolling.
    std::thread::sleep(Duration::from_millis(500));
    let before = window.script(&format!("{list}; return list.clientHeight")).as_u64();
    window.resize(1_280, 490);
    window.wait(&format!("{list}; return list.clientHeight < {}", before.unwrap()));
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(window.script(&format!("{list}; return list.scrollTop")), 20);
}

/// For an answer that is, with its passages, higher than the list.
fn an_answer_is_read_from_its_beginning(window: &AppWindow) {
    window.wait(
        "const list = document.querySelector('[data-testid=exchanges]');
         const last = list.lastElementChild;
         const above = last.getBoundingClientRect().top - list.getBoundingClientRect().top;
         return last.clientHeight > list.clientHeight && Math.abs(above) < 20",
    );
}

/// If there is room for one column, only the last one chosen is visible.
#[test]
fn in_a_narrow_window_there_is_one_column_at_a_time() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(26, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
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
