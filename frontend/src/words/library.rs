//! The library.

use protocol::{DocumentState, DocumentSummary, Excerpt, Hit, Progress, Stage};

use crate::format::{count, duration};

pub const ADD: &str = "Add…";
pub const ADD_TITLE: &str = "Add documents";
pub const DOCUMENT_FILES: &str = "Documents";
pub const LIBRARY_CLOSED: &str = "The library cannot be opened";
pub const LIBRARY_EMPTY: &str = "No documents yet.";
pub const LIBRARY_EMPTY_HINT: &str = "Add a book, a paper or any long text: EPUB, PDF, Word, OpenDocument, FictionBook, a web page, \
     Markdown or plain text. Or drop it here.";
pub const DROP_HERE: &str = "Drop to add";
pub const RESUME: &str = "Resume";
pub const BUILD: &str = "Build";
pub const REMOVE: &str = "Remove";
pub const REMOVING: &str = "Removing…";
pub const LEAVING: &str =
    "Will be removed with its graph and its questions. The file itself stays.";
pub const UNDO: &str = "Undo";
pub const READING_FILES: &str = "Reading…";
pub const PAUSE: &str = "Pause";
pub const GO_ON: &str = "Go on";
pub const DO_NEXT: &str = "Do next";
pub const PAUSED: &str = "Paused";
pub const BUILD_NOW: &str = "Build now";
pub const BUILD_LATER: &str = "Later";
pub const PASSWORD: &str = "Password";
pub const OPEN: &str = "Open";
pub const LEAVE_OUT: &str = "Leave out";
pub const PAGES_UNREAD: &str = "Some pages were not read";
pub const FOLDER_READ: &str = "Not everything in the folder was added";

pub const SEARCH: &str = "Search titles and texts";

/// How many places were found.
pub fn found(places: usize, more: bool) -> String {
    match places {
        0 => "Nothing was found.".to_owned(),
        1 => "1 place".to_owned(),
        many if more => format!("The best {} places", count(many as u64)),
        many => format!("{} places", count(many as u64)),
    }
}

/// Where in a document something was found.
pub fn hit_place(hit: &Hit) -> String {
    match &hit.passage {
        None => "title or author".to_owned(),
        Some(Excerpt { page: Some(page), .. }) => format!("page {}", count((*page).into())),
        Some(_) => "text".to_owned(),
    }
}

/// Asked before a build that takes long.
pub fn long_build(seconds: f64) -> String {
    format!("Building the graph will take about {}.", duration(seconds))
}

/// Which pages of a document were left without text, and how to get it.
pub fn unread(title: &str, pages: &[u32]) -> String {
    format!(
        "There is no text on {} of “{title}”: scanned, it seems. To have such pages read, install \
         Tesseract (on Debian: sudo apt install tesseract-ocr), remove the document, and add it again.",
        protocol::pages_phrase(pages)
    )
}

/// How far a document is that nothing is being done to.
pub fn state(state: DocumentState) -> &'static str {
    match state {
        DocumentState::Read => "no graph yet",
        DocumentState::Building => "stopped, not whole yet",
        DocumentState::Ready => "ready",
        DocumentState::Failed => "failed",
    }
}

/// Stage, part done, time left and rate of a build.
pub fn progress(progress: &Progress) -> String {
    let mut words = match progress.stage {
        Stage::Reading => return READING_FILES.to_owned(),
        Stage::Recognising { nth, of } => {
            let (nth, of) = (count(nth.into()), count(of.into()));
            format!("recognising scanned page {nth} of {of}, ")
        }
        Stage::Building => String::new(),
        Stage::Embedding => "finishing, ".to_owned(),
    };
    words += &format!("{} %", (progress.done * 100.0).floor());
    if let Some(seconds) = progress.seconds_left {
        words += &format!(" · {} left", duration(seconds));
    }
    if progress.tokens_per_second > 0.0 {
        words += &format!(" · {} tokens/s", count(progress.tokens_per_second.round() as u64));
    }
    words
}

/// That a trial is under way, or waits for it.
pub fn trying(paused: bool) -> &'static str {
    if paused { PAUSED } else { "Estimating…" }
}

/// That something waits, behind so many others as far as is known.
pub fn waiting(before: Option<usize>, paused: bool) -> String {
    match before {
        _ if paused => PAUSED.to_owned(),
        None | Some(0) => "Waiting".to_owned(),
        Some(before) => format!("Waiting, {} before it", count(before as u64)),
    }
}

/// How many jobs wait.
pub fn queue(waiting: usize, paused: bool) -> String {
    let waiting = match waiting {
        0 => String::new(),
        many => format!("{} waiting", count(many as u64)),
    };
    match (paused, waiting.as_str()) {
        (true, "") => PAUSED.to_owned(),
        (true, waiting) => format!("{PAUSED}, {waiting}"),
        (false, _) => waiting,
    }
}

/// A number of documents.
pub fn documents(number: usize) -> String {
    match number {
        1 => "1 document".to_owned(),
        number => format!("{} documents", count(number as u64)),
    }
}

