//! Every question's F1 by every method, as stored beside a page, and how significant the difference
//! between two methods is.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::cases::{methods, question, records, sets};
use super::summary::SEED;
use crate::comparison::{Record, Results};
use crate::statistics::{CaseGroups, Interval, mean_difference};

/// F1 of the questions of a data set that have an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DatasetScores {
    /// The data set.
    pub dataset: String,
    /// For each question, which documents it is about: a number that equal documents share.
    documents: Vec<usize>,
    /// What each method made of them.
    methods: Vec<MethodScores>,
}

/// The quality of a method's answers to the questions of a data set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct MethodScores {
    /// The method.
    method: String,
    /// F1 by question, from 0 to 1; none if it was not run.
    f1: Vec<Option<f64>>,
    /// The numbers of the questions for which it says that not enough was found.
    doubted: Vec<usize>,
}

/// Which answers count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guesses {
    /// All of them.
    Count,
    /// Those that the method itself doubts count as none.
    CountAsNone,
}

impl DatasetScores {
    /// Returns the scores of every data set by itself.
    pub fn of(results: &Results) -> Vec<Self> {
        sets(results).into_iter().flatten().map(|dataset| Self::on(results, dataset)).collect()
    }

    fn on(results: &Results, dataset: &str) -> Self {
        let own = records(results, Some(dataset), &results.reference);
        let asked: Vec<&Record> = own.into_iter().filter(|one| !one.answers.is_empty()).collect();
        let places: HashMap<_, usize> =
            asked.iter().zip(0..).map(|(record, place)| (question(record), place)).collect();
        let mut numbers = HashMap::new();
        let number = |record: &&Record| {
            let new = numbers.len();
            *numbers.entry(record.documents.clone()).or_insert(new)
        };
        let documents = asked.iter().map(number).collect();
        let answers = |method: &str| {
            let (mut f1, mut doubted) = (vec![None; asked.len()], Vec::new());
            for record in records(results, Some(dataset), method) {
                let (Some(&place), Some(scores)) = (places.get(&question(record)), record.scores)
                else {
                    continue;
                };
                f1[place] = Some(scores.f1);
                if record.is_doubted() {
                    doubted.push(place);
                }
            }
            MethodScores { method: method.to_owned(), f1, doubted }
        };
        let methods = methods(results).into_iter().map(answers).collect();
        Self { dataset: dataset.to_owned(), documents, methods }
    }

    /// Returns the difference between the first method's F1 and the second's, over the questions that
    /// both ran; none if one of them was never asked.
    pub fn difference(&self, first: &str, second: &str, guesses: Guesses) -> Option<Interval> {
        let [first, second] = [self.scores(first, guesses)?, self.scores(second, guesses)?];
        let both = first.iter().zip(second).zip(&self.documents);
        let both = both
            .filter_map(|((one, other), documents)| Some((((*one)?, other?), Some(*documents))));
        let (pairs, documents): (Vec<(f64, f64)>, Vec<_>) = both.unzip();
        mean_difference(&pairs, &CaseGroups::by(documents), SEED)
    }

    /// Returns whether both methods ran the same questions, so that their costs can be compared.
    pub fn is_alike(&self, first: &str, second: &str) -> bool {
        let ran = |method| -> Option<Vec<bool>> {
            let scores = self.scores(method, Guesses::Count)?;
            Some(scores.iter().map(Option::is_some).collect())
        };
        ran(first).is_some() && ran(first) == ran(second)
    }

    fn scores(&self, method: &str, guesses: Guesses) -> Option<Vec<Option<f64>>> {
        let MethodScores { f1, doubted, .. } =
            self.methods.iter().find(|own| own.method == method)?;
        let mut scores = f1.clone();
        if guesses == Guesses::CountAsNone {
            let known = doubted.iter().filter_map(|&place| f1.get(place)?.map(|_| place));
            known.for_each(|place| scores[place] = Some(0.0));
        }
        Some(scores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, not_run, results, unanswerable, with};
    use crate::comparison::report::summary::summaries;

    fn about(documents: &str, record: Record) -> Record {
        Record { documents: documents.into(), ..record }
    }

    /// Two methods on two documents. For the last question, the second says that it found too little.
    fn two_methods() -> Results {
        let doubted = with(answered("a", "3", "tree", 1.0), |given| given.found = Some(false));
        results(vec![
            about("x", answered("a", "1", "pecan", 1.0)),
            about("y", answered("a", "2", "pecan", 0.5)),
            about("x", answered("a", "3", "pecan", 1.0)),
            about("x", unanswerable("a", "4", "pecan", false)),
            about("x", answered("a", "1", "tree", 0.0)),
            about("y", not_run("a", "2", "tree")),
            about("x", doubted),
        ])
    }

    #[test]
    fn what_is_kept_gives_the_differences_of_the_tables() {
        let all = two_methods();
        let kept = serde_json::to_string(&DatasetScores::of(&all)).unwrap();
        let [scored] = &serde_json::from_str::<Vec<DatasetScores>>(&kept).unwrap()[..] else {
            panic!("{kept}")
        };
        let less = summaries(&all)[1].less_reference.clone().and_then(|less| less.scores).unwrap();
        let of = |guesses| scored.difference("tree", "pecan", guesses);
        assert_eq!((of(Guesses::Count), less.f1.value), (Some(less.f1), -0.5));
        assert_eq!(of(Guesses::CountAsNone), Some(less.shown));
        assert_eq!(of(Guesses::CountAsNone).unwrap().value, -1.0);
        assert_eq!(scored.difference("pecan", "whole", Guesses::Count), None);
    }

    #[test]
    fn costs_compare_where_the_same_questions_were_run() {
        let [scored] = &DatasetScores::of(&two_methods())[..] else { panic!("one data set") };
        assert!(!scored.is_alike("pecan", "tree") && scored.is_alike("tree", "tree"));
        assert!(!scored.is_alike("pecan", "whole") && !scored.is_alike("whole", "whole"));
    }
}
