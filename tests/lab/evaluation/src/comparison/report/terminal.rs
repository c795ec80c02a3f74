//! The most important numbers in tables that fit a terminal.

use super::format::{CaseShare, interval, percent, short};
use super::notes::matched;
use super::numbers::{MethodNumbers, Numbers};
use super::printable::printable;
use super::table::{ReportTable, cut_within};
use super::tables::{
    Column, by_method, choices, cost_ratio, f1_difference, few_documents, run, scored_questions,
};

/// The most columns of a terminal that a table fills.
const COLUMNS: usize = 120;
/// The most characters of a data set's name.
const LONGEST: usize = 40;

const QUALITY: [Column; 7] = [
    ("F1 [95%]", |own| Some(interval(own.quality.as_ref()?.scores.f1))),
    ("less reference", |own| match own.is_reference {
        true => own.quality.as_ref().map(|_| "reference".into()),
        false => f1_difference(own),
    }),
    ("as shown", |own| Some(percent(own.quality.as_ref()?.scores.shown.value))),
    ("ROUGE-L", |own| Some(percent(own.quality.as_ref()?.scores.rouge_l.value))),
    ("exact", |own| Some(percent(own.quality.as_ref()?.scores.exact.value))),
    ("BLEU-4", |own| Some(percent(own.quality.as_ref()?.scores.bleu.value))),
    ("run", |own| own.quality.as_ref().map(|_| run(own))),
];
const REFUSALS: [Column; 2] = [
    ("not in the documents, and said so, %", |own| own.refused.map(CaseShare::reported)),
    ("run", |own| (own.run() > 0).then(|| run(own))),
];
const COST: [Column; 6] = [
    ("shown", |own| Some(short(own.cost.as_ref()?.shown.value))),
    ("tokens", |own| Some(short(own.cost.as_ref()?.evaluated.value))),
    ("TFLOPs", |own| Some(short(own.cost.as_ref()?.tflops.value))),
    ("÷ ref.", |own| match own.is_reference {
        true => own.cost.as_ref().map(|_| "1".into()),
        false => Some(short(cost_ratio(own)?.value)),
    }),
    ("seconds", |own| Some(short(own.cost.as_ref()?.seconds.value))),
    ("TFLOPs of building", |own| Some(short(own.cost.as_ref()?.construction?.value))),
];

/// Returns the most important numbers as tables that fit a terminal.
pub fn terminal(numbers: &Numbers<'_>) -> String {
    if numbers.results.choosing {
        return choices(numbers).fitting(COLUMNS).text();
    }
    let tables = |dataset: &str| {
        let own = numbers.on(dataset);
        let few = few_documents(&own).map_or_else(String::new, |few| format!("{few}\n\n"));
        let [good, costs] = tables(dataset, &own).map(|table| table.fitting(COLUMNS).text());
        format!("{good}\n{few}{costs}\n")
    };
    let tables = numbers.datasets().into_iter().map(tables);
    let matched = matched(numbers).into_iter().map(|line| printable(&line) + "\n");
    tables.chain(matched).collect()
}

/// Returns how good the answers to a data set are, and what they cost.
fn tables(dataset: &str, methods: &[&MethodNumbers]) -> [ReportTable; 2] {
    let dataset = cut_within(dataset, LONGEST);
    let have_answers = methods.iter().any(|own| own.quality.is_some());
    let good = match have_answers || methods.iter().all(|own| own.run() == 0) {
        true => {
            let questions = scored_questions(methods);
            let caption = format!("{dataset}: answer quality in percent; {questions}");
            by_method(caption, &QUALITY, methods)
        }
        false => {
            let caption = format!("{dataset}: questions that the documents do not answer");
            by_method(caption, &REFUSALS, methods)
        }
    };
    let of = if have_answers { "a question that has an answer" } else { "a question" };
    [good, by_method(format!("{dataset}: mean cost of {of}"), &COST, methods)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::Results;
    use crate::comparison::report::sample::{answered, not_run, results, unanswerable};

    fn reported(results: &Results) -> String {
        let text = terminal(&Numbers::of(results));
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        text
    }

    #[test]
    fn the_most_important_numbers_fit_120_columns() {
        let long = "pecan:no-attention:tree:normalised:nodes-first:patience=3:confidence=0.125";
        let set = format!("{}-5K", "x".repeat(200));
        let text = reported(&results(vec![
            answered(&set, "1", "pecan", 1.0),
            answered(&set, "2", "pecan", 0.5),
            answered(&set, "1", long, 0.0),
            answered(&set, "2", long, 1.0),
            not_run(&set, "1", "whole"),
            not_run(&set, "2", "whole"),
        ]));
        let row = |name: &str| text.lines().find(|line| line.contains(name)).unwrap().to_owned();
        assert!(row("| pecan ").contains("75.0 [50.0, 100.0]"), "{text}");
        let cut = row("| pecan:");
        assert!(cut.contains("-25.0 [-100.0, +50.0]") && cut.contains("0.125 |"), "{text}");
        assert!(row("| whole").contains("not run: window"), "{text}");
        assert!(text.contains("F1 [95%]") && text.contains("TFLOPs of building"), "{text}");
        assert!(text.contains("xxx…xxx") && text.contains("x-5K: answer quality"), "{text}");
        assert_eq!(reported(&Results::default()), "");
    }

    #[test]
    fn questions_without_answers_show_who_said_so() {
        let no = |id: &str, found| unanswerable("a", id, "pecan", found);
        let text = reported(&results(vec![no("1", false), no("2", true), no("3", false)]));
        assert!(text.contains("| method | not in the documents, and said so, % | run |"), "{text}");
        assert!(text.contains("66.7 (2/3) |   3 |") && !text.contains("F1"), "{text}");
        assert!(text.contains("mean cost of a question\n"), "{text}");
    }
}
