//! The numbers in tables.

use super::Numbers;
use super::cases::distinct;
use super::cost::{MeanQueryCost, QUERIES};
use super::format::{CaseShare, amount, difference, interval, percent, short as few, signed};
use super::kinds::{QuestionKindResults, ShownEvidence};
use super::paired::{Costs, PairedDifferences};
use super::summary::{MethodSummary, Quality};
use super::table::{ReportTable, cut_within};
use super::trust::{Reliability, Trust};
use crate::statistics::Interval;

/// The most characters of a data set's name in a terminal.
const LONGEST: usize = 40;

/// Returns the tables of a data set for a terminal: how good the answers are, and their costs.
pub fn short(dataset: &str, summaries: &[&MethodSummary]) -> [ReportTable; 2] {
    let dataset = cut_within(dataset, LONGEST);
    let table = |caption: &str, head: &[&str], cells: fn(&MethodSummary) -> Option<Vec<String>>| {
        let row = |summary: &&MethodSummary| {
            let cells = cells(summary).or_else(|| summary.why_not().map(|why| vec![why]));
            [summary.method.clone()].into_iter().chain(cells.unwrap_or_default()).collect()
        };
        let rows = summaries.iter().map(row).collect();
        ReportTable::new(format!("{dataset}: {caption}"), head, rows)
    };
    let (of, _) = asked(summaries);
    let good = if have_answers(summaries) || summaries.iter().all(|summary| summary.run() == 0) {
        let scores = ["F1 [95%]", "less reference", "as shown", "ROUGE-L", "exact", "BLEU-4"];
        let head = [&["method"], &scores[..], &["run"]].concat();
        let (questions, documents) = scored(summaries);
        let basis = counted(questions, documents);
        let caption = format!("answer quality in percent; {basis}");
        table(&caption, &head, short_quality)
    } else {
        let head = ["method", "not in the documents, and said so, %", "run"];
        table("questions that the documents do not answer", &head, short_refusals)
    };
    let head = ["method", "shown", "tokens", "TFLOPs", "÷ ref.", "seconds", "TFLOPs of building"];
    [good, table(&format!("mean cost of {of}"), &head, short_cost)]
}

/// Returns whether a question that was run has an answer.
fn have_answers(summaries: &[&MethodSummary]) -> bool {
    summaries.iter().any(|summary| summary.quality.is_some())
}

/// Names the questions whose costs are shown, and explains the choice, as in
/// [`compared`](crate::comparison::record::compared).
fn asked(summaries: &[&MethodSummary]) -> (&'static str, &'static str) {
    match have_answers(summaries) {
        true => ("a question that has an answer", "; F1 covers the same questions"),
        false => ("a question", ""),
    }
}

fn short_quality(summary: &MethodSummary) -> Option<Vec<String>> {
    let quality = summary.quality.as_ref()?;
    let in_percent = |interval: Interval| percent(interval.value);
    let scores = summary.less_reference.as_ref().and_then(|less| less.scores.as_ref());
    Some(vec![
        interval(quality.f1),
        match summary.is_reference {
            true => "reference".into(),
            false => reported(scores, |scores| difference(scores.f1)),
        },
        in_percent(quality.shown),
        in_percent(quality.rouge_l),
        in_percent(quality.exact),
        in_percent(quality.bleu),
        run(summary),
    ])
}

fn short_refusals(summary: &MethodSummary) -> Option<Vec<String>> {
    (summary.run() > 0).then(|| vec![reported(summary.refused, CaseShare::reported), run(summary)])
}

fn short_cost(summary: &MethodSummary) -> Option<Vec<String>> {
    let cost = summary.cost.as_ref()?;
    let value = |interval: Interval| few(interval.value);
    let costs = summary.less_reference.as_ref().and_then(|less| less.costs.as_ref());
    Some(vec![
        value(cost.shown),
        value(cost.evaluated),
        value(cost.tflops),
        match summary.is_reference {
            true => "1".into(),
            false => reported(costs.and_then(|costs| costs.of_reference), value),
        },
        value(cost.seconds),
        reported(cost.construction, value),
    ])
}

