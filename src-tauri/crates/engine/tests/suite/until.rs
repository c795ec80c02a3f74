//! What is reported as of a place does not depend on the text after it.

use std::num::NonZeroUsize;

use engine::{Engine, JobError};
use protocol::{
    Answer, AskOptions, Code, DocumentId, EntityList, Excerpt, GraphView, Outcome, Request,
    SearchBy, Until,
};
use tempfile::TempDir;

use crate::{Wish, has_embedder, open_with, run};

const NAMES: [&str; 5] = ["Mira Holt", "Edwin Marsh", "Clara Voss", "Tom Hale", "Ada Wren"];
const THINGS: [&str; 4] = ["green lamp", "silver oar", "red book", "old map"];

/// Returns days on which people carry things about.
fn days(from: usize, count: usize, rooms: [&str; 2]) -> String {
    let day = |day: usize| {
        let (name, thing) = (NAMES[day * 7 % 5], THINGS[day * 3 % 4]);
        format!("On day {day} {name} carried the {thing} to the {}.\n", rooms[day % 2])
    };
    (from..from + count).map(day).collect()
}

/// Returns a library with a book whose beginning is always the same and whose end is `end`.
fn library(end: &str) -> (TempDir, Engine, u32) {
    let folder = tempfile::tempdir().unwrap();
    let beginning = days(0, 260, ["cellar", "mill"]);
    let file = folder.path().join("book.txt");
    std::fs::write(&file, format!("{beginning}{end}")).unwrap();
    let mut engine = open_with(folder.path(), NonZeroUsize::new(1));
    let files = vec![file.display().to_string()];
    let options = protocol::AddOptions { build: true, ..Default::default() };
    run(&mut engine, Request::Add { files, options }, &mut Wish::never()).unwrap();
    (folder, engine, beginning.len() as u32)
}

fn ask(engine: &mut Engine, question: &str, until: Until) -> Answer {
    ask_by(engine, question, until, SearchBy::Points)
}

fn ask_by(engine: &mut Engine, question: &str, until: Until, by: SearchBy) -> Answer {
    let options = AskOptions { until: Some(until), best_effort: true, by, ..AskOptions::default() };
    let ask = Request::Ask { documents: vec![DocumentId(1)], question: question.into(), options };
    match run(engine, ask, &mut Wish::never()).unwrap() {
        Outcome::Answer(mut answer) => {
            engine.number_as_of_place(&mut answer).unwrap();
            *answer
        }
        other => panic!("{other:?}"),
    }
}

fn entities(engine: &mut Engine, until: Until) -> EntityList {
    let entities = Request::Entities { document: DocumentId(1), name: None, until: Some(until) };
    match run(engine, entities, &mut Wish::never()).unwrap() {
        Outcome::Entities(list) => list,
        other => panic!("{other:?}"),
    }
}

fn graph(engine: &mut Engine, until: u32) -> GraphView {
    shown(engine, None, until).unwrap()
}

fn shown(engine: &mut Engine, node: Option<u32>, until: u32) -> Result<GraphView, Code> {
    let until = Some(Until::Character(until));
    let show = Request::Show { document: DocumentId(1), graph: None, node, until };
    match run(engine, show, &mut Wish::never()) {
        Ok(Outcome::Graph(view)) => Ok(view),
        Err(JobError::Failed(failure)) => Err(failure.code),
        other => panic!("{other:?}"),
    }
}

