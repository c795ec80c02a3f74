//! What goes to stdout: one JSON value, or lines for people.

use std::io::{ErrorKind, Write, stdout};
use std::process::ExitCode;

use protocol::{
    Added, AddedItem, Answer, Code, DocumentState, DocumentSummary, Evidence, Excerpt, Failure,
    Found, GraphSummary, GraphView, HistoryEntry, Hit, ModelInfo, Outcome, Step, StopReason,
    best_effort,
};
use serde::Serialize;

use crate::progress::span;

/// Text from outside in one line, without what a terminal would obey.
fn plain(text: &str) -> String {
    text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Characters of a passage that are quoted, at most.
const QUOTED: usize = 160;
/// Words of a node that stand in a path.
const WORDS: usize = 16;

/// Marks an answer that rests on too little.
const BEST_EFFORT: &str = "(Not enough was found; this is the best that could be said.)";

/// Prints one JSON value on one line.
///
/// # Errors
///
/// As [`text()`].
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    // Only maps with keys that are no strings cannot be written; there is none.
    let line = serde_json::to_string(value).unwrap_or_else(|_| "null".into());
    text(&format!("{line}\n"))
}

/// Prints text. A reader that went away (`pecan list | head -1`) is no error.
///
/// # Errors
///
/// If what is printed goes to a file that cannot take it.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(unwritten("The output", &error)),
        _ => Ok(()),
    }
}

/// That something could not be written, and what that is called.
pub fn unwritten(what: &str, error: &std::io::Error) -> Failure {
    let code = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Code::DiskFull
        }
        _ => Code::FileUnwritable,
    };
    Failure::new(code, format!("{what} cannot be written: {error}."))
}

/// An outcome as the JSON that `pecan help json` describes: its value alone.
pub fn outcome_json(outcome: &Outcome) -> Result<(), Failure> {
    match outcome {
        Outcome::Added(items) => json(items),
        Outcome::Estimate(estimate) => json(estimate),
        Outcome::Documents(documents) => json(documents),
        Outcome::Removed(document) => json(&serde_json::json!({ "removed": document })),
        Outcome::Text(text) => json(text),
        Outcome::Found(found) => json(found),
        Outcome::Places(places) => json(places),
        Outcome::Graph(view) => json(view),
        Outcome::Answer(answer) => json(answer),
        Outcome::Languages(languages) => json(languages),
        Outcome::Exported(page) => json(page),
        Outcome::History(entries) => json(entries),
        Outcome::Model(info) => json(info),
        Outcome::Queue(queue) => json(queue),
        Outcome::Told => json(&serde_json::Value::Null),
    }
}

/// An outcome for people.
pub fn outcome(outcome: &Outcome) -> Result<(), Failure> {
    let lines = match outcome {
        Outcome::Added(items) => items.iter().map(added).collect(),
        Outcome::Documents(documents) => list(documents),
        Outcome::Removed(document) => format!("Removed document {document}.\n"),
        Outcome::Found(found) => self::found(found),
        Outcome::Graph(view) => graph(view),
        Outcome::Answer(answer) => self::answer(answer),
        Outcome::History(entries) => entries.iter().map(history).collect(),
        Outcome::Model(info) => model(info),
        Outcome::Exported(page) => page.clone(),
        Outcome::Languages(languages) => languages.iter().map(|name| format!("{name}\n")).collect(),
        Outcome::Estimate(estimate) => format!(
            "{} at {:.0} a second: about {}\n",
            count(estimate.tokens, "token"),
            estimate.tokens_per_second,
            span(estimate.seconds)
        ),
        Outcome::Text(_) | Outcome::Places(_) | Outcome::Queue(_) | Outcome::Told => String::new(),
    };
    text(&lines)
}

