//! Corrections of names.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Correction, Entity, NameCorrection, Outcome, Request};

use crate::dom::elements;
use crate::entities::names::{DocumentNameList, is_date};
use crate::entities::store::{EntityStore, bound, count_up};
use crate::ipc;

impl EntityStore {
    /// Corrects the meaning of names of the open document.
    pub fn correct_names(self, correction: NameCorrection) {
        let Some(document) = self.reader.document.get_untracked() else { return };
        let until = self.listed_until();
        self.change_names(Request::CorrectNames { document, correction, until: bound(until) });
    }

    /// Takes a correction back.
    pub fn undo_correction(self, correction: &Correction) {
        let Some(document) = self.reader.document.get_untracked() else { return };
        let until = self.listed_until();
        let correction = correction.id;
        self.change_names(Request::UndoCorrection { document, correction, until: bound(until) });
    }

    /// The last correction of the listed names.
    pub fn last_correction(self) -> Option<Correction> {
        self.names.with(|names| names.as_ref()?.corrections().last().cloned())
    }

    /// The character before which the listed names stand.
    fn listed_until(self) -> Option<u32> {
        self.names.with_untracked(|names| names.as_ref()?.until)
    }

    fn change_names(self, request: Request) {
        let until = self.listed_until();
        // Names being loaded do not include the change.
        let number = count_up(self.asked);
        spawn_local(async move {
            let changed = ipc::outcome(request).await;
            let is_newest = self.asked.get_value() == number;
            match changed {
                Ok(Outcome::Entities(list)) if is_newest => {
                    self.take_names(DocumentNameList::of(list, until));
                    // The pressed button may be gone.
                    request_animation_frame(|| elements::focus_within(elements::NAMES));
                }
                Ok(Outcome::Entities(_)) => self.load(),
                Ok(_) => self.notices.fail(&ipc::unexpected()),
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }

    /// Looks for other entities that may be the same as the chosen one.
    pub fn look_for_similar(self) {
        let document = self.reader.document.get_untracked();
        let (names, chosen) = (self.names.get_untracked(), self.chosen.get_untracked());
        let (Some(document), Some(names), Some(chosen)) = (document, names, chosen) else { return };
        self.similar.set(Arc::default());
        let (name, until) = (names.own_name(&chosen).to_owned(), bound(names.until));
        spawn_local(async move {
            // These are only hints: without them, the reader can still search for the other name.
            let Ok(Outcome::SimilarNames(found)) =
                ipc::outcome(Request::SimilarNames { document, name, until }).await
            else {
                return;
            };
            let is_chosen = self.chosen.get_untracked().map(|now| now.id) == Some(chosen.id);
            if is_chosen && self.reader.document.get_untracked() == Some(document) {
                self.similar.set(found.similar.into_iter().map(|one| one.name).collect());
            }
        });
    }

    /// The names that contain the words, offered as other names of the chosen one.
    pub fn names_to_merge(self, words: &str, most: usize) -> Vec<String> {
        let Some(names) = self.names.get() else { return Vec::new() };
        let chosen = self.chosen.get().map(|chosen| chosen.id);
        let is_other = |entity: &&Entity| Some(entity.id) != chosen && !is_date(entity);
        let others = names.with_words(words).filter(is_other);
        others.map(|entity| names.own_name(entity).to_owned()).take(most).collect()
    }
}