/// Returns all tables of a data set.
pub fn tables(numbers: &Numbers<'_>, dataset: &str) -> Vec<ReportTable> {
    let summaries = numbers.on(dataset);
    let trusts: Vec<&Trust> =
        numbers.trusts.iter().filter(|trust| trust.dataset == dataset).collect();
    let kinds = numbers.kinds.iter().filter(|kinds| kinds.dataset == dataset);
    let kinds = kinds.flat_map(|kinds| [Some(by_kind(kinds)), shown_by_kind(kinds)]).flatten();
    let mut tables = vec![quality(dataset, &summaries)];
    tables.extend(less_reference(dataset, &summaries));
    tables.push(costs(dataset, &summaries));
    tables.extend(kinds);
    tables.extend(trust(dataset, &summaries, &trusts));
    tables
}

/// Returns, for every data set, how many questions each method was run on, and for how many of them not
/// everything that it chose fitted.
pub fn runs(numbers: &Numbers<'_>) -> ReportTable {
    let caption = "Questions of each data set that were run, and why others were not. Cut: not \
                   everything that was chosen fitted the window.";
    let methods = distinct(numbers.summaries.iter().map(|summary| summary.method.as_str()));
    let head: Vec<&str> = [&["data set"], &methods[..]].concat();
    let row = |dataset: &str| {
        let cells = numbers.on(dataset).into_iter().map(|summary| match summary.run() {
            0 => summary.why_not().unwrap_or_default(),
            _ => run(summary),
        });
        [dataset.to_owned()].into_iter().chain(cells).collect()
    };
    let rows = numbers.datasets().into_iter().map(row).collect();
    ReportTable::new(caption.to_owned(), &head, rows)
}

/// From this many documents on, intervals say much about others.
const MANY: usize = 5;

/// Says what intervals of few documents are worth; none if there are many.
pub fn few_documents(summaries: &[&MethodSummary]) -> Option<&'static str> {
    let (_, documents) = scored(summaries);
    let are_few = (1..MANY).contains(&documents);
    are_few.then_some("With so few documents, the intervals say little about others.")
}

/// Returns how many questions have scores, and how many documents they are about.
fn scored(summaries: &[&MethodSummary]) -> (usize, usize) {
    let most =
        |of: fn(&MethodSummary) -> usize| summaries.iter().map(|one| of(one)).max().unwrap_or(0);
    let questions = most(|one| one.quality.as_ref().map_or(0, |quality| quality.questions));
    (questions, most(|one| one.documents))
}

/// `240 questions about 6 documents`.
fn counted(questions: usize, documents: usize) -> String {
    let number = |count: usize, what: &str| match count {
        1 => format!("one {what}"),
        count => format!("{count} {what}s"),
    };
    format!("{} about {}", number(questions, "question"), number(documents, "document"))
}

fn quality(dataset: &str, summaries: &[&MethodSummary]) -> ReportTable {
    let (questions, documents) = scored(summaries);
    let few = few_documents(summaries).map_or_else(String::new, |few| format!(" {few}"));
    let caption = format!(
        "{dataset}: answer quality in percent, with 95% intervals, for the questions that were run \
         and have an answer: {}.{few} F1 as shown counts an answer as none if the method says that \
         it did not find enough. Cut: not everything that was chosen fitted the window.",
        counted(questions, documents)
    );
    let head = ["method", "run", "F1", "F1 as shown", "ROUGE-L", "exact match", "BLEU-4"];
    let row = |summary: &&MethodSummary| {
        let mut row = vec![summary.method.clone(), run(summary)];
        match &summary.quality {
            None => row.extend(summary.why_not()),
            Some(quality) => {
                let Quality { f1, shown, rouge_l, exact, bleu, .. } = *quality;
                row.extend([f1, shown, rouge_l, exact, bleu].map(interval));
            }
        }
        row
    };
    ReportTable::new(caption, &head, summaries.iter().map(row).collect())
}

