use serde_json::{Value, json};

use super::*;

/// Returns a small line of every form, in each of its layouts.
pub(in crate::data) fn lines() -> Vec<(DatasetFormat, Value)> {
    let spans = json!({"unanswerable": false, "extractive_spans": ["BLEU", "ROUGE"],
        "yes_no": null, "free_form_answer": "", "evidence": ["We use BLEU.", "FLOAT SELECTED: 1"]});
    let none = json!({"unanswerable": true, "extractive_spans": [], "yes_no": null,
        "free_form_answer": "", "evidence": []});
    let no = json!({"unanswerable": false, "extractive_spans": [], "yes_no": false,
        "free_form_answer": "", "evidence": []});
    let quality = |label: u32| {
        json!({"question": "Who?", "question_unique_id": format!("q{label}"),
            "options": ["Mira", "Tom", "Ann", "Bell"], "gold_label": label, "difficult": 1})
    };
    let mut flat = quality(4);
    flat["article"] = json!("Bell had it.");
    vec![
        (
            DatasetFormat::LongBench,
            json!({"input": "Who?", "context": "Mira hid it.", "answers": ["Mira"], "length": 4,
                "dataset": "narrativeqa", "language": "en", "all_classes": null, "_id": "a1"}),
        ),
        (
            DatasetFormat::LongBench,
            json!({"input": "Who?", "answers": ["Mira", "Mira Holt"], "_id": "a2",
                "context": "Passage 1:\nMira\nMira Holt.\n\nPassage 2:\nTom\nTom Bell.\nPassage 9:\n\n"}),
        ),
        (
            DatasetFormat::NarrativeQa,
            json!({"document": {"id": "d", "kind": "gutenberg", "text": "Once.",
                "summary": {"text": "", "title": "Lamps"}},
                "question": {"text": "When?", "tokens": ["When", "?"]},
                "answers": [{"text": "Once", "tokens": ["Once"]}, {"text": "once"}]}),
        ),
        (
            DatasetFormat::Qasper,
            json!({"id": "p", "title": "On Lamps", "abstract": "Short.",
                "full_text": [{"section_name": "One", "paragraphs": ["First.", "Second."]},
                    {"section_name": null, "paragraphs": ["Third."]}],
                "qas": [
                    {"question": "Which?", "question_id": "q1",
                        "answers": [{"answer": spans, "annotation_id": "x"}, {"answer": none}]},
                    {"question": "What?", "question_id": "q2", "answers": [{"answer": none}]},
                    {"question": "Does it?", "question_id": "q3", "answers": [{"answer": no}]}]}),
        ),
        (
            DatasetFormat::Qasper,
            json!({"id": "p", "title": "On Lamps", "abstract": "Short.",
                "full_text": {"section_name": ["One"], "paragraphs": [["First."]]},
                "qas": {"question": ["Which?"], "question_id": ["q1"],
                    "answers": [{"answer": [spans], "annotation_id": ["x"]}]}}),
        ),
        (
            DatasetFormat::HotpotQa,
            json!({"_id": "h", "question": "Which?", "answer": "yes", "type": "bridge",
                "supporting_facts": [["Lamp", 1], ["Lamp", 9], ["Door", 0]],
                "context": [["Lamp", ["One.", " Two."]], ["Door", ["Three."]], ["Empty", []]]}),
        ),
        (
            DatasetFormat::HotpotQa,
            json!({"id": "h", "question": "Which?", "answer": "yes",
                "supporting_facts": {"title": ["Lamp"], "sent_id": [1]},
                "context": {"title": ["Lamp"], "sentences": [["One.", " Two."]]}}),
        ),
        (
            DatasetFormat::MuSiQue,
            json!({"id": "2hop__1_2", "question": "Whose?", "answer": "Mira",
                "answer_aliases": ["Mira Holt"], "answerable": true, "paragraphs": [
                    {"idx": 0, "title": "A", "paragraph_text": "Mira.", "is_supporting": true},
                    {"idx": 1, "title": "B", "paragraph_text": "Tom.", "is_supporting": false}]}),
        ),
        (
            DatasetFormat::MuSiQue,
            json!({"id": "2hop__1_2", "question": "Whose?", "answer": "Mira", "answerable": false,
                "paragraphs": [{"title": "B", "paragraph_text": "Tom."}]}),
        ),
        (
            DatasetFormat::Quality,
            json!({"article_id": "1", "title": "Lamps", "article": "Mira had it.",
                "questions": [quality(1), quality(5), quality(0)]}),
        ),
        (DatasetFormat::Quality, flat),
        (
            DatasetFormat::Plain,
            json!({"doc_file": "a.txt", "question": "Who?", "answers": ["Mira"], "id": 7,
                "dataset": "mine", "extra": {"kind": 1}}),
        ),
        (
            DatasetFormat::Plain,
            json!({"doc_files": ["a.txt", "b.txt"], "question": "Which?", "options": ["A", "B"],
                "answers": ["B "], "evidence": ["B ends."], "kind": "two-hop",
                "facts": [["A", "begins"], ["B", "ends"]]}),
        ),
        (
            DatasetFormat::Plain,
            json!({"doc_file": "a.txt", "question": "Who?", "answerable": false,
                "kind": "unanswerable", "facts": []}),
        ),
        (
            DatasetFormat::Plain,
            json!({"doc_file": "a.txt", "answers": ["(B) the door"],
                "question": "Which of\nthem?\n\n (A) the lamp \n (B)  the door"}),
        ),
    ]
}

