//! File → graph → question → answer → passage, through the command line, with the real model.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use serde_json::Value;
use tests::cli_output::{
    items, keys, set, the_answer_has_its_keys, the_list_and_the_graph_agree, the_text_is_the_files,
};
use tests::models::POCKET;
use tests::{Sandbox, alone, lines, text};

/// One small book for everything that only needs some graph.
#[test]
fn a_story_goes_all_the_way() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(11, 6);
    let book = std::fs::read_to_string(story.join("story.txt")).unwrap();

    let added = sandbox.json(&["add", text(&story.join("story.txt"))]).json;
    let added = &added[0];
    assert_eq!(
        keys(added),
        set(["id", "title", "pages", "chunks", "nodes", "levels", "state", "cost", "names"])
    );
    assert_eq!(added["state"], "ready");
    assert_eq!(added["chunks"], 6);
    let id = added["id"].to_string();

    the_list_and_the_graph_agree(&sandbox, added);
    the_text_is_the_files(&sandbox, &id, &book);
    the_answer_is_whole(&sandbox, &id, &story, &book);
    its_words_are_found(&sandbox, &id, &book);
    the_graph_can_be_drawn(&sandbox, &id);
    a_model_that_cannot_be_used_changes_nothing(&sandbox, &story);
    adding_again_costs_nothing(&sandbox, &story);

    assert!(sandbox.json(&["remove", &id]).succeeded);
    assert_eq!(sandbox.json(&["list"]).json, serde_json::json!([]));
    assert_eq!(sandbox.json(&["show", &id]).code(), "document_unknown");
    assert_eq!(items(&sandbox.json(&["search", "the"]).json, "hits").len(), 0);
}

fn the_answer_is_whole(sandbox: &Sandbox, id: &str, story: &std::path::Path, book: &str) {
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
    let ask = question["question"].as_str().unwrap();
    let answer = sandbox.json(&["ask", id, ask, "--best-effort"]).json;
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
    let history = sandbox.json(&["history", id]).json;
    assert_eq!(
        keys(&history[0]),
        set([
            "id",
            "question",
            "documents",
            "found",
            "stop",
            "answer",
            "asked",
            "follows",
            "growing",
            "supported",
        ])
    );
    let recalled = sandbox.json(&["history", "--question", &history[0]["id"].to_string()]).json;
    assert_eq!(recalled, answer);
    the_answer_is_a_page(sandbox, &answer);
    what_was_kept_is_not_computed_again(sandbox, id, ask, &answer);
    a_question_may_follow_another(sandbox, id, &answer);
    let fixed = sandbox.json(&["ask", id, ask, "--fixed-nodes", "3"]).json;
    assert_eq!((items(&fixed, "steps").len(), &fixed["stop"]), (3, &"fixed".into()));
}

/// Words are found where they stand, and in no other text.
fn its_words_are_found(sandbox: &Sandbox, id: &str, book: &str) {
    let words: Vec<&str> = book.split_whitespace().collect();
    let typed = words[words.len() / 2..][..3].join(" ").replace('"', " ");
    let found = sandbox.json(&["search", &format!("\"{typed}\""), "--document", id]).json;
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
    assert_eq!(items(&sandbox.json(&["search", "xyzzyplugh"]).json, "hits").len(), 0);
}

