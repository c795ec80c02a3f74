//! File → graph → question → answer → passage, through the command line, with the real model.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use tests::{Desk, alone, lines, points, text};

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn set<const N: usize>(names: [&'static str; N]) -> BTreeSet<&'static str> {
    names.into_iter().collect()
}

fn items<'a>(value: &'a Value, name: &str) -> &'a Vec<Value> {
    value[name].as_array().unwrap_or_else(|| panic!("{name} is a list in {value}"))
}

/// One small book for everything that only needs some graph.
#[test]
fn a_story_goes_all_the_way() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(11, 6);
    let book = std::fs::read_to_string(story.join("story.txt")).unwrap();

    let added = desk.json(&["add", text(&story.join("story.txt"))]).json;
    let added = &added[0];
    assert_eq!(
        keys(added),
        set(["id", "title", "pages", "chunks", "nodes", "levels", "state", "cost"])
    );
    assert_eq!(added["state"], "ready");
    assert_eq!(added["chunks"], 6);
    let id = added["id"].to_string();

    the_list_and_the_graph_agree(&desk, added);
    the_text_is_the_files(&desk, &id, &book);
    the_answer_is_whole(&desk, &id, &story, &book);
    its_words_are_found(&desk, &id, &book);
    the_graph_can_be_drawn(&desk, &id);
    a_model_that_cannot_be_used_changes_nothing(&desk, &story);
    adding_again_costs_nothing(&desk, &story);

    assert!(desk.json(&["remove", &id]).succeeded);
    assert_eq!(desk.json(&["list"]).json, serde_json::json!([]));
    assert_eq!(desk.json(&["show", &id]).code(), "document_unknown");
    assert_eq!(items(&desk.json(&["search", "the"]).json, "hits").len(), 0);
}

