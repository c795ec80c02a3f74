//! Every word on the screen, in English. Another language is another file like this one.

use protocol::{
    Answer, AnswerSentence, AttentionKind, Code, Cost, DocumentId, DocumentState, DocumentSummary,
    Evidence, Failure, Progress, Stage, StopReason,
};

use crate::format::{count, duration, share};

pub const PECAN: &str = "Pecan";
pub const LIBRARY: &str = "Library";
pub const TEXT: &str = "Text";
pub const GRAPH: &str = "Graph";
pub const BOTH: &str = "Both";
pub const SETTINGS: &str = "Settings";
pub const QUESTIONS: &str = "Questions";
pub const DISMISS: &str = "Dismiss";
pub const CANCEL: &str = "Cancel";
pub const STOP: &str = "Stop";
pub const STOPPING: &str = "Stopping…";
pub const RETRY: &str = "Try again";

// The library.
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
pub const READING_FILES: &str = "Reading…";
pub const WAITING: &str = "Waiting";
pub const TRYING: &str = "Estimating…";
pub const BUILD_NOW: &str = "Build now";
pub const BUILD_LATER: &str = "Later";
pub const PASSWORD: &str = "Password";
pub const OPEN: &str = "Open";
pub const LEAVE_OUT: &str = "Leave out";
pub const PAGES_UNREAD: &str = "Some pages were not read";
pub const FOLDER_READ: &str = "Not everything in the folder was added";

/// Asked before a document is taken out.
pub fn remove_question(title: &str) -> String {
    format!("Remove “{title}” with its graph and its questions? The file itself stays.")
}

/// Asked before a build that takes long.
pub fn long_build(seconds: f64) -> String {
    format!("Building the graph will take about {}.", duration(seconds))
}

