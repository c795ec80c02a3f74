//! Covers of documents that were added before Pecan had covers.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, DocumentSummary, Outcome, Request};

use crate::ipc;
use crate::library::store::LibraryStore;

impl LibraryStore {
    /// Has the missing covers drawn while nothing else is to do. If that fails, letters stand for
    /// them as before.
    pub fn draw_covers(self) {
        spawn_local(async move {
            while let Ok(Outcome::Covers { drawn, more }) = ipc::outcome(Request::Covers).await {
                self.take_in_covers(&drawn);
                if !more {
                    break;
                }
            }
        });
    }

    fn take_in_covers(self, drawn: &[DocumentId]) {
        if drawn.is_empty() {
            return;
        }
        self.documents.update(|known| {
            if let Some(Ok(documents)) = known {
                cover(documents, drawn);
            }
        });
    }
}

fn cover(documents: &mut [DocumentSummary], drawn: &[DocumentId]) {
    for summary in documents.iter_mut().filter(|summary| drawn.contains(&summary.id)) {
        summary.cover = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn documents_have_the_covers_that_were_drawn() {
        let mut documents = [1, 2, 3].map(|id| summary(id, "Emma"));
        cover(&mut documents, &[DocumentId(2), DocumentId(9)]);
        assert_eq!(documents.map(|summary| summary.cover), [false, true, false]);
    }
}
