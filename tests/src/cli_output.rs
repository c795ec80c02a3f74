//! The printed data about a document and an answer, and what must be true of it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;

use crate::Sandbox;
use serde_json::Value;

/// The names in an object.
///
/// # Panics
/// If it is not an object.
pub fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Names, in the form of those of an object.
pub fn set<const N: usize>(names: [&'static str; N]) -> BTreeSet<&'static str> {
    names.into_iter().collect()
}

/// A list in an object.
///
/// # Panics
/// If it is not a list.
pub fn items<'a>(value: &'a Value, name: &str) -> &'a Vec<Value> {
    value[name].as_array().unwrap_or_else(|| panic!("{name} is a list in {value}"))
}

/// The first document's entry in the list agrees with its graph: weights sum to 1, edges lead one
/// level down.
///
/// # Panics
/// If they do not agree.
pub fn the_list_and_the_graph_agree(sandbox: &Sandbox, added: &Value) {
    let list = sandbox.json(&["list"]).json;
    for name in ["id", "title", "state", "chunks", "nodes", "levels"] {
        assert_eq!(list[0][name], added[name], "{name}");
    }
    let view = sandbox.json(&["show", &added["id"].to_string()]).json;
    let graphs = items(&list[0], "graphs");
    assert_eq!((graphs.len(), &graphs[0]["id"]), (1, &view["graph"]));
    assert_eq!(
        (&graphs[0]["complete"], keys(&graphs[0])),
        (
            &true.into(),
            set(["id", "model", "complete", "chunks", "signal", "quoted", "unsupported"])
        )
    );
    let (nodes, edges) = (items(&view, "nodes"), items(&view, "edges"));
    assert_eq!(nodes.len() as u64, added["nodes"].as_u64().unwrap());
    for node in nodes {
        assert_eq!(keys(node), set(["id", "level", "text", "place"]));
        assert_eq!(node["level"] == 1, !node["place"].is_null(), "{node}");
    }
    for point in nodes.iter().filter(|node| node["level"] != 1) {
        let row: Vec<&Value> = edges.iter().filter(|edge| edge["from"] == point["id"]).collect();
        let sum: f64 = row.iter().map(|edge| edge["weight"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-5, "the edges of {point} sum to {sum}");
        for edge in row {
            let lower = &nodes[edge["to"].as_u64().unwrap() as usize];
            assert_eq!(lower["level"].as_u64().unwrap() + 1, point["level"].as_u64().unwrap());
        }
    }
}

/// A document's text is the file's, and its chunks tile it.
///
/// # Panics
/// If that is not so.
pub fn the_text_is_the_files(sandbox: &Sandbox, id: &str, book: &str) {
    let printed = String::from_utf8(sandbox.run(&["text", id]).stdout).unwrap();
    assert_eq!(printed, book);
    let view = sandbox.json(&["show", id]).json;
    let characters: Vec<char> = book.chars().collect();
    let mut end = 0;
    for chunk in items(&view, "nodes").iter().filter(|node| node["level"] == 1) {
        let place = &chunk["place"];
        assert_eq!(place["start"].as_u64().unwrap() as usize, end, "chunks tile the text");
        let start = end;
        end = place["end"].as_u64().unwrap() as usize;
        let range: String = characters[start..end].iter().collect();
        assert_eq!(chunk["text"], range);
    }
    assert_eq!(end, characters.len());
}

/// An answer has the documented keys.
///
/// # Panics
/// If it has not.
pub fn the_answer_has_its_keys(answer: &Value) {
    assert_eq!(
        keys(answer),
        set([
            "kind",
            "id",
            "question",
            "options",
            "confidence",
            "model",
            "documents",
            "graphs",
            "growing",
            "supported",
            "found",
            "answer",
            "sentences",
            "stop",
            "steps",
            "evidence",
            "cost",
            "nodes_total",
            "chunks_total",
            "whole_flops",
            "tokens_total",
            "asked",
        ])
    );
    for sentence in items(answer, "sentences") {
        assert_eq!(keys(sentence), set(["start", "end", "looked"]));
        let looked: Vec<f64> =
            items(sentence, "looked").iter().map(|share| share.as_f64().unwrap()).collect();
        assert_eq!(looked.len(), items(answer, "steps").len());
        assert!((looked.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{looked:?}");
    }
    for step in items(answer, "steps") {
        assert_eq!(
            keys(step),
            set(["node", "document", "level", "text", "tokens", "score", "relevance", "p_yes"])
        );
        assert_eq!(keys(&step["score"]), set(["attention", "similarity", "words", "total"]));
    }
    for item in items(answer, "evidence") {
        assert_eq!(
            keys(item),
            set(["document", "chunk", "weight", "node", "page", "start", "end", "text", "changed"])
        );
    }
    assert_eq!(
        keys(&answer["cost"]),
        set([
            "tokens_evaluated",
            "tokens_restored",
            "tokens_template_again",
            "tokens_thought",
            "tokens_distinct",
            "asks",
            "flops",
            "seconds",
        ])
    );
}
