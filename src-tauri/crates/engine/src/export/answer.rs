//! Exports an answer for other programs, in English.

use std::collections::HashMap;

use library::Library;
use protocol::{
    Answer, BEST_EFFORT, Code, DocumentId, ExportForm, Failure, QuestionId, Sheet, StopReason,
    UNSUPPORTED, best_effort, path_rows,
};

/// The note if the model did not find enough.
const NOT_ENOUGH: &str = "The model did not find enough to answer.";
/// The note on an answer from an incomplete graph.
const GROWING: &str = "The graph was not finished when this was asked. The answer rests on the \
                       part that was built by then.";

/// Exports an earlier answer in a form.
pub(crate) fn export(
    library: &Library,
    question: QuestionId,
    form: ExportForm,
) -> Result<String, Failure> {
    let answer = library.answer(question)?;
    let mut titles = HashMap::new();
    for &document in &answer.documents {
        titles.insert(document, library.document(document)?.summary.title);
    }
    match form {
        ExportForm::Markdown => Ok(sheet(&answer, &titles).markdown()),
        ExportForm::Html => Ok(sheet(&answer, &titles).html()),
        ExportForm::Json => serde_json::to_string_pretty(&answer.with_kind())
            .map(|page| page + "\n")
            .map_err(|error| {
                Failure::new(Code::Internal, format!("The answer cannot be written: {error}."))
            }),
    }
}

fn sheet(answer: &Answer, titles: &HashMap<DocumentId, String>) -> Sheet {
    let passages = answer.passages().iter().enumerate();
    let passages =
        passages.map(|(at, evidence)| (place(answer, titles, at), evidence.text.clone()));
    Sheet {
        language: "en",
        title: answer.question.clone(),
        paragraphs: said(answer),
        passages_heading: if answer.is_guess() { "What Pecan read" } else { "Passages" },
        passages: passages.collect(),
        path_heading: "Path",
        columns: ["step", "point", "looked at", "similar", "shared words", "enough?"],
        rows: path_rows(answer, "top", &|value, digits| format!("{value:.digits$}")),
        notes: notes(answer),
    }
}

/// Returns the answer, and what it lacks.
fn said(answer: &Answer) -> Vec<String> {
    let lacks = match answer.answer.is_empty() {
        false if !answer.supported => Some(UNSUPPORTED),
        _ if best_effort(answer.found, answer.stop, &answer.answer) => Some(BEST_EFFORT),
        true if !answer.found && answer.stop != StopReason::Passages => Some(NOT_ENOUGH),
        _ => None,
    };
    let texts = [answer.answer.as_str()].into_iter().chain(lacks);
    texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// Returns a description of a passage and how much the answer rests on it, if a model wrote it.
fn place(answer: &Answer, titles: &HashMap<DocumentId, String>, at: usize) -> String {
    let (number, evidence) = (at + 1, &answer.passages()[at]);
    let title = titles.get(&evidence.document).map_or("", String::as_str);
    let page = evidence.cited_page().map_or_else(String::new, |page| format!(", p. {page}"));
    let changed = if evidence.changed { ", changed since" } else { "" };
    let weight = match answer.stop.is_without_model() {
        true => String::new(),
        false => format!(" ({:.0}%)", evidence.weight * 100.0),
    };
    format!("[{number}] {title}{page}{changed}{weight}")
}

fn stopped(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Sufficient => "The search stopped because the model found this sufficient.",
        StopReason::Window => {
            "The search stopped because no further point fits the model's window."
        }
        StopReason::Exhausted => "The search stopped because there was nothing left to look at.",
        StopReason::Unconfirmed => {
            "The model found what it had read sufficient, but no single passage on its own."
        }
        StopReason::Limit => "The search stopped at the point limit.",
        StopReason::Fixed => "The search looked at as many points as requested.",
        StopReason::Unjudged => {
            "The model cannot tell when it has read enough, so Pecan read a fixed number of points."
        }
        StopReason::Passages => "Pecan wrote no answer. These passages match best.",
        StopReason::NamesListed => {
            "Pecan took the names from the sentences that say so, without asking the model."
        }
        StopReason::NameDescribed => {
            "Pecan quotes the sentences that say most about who this is, without asking the model."
        }
        StopReason::Stopped => "The search was stopped.",
    }
}

