//! Proposals to build graphs that take long.

use leptos::prelude::*;
use protocol::{DocumentId, DocumentState};

use crate::ipc;
use crate::library::store::LibraryStore;
use crate::library::work::Work;

impl LibraryStore {
    /// Drops the proposals for documents that another program has since built or removed from the
    /// library.
    pub fn drop_proposals(self) {
        if !untrack(|| self.is_listed()) {
            return;
        }
        let is_wanted = |document| {
            let summary = untrack(|| self.summary(document));
            summary.is_some_and(|summary| summary.state != DocumentState::Ready)
        };
        for (document, work) in self.works.get_untracked() {
            if matches!(work, Work::Proposed(_)) && !is_wanted(document) {
                self.build_later(document);
            }
        }
    }

    /// Drops a proposal to build; building can be started at any time.
    pub fn build_later(self, document: DocumentId) {
        self.set_work(document, None);
        ipc::decline(document);
    }
}
