//! The question whether documents are to be removed whose files are gone.

use std::collections::HashSet;
use std::io::{BufRead, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use engine::GoneFile;
use protocol::DocumentId;

/// The number of files that a question names.
const NAMED: usize = 10;
/// How soon Ctrl-C is noticed.
const TICK: Duration = Duration::from_millis(100);

/// A question about some documents.
pub struct Question<'g> {
    gone: &'g [GoneFile],
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reply {
    Yes,
    No,
    Each,
}

impl<'g> Question<'g> {
    /// A question about these documents.
    pub fn about(gone: &'g [GoneFile]) -> Self {
        Self { gone }
    }

    /// Asks at the terminal, and returns the documents to remove. Whatever is not a clear Yes keeps a
    /// document.
    pub fn ask(&self, is_stopped: &dyn Fn() -> bool) -> HashSet<DocumentId> {
        eprint!("{}", self.text());
        let all = || self.gone.iter().map(|file| file.document).collect();
        match self.reply(is_stopped) {
            Reply::Yes => all(),
            Reply::No => HashSet::new(),
            Reply::Each => self
                .gone
                .iter()
                .filter(|file| {
                    eprint!("{}", Question::about(std::slice::from_ref(file)).text());
                    reply(&line(is_stopped)) == Reply::Yes
                })
                .map(|file| file.document)
                .collect(),
        }
    }

    fn reply(&self, is_stopped: &dyn Fn() -> bool) -> Reply {
        match reply(&line(is_stopped)) {
            Reply::Each if self.gone.len() == 1 => Reply::No,
            reply => reply,
        }
    }

    fn text(&self) -> String {
        if let [GoneFile { document, title, path, .. }] = self.gone {
            return format!("{path} is gone. Remove document {document}, “{title}”? [y/N] ");
        }
        let mut text = format!("{} files are gone:\n", self.gone.len());
        for GoneFile { document, path, .. } in self.gone.iter().take(NAMED) {
            text += &format!("{document:>5}  {path}\n");
        }
        if self.gone.len() > NAMED {
            text += &format!("       and {} more\n", self.gone.len() - NAMED);
        }
        text + "Remove their documents? [y/N, e: ask about each] "
    }
}

fn reply(line: &str) -> Reply {
    match line.trim().to_lowercase().as_str() {
        "y" | "yes" => Reply::Yes,
        "e" | "each" => Reply::Each,
        _ => Reply::No,
    }
}

/// Returns the next line that is typed; nothing after Ctrl-C.
fn line(is_stopped: &dyn Fn() -> bool) -> String {
    let typed = read_line();
    loop {
        match typed.recv_timeout(TICK) {
            Ok(line) => return line,
            Err(RecvTimeoutError::Timeout) if !is_stopped() => {}
            Err(_) => return String::new(),
        }
    }
}

/// Reads a line in a thread of its own, so that a stop need not wait for it.
fn read_line() -> Receiver<String> {
    let (sender, typed) = channel();
    thread::spawn(move || {
        let mut line = String::new();
        // Without input there is no reply.
        let _ = stdin().lock().read_line(&mut line);
        let _ = sender.send(line);
    });
    typed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_yes_removes() {
        for (typed, expected) in [
            ("y\n", Reply::Yes),
            (" Yes ", Reply::Yes),
            ("e", Reply::Each),
            ("", Reply::No),
            ("n", Reply::No),
            ("yy", Reply::No),
        ] {
            assert_eq!(reply(typed), expected, "{typed}");
        }
    }

    #[test]
    fn many_files_are_one_question() {
        let gone = |number| GoneFile {
            document: DocumentId(number),
            title: "Emma".into(),
            path: format!("/books/{number}.txt"),
            bytes: 1,
        };
        let one = [gone(3)];
        let expected = "/books/3.txt is gone. Remove document 3, “Emma”? [y/N] ";
        assert_eq!(Question::about(&one).text(), expected);
        let many: Vec<GoneFile> = (1..=12).map(gone).collect();
        let text = Question::about(&many).text();
        assert!(text.starts_with("12 files are gone:\n    1  /books/1.txt\n"), "{text}");
        assert!(text.contains("and 2 more\nRemove their documents?"), "{text}");
    }
}
