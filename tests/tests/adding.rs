//! Adding a document, and adding one that has changed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use tests::cli_output::{items, the_list_and_the_graph_agree, the_text_is_the_files};
use tests::{Sandbox, alone, lines, text};

/// After a change of the file, the document stays, unchanged text is not read again, and an earlier
/// answer keeps its passages, even if a copy was added in between. A file that moved costs nothing.
#[test]
fn a_changed_file_is_rebuilt_where_it_changed() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(21, 24);
    let (file, moved) = (story.join("story.txt"), story.join("renamed.txt"));
    let first = sandbox.json(&["add", text(&file)]).json;
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
    let ask = question["question"].as_str().unwrap();
    let answer = sandbox.json(&["ask", "1", ask, "--best-effort"]).json;

    let copy = story.join("copy.txt");
    std::fs::copy(&file, &copy).unwrap();
    assert_eq!(sandbox.json(&["add", text(&copy)]).json[0]["id"], first[0]["id"]);

    let book = change_a_sentence(&file);
    let second = sandbox.json(&["add", text(&file)]).json;
    assert_eq!((&second[0]["id"], &second[0]["state"]), (&first[0]["id"], &"ready".into()));
    let cost = |added: &Value, name: &str| added[0]["cost"][name].as_u64().unwrap();
    let (before, after) = (cost(&first, "tokens_evaluated"), cost(&second, "tokens_evaluated"));
    let (written, kept) = (cost(&second, "batches"), cost(&second, "batches_reused"));
    eprintln!("one sentence: {after} of {before} tokens, {written} batches, {kept} kept");
    assert!(after * 2 < before && kept > written && written > 0);
    the_list_and_the_graph_agree(&sandbox, &second[0]);
    the_text_is_the_files(&sandbox, "1", &book);
    passages_are_what_they_were(&sandbox, &answer, &book);
    let again = sandbox.json(&["ask", "1", ask, "--best-effort"]).json;
    assert!(items(&again, "evidence").iter().all(|passage| passage["changed"] == false));
    let earlier = answer["graphs"][0].to_string();
    assert_eq!(sandbox.json(&["ask", "1", ask, "--graph", &earlier]).code(), "graph_missing");
    assert!(sandbox.json(&["show", "1", "--graph", &earlier]).succeeded, "the path leads into it");

    std::fs::rename(&file, &moved).unwrap();
    let third = sandbox.json(&["add", text(&moved)]).json;
    assert_eq!((&third[0]["id"], cost(&third, "tokens_evaluated")), (&first[0]["id"], 0));
    std::fs::write(&moved, format!("{book}\nThe end.\n")).unwrap();
    let fourth = sandbox.json(&["add", text(&moved)]).json;
    assert_eq!((&fourth[0]["id"], cost(&fourth, "batches_reused") > 0), (&first[0]["id"], true));
    assert_eq!(sandbox.json(&["list"]).json.as_array().unwrap().len(), 1);
}

/// Inserts a word into a sentence in the middle of a file, and returns the new text.
fn change_a_sentence(file: &Path) -> String {
    let mut book = std::fs::read_to_string(file).unwrap();
    let middle = (book.len() / 2..).find(|&at| book.is_char_boundary(at)).unwrap();
    let space = middle + book[middle..].find(' ').unwrap();
    book.insert_str(space, " indeed");
    std::fs::write(file, &book).unwrap();
    book
}

/// An answer's passages keep their words, and unchanged ones stand where the answer says.
fn passages_are_what_they_were(sandbox: &Sandbox, answer: &Value, book: &str) {
    let recalled = sandbox.json(&["history", "--question", &answer["id"].to_string()]).json;
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

/// Chunks that end with sentences have as many tokens as fit, and tile the text, also across pages.
#[test]
fn chunks_may_end_with_sentences() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(22, 8);
    let file = story.join("story.pdf");
    let added = sandbox.json(&["add", text(&file), "--chunks", "sentences"]).json;
    assert_eq!(added[0]["state"], "ready");
    let printed = String::from_utf8(sandbox.run(&["text", "1"]).stdout).unwrap();
    the_text_is_the_files(&sandbox, "1", &printed);
    let view = sandbox.json(&["show", "1"]).json;
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

    // Without the option, the graph stays the same. With `exact`, chunks are cut as in the paper.
    let again = sandbox.json(&["add", text(&file)]).json;
    assert_eq!(again[0]["cost"]["tokens_evaluated"], 0);
    let exact = sandbox.json(&["add", text(&file), "--chunks", "exact"]).json;
    assert!(exact[0]["cost"]["tokens_evaluated"].as_u64().unwrap() > 0);
    let list = sandbox.json(&["list"]).json;
    let ends: Vec<&Value> =
        items(&list[0], "graphs").iter().map(|graph| &graph["chunks"]).collect();
    assert_eq!(ends, ["sentences", "exact"]);
    assert_eq!(sandbox.json(&["add", text(&file), "--chunks", "pages"]).code(), "bad_request");
}

