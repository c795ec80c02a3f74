//! Messages about the library.

use protocol::{DocumentState, DocumentSummary, Failure, Hit, Notice};

use crate::app::strings as app_strings;
use crate::format::{self, duration};
use crate::i18n::messages;
use crate::i18n::user_message::UserMessage;
use crate::library::order::DocumentOrder;

messages! {
    "library"
    add;
    add_title;
    document_files;
    library_closed;
    library_empty;
    library_empty_hint;
    drop_here;
    resume;
    build;
    remove;
    removing;
    leaving;
    undo;
    reading_files;
    pause;
    go_on;
    do_next;
    paused;
    build_now;
    build_later;
    collections;
    new_collection;
    put_into;
    rename;
    collection_name;
    collection_taken(name: &str);
    join_collections;
    change_collection;
    dissolve_collection;
    remove_collected;
    /// Says that this many documents of a collection will be removed.
    collection_leaving(documents: usize);
    collection_dissolved;
    password;
    open;
    leave_out;
    pages_unread;
    parts_unread;
    read_again;
    folder_read;
    search;
    order;
    order_oldest;
    order_newest;
    order_title;
    order_author;
    order_state;

    found_nothing;
    found_best(places: usize);
    found_all(places: usize);
    found_in_title;
    found_on_page(page: &str);
    found_in_text;
    takes_long(time: &str);
    pages_named(number: usize, pages: &str);
    pages_named_and_more(pages: &str);
    pages_without_text(pages: &str, title: &str);
    pages_unrecognised(pages: &str, title: &str);
    parts_damaged(parts: &str, title: &str);

    state_read;
    state_building;
    state_ready;
    state_failed;
    recognising(nth: u32, of: u32, done: &str);
    finding_fastest(done: &str);
    testing_model(done: &str);
    done_differently;
    notice_points;
    notice_judge;
    notice_answer;
    notice_language;
    notice_demonstration;
    finishing(done: &str);
    finding_names(done: &str);
    writing_questions(done: &str);
    exporting(done: &str);
    importing(done: &str);
    time_left(time: &str);
    tokens_each_second(tokens: u64);
    estimating;
    waits;
    waits_behind(before: usize);
    jobs_wait(jobs: usize);
    paused_jobs_wait(jobs: usize);

    /// A number of documents.
    documents(number: usize);
    number_of_pages(number: u32);
    number_of_characters(number: u32);
    added_on(date: &str);
    left_out_of(folder: &str, files: u32);
    left_out_names(names: &str);
}

/// The name of an order of documents.
pub fn order_name(order: DocumentOrder) -> &'static str {
    match order {
        DocumentOrder::Oldest => order_oldest(),
        DocumentOrder::Newest => order_newest(),
        DocumentOrder::Title => order_title(),
        DocumentOrder::Author => order_author(),
        DocumentOrder::State => order_state(),
    }
}

/// The number of places found.
pub fn found(places: usize, more: bool) -> String {
    match places {
        0 => found_nothing().to_owned(),
        many if more => found_best(many),
        many => found_all(many),
    }
}

/// The place of a search result in its document.
pub fn hit_place(hit: &Hit) -> String {
    let Some(passage) = &hit.passage else { return found_in_title().to_owned() };
    passage.cited_page().map_or_else(|| found_in_text().to_owned(), |page| found_on_page(&page))
}

/// The question before a build that takes long.
pub fn long_build(seconds: f64) -> String {
    takes_long(&duration(seconds))
}

/// Which pages of a document were left without text, and how to get it, or why they could not be
/// recognised.
pub fn unread(title: &str, pages: &[u32], unrecognised: Option<&Failure>) -> UserMessage {
    let (runs, more) = protocol::page_runs(pages);
    let runs = app_strings::list(runs);
    let named = if more { pages_named_and_more(&runs) } else { pages_named(pages.len(), &runs) };
    let text = match unrecognised {
        None => pages_without_text(&named, title),
        Some(_) => pages_unrecognised(&named, title),
    };
    UserMessage { text, english: unrecognised.map(|failure| failure.message.clone()) }
}