fn history(entry: &HistoryEntry) -> String {
    let remark = if entry.best_effort() { format!("{BEST_EFFORT} ") } else { String::new() };
    let answer = match entry.answer.trim() {
        "" => nothing(entry.stop),
        answer => answer,
    };
    format!("{:>5}  {}\n       {remark}{answer}\n", entry.id, plain(&entry.question))
}

/// What stands in the place of an answer.
fn nothing(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Stopped => "Stopped.",
        _ => "The document does not seem to answer this.",
    }
}

fn added(item: &AddedItem) -> String {
    match item {
        AddedItem::Added(added) => in_library(added) + &unread(&added.unread),
        AddedItem::Failed { file, error, .. } => format!("       {}: {error}\n", plain(file)),
        AddedItem::LeftOut { folder, left_out: 0 } => {
            format!("       {}: nothing in it is a document\n", plain(folder))
        }
        AddedItem::LeftOut { folder, left_out } => {
            let files = count(*left_out, "file");
            format!(
                "       {}: {files} left out that {} no document\n",
                plain(folder),
                are(*left_out)
            )
        }
    }
}

fn in_library(added: &Added) -> String {
    format!(
        "{:>5}  {}: {}, {} on {}, {} ({} in {}{})\n",
        added.id,
        plain(&added.title),
        count(added.chunks, "chunk"),
        count(added.nodes - added.chunks, "point"),
        count(added.levels, "level"),
        state(added.state),
        count(added.cost.tokens_evaluated, "token"),
        span(added.cost.seconds),
        kept(added.cost.batches_reused),
    )
}

/// Which pages were left without text, and how to get it.
fn unread(pages: &[u32]) -> String {
    if pages.is_empty() {
        return String::new();
    }
    format!(
        "       No text on {}: scanned, it seems. To have such pages read, install Tesseract (on Debian: \
         sudo apt install tesseract-ocr), remove the document, and add it again.\n",
        protocol::pages_phrase(pages)
    )
}

/// What was taken from the graph of an earlier text.
fn kept(batches: u32) -> String {
    match batches {
        0 => String::new(),
        1 => ", 1 batch kept".into(),
        batches => format!(", {batches} batches kept"),
    }
}

fn are(number: u32) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// A number of things, in words that fit it.
fn count(number: impl Into<u64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

fn state(state: DocumentState) -> &'static str {
    match state {
        DocumentState::Read => "read",
        DocumentState::Building => "not finished",
        DocumentState::Ready => "ready",
        DocumentState::Failed => "failed",
    }
}

fn list(documents: &[DocumentSummary]) -> String {
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
            ) + &graphs(document)
        })
        .collect()
}

fn collections(document: &DocumentSummary) -> String {
    match document.collections.as_slice() {
        [] => String::new(),
        names => format!(" in “{}”", plain(&names.join("”, “"))),
    }
}

/// A document's graphs by their numbers, where there are several.
fn graphs(document: &DocumentSummary) -> String {
    if document.graphs.len() < 2 {
        return String::new();
    }
    let graph = |graph: &GraphSummary| {
        let unfinished = if graph.complete { "" } else { ", not finished" };
        format!("       graph {} ({}{unfinished})\n", graph.id, plain(&graph.model))
    };
    document.graphs.iter().map(graph).collect()
}

fn found(found: &Found) -> String {
    if found.hits.is_empty() {
        return "Nothing was found.\n".into();
    }
    let mut out: String = found.hits.iter().map(hit).collect();
    if found.more {
        out.push_str("There is more; --most N shows it.\n");
    }
    out
}

fn hit(hit: &Hit) -> String {
    let place = match &hit.passage {
        None => String::new(),
        Some(Excerpt { page: Some(page), text, .. }) => format!(", page {page}: “{}”", plain(text)),
        Some(Excerpt { text, .. }) => format!(": “{}”", plain(text)),
    };
    format!("{:>5}  {}{place}\n", hit.document, plain(&hit.title))
}

