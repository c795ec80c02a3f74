//! How often passages that were chosen hold what an answer follows from, where nothing was answered.

use super::Numbers;
use super::numbers::Share;
use super::table::Table;

/// A row for every data set and a column for every method.
pub fn table(numbers: &Numbers<'_>) -> Table {
    let caption =
        "How often the chosen chunks hold all that the answer follows from, in percent of \
                   the questions for which that is known."
            .to_owned();
    let methods = super::cases::methods(numbers.results);
    let head = ["data set"].into_iter().chain(methods.iter().copied());
    let head = head.map(String::from).collect();
    let cell = |dataset: &str, method: &str| {
        let mut all = numbers.trusts.iter();
        let own = all.find(|trust| trust.dataset == dataset && trust.method == method);
        own.and_then(|trust| trust.reached).map(Share::told).unwrap_or_default()
    };
    let row = |dataset: &str| {
        let cells = methods.iter().map(|method| cell(dataset, method));
        [dataset.to_owned()].into_iter().chain(cells).collect()
    };
    Table { caption, head, rows: numbers.datasets().into_iter().map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Record;
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
        assert_eq!(table.rows, [["a", "50.0 (1/2)", "100.0 (1/1)"]]);
    }
}
