//! Which relations of the papers hold.

use super::costs::cost_differences;
use super::format::{difference, short};
use super::numbers::Numbers;
use super::records::{distinct, pairs, records};
use super::scores::score_differences;
use super::table::ReportTable;
use crate::comparison::Record;

/// The answers that a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answers {
    All,
    /// Those count as none that the method itself doubts.
    Shown,
}

/// The papers' claims, each with the method that is better than another.
const CLAIMS: [(&str, Answers, [&str; 2]); 10] = [
    ("PECAN above RAPTOR's collapsed tree", Answers::All, ["pecan", "raptor-collapsed:matched"]),
    ("PECAN above BM25", Answers::All, ["pecan", "bm25:matched"]),
    ("PECAN above the embedder", Answers::All, ["pecan", "dense:matched"]),
    ("dynamic above fixed", Answers::All, ["pecan", "pecan:fixed=matched"]),
    ("dynamic above fixed, without guesses", Answers::Shown, ["pecan", "pecan:fixed=matched"]),
    (
        "attention above embedding",
        Answers::All,
        ["pecan:no-embedding:no-words", "pecan:no-attention:no-words"],
    ),
    ("with shared words above without", Answers::All, ["pecan", "pecan:no-words"]),
    ("graph above tree", Answers::All, ["pecan", "pecan:tree"]),
    ("graph above tree, without guesses", Answers::Shown, ["pecan", "pecan:tree"]),
    ("sums above shares", Answers::All, ["pecan", "pecan:normalised"]),
];

/// Returns the relations between methods that took part as a table with a column for every data set:
/// `+7.5 [+1.6, +13.8], 0.195 ×`; none if there is none.
pub fn relations_table(numbers: &Numbers<'_>) -> Option<ReportTable> {
    let caption = "How many points of F1 the first method is above the second, with 95% intervals, \
                   and the multiple of its operations that the first took. It is settled if the \
                   interval excludes 0.";
    let results = numbers.results;
    let datasets = distinct(results.records.iter().map(|record| record.dataset.as_str()));
    let row = |(name, answers, methods): &(&str, Answers, [&str; 2])| {
        let cell = |set: &&str| {
            let [own, other] = methods.map(|method| records(results, Some(*set), method));
            difference_and_cost(&pairs(&own, &other), *answers).unwrap_or_default()
        };
        let cells: Vec<String> = datasets.iter().map(cell).collect();
        let is_known = cells.iter().any(|cell| !cell.is_empty());
        let names = format!("{name}: {}", methods.join(", "));
        is_known.then(|| [names].into_iter().chain(cells).collect())
    };
    let rows: Vec<Vec<String>> = CLAIMS.iter().filter_map(row).collect();
    let head = ["relation"].iter().chain(&datasets).map(|name| (*name).to_owned()).collect();
    (!rows.is_empty()).then(|| ReportTable { caption: caption.to_owned(), head, rows })
}

fn difference_and_cost(both: &[(&Record, &Record)], answers: Answers) -> Option<String> {
    let scores = score_differences(both)?;
    let f1 = if answers == Answers::Shown { scores.shown } else { scores.f1 };
    let ratio = cost_differences(both)?.of_reference;
    let ratio = ratio.map(|ratio| format!(", {} ×", short(ratio.value)));
    Some(difference(f1) + &ratio.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results, with};

    #[test]
    fn relations_are_shown_by_length() {
        let of = |set: &str, id: &str, method: &str, f1, flops| {
            with(answered(set, id, method, f1), |given| given.flops = flops)
        };
        let guess = |id: &str| {
            with(of("story-20K", id, "pecan:tree", 1.0, 4e12), |given| given.found = Some(false))
        };
        let all = results(vec![
            of("story-5K", "1", "pecan", 1.0, 2e12),
            of("story-5K", "1", "bm25:matched", 0.0, 1.8e12),
            of("story-20K", "1", "pecan", 1.0, 1e12),
            of("story-20K", "2", "pecan", 0.0, 1e12),
            guess("1"),
            guess("2"),
        ]);
        let table = relations_table(&Numbers::of(&all)).unwrap();
        assert_eq!(table.head, ["relation", "story-5K", "story-20K"]);
        let expected = [
            ["PECAN above BM25: pecan, bm25:matched", "+100.0 [+100.0, +100.0], 1.11 ×", ""],
            ["graph above tree: pecan, pecan:tree", "", "-50.0 [-100.0, +0.0], 0.250 ×"],
            [
                "graph above tree, without guesses: pecan, pecan:tree",
                "",
                "+50.0 [+0.0, +100.0], 0.250 ×",
            ],
        ];
        assert_eq!(table.rows, expected);
        let other = results(vec![answered("a", "1", "pecan", 1.0)]);
        assert_eq!(relations_table(&Numbers::of(&other)), None);
    }
}
