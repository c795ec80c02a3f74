//! The numbers under an answer: what the model read, and at what cost.

use protocol::{Answer, NameList};

use crate::chat::strings;
use crate::format::{flops, flops_beside, seconds, share};

/// The quiet line under an answer; `shown` is the number of visible passages.
pub fn quiet_line(answer: &Answer, shown: usize) -> String {
    if let Some(list) = &answer.list {
        return list_line(answer, list, shown);
    }
    let passages_shown = passages(shown, answer.evidence.len());
    if answer.stop.is_without_model() {
        let parts = passages_shown.into_iter().chain([seconds(answer.cost.seconds)]);
        return parts.collect::<Vec<_>>().join(" · ");
    }
    let read: u64 = answer.steps.iter().map(|step| u64::from(step.tokens)).sum();
    // Points are not part of the book: those of a short one may be longer than it.
    let book = match read {
        0 => None,
        more if more > answer.tokens_total => Some(strings::more_than_book().to_owned()),
        part => {
            Some(strings::share_of_book(&share(part as f64 / answer.tokens_total.max(1) as f64)))
        }
    };
    let passages = passages_shown.filter(|_| !answer.is_closest_passages());
    let (nodes, took) = (strings::model_read(&visited(answer)), seconds(answer.cost.seconds));
    let parts = [nodes].into_iter().chain(passages).chain(book).chain([took]);
    parts.collect::<Vec<_>>().join(" · ")
}

/// The same line under a list of names: the source of the list.
fn list_line(answer: &Answer, list: &NameList, shown: usize) -> String {
    let passages = passages(shown, answer.evidence.len());
    let without =
        (list.pages_without_text > 0).then(|| strings::list_without_text(list.pages_without_text));
    let parts =
        [strings::list_sentences(list.sentences)].into_iter().chain(without).chain(passages);
    parts.chain([seconds(answer.cost.seconds)]).collect::<Vec<_>>().join(" · ")
}

/// How many nodes the model read, and out of how many: points, and passages if there were any.
pub fn visited(answer: &Answer) -> String {
    let points = answer.steps.iter().filter(|step| step.level > 1).count();
    let all = answer.nodes_total.saturating_sub(answer.chunks_total);
    match answer.steps.len() - points {
        0 => strings::points_of(points, all),
        read => strings::with_passages(
            &strings::points_of(points, all),
            &strings::passages_of(read, answer.chunks_total),
        ),
    }
}

/// The computation done, and that for reading everything, if it is known.
fn arithmetic(answer: &Answer) -> String {
    let own = answer.cost.flops;
    match answer.whole_flops {
        Some(whole) => {
            let [own, whole] = flops_beside(own, whole);
            strings::arithmetic_of_all(&own, &whole)
        }
        None => strings::cost_arithmetic(&flops(own)),
    }
}

fn passages(shown: usize, of: usize) -> Option<String> {
    match (shown, of) {
        (_, 0) => None,
        (all, of) if all == of => Some(strings::passages_shown(of)),
        _ => Some(strings::passages_shown_of(shown, of)),
    }
}

/// Leads to the next passages, out of those that are left.
pub fn more_passages(next: usize, left: usize) -> String {
    if next < left { strings::show_more_of(next, left) } else { strings::show_more(next) }
}

/// The full cost of an answer.
pub fn cost(answer: &Answer) -> [String; 4] {
    let cost = &answer.cost;
    [
        strings::cost_tokens(cost.tokens_evaluated, cost.tokens_restored),
        strings::cost_whole(answer.tokens_total),
        strings::cost_asks(cost.asks),
        arithmetic(answer),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{answer, evidence, step};
    use protocol::{QuestionCost, Step};

    #[test]
    fn the_quiet_line_says_how_many_passages_there_are_and_are_shown() {
        for (shown, of, expected) in [
            (0, 0, ""),
            (1, 1, "rests on 1 passage · "),
            (3, 3, "rests on 3 passages · "),
            (1, 3, "rests on 3 passages, 1 shown · "),
            (5, 1_055, "rests on 1,055 passages, 5 shown · "),
        ] {
            let answer = Answer {
                steps: vec![Step { level: 2, ..step(1, 0.1) }, Step { level: 3, ..step(2, 0.1) }],
                evidence: vec![evidence(0.1, "x"); of],
                nodes_total: 418,
                cost: QuestionCost { seconds: 4.2, ..QuestionCost::default() },
                ..answer()
            };
            let expected = format!(
                "Read 2 of 412 points · {expected}as much text as 2.0% of the book · 4.2 s"
            );
            assert_eq!(quiet_line(&answer, shown), expected);
        }
        assert_eq!(more_passages(10, 1_050), "Show 10 more of 1,050");
        assert_eq!(more_passages(7, 7), "Show 7 more");
    }

    #[test]
    fn passages_that_were_looked_at_are_no_points() {
        let point = Step { level: 2, ..step(1, 0.1) };
        let answer = Answer { steps: vec![point, step(2, 0.1)], whole_flops: None, ..answer() };
        assert_eq!(visited(&answer), "1 of 4 points and 1 of 6 passages");
        assert!(quiet_line(&answer, 0).starts_with("Read 1 of 4 points and 1 of 6 passages · "));
        assert_eq!(arithmetic(&answer), "0 FLOP of computation");
    }
}
