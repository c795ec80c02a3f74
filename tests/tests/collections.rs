//! Collections in the real window: shown, searched, asked, put into an order, and removed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use library::Library;
use protocol::{WindowStateChange, WindowStateEntry};
use tests::browser::{AppWindow, ENTER, ESCAPE, has_display};
use tests::{Sandbox, alone};

const LONG: &str = "Jon Reed rows to the island every evening.\n\nOne night he lost a silver oar, and \
                    never found it again.";

/// A folder's documents are listed together, found by their words, and can be asked together.
#[test]
fn a_collection_is_shown_searched_and_asked() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let deeds = sandbox.path("Deeds");
    fs::create_dir(&deeds).unwrap();
    for (name, text) in [("lamp", "Mira Holt keeps a lamp in the cellar."), ("boat", LONG)] {
        fs::write(deeds.join(format!("{name}.txt")), text).unwrap();
    }
    assert!(sandbox.json(&["add", tests::text(&deeds)]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.wait_for("collection");
    let listed = "return document.querySelectorAll('[data-testid=open-document]').length";
    window.wait(&format!("{listed} === 2"));
    window.click("fold-collection");
    window.wait(&format!("{listed} === 0"));
    window.click("fold-collection");
    window.wait(&format!("{listed} === 2"));

    another_program_adds_a_document(&window, &sandbox);
    documents_are_put_into_an_order(&window);

    window.write("search", "\"silver oar\"");
    assert!(window.text("hit").contains("silver oar"));
    window.click("hit");
    let marked = window.wait("return document.querySelector('mark.quoted')?.textContent");
    assert_eq!(marked, "silver oar");
    window.script(
        "const field = document.querySelector('[data-testid=search]');
         field.value = ''; field.dispatchEvent(new Event('input'))",
    );

    window.click("ask-collection");
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    window.write("question", &format!("Where is the lamp?{ENTER}"));
    window.wait_for("quiet-line");
    let history = sandbox.json(&["history"]).json;
    assert_eq!(history[0]["documents"], serde_json::json!([1, 2]));
    a_collection_leaves_with_its_documents_or_without(&window, &sandbox);
}

/// Undoing restores all documents at once; the focus goes where the user continues.
fn a_collection_leaves_with_its_documents_or_without(window: &AppWindow, sandbox: &Sandbox) {
    let leaving = |count: u32| {
        window.wait(&format!(
            "return document.querySelectorAll('[data-testid=undo-remove]').length === {count}"
        ));
    };
    let focused = |id: &str| {
        window.wait(&format!("return document.activeElement.dataset.testid === '{id}'"));
    };
    window.click("change-collection");
    focused("collection-name");
    window.write("collection-name", ESCAPE);
    focused("change-collection");
    window.click("change-collection");
    window.write("collection-name", &format!("All deeds{ENTER}"));
    window.wait("return document.activeElement.dataset.collection === 'All deeds'");
    window.click("change-collection");
    window.click("remove-collected");
    leaving(2);
    focused("undo-collection");
    window.press("z", true);
    leaving(0);
    window.click("fold-collection");
    window.click("change-collection");
    window.click("remove-collected");
    assert!(window.text("collection-state").starts_with("2 documents will be removed"));
    window.click("undo-collection");
    focused("change-collection");
    window.click("fold-collection");
    another_window_takes_a_removal_back(window, sandbox);
    window.click("change-collection");
    window.click("dissolve-collection");
    focused("undo-collection");
    window.click("undo-collection");
    focused("change-collection");
    let lies_in = |name: &str| {
        let listed = sandbox.json(&["list"]).json;
        let all = listed.as_array().unwrap().iter();
        all.filter(|one| one["collections"] == serde_json::json!([name])).count()
    };
    let patience = Instant::now() + Duration::from_secs(20);
    while lies_in("All deeds") < 2 {
        assert!(Instant::now() < patience, "the collection is not put together again");
        thread::sleep(Duration::from_millis(200));
    }
    window.click("change-collection");
    window.click("dissolve-collection");
    window.wait("return !document.querySelector('[data-testid=collection]')");
    let listed = sandbox.json(&["list"]).json;
    let collections = listed.as_array().unwrap().iter().map(|one| &one["collections"]);
    assert!(collections.eq(&[serde_json::json!([]), serde_json::json!([]), serde_json::json!([])]));
}

/// A removal stays undone in both windows if either undoes it.
fn another_window_takes_a_removal_back(window: &AppWindow, sandbox: &Sandbox) {
    window.click("change-collection");
    window.click("remove-collected");
    let library = sandbox.path("library");
    let is_kept = |library: &Library| {
        library.window_state().unwrap().iter().filter(|entry| entry.key == "removal").count() == 2
    };
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        // The engine may be writing.
        if let Ok(mut writer) = Library::open(&library)
            && is_kept(&writer)
        {
            let removals = writer.window_state().unwrap();
            let removals = removals.into_iter().filter(|entry| entry.key == "removal");
            let undo = |entry: WindowStateEntry| WindowStateChange {
                key: entry.key,
                owner: entry.owner,
                value: None,
            };
            writer.save_window_state(&removals.map(undo).collect::<Vec<_>>()).unwrap();
            break;
        }
        assert!(Instant::now() < patience, "the removals are not kept");
        thread::sleep(Duration::from_millis(50));
    }
    window.wait("return !document.querySelector('[data-testid=undo-remove]')");
    assert_eq!(sandbox.json(&["list"]).json.as_array().unwrap().len(), 3);
}

/// The list includes it without a request by the user.
fn another_program_adds_a_document(window: &AppWindow, sandbox: &Sandbox) {
    let late = sandbox.path("an oar.txt");
    fs::write(&late, "An oar lay on the shore.").unwrap();
    let added = sandbox.json(&["add", tests::text(&late)]);
    assert!(added.succeeded, "{}", added.json);
    window.wait("return document.querySelectorAll('[data-testid=open-document]').length === 3");
}

/// Documents are sorted within their collection and below it.
fn documents_are_put_into_an_order(window: &AppWindow) {
    let orders = [("newest", "lamp"), ("title", "boat"), ("newest", "lamp"), ("oldest", "boat")];
    for (order, first) in orders {
        // The choice is not stored: the other tests expect the default.
        window.script(&format!(
            "const field = document.querySelector('[data-testid=order]');
             field.value = '{order}';
             field.dispatchEvent(new Event('change', {{ bubbles: true }}));
             localStorage.removeItem('order')"
        ));
        window.wait(&format!(
            "const rows = [...document.querySelectorAll('[data-testid=open-document]')];
             return rows[0].innerText.includes('{first}') && rows[2].innerText.includes('an oar')"
        ));
    }
}