/// Returns notes on how the answer was produced.
fn notes(answer: &Answer) -> Vec<String> {
    let growing = answer.growing.then(|| GROWING.to_owned());
    growing.into_iter().chain([stopped(answer.stop).to_owned(), spent(answer)]).collect()
}

/// Returns the cost of the answer, compared with reading everything.
fn spent(answer: &Answer) -> String {
    let cost = &answer.cost;
    if answer.stop.is_without_model() {
        return format!("{:.1} s.", cost.seconds);
    }
    let whole = answer.whole_flops.map_or_else(String::new, |whole| format!(" of {whole:.2e}"));
    format!(
        "Model {}; {} of {} nodes looked at; {} tokens read, {} reused, of {} in total; \
         {:.2e}{whole} floating-point operations; {:.1} s.",
        answer.model,
        answer.steps.len(),
        answer.nodes_total,
        cost.tokens_evaluated,
        cost.tokens_restored,
        answer.tokens_total,
        cost.flops,
        cost.seconds
    )
}

#[cfg(test)]
mod tests {
    use protocol::{AskOptions, Evidence, GraphId, QuestionCost, Score, Step};

    use super::*;

    fn answer() -> Answer {
        let step = |node, total, p_yes| Step {
            node,
            document: DocumentId(1),
            level: 2,
            text: "A *star* | <b>bold</b>".into(),
            tokens: 4,
            score: Score { attention: total, total, ..Score::default() },
            relevance: 0.0,
            p_yes: Some(p_yes),
            p_alone: None,
        };
        Answer {
            id: QuestionId(7),
            question: "# Who?".into(),
            options: AskOptions::default(),
            confidence: Some(0.5),
            model: "Reader".into(),
            documents: vec![DocumentId(1)],
            graphs: vec![GraphId(1)],
            growing: false,
            found: true,
            supported: true,
            rounds: Vec::new(),
            list: None,
            answer: "1. <script>alert(1)</script>".into(),
            sentences: vec![],
            stop: StopReason::Sufficient,
            steps: vec![step(9, 0.0, 0.1), step(4, 0.25, 0.9)],
            evidence: vec![Evidence {
                document: DocumentId(1),
                chunk: 0,
                weight: 0.75,
                node: 4,
                page: Some(3),
                label: Some("i".into()),
                turns: Vec::new(),
                start: 0,
                end: 20,
                text: "- She hid\nthe [key](x).".into(),
                changed: false,
            }],
            cost: QuestionCost::default(),
            nodes_total: 9,
            chunks_total: 6,
            tokens_total: 100,
            whole_flops: Some(2e9),
            asked: 0,
        }
    }

    #[test]
    fn a_page_has_the_answer_with_its_passages_its_path_and_its_cost() {
        let titles = HashMap::from([(DocumentId(1), "Emma & Co".to_owned())]);
        let sheet = sheet(&answer(), &titles);
        assert_eq!(sheet.passages[0].0, "[1] Emma & Co, p. i (75%)");
        assert_eq!(sheet.rows[0].each_ref().map(String::as_str)[..1], ["top"]);
        assert_eq!(sheet.rows[1].each_ref().map(String::as_str)[2..4], ["0.250", "0.000"]);
        assert_eq!(sheet.rows[1].each_ref().map(String::as_str)[4..], ["0.000", "0.90"]);
        assert_eq!(sheet.notes[0], "The search stopped because the model found this sufficient.");
        assert!(sheet.notes[1].starts_with("Model Reader; 2 of 9 nodes looked at; 0 tokens read"));
        assert!(sheet.notes[1].contains("0.00e0 of 2.00e9 floating-point"), "{}", sheet.notes[1]);
    }

    #[test]
    fn what_an_answer_lacks_is_said() {
        let guess = Answer { found: false, stop: StopReason::Limit, ..answer() };
        assert_eq!(said(&guess)[1], BEST_EFFORT);
        let none = Answer { answer: String::new(), ..guess };
        assert_eq!(said(&none), [NOT_ENOUGH]);
        assert_eq!(said(&answer()).len(), 1);
        assert_eq!(notes(&Answer { growing: true, ..answer() })[0], GROWING);
    }
}
