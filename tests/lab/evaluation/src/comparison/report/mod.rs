//! A comparison in readable form: a table for the terminal, and a folder with tables, plots and every
//! answer.
//!
//! Questions, answers and file names are untrusted. The page shows them as text and runs nothing, and a
//! spreadsheet does not take them for formulas.

mod axis;
mod cases;
mod choices;
mod cost;
mod escape;
mod examples;
mod files;
mod format;
mod frame;
mod kept;
mod kinds;
mod legend;
mod lines;
mod notes;
mod page;
mod paired;
mod pictures;
mod plots;
mod relations;
mod scored;
mod sheets;
mod summary;
mod svg;
mod table;
mod tables;
mod trust;
mod trust_plots;

#[cfg(test)]
mod sample;

use std::collections::BTreeMap;
use std::path::Path;

use protocol::Failure;
use serde::Serialize;

pub(super) use self::cases::ALL;
use self::cost::{MeanQueryCost, QUERIES};
pub(super) use self::escape::printable;
pub use self::files::make;
use self::format::CaseShare;
pub use self::kept::{Alike, keep};
use self::kinds::{QuestionKindResults, kinds};
use self::lines::PlottedMethod;
pub use self::notes::{counted, left_out, note};
use self::pictures::pictures;
use self::summary::{MethodSummary, summaries};
use self::trust::{Reliability, StopCounts, Trust, trusts};
use super::Results;

/// The most columns of a terminal that a table fills.
const COLUMNS: usize = 120;

/// Tables of a data set that a docs page shows at once: how good answers are, alone and beside the
/// reference's, and what they cost.
const OPEN_TABLES: usize = 3;
/// Pictures that it shows at once: F1 against operations.
const OPEN_PICTURES: usize = 1;
/// The title of the others.
const MORE: &str = "By kind of question, how well a method knows what it knows, and more pictures";

/// A comparison with its table, for programs.
#[derive(Serialize)]
pub struct Tabled<'a> {
    #[serde(flatten)]
    results: &'a Results,
    /// Every method on every data set.
    table: Vec<SummaryRow>,
}

/// Everything that `summary.csv` has of a method on a data set.
#[derive(Serialize)]
struct SummaryRow {
    #[serde(flatten)]
    summary: MethodSummary,
    cited: Option<CaseShare>,
    reached: Option<CaseShare>,
    steady: Option<CaseShare>,
    calibration_error: Option<f64>,
    calibration_error_above: Option<f64>,
    asks: Option<usize>,
    stop_precision: Option<f64>,
    stop_recall: Option<f64>,
    asks_too_late: Option<f64>,
    ln_nodes_mean: Option<f64>,
    ln_nodes_deviation: Option<f64>,
    /// TFLOPs of a question with its part of building, by questions per document.
    tflops_by_questions: Option<BTreeMap<u32, f64>>,
}

impl SummaryRow {
    fn new(summary: &MethodSummary, trust: &Trust) -> Self {
        let (stops, nodes) = (trust.stops.as_ref(), trust.nodes.as_ref());
        let spread =
            |cost: &MeanQueryCost| QUERIES.map(|queries| (queries, cost.spread(queries))).into();
        Self {
            summary: summary.clone(),
            cited: trust.cited,
            reached: trust.reached,
            steady: trust.steady,
            calibration_error: trust.reliability.as_ref().map(|reliability| reliability.error),
            calibration_error_above: trust.reliability.as_ref().and_then(Reliability::error_above),
            asks: stops.map(|stops| stops.asks),
            stop_precision: stops.and_then(StopCounts::precision),
            stop_recall: stops.and_then(StopCounts::recall),
            asks_too_late: stops.and_then(StopCounts::late),
            ln_nodes_mean: nodes.map(|nodes| nodes.mean),
            ln_nodes_deviation: nodes.map(|nodes| nodes.deviation),
            tflops_by_questions: summary.cost.as_ref().map(spread),
        }
    }
}

impl<'a> Tabled<'a> {
    /// Adds the table to a comparison.
    pub fn of(numbers: &Numbers<'a>) -> Self {
        let rows = numbers.summaries.iter().zip(&numbers.trusts);
        let table = rows.map(|(summary, trust)| SummaryRow::new(summary, trust)).collect();
        Self { results: numbers.results, table }
    }
}

/// Every number of a comparison, and its interval.
pub struct Numbers<'a> {
    results: &'a Results,
    summaries: Vec<MethodSummary>,
    kinds: Vec<QuestionKindResults>,
    trusts: Vec<Trust>,
}

