use std::collections::BTreeMap;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, Request};

use super::arranged::LEAVING;
use super::{Desk, Work, stored};
use crate::ipc;

/// So long a removal can be undone. Only then is it begun: what is removed is gone for good.
pub(super) const TO_THINK: Duration = Duration::from_secs(10);

impl Desk {
    /// Takes a document out of the library in a moment.
    pub fn remove(self, document: DocumentId) {
        self.remove_as(self.library.next_number(), document);
    }

    /// Takes all documents of a collection out in a moment, at once: undoing takes all of that back.
    pub fn remove_collected(self, collection: &str) {
        let number = self.library.next_number();
        for summary in untrack(|| self.library.collected(collection)) {
            self.remove_as(number, summary.id);
        }
    }

    fn remove_as(self, number: u32, document: DocumentId) {
        let (was, open) = (self.library.work(document), self.is_open(document));
        if was.as_ref().is_some_and(Work::is_removal) {
            return;
        }
        self.stop_estimating(document);
        self.stop_reading_again(document);
        let was = was.map(Box::new);
        self.library.put_work(document, Some(Work::Leaving { number, was, open }));
        if let Some(name) = untrack(|| self.name_of(LEAVING, document)) {
            stored::save(&name, &true);
        }
        self.close(document);
        let leaves = move || {
            let work = self.library.work(document);
            matches!(work, Some(Work::Leaving { number: latest, .. }) if latest == number)
        };
        let remove = move || {
            if leaves() {
                self.remove_now(document);
            }
        };
        set_timeout(remove, TO_THINK);
    }

    /// Leaves a document in the library that was about to be taken out: as it was.
    pub fn undo_removing(self, document: DocumentId) {
        let Some(Work::Leaving { was, open, .. }) = self.library.work(document) else { return };
        self.forget_leaving(document);
        match was.map(|was| *was) {
            // It was stopped: its end would have come while nobody waited for it.
            Some(Work::Estimating { .. }) => {
                self.library.put_work(document, None);
                self.estimate(document);
            }
            was => self.library.put_work(document, was),
        }
        if open && self.reading.document.get_untracked().is_none() {
            self.open(document);
        }
    }

    /// A document was added by an adding of that number. Whoever began that after they had taken the
    /// document out wants it to stay.
    pub(super) fn keep_added(self, document: DocumentId, adding: u32) {
        if self.library.work(document).is_some_and(|work| work.left_before(adding)) {
            self.undo_removing(document);
        }
    }

    /// A document that stays now is not taken out at the next start either.
    fn forget_leaving(self, document: DocumentId) {
        if let Some(name) = untrack(|| self.name_of(LEAVING, document)) {
            stored::forget(&name);
        }
    }

    /// Removes again what could still stay when the window was closed: it still can.
    pub(super) fn remove_left(self) {
        for document in self.kept_of(LEAVING) {
            self.remove(document);
        }
    }

    /// Whether there is a document or a question that can still stay.
    pub fn is_any_leaving(self) -> bool {
        let document = self.library.works.with(|works| last_leaving(works).is_some());
        document || self.asking.last_leaving().is_some()
    }

    /// Leaves what was removed last where it was.
    pub fn undo_last_removing(self) {
        let documents = self.library.works.with_untracked(last_leaving);
        let question = untrack(|| self.asking.last_leaving());
        let is_last = |number| documents.as_ref().is_none_or(|(other, _)| *other < number);
        let question = question.filter(|(number, _)| is_last(*number));
        if let Some((_, question)) = question {
            self.undo_forgetting(&question);
            // Whoever takes something back sees it again.
            if !self.is_open(question.document) {
                self.open(question.document);
            }
        } else if let Some((_, documents)) = documents {
            for document in documents {
                self.undo_removing(document);
            }
        }
    }

    fn remove_now(self, document: DocumentId) {
        self.stop_building(document);
        self.stop_asking_of(document);
        self.library.put_work(document, Some(Work::Removing));
        self.close(document);
        spawn_local(async move {
            match ipc::outcome(Request::Remove { document }).await {
                Ok(_) => {
                    self.forget_arranged(document);
                    self.drop_draft(document);
                    self.library.forget(document);
                    self.close(document);
                }
                Err(failure) => {
                    self.forget_leaving(document);
                    self.fail(&failure);
                }
            }
            self.library.put_work(document, None);
            self.refresh_library();
        });
    }
}

/// The documents that began to leave last, and the number of their leaving.
fn last_leaving(works: &BTreeMap<DocumentId, Work>) -> Option<(u32, Vec<DocumentId>)> {
    let mut leaving = BTreeMap::<u32, Vec<DocumentId>>::new();
    for (&document, work) in works {
        if let Work::Leaving { number, .. } = work {
            leaving.entry(*number).or_default().push(document);
        }
    }
    leaving.pop_last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_takes_back_the_latest_removal() {
        let leaving = |number| Work::Leaving { number, was: None, open: false };
        let mut works = BTreeMap::from([
            (1, leaving(7)),
            (2, Work::Removing),
            (3, leaving(4)),
            (5, leaving(7)),
        ]);
        assert_eq!(last_leaving(&works), Some((7, vec![1, 5])));
        works.retain(|_, work| *work != leaving(7));
        assert_eq!(last_leaving(&works), Some((4, vec![3])));
        works.remove(&3);
        assert_eq!(last_leaving(&works), None);
    }
}