/// Which pages of a document were left without text, and how to get it.
pub fn unread(title: &str, pages: &[u32]) -> String {
    let named = match pages {
        [page] => format!("Page {page} of “{title}” is"),
        pages => format!("{} pages of “{title}” are", pages.len()),
    };
    format!(
        "{named} scanned, it seems, and without text. To have such pages read, install Tesseract (on \
         Debian: sudo apt install tesseract-ocr), remove the document, and add it again."
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
        Stage::Recognising => "recognising scanned pages, ".to_owned(),
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

// The text.
pub const PAGE: &str = "Page";
pub const LOOK: &str = "How the page is shown";
pub const SMALLER: &str = "Smaller (−)";
pub const LARGER: &str = "Larger (+)";
pub const FIT: &str = "As wide as there is room (0)";
pub const NO_PICTURE: &str = "A page cannot be shown as it looks";
pub const NO_PICTURE_HINT: &str =
    "Its text is shown instead. Pages of protected files are always shown as text.";

/// What stands in the place of a page's picture for those who cannot see it.
pub fn page_picture(label: &str) -> String {
    format!("Page {label} as it looks; its words are under “Text”")
}

pub const NOTHING_OPEN: &str = "Nothing is open.";
pub const NOTHING_OPEN_HINT: &str = "Choose a document on the left, or add one.";
pub const DOCUMENT_GONE: &str =
    "The document that this leads to is no longer in the library. Add its file again to read it.";

/// What there is to say of the pieces that a document is read in.
pub struct Pieces {
    pub name: &'static str,
    pub previous: &'static str,
    pub next: &'static str,
    pub passage_goes_on: &'static str,
    pub passage_began: &'static str,
    pub empty: &'static str,
}

const PAGES: Pieces = Pieces {
    name: "Page",
    previous: "Previous page",
    next: "Next page",
    passage_goes_on: "The passage goes on: next page",
    passage_began: "The passage begins on the page before",
    empty: "There is no text on this page.",
};

const PARTS: Pieces = Pieces {
    name: "Part",
    previous: "Previous part",
    next: "Next part",
    passage_goes_on: "The passage goes on: next part",
    passage_began: "The passage begins in the part before",
    empty: "There is no text in this part.",
};

/// Pages, where a document has its own; otherwise parts.
pub fn pieces(paged: bool) -> &'static Pieces {
    if paged { &PAGES } else { &PARTS }
}

/// After the number of the piece shown.
pub fn of_pages(total: u32) -> String {
    format!("of {}", count(total.into()))
}

pub const FIND_HERE: &str = "Find in the document";
pub const FIND_PREVIOUS: &str = "Previous place (Shift Enter)";
pub const FIND_NEXT: &str = "Next place (Enter)";

/// Which of the places found is shown.
pub fn place_of(at: usize, all: usize) -> String {
    match all {
        0 => "not found".to_owned(),
        _ => format!("{} of {}", count(at as u64 + 1), count(all as u64)),
    }
}

// The keys.
pub const ALL_KEYS: &str = "Keys";
pub const KEYS: [(&str, &str); 15] = [
    ("Ctrl O", "Add documents"),
    ("Ctrl F", "Find in the document"),
    ("/", "Ask a question"),
    ("R", "Show the text"),
    ("G", "Show the graph"),
    ("B", "Show both"),
    ("T", "The graph as a table, or as a picture"),
    ("[ ]", "Previous page, next page"),
    ("+ - 0", "Page larger, smaller, as wide as there is room"),
    ("← →", "In the graph: along the document"),
    ("↑ ↓", "In the graph: to the strongest point above, to what it was written from"),
    ("Enter", "In the graph: show the passage"),
    ("Shift Enter", "In a question: a new line"),
    ("Escape", "Stop, or close"),
    ("?", "These keys"),
];

pub const SELECTION: &str = "The selected words";
pub const ASK_ABOUT: &str = "Ask about this";
pub const RESTING_ON_SELECTION: &str = "Points that rest on this";

/// The beginning of a question about words of the text.
pub fn about(selected: &str) -> String {
    format!("“{}”: ", selected.split_whitespace().collect::<Vec<_>>().join(" "))
}

// The graph.
pub const NO_GRAPH: &str = "There is no graph yet.";
pub const NO_GRAPH_HINT: &str =
    "Pecan reads the document once and writes down its points, each tied to what it was read from.";
pub const GRAPH_GROWING: &str = "The first points are being written.";
pub const THRESHOLD: &str = "Show edges from";
pub const THRESHOLD_TITLE: &str = "An edge is the share of its attention that a point paid to what it was written from. Weaker \
     ones are not drawn.";
pub const WHOLE: &str = "Whole";
pub const WHOLE_TITLE: &str = "Show the whole document";
pub const ZOOM_IN: &str = "Zoom in";
pub const ZOOM_OUT: &str = "Zoom out";
pub const CLOSE: &str = "Close";
pub const PREDECESSORS: &str = "Points written from it";
pub const SUCCESSORS: &str = "Written from";
pub const SHOW_PASSAGE: &str = "Show in the text";
pub const SHOW_NODE: &str = "Show on the graph";
pub const OLDER_GRAPH: &str = "An older graph, on which this answer was found.";
pub const NEWEST_GRAPH: &str = "Back to the newest";
pub const NOTHING_ABOVE: &str = "None: it is at the top.";
pub const NOTHING_ABOVE_YET: &str = "No point looked at it.";
pub const GRAPH_KEYS: &str = "Arrow keys walk: up to the strongest point above, down to what it \
                              was written from, left and right along the document.";

pub const TABLE: &str = "Table";
pub const TABLE_TITLE: &str = "List the nodes instead of drawing them";
pub const COLUMN_PLACE: &str = "Page";
pub const COLUMN_LEVEL: &str = "Level";
pub const COLUMN_TEXT: &str = "Text";
pub const COLUMN_STRONGEST: &str = "Strongest edge";
pub const SORT_TITLE: &str = "Order by this; once more for the opposite order";
pub const NOTHING_FOUND: &str = "Nothing like that is in this graph.";
pub const ROWS: &str = "Rows";
pub const PREVIOUS_ROWS: &str = "Previous rows";
pub const NEXT_ROWS: &str = "Next rows";
pub const FIND_POINTS: &str = "Find points…";
pub const ON_PAGES: &str = "Pages";
pub const FIRST_PAGE: &str = "From page";
pub const LAST_PAGE: &str = "To page";
pub const RESTS_ON_PASSAGE: &str = "rests on a passage";
pub const RESTS_TITLE: &str = "Look for all nodes again";
pub const RESTING: &str = "What rests on it";
pub const RESTING_TITLE: &str = "List every point that edges lead down from to this passage";
pub const REPLAY: &str = "The path, step by step";
pub const STEP_BACK: &str = "One step back";
pub const STEP_ON: &str = "One step on";
pub const PLAY: &str = "Play";
pub const PAUSE: &str = "Pause";
pub const LEAVE_PATH: &str = "Take the path off the graph";

pub const UNCOVERED_TITLE: &str =
    "Passages from which no point was written with an edge as strong as those that are drawn";

/// How many passages no point covers.
pub fn uncovered(passages: usize) -> String {
    match passages {
        1 => "1 passage uncovered".to_owned(),
        _ => format!("{} passages uncovered", count(passages as u64)),
    }
}

/// A page's number in a table.
pub fn page(page: u32) -> String {
    format!("p. {page}")
}

/// How many nodes are found.
pub fn found(found: usize, all: usize) -> String {
    format!("{} of {}", count(found as u64), count(all as u64))
}

/// Which rows are shown.
pub fn rows(before: usize, most: usize, all: usize) -> String {
    let last = (before + most).min(all);
    format!("{}–{} of {}", count(before as u64 + 1), count(last as u64), count(all as u64))
}

/// How far the replay of a path is.
pub fn stop_of(at: usize, all: usize) -> String {
    match at {
        0 => "top level".to_owned(),
        _ => format!("step {at} of {all}"),
    }
}

/// The picture, for those who do not see it.
pub fn graph_label(nodes: usize, levels: u32) -> String {
    format!("{} nodes on {levels} levels. {GRAPH_KEYS}", count(nodes as u64))
}

/// A level's name beside its band.
pub fn level(level: u32) -> String {
    if level == 1 { "text".to_owned() } else { format!("level {level}") }
}

/// A node's name.
pub fn node(id: u32, level: u32) -> String {
    if level == 1 { format!("passage {id}") } else { format!("point {id}") }
}

/// A node's name with its level.
pub fn node_on_level(id: u32, node_level: u32) -> String {
    if node_level == 1 {
        node(id, node_level)
    } else {
        format!("{} · {}", node(id, node_level), level(node_level))
    }
}

/// How many more neighbours there are.
pub fn more(left: usize) -> String {
    format!("{} more", count(left as u64))
}

// Questions and answers.
pub const ASK: &str = "Ask";
pub const ASK_PLACEHOLDER: &str = "Ask this document…";
pub const ASK_FIRST: &str = "Ask something.";
pub const ASK_FIRST_HINT: &str =
    "Every answer shows which points were looked at, and the passages that it rests on.";
pub const ASK_GROWING: &str = "The graph is still growing: answers rest on what is built so far.";
pub const ASKED_GROWING: &str =
    "The graph was not whole when this was asked: it rests on what was built by then.";
pub const ASK_NO_GRAPH: &str = "Questions can be asked once the graph has its first points.";
pub const LOOKING: &str = "Looking…";
pub const NOT_FOUND: &str = "The document does not seem to answer this.";
pub const LOOK_FURTHER: &str = "Look further";
pub const ANSWER_ANYWAY: &str = "Answer anyway";
pub const BEST_EFFORT: &str = "Not enough was found. This is a guess from what was looked at.";
pub const ASK_STOPPED: &str = "You stopped this before it was answered.";
pub const EMPTY_ANSWER: &str = "The model wrote no answer.";
pub const COPY: &str = "Copy";
pub const COPIED: &str = "Copied";
pub const SHOW_ON_GRAPH: &str = "Show the path on the graph";
pub const PATH: &str = "Path";
pub const ATTENTION: &str = "looked at";
pub const SIMILARITY: &str = "similar";
pub const ENOUGH: &str = "enough?";
pub const ENGINE_AGAIN: &str = "The engine was started again and goes on.";
pub const ENGINE_IDLE: &str = "It starts again with the next thing to do.";
pub const SCORE_TITLE: &str = "Why it came next: its share of what the points before looked at, and its likeness to the \
     question.";
pub const ENOUGH_TITLE: &str =
    "How far the model found what it had looked at sufficient, from 0 to 1.";

/// What an answer lacks, if it lacks something.
pub fn shortfall(found: bool, reason: StopReason, answer: &str) -> Option<&'static str> {
    let silent = answer.trim().is_empty();
    match reason {
        StopReason::Stopped => Some(ASK_STOPPED),
        _ if protocol::best_effort(found, reason, answer) => Some(BEST_EFFORT),
        _ if !silent => None,
        _ if found || reason == StopReason::Fixed => Some(EMPTY_ANSWER),
        _ => Some(NOT_FOUND),
    }
}

