//! Documents, the results of adding files, and search results.

use protocol::{
    Added, AddedItem, ChunkEnds, DocumentState, DocumentSummary, Failure, GraphSummary, Hit,
    WordSearchResult,
};
use terminal::span;

use super::wording::{count, plain};

pub(super) fn added(item: &AddedItem) -> String {
    match item {
        AddedItem::Added(added) => {
            in_library(added)
                + &unread(&added.unread, added.unrecognised.as_ref())
                + &damaged(&added.damaged)
        }
        AddedItem::Failed { file, error, .. } => {
            format!("       {}\n", plain(&error.told_of(file)))
        }
        AddedItem::LeftOut { folder, left_out: 0, .. } => {
            format!("       {}: contains no documents\n", plain(folder))
        }
        AddedItem::LeftOut { folder, left_out, files } => {
            let number = count(*left_out, "file");
            let why = match left_out {
                1 => "it does not look like a document",
                _ => "they do not look like documents",
            };
            format!(
                "       {}: {number} skipped because {why}: {}\n",
                plain(folder),
                plain(&named(files, *left_out))
            )
        }
    }
}

/// Returns the first of `all` files, and the number of the others.
fn named(files: &[String], all: u32) -> String {
    let names = files.join(", ");
    match (all as usize).saturating_sub(files.len()) {
        0 => names,
        others => format!("{names} and {others} more"),
    }
}

fn in_library(added: &Added) -> String {
    let title = plain(&added.title);
    if added.nodes == 0 {
        return format!("{:>5}  {title}: {}, no graph yet\n", added.id, state(added.state));
    }
    format!(
        "{:>5}  {title}: {}, {} on {}, {} ({}{} in {}{})\n",
        added.id,
        count(added.chunks, "chunk"),
        count(added.nodes - added.chunks, "point"),
        // The chunks are the lowest level, which has no points.
        count(added.levels.saturating_sub(1), "level"),
        state(added.state),
        count(added.cost.tokens_evaluated, "token"),
        match added.names.tokens_evaluated {
            0 => String::new(),
            tokens => format!(", {tokens} for names,"),
        },
        span(added.cost.seconds),
        kept(added.cost.batches_reused),
    ) + &unwritten(added)
}

/// Returns which parts of a damaged file are missing.
fn damaged(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        parts => format!(
            "       The file is damaged. Parts that could not be read are missing: {}\n",
            plain(&protocol::parts_phrase(parts))
        ),
    }
}

/// Returns which pages were left without text, and how to get it.
fn unread(pages: &[u32], unrecognised: Option<&Failure>) -> String {
    if pages.is_empty() {
        return String::new();
    }
    let named = protocol::pages_phrase(pages);
    if let Some(failure) = unrecognised {
        return format!(
            "       No text on {named}: probably scanned, but not recognised. {} `pecan add \
             --again` tries again.\n",
            plain(&failure.message)
        );
    }
    format!(
        "       No text on {named}: probably scanned. To read such pages, install Tesseract (on \
         Debian: sudo apt install tesseract-ocr) and add the document with --again.\n"
    )
}

/// Returns how many points the model did not write, or wrote in vain.
fn unwritten(added: &Added) -> String {
    let mut out = String::new();
    if added.cost.quoted > 0 {
        out += &format!("       {} quoted from the text\n", count(added.cost.quoted, "point"));
    }
    // Only those of this run: the earlier ones of an interrupted build are not known here.
    if added.cost.unsupported > 0 {
        let dropped = count(added.cost.unsupported, "point");
        out += &format!("       dropped {dropped} that the text does not support\n");
    }
    out
}

/// Returns how much was reused from the graph of an earlier text.
fn kept(batches: u32) -> String {
    match batches {
        0 => String::new(),
        1 => ", 1 batch kept".into(),
        batches => format!(", {batches} batches kept"),
    }
}

pub(super) fn state(state: DocumentState) -> &'static str {
    match state {
        DocumentState::Read => "read",
        DocumentState::Building => "not finished",
        DocumentState::Ready => "ready",
        DocumentState::Failed => "failed",
    }
}

pub(super) fn list(documents: &[DocumentSummary]) -> String {
    if documents.is_empty() {
        return "The library is empty. Add a document with: pecan add FILE\n".into();
    }
    documents
        .iter()
        .map(|document| {
            let failure =
                document.failure.as_ref().map_or(String::new(), |failure| format!(": {failure}"));
            format!(
                "{:>5}  {:<12}  {} ({}, {}){}{failure}\n",
                document.id,
                state(document.state),
                plain(&document.title),
                count(document.chunks, "chunk"),
                count(document.nodes, "node"),
                collections(document),
            ) + &damaged(&document.damaged)
                + &graphs(document)
        })
        .collect()
}

