//! The languages of the real window.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;

use tests::browser::{AppWindow, has_display};
use tests::words::WindowLanguage;
use tests::{Sandbox, alone, dialog, text};

/// A new language applies at once, and unfinished input stays.
#[test]
fn the_window_speaks_the_language_that_is_chosen() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(24, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    window.write("question", "Who lives");
    window.click("show-settings");
    window.wait_for("language");
    for (tag, add, state) in [
        ("de", "Hinzufügen", "bereit"),
        ("fr", "Ajouter", "prêt"),
        ("es", "Añadir", "listo"),
        ("zh-CN", "添加", "就绪"),
        ("en", "Add", "ready"),
    ] {
        // The choice is not stored: the other tests read English.
        window.script(&format!(
            "const field = document.querySelector('[data-testid=language]');
             field.value = '{tag}';
             field.dispatchEvent(new Event('change', {{ bubbles: true }}));
             localStorage.removeItem('language')"
        ));
        window.wait(&format!(
            "return document.documentElement.lang === '{tag}'
                 && document.querySelector('[data-testid=add]').innerText.startsWith('{add}')"
        ));
        window.wait_for_text("document-state", state);
        window.wait("return document.activeElement.dataset.testid === 'language'");
    }
    let begun = window.script("return document.querySelector('[data-testid=question]').value");
    assert_eq!(begun, "Who lives");
}

/// Every heading and control of the window has its text in the chosen language, in every view.
#[test]
fn every_heading_and_control_speaks_the_language() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(34, 2);
    assert!(sandbox.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.click("open-document");
    window.ask_of(&story);
    // The facts about the model arrive later, and bring controls with them.
    window.click("show-settings");
    window.wait_for("try-model");
    let english = WindowLanguage::ENGLISH.words();
    let before = said_in_all_views(&window);
    for language in &WindowLanguage::ALL[1..] {
        let (tag, words) = (language.tag, language.words());
        language.choose(&window);
        let after = said_in_all_views(&window);
        for (view, said) in &after {
            let pairs = before[view].iter().zip(said);
            assert_eq!(before[view].len(), said.len(), "{tag}, {view}");
            let mut spoken = 0;
            for (was, is) in pairs {
                let keys = english.iter().filter(|(_, words)| *words == was);
                let mut known = keys.filter_map(|(key, _)| words.get(key)).peekable();
                if known.peek().is_some() {
                    spoken += 1;
                    assert!(known.any(|words| words == is), "{tag}, {view}: {was:?} is {is:?}");
                }
            }
            assert!(spoken > 12, "{tag}, {view}: {said:?}");
        }
    }
}

/// A file that fails is reported in the chosen language: the problem, what to do, and then the
/// engine's own message, marked as English.
#[test]
fn a_failed_file_is_reported_in_the_chosen_language() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let cut = sandbox.path("cut.pdf");
    fs::write(&cut, "%PDF-1.7\n").unwrap();
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    WindowLanguage::GERMAN.choose(&window);
    let words = WindowLanguage::GERMAN.words();
    window.click("add");
    dialog::answer(&sandbox.tree(), &words["add-title"], text(&cut));
    let shown = window.text("notice");
    for said in ["failed-document-broken", "advice-document-broken", "in-detail"] {
        assert!(shown.contains(&words[said]), "{said} is not in {shown:?}");
    }
    let own =
        window.script("return document.querySelector('[data-testid=notice] [lang=en]').innerText");
    assert!(own.as_str().unwrap().starts_with("This PDF is damaged: "), "{own}");
}

/// The texts of headings and controls, by view, without those of the documents.
fn said_in_all_views(window: &AppWindow) -> BTreeMap<&'static str, Vec<String>> {
    let views = ["show-text", "show-graph", "show-both", "show-settings"];
    let said = |view: &'static str| {
        window.click(view);
        window.wait(&format!(
            "return document.querySelector('[data-testid={view}]').ariaPressed === 'true'
                 && !document.querySelector('.loading')"
        ));
        let said = window.script(
            "const all = document.querySelectorAll('h2, h3, button, label, input, textarea, select,'
                 + 'option, section, aside, nav, [role=group], output');
             return [...all].filter(one => one.checkVisibility()).flatMap(one =>
                 [one.ariaLabel, one.title, one.placeholder, one.childElementCount
                     ? null : one.textContent]).map(words => (words ?? '').trim())",
        );
        (view, serde_json::from_value(said).unwrap())
    };
    views.map(said).into()
}
