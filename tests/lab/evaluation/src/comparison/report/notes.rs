//! Remarks beside the tables: what was left out, how methods were matched, and how the seconds were
//! counted.

use std::ops::RangeInclusive;

use super::numbers::{MethodNumbers, Numbers};
use crate::comparison::costs::MOST;
use crate::comparison::matching::LEAST;
use crate::comparison::{Matched, Results};

/// Returns what was left out and the other remarks, one per line, with the numbers of both.
pub fn left_out(problems: &[String], left_out: usize) -> String {
    let lines: String = problems.iter().map(|problem| note(problem)).collect();
    match counted(problems.len(), left_out) {
        Some(count) => format!("{lines}{count}\n"),
        None => lines,
    }
}

/// Returns how many of `problems` problems are about something that was left out, and how many are
/// other notes; none if there is nothing to count.
pub fn counted(problems: usize, left_out: usize) -> Option<String> {
    let notes = match problems.saturating_sub(left_out) {
        0 => None,
        1 => Some("one note".to_owned()),
        count => Some(format!("{count} notes")),
    };
    let skipped = match left_out {
        0 => return (problems > 1).then(|| format!("{problems} notes.")),
        1 => "One line or document was skipped".to_owned(),
        count => format!("{count} lines or documents were skipped"),
    };
    Some(notes.map_or_else(|| format!("{skipped}."), |notes| format!("{skipped}; {notes}.")))
}

/// Returns one of them as a line.
pub fn note(problem: &str) -> String {
    format!("Note: {problem}\n")
}

/// Returns how the methods to match were matched.
pub fn matched(numbers: &Numbers<'_>) -> Vec<String> {
    let matched = numbers.results.matched.iter();
    matched.map(|matched| reported(matched, found(numbers, matched))).collect()
}

/// Returns a matched method's actual operations over those of the reference.
fn found(numbers: &Numbers<'_>, matched: &Matched) -> Option<f64> {
    let is_it =
        |one: &&MethodNumbers| one.dataset == matched.dataset && one.method == matched.method;
    let less = numbers.table.iter().find(is_it)?.less_reference.as_ref()?;
    Some(less.costs.as_ref()?.of_reference?.value)
}

/// A method is matched if its operations over the reference's are within this range.
const NEAR: RangeInclusive<f64> = LEAST..=1.2;

fn reported(matched: &Matched, found: Option<f64>) -> String {
    let Matched { dataset, method, count, of_reference, is_most } = matched;
    let Some(reckoned) = of_reference else {
        return format!("{dataset}: {method} visits {count} nodes, the reference's mean.");
    };
    let ratio = found.unwrap_or(*reckoned);
    let why = match (NEAR.contains(&ratio), is_most) {
        (true, _) => String::new(),
        (false, true) if *count == MOST => format!("Pecan considers at most {MOST}"),
        (false, true) => "no more fit the window, or no more exist".into(),
        (false, false) => {
            "by this estimate, every other number is further off or below four fifths".into()
        }
    };
    let far = if why.is_empty() { why } else { format!(", which is not within a fifth: {why}") };
    format!(
        "{dataset}: {method} shows {count}, at {ratio:.2} times the operations of the \
         reference{far}."
    )
}

/// Returns how reliable the seconds are.
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
    let with = match &at_once[..] {
        [] => match jobs {
            1 => return "No seconds were counted; one question at a time.".into(),
            jobs => return format!("No seconds were counted; {jobs} questions at once."),
        },
        [one] if one == "1" => "one question at a time".to_owned(),
        several => format!("{} questions at once, which share the machine", several.join(" or ")),
    };
    let kept = match kept {
        1 => "one answer was taken from an earlier run, with its seconds".to_owned(),
        kept => format!("{kept} answers were taken from earlier runs, with their seconds"),
    };
    format!("Seconds were counted with {with}; {kept}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::report::sample::{answered, results, with};

    #[test]
    fn what_was_left_out_is_counted() {
        let problems = |count: usize| (0..count).map(|at| format!("{at}.")).collect::<Vec<_>>();
        assert_eq!(left_out(&[], 0), "");
        let many = left_out(&problems(23), 5);
        assert_eq!(many.matches("Note: ").count(), 23);
        assert!(many.ends_with("\n5 lines or documents were skipped; 18 notes.\n"), "{many}");
        for (problems, left_out, expected) in [
            (1, 0, None),
            (3, 0, Some("3 notes.")),
            (1, 1, Some("One line or document was skipped.")),
            (2, 1, Some("One line or document was skipped; one note.")),
            (25, 25, Some("25 lines or documents were skipped.")),
        ] {
            assert_eq!(counted(problems, left_out).as_deref(), expected);
        }
    }

    #[test]
    fn what_a_matched_method_took_is_what_counts() {
        let cheap = |id| with(answered("a", id, "bm25:matched", 1.0), |given| given.flops = 1e12);
        let mut all = results(vec![answered("a", "1", "pecan", 1.0), cheap("1")]);
        let of = |of_reference, is_most| Matched {
            dataset: "a".into(),
            method: "bm25:matched".into(),
            count: 7,
            of_reference,
            is_most,
        };
        all.matched = vec![of(Some(0.9), false)];
        let text = matched(&Numbers::of(&all)).concat();
        assert!(text.contains("at 0.50 times") && text.contains("not within a fifth"), "{text}");
        let text = |reckoned, is_most, found| reported(&of(reckoned, is_most), found);
        let near = text(Some(1.02), false, None);
        assert!(near.ends_with("at 1.02 times the operations of the reference."), "{near}");
        assert!(text(Some(0.3), true, None).contains("no more fit the window"));
        let most = Matched { count: MOST, ..of(Some(0.3), true) };
        assert!(super::reported(&most, None).contains("Pecan considers at most 64"));
        assert!(text(Some(1.3), false, None).contains("every other number is further off"));
        assert!(text(None, false, Some(0.5)).contains("visits 7 nodes"));
    }

    #[test]
    fn seconds_say_how_they_were_counted() {
        let jobs =
            |id: &str, jobs| with(answered("a", id, "pecan", 1.0), |given| given.jobs = jobs);
        let mut all = results(vec![jobs("1", 2), jobs("2", 4), jobs("3", 2)]);
        all.kept = 1;
        let text = seconds(&all);
        assert!(
            text.contains("with 2 or 4 questions at once") && text.contains("; one answer was")
        );
        let text = seconds(&results(vec![jobs("1", 1)]));
        assert!(text.starts_with("Seconds were counted with one question at a time; 0 answers"));
    }
}
