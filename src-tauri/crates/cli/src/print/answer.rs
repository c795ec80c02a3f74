//! Answers, and the paths to them.

use protocol::{
    Answer, BEST_EFFORT, Evidence, HistoryEntry, NameList, Round, Step, StopReason, UNSUPPORTED,
    best_effort,
};
use terminal::span;

use super::wording::{count, plain};

/// The maximum number of characters quoted of a passage.
const QUOTED: usize = 160;

/// The number of words of a node shown in a path.
const WORDS: usize = 16;

pub(super) fn history(entry: &HistoryEntry) -> String {
    let remark = match entry.answer.trim() {
        "" => String::new(),
        _ if !entry.supported => format!("({UNSUPPORTED}) "),
        _ if entry.best_effort() => format!("({BEST_EFFORT}) "),
        _ => String::new(),
    };
    let answer = match entry.answer.trim() {
        "" => nothing(entry.stop),
        answer => answer.to_owned(),
    };
    format!("{:>5}  {}\n       {remark}{answer}\n", entry.id, plain(&entry.question))
}

/// Returns the text in place of an answer.
fn nothing(stop: StopReason) -> String {
    let hint = match stop {
        StopReason::Stopped | StopReason::Passages => "",
        _ => " For a guess, add --best-effort.",
    };
    format!("{}{hint}", stop.without_answer())
}

/// Returns the answer, its passages, and the path to it.
pub(super) fn answer(answer: &Answer) -> String {
    let mut out = answer.answer.trim().to_owned();
    if out.is_empty() {
        out.push_str(&nothing(answer.stop));
    } else if answer.is_guess() {
        out.push_str(&format!("\n({UNSUPPORTED}) What Pecan read:"));
    } else if best_effort(answer.found, answer.stop, &answer.answer) {
        out.push_str(&format!("\n({BEST_EFFORT})"));
    }
    if answer.is_closest_passages() {
        out.push_str(" These passages match the question best.");
    }
    out.push_str("\n\n");
    let shown = answer.passages();
    for (number, evidence) in shown.iter().enumerate() {
        out.push_str(&format!("[{}] {}\n", number + 1, passage(answer, evidence)));
    }
    if shown.len() < answer.evidence.len() {
        let all = answer.evidence.len();
        out.push_str(&format!("{} of {all} passages; --json prints them all\n", shown.len()));
    }
    if let Some(list) = &answer.list {
        out.push_str(&looked_through(list, answer.cost.seconds));
        return out;
    }
    if answer.stop == StopReason::NameDescribed {
        let seconds = span(answer.cost.seconds);
        out.push_str(&format!("Quoted from the text, without asking the model · {seconds}\n"));
        return out;
    }
    // If the model took no part, there is no path.
    if answer.stop != StopReason::Passages {
        out.push_str(&path(answer));
    }
    out.push_str(&format!(
        "{} · {} tokens read, {} restored · {} · {}\n",
        // Sentences are no nodes of the graph.
        match answer.rounds.is_empty() {
            true => format!("{} of {}", answer.steps.len(), count(answer.nodes_total, "node")),
            false => count(answer.steps.len() as u64, "text"),
        },
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

/// Returns the source of a list of names.
fn looked_through(list: &NameList, seconds: f64) -> String {
    let without = match list.pages_without_text {
        0 => String::new(),
        pages => format!(" · {} without text", count(pages, "page")),
    };
    format!(
        "Taken from {} with names, without asking the model{without} · {}\nPecan finds names by their capital letters. Check the list against the passages.\n",
        count(list.sentences, "sentence"),
        span(seconds)
    )
}

/// Returns where a passage stands, its weight, and the part of it that is about the question.
fn passage(answer: &Answer, evidence: &Evidence) -> String {
    let quote = answer.quote(evidence, QUOTED);
    let mut place = match evidence.page_of(&quote) {
        Some(page) => format!("page {}", plain(&page)),
        None => format!("characters {}–{}", evidence.start, evidence.end),
    };
    if answer.documents.len() > 1 {
        place = format!("document {}, {place}", evidence.document);
    }
    if evidence.changed {
        place.push_str(" (changed since)");
    }
    let is_weighed = !answer.stop.is_without_model() && !answer.is_guess();
    if is_weighed && !answer.answer.trim().is_empty() {
        place.push_str(&format!(", weight {:.2}, through node {}", evidence.weight, evidence.node));
    }
    format!("{place}: “{}”", plain(&quote.to_string()))
}

/// Returns the path to the answer: a line for the top level and one for each chosen node, after what its round searched
/// for.
fn path(answer: &Answer) -> String {
    let top = answer.top_level();
    let looked_at_top = || {
        let points = count(top.len() as u64, "point");
        format!(
            "Looked at {points} of the top level{}",
            verdict(answer, answer.steps[top.clone()].last())
        )
    };
    let mut out = String::new();
    if top.start == 0 && (answer.rounds.is_empty() || !top.is_empty()) {
        out.push_str(&looked_at_top());
    }
    let mut begins = [0].into_iter().chain(answer.rounds.iter().map(|round| round.steps as usize));
    let mut rounds =
        answer.rounds.iter().filter_map(|round| Some((begins.next()?, round))).peekable();
    for (place, step) in answer.steps.iter().enumerate() {
        if place > 0 && place == top.start {
            out.push_str("That was not enough, so Pecan searched the graph\n");
            out.push_str(&looked_at_top());
        }
        if top.contains(&place) {
            continue;
        }
        while let Some((_, round)) = rounds.next_if(|(begin, _)| *begin <= place) {
            out.push_str(&looked_for(round));
        }
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
            verdict(answer, Some(step))
        ));
    }
    out
}

fn looked_for(round: &Round) -> String {
    let query = plain(&round.query);
    match round.names.as_slice() {
        [] => format!("Looked for “{query}” in all sentences\n"),
        names => format!("Looked for “{query}” in sentences about {}\n", plain(&names.join(", "))),
    }
}

/// Returns a probability with two digits, or with more if rounding would put it on the other side of the threshold.
fn rounded(p_yes: f64, needed: Option<f64>) -> String {
    let is_clear = |digits: &usize| {
        let shown: f64 = format!("{p_yes:.digits$}").parse().unwrap_or(p_yes);
        needed.is_none_or(|needed| (shown > needed) == (p_yes > needed))
    };
    let digits = (2..9).find(is_clear).unwrap_or(9);
    format!("{p_yes:.digits$}")
}

/// Returns the model's verdict after a step, and the threshold for a Yes.
fn verdict(answer: &Answer, step: Option<&Step>) -> String {
    let said = |what: &str, p_yes: Option<f64>| {
        p_yes.map_or_else(String::new, |p_yes| {
            format!("; {what} with probability {}", rounded(p_yes, answer.confidence))
        })
    };
    let (p_yes, p_alone) = step.map_or((None, None), |step| (step.p_yes, step.p_alone));
    let needed = answer.confidence.filter(|_| p_yes.is_some() || p_alone.is_some());
    let needed = needed.map_or_else(String::new, |needed| format!(" ({needed:.2} needed)"));
    said("enough", p_yes) + &said("enough on its own", p_alone) + &needed + "\n"
}
