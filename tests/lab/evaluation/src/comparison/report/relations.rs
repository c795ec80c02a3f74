//! Which relations of the papers hold in comparisons that were made one by one.

use super::format::{difference, short};
use super::kept::StoredComparison;
use super::notes::NEAR;
use super::scored::{DatasetScores, Guesses};
use super::table::ReportTable;

/// The claim that one method is better than another.
struct Relation {
    /// The papers' claim, as in a table.
    reported: &'static str,
    better: &'static str,
    other: &'static str,
    guesses: Guesses,
    /// Whether the claim is about methods of equal cost.
    is_matched: bool,
}

const RELATIONS: [Relation; 10] = [
    Relation {
        reported: "PECAN above RAPTOR: its collapsed tree, matched",
        is_matched: true,
        ..Relation::of("pecan", "raptor-collapsed:matched")
    },
    Relation {
        reported: "PECAN above BM25, matched",
        is_matched: true,
        ..Relation::of("pecan", "bm25:matched")
    },
    Relation {
        reported: "PECAN above the embedder, matched",
        is_matched: true,
        ..Relation::of("pecan", "dense:matched")
    },
    Relation {
        reported: "dynamic above fixed: its mean of nodes for every question",
        ..Relation::of("pecan", "pecan:fixed=matched")
    },
    Relation {
        reported: "the same without guesses",
        guesses: Guesses::CountAsNone,
        ..Relation::of("pecan", "pecan:fixed=matched")
    },
    Relation {
        reported: "attention above embedding: each alone",
        ..Relation::of("pecan:no-embedding:no-words", "pecan:no-attention:no-words")
    },
    Relation {
        reported: "with shared words above without",
        ..Relation::of("pecan", "pecan:no-words")
    },
    Relation { reported: "graph above tree", ..Relation::of("pecan", "pecan:tree") },
    Relation {
        reported: "the same without guesses",
        guesses: Guesses::CountAsNone,
        ..Relation::of("pecan", "pecan:tree")
    },
    Relation {
        reported: "attention and similarity as they are above shares of their sums",
        ..Relation::of("pecan", "pecan:normalised")
    },
];

impl Relation {
    const fn of(better: &'static str, other: &'static str) -> Self {
        Self { reported: "", better, other, guesses: Guesses::Count, is_matched: false }
    }

    /// Returns by how much it holds if both methods were compared: the difference in points of F1, and
    /// the cost of the better method over that of the other. It is bold if the interval excludes 0,
    /// unless the methods should be matched and the leading one cost more.
    fn cell(&self, kept: &[StoredComparison], dataset: &str) -> Option<String> {
        let Self { better, other, guesses, is_matched, .. } = *self;
        let compared = |kept: &StoredComparison| -> Option<String> {
            let own = kept.scores.iter().find(|own| own.dataset == dataset)?;
            let found = own.difference(better, other, guesses)?;
            let ratio = ratio(kept, own, better, other);
            let is_apart = is_matched && ratio.is_none_or(|ratio| !NEAR.contains(&(1.0 / ratio)));
            let mut cell = difference(found);
            let took_less = |ratio| match found.low > 0.0 {
                true => ratio < 1.0,
                false => ratio > 1.0,
            };
            let is_fair = !is_apart || ratio.is_some_and(took_less);
            if (found.low > 0.0 || found.high < 0.0) && is_fair {
                cell = format!("**{cell}**");
            }
            if let Some(ratio) = ratio.filter(|_| guesses == Guesses::Count) {
                cell.push_str(&format!(", {} ×", short(ratio)));
            }
            if is_apart {
                cell.push_str(" (not matched)");
            }
            Some(cell)
        };
        kept.iter().find_map(compared)
    }
}

/// Returns the first method's operations over the second's, if both ran the same questions.
fn ratio(
    kept: &StoredComparison,
    scored: &DatasetScores,
    first: &str,
    second: &str,
) -> Option<f64> {
    let tflops = |method: &str| {
        let is_it =
            |mark: &&super::PlottedMethod| mark.dataset == scored.dataset && mark.method == method;
        kept.marks.iter().find(is_it)?.tflops
    };
    let ratio = tflops(first)? / tflops(second)?;
    scored.is_alike(first, second).then_some(ratio)
}

/// Returns the relations as a table with a column for every data set.
pub fn table(kept: &[StoredComparison]) -> ReportTable {
    let names = kept.iter().flat_map(|kept| &kept.scores).map(|own| own.dataset.as_str());
    let datasets = super::cases::distinct(names);
    let caption =
        "How many points of F1 the first is above the second, with 95% intervals, and the multiple \
         of its operations that the first took. Not matched: methods that should take the same \
         operations differ by more than a fifth. Bold: the interval excludes 0, unless an \
         unmatched method that is ahead took more."
            .to_owned();
    let head: Vec<&str> = [&["relation"], &datasets[..]].concat();
    let row = |relation: &Relation| {
        let cell = |dataset: &&str| relation.cell(kept, dataset).unwrap_or_default();
        let cells = datasets.iter().map(cell);
        [relation.reported.to_owned()].into_iter().chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = RELATIONS.iter().map(row).collect();
    let is_known = |row: &Vec<String>| row.iter().skip(1).any(|cell| !cell.is_empty());
    ReportTable::new(caption, &head, rows.into_iter().filter(is_known).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::Numbers;
    use crate::comparison::report::sample::{answered, results, with};
    use crate::comparison::{Record, Results};

    /// Two questions, with these answers by each method.
    fn compared(dataset: &str, methods: &[(&str, [f64; 2], f64)]) -> Results {
        let records = methods.iter().flat_map(|&(method, scores, flops)| {
            let each = scores.into_iter().zip(["1", "2"]);
            each.map(move |(score, id)| {
                with(answered(dataset, id, method, score), |given| given.flops = flops)
            })
        });
        results(records.collect::<Vec<Record>>())
    }

    #[test]
    fn relations_are_shown_by_length() {
        let five = [
            ("pecan", [1.0, 1.0], 2e12),
            ("raptor-collapsed:matched", [0.0, 0.0], 1e12),
            ("bm25:matched", [0.0, 0.0], 1.8e12),
            ("dense:matched", [0.0, 0.0], 4e12),
        ];
        let ablations = [("pecan", [1.0, 0.0], 1e12), ("pecan:tree", [0.0, 1.0], 4e12)];
        let all = [compared("story-5K", &five), compared("story-20K", &ablations)];
        let kept = all.map(|one| StoredComparison::of(&Numbers::of(&one), "ten"));
        let table = table(&kept);
        assert_eq!(table.head, ["relation", "story-5K", "story-20K"]);
        let cells: Vec<[&str; 2]> =
            table.rows.iter().map(|row| [row[1].as_str(), row[2].as_str()]).collect();
        let expected = [
            ["+100.0 [+100.0, +100.0], 2.00 × (not matched)", ""],
            ["**+100.0 [+100.0, +100.0]**, 1.11 ×", ""],
            ["**+100.0 [+100.0, +100.0]**, 0.500 × (not matched)", ""],
            ["", "+0.0 [-100.0, +100.0], 0.250 ×"],
            ["", "+0.0 [-100.0, +100.0]"],
        ];
        assert_eq!(cells, expected);
    }
}