/// Leads to the path of an earlier answer.
pub fn recall(answered: bool) -> &'static str {
    if answered { "Rests on…" } else { "What was looked at…" }
}

/// What is said while the search is at it.
pub fn looking_at(points: usize) -> String {
    match points {
        0 => LOOKING.to_owned(),
        1 => "Looking… 1 point".to_owned(),
        many => format!("Looking… {} points", count(many as u64)),
    }
}

/// The quiet line under an answer; `shown` is how many of its passages are.
pub fn quiet_line(answer: &Answer, shown: usize) -> String {
    let read: u64 = answer.steps.iter().map(|step| u64::from(step.tokens)).sum();
    format!(
        "{} of {} points · {}{} of the book · {}",
        count(answer.steps.len() as u64),
        count(answer.nodes_total.into()),
        passages(shown, answer.evidence.len()),
        share(read as f64 / answer.tokens_total.max(1) as f64),
        crate::format::seconds(answer.cost.seconds),
    )
}

fn passages(shown: usize, of: usize) -> String {
    match (shown, of) {
        (_, 0) => String::new(),
        (1, 1) => "1 passage · ".to_owned(),
        (all, of) if all == of => format!("{} passages · ", count(of as u64)),
        _ => format!("{} of {} passages · ", count(shown as u64), count(of as u64)),
    }
}

