//! What a screen reader has to be told of whatever the window shows: every control has a name and a
//! fitting role, and no picture is nameless.

use crate::accessible::Node;

/// What can have the focus is one of these.
const FOCUSABLE: &[&str] = &[
    "application",
    "article",
    "button",
    "checkbox",
    "combobox",
    // A sheet without a field has the focus itself.
    "dialog",
    // A menu leads to one.
    "heading",
    "link",
    "listbox",
    "menuitem",
    // A sentence of an answer, which tells what it rests on.
    "note",
    "option",
    "radio",
    "region",
    "searchbox",
    "separator",
    "slider",
    "tab",
    "textbox",
];

/// What an element has to be for a screen reader.
const ROLES: &[(&str, &[&str])] = &[
    ("article", &["article"]),
    ("aside", &["complementary"]),
    ("button", &["button", "tab", "menuitem"]),
    ("input", &["searchbox", "slider", "textbox", "checkbox", "radio", "combobox"]),
    ("main", &["main"]),
    ("nav", &["navigation"]),
    // WebKit calls what unfolds a list a button, for what it is told to be.
    ("select", &["button", "combobox", "listbox"]),
    ("table", &["table"]),
    ("textarea", &["textbox"]),
];

/// What is used, whether or not it can be just now.
const CONTROLS: &[&str] = &["button", "input", "select", "textarea"];

/// Whether there is something with a role and a name, or with whatever name.
pub fn is_there(nodes: &[Node], (role, name): &(&str, &str)) -> bool {
    nodes.iter().any(|node| node.role == *role && (name.is_empty() || node.name == *name))
}

/// What of a page is not told as it has to be, in words.
pub fn untold(nodes: &[Node]) -> Vec<String> {
    let of_page = nodes.iter().filter(|node| !node.tag.is_empty() && node.tag != "body");
    of_page.filter_map(|node| Some(format!("{}: {node:?}", lack(node)?))).collect()
}

/// What is wrong with an element, if anything is.
fn lack(node: &Node) -> Option<&'static str> {
    let used = node.focusable || CONTROLS.contains(&node.tag.as_str());
    let is_image = matches!(node.role.as_str(), "img" | "image");
    if (used || is_image) && node.name.is_empty() {
        return Some("it has no name");
    }
    if node.focusable && !FOCUSABLE.contains(&node.role.as_str()) {
        return Some("it is nothing that is used");
    }
    let wanted = ROLES.iter().find(|(tag, _)| *tag == node.tag);
    let fits = wanted.is_none_or(|(_, roles)| roles.contains(&node.role.as_str()));
    (!fits).then_some("it is something else than it looks like")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(tag: &str, role: &str, name: &str) -> Node {
        let [tag, role, name] = [tag, role, name].map(str::to_owned);
        let text = String::new();
        Node { name, role, tag, text, focusable: false, focused: false, showing: true }
    }

    #[test]
    fn what_is_not_told_is_found() {
        for (node, lacks) in [
            (node("button", "button", "Add…"), false),
            (node("button", "button", ""), true),
            (node("button", "link", "Add…"), true),
            (node("div", "", ""), false),
            (Node { focusable: true, ..node("div", "", "A name") }, true),
            (Node { focusable: true, ..node("div", "region", "A name") }, false),
            (node("svg", "image", ""), true),
            (node("", "", ""), false),
        ] {
            assert_eq!(!untold(std::slice::from_ref(&node)).is_empty(), lacks, "{node:?}");
        }
    }

    #[test]
    fn something_is_there_by_its_role_and_name() {
        let nodes = [node("button", "button", "Add…")];
        assert!(is_there(&nodes, &("button", "Add…")) && is_there(&nodes, &("button", "")));
        assert!(!is_there(&nodes, &("link", "Add…")) && !is_there(&nodes, &("button", "Ask")));
    }
}
