//! Questions that are answered by searching the sentences about the entities they name.

use engine::{Engine, JobError};
use protocol::{
    AddOptions, Answer, AskOptions, Code, DocumentId, DocumentSummary, Outcome, Request, SearchBy,
};
use tempfile::TempDir;

use crate::{Wish, has_embedder, open, run};

/// Someone's cousin was born somewhere, pages away; a hundred other people do other things.
fn book() -> String {
    let people = ["Basil Radley", "Conrad Thorn", "Edith Slade", "Hester Nolan", "Mark Gould"];
    let day = |day: usize| {
        let name = people[day * 7 % people.len()];
        format!("On day {day} the wind turned. {name} waited at the corner for a long while.\n\n")
    };
    let days = |range: std::ops::Range<usize>| range.map(day).collect::<String>();
    format!(
        "The cousin of Una Brandt is Noah Irving.\n\n{}Noah Irving was born in Ipswich.\n\n{}",
        days(0..80),
        days(80..160)
    )
}

fn library() -> (TempDir, Engine, DocumentSummary) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.txt");
    std::fs::write(&file, book()).unwrap();
    let mut engine = open(folder.path());
    let files = vec![file.display().to_string()];
    let add = Request::Add { files, options: AddOptions { build: true, ..AddOptions::default() } };
    run(&mut engine, add, &mut Wish::never()).unwrap();
    let Outcome::Documents(all) = run(&mut engine, Request::List, &mut Wish::never()).unwrap()
    else {
        panic!("a list of documents")
    };
    (folder, engine, all.into_iter().next().unwrap())
}

fn ask(engine: &mut Engine, question: &str, options: AskOptions) -> Result<Answer, Code> {
    let ask =
        Request::Ask { documents: vec![DocumentId(1)], question: question.to_owned(), options };
    match run(engine, ask, &mut Wish::never()) {
        Ok(Outcome::Answer(answer)) => Ok(*answer),
        Err(JobError::Failed(failure)) => Err(failure.code),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_was_read_leads_on_to_others() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine, document) = library();
    let question = "What is the birthplace of the cousin of Una Brandt?";
    let options = AskOptions { by: SearchBy::Entities, best_effort: true, ..AskOptions::default() };
    let answer = ask(&mut engine, question, options.clone()).unwrap();
    let names: Vec<&[String]> = answer.rounds.iter().map(|round| round.names.as_slice()).collect();
    assert_eq!(names, [["Una Brandt"], ["Noah Irving"]]);
    assert_eq!(answer.rounds[1].query, "birthplace Noah Irving");
    assert_eq!(answer.answer, "Ipswich");
    let read: Vec<&str> = answer.steps.iter().map(|step| step.text.as_str()).collect();
    let [first, last] =
        ["The cousin of Una Brandt is Noah Irving.", "Noah Irving was born in Ipswich."];
    assert_eq!(read, [first, last]);
    assert_eq!(answer.rounds.last().unwrap().steps as usize, read.len());
    // The totals are those of the graph, and every step stands in one of its chunks.
    assert_eq!(answer.nodes_total, document.nodes);
    let show = Request::Show { document: DocumentId(1), graph: None, node: None, until: None };
    let Outcome::Graph(graph) = run(&mut engine, show, &mut Wish::never()).unwrap() else {
        panic!("a graph")
    };
    for step in &answer.steps {
        assert!(graph.nodes[step.node as usize].text.contains(&step.text), "{step:?}");
    }
    let text = book();
    for passage in &answer.evidence {
        assert_eq!(text[passage.start as usize..passage.end as usize], passage.text);
    }
    let recall = Request::Recall { question: answer.id };
    let Outcome::Answer(recalled) = run(&mut engine, recall, &mut Wish::never()).unwrap() else {
        panic!("an answer")
    };
    assert_eq!(recalled.rounds, answer.rounds);

    let once = AskOptions { rounds: Some(1), ..options };
    let once = ask(&mut engine, question, once).unwrap();
    assert!(once.steps.iter().all(|step| step.text != last), "{once:?}");
}

#[test]
fn points_and_sentences_are_searched_together() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine, _) = library();
    let options = AskOptions { by: SearchBy::Both, embedding: false, ..AskOptions::default() };
    let answer = ask(&mut engine, "Who is the cousin of Una Brandt?", options).unwrap();
    assert_eq!(answer.documents, [DocumentId(1)]);
    assert!(answer.steps.iter().any(|step| step.level > 1));
    assert!(answer.steps.iter().any(|step| step.text.ends_with("is Noah Irving.")), "{answer:?}");
}

#[test]
fn too_many_rounds_are_refused() {
    let (_folder, mut engine, _) = library();
    for rounds in [0, 5] {
        let options =
            AskOptions { by: SearchBy::Entities, rounds: Some(rounds), ..AskOptions::default() };
        assert_eq!(ask(&mut engine, "Who is Una Brandt?", options), Err(Code::BadRequest));
    }
}