fn the_list_and_the_graph_agree(desk: &Desk, added: &Value) {
    let list = desk.json(&["list"]).json;
    for name in ["id", "title", "state", "chunks", "nodes", "levels"] {
        assert_eq!(list[0][name], added[name], "{name}");
    }
    let view = desk.json(&["show", &added["id"].to_string()]).json;
    let graphs = items(&list[0], "graphs");
    assert_eq!((graphs.len(), &graphs[0]["id"]), (1, &view["graph"]));
    assert_eq!(
        (&graphs[0]["complete"], keys(&graphs[0])),
        (&true.into(), set(["id", "model", "complete", "chunks", "signal"]))
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

fn the_text_is_the_files(desk: &Desk, id: &str, book: &str) {
    let printed = String::from_utf8(desk.run(&["text", id]).stdout).unwrap();
    assert_eq!(printed, book);
    let view = desk.json(&["show", id]).json;
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

fn the_answer_is_whole(desk: &Desk, id: &str, story: &std::path::Path, book: &str) {
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
    let ask = question["question"].as_str().unwrap();
    let answer = desk.json(&["ask", id, ask, "--best-effort"]).json;
    the_answer_has_its_keys(&answer);
    let cost = |name: &str| answer["cost"][name].as_u64().unwrap();
    assert_eq!(
        cost("tokens_evaluated") + cost("tokens_restored") - cost("tokens_template_again"),
        cost("tokens_distinct")
    );
    let evidence = items(&answer, "evidence");
    assert!(!evidence.is_empty(), "a best-effort answer has evidence: {answer}");
    let weights: Vec<f64> = evidence.iter().map(|item| item["weight"].as_f64().unwrap()).collect();
    assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
    for item in evidence {
        let (start, end) = (item["start"].as_u64().unwrap(), item["end"].as_u64().unwrap());
        let range: String =
            book.chars().skip(start as usize).take((end - start) as usize).collect();
        assert_eq!(item["text"], range);
    }
    let history = desk.json(&["history", id]).json;
    assert_eq!(
        keys(&history[0]),
        set(["id", "question", "documents", "found", "stop", "answer", "asked", "follows"])
    );
    let recalled = desk.json(&["history", "--question", &history[0]["id"].to_string()]).json;
    assert_eq!(recalled, answer);
    the_answer_is_a_page(desk, &answer);
    what_was_kept_is_not_computed_again(desk, id, ask, &answer);
    a_question_may_follow_another(desk, id, &answer);
    let fixed = desk.json(&["ask", id, ask, "--fixed-nodes", "3"]).json;
    assert_eq!((items(&fixed, "steps").len(), &fixed["stop"]), (3, &"fixed".into()));
}

/// Words are found where they stand, and in no other text.
fn its_words_are_found(desk: &Desk, id: &str, book: &str) {
    let words: Vec<&str> = book.split_whitespace().collect();
    let typed = words[words.len() / 2..][..3].join(" ").replace('"', " ");
    let found = desk.json(&["search", &format!("\"{typed}\""), "--document", id]).json;
    assert_eq!((keys(&found), &found["more"]), (set(["hits", "more"]), &false.into()));
    let hits = items(&found, "hits");
    assert!(!hits.is_empty(), "{typed}");
    for hit in hits {
        let passage = &hit["passage"];
        assert_eq!(keys(passage), set(["page", "start", "end", "text", "found"]));
        let (start, end) = (passage["start"].as_u64().unwrap(), passage["end"].as_u64().unwrap());
        let range: String =
            book.chars().skip(start as usize).take((end - start) as usize).collect();
        assert_eq!((&passage["text"], hit["document"].to_string()), (&range.into(), id.to_owned()));
    }
    assert_eq!(items(&desk.json(&["search", "xyzzyplugh"]).json, "hits").len(), 0);
}

/// An answer as a page: its words and its passages are in it.
fn the_answer_is_a_page(desk: &Desk, answer: &Value) {
    let question = answer["id"].to_string();
    let page = |form: &str| {
        let ran = desk.run(&["history", "--question", &question, "--as", form]);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    };
    let (markdown, html) = (page("markdown"), page("html"));
    assert!(markdown.starts_with("# ") && html.starts_with("<!doctype html>"));
    let words = answer["answer"].as_str().unwrap().split_whitespace();
    for word in words.filter(|word| word.chars().all(char::is_alphabetic)) {
        assert!(markdown.contains(word) && html.contains(word), "{word}");
    }
    assert_eq!(html.matches("<blockquote>").count(), markdown.matches("\n> ").count());
    assert!(html.contains("<blockquote>"));
}

/// The words before the question are the same every time: the second time they are taken from disk,
/// and nothing else is different.
fn what_was_kept_is_not_computed_again(desk: &Desk, id: &str, ask: &str, first: &Value) {
    let again = desk.json(&["ask", id, ask, "--best-effort"]).json;
    let cost = |answer: &Value, name: &str| answer["cost"][name].as_u64().unwrap();
    let restored = cost(&again, "tokens_restored");
    assert_eq!((cost(first, "tokens_restored"), restored > 0), (0, true));
    assert_eq!(
        cost(first, "tokens_evaluated"),
        cost(&again, "tokens_evaluated") + restored,
        "what is restored is not evaluated"
    );
    for same in ["answer", "steps", "evidence", "stop"] {
        assert_eq!(again[same], first[same], "{same}");
    }
}

/// The model reads what was said before with a question that follows it, and the answer is kept with
/// what it follows.
fn a_question_may_follow_another(desk: &Desk, id: &str, earlier: &Value) {
    let first = earlier["id"].to_string();
    let ask = |more: &[&str]| {
        let never_enough = ["ask", id, "Why?", "--confidence", "1", "--max-nodes", "0"];
        desk.json(&[&never_enough, more].concat()).json
    };
    let (afresh, on) = (ask(&[]), ask(&["--follow", &first]));
    let shown = |answer: &Value| answer["cost"]["tokens_distinct"].as_u64().unwrap();
    let said = format!("{} {}", earlier["question"], earlier["answer"]);
    let words = said.split_whitespace().count() as u64;
    assert!(shown(&on) >= shown(&afresh) + words, "{} and {}", shown(&on), shown(&afresh));
    assert_eq!((&on["question"], &on["options"]["follows"]), (&"Why?".into(), &earlier["id"]));
    let kept = desk.json(&["history", "--question", &on["id"].to_string()]).json;
    assert_eq!(kept, on);
    assert_eq!(desk.json(&["history", id]).json[0]["follows"], earlier["id"]);
    assert!(!desk.json(&["ask", id, "Why?", "--follow", "999"]).succeeded);
}

fn the_answer_has_its_keys(answer: &Value) {
    assert_eq!(
        keys(answer),
        set([
            "id",
            "question",
            "options",
            "model",
            "documents",
            "graphs",
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
        assert_eq!(keys(&step["score"]), set(["attention", "similarity", "total"]));
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
            "tokens_distinct",
            "asks",
            "flops",
            "seconds",
        ])
    );
}

/// Every node and edge stands in the files that other programs draw from.
fn the_graph_can_be_drawn(desk: &Desk, id: &str) {
    let view = desk.json(&["show", id]).json;
    let (nodes, edges) = (items(&view, "nodes").len(), items(&view, "edges").len());
    let printed = |flag: &str| String::from_utf8(desk.run(&["show", id, flag]).stdout).unwrap();
    let (dot, graphml) = (printed("--dot"), printed("--graphml"));
    assert!(dot.starts_with("digraph") && dot.trim_end().ends_with('}'), "{dot}");
    assert_eq!(dot.matches(" -> ").count(), edges);
    assert_eq!(graphml.matches("<node ").count(), nodes);
    assert_eq!(graphml.matches("<edge ").count(), edges);
    assert!(graphml.trim_end().ends_with("</graphml>"));
}

/// A model whose chat template is broken loads, and is refused before anything is written.
fn a_model_that_cannot_be_used_changes_nothing(desk: &Desk, story: &std::path::Path) {
    let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/pocket/pocket.gguf");
    let mut bytes = std::fs::read(pocket).unwrap();
    let good = b"{% for m in messages %}";
    let at = bytes.windows(good.len()).position(|window| window == good).unwrap();
    bytes[at..at + 6].copy_from_slice(b"{% fox");
    let model = desk.path("odd.gguf");
    std::fs::write(&model, bytes).unwrap();
    let before = desk.json(&["list"]).json;
    let book = story.join("story.txt");
    for arguments in
        [vec!["add", text(&book), "--model", text(&model)], vec!["model", "use", text(&model)]]
    {
        let ran = desk.json(&arguments);
        assert!(!ran.succeeded && !ran.code().is_empty(), "{}", ran.json);
    }
    let after = desk.json(&["list"]).json;
    for name in ["state", "chunks", "nodes", "levels"] {
        assert_eq!(after[0][name], before[0][name], "{name}");
    }
}

fn adding_again_costs_nothing(desk: &Desk, story: &std::path::Path) {
    let again = desk.json(&["add", text(&story.join("story.txt"))]).json;
    assert_eq!(again[0]["cost"]["tokens_evaluated"], 0);
    assert_eq!(items(&serde_json::json!({ "list": desk.json(&["list"]).json }), "list").len(), 1);
}

/// A file that changed: the document stays, what did not change is not read again, and an earlier
/// answer keeps its passages. A file that moved costs nothing.
#[test]
fn a_changed_file_is_rebuilt_where_it_changed() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(21, 24);
    let (file, moved) = (story.join("story.txt"), story.join("renamed.txt"));
    let first = desk.json(&["add", text(&file)]).json;
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
    let ask = question["question"].as_str().unwrap();
    let answer = desk.json(&["ask", "1", ask, "--best-effort"]).json;

    let book = change_a_sentence(&file);
    let second = desk.json(&["add", text(&file)]).json;
    assert_eq!((&second[0]["id"], &second[0]["state"]), (&first[0]["id"], &"ready".into()));
    let cost = |added: &Value, name: &str| added[0]["cost"][name].as_u64().unwrap();
    let (before, after) = (cost(&first, "tokens_evaluated"), cost(&second, "tokens_evaluated"));
    let (written, kept) = (cost(&second, "batches"), cost(&second, "batches_reused"));
    eprintln!("one sentence: {after} of {before} tokens, {written} batches, {kept} kept");
    assert!(after * 2 < before && kept > written && written > 0);
    the_list_and_the_graph_agree(&desk, &second[0]);
    the_text_is_the_files(&desk, "1", &book);
    passages_are_what_they_were(&desk, &answer, &book);
    let again = desk.json(&["ask", "1", ask, "--best-effort"]).json;
    assert!(items(&again, "evidence").iter().all(|passage| passage["changed"] == false));
    let earlier = answer["graphs"][0].to_string();
    assert_eq!(desk.json(&["ask", "1", ask, "--graph", &earlier]).code(), "graph_missing");
    assert!(desk.json(&["show", "1", "--graph", &earlier]).succeeded, "the path leads into it");

    std::fs::rename(&file, &moved).unwrap();
    let third = desk.json(&["add", text(&moved)]).json;
    assert_eq!((&third[0]["id"], cost(&third, "tokens_evaluated")), (&first[0]["id"], 0));
    std::fs::write(&moved, format!("{book}\nThe end.\n")).unwrap();
    let fourth = desk.json(&["add", text(&moved)]).json;
    assert_eq!((&fourth[0]["id"], cost(&fourth, "batches_reused") > 0), (&first[0]["id"], true));
    assert_eq!(desk.json(&["list"]).json.as_array().unwrap().len(), 1);
}

/// Puts another word into a sentence in the middle of a file, and gives its new text.
fn change_a_sentence(file: &Path) -> String {
    let mut book = std::fs::read_to_string(file).unwrap();
    let middle = (book.len() / 2..).find(|&at| book.is_char_boundary(at)).unwrap();
    let space = middle + book[middle..].find(' ').unwrap();
    book.insert_str(space, " indeed");
    std::fs::write(file, &book).unwrap();
    book
}

/// An answer's passages have the words that they had, and those that did not change stand where
/// they are said to.
fn passages_are_what_they_were(desk: &Desk, answer: &Value, book: &str) {
    let recalled = desk.json(&["history", "--question", &answer["id"].to_string()]).json;
    assert_eq!(recalled["steps"], answer["steps"]);
    let mut changed = 0;
    for (was, is) in items(answer, "evidence").iter().zip(items(&recalled, "evidence")) {
        assert_eq!((&is["text"], &is["weight"]), (&was["text"], &was["weight"]));
        let (start, end) = (is["start"].as_u64().unwrap(), is["end"].as_u64().unwrap());
        let stands: String =
            book.chars().skip(start as usize).take((end - start) as usize).collect();
        assert_eq!(is["changed"] == true, is["text"] != stands, "{is}");
        changed += usize::from(is["changed"] == true);
    }
    assert!(changed <= 1, "one chunk has changed");
}

/// Chunks that end with sentences: as many tokens as there may be, and they tile the text, also
/// across pages.
#[test]
fn chunks_may_end_with_sentences() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(22, 8);
    let file = story.join("story.pdf");
    let added = desk.json(&["add", text(&file), "--chunks", "sentences"]).json;
    assert_eq!(added[0]["state"], "ready");
    let printed = String::from_utf8(desk.run(&["text", "1"]).stdout).unwrap();
    the_text_is_the_files(&desk, "1", &printed);
    let view = desk.json(&["show", "1"]).json;
    let chunks: Vec<&Value> =
        items(&view, "nodes").iter().filter(|node| node["level"] == 1).collect();
    for chunk in &chunks {
        let end = chunk["text"].as_str().unwrap().trim_end().chars().last().unwrap();
        assert!(".!?”\"".contains(end), "{chunk}");
    }
    let pages = |chunk: &Value| -> BTreeSet<u64> {
        items(&chunk["place"], "rects").iter().map(|rect| rect["page"].as_u64().unwrap()).collect()
    };
    for chunk in &chunks {
        assert_eq!(pages(chunk).first(), chunk["place"]["page"].as_u64().as_ref(), "{chunk}");
    }
    assert!(chunks.iter().any(|chunk| pages(chunk).len() > 1), "a chunk crosses a page");

    // Nobody says otherwise: the same graph. Then another one, as the paper cuts.
    let again = desk.json(&["add", text(&file)]).json;
    assert_eq!(again[0]["cost"]["tokens_evaluated"], 0);
    let exact = desk.json(&["add", text(&file), "--chunks", "exact"]).json;
    assert!(exact[0]["cost"]["tokens_evaluated"].as_u64().unwrap() > 0);
    let list = desk.json(&["list"]).json;
    let ends: Vec<&Value> =
        items(&list[0], "graphs").iter().map(|graph| &graph["chunks"]).collect();
    assert_eq!(ends, ["sentences", "exact"]);
    assert_eq!(desk.json(&["add", text(&file), "--chunks", "pages"]).code(), "bad_request");
}

/// A graph of another signal is another graph, which a document keeps until another is wished.
#[test]
fn a_signal_makes_a_graph_of_its_own() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(23, 4);
    let file = story.join("story.txt");
    let add = |wish: &[&str]| {
        let added = desk.json(&[&["add", text(&file)], wish].concat()).json;
        assert_eq!(added[0]["state"], "ready");
        added[0]["cost"]["tokens_evaluated"].as_u64().unwrap()
    };
    assert!(add(&["--signal", "paper"]) > 0);
    assert_eq!(add(&[]), 0, "nobody says otherwise");
    assert!(add(&["--signal", "source-words,middle-layers"]) > 0);
    let list = desk.json(&["list"]).json;
    let graphs = items(&list[0], "graphs");
    let signals: Vec<&Value> = graphs.iter().map(|graph| &graph["signal"]).collect();
    assert_eq!(signals, ["paper", "source words, middle layers"]);
    let edges = |graph: &Value| desk.json(&["show", "1", "--graph", &graph["id"].to_string()]).json;
    let [paper, other] = [&graphs[0], &graphs[1]].map(edges);
    assert_ne!(paper["edges"], other["edges"]);
    let printed = String::from_utf8(desk.run(&["list"]).stdout).unwrap();
    assert!(printed.contains("signal: source words, middle layers"), "{printed}");
}