/// Returns the entries of a form's lines.
fn entries(form: DatasetFormat) -> Vec<DatasetEntry> {
    let lines = lines().into_iter().filter(|(of, _)| *of == form);
    lines.map(|(_, line)| entry(&line).unwrap()).collect()
}

fn entry(line: &Value) -> Result<DatasetEntry, DatasetError> {
    read(line.clone()).map(|(_, entry)| entry)
}

fn asked(entry: &DatasetEntry, at: usize) -> &ParsedQuestion {
    entry.questions[at].as_ref().unwrap()
}

fn texts(asked: &ParsedQuestion) -> Vec<&str> {
    asked.answers.texts().iter().map(|text| &**text).collect()
}

/// Returns titles and texts.
fn documents(entry: &DatasetEntry) -> Vec<(Option<&str>, &str)> {
    entry.documents.iter().map(document).collect()
}

fn document(source: &DatasetDocumentSource) -> (Option<&str>, &str) {
    match source {
        DatasetDocumentSource::Text(title, text) => (title.as_deref(), text),
        DatasetDocumentSource::File(path) => (None, path.to_str().unwrap()),
    }
}

#[test]
fn fields_tell_the_form() {
    for (form, line) in lines() {
        assert_eq!(read(line.clone()).unwrap().0, form, "{line}");
    }
}

#[test]
fn longbench_has_a_context_or_passages() {
    let entries = entries(DatasetFormat::LongBench);
    let [whole, parts] = &entries[..] else { panic!() };
    assert_eq!(documents(whole), [(None, "Mira hid it.")]);
    assert_eq!(whole.dataset.as_deref(), Some("narrativeqa"));
    assert_eq!(asked(whole, 0).id.as_deref(), Some("a1"));
    assert_eq!(
        documents(parts),
        [(Some("Mira"), "Mira Holt."), (Some("Tom"), "Tom Bell.\nPassage 9:")]
    );
    assert_eq!(texts(asked(parts, 0)), ["Mira", "Mira Holt"]);
}

#[test]
fn narrativeqa_has_a_story() {
    let entries = entries(DatasetFormat::NarrativeQa);
    let [entry] = &entries[..] else { panic!() };
    assert_eq!(documents(entry), [(Some("Lamps"), "Once.")]);
    assert_eq!(texts(asked(entry, 0)), ["Once", "once"]);
}

#[test]
fn qasper_answers_are_those_of_its_evaluator() {
    let entries = entries(DatasetFormat::Qasper);
    let [rows, columns] = &entries[..] else { panic!() };
    assert_eq!(documents(rows), [(Some("On Lamps"), "Short.\n\nOne\nFirst.\nSecond.\n\nThird.")]);
    assert_eq!(texts(asked(rows, 0)), ["BLEU, ROUGE", "Unanswerable"]);
    assert_eq!(asked(rows, 0).evidence, [["We use BLEU."]]);
    assert_eq!(asked(rows, 1).answers, ReferenceAnswers::Unanswerable);
    assert_eq!(texts(asked(rows, 2)), ["No"]);
    assert_eq!(documents(columns), [(Some("On Lamps"), "Short.\n\nOne\nFirst.")]);
    assert_eq!(texts(asked(columns, 0)), ["BLEU, ROUGE"]);
    assert_eq!((&asked(rows, 0).lacking, &asked(columns, 0).lacking), (&None, &None));
}

