use serde::{Deserialize, Serialize};

/// A menu of the bar, as requested by the window's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// Its name.
    pub name: String,
    /// Its items, in groups separated by lines.
    pub groups: Vec<Vec<MenuItem>>,
}

impl Menu {
    /// Iterates over all items in order.
    pub fn items(&self) -> impl Iterator<Item = &MenuItem> {
        self.groups.iter().flatten()
    }

    /// Returns what cannot change without rebuilding the bar: names, and the items' ids.
    pub fn words(&self) -> (&str, Vec<(&str, &str)>) {
        (&self.name, self.items().map(|item| (item.id.as_str(), item.name.as_str())).collect())
    }
}

/// An item of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuItem {
    /// The id by which the page recognises the choice.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The keys that do the same.
    pub keys: Option<KeyCombination>,
    /// Whether it is enabled.
    pub possible: bool,
    /// Whether it is checked; `None` if it has no check mark.
    pub checked: Option<bool>,
}

/// A combination of keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyCombination {
    /// With Control, or Command on a Mac.
    pub control: bool,
    /// With Shift, if the character itself does not need it.
    pub shift: bool,
    /// A character, or a key's name as in browsers, such as `Escape`.
    pub key: String,
}

/// The page's current colours as red, green and blue, and its font size.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MenuLooks {
    /// The background.
    pub paper: [u8; 3],
    /// The text.
    pub ink: [u8; 3],
    /// Less important text.
    pub muted: [u8; 3],
    /// Lines.
    pub line: [u8; 3],
    /// The highlight.
    pub accent: [u8; 3],
    /// Text on the highlight.
    pub on_accent: [u8; 3],
    /// The font size in pixels.
    pub letters: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu(name: &str, items: &[(&str, bool)]) -> Menu {
        let item = |&(name, possible): &(&str, bool)| MenuItem {
            id: name.to_lowercase(),
            name: name.to_owned(),
            keys: None,
            possible,
            checked: None,
        };
        Menu { name: name.to_owned(), groups: vec![items.iter().map(item).collect()] }
    }

    #[test]
    fn only_other_words_make_another_bar() {
        let menu = |name, possible| menu(name, &[("Undo", possible), ("Copy", true)]);
        assert_eq!(menu("Edit", true).words(), menu("Edit", false).words());
        assert_ne!(menu("Edit", true).words(), menu("Bearbeiten", true).words());
        assert_eq!(menu("Edit", true).items().count(), 2);
    }
}