/// Which parts of a damaged document are missing.
pub fn damaged(title: &str, parts: &[String]) -> String {
    let (mut names, more) = protocol::part_names(parts);
    if more {
        names.push("…".into());
    }
    parts_damaged(&app_strings::list(names), title)
}

/// The state of a document with no work in progress.
pub fn state(state: DocumentState) -> &'static str {
    match state {
        DocumentState::Read => state_read(),
        DocumentState::Building => state_building(),
        DocumentState::Ready => state_ready(),
        DocumentState::Failed => state_failed(),
    }
}

/// What is done differently because of the model or the document.
pub fn notice(notice: &Notice) -> &'static str {
    match notice {
        Notice::ModelCannotWritePoints => notice_points(),
        Notice::ModelCannotJudge => notice_judge(),
        Notice::ModelCannotAnswer => notice_answer(),
        Notice::UnknownLanguage { .. } => notice_language(),
        Notice::DemonstrationModel => notice_demonstration(),
    }
}

/// What distinguishes a document from another with the same title; `added` is when it was added.
pub fn particulars(summary: &DocumentSummary, added: &str) -> String {
    let pages = summary.paged.then(|| number_of_pages(summary.pages));
    let known = [number_of_characters(summary.characters), added_on(added)];
    let parts = summary.author.clone().into_iter().chain(pages).chain(known);
    parts.collect::<Vec<_>>().join(" · ")
}

/// Says that a folder holds this many files that are not documents, and names the first of them.
pub fn left_out(folder: &str, number: u32, files: &[String]) -> String {
    let shown = left_out_of(format::file_name(folder), number);
    if files.is_empty() {
        return shown;
    }
    let more = (files.len() < number as usize).then(|| "…".to_owned());
    format!("{shown} {}", left_out_names(&app_strings::list(files.iter().cloned().chain(more))))
}

#[cfg(test)]
mod tests {
    use protocol::{Code, DocumentId, Excerpt};

    use super::*;
    use crate::fixtures::summary;
    use crate::i18n::translations::speaking;
    use crate::language::Language;

    #[test]
    fn the_number_of_places_found_is_shown() {
        let passage = |page, label: Option<&str>| {
            let (text, label) = ("a lamp".into(), label.map(str::to_owned));
            Excerpt { page, label, start: 0, end: 9, text, found: vec![] }
        };
        let hit = |passage| Hit { document: DocumentId(1), title: "Emma".into(), passage };
        let paged = [passage(Some(1_204), None), passage(Some(4), Some("ii"))].map(Some);
        let places = paged.into_iter().chain([None, Some(passage(None, None))]);
        let places: Vec<_> = places.map(|passage| hit_place(&hit(passage))).collect();
        assert_eq!(places, ["page 1204", "page ii", "title or author", "text"]);
        let shown =
            [(0, false), (1, false), (100, true), (7, false)].map(|(n, more)| found(n, more));
        assert_eq!(shown, ["No results", "1 result", "Top 100 results", "7 results"]);
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
    fn pages_without_text_are_named() {
        for (pages, named) in [
            (&[3][..], "on page 3 of “Emma”:"),
            (&[3, 7, 8, 9], "on pages 3, 7–9 of “Emma”:"),
            (&[1, 3, 5, 7, 9, 11, 13, 15, 17], "on pages 1, 3, 5, 7, 9, 11, 13, 15 and more of"),
        ] {
            assert!(unread("Emma", pages, None).text.contains(named), "{named}");
        }
    }

    #[test]
    fn the_reason_why_pages_were_not_recognised_is_shown() {
        let failure = Failure::new(Code::RecognitionFailed, "Tesseract failed.");
        for language in Language::ALL {
            speaking(language, || {
                let said = unread("Emma", &[3], Some(&failure));
                assert_ne!(said.text, unread("Emma", &[3], None).text, "{language:?}");
                assert!(said.text.contains("Emma") && said.text.contains('3'), "{}", said.text);
                assert_eq!(said.english.as_deref(), Some("Tesseract failed."), "{language:?}");
            });
        }
    }
}