fn collections(document: &DocumentSummary) -> String {
    let shared = |name: &String| if document.shared.contains(name) { " (shared)" } else { "" };
    let names: Vec<String> =
        document.collections.iter().map(|name| format!("“{name}”{}", shared(name))).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!(" in {}", plain(&names.join(", "))),
    }
}

/// Returns a document's graphs by their numbers, if there are several.
fn graphs(document: &DocumentSummary) -> String {
    if document.graphs.len() < 2 {
        return String::new();
    }
    // The engine asks the newest complete one.
    let asked = document.graphs.iter().max_by_key(|graph| (graph.complete, graph.id));
    let asked = asked.map(|graph| graph.id);
    let graph = |graph: &GraphSummary| {
        let GraphSummary { id, model, complete, chunks, signal, quoted, unsupported } = graph;
        let chunks = match chunks {
            ChunkEnds::Exact => "chunks of 300 tokens",
            ChunkEnds::Sentences => "chunks of whole sentences",
        };
        let unfinished = if *complete { "" } else { ", not finished" };
        let model = plain(model);
        let mut points = String::new();
        if *quoted > 0 {
            points += &format!(", {quoted} quoted");
        }
        if *unsupported > 0 {
            points += &format!(", {unsupported} dropped");
        }
        let asked = if asked == Some(*id) { ", asked by default" } else { "" };
        format!(
            "       graph {id} ({model}, {chunks}, signal: {signal}{points}{unfinished}{asked})\n"
        )
    };
    document.graphs.iter().map(graph).collect()
}

pub(super) fn found(found: &WordSearchResult) -> String {
    if found.hits.is_empty() {
        return "Nothing was found.\n".into();
    }
    let mut out: String = found.hits.iter().map(hit).collect();
    if found.more {
        out.push_str("There are more matches; --most N shows them.\n");
    }
    out
}

fn hit(hit: &Hit) -> String {
    let place = hit.passage.as_ref().map_or_else(String::new, |passage| {
        let page = passage.cited_page();
        let page = page.map_or_else(String::new, |page| format!(", page {}", plain(&page)));
        format!("{page}: “{}”", plain(&passage.text))
    });
    format!("{:>5}  {}{place}\n", hit.document, plain(&hit.title))
}

#[cfg(test)]
mod tests {
    use protocol::{Code, DocumentId, Excerpt};

    use super::*;

    #[test]
    fn pages_without_text_say_why() {
        assert_eq!(unread(&[], None), "");
        let missing = unread(&[2, 3], None);
        assert!(missing.starts_with("       No text on pages 2–3: probably scanned. To read"));
        let failure = Failure::new(Code::RecognitionFailed, "Tesseract failed. Try again.");
        assert_eq!(
            unread(&[2], Some(&failure)),
            "       No text on page 2: probably scanned, but not recognised. Tesseract failed. Try \
             again. `pecan add --again` tries again.\n"
        );
    }

    #[test]
    fn a_bad_file_is_reported_as_in_the_window() {
        for message in ["This PDF is damaged: it ends too soon.", "/b/cut.pdf is empty."] {
            let error = Failure::new(Code::DocumentBroken, message);
            let expected = format!("       {}\n", error.told_of("/b/cut.pdf"));
            let file = "/b/cut.pdf".to_owned();
            assert_eq!(added(&AddedItem::Failed { file, error, collection: None }), expected);
        }
    }

    #[test]
    fn files_that_are_left_out_are_named() {
        let say = |left_out, files: &[&str]| {
            let files = files.iter().map(|file| (*file).to_owned()).collect();
            added(&AddedItem::LeftOut { folder: "Books".into(), left_out, files })
        };
        let one = "       Books: 1 file skipped because it does not look like a document: a.csv\n";
        assert_eq!(say(1, &["a.csv"]), one);
        let many = "       Books: 5 files skipped because they do not look like documents: a.csv, \
                    b.png and 3 more\n";
        assert_eq!(say(5, &["a.csv", "b.png"]), many);
        assert_eq!(say(0, &[]), "       Books: contains no documents\n");
    }

    #[test]
    fn what_was_found_stands_on_a_line_each() {
        let excerpt = |page, label: Option<&str>| {
            let (text, label) = ("a\nlamp".into(), label.map(str::to_owned));
            Excerpt { page, label, start: 0, end: 9, text, found: vec![] }
        };
        let hit = |passage| Hit { document: DocumentId(12), title: "Em\u{1b}ma".into(), passage };
        let front = excerpt(Some(2), Some("i\u{1b}i"));
        let hits = [None, Some(excerpt(Some(3), None)), Some(front), Some(excerpt(None, None))];
        let printed = found(&WordSearchResult { hits: hits.map(hit).into(), more: true });
        let expected = "   12  Em ma\n   12  Em ma, page 3: “a lamp”\n   12  Em ma, page i i: “a \
                        lamp”\n   12  Em ma: “a lamp”\nThere are more matches; --most N \
                        shows them.\n";
        assert_eq!(printed, expected);
    }
}
