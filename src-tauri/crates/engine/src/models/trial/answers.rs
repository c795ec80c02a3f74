//! Tests whether a model answers a question from a passage that contains the answer.

use std::collections::HashMap;
use std::sync::Arc;

use hwdag::{Query, SearchEvent, SearchSettings, search};
use model::Weights;
use protocol::AnswersTrial;

use crate::error::{JobError, ended};
use crate::models::trial::budget::{TimeBudget, TrialProgressCallback};
use crate::models::trial::passages::passages;
use crate::models::trial::setup::{graph, session};

/// The number of questions asked.
const QUESTIONS: usize = 12;
/// The number asked regardless of time.
const LEAST: usize = 5;
/// The maximum number of tokens of an answer.
const TOKENS: usize = 32;
/// The minimum F1 of a right answer with the expected one, by words.
const RIGHT: f64 = 0.5;

/// Asks the questions that passages answer.
pub(super) fn try_answers(
    weights: &Arc<Weights>,
    tell: TrialProgressCallback<'_>,
) -> Result<AnswersTrial, JobError> {
    let budget = TimeBudget::new();
    let mut session = session(weights)?;
    let mut found = AnswersTrial { asked: 0, right: 0 };
    for (nth, passage) in passages()?.iter().take(QUESTIONS).enumerate() {
        if budget.is_spent() && nth >= LEAST {
            break;
        }
        let graph = graph(weights, passage)?;
        let settings = SearchSettings {
            fixed_nodes: Some(graph.nodes().len()),
            answer_tokens: TOKENS,
            ..SearchSettings::default()
        };
        let (question, graphs) = (passage.answerable.question.as_str(), &[&graph]);
        let query = Query::new(question, graphs);
        let watch = &mut |_: SearchEvent<'_>| tell(nth as f32 / QUESTIONS as f32);
        match search(&mut session, &query, &settings, watch) {
            Ok(outcome) => {
                found.right += u32::from(f1(&outcome.answer, &passage.answerable.answer) >= RIGHT);
            }
            // No verdict is requested here, but the model cannot give one either.
            Err(hwdag::Error::NoVerdict) => {}
            Err(error) => return Err(ended(error)),
        }
        found.asked += 1;
    }
    Ok(found)
}

/// The harmonic mean of precision and recall of an answer's words, articles left out.
fn f1(answer: &str, expected: &str) -> f64 {
    let (answer, expected) = (words(answer), words(expected));
    let (given, wanted) = (answer.values().sum::<usize>(), expected.values().sum::<usize>());
    let common = |(word, count): (&String, &usize)| (*count).min(*expected.get(word).unwrap_or(&0));
    let common: usize = answer.iter().map(common).sum();
    if common == 0 { 0.0 } else { 2.0 * common as f64 / (given + wanted) as f64 }
}

fn words(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    for word in words.map(str::to_lowercase).filter(|word| !matches!(&**word, "a" | "an" | "the")) {
        *counts.entry(word).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_right_if_it_has_the_words_and_few_others() {
        assert_eq!(f1("A green lamp.", "the green lamp"), 1.0);
        assert!((f1("the lamp", "a green lamp") - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(f1("Yes", "a green lamp"), 0.0);
        assert_eq!(f1("", ""), 0.0);
    }
}