#[test]
fn a_figure_alone_is_nothing_that_can_be_looked_for() {
    let answer = json!({"free_form_answer": "Ten.", "evidence": ["FLOAT SELECTED: Table 1"]});
    let line = json!({"title": "On Lamps", "abstract": "Short.",
        "full_text": [{"section_name": "One", "paragraphs": ["First."]}],
        "qas": [{"question": "How many?", "question_id": "q", "answers": [{"answer": answer}]}]});
    let entry = entry(&line).unwrap();
    let asked = asked(&entry, 0);
    assert!(asked.evidence.is_empty() && asked.lacking.is_some(), "{asked:?}");
}

#[test]
fn hotpotqa_has_a_document_for_each_paragraph() {
    let entries = entries(DatasetFormat::HotpotQa);
    let [rows, columns] = &entries[..] else { panic!() };
    let expected = [(Some("Lamp"), "One. Two."), (Some("Door"), "Three."), (Some("Empty"), "")];
    assert_eq!(documents(rows), expected);
    assert_eq!(asked(rows, 0).evidence, [["Two.", "Three."]]);
    assert_eq!(documents(columns), expected[..1]);
    assert_eq!(asked(columns, 0).evidence, [["Two."]]);
    assert_eq!(asked(columns, 0).id.as_deref(), Some("h"));
}

#[test]
fn musique_may_have_no_answer() {
    let entries = entries(DatasetFormat::MuSiQue);
    let [yes, no] = &entries[..] else { panic!() };
    assert_eq!(documents(yes), [(Some("A"), "Mira."), (Some("B"), "Tom.")]);
    assert_eq!(texts(asked(yes, 0)), ["Mira", "Mira Holt"]);
    assert_eq!(asked(yes, 0).evidence, [["Mira."]]);
    assert_eq!(asked(no, 0).answers, ReferenceAnswers::Unanswerable);
}

#[test]
fn quality_has_options() {
    let entries = entries(DatasetFormat::Quality);
    let [article, one] = &entries[..] else { panic!() };
    assert_eq!(documents(article), [(Some("Lamps"), "Mira had it.")]);
    assert_eq!(texts(asked(article, 0)), ["Mira"]);
    assert_eq!(article.questions[1].as_ref().unwrap_err(), &DatasetError::NoSuchOption);
    assert_eq!(article.questions[2].as_ref().unwrap_err(), &DatasetError::NoSuchOption);
    assert_eq!(texts(asked(one, 0)), ["Bell"]);
    assert_eq!(asked(one, 0).id.as_deref(), Some("q4"));
    let unlabelled = json!({"article": "Mira had it.", "question": "Who?", "options": ["Mira"]});
    let (_, entry) = read(unlabelled).unwrap();
    let flaw = entry.questions[0].as_ref().unwrap_err();
    assert!(flaw.to_string().starts_with("The question has no gold_label"), "{flaw}");
}

#[test]
fn plain_lines_name_files() {
    let entries = entries(DatasetFormat::Plain);
    let [one, two, none, listed] = &entries[..] else { panic!() };
    assert_eq!(documents(one), [(None, "a.txt")]);
    assert_eq!((asked(one, 0).id.as_deref(), one.dataset.as_deref()), (Some("7"), Some("mine")));
    assert_eq!(documents(two), [(None, "a.txt"), (None, "b.txt")]);
    assert_eq!((texts(asked(two, 0)), asked(two, 0).evidence.len()), (vec!["B"], 1));
    assert_eq!(asked(none, 0).answers, ReferenceAnswers::Unanswerable);
    let asked = asked(listed, 0);
    assert_eq!((&*asked.question, texts(asked)), ("Which of\nthem?", vec!["the door"]));
    let ReferenceAnswers::Choice(choice) = &asked.answers else { panic!() };
    assert_eq!((choice.options().len(), choice.right_at()), (2, 1));
}

