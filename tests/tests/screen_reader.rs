//! The real window for a screen reader: every control has a name and a fitting role, there are
//! landmarks, and the important controls have the same names as on screen.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(target_os = "linux")]

use serde_json::Value;
use tests::accessible::{AccessibilityTree, AccessibleNode};
use tests::browser::{AppWindow, ENTER, has_display};
use tests::screen_reader_rules::{is_there, untold};
use tests::{Sandbox, alone, text};

/// A view: the test id of the control that leads to it, and the nodes that are there then.
struct View {
    press: &'static str,
    there: &'static [(&'static str, &'static str)],
}

/// The nodes in every view.
const ALWAYS: &[(&str, &str)] = &[
    ("banner", ""),
    ("navigation", ""),
    ("main", ""),
    ("complementary", "Library"),
    ("region", "Questions"),
    ("group", "View"),
    ("button", "Document"),
    ("button", "Graph"),
    ("button", "Both"),
    ("button", "demonstration model"),
    ("button", "Library"),
    ("button", "Settings"),
    ("button", "Add…"),
    ("searchbox", "Search titles and text"),
    ("button", "Remove"),
    ("textbox", "Ask this document…"),
    ("button", "Ask"),
];

/// The views, in order.
const VIEWS: &[View] = &[
    View {
        press: "show-text",
        there: &[
            ("region", "Document"),
            ("button", "Previous page"),
            ("button", "Next page"),
            ("group", "Page view"),
            ("button", "Page"),
            ("button", "Two pages"),
            ("article", ""),
            ("image", ""),
        ],
    },
    View { press: "look-text", there: &[("article", ""), ("paragraph", "")] },
    View {
        press: "show-graph",
        there: &[
            ("region", "Graph"),
            ("slider", ""),
            ("searchbox", "Find points…"),
            ("button", "Zoom in"),
            ("button", "Table"),
            ("application", ""),
            ("group", "Path, step by step"),
            ("button", "Play"),
        ],
    },
    View { press: "as-table", there: &[("table", "Graph"), ("button", "Level")] },
    View {
        press: "show-settings",
        there: &[
            ("region", "Settings"),
            ("heading", "Model"),
            ("button", "Open model…"),
            ("textbox", "Patience"),
            ("button", "Theme"),
            ("button", "Language"),
        ],
    },
    View { press: "quiet-line", there: &[("region", "Path"), ("list", ""), ("listitem", "")] },
];

#[test]
fn a_screen_reader_finds_every_control_by_its_name() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(26, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let tree = sandbox.tree();
    window.click("open-document");
    window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
    window.write("question", &format!("Where is the lamp?{ENTER}"));
    window.wait_for("quiet-line");
    for View { press, there } in VIEWS {
        window.click(press);
        let wanted = || ALWAYS.iter().chain(*there);
        let nodes = tree.wait(|nodes| wanted().all(|wanted| is_there(nodes, wanted)));
        assert_eq!(untold(&nodes), [""; 0], "{press}");
        one_heading_is_the_first(&nodes, press);
    }
}

/// The words of a printed page are read aloud, whether it is shown as a picture or as text.
#[test]
fn a_printed_page_is_read_aloud() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(26, 2);
    assert!(sandbox.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let printed = String::from_utf8(sandbox.run(&["text", "1"]).stdout).unwrap();
    let printed: Vec<&str> = printed.split_whitespace().skip(30).take(12).collect();
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let tree = sandbox.tree();
    window.click("open-document");
    for look in ["look-page", "look-text"] {
        window.click(look);
        tree.wait(|nodes| {
            let shown: Vec<&str> =
                nodes.iter().flat_map(|node| node.text.split_whitespace()).collect();
            shown.windows(printed.len()).any(|shown| shown == printed)
        });
    }
}

/// Moving the focus from control to control moves the screen reader along.
#[test]
fn the_focus_is_announced() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    window.wait_for("add");
    let tree = sandbox.tree();
    for (id, name) in [("add", "Add…"), ("show-settings", "Settings"), ("fold-library", "Library")]
    {
        window.script(&format!("document.querySelector('[data-testid={id}]').focus()"));
        tree.wait(|nodes| {
            let focused: Vec<&AccessibleNode> = nodes.iter().filter(|node| node.focused).collect();
            matches!(focused.as_slice(), [.., last] if last.name == name)
        });
    }
}

/// The system's own menu bar, whose items are activated as by a screen reader.
#[test]
fn the_menu_bar_does_what_it_says() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(26, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let tree = sandbox.tree();
    window.click("open-document");
    for (item, there) in
        [("Show graph", "as-table"), ("Show document", "look-text"), ("Settings", "settings")]
    {
        tree.choose(item);
        window.wait_for(there);
    }
}

/// Selecting a point with the pointer or with keys announces it.
#[test]
fn a_selected_point_is_announced() {
    if !has_display() {
        return;
    }
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(52, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let graph = sandbox.json(&["show", "1"]).json;
    let nodes = graph["nodes"].as_array().unwrap();
    let text = |node: &Value| {
        node["text"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (passages, points): (Vec<&Value>, Vec<&Value>) =
        nodes.iter().partition(|node| node["level"] == 1);
    let texts = [passages, points].map(|all| all.into_iter().map(text).collect::<Vec<String>>());
    let window = AppWindow::open(&sandbox.path("library"), &[]);
    let tree = sandbox.tree();
    window.click("open-document");
    window.click("show-graph");
    window.wait("return !!document.querySelector('[data-testid=picture] .all .dots')");
    // The status element exists beforehand; otherwise it would not be heard.
    window
        .wait("return !!(window.teller = document.querySelector('[data-testid=point-announced]'))");
    assert_eq!(window.script("return window.teller.textContent"), "");
    for (id, keys) in [("picture", "\u{e013}"), ("picture", "\u{e015}"), ("picture", "\u{e014}")] {
        window.write(id, keys);
        is_told(&window, &tree, &texts);
    }
    window.click("as-table");
    window.wait_for("row-0");
    window.script("document.querySelector('[data-testid=row-0] button').click()");
    is_told(&window, &tree, &texts);
    window.press("Escape", false);
    window.wait("return window.teller.textContent === ''");
}

/// Waits until the status has the name and the beginning of the point in the panel: passages and
/// points are each counted from 1.
fn is_told(window: &AppWindow, tree: &AccessibilityTree, [passages, points]: &[Vec<String>; 2]) {
    let name = window.text("point-name");
    let shown = window.wait(&format!(
        "return window.teller.isConnected && window.teller.textContent.startsWith({name:?})
             && window.teller.textContent"
    ));
    let shown = shown.as_str().unwrap().to_owned();
    let number: usize =
        name.split(|c: char| !c.is_ascii_digit()).find_map(|n| n.parse().ok()).unwrap();
    let texts = if name.contains("level") { points } else { passages };
    // A passage is announced from the beginning of a sentence.
    let words = shown.strip_prefix(&name).unwrap().trim_start_matches([':', ' ']);
    let beginning: String = words.chars().take(40).collect();
    assert!(beginning.chars().count() >= 20, "{shown:?}");
    assert!(texts[number - 1].contains(&beginning), "{shown:?} is not {:?}", texts[number - 1]);
    tree.wait(|nodes| nodes.iter().any(|node| node.role == "status" && node.text.contains(&shown)));
}

fn one_heading_is_the_first(nodes: &[AccessibleNode], view: &str) {
    let first = nodes.iter().filter(|node| node.tag == "h1");
    assert_eq!(first.filter(|node| !node.name.is_empty()).count(), 1, "{view}");
}
