//! What the user is told: that something failed, and what to do.

use leptos::prelude::*;
use protocol::{Code, DocumentId, Failure};

use super::Desk;
use crate::focus;
use crate::words::{self, Said};

/// Something that the user has to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Tells notices apart.
    pub key: u64,
    /// What kind of thing it is.
    pub heading: String,
    /// What happened, and what to do; several things of the kind, the latest last.
    pub lines: Vec<Told>,
}

/// One thing that the user has to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// In words.
    pub said: Said,
    /// The document that it may help to read once more.
    pub again: Option<DocumentId>,
}

impl Desk {
    /// Tells the user that something failed. What they stopped themselves they know.
    pub fn fail(self, failure: &Failure) {
        if failure.code == Code::DocumentUnknown {
            self.refresh_library();
        }
        if failure.code != Code::Stopped {
            self.tell(words::failure_heading(failure.code), words::failure_said(failure));
        }
    }

    /// Tells the user that something could not be done with a document, and with which.
    pub(super) fn fail_of(self, document: DocumentId, failure: &Failure) {
        match untrack(|| self.library.title(document)) {
            Some(title) if failure.code != Code::Stopped => {
                self.tell(
                    words::failure_heading(failure.code),
                    words::file_failed(&title, failure),
                );
            }
            _ => self.fail(failure),
        }
    }

    /// Tells the user that a document has left the library.
    pub(super) fn tell_gone(self) {
        self.refresh_library();
        let heading = words::failure_heading(Code::DocumentUnknown);
        self.tell(heading, words::document_gone().to_owned().into());
    }

    /// Tells the user something. Things of a kind stand in one notice.
    pub fn tell(self, heading: &str, said: Said) {
        self.tell_of(None, heading, said);
    }

    /// Tells the user something of a document that it may help to read once more.
    pub(super) fn tell_of(self, again: Option<DocumentId>, heading: &str, said: Said) {
        let told = Told { said, again };
        self.notices.update(|notices| add_notice(notices, heading, told));
    }

    /// Takes away what was told and is no longer so.
    pub(super) fn untell(self, said: &Said) {
        self.notices.update(|notices| take_lines(notices, |line| line.said == *said));
    }

    /// Takes a notice away.
    pub fn dismiss(self, key: u64) {
        self.notices.update(|notices| notices.retain(|notice| notice.key != key));
        focus::land();
    }
}

/// Puts a text at the end of the notice of its kind, which comes last then. What is there already
/// does not stand there twice.
fn add_notice(notices: &mut Vec<Notice>, heading: &str, told: Told) {
    let key = next_key(notices);
    let known = notices.iter().position(|notice| notice.heading == heading);
    let mut lines = known.map_or_else(Vec::new, |at| notices.remove(at).lines);
    lines.retain(|line| *line != told);
    lines.push(told);
    notices.push(Notice { key, heading: heading.to_owned(), lines });
}

/// Takes away what was told of a document that is read once more; it is told anew if it is still so.
pub(super) fn take_back(notices: &mut Vec<Notice>, document: DocumentId) {
    take_lines(notices, |line| line.again == Some(document));
}

/// Takes away lines of the first notice that has such ones.
fn take_lines(notices: &mut Vec<Notice>, is_over: impl Fn(&Told) -> bool) {
    let key = next_key(notices);
    let has_some = |notice: &Notice| notice.lines.iter().any(&is_over);
    let Some(at) = notices.iter().position(has_some) else { return };
    let mut notice = notices.remove(at);
    notice.lines.retain(|line| !is_over(line));
    if !notice.lines.is_empty() {
        notices.push(Notice { key, ..notice });
    }
}

fn next_key(notices: &[Notice]) -> u64 {
    notices.last().map_or(0, |notice| notice.key + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_of_a_kind_is_told_and_nothing_twice() {
        let mut notices = Vec::new();
        let told = [("Files", "a"), ("Disk", "full"), ("Files", "b"), ("Files", "a")];
        let keys = told.map(|(heading, text)| {
            add_notice(&mut notices, heading, line(text, None));
            notices.last().map(|notice| notice.key)
        });
        assert_eq!(shown(&notices), ["Disk: full", "Files: b, a"]);
        assert!(keys.is_sorted_by(|one, other| one < other), "{keys:?}");
    }

    #[test]
    fn what_is_read_again_is_no_longer_told() {
        let mut notices = Vec::new();
        for (text, again) in [("a", Some(1)), ("b", Some(2)), ("c", None)] {
            add_notice(&mut notices, "Pages", line(text, again));
        }
        add_notice(&mut notices, "Disk", line("full", None));
        let key = notices[0].key;
        for (document, left) in [
            (3, &["Pages: a, b, c", "Disk: full"][..]),
            (1, &["Disk: full", "Pages: b, c"]),
            (2, &["Disk: full", "Pages: c"]),
        ] {
            take_back(&mut notices, document);
            assert_eq!(shown(&notices), left);
        }
        assert!(notices[1].key > key, "it is drawn anew");
        let mut notices = vec![];
        add_notice(&mut notices, "Pages", line("a", Some(1)));
        take_back(&mut notices, 1);
        assert_eq!(notices, []);
    }

    fn line(text: &str, again: Option<DocumentId>) -> Told {
        Told { said: text.to_owned().into(), again }
    }

    fn shown(notices: &[Notice]) -> Vec<String> {
        let lines = |notice: &Notice| {
            notice.lines.iter().map(|line| line.said.text.as_str()).collect::<Vec<_>>().join(", ")
        };
        notices.iter().map(|notice| format!("{}: {}", notice.heading, lines(notice))).collect()
    }
}