#[test]
fn plain_lines_may_tell_kind_and_facts() {
    let entries = entries(DatasetFormat::Plain);
    let [one, two, none, _] = &entries[..] else { panic!() };
    assert_eq!(asked(two, 0).kind.as_deref(), Some("two-hop"));
    assert_eq!(asked(two, 0).facts, [["A", "begins"], ["B", "ends"]]);
    assert_eq!(asked(none, 0).kind.as_deref(), Some("unanswerable"));
    for entry in [one, none] {
        assert!(asked(entry, 0).facts.is_empty());
    }
    assert_eq!(asked(one, 0).kind, None);
}

#[test]
fn plain_lines_do_not_contradict_themselves() {
    let wrong = |fields: Value| {
        let mut line = json!({"doc_file": "a", "question": "Who?", "answers": ["b"]});
        line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        entry(&line).err().map(|flaw| flaw.to_string()).unwrap_or_default()
    };
    assert_eq!(wrong(json!({"facts": [["Mira"]], "answerable": true})), "");
    for (fields, message) in [
        (json!({"doc_files": ["b"]}), "both doc_file and doc_files"),
        (json!({"answerable": false}), "has answers but says"),
        (json!({"facts": [["Mira"], []]}), "a fact without words"),
    ] {
        assert!(wrong(fields.clone()).contains(message), "{fields}");
    }
}

#[test]
fn plain_lines_may_say_more_as_published_sets_do() {
    let with = |extra: Value| {
        let line = json!({"doc_file": "a", "question": "Who?", "answers": ["b"], "extra": extra});
        let mut entry = entry(&line).unwrap();
        entry.questions.remove(0).unwrap()
    };
    assert_eq!(with(json!({"evidence": "One."})).evidence, [["One."]]);
    assert_eq!(with(json!({"evidence": ["One.", " ", "Two."]})).evidence, [["One.", "Two."]]);
    assert_eq!(with(json!({"gold": ["A"]})).gold, [Gold::Titled("A".into())]);
    for other in [json!({"evidence": 3}), json!([1]), json!("x"), json!(null)] {
        let asked = with(other);
        assert!(asked.evidence.is_empty() && asked.gold.is_empty());
    }
}

#[test]
fn other_forms_tell_neither_kind_nor_facts() {
    for (_, line) in lines().into_iter().filter(|(form, _)| *form != DatasetFormat::Plain) {
        let entry = entry(&line).unwrap();
        for asked in entry.questions.iter().flatten() {
            assert!(asked.kind.is_none() && asked.facts.is_empty(), "{line}");
        }
    }
}

#[test]
fn what_only_looks_like_options_stays_a_question() {
    for (question, answer) in [
        ("Which?\n(A) one\n(C) two", "(C) two"),
        ("Which?\n(A) one\n(B) two", "two"),
        ("Which?\n(A) one\nand so on", "(A) one"),
        ("(A) one\n(B) two", "(A) one"),
    ] {
        let line = json!({"doc_file": "a", "question": question, "answers": [answer]});
        let entry = entry(&line).unwrap();
        assert_eq!(
            (&*asked(&entry, 0).question, texts(asked(&entry, 0))),
            (question, vec![answer])
        );
    }
}

#[test]
fn one_answer_may_stand_by_itself() {
    let line = json!({"doc_file": "a", "question": "Which colour?", "answers": "red"});
    assert_eq!(texts(asked(&entry(&line).unwrap(), 0)), ["red"]);
    let line =
        json!({"doc_file": "a", "question": "Which?", "answers": "B", "options": ["A", "B"]});
    assert_eq!(texts(asked(&entry(&line).unwrap(), 0)), ["B"]);
}

#[test]
fn fields_of_one_question_of_several_are_named() {
    let annotation = json!({"answer": {"yes_no": 3}});
    let qasper = |answers: Value| {
        let question = json!({"question": "Who?", "answers": answers});
        json!({"full_text": [], "qas": [question]})
    };
    let quality = json!({"article": "A", "questions": [{"question": "Who?", "options": 3}]});
    for (line, flaw) in [
        (qasper(json!(3)), "form Qasper, but answers: it is not a list."),
        (qasper(json!([annotation])), "but answers: entry 1: answer.yes_no: invalid type"),
        (quality, "form QuALITY, but options: invalid type"),
    ] {
        let message = entry(&line).unwrap().questions[0].as_ref().unwrap_err().to_string();
        assert!(message.contains(flaw), "{line}: {message}");
    }
}

