//! Every number of a method under its name in `results.json`: `quality.f1` is the F1 of the quality.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::format::{amount, percent, short};
use super::numbers::MethodNumbers;
use super::printable::printable;
use report::statistics::Interval;

/// Histograms, which are in `results.json` alone.
const HISTOGRAMS: [&str; 2] = ["calibration", "nodes"];
/// The columns of a sheet that name the row.
const NAMES: [&str; 2] = ["dataset", "method"];
/// The characters that begin formulas in spreadsheets; the wide ones do so in East Asian editions.
const FORMULAS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Returns all numbers as in tables: with their intervals, and as long as they are worth.
pub fn every_number(own: &MethodNumbers) -> BTreeMap<String, String> {
    flat(own, |value| match value {
        Value::Number(number) if number.is_f64() => number.as_f64().map(short),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(map) => interval(map).or_else(|| share(map)),
        _ => None,
    })
}

/// Returns all numbers as a sheet: CSV as in RFC 4180, with a column for each end of an interval.
pub fn sheet(table: &[MethodNumbers]) -> String {
    let rows: Vec<BTreeMap<String, String>> = table.iter().map(|own| flat(own, scalar)).collect();
    let numbers: BTreeSet<&str> =
        rows.iter().flat_map(|row| row.keys().map(String::as_str)).collect();
    let numbers = numbers.into_iter().filter(|name| !NAMES.contains(name));
    let head: Vec<&str> = NAMES.into_iter().chain(numbers).collect();
    let row = |row: &BTreeMap<String, String>| -> Vec<String> {
        head.iter().map(|name| quoted(row.get(*name).map_or("", String::as_str))).collect()
    };
    let names = head.iter().map(|name| quoted(name)).collect();
    let lines = [names].into_iter().chain(rows.iter().map(row));
    lines.map(|line| line.join(",") + "\r\n").collect()
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(unlike_formula(text)),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns what `cell` makes of the values by name. Where it makes nothing of one, its parts count.
fn flat(own: &MethodNumbers, cell: fn(&Value) -> Option<String>) -> BTreeMap<String, String> {
    let mut cells = BTreeMap::new();
    if let Ok(Value::Object(mut all)) = serde_json::to_value(own) {
        HISTOGRAMS.iter().for_each(|name| drop(all.remove(*name)));
        add("", &Value::Object(all), cell, &mut cells);
    }
    cells
}

fn add(
    name: &str,
    value: &Value,
    cell: fn(&Value) -> Option<String>,
    cells: &mut BTreeMap<String, String>,
) {
    match (cell(value), value) {
        (Some(text), _) => drop(cells.insert(name.to_owned(), text)),
        (None, Value::Object(parts)) => parts.iter().for_each(|(key, part)| {
            let dot = if name.is_empty() { "" } else { "." };
            add(&format!("{name}{dot}{key}"), part, cell, cells);
        }),
        (None, _) => {}
    }
}

fn interval(map: &Map<String, Value>) -> Option<String> {
    let number = |name: &str| map.get(name)?.as_f64();
    let (value, low, high) = (number("value")?, number("low")?, number("high")?);
    Some(amount(Interval { value, low, high }))
}

fn share(map: &Map<String, Value>) -> Option<String> {
    let (held, cases) = (map.get("held")?.as_u64()?, map.get("cases")?.as_u64()?);
    Some(format!("{} ({held}/{cases})", percent(held as f64 / cases as f64)))
}

/// Puts an apostrophe before what a spreadsheet would take for a formula.
fn unlike_formula(text: &str) -> String {
    let text = printable(text);
    let mark = if text.starts_with(FORMULAS) { "'" } else { "" };
    format!("{mark}{text}")
}

/// Quotes a cell if needed.
fn quoted(text: &str) -> String {
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::Numbers;
    use crate::comparison::report::sample::{answered, not_run, results};

    #[test]
    fn a_sheet_has_every_number_and_no_formula() {
        let all = results(vec![
            answered("=a,\n1", "1", "pecan", 1.0),
            answered("=a,\n1", "1", "bm25:5", 0.5),
            not_run("=a,\n1", "1", "whole"),
        ]);
        let sheet = sheet(&Numbers::of(&all).table).replace("\"'=a, 1\"", "set");
        let rows: Vec<Vec<&str>> =
            sheet.split("\r\n").map(|row| row.split(',').collect()).collect();
        let at = |row: usize, name: &str| {
            rows[row][rows[0].iter().position(|head| *head == name).unwrap()]
        };
        assert!(rows[..4].iter().all(|row| row.len() == rows[0].len()), "{sheet}");
        assert_eq!(rows[2][..2], ["set", "bm25:5"]);
        assert_eq!((at(1, "quality.f1.low"), at(1, "less_reference.f1.value")), ("1.0", ""));
        assert_eq!((at(2, "less_reference.f1.value"), at(2, "quality.f1.high")), ("-0.5", "0.5"));
        assert_eq!(
            (at(2, "less_reference.of_reference.value"), at(3, "not_run.window")),
            ("1.0", "1")
        );
        assert_eq!((at(3, "quality.f1.value"), at(2, "tflops_by_questions.8")), ("", "2.0"));
    }

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        for (cell, expected) in [
            ("plain text", "plain text"),
            ("a, b", "\"a, b\""),
            ("say \"yes\"", "\"say \"\"yes\"\"\""),
            ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""),
            ("\t@a", "'@a"),
            ("＝1", "'＝1"),
            ("1=1", "1=1"),
        ] {
            assert_eq!(quoted(&unlike_formula(cell)), expected);
        }
    }
}
