//! What there is to say beside the tables: what was left out, how methods were matched, and how the
//! seconds were counted.

use crate::comparison::{Matched, Results};

/// Lines that are told of what was left out; all of them are in `results.json`.
const TOLD: usize = 10;

/// What was left out, with its number.
pub fn left_out(problems: &[String]) -> String {
    let more = problems.len().saturating_sub(TOLD);
    let told: String =
        problems.iter().take(TOLD).map(|problem| format!("Left out: {problem}\n")).collect();
    match (problems.len(), more) {
        (0, _) => told,
        (count, 0) => format!("{told}There is something to say of {count} lines or documents.\n"),
        (count, more) => format!(
            "{told}There is something to say of {count} lines or documents. {more} are not shown here: \
             the results.json of --out has all of them.\n"
        ),
    }
}

/// How the methods were matched that were to be.
pub fn matched(results: &Results) -> Vec<String> {
    results.matched.iter().map(told).collect()
}

fn told(matched: &Matched) -> String {
    let Matched { dataset, method, count, of_reference } = matched;
    match of_reference {
        None => format!("{dataset}: {method} visits {count} nodes, the reference's mean."),
        Some(ratio) => format!(
            "{dataset}: {method} shows {count}, at about {ratio:.2} times the operations of the \
             reference{}.",
            if *ratio < NEAR { ": no more fit the window, or there are no more" } else { "" }
        ),
    }
}

/// Below so much of the reference's operations a method is not matched.
const NEAR: f64 = 0.75;

/// What the seconds are worth.
pub fn seconds(results: &Results) -> String {
    let Results { jobs, kept, records, .. } = results;
    let mut earlier: Vec<usize> = records
        .iter()
        .filter_map(|record| Some(record.outcome.given()?.jobs))
        .filter(|jobs| *jobs > 0)
        .collect();
    earlier.sort_unstable();
    earlier.dedup();
    let at_once: Vec<String> = earlier.iter().map(ToString::to_string).collect();
    match at_once.is_empty() {
        true => format!("None were counted; {jobs} questions at once."),
        false => format!(
            "Seconds were counted with {} questions at once, which share the machine; {kept} answers \
             were taken from earlier runs with the seconds that they took there.",
            at_once.join(" or ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results, with};

    #[test]
    fn what_was_left_out_is_counted() {
        let problems = |count: usize| (0..count).map(|at| format!("{at}.")).collect::<Vec<_>>();
        assert_eq!(left_out(&[]), "");
        assert!(left_out(&problems(2)).ends_with("of 2 lines or documents.\n"));
        let many = left_out(&problems(25));
        assert_eq!(many.matches("Left out: ").count(), 10);
        assert!(many.contains("of 25 lines or documents. 15 are not shown"), "{many}");
    }

    #[test]
    fn how_methods_were_matched_is_told() {
        let of = |of_reference| Matched {
            dataset: "a".into(),
            method: "bm25:matched".into(),
            count: 7,
            of_reference,
        };
        let told = |of_reference| told(&of(of_reference));
        assert!(told(Some(1.02)).ends_with("about 1.02 times the operations of the reference."));
        assert!(told(Some(0.3)).contains("no more fit the window"));
        assert!(told(None).contains("visits 7 nodes"));
    }

    #[test]
    fn seconds_say_how_they_were_counted() {
        let jobs =
            |id: &str, jobs| with(answered("a", id, "pecan", 1.0), |given| given.jobs = jobs);
        let mut all = results(vec![jobs("1", 2), jobs("2", 4), jobs("3", 2)]);
        all.kept = 1;
        let told = seconds(&all);
        assert!(
            told.contains("with 2 or 4 questions at once") && told.contains("; 1 answers"),
            "{told}"
        );
    }
}