/// Leads to so many further passages, of so many that are left.
pub fn more_passages(next: usize, left: usize) -> String {
    let of = if next < left { format!(" of {}", count(left as u64)) } else { String::new() };
    format!("Show {next} more{of}")
}

/// So many points are named that a sentence rests on.
const NAMED: usize = 3;

/// Which points a sentence of an answer rests on, for a tip.
pub fn rests_on(answer: &Answer, sentence: &AnswerSentence) -> String {
    let mut points: Vec<_> = answer.steps.iter().zip(&sentence.looked).collect();
    points.retain(|(_, share)| **share > 0.0);
    points.sort_by(|one, other| other.1.total_cmp(one.1));
    let named = points.iter().take(NAMED);
    let named: Vec<String> = named
        .map(|(step, part)| format!("{} ({})", node(step.node, step.level), share(**part)))
        .collect();
    match named.is_empty() {
        true => "It looked at no point in particular".to_owned(),
        false => format!("While writing this the model looked most at {}", named.join(", ")),
    }
}

/// The nodes that every search begins with.
pub fn top_level(points: usize) -> String {
    match points {
        1 => "1 point to begin with".to_owned(),
        many => format!("{} points to begin with", count(many as u64)),
    }
}

/// Why a search ended, in a sentence.
pub fn stop(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Sufficient => "It stopped because the model found this sufficient.",
        StopReason::Window => "It stopped because no further point fits into the model's window.",
        StopReason::Exhausted => "It stopped because there was nothing left to look at.",
        StopReason::Limit => "It stopped because it had looked at as many points as it may.",
        StopReason::Fixed => "It looked at as many points as it was asked to.",
        StopReason::Stopped => "You stopped it.",
    }
}

/// What an answer cost, in full.
pub fn cost(cost: &Cost, tokens_total: u64) -> Vec<String> {
    let mut lines = vec![
        format!(
            "{} tokens read, {} restored; {} different ones in all",
            count(cost.tokens_evaluated),
            count(cost.tokens_restored),
            count(cost.tokens_distinct)
        ),
        format!("Reading the whole: {} tokens", count(tokens_total)),
        format!(
            "{} asked whether it suffices",
            if cost.asks == 1 { "once".to_owned() } else { format!("{} times", cost.asks) }
        ),
    ];
    lines.push(format!("{} of arithmetic", crate::format::flops(cost.flops)));
    lines
}

/// What a passage's weight means.
pub fn weight_title(weight: f64) -> String {
    format!(
        "{} of what the model looked at while answering came from here. It is what was looked at, \
         not proof.",
        share(weight)
    )
}

/// A citation's place, as far as it is known.
pub fn cited(title: Option<String>, evidence: &Evidence) -> Option<String> {
    let page = evidence.page.map(|page| format!("p. {page}"));
    let changed = evidence.changed.then(|| "changed since".to_owned());
    let place: Vec<String> = title.into_iter().chain(page).chain(changed).collect();
    (!place.is_empty()).then(|| place.join(", "))
}

/// A question with its answer and the passages it rests on, to be pasted elsewhere. `title` gives
/// a document's title.
pub fn copied_answer(answer: &Answer, title: impl Fn(DocumentId) -> Option<String>) -> String {
    let mut text = format!("{}\n\n{}\n", answer.question, answer.answer.trim());
    if let Some(shortfall) = shortfall(answer.found, answer.stop, &answer.answer) {
        text += &format!("\n{shortfall}\n");
    }
    for (number, evidence) in answer.passages().iter().enumerate() {
        let place = cited(title(evidence.document), evidence);
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        let quoted = evidence.text.split_whitespace().collect::<Vec<_>>().join(" ");
        text += &format!("\n[{}] {place}“{quoted}”\n", number + 1);
    }
    text
}