fn graph(view: &GraphView) -> String {
    let mut out = String::new();
    let top = view.nodes.iter().map(|node| node.level).max().unwrap_or(0);
    for level in (1..=top).rev() {
        out.push_str(&format!("Level {level}\n"));
        for node in view.nodes.iter().filter(|node| node.level == level) {
            let line: Vec<&str> = node.text.split_whitespace().take(24).collect();
            out.push_str(&format!("{:>6}  {}\n", node.id, plain(&line.join(" "))));
            let mut edges: Vec<_> = view.edges.iter().filter(|edge| edge.from == node.id).collect();
            edges.sort_by(|a, b| b.weight.total_cmp(&a.weight));
            let strongest: Vec<String> = edges
                .iter()
                .take(4)
                .filter(|edge| edge.weight >= 0.05)
                .map(|edge| format!("{} ({:.2})", edge.to, edge.weight))
                .collect();
            if !strongest.is_empty() {
                out.push_str(&format!("        rests on {}\n", strongest.join(", ")));
            }
        }
    }
    out
}

/// The answer was streamed already; this is what stands under it.
fn answer(answer: &Answer) -> String {
    let mut out = String::new();
    if answer.answer.is_empty() {
        out.push_str(nothing(answer.stop));
    } else if best_effort(answer.found, answer.stop, &answer.answer) {
        out.push_str(&format!("\n{BEST_EFFORT}"));
    }
    out.push_str("\n\n");
    let shown = answer.passages();
    for (number, evidence) in shown.iter().enumerate() {
        out.push_str(&format!("[{}] {}\n", number + 1, passage(answer, evidence)));
    }
    if shown.len() < answer.evidence.len() {
        let all = answer.evidence.len();
        out.push_str(&format!("{} of {all} passages; --json has them all\n", shown.len()));
    }
    out.push_str(&path(answer));
    out.push_str(&format!(
        "{} of {} nodes · {} tokens read, {} restored · {} · {}\n",
        answer.steps.len(),
        answer.nodes_total,
        answer.cost.tokens_evaluated,
        answer.cost.tokens_restored,
        match answer.cost.asks {
            1 => "asked once".to_owned(),
            asks => format!("asked {asks} times"),
        },
        span(answer.cost.seconds)
    ));
    out
}

/// Where a passage stands, what it weighs, and what in it is about the question.
fn passage(answer: &Answer, evidence: &Evidence) -> String {
    let mut place = match evidence.page {
        Some(page) => format!("page {page}"),
        None => format!("characters {}–{}", evidence.start, evidence.end),
    };
    if answer.documents.len() > 1 {
        place = format!("document {}, {place}", evidence.document);
    }
    if evidence.changed {
        place.push_str(" (changed since)");
    }
    format!(
        "{place}, weight {:.2}, through point {}: “{}”",
        evidence.weight,
        evidence.node,
        plain(&answer.quote(evidence, QUOTED).to_string())
    )
}

/// The way to the answer: a line for the top level, then one for each node that was added.
fn path(answer: &Answer) -> String {
    let (top, added) = answer.steps.split_at(answer.began().min(answer.steps.len()));
    let mut out = format!("Looked at {} of the top level", count(top.len() as u64, "point"));
    out.push_str(&verdict(top.last()));
    for step in added {
        let text: Vec<&str> = step.text.split_whitespace().take(WORDS).collect();
        out.push_str(&format!(
            "{:>6}  {}level {}, score {:.3}  {}{}",
            step.node,
            match answer.documents.len() {
                0 | 1 => String::new(),
                _ => format!("document {}, ", step.document),
            },
            step.level,
            step.score.total,
            plain(&text.join(" ")),
            verdict(Some(step))
        ));
    }
    out
}

/// What the model said when it was asked after a step.
fn verdict(step: Option<&Step>) -> String {
    match step.and_then(|step| step.p_yes) {
        Some(p_yes) => format!("; enough with probability {p_yes:.2}\n"),
        None => "\n".into(),
    }
}