/// The three files of a story tell the same: each telling is in the text of each.
#[test]
fn every_format_of_a_story_holds_every_telling() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(14, 2);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (n, name) in ["story.txt", "story.epub", "story.pdf"].into_iter().enumerate() {
        let added = desk.json(&["add", text(&story.join(name))]);
        assert!(added.succeeded, "{name}: {}", added.json);
        let printed = desk.run(&["text", &(n + 1).to_string()]).stdout;
        let printed = words(&String::from_utf8(printed).unwrap());
        for fact in lines(&story.join("facts.jsonl")) {
            for telling in items(&fact, "told") {
                let told = words(telling["text"].as_str().unwrap());
                assert!(printed.contains(&told), "{name} lacks {told}");
            }
        }
    }
}

/// Killed while it builds, twice: nothing half-written, it goes on, and the graph is the same as
/// one that was never interrupted. With several batches at once what is computed together changes,
/// and so may the last bits of a score, and a token: how many do is printed, and is no more than a
/// part. So it is between one batch at a time and several.
#[test]
fn a_killed_build_goes_on_to_the_same_graph() {
    let _alone = alone();
    let (one, four) = (built(1, &[]), built(4, &[]));
    let killed = built(1, &[1, 20]);
    differ_in_part("killed", &one, &killed);
    assert_eq!((&killed["nodes"], &killed["edges"]), (&one["nodes"], &one["edges"]));
    differ_in_part("four at once, killed", &four, &built(4, &[1, 20]));
    differ_in_part("four at once, not one", &one, &four);
}

