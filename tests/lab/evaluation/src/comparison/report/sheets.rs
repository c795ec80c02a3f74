//! Tables for spreadsheets and programs: CSV as in RFC 4180.

use super::Numbers;
use super::cost::QUERIES;
use super::escape::obeyed_by_none;
use super::summary::MethodSummary;
use super::trust::Trust;
use crate::comparison::{AnswerRecord, QuestionOutcome, Record, Results};
use crate::statistics::Interval;

/// The columns of `answers.csv`.
const ANSWERS: [&str; 18] = [
    "dataset",
    "id",
    "kind",
    "question",
    "answers",
    "method",
    "answer",
    "found",
    "f1",
    "rouge_l",
    "exact",
    "shown",
    "wanted",
    "evaluated",
    "flops",
    "seconds",
    "not_run",
    "file",
];

/// Returns every question by every method.
pub fn answers(results: &Results) -> String {
    let rows = results.records.iter().map(answer_row);
    sheet(ANSWERS.map(String::from).into(), rows)
}

fn answer_row(record: &Record) -> Vec<String> {
    let given = record.outcome.given();
    let why_not = match &record.outcome {
        QuestionOutcome::NotRun(why) => why.as_str(),
        QuestionOutcome::Answered(_) => "",
    };
    let number = |of: fn(&AnswerRecord) -> String| given.map(of).unwrap_or_default();
    let scores = record.scores.map(|scores| [scores.f1, scores.rouge_l, scores.exact]);
    let mut row = vec![
        text(&record.dataset),
        text(&record.id),
        text(record.kind.as_deref().unwrap_or_default()),
        text(&record.question),
        text(&record.answers.join(" | ")),
        text(&record.method),
        text(given.map_or("", |given| given.answer.as_str())),
        number(|given| known(given.found)),
    ];
    row.extend(scores.map_or_else(Default::default, |scores| scores.map(|one| one.to_string())));
    row.extend([
        number(|given| given.shown.len().to_string()),
        number(|given| known(given.wanted)),
        number(|given| given.evaluated.to_string()),
        number(|given| given.flops.to_string()),
        number(|given| given.seconds.to_string()),
        text(why_not),
        text(&record.file),
    ]);
    row
}

/// Measures with intervals: of answers, of their costs, and of their differences from the reference's.
const SCORES: [&str; 5] = ["f1", "f1_as_shown", "rouge_l", "exact", "bleu"];
const COSTS: [&str; 6] =
    ["shown", "evaluated", "tflops", "seconds", "unanswerable_tflops", "construction_tflops"];
const LESS_REFERENCE: [&str; 9] = [
    "f1_less_reference",
    "f1_as_shown_less_reference",
    "rouge_l_less_reference",
    "exact_less_reference",
    "bleu_less_reference",
    "shown_less_reference",
    "evaluated_less_reference",
    "seconds_less_reference",
    "tflops_of_reference",
];

/// Returns every method on every data set.
pub fn summary(numbers: &Numbers<'_>) -> String {
    let ends = |name: &&str| ["", "_low", "_high"].map(|end| format!("{name}{end}"));
    let mut head: Vec<String> =
        ["dataset", "method", "questions", "documents", "run", "not_run", "cut", "scored"]
            .map(String::from)
            .into();
    head.extend([&SCORES[..], &LESS_REFERENCE, &COSTS].concat().iter().flat_map(ends));
    head.extend(QUERIES.map(|queries| format!("tflops_with_{queries}_by_document")));
    let others = [
        "refused",
        "rightly_refused",
        "found",
        "cited",
        "reached",
        "steady",
        "calibration_error",
        "calibration_error_above",
        "asks",
        "stop_precision",
        "stop_recall",
        "asks_too_late",
        "ln_nodes_mean",
        "ln_nodes_deviation",
    ];
    head.extend(others.map(String::from));
    let rows = numbers.summaries.iter().zip(&numbers.trusts);
    sheet(head, rows.map(|(summary, trust)| summary_row(summary, trust)))
}

fn summary_row(summary: &MethodSummary, trust: &Trust) -> Vec<String> {
    let (quality, cost) = (summary.quality.as_ref(), summary.cost.as_ref());
    let mut row = vec![
        text(&summary.dataset),
        text(&summary.method),
        summary.questions.to_string(),
        summary.documents.to_string(),
        summary.run().to_string(),
        text(&summary.why_not().unwrap_or_default()),
        known(summary.cut.map(|share| share.held)),
        known(quality.map(|quality| quality.questions)),
    ];
    let scores = quality.map(|of| [of.f1, of.shown, of.rouge_l, of.exact, of.bleu].map(Some));
    row.extend(ends(scores.unwrap_or_default()));
    row.extend(ends(less_reference(summary)));
    let costs = cost.map(|of| [of.shown, of.evaluated, of.tflops, of.seconds].map(Some));
    row.extend(ends(costs.unwrap_or_default()));
    row.extend(ends([
        cost.and_then(|cost| cost.unanswerable_tflops),
        cost.and_then(|cost| cost.construction),
    ]));
    row.extend(QUERIES.map(|queries| known(cost.map(|cost| cost.spread(queries)))));
    let shares = [summary.refused, summary.rightly_refused, summary.found];
    let shares = shares.into_iter().chain([trust.cited, trust.reached, trust.steady]);
    row.extend(shares.map(|one| known(one.map(|share| share.value()))));
    let (stops, nodes) = (trust.stops.as_ref(), trust.nodes.as_ref());
    row.extend([
        known(trust.reliability.as_ref().map(|reliability| reliability.error)),
        known(trust.reliability.as_ref().and_then(|reliability| reliability.error_above())),
        known(stops.map(|stops| stops.asks)),
        known(stops.and_then(|stops| stops.precision())),
        known(stops.and_then(|stops| stops.recall())),
        known(stops.and_then(|stops| stops.late())),
        known(nodes.map(|nodes| nodes.mean)),
        known(nodes.map(|nodes| nodes.deviation)),
    ]);
    row
}

