use serde::{Deserialize, Serialize};

/// A menu of the bar, as the window's page wants it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// Its name.
    pub name: String,
    /// What stands in it, in groups with a line between them.
    pub groups: Vec<Vec<MenuItem>>,
}

impl Menu {
    /// All that stands in it, in order.
    pub fn items(&self) -> impl Iterator<Item = &MenuItem> {
        self.groups.iter().flatten()
    }

    /// What cannot change without a bar being made anew: names, and the items' ids.
    pub fn words(&self) -> (&str, Vec<(&str, &str)>) {
        (&self.name, self.items().map(|item| (item.id.as_str(), item.name.as_str())).collect())
    }
}

/// Something to choose in a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuItem {
    /// By this the page knows what was chosen.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The keys that do the same.
    pub keys: Option<Keys>,
    /// Whether it can be done now.
    pub possible: bool,
    /// Whether it is so now; none where that is no question.
    pub checked: Option<bool>,
}

/// Keys that are pressed together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys {
    /// With Control, or Command on a Mac.
    pub control: bool,
    /// With Shift, where the sign itself does not need it.
    pub shift: bool,
    /// A sign, or a key's name as browsers have it, such as `Escape`.
    pub key: String,
}

/// The colours that the page has now, red, green and blue, and the size of its letters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MenuLooks {
    /// The ground.
    pub paper: [u8; 3],
    /// What is written on it.
    pub ink: [u8; 3],
    /// What is less important.
    pub muted: [u8; 3],
    /// Lines.
    pub line: [u8; 3],
    /// What stands out.
    pub accent: [u8; 3],
    /// What is written on that.
    pub on_accent: [u8; 3],
    /// The height of letters in pixels.
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
