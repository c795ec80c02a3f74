//! The system's file dialogs, answered with the keyboard and read as a screen reader does.

use crate::accessible::{AccessibilityTree, AccessibleNode};
use crate::screen::{CONTROL, ENTER, Screen};

/// The title of the window itself.
pub const MAIN: &str = "Pecan";
/// The title of the dialog that picks documents, in English.
pub const PICK: &str = "Add documents";
/// The title of the dialog that picks folders.
pub const PICK_FOLDERS: &str = "Add folders as collections";
/// The title of the dialog that asks where to save an answer.
pub const SAVE: &str = "Save answer";
/// The title of the dialogs that ask where to save names, as a file or in a folder.
pub const SAVE_NAMES: &str = "Save names";

/// Enters a file in the dialog with a title, which opens it or saves to it.
///
/// # Panics
/// If there is no such dialog, or it does not accept the file.
pub fn answer(tree: &AccessibilityTree, title: &str, file: &str) {
    let screen = Screen::open();
    screen.focus(title);
    tree.wait(|nodes| nodes.iter().any(|node| native(node) && node.focused));
    // This replaces the proposed name; in a dialog that opens files, it begins a name.
    screen.press(&[CONTROL, u32::from('a')]);
    let (beginning, rest) = file.split_at(1);
    for (keys, written) in [(beginning, beginning), (rest, file)] {
        screen.write(keys);
        // The dialog itself completes a folder's name.
        let ended = format!("{written}/");
        let is_written = |node: &AccessibleNode| node.text == written || node.text == ended;
        tree.wait(|nodes| nodes.iter().any(|node| native(node) && is_written(node)));
    }
    screen.press(&[ENTER]);
    screen.wait_without(title);
}

/// Whether the node belongs to a dialog, and not to the page.
fn native(node: &AccessibleNode) -> bool {
    node.tag.is_empty() && node.role.is_empty()
}
