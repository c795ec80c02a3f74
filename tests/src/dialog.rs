//! The system's dialogs for files, answered with the keyboard and read as a screen reader does.

use crate::accessible::{Node, Tree};
use crate::screen::{CONTROL, ENTER, Screen};

/// The title of the window itself.
pub const MAIN: &str = "Pecan";
/// Of the dialog in which documents are picked, in English.
pub const PICK: &str = "Add documents";
/// Of that in which folders are.
pub const PICK_FOLDERS: &str = "Add folders as collections";
/// Of that which asks where an answer is to be saved.
pub const SAVE: &str = "Save the answer";
/// Of those which ask where names are to be saved, as a file or in a folder.
pub const SAVE_NAMES: &str = "Save the names";

/// Names a file in the dialog with a title, which opens it or saves to it.
///
/// # Panics
/// If there is no such dialog, or it does not take that.
pub fn answer(tree: &Tree, title: &str, file: &str) {
    let screen = Screen::open();
    screen.focus(title);
    tree.wait(|nodes| nodes.iter().any(|node| native(node) && node.focused));
    // In place of the name that is proposed; where files are opened, this begins a name.
    screen.press(&[CONTROL, u32::from('a')]);
    let (beginning, rest) = file.split_at(1);
    for (keys, written) in [(beginning, beginning), (rest, file)] {
        screen.write(keys);
        // A folder's name is ended by the dialog itself.
        let ended = format!("{written}/");
        let is_written = |node: &Node| node.text == written || node.text == ended;
        tree.wait(|nodes| nodes.iter().any(|node| native(node) && is_written(node)));
    }
    screen.press(&[ENTER]);
    screen.wait_without(title);
}

/// Whether it is part of a dialog, and not of the page.
fn native(node: &Node) -> bool {
    node.tag.is_empty() && node.role.is_empty()
}