/// Prints how much of a graph is not in another of the same chunks, which is a fifth of it at most.
fn differ_in_part(what: &str, wanted: &Value, got: &Value) {
    let (wanted, got) = (nodes(wanted), nodes(got));
    let chunks = |nodes: &[Value]| nodes.iter().filter(|node| node["level"] == 1).count();
    assert_eq!(chunks(&wanted), chunks(&got), "{what}");
    // The demonstration model's vocabulary is words of that story's world and signs.
    let tokens = |nodes: &[&Value]| -> usize {
        let is_sign = |sign: char| sign.is_ascii_punctuation();
        let tokens = |text: &str| text.split_whitespace().count() + text.matches(is_sign).count();
        nodes.iter().map(|node| tokens(node["text"].as_str().unwrap())).sum()
    };
    let all: Vec<&Value> = wanted.iter().collect();
    let differ: Vec<&Value> = wanted.iter().filter(|node| !got.contains(node)).collect();
    eprintln!(
        "{what}: {} of {} nodes differ, with {} of {} tokens",
        differ.len(),
        all.len(),
        tokens(&differ),
        tokens(&all)
    );
    assert!(differ.len() * 5 <= all.len(), "{what}: {differ:?}");
}

/// The graph of a short story, built so many batches at once, and killed when it has that many
/// points, each time.
fn built(at_once: usize, killed: &[usize]) -> Value {
    let desk = Desk::new();
    let book = desk.story(12, 10).join("story.txt");
    let add = ["add", text(&book), "--at-once", &at_once.to_string()];
    let kills = killed.iter().filter(|&&wanted| desk.kill(&add, |graph| points(graph, wanted)));
    assert!(kills.count() > 0 || killed.is_empty(), "it was faster than any kill");
    assert_eq!(desk.json(&add).json[0]["state"], "ready");
    desk.json(&["show", "1"]).json
}

