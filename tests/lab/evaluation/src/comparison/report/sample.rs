//! Small comparisons for tests.

use crate::comparison::{AnswerRecord, AnswerScores, QuestionOutcome, Record, Results, ShownNode};

/// Returns an answered question whose three scores are the same number.
pub fn answered(dataset: &str, id: &str, method: &str, score: f64) -> Record {
    let given = AnswerRecord {
        answer: "the old lamp".into(),
        evaluated: 100,
        flops: 2e12,
        seconds: 0.5,
        ..AnswerRecord::default()
    };
    Record {
        dataset: dataset.into(),
        file: "a.jsonl".into(),
        question: format!("Question {id}?"),
        answers: vec!["lamp".into()],
        method: method.into(),
        scores: Some(AnswerScores { f1: score, rouge_l: score, exact: score }),
        ..Record::new(id, QuestionOutcome::Answered(given))
    }
}

/// Returns a question that does not fit the window.
pub fn not_run(dataset: &str, id: &str, method: &str) -> Record {
    Record {
        scores: None,
        outcome: QuestionOutcome::NotRun("window".into()),
        ..answered(dataset, id, method, 0.0)
    }
}

/// Returns a question without an answer in the documents; `found` if the method found one anyway.
pub fn unanswerable(dataset: &str, id: &str, method: &str, found: bool) -> Record {
    let record = Record { answers: Vec::new(), scores: None, ..answered(dataset, id, method, 0.0) };
    with(record, |given| given.found = Some(found))
}

/// Returns the record with its answer changed.
pub fn with(mut record: Record, change: impl FnOnce(&mut AnswerRecord)) -> Record {
    if let QuestionOutcome::Answered(given) = &mut record.outcome {
        change(given);
    }
    record
}

/// Returns the record after a walk: what the model said at each node, and whether that was enough.
pub fn walked(record: Record, found: bool, asks: &[(Option<f64>, bool)]) -> Record {
    let seen = |&(p_yes, _): &(Option<f64>, bool)| ShownNode { level: 1, node: Some(0), p_yes };
    let record = with(record, |given| {
        given.shown = asks.iter().map(seen).collect();
        given.found = Some(found);
    });
    Record { enough: asks.iter().map(|(_, enough)| *enough).collect(), ..record }
}

/// Returns a comparison; the method of the first record is the reference.
pub fn results(records: Vec<Record>) -> Results {
    let mut methods: Vec<String> = Vec::new();
    for record in &records {
        if !methods.contains(&record.method) {
            methods.push(record.method.clone());
        }
    }
    Results {
        command: "pecan-lab eval --data a.jsonl".into(),
        machine: "a machine".into(),
        version: "1.2.3".into(),
        models: vec![("language model".into(), "pocket.gguf".into(), "abc123".into())],
        reference: methods.first().cloned().unwrap_or_default(),
        methods,
        records,
        ..Results::default()
    }
}