/// An answer as a page contains its words and its passages.
fn the_answer_is_a_page(sandbox: &Sandbox, answer: &Value) {
    let question = answer["id"].to_string();
    let page = |form: &str| {
        let ran = sandbox.run(&["history", "--question", &question, "--as", form]);
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

/// The words before the question are the same every time: the second time they are loaded from
/// disk, and nothing else differs.
fn what_was_kept_is_not_computed_again(sandbox: &Sandbox, id: &str, ask: &str, first: &Value) {
    let again = sandbox.json(&["ask", id, ask, "--best-effort"]).json;
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

/// The model reads the earlier exchange with a question that follows it, and the answer is stored
/// with the question that it follows.
fn a_question_may_follow_another(sandbox: &Sandbox, id: &str, earlier: &Value) {
    let first = earlier["id"].to_string();
    let ask = |more: &[&str]| {
        let never_enough = ["ask", id, "Why?", "--confidence", "1", "--max-nodes", "0"];
        sandbox.json(&[&never_enough, more].concat()).json
    };
    let (afresh, on) = (ask(&[]), ask(&["--follow", &first]));
    let shown = |answer: &Value| answer["cost"]["tokens_distinct"].as_u64().unwrap();
    let said = format!("{} {}", earlier["question"], earlier["answer"]);
    let words = said.split_whitespace().count() as u64;
    assert!(shown(&on) >= shown(&afresh) + words, "{} and {}", shown(&on), shown(&afresh));
    assert_eq!((&on["question"], &on["options"]["follows"]), (&"Why?".into(), &earlier["id"]));
    let kept = sandbox.json(&["history", "--question", &on["id"].to_string()]).json;
    assert_eq!(kept, on);
    assert_eq!(sandbox.json(&["history", id]).json[0]["follows"], earlier["id"]);
    let last = ask(&["--follow", &on["id"].to_string()]);
    assert!(shown(&last) > shown(&on), "two questions are read again");
    let [on, last] = [on, last].map(|answer| answer["id"].to_string());
    assert!(sandbox.json(&["forget", &on]).succeeded);
    assert!(!sandbox.json(&["ask", id, "Why?", "--follow", &on]).succeeded, "it was removed");
    let further = ask(&["--follow", &last]);
    assert!(shown(&further) < shown(&kept), "it is read no further back than what was removed");
}

/// Every node and edge is in the files for drawing in other programs.
fn the_graph_can_be_drawn(sandbox: &Sandbox, id: &str) {
    let view = sandbox.json(&["show", id]).json;
    let (nodes, edges) = (items(&view, "nodes").len(), items(&view, "edges").len());
    let printed = |flag: &str| String::from_utf8(sandbox.run(&["show", id, flag]).stdout).unwrap();
    let (dot, graphml) = (printed("--dot"), printed("--graphml"));
    assert!(dot.starts_with("digraph") && dot.trim_end().ends_with('}'), "{dot}");
    assert_eq!(dot.matches(" -> ").count(), edges);
    assert_eq!(graphml.matches("<node ").count(), nodes);
    assert_eq!(graphml.matches("<edge ").count(), edges);
    assert!(graphml.trim_end().ends_with("</graphml>"));
}

/// A model with a broken chat template loads, and is refused before anything is written.
fn a_model_that_cannot_be_used_changes_nothing(sandbox: &Sandbox, story: &std::path::Path) {
    let mut bytes = std::fs::read(POCKET).unwrap();
    let good = b"{% for m in messages %}";
    let at = bytes.windows(good.len()).position(|window| window == good).unwrap();
    bytes[at..at + 6].copy_from_slice(b"{% fox");
    let model = sandbox.path("odd.gguf");
    std::fs::write(&model, bytes).unwrap();
    let before = sandbox.json(&["list"]).json;
    let book = story.join("story.txt");
    for arguments in
        [vec!["add", text(&book), "--model", text(&model)], vec!["model", "use", text(&model)]]
    {
        let ran = sandbox.json(&arguments);
        assert!(!ran.succeeded && !ran.code().is_empty(), "{}", ran.json);
    }
    let after = sandbox.json(&["list"]).json;
    for name in ["state", "chunks", "nodes", "levels"] {
        assert_eq!(after[0][name], before[0][name], "{name}");
    }
}

fn adding_again_costs_nothing(sandbox: &Sandbox, story: &std::path::Path) {
    let again = sandbox.json(&["add", text(&story.join("story.txt"))]).json;
    assert_eq!(again[0]["cost"]["tokens_evaluated"], 0);
    assert_eq!(
        items(&serde_json::json!({ "list": sandbox.json(&["list"]).json }), "list").len(),
        1
    );
}

/// A folder becomes a collection, which can be asked by its name.
#[test]
fn a_folder_is_asked_as_one() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(18, 4);
    let folder = sandbox.path("Old books");
    std::fs::create_dir(&folder).unwrap();
    std::fs::rename(story.join("story.pdf"), folder.join("story.pdf")).unwrap();
    std::fs::write(folder.join("note.txt"), "Mira Holt keeps a lamp in the cellar.").unwrap();
    std::fs::write(folder.join("cover.jpg"), "no picture").unwrap();
    std::fs::write(folder.join("torn.pdf"), "").unwrap();
    let added = sandbox.json(&["add", text(&folder)]).json;
    assert_eq!((&added[0]["state"], &added[1]["state"]), (&"ready".into(), &"ready".into()));
    assert_eq!(added[2]["error"]["code"], "file_empty", "what is named as a document is reported");
    assert_eq!((added[3]["left_out"].as_u64(), added.as_array().unwrap().len()), (Some(1), 4));
    for document in sandbox.json(&["list"]).json.as_array().unwrap() {
        assert_eq!(document["collections"], serde_json::json!(["Old books"]));
        assert!(document.get("shared").is_none(), "it is shared only on request");
    }
    assert!(sandbox.json(&["collection", "share", "Old books"]).succeeded);
    assert_eq!(sandbox.json(&["list"]).json[0]["shared"], serde_json::json!(["Old books"]));
    let ask = ["ask", "Old books", "Who keeps a lamp?", "--best-effort"];
    let answer = sandbox.json(&ask).json;
    assert_eq!(answer["documents"], serde_json::json!([1, 2]), "{answer}");
    assert_eq!(sandbox.json(&["ask", "Nothing", "Who?"]).code(), "bad_request");
}
