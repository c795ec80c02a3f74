//! The questions on which the methods differ the most, with all answers.

use std::collections::BTreeMap;

use super::cases::question;
use super::escape::escaped;
use super::format::percent;
use super::table::{ReportTable, cut};
use crate::comparison::{QuestionOutcome, Record, Results};

/// The most questions of a data set; all of them are in `answers.csv`.
const MOST: usize = 20;
/// The most characters of an answer.
const LONGEST: usize = 400;

/// A question by every method.
type QuestionRecords<'a> = Vec<&'a Record>;

/// Returns the questions of a data set on which the methods differ the most, as HTML to fold out.
pub fn examples(results: &Results, dataset: &str) -> String {
    let found = furthest_apart(results, dataset);
    found.iter().map(|example| html(example)).collect()
}

/// Returns those on which one method has a high F1 and another a low one, the widest difference first.
fn furthest_apart<'a>(results: &'a Results, dataset: &str) -> Vec<QuestionRecords<'a>> {
    let mut questions: BTreeMap<_, QuestionRecords<'a>> = BTreeMap::new();
    for record in results.records.iter().filter(|record| record.dataset == dataset) {
        questions.entry(question(record)).or_default().push(record);
    }
    let mut found: Vec<QuestionRecords<'a>> =
        questions.into_values().filter(|example| width(example) > 0.0).collect();
    // Equal ones stay in order.
    found.sort_by(|a, b| width(b).total_cmp(&width(a)));
    found.truncate(MOST);
    found
}

/// Returns the best F1 minus the worst.
fn width(example: &[&Record]) -> f64 {
    let f1 = || example.iter().filter_map(|record| Some(record.scores?.f1));
    f1().fold(0.0, f64::max) - f1().fold(1.0, f64::min)
}

fn html(example: &[&Record]) -> String {
    let Some(first) = example.first() else { return String::new() };
    let caption = format!("Expected: {}", cut(&first.answers.join(" | "), LONGEST));
    let rows = example.iter().map(|record| row(record)).collect();
    let table = ReportTable::new(caption, &["method", "F1 %", "answer"], rows);
    format!(
        "<details><summary>{}</summary>\n{}</details>\n",
        escaped(&cut(&first.question, LONGEST)),
        table.html()
    )
}

fn row(record: &Record) -> Vec<String> {
    let answer = match &record.outcome {
        QuestionOutcome::Answered(given) => cut(given.answer.trim(), LONGEST),
        QuestionOutcome::NotRun(why) => format!("not run: {why}"),
    };
    let f1 = record.scores.map(|scores| percent(scores.f1)).unwrap_or_default();
    vec![record.method.clone(), f1, answer]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results};

    #[test]
    fn the_widest_come_first_and_equal_ones_not_at_all() {
        let all = results(vec![
            answered("a", "1", "pecan", 0.5),
            answered("a", "2", "pecan", 1.0),
            answered("a", "3", "pecan", 1.0),
            answered("a", "1", "bm25:5", 0.25),
            answered("a", "2", "bm25:5", 1.0),
            answered("a", "3", "bm25:5", 0.0),
            not_run("a", "3", "whole"),
            answered("b", "1", "pecan", 1.0),
        ]);
        let found = furthest_apart(&all, "a");
        let ids: Vec<&str> = found.iter().map(|example| example[0].id.as_str()).collect();
        assert_eq!(ids, ["3", "1"]);
        let html = examples(&all, "a");
        assert!(html.contains("<summary>Question 3?</summary>"), "{html}");
        assert!(html.contains("<td>not run: window</td>"), "{html}");
        assert!(examples(&all, "b").is_empty());
    }
}