fn model(info: &ModelInfo) -> String {
    use protocol::AttentionKind::{Full, Sinks, Unusable, Windowed};
    let attention = match &info.attention {
        Full => "full: every layer can be read".to_owned(),
        Windowed { full_layers } => {
            format!("windowed: the {full_layers} layers that see everything are read")
        }
        Sinks { full_layers } => format!(
            "with sinks: the {full_layers} layers that see everything are read, and what goes to a \
             sink counts as lost"
        ),
        Unusable { reason } => format!("not usable: {reason}"),
    };
    let demonstration = if info.demonstration {
        "\nThis is the small model that comes with Pecan to show what Pecan does. It knows made-up \
         stories and little else; open a real GGUF model with --model FILE."
    } else {
        ""
    };
    format!(
        "{}\nFile          {} ({:.1} MB)\nArchitecture  {}\nParameters    {:.2} million\n\
         Layers        {} × {} heads\nWindow        {} tokens; {} while summarising\n\
         Chat template {}\nAttention     {attention}{demonstration}\n",
        info.name,
        info.path,
        info.bytes as f64 / 1e6,
        info.architecture,
        info.parameters as f64 / 1e6,
        info.layers,
        info.heads,
        info.context,
        info.construction,
        if info.chat_template { "its own" } else { "none: a plain one is used" },
    )
}

/// `pecan help [COMMAND… | json]`.
pub fn help(topic: &[String], as_json: bool) -> Result<ExitCode, Failure> {
    let page = page(topic)?;
    if as_json {
        json(&serde_json::json!({ "help": page }))?;
    } else {
        text(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn page(topic: &[String]) -> Result<String, Failure> {
    if topic == ["json"] {
        return Ok(include_str!("json.txt").to_owned());
    }
    let mut whole = <crate::args::Arguments as clap::CommandFactory>::command();
    // Only then do the commands know their full names and the options that all of them have.
    whole.build();
    let mut command = &mut whole;
    for name in topic {
        command = command.find_subcommand_mut(name).ok_or_else(|| {
            let message = format!("There is no command “{}”.", topic.join(" "));
            Failure::new(Code::BadRequest, message)
        })?;
    }
    Ok(command.render_long_help().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_that_help_names_is_one() {
        let page = page(&["json".to_owned()]).expect("there is such a page");
        let (_, codes) = page.split_once("Codes of errors:").expect("it names them");
        let codes: Vec<&str> = codes.split([',', '.']).map(str::trim).collect();
        for code in codes.iter().filter(|code| !code.is_empty()) {
            let known: Result<Code, _> = serde_json::from_value((*code).into());
            assert!(known.is_ok(), "{code}");
        }
        assert!(codes.len() > 25);
    }

    #[test]
    fn help_on_a_command_within_a_command_is_whole() {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let info = page(&words("model info")).expect("there is such a command");
        assert!(info.contains("Usage: pecan model info") && info.contains("--library"), "{info}");
        assert!(page(&words("model fly")).is_err());
    }

    #[test]
    fn what_was_found_stands_on_a_line_each() {
        let excerpt =
            |page| Excerpt { page, start: 0, end: 9, text: "a\nlamp".into(), found: vec![] };
        let hit = |passage| Hit { document: 12, title: "Em\u{1b}ma".into(), passage };
        let hits = vec![hit(None), hit(Some(excerpt(Some(3)))), hit(Some(excerpt(None)))];
        let printed = found(&Found { hits, more: true });
        let expected = "   12  Em ma\n   12  Em ma, page 3: “a lamp”\n   12  Em ma: “a lamp”\n\
                        There is more; --most N shows it.\n";
        assert_eq!(printed, expected);
    }

    #[test]
    fn numbers_and_words_agree() {
        assert_eq!(count(1_u32, "chunk"), "1 chunk");
        assert_eq!(count(0_u32, "chunk"), "0 chunks");
    }
}
