//! How often the chosen passages hold what an answer follows from, when nothing was answered.

use super::Numbers;
use super::cases::{Set, by_documents, methods, name, records, sets};
use super::format::{CaseShare, interval};
use super::summary::SEED;
use super::table::ReportTable;
use crate::comparison::{Record, Results};
use crate::statistics::mean;

/// Returns a table with a row for every data set and a column for every method.
pub fn table(numbers: &Numbers<'_>) -> ReportTable {
    let caption =
        "How often the chosen chunks contain everything that the answer follows from, in percent \
         of the questions for which that is known, with 95% intervals."
            .to_owned();
    let results = numbers.results;
    let methods = methods(results);
    let head: Vec<&str> = [&["data set"], &methods[..]].concat();
    let row = |set: Set<'_>| {
        let cells = methods.iter().map(|method| cell(results, set, method).unwrap_or_default());
        [name(set).to_owned()].into_iter().chain(cells).collect()
    };
    ReportTable::new(caption, &head, sets(results).into_iter().map(row).collect())
}

/// `75.0 [25.0, 100.0] (3/4)`.
fn cell(results: &Results, set: Set<'_>, method: &str) -> Option<String> {
    let own = records(results, set, method).into_iter();
    let known = own.filter_map(|record| Some((record, record.reached?)));
    let (records, reached): (Vec<&Record>, Vec<bool>) = known.unzip();
    let share = CaseShare::of(reached.iter().copied())?;
    let values: Vec<f64> = reached.into_iter().map(|held| f64::from(u8::from(held))).collect();
    let found = mean(&values, &by_documents(records), SEED)?;
    Some(format!("{} ({}/{})", interval(found), share.held, share.cases))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results};

    #[test]
    fn a_row_for_every_data_set() {
        let chosen = |dataset: &str, id: &str, method: &str, reached| Record {
            scores: None,
            reached,
            ..answered(dataset, id, method, 0.0)
        };
        let all = results(vec![
            chosen("a", "1", "bm25:5", Some(true)),
            chosen("a", "2", "bm25:5", Some(false)),
            chosen("a", "1", "dense:5", Some(true)),
            chosen("a", "2", "dense:5", None),
        ]);
        let numbers = Numbers::of(&all);
        let table = table(&numbers);
        assert_eq!(table.head, ["data set", "bm25:5", "dense:5"]);
        assert_eq!(table.rows, [["a", "50.0 [0.0, 100.0] (1/2)", "100.0 [100.0, 100.0] (1/1)"]]);
    }
}
