//! How well a method did on a question, according to the data.

use super::record::{AnswerScores, Record};
use super::{AnswerRecord, QuestionOutcome};
use crate::data::DatasetQuestion;
use crate::metrics::{WordSegmentation, exact_match, f1, rouge_l};
use crate::text::{states, words};

use self::runs::WordNgrams;

mod runs;

/// Passages that count as cited: the heaviest ones.
const HEAVIEST: usize = 3;
/// Answers that say nothing by their words alone.
const VERDICTS: [&str; 4] = ["yes", "no", "true", "false"];

/// Judges what a method made of a question. `shown` are the texts that the model saw, in order, and
/// `cited` the passages that the answer rests on, the heaviest first.
pub fn judge(
    question: &DatasetQuestion,
    method: &str,
    outcome: QuestionOutcome,
    shown: &[String],
    cited: &[String],
) -> Record {
    let answers = question.answers.texts().iter().map(|answer| answer.trim().to_owned());
    Record {
        dataset: question.dataset.clone(),
        file: question.place.file.to_string_lossy().into_owned(),
        kind: question.kind.clone(),
        rephrases: question.rephrases.clone(),
        question: question.question.trim().to_owned(),
        answers: answers.collect(),
        method: method.to_owned(),
        scores: outcome.given().and_then(|given| scores(question, given)),
        cited: outcome.given().and_then(|_| cited_holds(question, shown, cited)),
        reached: outcome.given().and_then(|_| holds(question, shown)),
        enough: enough(question, shown),
        ..Record::new(&question.id, outcome)
    }
}

/// Returns the scores of an answer, if the question has one.
fn scores(question: &DatasetQuestion, given: &AnswerRecord) -> Option<AnswerScores> {
    let (answers, words) = (question.answers.texts(), WordSegmentation::of(&question.question));
    let said = given.answer.as_str();
    question.has_answer().then(|| AnswerScores {
        f1: f1(said, answers, words),
        rouge_l: rouge_l(said, answers, words),
        exact: f64::from(exact_match(said, answers, words)),
    })
}

/// Returns, after each text, whether all facts that the answer follows from were stated by then. Empty
/// if the facts are unknown. For a question without an answer, nothing is ever enough.
fn enough(question: &DatasetQuestion, shown: &[String]) -> Vec<bool> {
    let answerable = question.has_answer();
    let known = if answerable { !question.facts.is_empty() } else { question.kind.is_some() };
    if !known {
        return Vec::new();
    }
    let mut open: Vec<&Vec<String>> = question.facts.iter().collect();
    let stated = |text: &String| {
        open.retain(|fact| !states(text, fact));
        answerable && open.is_empty()
    };
    shown.iter().map(stated).collect()
}

/// Returns whether the passages that an answer rests on hold what it follows from. If nothing was
/// shown, there is nothing to rest on; if something was, what the model looked at may be unknown.
fn cited_holds(question: &DatasetQuestion, shown: &[String], cited: &[String]) -> Option<bool> {
    match cited.is_empty() && !shown.is_empty() {
        true => None,
        false => holds(question, &cited[..cited.len().min(HEAVIEST)]),
    }
}

/// Returns whether these texts together hold everything that the answer follows from: every fact, or
/// else every passage of one of the sets that the data names, or else, if it names nothing, the answer.
/// None if that is unknown, or if the data names passages that were not found.
fn holds(question: &DatasetQuestion, texts: &[String]) -> Option<bool> {
    if !question.has_answer() {
        return None;
    }
    if !question.facts.is_empty() {
        let stated = |fact: &Vec<String>| texts.iter().any(|text| states(text, fact));
        return Some(question.facts.iter().all(stated));
    }
    if question.has_lost_evidence() {
        return None;
    }
    let told_apart = WordSegmentation::of(&question.question);
    if !question.evidence.is_empty() {
        let runs = WordNgrams::of(texts, told_apart);
        let whole = |set: &Vec<String>| set.iter().all(|passage| runs.hold(passage));
        return Some(question.evidence.iter().any(whole));
    }
    let answers: Vec<&str> = telling(question).collect();
    let answered = |text: &String| answers.iter().any(|answer| has(text, answer, told_apart));
    (!answers.is_empty()).then(|| texts.iter().any(answered))
}