// Settings.
pub const MODEL: &str = "Model";
pub const MODEL_LOADING: &str = "Loading the model…";

/// What a model that was chosen is called; none is the one that comes with Pecan.
pub fn chosen_model(path: Option<&str>) -> String {
    path.map_or_else(
        || "The demonstration model".to_owned(),
        |path| format!("“{}”", file_name(path)),
    )
}

/// What is said of a model that was chosen while a build is under way.
pub fn model_waits(name: &str) -> String {
    format!("{name} will be loaded when the build is over.")
}

pub const DEMONSTRATION: &str = "This is the demonstration model that comes with Pecan. It is tiny, has read little, and \
     serves to show what Pecan does. For real documents open a model of your own: any chat model \
     as a GGUF file.";
pub const OPEN_MODEL: &str = "Open a model…";
pub const OPEN_MODEL_TITLE: &str = "Open a model";
pub const MODEL_FILES: &str = "Models (GGUF)";
pub const BACK_TO_DEMONSTRATION: &str = "Back to the demonstration model";
pub const ASKING: &str = "Asking";
pub const PATIENCE: &str = "Patience";
pub const PATIENCE_HINT: &str =
    "How many times the model must find the points sufficient before it answers.";
pub const CONFIDENCE: &str = "Confidence";
pub const CONFIDENCE_HINT: &str =
    "How sure it must be each time, from 0 to 1. Empty: what suits the model.";
pub const MAX_NODES: &str = "Points at most";
pub const MAX_NODES_HINT: &str = "How many points it may look at beyond the first ones.";
pub const DEFAULTS: &str = "Back to the usual values";
pub const ABOUT: &str = "About";
pub const VERSION: &str = "Version";
pub const LOG_FILE: &str = "Log file";
pub const DEMONSTRATION_BADGE: &str = "demonstration model";

/// Names of a model's facts.
pub mod fact {
    pub const NAME: &str = "Name";
    pub const KIND: &str = "Kind";
    pub const SIZE: &str = "Size";
    pub const CONTEXT: &str = "Reads at once";
    pub const CONSTRUCTION: &str = "While building";
    pub const ATTENTION: &str = "Attention";
    pub const TEMPLATE: &str = "Chat template";
    pub const FILE: &str = "File";
}

/// Architecture, parameters, layers and heads.
pub fn kind(info: &protocol::ModelInfo) -> String {
    format!(
        "{}, {} parameters, {} layers, {} heads",
        info.architecture,
        crate::format::parameters(info.parameters),
        info.layers,
        info.heads
    )
}

/// A number of tokens.
pub fn tokens(tokens: u32) -> String {
    format!("{} tokens", count(tokens.into()))
}

/// Whether a model brings its own chat template.
pub fn template(own: bool) -> &'static str {
    if own { "its own" } else { "none: a plain one is used" }
}

/// Which attention of a model can be read.
pub fn attention(kind: &AttentionKind) -> String {
    match kind {
        AttentionKind::Full => "every layer".to_owned(),
        AttentionKind::Windowed { full_layers } => {
            format!("{full_layers} layers that look at everything; the others are left out")
        }
        AttentionKind::Sinks { full_layers } => format!(
            "{full_layers} layers that look at everything; a part goes to sinks and counts as lost"
        ),
        AttentionKind::Unusable { reason } => format!("none: {reason}"),
    }
}

/// What kind of failure it was, as a heading over what the engine says of it.
pub fn failure_heading(code: Code) -> &'static str {
    match code {
        Code::ModelMissing | Code::ModelBroken | Code::ModelUnsupported => {
            "The model cannot be used"
        }
        Code::ModelWithoutAttention => "This model cannot build graphs",
        Code::EmbedderMissing | Code::EmbedderBroken => "A part of Pecan is missing",
        Code::LibraryBusy | Code::LibraryReadOnly | Code::DiskFull => {
            "The library cannot be written"
        }
        Code::LibraryNewer | Code::LibraryBroken => LIBRARY_CLOSED,
        Code::EngineDied => "The engine ended",
        Code::OutOfMemory => "There is not enough memory",
        _ => "That did not work",
    }
}

