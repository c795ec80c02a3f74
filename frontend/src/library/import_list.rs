//! The files that are being added or were not read.

use leptos::prelude::*;
use protocol::{DocumentId, WindowStateOwner};

use crate::job::TrackedJob;
use crate::library::file_import::{FileImport, UnreadFile};
use crate::library::store::LibraryStore;
use crate::window_state::StateKey;

impl LibraryStore {
    /// Lists the files that were held back when the window on this library was closed, and from now
    /// on remembers which are.
    pub fn keep_held(self) {
        let place = (StateKey::UnreadFiles, WindowStateOwner::Library);
        Effect::new(move |before: Option<bool>| {
            if !self.state.is_loaded.get() {
                return false;
            }
            if before != Some(true)
                && let Some(left) = self.state.get::<Vec<UnreadFile>>(place.0, place.1)
            {
                self.held.update(|held| {
                    held.retain(|one| left.iter().all(|other| other.file != one.file));
                    held.splice(..0, left);
                });
            }
            self.held.with(|held| match held.is_empty() {
                true => self.state.remove(place.0, place.1),
                false => self.state.set(place.0, place.1, held),
            });
            true
        });
    }

    /// Gives up a file that was held back.
    pub fn let_go(self, file: &str) {
        self.held.update(|held| held.retain(|held| held.file != file));
    }

    /// Stops adding a file or folder. Documents added so far stay.
    pub fn stop_import(self, key: u32) {
        self.change_import(key, TrackedJob::stop);
    }

    /// Stops reading a document again.
    pub fn stop_reading_again(self, document: DocumentId) {
        let of = |adding: &&FileImport| adding.again == Some(document);
        let keys =
            |all: &Vec<FileImport>| all.iter().filter(of).map(|one| one.key).collect::<Vec<_>>();
        self.adding.with_untracked(keys).into_iter().for_each(|key| self.stop_import(key));
    }

    /// Changes the job of a file that is being added. Returns the result; none if it is no longer
    /// added.
    pub fn change_import<T>(
        self,
        key: u32,
        change: impl FnOnce(&mut TrackedJob) -> T,
    ) -> Option<T> {
        let mut all = self.adding.write();
        let adding = all.iter_mut().find(|adding| adding.key == key)?;
        Some(change(&mut adding.task))
    }

    /// Notes that a file is no longer being added.
    pub fn end_import(self, key: u32) {
        self.adding.update(|all| all.retain(|adding| adding.key != key));
        self.refresh_queue();
    }
}
