//! Messages for the user: what failed, and what to do.

use leptos::prelude::*;
use protocol::{Code, DocumentId, Failure};

use crate::app::hook::Hook;
use crate::dom::focus;
use crate::i18n::failure_texts;
use crate::i18n::user_message::UserMessage;

/// A notice for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserNotice {
    /// Distinguishes notices.
    pub key: u64,
    /// The kind of problem.
    pub heading: String,
    /// What happened, and what to do; one line for each message of this kind, the latest last.
    pub lines: Vec<NoticeLine>,
}

/// A message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeLine {
    /// Its words.
    pub said: UserMessage,
    /// The document that may have to be read again.
    pub again: Option<DocumentId>,
}

/// The messages for the user.
#[derive(Clone, Copy)]
pub struct NoticeStore {
    /// All that are shown, the latest last.
    pub all: RwSignal<Vec<UserNotice>>,
    /// Called when a failure says that a document has left the library.
    pub on_document_unknown: Hook<()>,
}

impl NoticeStore {
    /// Returns a store without messages.
    pub fn new() -> Self {
        Self { all: RwSignal::default(), on_document_unknown: Hook::new() }
    }

    /// Reports a failure to the user, unless they stopped the job themselves.
    pub fn fail(self, failure: &Failure) {
        if failure.code == Code::DocumentUnknown {
            self.on_document_unknown.call(());
        }
        if failure.code != Code::Stopped {
            self.tell(
                failure_texts::failure_heading(failure.code),
                failure_texts::failure_said(failure),
            );
        }
    }

    /// Shows a message. Messages of a kind share one notice.
    pub fn tell(self, heading: &str, said: UserMessage) {
        self.tell_of(None, heading, said);
    }

    /// Shows a message about a document that may have to be read again.
    pub fn tell_of(self, again: Option<DocumentId>, heading: &str, said: UserMessage) {
        let shown = NoticeLine { said, again };
        self.all.update(|notices| add_notice(notices, heading, shown));
    }

    /// Removes the messages about a document that is being read again; they return if they still
    /// apply.
    pub fn take_back(self, document: DocumentId) {
        self.all.update(|notices| take_back(notices, document));
    }

    /// Removes a message that no longer applies.
    pub fn untell(self, said: &UserMessage) {
        self.all.update(|notices| take_lines(notices, |line| line.said == *said));
    }

    /// Closes a notice.
    pub fn dismiss(self, key: u64) {
        self.all.update(|notices| notices.retain(|notice| notice.key != key));
        focus::land();
    }
}

/// Returns the store of the window that contains a view.
pub fn use_notices() -> NoticeStore {
    expect_context()
}

/// Appends a message to the notice of its kind, which moves to the end. A message that is already
/// there is not repeated.
fn add_notice(notices: &mut Vec<UserNotice>, heading: &str, shown: NoticeLine) {
    let key = next_key(notices);
    let known = notices.iter().position(|notice| notice.heading == heading);
    let mut lines = known.map_or_else(Vec::new, |at| notices.remove(at).lines);
    lines.retain(|line| *line != shown);
    lines.push(shown);
    notices.push(UserNotice { key, heading: heading.to_owned(), lines });
}

/// Removes the messages about a document that is being read again.
fn take_back(notices: &mut Vec<UserNotice>, document: DocumentId) {
    take_lines(notices, |line| line.again == Some(document));
}

/// Removes such lines from the first notice that has any.
fn take_lines(notices: &mut Vec<UserNotice>, is_over: impl Fn(&NoticeLine) -> bool) {
    let key = next_key(notices);
    let has_some = |notice: &UserNotice| notice.lines.iter().any(&is_over);
    let Some(at) = notices.iter().position(has_some) else { return };
    let mut notice = notices.remove(at);
    notice.lines.retain(|line| !is_over(line));
    if !notice.lines.is_empty() {
        notices.push(UserNotice { key, ..notice });
    }
}

fn next_key(notices: &[UserNotice]) -> u64 {
    notices.last().map_or(0, |notice| notice.key + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_a_kind_share_a_notice_without_repetition() {
        let mut notices = Vec::new();
        let lines = [("Files", "a"), ("Disk", "full"), ("Files", "b"), ("Files", "a")];
        let keys = lines.map(|(heading, text)| {
            add_notice(&mut notices, heading, line(text, None));
            notices.last().map(|notice| notice.key)
        });
        assert_eq!(shown(&notices), ["Disk: full", "Files: b, a"]);
        assert!(keys.is_sorted_by(|one, other| one < other), "{keys:?}");
    }

    #[test]
    fn messages_about_a_document_go_when_it_is_read_again() {
        let mut notices = Vec::new();
        for (text, again) in [("a", Some(1)), ("b", Some(2)), ("c", None)] {
            add_notice(&mut notices, "Pages", line(text, again.map(DocumentId)));
        }
        add_notice(&mut notices, "Disk", line("full", None));
        let key = notices[0].key;
        for (document, left) in [
            (3, &["Pages: a, b, c", "Disk: full"][..]),
            (1, &["Disk: full", "Pages: b, c"]),
            (2, &["Disk: full", "Pages: c"]),
        ] {
            take_back(&mut notices, DocumentId(document));
            assert_eq!(shown(&notices), left);
        }
        assert!(notices[1].key > key, "it is redrawn");
        let mut notices = vec![];
        add_notice(&mut notices, "Pages", line("a", Some(DocumentId(1))));
        take_back(&mut notices, DocumentId(1));
        assert_eq!(notices, []);
    }

    fn line(text: &str, again: Option<DocumentId>) -> NoticeLine {
        NoticeLine { said: text.to_owned().into(), again }
    }

    fn shown(notices: &[UserNotice]) -> Vec<String> {
        let lines = |notice: &UserNotice| {
            notice.lines.iter().map(|line| line.said.text.as_str()).collect::<Vec<_>>().join(", ")
        };
        notices.iter().map(|notice| format!("{}: {}", notice.heading, lines(notice))).collect()
    }
}
