//! Looking names up, and opening the page of one.

use leptos::prelude::*;
use protocol::EntityId;

use crate::dom::elements;
use crate::entities::store::EntityStore;

impl EntityStore {
    /// Shows what selected words name: the entity's page, or the names that contain the words.
    pub fn look_up_name(self, selected: &str) {
        self.kind.set(None);
        self.chosen.set(None);
        self.words.set(selected.to_owned());
        self.looked_up.set_value(Some(selected.to_owned()));
        if self.is_shown() {
            self.find_looked_up();
        } else {
            self.toggle();
        }
    }

    /// Opens the page of the looked-up name, if the names are known and contain it.
    pub fn find_looked_up(self) {
        let Some(names) = self.names.get_untracked() else { return };
        let Some(selected) = self.looked_up.try_update_value(Option::take).flatten() else {
            return;
        };
        match names.meant(&selected).map(|entity| entity.id) {
            Some(id) => {
                // Going back leads to all names.
                self.words.set(String::new());
                self.choose(id);
            }
            None => request_animation_frame(|| elements::focus_within(elements::NAMES)),
        }
    }

    /// Opens the page of a listed name, or of one that is named together with another.
    pub fn choose(self, id: EntityId) {
        let one = self.names.with_untracked(|names| names.as_ref()?.one(id).cloned());
        self.chosen.set(one);
        self.load_facts();
        // The page must be drawn first.
        request_animation_frame(|| elements::focus_within(elements::NAMES));
    }

    /// Goes back to all names, and to the entry of the chosen one.
    pub fn leave_name(self) {
        let chosen = self.chosen.get_untracked();
        self.chosen.set(None);
        request_animation_frame(move || {
            elements::focus_within(elements::NAMES);
            // It may not be in the list.
            if let Some(chosen) = chosen {
                elements::focus(&elements::of_name(chosen.id));
            }
        });
    }
}