/// Returns the answers whose words are significant: a Yes or No is in many texts.
fn telling(question: &DatasetQuestion) -> impl Iterator<Item = &str> {
    let answers = question.answers.texts().iter().map(|answer| &**answer);
    answers.filter(|answer| !exact_match(answer, &VERDICTS, WordSegmentation::Spaced))
}

/// Returns a text in lower case, with each run of white space as one space.
fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// Returns whether a text contains an answer as whole words, or, in Chinese, where words are not
/// separated, in any place.
fn has(text: &str, answer: &str, told_apart: WordSegmentation) -> bool {
    match told_apart {
        WordSegmentation::Chinese => folded(text).contains(&folded(answer)),
        WordSegmentation::Spaced => {
            let (text, answer) = (words(text), words(answer));
            !answer.is_empty() && text.windows(answer.len()).any(|run| run == answer)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::data::{
        AtLeastOne, DatasetDocument, DatasetFormat, DatasetLocation, NonBlankText, ReferenceAnswers,
    };

    fn phrase(text: &str) -> NonBlankText {
        NonBlankText::new(text.into()).unwrap()
    }

    /// A question with these answers; unanswerable if there are none.
    fn question(answers: &[&str]) -> DatasetQuestion {
        let document = DatasetDocument::text(None, "Mira hid it.".into()).unwrap();
        let texts = AtLeastOne::new(answers.iter().map(|text| phrase(text)).collect());
        DatasetQuestion {
            place: DatasetLocation::new("a.jsonl", 1),
            id: "q".into(),
            is_named: true,
            dataset: "story-5K".into(),
            form: DatasetFormat::Plain,
            documents: AtLeastOne::new(vec![Arc::new(document)]).unwrap(),
            question: phrase("Where is the lamp of Mira Holt? "),
            answers: texts.map_or(ReferenceAnswers::Unanswerable, ReferenceAnswers::Texts),
            evidence: Vec::new(),
            kind: None,
            facts: Vec::new(),
            rephrases: None,
        }
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| text.to_string()).collect()
    }

    /// A question that follows from two facts.
    fn two_hop() -> DatasetQuestion {
        let facts = vec![texts(&["Mira", "brother", "Tom"]), texts(&["Tom", "baker"])];
        DatasetQuestion { facts, kind: Some("two-hop".into()), ..question(&["baker"]) }
    }

    fn said(answer: &str) -> QuestionOutcome {
        QuestionOutcome::Answered(AnswerRecord { answer: answer.into(), ..AnswerRecord::default() })
    }

    #[test]
    fn a_record_has_what_the_data_says() {
        let record = judge(&two_hop(), "bm25:5", said("A baker."), &[], &[]);
        assert_eq!((record.dataset.as_str(), record.id.as_str()), ("story-5K", "q"));
        assert_eq!((record.kind.as_deref(), record.method.as_str()), (Some("two-hop"), "bm25:5"));
        assert_eq!(record.question, "Where is the lamp of Mira Holt?");
        assert_eq!((record.answers, record.outcome), (texts(&["baker"]), said("A baker.")));
    }

    #[test]
    fn the_best_answer_scores() {
        let scores = |answer| judge(&question(&["mill", "old barn"]), "m", said(answer), &[], &[]);
        let right = scores("The old barn.").scores.unwrap();
        assert_eq!((right.f1, right.exact), (1.0, 1.0));
        let half = scores("a barn").scores.unwrap();
        assert!((half.f1 - 2.0 / 3.0).abs() < 1e-9 && half.exact == 0.0, "{half:?}");
        assert!(half.rouge_l > 0.0 && half.rouge_l < 1.0, "{half:?}");
        assert_eq!(scores("").scores, Some(AnswerScores::default()));
    }

    #[test]
    fn without_an_answer_there_is_no_score() {
        let none = judge(&question(&[]), "m", said("mill"), &[], &texts(&["The mill."]));
        assert_eq!((none.scores, none.cited, none.answers.len()), (None, None, 0));
        let outcome = QuestionOutcome::NotRun("window".into());
        let record = judge(&question(&["mill"]), "whole", outcome.clone(), &[], &[]);
        assert_eq!((record.scores, record.cited, record.outcome), (None, None, outcome));
    }

    #[test]
    fn enough_is_when_every_fact_was_stated() {
        let shown =
            texts(&["Tom is a baker.", "It rained.", "Mira has a brother, Tom.", "It rained."]);
        let enough =
            |question: &DatasetQuestion| judge(question, "m", said(""), &shown, &[]).enough;
        assert_eq!(enough(&two_hop()), [false, false, true, true]);
        let none = DatasetQuestion { kind: Some("unanswerable".into()), ..question(&[]) };
        assert_eq!(enough(&none), [false; 4]);
        for unknown in [question(&["mill"]), question(&[])] {
            assert!(enough(&unknown).is_empty());
        }
    }

    #[test]
    fn the_heaviest_three_passages_are_cited() {
        let cited = |question: &DatasetQuestion, passages: &[&str]| {
            judge(question, "m", said("mill"), &[], &texts(passages)).cited
        };
        let bare = question(&["The mill", "old barn"]);
        let evidence = vec![texts(&["Mira  keeps it\nin the mill."])];
        let with_evidence = DatasetQuestion { evidence, ..bare.clone() };
        for (passages, by_answer, by_evidence) in [
            (&["So: MIRA keeps it in the mill. Then"][..], true, true),
            (&["a", "b", "An old\nbarn."], true, false),
            (&["a", "b", "c", "Mira keeps it in the mill."], false, false),
            (&["The millstone; an old red barn."], false, false),
        ] {
            assert_eq!(cited(&bare, passages), Some(by_answer), "{passages:?}");
            assert_eq!(cited(&with_evidence, passages), Some(by_evidence), "{passages:?}");
        }
        assert_eq!(cited(&bare, &[]), Some(false), "with nothing shown it is a miss");
        let unseen = judge(&bare, "m", said("mill"), &texts(&["The mill."]), &[]);
        assert_eq!((unseen.cited, unseen.reached), (None, Some(true)));
    }

    #[test]
    fn all_that_an_answer_follows_from_must_be_there() {
        let reached = |question: &DatasetQuestion, shown: &[&str]| {
            judge(question, "m", said(""), &texts(shown), &[]).reached
        };
        let (first, second) = ("Mira has a brother, Tom.", "Tom is a baker.");
        assert_eq!(reached(&two_hop(), &[first, second]), Some(true));
        assert_eq!(reached(&two_hop(), &[second]), Some(false), "though it has the answer");
        let sets = [["the lamp of Mira is green", "Tom sold the lamp"], ["x y z", "u v w"]];
        let sets = sets.map(|set| texts(&set)).to_vec();
        let named = DatasetQuestion { evidence: sets, ..question(&["Tom"]) };
        assert_eq!(
            reached(&named, &["The lamp of Mira is green.", "Tom sold the lamp."]),
            Some(true)
        );
        assert_eq!(reached(&named, &["So: x y z.", "u v w"]), Some(true));
        assert_eq!(reached(&named, &["The lamp of Mira is green.", "x y z"]), Some(false));
        assert_eq!(reached(&named, &[]), Some(false));
        let lost = DatasetQuestion { evidence: vec![Vec::new()], ..question(&["Tom"]) };
        assert_eq!(reached(&lost, &["Tom sold the lamp."]), None);
        let known = DatasetQuestion { evidence: lost.evidence.clone(), ..two_hop() };
        assert_eq!(reached(&known, &[first, second]), Some(true), "by its facts");
    }

    #[test]
    fn verdicts_are_no_words_to_look_for() {
        let reached = |answers: &[&str]| {
            judge(&question(answers), "m", said("yes"), &texts(&["Yes, no mill."]), &[]).reached
        };
        assert_eq!(reached(&["Yes."]), None);
        assert_eq!(reached(&["No", "False"]), None);
        assert_eq!(reached(&["No", "mill"]), Some(true));
    }

    #[test]
    fn chinese_answers_stand_between_no_spaces() {
        assert!(has("他把灯藏在磨坊里。", "磨坊", WordSegmentation::Chinese));
        assert!(!has("他把灯藏在谷仓里。", "磨坊", WordSegmentation::Chinese));
        assert!(has("建于1997年。", "1997", WordSegmentation::Chinese));
        assert!(!has("...", "?", WordSegmentation::Spaced));
    }
}