/// What the engine says of a failure, and the way out that the window has.
pub fn failure_text(failure: &Failure) -> String {
    let way = match failure.code {
        Code::ModelMissing => " In this window: Settings, then “Open a model…”.",
        Code::EmbedderMissing => " Where Pecan is installed, installing it again brings it back.",
        _ => "",
    };
    format!("{}{way}", failure.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{answer, evidence, step, summary};

    #[test]
    fn the_quiet_line_says_how_many_passages_there_are_and_are_shown() {
        for (shown, of, expected) in [
            (0, 0, ""),
            (1, 1, "1 passage · "),
            (3, 3, "3 passages · "),
            (1, 3, "1 of 3 passages · "),
            (5, 1_055, "5 of 1,055 passages · "),
        ] {
            let answer = Answer {
                steps: vec![step(1, 0.1), step(2, 0.1)],
                evidence: vec![evidence(0.1, "x"); of],
                nodes_total: 412,
                cost: Cost { seconds: 4.2, ..Cost::default() },
                ..answer()
            };
            let expected = format!("2 of 412 points · {expected}2.0 % of the book · 4.2 s");
            assert_eq!(quiet_line(&answer, shown), expected);
        }
        assert_eq!(more_passages(10, 1_050), "Show 10 more of 1,050");
        assert_eq!(more_passages(7, 7), "Show 7 more");
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
    fn a_missing_model_has_a_way_out_in_the_window() {
        let text = |code| failure_text(&Failure::new(code, "It is missing."));
        assert!(text(Code::ModelMissing).starts_with("It is missing. "));
        assert!(text(Code::ModelMissing).contains(OPEN_MODEL));
        assert_eq!(text(Code::FileMissing), "It is missing.");
    }

    #[test]
    fn copied_answers_have_the_passages_shown_and_no_others() {
        let mut answer = answer();
        let key = evidence(0.5, "She hid the\nsilver key.");
        let cellar = evidence(0.35, "The cellar is cold.");
        let rest = evidence(0.15, "Nothing of note.");
        let cellar = Evidence { document: 2, ..cellar };
        answer.evidence = vec![Evidence { page: Some(41), ..key }, cellar, rest];
        let titles = |document| (document == 1).then(|| "Emma".to_owned());
        assert_eq!(
            copied_answer(&answer, titles),
            "Where is the key?\n\nThe cellar.\n\n[1] Emma, p. 41: “She hid the silver key.”\n\n\
             [2] “The cellar is cold.”\n"
        );
        let titles = |document| Some(format!("Book {document}"));
        let copied = copied_answer(&answer, titles);
        assert!(copied.contains("[1] Book 1, p. 41: ") && copied.contains("[2] Book 2: “The"));
        assert!(!copied.contains("[3]"), "{copied}");
    }

    #[test]
    fn a_guess_is_copied_as_a_guess() {
        let answer = Answer { found: false, stop: StopReason::Limit, ..answer() };
        let copied = copied_answer(&answer, |_| None);
        assert_eq!(copied, format!("Where is the key?\n\nThe cellar.\n\n{BEST_EFFORT}\n"));
    }

    #[test]
    fn what_an_answer_lacks_is_said_alike_everywhere() {
        use StopReason::{Exhausted, Fixed, Limit, Stopped, Sufficient, Window};
        for (found, reason, answer, expected) in [
            (true, Sufficient, "The cellar.", None),
            (true, Sufficient, " ", Some(EMPTY_ANSWER)),
            (false, Fixed, "The cellar.", None),
            (false, Fixed, "", Some(EMPTY_ANSWER)),
            (false, Limit, "", Some(NOT_FOUND)),
            (false, Exhausted, "", Some(NOT_FOUND)),
            (false, Window, "The cellar.", Some(BEST_EFFORT)),
            (false, Stopped, "", Some(ASK_STOPPED)),
        ] {
            assert_eq!(shortfall(found, reason, answer), expected, "{found} {reason:?} {answer:?}");
        }
    }

    #[test]
    fn a_model_that_waits_has_its_name() {
        let waits = |path| model_waits(&chosen_model(path));
        let big = waits(Some("/models/big.gguf"));
        assert_eq!(big, "“big.gguf” will be loaded when the build is over.");
        assert!(waits(None).starts_with("The demonstration model will"));
    }

    #[test]
    fn names_of_files_and_sentences() {
        assert_eq!(file_name("/home/me/a book.epub"), "a book.epub");
        assert_eq!(file_name("C:\\books\\b.pdf"), "b.pdf");
        assert_eq!(sentence("it was killed (signal 9)."), "It was killed (signal 9)");
        assert_eq!(sentence(" "), "");
    }
}