/// Returns each method's differences from the reference; none if no other method ran.
fn less_reference(dataset: &str, summaries: &[&MethodSummary]) -> Option<ReportTable> {
    let reference = summaries.iter().find(|one| one.is_reference).map(|one| &one.method)?;
    let which = if have_answers(summaries) { " and that have an answer" } else { "" };
    let caption = format!(
        "{dataset}: difference from {reference}, question by question, over those that both \
         ran{which}, with 95% intervals; scores in percentage points."
    );
    let head = [
        "method",
        "F1",
        "F1 as shown",
        "ROUGE-L",
        "exact match",
        "BLEU-4",
        "nodes or chunks",
        "tokens",
        "times the TFLOPs",
        "seconds",
    ];
    let row = |summary: &&MethodSummary| {
        let PairedDifferences { scores, costs } = summary.less_reference.as_ref()?;
        let mut row = vec![summary.method.clone()];
        let scores = scores.as_ref().map(|of| [of.f1, of.shown, of.rouge_l, of.exact, of.bleu]);
        row.extend(scores.map_or_else(Default::default, |scores| scores.map(difference)));
        if let Some(Costs { nodes, evaluated, seconds, of_reference }) = costs {
            let more = |interval| amount(interval, signed);
            let ratio = reported(*of_reference, |ratio| amount(ratio, few));
            row.extend([more(*nodes), more(*evaluated), ratio, more(*seconds)]);
        }
        let is_known = row.iter().skip(1).any(|cell| !cell.is_empty());
        is_known.then_some(row)
    };
    let rows: Vec<Vec<String>> = summaries.iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| ReportTable::new(caption, &head, rows))
}

fn costs(dataset: &str, summaries: &[&MethodSummary]) -> ReportTable {
    let (of, why) = asked(summaries);
    let caption = format!(
        "{dataset}: mean cost of {of}, with 95% intervals{why}. TFLOPs with 1, 2, 4 and 8 \
         questions per document are those of a question and its share of those of building."
    );
    let mut head: Vec<String> = [
        "method",
        "nodes or chunks shown",
        "not all fitted, %",
        "tokens evaluated",
        "TFLOPs",
        "seconds",
        "TFLOPs without an answer",
        "TFLOPs of building a document",
    ]
    .map(String::from)
    .into();
    head.extend(QUERIES.map(|queries| match queries {
        1 => "TFLOPs with 1 question a document".to_owned(),
        queries => format!("with {queries}"),
    }));
    let row = |summary: &&MethodSummary| {
        let cells = match &summary.cost {
            None => summary.why_not().into_iter().collect(),
            Some(cost) => cost_cells(summary, cost),
        };
        [summary.method.clone()].into_iter().chain(cells).collect()
    };
    ReportTable { caption, head, rows: summaries.iter().map(row).collect() }
}

fn cost_cells(summary: &MethodSummary, cost: &MeanQueryCost) -> Vec<String> {
    let of = |interval| amount(interval, few);
    let mut cells = vec![
        of(cost.shown),
        reported(summary.cut, CaseShare::reported),
        of(cost.evaluated),
        of(cost.tflops),
        of(cost.seconds),
        reported(cost.unanswerable_tflops, of),
        reported(cost.construction, of),
    ];
    cells.extend(QUERIES.map(|queries| few(cost.spread(queries))));
    cells
}

fn by_kind(kinds: &QuestionKindResults) -> ReportTable {
    let caption =
        format!("{}: F1 in percent by kind of question, with 95% intervals.", kinds.dataset);
    let names = kinds.kinds.iter().zip(&kinds.questions);
    let names = names.map(|(kind, questions)| format!("{kind} (n = {questions})"));
    let head = ["method".to_owned()].into_iter().chain(names).collect();
    let row = |(method, cells): &(String, Vec<Option<Interval>>)| {
        let cells = cells.iter().map(|&cell| reported(cell, interval));
        [method.clone()].into_iter().chain(cells).collect()
    };
    ReportTable { caption, head, rows: kinds.rows.iter().map(row).collect() }
}

/// Returns what was shown by kind of question; none if what answers follow from is unknown.
fn shown_by_kind(kinds: &QuestionKindResults) -> Option<ReportTable> {
    let caption = format!(
        "{}: by kind of question, the percentage for which the shown texts contained everything \
         that the answer follows from; F1 of those; F1 of the others.",
        kinds.dataset
    );
    let head = ["method".to_owned()].into_iter().chain(kinds.kinds.iter().cloned()).collect();
    let cell = |shown: &ShownEvidence| {
        let f1 = |f1: Option<f64>| f1.map_or_else(|| "–".to_owned(), percent);
        let ShownEvidence { held, with, without } = *shown;
        format!("{}; {}; {}", held.reported(), f1(with), f1(without))
    };
    let row = |(method, cells): &(String, Vec<Option<ShownEvidence>>)| {
        let cells = cells.iter().map(|shown| reported(shown.as_ref(), cell));
        [method.clone()].into_iter().chain(cells).collect::<Vec<String>>()
    };
    let rows: Vec<Vec<String>> = kinds.shown.iter().map(row).collect();
    let is_known = rows.iter().flat_map(|row| &row[1..]).any(|cell| !cell.is_empty());
    is_known.then_some(ReportTable { caption, head, rows })
}

