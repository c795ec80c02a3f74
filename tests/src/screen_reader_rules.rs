//! Requirements of screen readers on everything that the window shows: every control has a name and
//! a fitting role, and every picture has a name.

use crate::accessible::AccessibleNode;

/// The roles of elements that can have the focus.
const FOCUSABLE: &[&str] = &[
    "application",
    "article",
    "button",
    "checkbox",
    "combobox",
    // A sheet without a field takes the focus itself.
    "dialog",
    // A menu leads to a heading.
    "heading",
    "link",
    "listbox",
    "menuitem",
    // A sentence of an answer, which shows what it rests on.
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

/// The roles that an element may have for a screen reader.
const ROLES: &[(&str, &[&str])] = &[
    ("article", &["article"]),
    ("aside", &["complementary"]),
    ("button", &["button", "tab", "menuitem"]),
    ("input", &["searchbox", "slider", "textbox", "checkbox", "radio", "combobox"]),
    ("main", &["main"]),
    ("nav", &["navigation"]),
    // WebKit calls a `select` that unfolds a list a button.
    ("select", &["button", "combobox", "listbox"]),
    ("table", &["table"]),
    ("textarea", &["textbox"]),
];

/// The elements to use, whether or not they are enabled.
const CONTROLS: &[&str] = &["button", "input", "select", "textarea"];

/// Whether there is a node with a role and a name, or with any name if that is empty.
pub fn is_there(nodes: &[AccessibleNode], (role, name): &(&str, &str)) -> bool {
    nodes.iter().any(|node| node.role == *role && (name.is_empty() || node.name == *name))
}

/// The faults of a page for a screen reader, in words.
pub fn untold(nodes: &[AccessibleNode]) -> Vec<String> {
    let of_page = nodes.iter().filter(|node| !node.tag.is_empty() && node.tag != "body");
    of_page.filter_map(|node| Some(format!("{}: {node:?}", lack(node)?))).collect()
}

/// The fault of an element, if it has one.
fn lack(node: &AccessibleNode) -> Option<&'static str> {
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

    fn node(tag: &str, role: &str, name: &str) -> AccessibleNode {
        let [tag, role, name] = [tag, role, name].map(str::to_owned);
        let text = String::new();
        AccessibleNode { name, role, tag, text, focusable: false, focused: false, showing: true }
    }

    #[test]
    fn faults_for_a_screen_reader_are_found() {
        for (node, lacks) in [
            (node("button", "button", "Add…"), false),
            (node("button", "button", ""), true),
            (node("button", "link", "Add…"), true),
            (node("div", "", ""), false),
            (AccessibleNode { focusable: true, ..node("div", "", "A name") }, true),
            (AccessibleNode { focusable: true, ..node("div", "region", "A name") }, false),
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
