//! The numbers of a data set in tables: those that matter most, and all of them.

use super::flat::every_number;
use super::format::{CaseShare, amount, difference, interval, short};
use super::numbers::{MethodNumbers, Numbers};
use super::records::distinct;
use super::table::ReportTable;
use report::statistics::Interval;

/// A column's name, and its cell for a method; none if that is unknown.
pub type Column = (&'static str, fn(&MethodNumbers) -> Option<String>);

/// The numbers that matter most.
const KEY: [Column; 11] = [
    ("run", run_or_why),
    ("F1", |own| Some(interval(own.quality.as_ref()?.scores.f1))),
    ("less reference", f1_difference),
    ("F1 as shown", |own| Some(interval(own.quality.as_ref()?.scores.shown))),
    ("tokens", |own| Some(short(own.cost.as_ref()?.evaluated.value))),
    ("TFLOPs", |own| Some(short(own.cost.as_ref()?.tflops.value))),
    ("× reference", |own| Some(amount(cost_ratio(own)?))),
    ("seconds", |own| Some(short(own.cost.as_ref()?.seconds.value))),
    ("TFLOPs of building", |own| Some(short(own.cost.as_ref()?.construction?.value))),
    ("not there, and said so, %", |own| own.refused.map(CaseShare::reported)),
    ("shown texts hold it, %", |own| own.trust.reached.map(CaseShare::reported)),
];

/// Returns how much better the F1 of a method is than the reference's.
pub fn f1_difference(own: &MethodNumbers) -> Option<String> {
    Some(difference(own.less_reference.as_ref()?.scores.as_ref()?.f1))
}

/// Returns the operations of a method as a multiple of the reference's.
pub fn cost_ratio(own: &MethodNumbers) -> Option<Interval> {
    own.less_reference.as_ref()?.costs.as_ref()?.of_reference
}

/// Returns how many of the questions were run, and why others were not, and for how many of those that
/// were run not everything that was chosen fitted the window.
pub fn run(own: &MethodNumbers) -> String {
    let why: Vec<&str> = own.not_run.keys().map(String::as_str).collect();
    let run = match (own.run(), own.questions) {
        (run, all) if run == all => all.to_string(),
        (0, all) => format!("0/{all}"),
        (run, all) => format!("{run}/{all}, {}", why.join(" and ")),
    };
    match own.cut {
        Some(CaseShare { held, .. }) if held > 0 => format!("{run}, {held} cut"),
        _ => run,
    }
}

/// Returns the same, or only the reason if none was run.
pub fn run_or_why(own: &MethodNumbers) -> Option<String> {
    own.why_not().filter(|_| own.run() == 0).or_else(|| Some(run(own)))
}

/// Returns a table with a row for every method. A method of which no cell is known has the reason in
/// the first one.
pub fn by_method(caption: String, columns: &[Column], methods: &[&MethodNumbers]) -> ReportTable {
    let row = |own: &&MethodNumbers| {
        let mut cells: Vec<Option<String>> = columns.iter().map(|(_, cell)| cell(own)).collect();
        if cells.iter().all(Option::is_none) {
            cells = vec![own.why_not()];
        }
        let cells = cells.into_iter().map(Option::unwrap_or_default);
        [own.method.clone()].into_iter().chain(cells).collect()
    };
    let head = ["method"].into_iter().chain(columns.iter().map(|(head, _)| *head));
    let head = head.map(String::from).collect();
    ReportTable { caption, head, rows: methods.iter().map(row).collect() }
}

/// Returns the numbers of a data set that matter most, without columns that are empty for all methods.
pub fn key_table(dataset: &str, methods: &[&MethodNumbers]) -> ReportTable {
    let few = few_documents(methods).map_or_else(String::new, |few| format!(" {few}"));
    let caption = format!("{dataset}: {}.{few}", scored_questions(methods));
    let is_known = |(_, cell): &Column| methods.iter().any(|own| cell(own).is_some());
    let columns: Vec<Column> = KEY.into_iter().filter(is_known).collect();
    by_method(caption, &columns, methods)
}

/// Returns all numbers of a data set, with a row for each number under its name in `results.json`.
pub fn full_table(dataset: &str, methods: &[&MethodNumbers]) -> ReportTable {
    let caption = format!("{dataset}: all numbers, by their names in results.json.");
    let each: Vec<_> = methods.iter().map(|own| every_number(own)).collect();
    let names = distinct(each.iter().flat_map(|own| own.keys().map(String::as_str)));
    let row = |name: &str| {
        let cells = each.iter().map(|own| own.get(name).cloned().unwrap_or_default());
        [name.to_owned()].into_iter().chain(cells).collect()
    };
    let head = ["number".to_owned()].into_iter();
    let head = head.chain(methods.iter().map(|own| own.method.clone())).collect();
    ReportTable { caption, head, rows: names.into_iter().map(row).collect() }
}

/// Returns how often the chosen passages hold what the answer follows from, with a row for every data
/// set and a column for every method: `75.0 [25.0, 100.0] (3/4)`.
pub fn choices(numbers: &Numbers<'_>) -> ReportTable {
    let caption = "How often the chosen chunks contain everything that the answer follows from, in percent \
         of the questions for which that is known, with 95% intervals.";
    let cell = |own: &MethodNumbers| {
        let (share, found) = (own.trust.reached?, own.trust.reached_interval?);
        Some(format!("{} ({}/{})", interval(found), share.held, share.cases))
    };
    let row = |dataset: &str| {
        let cells = numbers.on(dataset).into_iter().map(|own| cell(own).unwrap_or_default());
        [dataset.to_owned()].into_iter().chain(cells).collect()
    };
    let methods = distinct(numbers.table.iter().map(|own| own.method.as_str()));
    ReportTable {
        caption: caption.to_owned(),
        head: ["data set"].into_iter().chain(methods).map(String::from).collect(),
        rows: numbers.datasets().into_iter().map(row).collect(),
    }
}

/// From this many documents on, intervals say much about others.
const MANY: usize = 5;

/// Says what intervals of few documents are worth; none if there are many.
pub fn few_documents(methods: &[&MethodNumbers]) -> Option<&'static str> {
    let documents = methods.iter().map(|own| own.documents).max().unwrap_or(0);
    let are_few = (1..MANY).contains(&documents);
    are_few.then_some("With so few documents, the intervals say little about others.")
}

