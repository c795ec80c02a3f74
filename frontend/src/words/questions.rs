//! Questions and answers.

use protocol::{Answer, AnswerSentence, Cost, DocumentId, Evidence, ExportForm, StopReason};

use super::node;
use crate::format::{count, share};

pub const ASK: &str = "Ask";
pub const ASK_PLACEHOLDER: &str = "Ask this document…";
pub const ASKED_OF: &str = "Ask";
pub const THIS_DOCUMENT: &str = "this document";
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

/// Leads to questions on all documents of a collection.
pub fn ask_collection(name: &str) -> String {
    format!("Ask all of “{name}”")
}

/// Stands in the field for a question on a collection.
pub fn ask_placeholder(name: &str) -> String {
    format!("Ask “{name}”…")
}

/// A collection among what can be asked.
pub fn all_of(name: &str, size: usize) -> String {
    format!("all of “{name}” ({})", super::documents(size))
}

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

pub const FIND_QUESTIONS: &str = "Find in questions and answers";
pub const ASK_AGAIN: &str = "Ask again";
pub const ASK_AGAIN_TITLE: &str = "Ask the same with the settings as they are now";
pub const EXPORT: &str = "Save as…";
pub const SAVE_ANSWER: &str = "Save the answer";
pub const EXPORT_FORMS: [(ExportForm, &str); 3] =
    [(ExportForm::Markdown, "Markdown"), (ExportForm::Html, "HTML"), (ExportForm::Json, "JSON")];

/// What a saved answer is called to begin with.
pub fn file_of(form: ExportForm) -> &'static str {
    match form {
        ExportForm::Markdown => "answer.md",
        ExportForm::Html => "answer.html",
        ExportForm::Json => "answer.json",
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{answer, evidence, step};

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
}