impl<'a> Numbers<'a> {
    /// Calculates the numbers of a comparison, which takes a while for the intervals.
    pub fn of(results: &'a Results) -> Self {
        Self {
            results,
            summaries: summaries(results),
            kinds: kinds(results),
            trusts: trusts(results),
        }
    }

    /// Returns the results of the comparison.
    pub fn results(&self) -> &'a Results {
        self.results
    }

    /// Returns the data sets in order; if there are several, the last one is all of them.
    fn datasets(&self) -> Vec<&str> {
        cases::distinct(self.summaries.iter().map(|summary| summary.dataset.as_str()))
    }

    /// Returns what can be drawn over data sets.
    fn marks(&self) -> impl Iterator<Item = PlottedMethod> {
        self.summaries.iter().filter_map(PlottedMethod::of)
    }

    /// Returns the methods on a data set.
    fn on(&self, dataset: &str) -> Vec<&MethodSummary> {
        self.summaries.iter().filter(|summary| summary.dataset == dataset).collect()
    }
}

/// Writes `report.html`, `table.md`, `summary.csv`, `answers.csv` and `results.json` into a folder,
/// which is created if needed.
///
/// # Errors
///
/// If the folder cannot be created or a file cannot be written.
pub fn write(numbers: &Numbers<'_>, folder: &Path) -> Result<(), Failure> {
    files::write(numbers, folder)
}

/// Returns all tables and plots as a part of a Markdown page. The pictures are written into `folder`,
/// which the page refers to as `from`.
///
/// # Errors
///
/// If a picture cannot be written.
pub fn every_set(numbers: &Numbers<'_>, folder: &Path, from: &str) -> Result<String, Failure> {
    let mut text = format!("{}\n\n", notes::seconds(numbers.results));
    let matched = notes::matched(numbers).into_iter();
    text.extend(matched.map(|line| format!("- {}\n", table::plain(&line))));
    text.push('\n');
    for dataset in numbers.datasets() {
        text.push_str(&format!("### {}\n\n", table::plain(dataset)));
        text.push_str(&set(numbers, dataset, folder, from)?);
    }
    let over = files::pictures(&pictures(numbers, None), folder, from)?;
    if !over.is_empty() {
        text.push_str(&format!("### Over lengths\n\n{over}"));
    }
    Ok(text)
}

/// Returns how many questions each method ran on in every data set, and the tables and plots of all of
/// them together, as such a part of a page.
///
/// # Errors
///
/// If a picture cannot be written.
pub fn together(numbers: &Numbers<'_>, folder: &Path, from: &str) -> Result<String, Failure> {
    let runs = tables::runs(numbers).markdown();
    let all = match numbers.datasets().last() {
        Some(last) => set(numbers, last, folder, from)?,
        None => String::new(),
    };
    Ok(format!("{}\n\n{runs}\n{all}", notes::seconds(numbers.results)))
}

/// Returns a data set's tables and plots: those that most readers look for, and the others folded away.
fn set(numbers: &Numbers<'_>, dataset: &str, folder: &Path, from: &str) -> Result<String, Failure> {
    let tables = tables::tables(numbers, dataset);
    let tables: Vec<String> = tables.iter().map(|table| table.markdown() + "\n").collect();
    let pictures = pictures(numbers, Some(dataset));
    let (tables, more_tables) = tables.split_at(tables.len().min(OPEN_TABLES));
    let (pictures, more_pictures) = pictures.split_at(pictures.len().min(OPEN_PICTURES));
    let mut text = tables.concat() + &files::pictures(pictures, folder, from)?;
    let more = more_tables.concat() + &files::pictures(more_pictures, folder, from)?;
    if !more.is_empty() {
        text.push_str(&format!("<details><summary>{MORE}</summary>\n\n{more}</details>\n\n"));
    }
    Ok(text)
}

/// Returns how often chosen passages hold what answers follow from, as a part of a page.
pub fn choices(numbers: &Numbers<'_>) -> String {
    choices::table(numbers).markdown() + "\n"
}