/// Columns about one thing, an explanation of their words, and their cells.
struct ColumnGroup {
    meaning: &'static str,
    head: &'static [&'static str],
    cells: fn(&MethodSummary, &Trust) -> Vec<String>,
}

/// How far a method can be trusted, part by part.
const TRUST: [ColumnGroup; 3] = [
    ColumnGroup {
        meaning: "",
        head: &[
            "not in the documents, and said so, %",
            "said so, and not in the documents, %",
            "in the documents, and found, %",
            "heaviest three passages hold the answer, %",
            "shown texts hold it, %",
            "same answer in other words, %",
        ],
        cells: |summary, trust| {
            let said = [summary.refused, summary.rightly_refused, summary.found];
            let held = [trust.cited, trust.reached, trust.steady];
            said.into_iter().chain(held).map(|share| reported(share, CaseShare::reported)).collect()
        },
    },
    ColumnGroup {
        meaning: " Calibration error: how far p_yes is from the share of asks at which the visited \
                  nodes contained everything that the answer follows from; above 0.1: without the \
                  asks at which p_yes was at most 0.1. Stops: where the method stopped, compared \
                  with where it had enough; a question at which it stopped too early does not \
                  count as one that had enough. Asks too late: the asks at which a question that \
                  had enough continued, in the mean of these questions.",
        head: &[
            "calibration error",
            "above 0.1",
            "asks",
            "stops that were right, %",
            "of questions that had enough, stopped with it, %",
            "asks too late",
        ],
        cells: |_, trust| {
            let stops = trust.stops.as_ref();
            vec![
                reported(trust.reliability.as_ref(), |reliability| {
                    format!("{:.3}", reliability.error)
                }),
                reported(trust.reliability.as_ref().and_then(Reliability::error_above), |error| {
                    format!("{error:.3}")
                }),
                reported(stops, |stops| stops.asks.to_string()),
                reported(stops.and_then(|stops| stops.precision()), percent),
                reported(stops.and_then(|stops| stops.recall()), percent),
                reported(stops.and_then(|stops| stops.late()), few),
            ]
        },
    },
    ColumnGroup {
        meaning: " n: nodes of a question.",
        head: &["mean of ln n", "its deviation"],
        cells: |_, trust| {
            let nodes = trust.nodes.as_ref();
            vec![
                reported(nodes, |nodes| format!("{:.2}", nodes.mean)),
                reported(nodes, |nodes| format!("{:.2}", nodes.deviation)),
            ]
        },
    },
];

/// Returns the parts for which some method has data; none if no part has.
fn trust(dataset: &str, summaries: &[&MethodSummary], trusts: &[&Trust]) -> Option<ReportTable> {
    let mut caption = format!("{dataset}: how well a method knows what it knows.");
    let mut head = vec!["method"];
    let mut rows: Vec<Vec<String>> =
        summaries.iter().map(|summary| vec![summary.method.clone()]).collect();
    for ColumnGroup { meaning, head: names, cells } in TRUST {
        let own = summaries.iter().zip(trusts).map(|(summary, trust)| cells(summary, trust));
        let own: Vec<Vec<String>> = own.collect();
        if own.iter().flatten().any(|cell| !cell.is_empty()) {
            caption.push_str(meaning);
            head.extend(names);
            rows.iter_mut().zip(own).for_each(|(row, own)| row.extend(own));
        }
    }
    (head.len() > 1).then(|| ReportTable::new(caption, &head, rows))
}

/// Returns how many of the questions were run, and for how many of those not everything that was chosen
/// fitted the window.
fn run(summary: &MethodSummary) -> String {
    let why: Vec<&str> = summary.not_run.keys().map(String::as_str).collect();
    let run = match (summary.run(), summary.questions) {
        (run, all) if run == all => all.to_string(),
        // The method's row says why.
        (0, all) => format!("0/{all}"),
        (run, all) => format!("{run}/{all}, {}", why.join(" and ")),
    };
    match summary.cut {
        Some(CaseShare { held, .. }) if held > 0 => format!("{run}, {held} cut"),
        _ => run,
    }
}