fn nodes(graph: &Value) -> Vec<Value> {
    graph["nodes"].as_array().unwrap().clone()
}

/// A folder is a collection, of which a question can be asked by its name.
#[test]
fn a_folder_is_asked_as_one() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(18, 4);
    let folder = desk.path("Old books");
    std::fs::create_dir(&folder).unwrap();
    std::fs::rename(story.join("story.pdf"), folder.join("story.pdf")).unwrap();
    std::fs::write(folder.join("note.txt"), "Mira Holt keeps a lamp in the cellar.").unwrap();
    std::fs::write(folder.join("cover.jpg"), "no picture").unwrap();
    std::fs::write(folder.join("torn.pdf"), "").unwrap();
    let added = desk.json(&["add", text(&folder)]).json;
    assert_eq!((&added[0]["state"], &added[1]["state"]), (&"ready".into(), &"ready".into()));
    assert_eq!(added[2]["error"]["code"], "file_empty", "what is named as a document is told");
    assert_eq!((added[3]["left_out"].as_u64(), added.as_array().unwrap().len()), (Some(1), 4));
    for document in desk.json(&["list"]).json.as_array().unwrap() {
        assert_eq!(document["collections"], serde_json::json!(["Old books"]));
    }
    let ask = ["ask", "Old books", "Who keeps a lamp?", "--best-effort"];
    let answer = desk.json(&ask).json;
    assert_eq!(answer["documents"], serde_json::json!([1, 2]), "{answer}");
    assert_eq!(desk.json(&["ask", "Nothing", "Who?"]).code(), "bad_request");
}

/// A question on a graph that was not finished says so, on stderr only.
#[test]
fn a_question_on_half_a_graph_says_so() {
    let _alone = alone();
    let desk = Desk::new();
    let book = desk.story(17, 20).join("story.txt");
    desk.kill_adding(&book, |graph| points(graph, 1));
    assert_eq!(desk.json(&["show", "1"]).json["complete"], false, "20 chunks are no moment's work");
    let ask = ["ask", "1", "Who lives here?", "--best-effort", "--json"];
    let asked = desk.run(&ask);
    the_answer_has_its_keys(&serde_json::from_slice(&asked.stdout).unwrap());
    let said = String::from_utf8(asked.stderr).unwrap();
    assert!(said.contains("graph of document 1 is not finished"), "{said}");
    assert_eq!(desk.json(&["list"]).json[0]["state"], "building");
}

/// A question whose program was killed goes on where it was, to the same path.
#[test]
fn a_killed_question_goes_on_where_it_was() {
    let _alone = alone();
    let desk = Desk::new();
    let book = desk.story(18, 20).join("story.txt");
    assert!(desk.json(&["add", text(&book)]).succeeded);
    let ask = ["ask", "1", "Who lives here?", "--confidence", "1", "--max-nodes", "500"];
    let begun = Instant::now();
    let whole = desk.json(&ask).json;
    let took = begun.elapsed();
    assert_ne!(whole["stop"], "sufficient", "certainty is never reached");
    let path = |answer: &Value| -> Vec<u64> {
        items(answer, "steps").iter().map(|step| step["node"].as_u64().unwrap()).collect()
    };
    let asks = |answer: &Value| answer["cost"]["asks"].as_u64().unwrap();
    let history = || desk.json(&["history"]).json.as_array().map_or(0, Vec::len);
    // How long it takes before its first step, and whether it ends before it is killed, is the
    // machine's business.
    let goes_on = (0..40).any(|tries| {
        let begun = Instant::now();
        let wait = took * (20 + 5 * (tries % 16)) / 100;
        let killed = desk.kill_when(&ask, || begun.elapsed() >= wait);
        let known = history();
        let resumed = desk.json(&ask).json;
        assert_eq!((path(&resumed), history()), (path(&whole), known + 1));
        killed && asks(&resumed) < asks(&whole)
    });
    assert!(goes_on, "every time it was asked from the beginning");
}

