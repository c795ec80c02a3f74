//! Pages whose pictures did not load, and the password that they may need.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Code, DocumentId, Failure, Password};

use crate::ipc;
use crate::library::file_import::{Help, UnreadFile};
use crate::reader::missed_picture::Missed;
use crate::reader::store::ReaderStore;

impl ReaderStore {
    /// Handles a page without a picture. If its document's password is missing, asks the user for
    /// it. If the page can be drawn after all, requests its picture once more, otherwise shows its
    /// text.
    pub fn miss_picture(self, document: DocumentId, page: u32) {
        spawn_local(async move {
            let tried = ipc::try_page(document, page, None).await;
            if let Some(tried) = self.take_trial(document, tried) {
                self.missed.update(|missed| {
                    let now = Missed::after(missed.get(&page), tried);
                    missed.insert(page, now);
                });
            }
        });
    }

    /// Has the open document's pages drawn with the password that the user typed.
    pub fn unlock_pages(self, typed: String) {
        let Some(document) = self.document.get_untracked() else { return };
        let page = self.page.get_untracked() as u32 + 1;
        spawn_local(async move {
            let tried = ipc::try_page(document, page, Some(&Password::new(typed))).await;
            if let Some(Err(why)) = self.take_trial(document, tried) {
                self.missed.update(|missed| drop(missed.insert(page, Missed::Undrawn(why))));
            }
        });
    }

    /// Notes whether a document is locked, from a trial to draw a page. Returns the result for the
    /// page itself, if there is one.
    fn take_trial(
        self,
        document: DocumentId,
        tried: Result<(), Failure>,
    ) -> Option<Result<(), Failure>> {
        // Another page replaced this one.
        let is_dropped = tried.as_ref().is_err_and(|why| why.code == Code::Stopped);
        if is_dropped || !self.navigation.is_open(document) {
            return None;
        }
        let locked =
            tried.as_ref().err().filter(|why| UnreadFile::help(why) == Some(Help::Password));
        self.locked.set(locked.cloned());
        locked.is_none().then_some(tried)
    }
}