fn search(engine: &mut Engine, words: &str, until: Option<Until>) -> Result<Vec<Excerpt>, Code> {
    let search =
        Request::Search { words: words.into(), document: Some(DocumentId(1)), most: 100, until };
    match run(engine, search, &mut Wish::never()) {
        Ok(Outcome::Found(found)) => {
            Ok(found.hits.into_iter().filter_map(|hit| hit.passage).collect())
        }
        Err(JobError::Failed(failure)) => Err(failure.code),
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_books_with_the_same_beginning_give_the_same_answers_as_of_its_end() {
    if !has_embedder() {
        return;
    }
    let ends = [
        days(260, 40, ["tower", "harbour"]),
        format!("Ilse Brand drowned Mira Holt. {}", days(500, 300, ["attic", "chapel"])),
    ];
    let [one, other] = ends.map(|end| library(&end));
    let ((_first, mut one, until), (_second, mut other, _)) = (one, other);
    for character in [until, until - 3_000] {
        let until = Until::Character(character);
        let list = "List everyone who carried the green lamp to the mill.";
        let questions = ["Who carried the green lamp?", "Where is Mira Holt?", list];
        let searched = [SearchBy::Auto, SearchBy::Points, SearchBy::Entities, SearchBy::Both];
        let asked = questions.into_iter().flat_map(|question| searched.map(|by| (question, by)));
        for (question, by) in asked {
            let [a, b] = [&mut one, &mut other].map(|engine| ask_by(engine, question, until, by));
            assert_eq!((&a.rounds, &a.list), (&b.rounds, &b.list));
            assert_eq!((&a.answer, a.found, a.stop), (&b.answer, b.found, b.stop));
            assert_eq!((a.nodes_total, a.tokens_total), (b.nodes_total, b.tokens_total));
            assert_eq!(a.steps, b.steps);
            assert_eq!(a.evidence, b.evidence);
            assert!(a.evidence.iter().all(|one| one.end <= character), "{:?}", a.evidence);
        }
        let [a, b] = [&mut one, &mut other].map(|engine| entities(engine, until));
        assert_eq!(a, b);
        let [a, b] = [&mut one, &mut other].map(|engine| search(engine, "Mira lamp", Some(until)));
        assert_eq!(a, b);
        let [a, b] = [&mut one, &mut other].map(|engine| graph(engine, character));
        assert_eq!((&a.nodes, &a.edges), (&b.nodes, &b.edges));
        assert!(!a.complete && a.nodes.len() < graph(&mut one, u32::MAX).nodes.len());
        let ends = a.nodes.iter().filter_map(|node| node.place.as_ref().map(|place| place.end));
        assert!(ends.max() <= Some(character));
        let top = a.nodes.last().unwrap();
        let one_node = shown(&mut one, Some(top.id), character).unwrap();
        assert!(one_node.nodes.contains(top), "{one_node:?}");
        assert_eq!(shown(&mut one, Some(top.id + 1), character).unwrap_err(), Code::NodeUnknown);
    }
}

#[test]
fn before_the_first_chunk_ends_nothing_can_be_asked() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine, _) = library("");
    for by in [SearchBy::Points, SearchBy::Entities, SearchBy::Both] {
        let until = Some(Until::Character(40));
        let options = AskOptions { until, by, ..AskOptions::default() };
        let ask =
            Request::Ask { documents: vec![DocumentId(1)], question: "Who came?".into(), options };
        let failed = run(&mut engine, ask, &mut Wish::never()).unwrap_err();
        assert!(matches!(failed, JobError::Failed(failure) if failure.code == Code::BadRequest));
    }
}

/// An earlier answer would reveal what comes later.
#[test]
fn a_question_as_of_a_place_follows_none_that_looked_further() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine, end) = library(&days(260, 40, ["tower", "harbour"]));
    let question = "Who carried the green lamp?";
    let earlier = ask(&mut engine, question, Until::Character(end));
    let mut follow = |until| {
        let options = AskOptions {
            until: Some(Until::Character(until)),
            follows: Some(earlier.id),
            ..AskOptions::default()
        };
        let ask =
            Request::Ask { documents: vec![DocumentId(1)], question: question.into(), options };
        run(&mut engine, ask, &mut Wish::never())
    };
    assert!(follow(end).is_ok());
    let failed = follow(end - 1).unwrap_err();
    assert!(
        matches!(failed, engine::JobError::Failed(failure) if failure.code == Code::BadRequest)
    );
}

#[test]
fn chapters_end_where_the_next_one_begins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.md");
    let text = "# The Mill\n\nBy A. Writer.\n\n## One\n\nA lamp.\n\n## Two\n\nAnother lamp.\n";
    std::fs::write(&file, text).unwrap();
    let mut engine = open_with(folder.path(), None);
    let files = vec![file.display().to_string()];
    let add = Request::Add { files, options: protocol::AddOptions::default() };
    run(&mut engine, add, &mut Wish::never()).unwrap();
    let mut lamps = |chapter| {
        let found = search(&mut engine, "lamp", Some(Until::Chapter(chapter)))?;
        Ok(found.iter().map(|passage| passage.found.len()).sum::<usize>())
    };
    assert_eq!((lamps(1), lamps(2), lamps(3)), (Ok(1), Ok(2), Err(Code::BadRequest)));
    assert_eq!(search(&mut engine, "another", Some(Until::Chapter(1))), Ok(Vec::new()));
}

#[test]
fn a_page_that_is_not_there_is_no_place() {
    if !has_embedder() {
        return;
    }
    let (_folder, mut engine, _) = library("");
    let until = Some(Until::Page(900));
    let entities = Request::Entities { document: DocumentId(1), name: None, until };
    let failed = run(&mut engine, entities, &mut Wish::never()).unwrap_err();
    assert!(
        matches!(failed, engine::JobError::Failed(failure) if failure.code == Code::BadRequest)
    );
    let whole = ask(&mut engine, "Who carried the green lamp?", Until::Page(1));
    assert!(whole.steps.iter().all(|step| step.document == DocumentId(1)) && whole.nodes_total > 0);
}