/// Each bad input gets its code, an exit status that is not 0, and leaves the library as it was.
#[test]
fn bad_input_is_told_by_code() {
    let _alone = alone();
    let desk = Desk::new();
    let file = |name: &str, bytes: &[u8]| {
        let path = desk.path(name);
        std::fs::write(&path, bytes).unwrap();
        text(&path).to_owned()
    };
    let empty = desk.path("empty");
    std::fs::create_dir(&empty).unwrap();
    let good = file("good.txt", b"Mira Holt keeps a lamp in the cellar.");
    let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/pocket/pocket.gguf");
    let cases: [(&[&str], &str); 15] = [
        (&["add", "/dev/zero"], "file_unreadable"),
        (&["add", &good, "--at-once", "1000"], "bad_request"),
        (&["model", "attention", pocket, "--text", "/no.txt", "--out", "x"], "file_missing"),
        (&["model", "attention", pocket, "--text", "/", "--out", "x"], "is_folder"),
        (
            &["model", "attention", "/nowhere/model.gguf", "--text", &good, "--out", "x"],
            "model_missing",
        ),
        (&["add", "/nowhere/at/all.txt"], "file_missing"),
        (&["add", text(&empty)], "format_unknown"),
        (&["add", &file("empty.txt", b"")], "file_empty"),
        (&["add", &file("blank.txt", b"  \n\n \t ")], "no_text"),
        (&["add", &file("broken.pdf", b"%PDF-1.7\nnothing of the kind")], "document_broken"),
        (&["add", &good, "--model", &file("broken.gguf", b"GGUF nonsense")], "model_broken"),
        (&["add", &good, "--model", "/nowhere/model.gguf"], "model_missing"),
        (&["ask", "7", "Who?"], "document_unknown"),
        (&["model", "info", "/nowhere/model.gguf"], "model_missing"),
        (&["ask", "not-a-number", "Who?"], "bad_request"),
    ];
    for (arguments, code) in cases {
        let ran = desk.json(arguments);
        assert_eq!((ran.code(), ran.succeeded), (code, false), "{arguments:?}: {}", ran.json);
        assert!(ran.json["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
}

/// Whatever is asked for, `--json` prints one value.
#[test]
fn help_and_version_are_json_too() {
    let desk = Desk::new();
    for arguments in [&["--version"][..], &["ask", "--help"], &["help"], &["help", "json"]] {
        let ran = desk.json(arguments);
        assert!(ran.succeeded && !ran.json["help"].as_str().unwrap().is_empty(), "{arguments:?}");
    }
}

/// A name that is not Unicode keeps no other file out.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_unicode_is_told() {
    use std::os::unix::ffi::OsStringExt;
    let _alone = alone();
    let desk = Desk::new();
    let odd = desk.folder.path().join(std::ffi::OsString::from_vec(b"odd\xff.txt".to_vec()));
    let good = desk.path("good.txt");
    std::fs::write(&odd, "x").unwrap();
    std::fs::write(&good, "Mira Holt keeps a lamp in the cellar.").unwrap();
    let output = desk.command(&["add", "--json"]).arg(&odd).arg(&good).output().unwrap();
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed[0]["error"]["code"], "file_unreadable");
    assert_eq!(printed[1]["state"], "ready");
    let folder = desk.json(&["add", text(desk.folder.path())]).json;
    let failed = folder.as_array().unwrap().iter().find(|item| !item["error"].is_null()).unwrap();
    assert!(failed["error"]["message"].as_str().unwrap().contains("is not Unicode"), "{failed}");
}

/// While one program writes, a second reads, and is told when it wants to write.
#[test]
fn a_second_program_reads_but_does_not_write() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(13, 20);
    let mut writer = desk.begin_adding(&story.join("story.txt"));
    desk.wait_for_graph(&mut writer, |graph| points(graph, 1));
    if writer.try_wait().unwrap().is_none() {
        assert!(desk.json(&["list"]).succeeded);
        let other = desk.path("other.txt");
        std::fs::write(&other, "Something else.").unwrap();
        assert_eq!(desk.json(&["add", text(&other)]).code(), "library_busy");
    }
    writer.kill().unwrap();
    writer.wait().unwrap();
}