/// Returns the most important numbers as a table that fits a terminal.
pub fn terminal(numbers: &Numbers<'_>) -> String {
    if numbers.results.choosing {
        return choices::table(numbers).fitting(COLUMNS).text();
    }
    let summaries = &numbers.summaries;
    let datasets = cases::distinct(summaries.iter().map(|summary| summary.dataset.as_str()));
    let table = |dataset: &str| {
        let own = numbers.on(dataset);
        let few = tables::few_documents(&own).map_or_else(String::new, |few| format!("{few}\n\n"));
        let [good, costs] = tables::short(dataset, &own).map(|table| table.fitting(COLUMNS).text());
        format!("{good}\n{few}{costs}\n")
    };
    let tables = datasets.into_iter().map(table);
    let matched = notes::matched(numbers).into_iter().map(|line| printable(&line) + "\n");
    tables.chain(matched).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::sample::{answered, not_run, results, unanswerable, walked};
    use super::*;

    fn reported(results: &Results) -> String {
        terminal(&Numbers::of(results))
    }

    #[test]
    fn the_terminal_has_the_most_important_numbers_in_120_columns() {
        let long = "pecan:no-attention:tree:normalised:nodes-first:patience=3:confidence=0.125";
        let text = reported(&results(vec![
            answered("a", "1", "pecan", 1.0),
            answered("a", "2", "pecan", 0.5),
            answered("a", "1", long, 0.0),
            answered("a", "2", long, 1.0),
            not_run("a", "1", "whole"),
            not_run("a", "2", "whole"),
        ]));
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        let row = |name: &str| text.lines().find(|line| line.contains(name)).unwrap().to_owned();
        assert!(row("| pecan ").contains("75.0 [50.0, 100.0]"), "{text}");
        let cut = row("…");
        assert!(cut.contains("-25.0 [-100.0, +50.0]"), "{text}");
        assert!(cut.starts_with("| pecan:") && cut.contains("0.125 |"), "{text}");
        assert!(row("| whole").contains("not run: window"), "{text}");
        assert!(text.contains("F1 [95%]") && text.contains("TFLOPs of building"), "{text}");
    }

    #[test]
    fn questions_without_answers_show_who_said_so() {
        let no = |id: &str, found| unanswerable("a", id, "pecan", found);
        let text = reported(&results(vec![no("1", false), no("2", true), no("3", false)]));
        assert!(text.contains("| method | not in the documents, and said so, % | run |"), "{text}");
        assert!(text.contains("66.7 (2/3) |   3 |") && !text.contains("F1"), "{text}");
    }

    #[test]
    fn long_names_of_data_sets_are_cut_in_a_terminal() {
        let name = format!("{}-5K", "x".repeat(200));
        let text = reported(&results(vec![answered(&name, "1", "pecan", 1.0)]));
        assert!(text.contains("xxx…xxx") && text.contains("x-5K: answer quality"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
    }

    #[test]
    fn programs_have_all_that_a_spreadsheet_has() {
        let walk = walked(answered("a", "1", "pecan", 1.0), true, &[(Some(0.75), true)]);
        let all = results(vec![walk, not_run("a", "1", "whole")]);
        let json = serde_json::to_value(Tabled::of(&Numbers::of(&all))).unwrap();
        let [pecan, whole] = [0, 1].map(|at| &json["table"][at]);
        assert_eq!((&pecan["method"], &pecan["asks"]), (&json!("pecan"), &json!(1)));
        assert_eq!(
            (&pecan["calibration_error"], &pecan["stop_recall"]),
            (&json!(0.25), &json!(1.0))
        );
        assert_eq!(pecan["tflops_by_questions"], json!({"1": 2.0, "2": 2.0, "4": 2.0, "8": 2.0}));
        assert_eq!((&whole["tflops_by_questions"], &whole["asks"]), (&json!(null), &json!(null)));
    }

    #[test]
    fn a_page_of_the_docs_folds_what_few_look_for() {
        let folder = tempfile::tempdir().unwrap();
        let walk = walked(answered("a", "1", "pecan", 1.0), true, &[(Some(0.75), true)]);
        let all = results(vec![walk, answered("a", "1", "bm25:5", 0.5)]);
        let text = every_set(&Numbers::of(&all), folder.path(), "pictures").unwrap();
        let (open, rest) = text.split_once("<details>").unwrap();
        let (folded, after) = rest.split_once("</details>").unwrap();
        let count = |text: &str| [text.matches("|\n\n").count(), text.matches("![").count()];
        assert_eq!((count(open), after.trim()), ([3, 1], ""), "{text}");
        assert!(count(folded)[0] > 0 && count(folded)[1] > 0, "{text}");
        let pictures = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(pictures, text.matches("](pictures/").count());
    }

    #[test]
    fn nothing_is_a_report_too() {
        assert_eq!(reported(&Results::default()), "");
        let folder = tempfile::tempdir().unwrap();
        write(&Numbers::of(&Results::default()), folder.path()).unwrap();
    }
}
