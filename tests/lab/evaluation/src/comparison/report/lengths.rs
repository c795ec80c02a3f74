//! How F1 and operations grow with the length of documents, where data sets are named after it:
//! `story-5K`.

use std::collections::BTreeMap;

use super::format::{difference, interval, percent, short};
use super::numbers::MethodNumbers;
use super::records::distinct;
use super::table::ReportTable;
use super::tables::cost_ratio;

/// A method on a data set, with the length of its documents in tokens.
pub type AtLength<'a> = (f64, &'a MethodNumbers);

/// Returns the data sets of different lengths by the name that they share: `story-`.
pub fn families(table: &[MethodNumbers]) -> BTreeMap<&str, Vec<AtLength<'_>>> {
    let mut families: BTreeMap<&str, Vec<AtLength<'_>>> = BTreeMap::new();
    for own in table {
        if let Some((family, tokens)) = length(&own.dataset) {
            families.entry(family).or_default().push((tokens, own));
        }
    }
    families.retain(|_, all| all.iter().any(|(tokens, _)| *tokens != all[0].0));
    families
}

/// Returns the length of a data set's documents, if its name ends with it, and the name before it.
fn length(dataset: &str) -> Option<(&str, f64)> {
    let (rest, unit) = match dataset.strip_suffix('K') {
        Some(rest) => (rest, 1e3),
        None => (dataset.strip_suffix('M')?, 1e6),
    };
    let family = rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number: f64 = rest[family.len()..].parse().ok()?;
    (number > 0.0).then_some((family, number * unit))
}

/// Returns tables with a row for every method and a column for every length.
pub fn over_lengths(table: &[MethodNumbers]) -> Vec<ReportTable> {
    families(table).into_values().map(|all| family_table(&all)).collect()
}

fn family_table(all: &[AtLength<'_>]) -> ReportTable {
    let sets = distinct(all.iter().map(|(_, own)| own.dataset.as_str()));
    let row = |method: &str| {
        let own = |set: &&str| {
            let is_it = |(_, own): &&AtLength<'_>| own.method == method && own.dataset == **set;
            all.iter().find(is_it).and_then(|(_, own)| cell(own)).unwrap_or_default()
        };
        [method.to_owned()].into_iter().chain(sets.iter().map(own)).collect()
    };
    let caption = "Of the reference, F1 in percent with its 95% interval, and the TFLOPs of a question. \
                   Of the others, F1; how much it is above the reference's, with a 95% interval; and \
                   the multiple of the reference's TFLOPs.";
    let methods = distinct(all.iter().map(|(_, own)| own.method.as_str()));
    ReportTable {
        caption: caption.to_owned(),
        head: ["method"].iter().chain(&sets).map(|name| (*name).to_owned()).collect(),
        rows: methods.into_iter().map(row).collect(),
    }
}

/// `71.7 [64.0, 79.1]; 0.00162` or `67.9; -3.7 [-9.1, +1.6]; 4.02 ×`.
fn cell(own: &MethodNumbers) -> Option<String> {
    let Some(quality) = &own.quality else { return own.why_not() };
    let f1 = quality.scores.f1;
    if own.is_reference {
        return Some(format!("{}; {}", interval(f1), short(own.cost.as_ref()?.tflops.value)));
    }
    let less = own.less_reference.as_ref()?.scores.as_ref()?.f1;
    let ratio = cost_ratio(own).map(|ratio| format!("; {} ×", short(ratio.value)));
    Some(format!("{}; {}{}", percent(f1.value), difference(less), ratio.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::Numbers;
    use crate::comparison::report::sample::{answered, not_run, results};

    #[test]
    fn data_sets_are_named_after_their_length() {
        for (name, expected) in [
            ("story-5K", Some(("story-", 5e3))),
            ("story-0.5M", Some(("story-", 5e5))),
            ("128K", Some(("", 128e3))),
            ("story", None),
            ("QuALITY-K", None),
            ("a..5K", None),
            ("story-0K", None),
        ] {
            assert_eq!(length(name), expected, "{name}");
        }
    }

    #[test]
    fn lengths_of_one_name_stand_side_by_side() {
        let all = results(vec![
            answered("story-5K", "1", "pecan", 1.0),
            answered("story-20K", "1", "pecan", 0.5),
            answered("story-5K", "1", "bm25:5", 0.75),
            not_run("story-20K", "1", "bm25:5"),
            answered("other-5K", "1", "pecan", 0.5),
        ]);
        let tables = over_lengths(&Numbers::of(&all).table);
        let [table] = &tables[..] else { panic!("{tables:?}") };
        assert_eq!(table.head, ["method", "story-5K", "story-20K"]);
        assert_eq!(table.rows[0][1..], ["100.0 [100.0, 100.0]; 2.00", "50.0 [50.0, 50.0]; 2.00"]);
        assert_eq!(table.rows[1][1..], ["75.0; -25.0 [-25.0, -25.0]; 1.00 ×", "not run: window"]);
    }
}
