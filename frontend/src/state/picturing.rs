use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Code, DocumentId, Failure, Password};

use super::{App, Help, UnreadFile};
use crate::ipc;

/// What follows if a page's picture did not load.
#[derive(Debug, Clone, PartialEq)]
pub enum Missed {
    /// The page can be drawn: its picture is requested once more.
    Again,
    /// It cannot be drawn, for this reason: its text is shown.
    Undrawn(Failure),
}

impl Missed {
    /// What follows the state before, by whether the page can be drawn.
    fn after(before: Option<&Self>, tried: Result<(), Failure>) -> Self {
        match (tried, before) {
            (Ok(()), None) => Self::Again,
            (Ok(()), Some(_)) => Self::Undrawn(ipc::unexpected()),
            (Err(why), _) => Self::Undrawn(why),
        }
    }
}

impl App {
    /// Handles a page without a picture. If its document's password is missing, asks the user for
    /// it. If the page can be drawn after all, requests its picture once more, otherwise shows its
    /// text.
    pub fn miss_picture(self, document: DocumentId, page: u32) {
        spawn_local(async move {
            let tried = ipc::try_page(document, page, None).await;
            if let Some(tried) = self.take_trial(document, tried) {
                self.reading.missed.update(|missed| {
                    let now = Missed::after(missed.get(&page), tried);
                    missed.insert(page, now);
                });
            }
        });
    }

    /// Has the open document's pages drawn with the password that the user typed.
    pub fn unlock_pages(self, typed: String) {
        let Some(document) = self.reading.document.get_untracked() else { return };
        let page = self.reading.page.get_untracked() as u32 + 1;
        spawn_local(async move {
            let tried = ipc::try_page(document, page, Some(&Password::new(typed))).await;
            if let Some(Err(why)) = self.take_trial(document, tried) {
                self.reading
                    .missed
                    .update(|missed| drop(missed.insert(page, Missed::Undrawn(why))));
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
        if is_dropped || !self.is_open(document) {
            return None;
        }
        let locked =
            tried.as_ref().err().filter(|why| UnreadFile::help(why) == Some(Help::Password));
        self.reading.locked.set(locked.cloned());
        locked.is_none().then_some(tried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_asked_for_once_more_at_most() {
        let why = Failure::new(Code::ReaderDied, "It was too much.");
        let again = Missed::after(None, Ok(()));
        assert_eq!(again, Missed::Again);
        assert_eq!(Missed::after(Some(&again), Ok(())), Missed::Undrawn(ipc::unexpected()));
        for before in [None, Some(&again)] {
            assert_eq!(Missed::after(before, Err(why.clone())), Missed::Undrawn(why.clone()));
        }
    }
}