/// Formats a cell, which is empty if the value is unknown.
fn reported<T>(value: Option<T>, how: impl FnOnce(T) -> String) -> String {
    value.map(how).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Record;
    use crate::comparison::report::sample::{answered, not_run, results, unanswerable, walked};

    #[test]
    fn rows_say_what_was_not_run() {
        let walk = walked(answered("a", "1", "pecan", 1.0), true, &[(Some(0.75), true)]);
        let all = results(vec![
            Record { kind: Some("two-hop".into()), reached: Some(true), ..walk },
            answered("a", "1", "bm25:5", 0.5),
            not_run("a", "1", "whole"),
        ]);
        let numbers = Numbers::of(&all);
        let tables = tables(&numbers, "a");
        assert_eq!(tables.len(), 6);
        assert_eq!(tables[0].rows[0][..3], ["pecan", "1", "100.0 [100.0, 100.0]"]);
        assert!(
            tables[0].caption.contains("one question about one document. With so few documents")
        );
        assert_eq!(tables[0].rows[2], ["whole", "0/1", "not run: window"]);
        let [less] = &tables[1].rows[..] else { panic!("{:?}", tables[1]) };
        assert_eq!(less[..2], ["bm25:5", "-50.0 [-50.0, -50.0]"]);
        assert_eq!(less[6..9], ["-1.00 [-1.00, -1.00]", "+0 [+0, +0]", "1.00 [1.00, 1.00]"]);
        let cells = ["0 [0, 0]", "", "100.0 [100.0, 100.0]", "2.00 [2.00, 2.00]"];
        assert_eq!(tables[2].rows[1][1..5], cells);
        assert_eq!(tables[2].rows[2], ["whole", "not run: window"]);
        assert_eq!(tables[3].head, ["method", "two-hop (n = 1)"]);
        assert_eq!(tables[3].rows[1], ["bm25:5", ""]);
        assert_eq!(tables[4].rows[0], ["pecan", "100.0 (1/1); 100.0; –"]);
        assert_eq!(
            tables[5].rows[0][3..13],
            ["100.0 (1/1)", "", "100.0 (1/1)", "", "0.250", "0.250", "1", "100.0", "100.0", "0"]
        );
    }

    #[test]
    fn where_none_has_an_answer_costs_are_of_any_question() {
        let all = results(vec![
            unanswerable("a", "1", "closed", true),
            unanswerable("a", "1", "bm25:1", false),
        ]);
        let numbers = Numbers::of(&all);
        let own = numbers.on("a");
        let captions = tables(&numbers, "a").into_iter().chain(short("a", &own));
        for caption in captions.map(|table| table.caption) {
            assert!(!caption.contains("has an answer"), "{caption}");
            assert!(!caption.contains("both ran and"), "{caption}");
        }
    }

    #[test]
    fn every_set_says_how_far_each_method_came() {
        let all = results(vec![
            answered("a", "1", "pecan", 1.0),
            answered("b", "1", "pecan", 1.0),
            not_run("a", "1", "whole"),
            not_run("b", "1", "whole"),
            answered("b", "2", "whole", 1.0),
        ]);
        let table = runs(&Numbers::of(&all));
        assert_eq!(table.head, ["data set", "pecan", "whole"]);
        let expected =
            [["a", "1", "not run: window"], ["b", "1", "1/2, window"], ["all", "2", "1/3, window"]];
        assert_eq!(table.rows, expected);
    }

    #[test]
    fn what_is_known_of_no_method_has_no_columns() {
        let head = |records| {
            let all = results(records);
            let tables = tables(&Numbers::of(&all), "a");
            let trust = tables.into_iter().find(|table| table.caption.contains("knows"));
            trust.map(|table| (table.head.len(), table.caption.matches(". ").count()))
        };
        let walk = |asks: &[_]| walked(answered("a", "1", "pecan", 1.0), true, asks);
        let known = walk(&[(Some(0.75), true)]);
        let other = answered("a", "1", "bm25:5", 0.5);
        assert_eq!(head(vec![known.clone(), other.clone()]), Some((15, 4)));
        // There were no asks, but nodes were visited.
        assert_eq!(head(vec![walk(&[(None, false)]), other.clone()]), Some((9, 1)));
        // Under a name of its own it counts as one, too.
        let named = Record { method: "one builds".into(), ..known };
        assert_eq!(head(vec![named, other.clone()]), Some((15, 4)));
        assert_eq!(head(vec![other]), None);
    }
}
