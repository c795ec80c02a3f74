//! Which records belong together.

use std::collections::{HashMap, HashSet};

use crate::comparison::{Record, Results};
use report::statistics::CaseGroups;

/// The name of all data sets together.
pub const ALL: &str = "all";

/// A data set, or all of them.
pub type Set<'a> = Option<&'a str>;

/// Returns the data sets in the order of the records, and all of them together if there are several.
pub fn sets(results: &Results) -> Vec<Set<'_>> {
    let names = distinct(results.records.iter().map(|record| record.dataset.as_str()));
    let all: Option<Set<'_>> = (names.len() > 1).then_some(None);
    names.into_iter().map(Some).chain(all).collect()
}

/// Returns a data set's name in a table.
pub fn name(set: Set<'_>) -> &str {
    set.unwrap_or(ALL)
}

/// Returns the methods, each once.
pub fn methods(results: &Results) -> Vec<&str> {
    distinct(results.methods.iter().map(String::as_str))
}

/// Returns every name once, in order of first occurrence.
pub fn distinct<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    names.into_iter().filter(|name| seen.insert(*name)).collect()
}

/// Returns a method's records of a data set, without rephrased questions.
pub fn records<'a>(results: &'a Results, set: Set<'_>, method: &str) -> Vec<&'a Record> {
    all(results, set, method).filter(|record| record.rephrases.is_none()).collect()
}

/// Returns a method's records of questions that have a rephrased version: the original, then the
/// rephrased one.
pub fn rephrased<'a>(
    results: &'a Results,
    set: Set<'_>,
    method: &str,
) -> Vec<(&'a Record, &'a Record)> {
    let mut known: HashMap<_, Vec<&Record>> = HashMap::new();
    for record in records(results, set, method) {
        known.entry(named(record, &record.id)).or_default().push(record);
    }
    let again = |record: &'a Record| {
        let firsts = known.get(&named(record, record.rephrases.as_deref()?))?;
        // Another file may have a question of this name, too.
        let own = firsts.iter().find(|first| first.file == record.file);
        Some((*own.or(firsts.first())?, record))
    };
    all(results, set, method).filter_map(again).collect()
}

fn all<'a>(results: &'a Results, set: Set<'_>, method: &str) -> impl Iterator<Item = &'a Record> {
    let own = move |record: &&Record| {
        record.method == method && set.is_none_or(|set| record.dataset == set)
    };
    results.records.iter().filter(own)
}

/// Returns the questions that both have, with both records.
pub fn pairs<'a>(own: &[&'a Record], others: &[&'a Record]) -> Vec<(&'a Record, &'a Record)> {
    let known: HashMap<_, &'a Record> =
        others.iter().map(|record| (question(record), *record)).collect();
    own.iter().filter_map(|record| Some((*record, *known.get(&question(record))?))).collect()
}

/// Groups records by the documents that they are about.
pub fn by_documents<'a>(records: impl IntoIterator<Item = &'a Record>) -> CaseGroups {
    let name = |record: &'a Record| Some(record.documents.as_str()).filter(|key| !key.is_empty());
    CaseGroups::by(records.into_iter().map(name))
}

/// Returns the identity of a question. Files from different sources may give two questions one name.
pub fn question(record: &Record) -> (&str, &str, &str, &str) {
    (&record.dataset, &record.id, &record.question, &record.documents)
}

/// Returns the identity of a question named `id` about the same documents as this one.
fn named<'a>(record: &'a Record, id: &'a str) -> (&'a str, &'a str, &'a str) {
    (&record.dataset, id, &record.documents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results};

    #[test]
    fn all_data_sets_are_together_only_if_there_are_several() {
        let one = results(vec![answered("a", "1", "pecan", 1.0), answered("a", "2", "pecan", 1.0)]);
        assert_eq!(sets(&one), [Some("a")]);
        let two = results(vec![answered("b", "1", "pecan", 1.0), answered("a", "1", "pecan", 1.0)]);
        assert_eq!(sets(&two), [Some("b"), Some("a"), None]);
    }

    #[test]
    fn what_is_asked_again_is_paired_within_its_file() {
        let from = |file: &str, record: Record| Record { file: file.into(), ..record };
        let again = Record { rephrases: Some("1".into()), ..answered("a", "2", "pecan", 0.0) };
        let all = results(vec![
            from("x", answered("a", "1", "pecan", 1.0)),
            from("y", answered("a", "1", "pecan", 1.0)),
            from("x", again.clone()),
            from("y", again.clone()),
            from("z", again.clone()),
            Record { dataset: "b".into(), ..again },
        ]);
        let found = rephrased(&all, None, "pecan");
        let files: Vec<_> = found.iter().map(|(first, _)| first.file.as_str()).collect();
        assert_eq!(files, ["x", "y", "x"], "and none in another data set");
        assert_eq!(records(&all, None, "pecan").len(), 2);
    }

    #[test]
    fn pairs_are_of_the_same_question() {
        let own = [answered("a", "1", "pecan", 0.1), answered("a", "2", "pecan", 0.2)];
        let other = [answered("b", "2", "whole", 0.3), answered("a", "2", "whole", 0.4)];
        let [own, other] = [own.iter().collect::<Vec<_>>(), other.iter().collect()];
        let found = pairs(&own, &other);
        let f1 = |record: &Record| record.scores.unwrap().f1;
        let f1: Vec<_> = found.iter().map(|(one, other)| (f1(one), f1(other))).collect();
        assert_eq!(f1, [(0.2, 0.4)]);
    }
}