/// Another signal makes another graph. A document keeps it until another signal is requested.
#[test]
fn a_signal_makes_a_graph_of_its_own() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(23, 4);
    let file = story.join("story.txt");
    let add = |wish: &[&str]| {
        let added = sandbox.json(&[&["add", text(&file)], wish].concat()).json;
        assert_eq!(added[0]["state"], "ready");
        added[0]["cost"]["tokens_evaluated"].as_u64().unwrap()
    };
    assert!(add(&["--signal", "paper"]) > 0);
    assert_eq!(add(&[]), 0, "the settings are those of its graph");
    assert!(add(&["--signal", "source-words,middle-layers"]) > 0);
    let list = sandbox.json(&["list"]).json;
    let graphs = items(&list[0], "graphs");
    let signals: Vec<&Value> = graphs.iter().map(|graph| &graph["signal"]).collect();
    assert_eq!(signals, ["paper", "source words, middle layers"]);
    let edges =
        |graph: &Value| sandbox.json(&["show", "1", "--graph", &graph["id"].to_string()]).json;
    let [paper, other] = [&graphs[0], &graphs[1]].map(edges);
    assert_ne!(paper["edges"], other["edges"]);
    let printed = String::from_utf8(sandbox.run(&["list"]).stdout).unwrap();
    assert!(printed.contains("signal: source words, middle layers"), "{printed}");
}

/// The three files of a story agree: each telling is in the text of each file.
#[test]
fn every_format_of_a_story_holds_every_telling() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(14, 2);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (n, name) in ["story.txt", "story.epub", "story.pdf"].into_iter().enumerate() {
        let added = sandbox.json(&["add", text(&story.join(name))]);
        assert!(added.succeeded, "{name}: {}", added.json);
        let printed = sandbox.run(&["text", &(n + 1).to_string()]).stdout;
        let printed = words(&String::from_utf8(printed).unwrap());
        for fact in lines(&story.join("facts.jsonl")) {
            for telling in items(&fact, "told") {
                let shown = words(telling["text"].as_str().unwrap());
                assert!(printed.contains(&shown), "{name} lacks {shown}");
            }
        }
    }
}

#[test]
fn one_failed_file_does_not_keep_the_others_out() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let good = sandbox.path("good.txt");
    std::fs::write(&good, "Mira Holt keeps a lamp in the cellar.").unwrap();
    let ran = sandbox.json(&["add", "/nowhere.txt", text(&good)]);
    assert_eq!(ran.json[0]["error"]["code"], "file_missing");
    assert_eq!(ran.json[1]["state"], "ready");
}

/// A file name that is not Unicode does not keep other files out.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_unicode_is_reported() {
    use std::os::unix::ffi::OsStringExt;
    let _alone = alone();
    let sandbox = Sandbox::new();
    let odd = sandbox.folder.path().join(std::ffi::OsString::from_vec(b"odd\xff.txt".to_vec()));
    let good = sandbox.path("good.txt");
    std::fs::write(&odd, "x").unwrap();
    std::fs::write(&good, "Mira Holt keeps a lamp in the cellar.").unwrap();
    let output = sandbox.command(&["add", "--json"]).arg(&odd).arg(&good).output().unwrap();
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed[0]["error"]["code"], "file_unreadable");
    assert_eq!(printed[1]["state"], "ready");
    let folder = sandbox.json(&["add", text(sandbox.folder.path())]).json;
    let failed = folder.as_array().unwrap().iter().find(|item| !item["error"].is_null()).unwrap();
    assert!(
        failed["error"]["message"].as_str().unwrap().contains("is not valid Unicode"),
        "{failed}"
    );
}
