//! The files that are being added or were not read.

use leptos::prelude::*;
use protocol::DocumentId;

use crate::job::TrackedJob;
use crate::library::file_import::{FileImport, UnreadFile};
use crate::library::store::LibraryStore;
use crate::storage;

impl LibraryStore {
    /// Lists the files that were held back when the window on this library was closed, and from now
    /// on remembers which are.
    pub fn keep_held(self) {
        Effect::new(move |before: Option<bool>| {
            let Some(library) = self.program.library() else { return false };
            let name = format!("held beside {library}");
            if before != Some(true)
                && let Some(left) = storage::load::<Vec<UnreadFile>>(&name)
            {
                self.held.update(|held| {
                    held.retain(|one| left.iter().all(|other| other.file != one.file));
                    held.splice(..0, left);
                });
            }
            self.held.with(|held| storage::save(&name, held));
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