#[test]
fn what_a_message_quotes_is_cut() {
    let line = json!({"doc_file": "a", "question": "Who?", "facts": "long ".repeat(1_000)});
    let message = entry(&line).unwrap_err().to_string();
    assert!(message.chars().count() < 500 && message.ends_with("…."), "{message}");
    let line = json!({"lamp".repeat(1_000): 1});
    let message = entry(&line).unwrap_err().to_string();
    assert!(message.chars().count() < 150 && message.ends_with("…."), "{message}");
}

#[test]
fn what_there_is_to_know_of_an_entry_is_noted() {
    for (form, line) in lines() {
        assert_eq!(note(&line), None, "{form}: {line}");
    }
    let plain = |name: &str| json!({"doc_file": "a", "doc_id": "a", name: 1});
    for (name, known) in [("answerabel", false), ("optoins", false), ("rephrases", true)] {
        let unknown = (!known).then(|| DatasetError::UnknownFields(vec![name.into()]));
        assert_eq!(note(&plain(name)), unknown, "{name}");
    }
    let quality = |article: &str| json!({"article": article, "questions": []});
    for (article, flaw) in [
        ("\n<html><body>Mira had it.", Some(DatasetError::Html)),
        ("Mira <b>had</b> it.", None),
        ("", None),
    ] {
        assert_eq!(note(&quality(article)), flaw, "{article}");
    }
    assert_eq!(note(&json!({"lamp": 1})), None, "which is of no form");
}

#[test]
fn flaws_are_distinguished() {
    let plain = |more: Value| {
        let mut line = json!({"doc_file": "a", "question": "Who?"});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line.to_string()
    };
    let hotpotqa = |context: Value| json!({"context": context, "question": "Who?"}).to_string();
    for (line, flaw) in [
        (plain(json!({})), "has no answer"),
        (plain(json!({"answers": [" "]})), "has no answer"),
        (plain(json!({"question": " ", "answers": ["a"]})), "is empty"),
        (plain(json!({"answers": ["c"], "options": ["a", "b"]})), "not among the options"),
        (plain(json!({"answers": ["a", "b"], "options": ["a", "b"]})), "not among the options"),
        (plain(json!({"answers": ""})), "has no answer"),
        (plain(json!({"answers": 3})), "form plain, but answers: invalid type: integer `3`"),
        (plain(json!({"answers": ["a", 3]})), "form plain, but answers[1]: invalid type"),
        (plain(json!({"answers": ["a"], "facts": ["a"]})), "plain, but facts[0]: invalid type"),
        (plain(json!({"answers": ["a"], "kind": 2})), "form plain, but kind: invalid type"),
        (plain(json!({"answers": ["a"], "options": "a"})), "plain, but options: invalid type"),
        (json!({"context": "A.", "input": "Who?"}).to_string(), "missing field `answers`"),
        (hotpotqa(json!("A squad.")), "form HotpotQA, but context: it is not a list."),
        (hotpotqa(json!([["A"]])), "form HotpotQA, but context: entry 1: invalid length 1"),
        (hotpotqa(json!([["A", []], ["B", 3]])), "but context: entry 2: [1]: invalid type"),
        (hotpotqa(json!({"title": "A"})), "but context: title: it is not a list."),
        (json!({"full_text": [], "qas": 3}).to_string(), "form Qasper, but qas: it is not a list."),
        (json!({"article": 3, "questions": []}).to_string(), "QuALITY, but article: invalid type"),
        (json!({"article": "A", "questions": 3}).to_string(), "but questions: invalid type"),
        (json!({"lamp": 1, "door": 2}).to_string(), "has these fields: "),
        ("[{\"doc_file\": 1}]".into(), "not a JSON object"),
        ("{\"doc_file\": \"a\"".into(), "not JSON"),
    ] {
        let message = parse(&line).and_then(read).unwrap_err().to_string();
        assert!(message.contains(flaw), "{line}: {message}");
    }
}