/// How far a file or folder is that is being added. Of a folder, the file that is being read is named.
pub fn adding(file: &str, progress: &Progress) -> String {
    let far = self::progress(progress);
    if progress.title == file_name(file) { far } else { format!("{}: {far}", progress.title) }
}

/// What tells a document from another with the same title; `added` is when it was added.
pub fn particulars(summary: &DocumentSummary, added: &str) -> String {
    let pages = summary.paged.then(|| match summary.pages {
        1 => "1 page".to_owned(),
        pages => format!("{} pages", count(pages.into())),
    });
    let characters = format!("{} characters", count(summary.characters.into()));
    let added = format!("added {added}");
    let parts = summary.author.clone().into_iter().chain(pages).chain([characters, added]);
    parts.collect::<Vec<_>>().join(" · ")
}

/// A month's short name, January being 0.
pub fn month(month: u32) -> &'static str {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    MONTHS.get(month as usize).copied().unwrap_or_default()
}

/// Why a file was not added. Sometimes the engine's words name it themselves.
pub fn file_failed(file: &str, why: &str) -> String {
    let said = format!(" {why}");
    let named = [' ', '.'].iter().any(|after| said.contains(&format!(" {file}{after}")));
    if named { why.to_owned() } else { format!("{file}: {why}") }
}

/// That a folder holds files that are no documents.
pub fn left_out(folder: &str, files: u32) -> String {
    let folder = file_name(folder);
    match files {
        0 => format!("{folder}: nothing in it is a document."),
        1 => format!("{folder}: 1 file is no document."),
        files => format!("{folder}: {} files are no documents.", count(files.into())),
    }
}

/// A file's name without its folders.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Words as the beginning of a sentence, without its full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.trim().trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::summary;

    #[test]
    fn what_is_done_to_a_file_is_told() {
        let at = |title: &str, stage, done| Progress {
            document: None,
            title: title.to_owned(),
            stage,
            level: 1,
            done,
            nodes: 0,
            tokens_per_second: 0.0,
            seconds_left: Some(90.0),
        };
        let scanned = at("deed.pdf", Stage::Recognising { nth: 3, of: 12 }, 0.17);
        let told = "recognising scanned page 3 of 12, 17 % · 2 min left";
        assert_eq!(adding("/deeds/deed.pdf", &scanned), told);
        assert_eq!(adding("/deeds", &scanned), format!("deed.pdf: {told}"));
        assert_eq!(adding("/a.txt", &at("a.txt", Stage::Reading, 0.0)), READING_FILES);
        assert_eq!(waiting(None, false), "Waiting");
        assert_eq!(waiting(Some(2), false), "Waiting, 2 before it");
        assert_eq!(waiting(Some(2), true), PAUSED);
        let told =
            [(0, false), (3, false), (0, true), (3, true)].map(|(n, paused)| queue(n, paused));
        assert_eq!(told, ["", "3 waiting", "Paused", "Paused, 3 waiting"]);
    }

    #[test]
    fn what_was_found_is_told() {
        let passage =
            |page| Excerpt { page, start: 0, end: 9, text: "a lamp".into(), found: vec![] };
        let hit = |passage| Hit { document: 1, title: "Emma".into(), passage };
        let places = [None, Some(passage(Some(1_204))), Some(passage(None))];
        let places = places.map(|passage| hit_place(&hit(passage)));
        assert_eq!(places, ["title or author", "page 1,204", "text"]);
        let told =
            [(0, false), (1, false), (100, true), (7, false)].map(|(n, more)| found(n, more));
        assert_eq!(told, ["Nothing was found.", "1 place", "The best 100 places", "7 places"]);
    }

    #[test]
    fn every_failed_file_is_named_once() {
        for (file, why, expected) in [
            ("/b/cut.pdf", "This PDF is damaged.", "/b/cut.pdf: This PDF is damaged."),
            ("/b/e.txt", "/b/e.txt is empty.", "/b/e.txt is empty."),
            ("x", "There is no file x. Check it.", "There is no file x. Check it."),
            ("e", "This PDF is damaged.", "e: This PDF is damaged."),
        ] {
            assert_eq!(file_failed(file, why), expected);
        }
    }

    #[test]
    fn particulars_leave_out_what_is_not_known() {
        let paged = summary(1, "Emma");
        let added = "21 Nov 2026, 14:03";
        assert_eq!(
            particulars(&paged, added),
            "12 pages · 34,567 characters · added 21 Nov 2026, 14:03"
        );
        let author = Some("Jane Austen".to_owned());
        let parts = DocumentSummary { paged: false, author, ..paged };
        assert_eq!(
            particulars(&parts, added),
            "Jane Austen · 34,567 characters · added 21 Nov 2026, 14:03"
        );
    }

    #[test]
    fn names_of_files_and_sentences() {
        assert_eq!(file_name("/home/me/a book.epub"), "a book.epub");
        assert_eq!(file_name("C:\\books\\b.pdf"), "b.pdf");
        assert_eq!(sentence("it was killed (signal 9)."), "It was killed (signal 9)");
        assert_eq!(sentence(" "), "");
    }
}