/// Returns the differences in the order of [`LESS_REFERENCE`].
fn less_reference(summary: &MethodSummary) -> [Option<Interval>; 9] {
    let less = summary.less_reference.as_ref();
    let scores = less.and_then(|less| less.scores.as_ref());
    let costs = less.and_then(|less| less.costs.as_ref());
    [
        scores.map(|of| of.f1),
        scores.map(|of| of.shown),
        scores.map(|of| of.rouge_l),
        scores.map(|of| of.exact),
        scores.map(|of| of.bleu),
        costs.map(|of| of.nodes),
        costs.map(|of| of.evaluated),
        costs.map(|of| of.seconds),
        costs.and_then(|of| of.of_reference),
    ]
}

/// Returns each number and the ends of its interval.
fn ends<const N: usize>(intervals: [Option<Interval>; N]) -> impl Iterator<Item = String> {
    intervals.into_iter().flat_map(|interval| {
        let ends = interval.map(|interval| [interval.value, interval.low, interval.high]);
        ends.map_or_else(Default::default, |ends| ends.map(|end| end.to_string()))
    })
}

/// Formats a number, or returns an empty text if it is unknown.
fn known<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The characters that begin formulas in spreadsheets; the wide ones do so in East Asian editions.
const FORMULAS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Returns an untrusted text without what a terminal would interpret. What a spreadsheet would take for
/// a formula gets a leading apostrophe.
fn text(text: &str) -> String {
    let text = obeyed_by_none(text);
    let is_formula = text.trim_start().starts_with(FORMULAS);
    let mark = if is_formula { "'" } else { "" };
    quoted(&format!("{mark}{text}"))
}

/// Quotes a text if needed.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\r', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

fn sheet(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    [head].into_iter().chain(rows).map(|row| row.join(",") + "\r\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results, walked};

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        for (cell, expected) in [
            ("plain text", "plain text"),
            ("a, b", "\"a, b\""),
            ("say \"yes\"", "\"say \"\"yes\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("two\r\nlines\ror three", "\"two\nlines\nor three\""),
            ("a\u{0}b\u{1b}[2Jc\u{9b}d\u{202e}e\tf", "a\u{fffd}b\u{fffd}[2Jc\u{fffd}d\u{fffd}e f"),
            ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@a", "'@a"),
            ("\t=1", "' =1"),
            ("\n@a", "\"'\n@a\""),
            ("＝1", "'＝1"),
            ("1=1", "1=1"),
            ("", ""),
        ] {
            assert_eq!(text(cell), expected);
        }
    }

    #[test]
    fn every_answer_has_a_line() {
        let mut first = answered("a", "1", "pecan", 0.5);
        first.answers = vec!["lamp".into(), "=lamp".into()];
        first.kind = Some("two-hop".into());
        let walk = walked(first, true, &[(None, false)]);
        let all = results(vec![walk, not_run("a", "1", "whole")]);
        let sheet = answers(&all);
        let lines: Vec<&str> = sheet.split("\r\n").collect();
        assert_eq!(lines.len(), 4, "{sheet}");
        let first = "a,1,two-hop,Question 1?,lamp | =lamp,pecan,the old lamp,true,0.5,0.5,0.5,1,\
                     ,100,2000000000000,0.5,,a.jsonl";
        assert_eq!(lines[1], first);
        assert_eq!(lines[2], "a,1,,Question 1?,lamp,whole,,,,,,,,,,,window,a.jsonl");
        assert_eq!(lines[2].matches(',').count() + 1, ANSWERS.len());
    }

    #[test]
    fn every_row_of_a_summary_is_as_long_as_its_head() {
        let walk = walked(answered("a", "1", "pecan", 1.0), true, &[(Some(0.75), true)]);
        let other = answered("a", "1", "bm25:5", 0.5);
        let all = results(vec![walk, other, not_run("a", "1", "whole")]);
        let sheet = summary(&Numbers::of(&all));
        let rows: Vec<Vec<&str>> = sheet.lines().map(|line| line.split(',').collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{sheet}");
        let at = |row: usize, name: &str| {
            rows[row][rows[0].iter().position(|head| *head == name).unwrap()]
        };
        assert_eq!((at(1, "f1"), at(1, "f1_less_reference"), at(1, "cited")), ("1", "", ""));
        assert_eq!((at(2, "f1_less_reference_low"), at(2, "tflops_of_reference")), ("-0.5", "1"));
        assert_eq!((at(1, "documents"), at(2, "seconds_high")), ("1", "0.5"));
        assert_eq!((at(3, "run"), at(3, "not_run"), at(3, "f1")), ("0", "not run: window", ""));
        assert_eq!((at(1, "stop_recall"), at(1, "calibration_error")), ("1", "0.25"));
        assert_eq!((at(1, "tflops"), at(1, "ln_nodes_mean")), ("2", "0"));
    }
}
