//! Long work outlasts the window that began it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use library::Library;
use tests::browser::{AppWindow, has_display};
use tests::{Sandbox, add_text, alone, faults};

/// Waiting and running jobs are in the queue again, in order and still paused or not, whether the
/// window was closed or killed.
#[test]
fn the_queue_outlasts_the_window() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let place = sandbox.path("library");
    let story = std::fs::read_to_string(sandbox.story(26, 12).join("story.txt")).unwrap();
    let mut library = Library::open(&place).unwrap();
    for title in ["One", "Two", "Three"] {
        add_text(&mut library, title, &format!("{title}.\n\n{story}")).unwrap();
    }
    drop(library);
    let window = AppWindow::open(&place, &[]);
    window.press_in(1, "resume-building");
    window.click("pause");
    window
        .wait("return document.querySelector('[data-testid=queue]').innerText.includes('Resume')");
    for document in [2, 3] {
        window.press_in(document, "resume-building");
    }
    window.press_in(3, "do-next");
    is_held_back_with_the_third_first(&window);
    drop(window);

    let window = AppWindow::open(&place, &[]);
    is_held_back_with_the_third_first(&window);
    faults::kill_window(&place);
    drop(window);

    let window = AppWindow::open(&place, &[]);
    is_held_back_with_the_third_first(&window);
    window.click("pause");
    window.wait(&format!("return {}.includes('%')", state_of(3)));
    faults::kill_window(&place);
    drop(window);

    let window = AppWindow::open(&place, &[]);
    let ready: Vec<String> =
        [1, 2, 3].map(|document| format!("{} === 'ready'", state_of(document))).into();
    window.wait(&format!("return {}", ready.join(" && ")));
    drop(window);
    assert!(!place.join("queue.json").exists(), "nothing is left");
}

/// The state of a document in the library.
fn state_of(document: u32) -> String {
    format!(
        "(document.querySelector('[data-testid=document-{document}] [data-testid=document-state]')
            ?.innerText ?? '')",
    )
}

fn is_held_back_with_the_third_first(window: &AppWindow) {
    window.wait(
        "return document.querySelector('[data-testid=queue]')?.innerText
            .includes('Paused, 3 queued')",
    );
    window.wait(
        "const behind = document => !!window.document.querySelector(
            `[data-testid=document-${document}] [data-testid=do-next]`);
         return behind(1) && behind(2) && !behind(3)",
    );
}