/// Returns how many questions have scores: `240 questions about 6 documents`.
pub fn scored_questions(methods: &[&MethodNumbers]) -> String {
    let scored = |own: &&MethodNumbers| own.quality.as_ref().map_or(0, |one| one.questions);
    let questions = methods.iter().map(scored).max().unwrap_or(0);
    let documents = methods.iter().map(|own| own.documents).max().unwrap_or(0);
    let number = |count: usize, what: &str| match count {
        1 => format!("one {what}"),
        count => format!("{count} {what}s"),
    };
    format!("{} about {}", number(questions, "question"), number(documents, "document"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Record;
    use crate::comparison::report::sample::{answered, not_run, results, walked};

    #[test]
    fn every_number_stands_beside_its_method() {
        let walk = walked(answered("a", "1", "pecan", 1.0), true, &[(Some(0.75), true)]);
        let all = results(vec![
            Record { kind: Some("two-hop".into()), reached: Some(true), ..walk },
            answered("a", "1", "bm25:5", 0.5),
            not_run("a", "1", "whole"),
        ]);
        let numbers = Numbers::of(&all);
        let key = key_table("a", &numbers.on("a"));
        assert!(key.caption.contains("one question about one document. With so few documents"));
        assert_eq!(key.rows[0][1..4], ["1", "100.0 [100.0, 100.0]", ""]);
        let bm25 = ["1", "50.0 [50.0, 50.0]", "-50.0 [-50.0, -50.0]", "50.0 [50.0, 50.0]"];
        assert_eq!(key.rows[1][1..5], bm25);
        assert_eq!(key.rows[1][5..9], ["100.0", "2.00", "1.00 [1.00, 1.00]", "0.500"]);
        assert_eq!((&*key.rows[2][1], &*key.rows[0][9]), ("not run: window", "100.0 (1/1)"));
        assert!(!key.head.contains(&"TFLOPs of building".to_owned()), "nothing was built");
        let full = full_table("a", &numbers.on("a"));
        assert_eq!(full.head, ["number", "pecan", "bm25:5", "whole"]);
        let row = |name: &str| full.rows.iter().find(|row| row[0] == name).unwrap()[1..].to_vec();
        assert_eq!(row("calibration_error"), ["0.250", "", ""]);
        assert_eq!(row("kinds.two-hop.shown.held"), ["100.0 (1/1)", "", ""]);
        let less = ["", "-0.500 [-0.500, -0.500]", ""];
        assert_eq!(row("less_reference.f1"), less);
    }

    #[test]
    fn data_sets_stand_below_each_other() {
        let chosen = |dataset: &str, id: &str, method: &str, reached| Record {
            scores: None,
            reached,
            ..answered(dataset, id, method, 0.0)
        };
        let all = results(vec![
            chosen("a", "1", "bm25:5", Some(true)),
            chosen("a", "2", "bm25:5", Some(false)),
            chosen("b", "1", "dense:5", Some(true)),
        ]);
        let table = choices(&Numbers::of(&all));
        assert_eq!(table.head, ["data set", "bm25:5", "dense:5"]);
        assert_eq!(table.rows[0], ["a", "50.0 [0.0, 100.0] (1/2)", ""]);
    }
}