/// Ctrl-C ends a build between two steps; what was done by then is kept.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_done() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(15, 20);
    let mut child = desk
        .command(&["add", text(&story.join("story.txt")), "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    desk.wait_for_graph(&mut child, |graph| points(graph, 1));
    let interrupt = ["-INT", &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(interrupt).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    // A machine that is fast enough has finished by then.
    if output.status.success() {
        assert_eq!(printed[0]["state"], "ready");
        return;
    }
    assert_eq!((output.status.code(), &printed["error"]["code"]), (Some(130), &"stopped".into()));
    let list = desk.json(&["list"]).json;
    assert_eq!(list[0]["state"], "building");
    assert!(list[0]["nodes"].as_u64() > list[0]["chunks"].as_u64(), "{list}");
}

/// Of several files, those that were added before a stop are told.
#[cfg(unix)]
#[test]
fn a_stop_hides_nothing_that_was_added() {
    let _alone = alone();
    let desk = Desk::new();
    let (short, story) = (desk.path("short.txt"), desk.story(16, 20));
    std::fs::write(&short, "Mira Holt keeps a lamp in the cellar.").unwrap();
    let child = desk
        .command(&["add", text(&short), text(&story.join("story.txt")), "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !desk.json(&["show", "2"]).succeeded {
        assert!(begun.elapsed() < Duration::from_secs(120), "the story is not being built");
        std::thread::sleep(Duration::from_millis(50));
    }
    let interrupt = ["-INT", &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(interrupt).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed[0]["state"], "ready");
    // A machine that is fast enough has finished the story, too.
    if !output.status.success() {
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(printed[1]["error"]["code"], "stopped");
    }
}

/// Where files may not grow, as on a full disk, whatever writes fails with its code, changes
/// nothing, and does not end the program.
#[cfg(unix)]
#[test]
fn where_files_may_not_grow_nothing_is_half_done() {
    let _alone = alone();
    let desk = Desk::new();
    let story = desk.story(18, 6);
    assert!(desk.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let state = || ["list", "history"].map(|what| desk.json(&[what]).json);
    let before = (state(), desk.json(&["show", "1"]).json);
    let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/pocket/pocket.gguf");
    let other = story.join("story.epub");
    let writes: [&[&str]; 4] = [
        &["remove", "1"],
        &["add", text(&other)],
        &["ask", "1", "Who lives here?", "--fixed-nodes", "1"],
        &["model", "use", pocket],
    ];
    for arguments in writes {
        let ran = desk.json_with_limit(0, arguments);
        assert_eq!((ran.code(), ran.succeeded), ("disk_full", false), "{arguments:?}");
        assert_eq!(state(), before.0, "{arguments:?}");
    }
    let mut refused = 0;
    for blocks in [8, 64, 66, 72, 80, 96, 128, 256, 10_000] {
        let ran = desk.json_with_limit(blocks, &["remove", "1"]);
        if ran.succeeded {
            break;
        }
        refused += 1;
        assert_eq!(ran.code(), "disk_full", "{blocks} blocks: {}", ran.json);
        assert_eq!((state(), desk.json(&["show", "1"]).json), before, "{blocks} blocks");
    }
    assert!((2..9).contains(&refused), "{refused} were refused");
    assert_eq!(desk.json(&["list"]).json, serde_json::json!([]));
}

/// Of a text's every token: what it looked at, as a NumPy array whose rows sum to 1.
#[test]
fn a_models_attention_is_written_as_an_array() {
    let _alone = alone();
    let desk = Desk::new();
    let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/pocket/pocket.gguf");
    let (words, out) = (desk.path("words.txt"), desk.path("a.npy"));
    std::fs::write(&words, "Mira Holt keeps a lamp in the cellar.").unwrap();
    let arguments = ["model", "attention", pocket, "--text", text(&words), "--out", text(&out)];
    let told = desk.json(&arguments).json;
    let tokens = items(&told, "tokens").len();
    let values = array(&out);
    assert_eq!(values.len(), tokens * tokens);
    for (row, values) in values.chunks_exact(tokens).enumerate() {
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-4, "row {row}");
        assert!(values[row + 1..].iter().all(|&value| value == 0.0), "row {row} looks ahead");
    }
}

/// What another implementation computed for the same models of random weights.
#[test]
fn a_models_attention_is_what_transformers_computes() {
    let _alone = alone();
    let desk = Desk::new();
    let golden =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/crates/model/tests/golden");
    let (words, out) = (golden.join("text.txt"), desk.path("a.npy"));
    for name in ["llama", "mistral", "qwen2", "qwen3", "phi3", "gemma2", "gpt_oss"] {
        let model = golden.join(format!("{name}.gguf"));
        let arguments =
            ["model", "attention", text(&model), "--text", text(&words), "--out", text(&out)];
        assert!(desk.json(&arguments).succeeded, "{name}");
        let (found, expected) = (array(&out), array(&golden.join(format!("{name}.npy"))));
        assert_eq!(found.len(), expected.len(), "{name}");
        let difference = |(a, b): (&f32, &f32)| (a - b).abs();
        // In this order a difference that is no number is the largest.
        let largest = found.iter().zip(&expected).map(difference).max_by(f32::total_cmp);
        assert!(largest.is_some_and(|largest| largest <= 1e-5), "{name}: {largest:?}");
    }
}

/// The numbers of a NumPy array.
fn array(file: &Path) -> Vec<f32> {
    let bytes = std::fs::read(file).unwrap();
    let header = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (values, rest) = bytes[header..].as_chunks();
    assert!(rest.is_empty());
    values.iter().map(|&value| f32::from_le_bytes(value)).collect()
}

#[test]
fn one_failed_file_does_not_keep_the_others_out() {
    let _alone = alone();
    let desk = Desk::new();
    let good = desk.path("good.txt");
    std::fs::write(&good, "Mira Holt keeps a lamp in the cellar.").unwrap();
    let ran = desk.json(&["add", "/nowhere.txt", text(&good)]);
    assert_eq!(ran.json[0]["error"]["code"], "file_missing");
    assert_eq!(ran.json[1]["state"], "ready");
}

#[test]
fn the_languages_of_scanned_pages_are_listed() {
    let _alone = alone();
    let ran = Desk::new().json(&["languages"]);
    match ran.succeeded {
        true => assert!(ran.json.as_array().unwrap().iter().all(Value::is_string), "{}", ran.json),
        false => assert_eq!(ran.code(), "recogniser_missing"),
    }
}

#[test]
fn model_info_tells_what_can_be_read() {
    let _alone = alone();
    let desk = Desk::new();
    let model = desk.json(&["model", "info"]);
    assert_eq!(model.code(), "bad_request", "a file is wanted");
    let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../src-tauri/crates/pocket/pocket.gguf");
    let info = desk.json(&["model", "info", pocket]).json;
    assert_eq!(info["demonstration"], true);
    assert_eq!(info["attention"]["kind"], "full");
}

/// Two pages: one of text, and one that is a picture.
fn half_scanned() -> Vec<u8> {
    let line = "(The keeper of the light wrote down what he saw on the water.) Tj 0 -20 Td ";
    let text = format!("BT /F 12 Tf 40 160 Td {}ET", line.repeat(4));
    let stream = |about: &str, data: &str| {
        format!("<<{about}/Length {}>>stream\n{data}\nendstream", data.len())
    };
    let page = |resources: &str, contents: u32| {
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 200]/Resources<<{resources}>>/Contents \
             {contents} 0 R>>"
        )
    };
    let grey = "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace\
                /DeviceGray/Filter/ASCIIHexDecode";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>".to_owned(),
        page("/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>", 5),
        page("/XObject<</P 7 0 R>>", 6),
        stream("", &text),
        stream("", "420 0 0 200 0 0 cm /P Do"),
        stream(grey, "80C0C080>"),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = "0000000000 65535 f \n".to_owned();
    for (number, object) in (1..).zip(&objects) {
        places += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file += &format!(
        "xref\n0 {size}\n{places}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

/// A program in the place of Tesseract that sees the same words on every page.
#[cfg(unix)]
fn tesseract(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let row = |level: u32, words: &str| {
        format!("{level}\\t1\\t1\\t1\\t1\\t1\\t9\\t9\\t90\\t9\\t95\\t{words}\\n")
    };
    let table: String = [row(4, ""), row(5, "Recognised"), row(5, "lighthouse")].concat();
    let list = "if [ \"$1\" = --list-langs ]; then printf 'Languages\\neng\\n'; exit; fi";
    let program = folder.join("tesseract");
    std::fs::write(&program, format!("#!/bin/sh\n{list}\nprintf '{table}'\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Without Tesseract, a file that is read again keeps what was recognised of it.
#[cfg(unix)]
#[test]
fn what_was_recognised_is_not_given_up() {
    let _alone = alone();
    let desk = Desk::new();
    let (programs, file) = (desk.path("programs"), desk.path("half.pdf"));
    std::fs::create_dir(&programs).unwrap();
    tesseract(&programs);
    std::fs::write(&file, half_scanned()).unwrap();
    let add = |path: &Path| {
        let mut command = desk.command(&["add", "--again", text(&file), "--json"]);
        let output = command.env("PATH", path).output().unwrap();
        let added: Value = serde_json::from_slice(&output.stdout).unwrap();
        (added, desk.run(&["text", "1"]).stdout)
    };
    let (added, read) = add(&programs);
    assert_eq!((&added[0]["id"], added[0].get("unread")), (&1.into(), None), "{added}");
    assert!(String::from_utf8(read.clone()).unwrap().contains("Recognised lighthouse"));

    let (refused, kept) = add(&desk.path("nothing"));
    assert_eq!(refused["error"]["code"], "recogniser_missing", "{refused}");
    let said = refused["error"]["message"].as_str().unwrap();
    assert!(said.contains("would lose what was recognised on page 2."), "{said}");
    assert_eq!(kept, read, "the document stays as it is");
    let (added, again) = add(&programs);
    assert_eq!((&added[0]["id"], again), (&1.into(), read), "{added}");
}
