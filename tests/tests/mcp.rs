//! `pecan mcp`: what clients of the Model Context Protocol see and get.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};
use tests::cli_output::items;
use tests::clients::{Clients, printed};
use tests::{Sandbox, alone, lines, text};

/// A library with a shared and a secret document; returns a question about the shared one, too.
fn library() -> (Sandbox, String) {
    let sandbox = Sandbox::new();
    let story = sandbox.story(11, 4);
    assert!(sandbox.json(&["add", text(&story.join("story.pdf"))]).succeeded);
    let secret = sandbox.path("secret.txt");
    std::fs::write(&secret, "The key to the cellar lies under the mat.").unwrap();
    assert!(sandbox.json(&["add", text(&secret)]).succeeded);
    for (collection, document) in [("Old books", "1"), ("Secrets", "2")] {
        assert!(sandbox.json(&["collection", "put", collection, document]).succeeded);
    }
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
    (sandbox, question["question"].as_str().unwrap().to_owned())
}

/// A session with `pecan mcp`, line by line.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
    requests: u32,
}

impl Session {
    fn begin(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let mut command = sandbox.command(&[&["mcp"], arguments].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let mut session =
            Self { child, input, output: BufReader::new(output).lines(), requests: 0 };
        let hello = session.request(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        let instructions = hello["result"]["instructions"].as_str().unwrap();
        assert!(instructions.contains("private"), "{instructions}");
        session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        session
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    fn request(&mut self, method: &str, parameters: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        let reply: Value = serde_json::from_str(&self.output.next().unwrap().unwrap()).unwrap();
        assert_eq!(reply["id"], id, "{reply}");
        reply
    }

    fn documents(&mut self) -> Vec<i64> {
        let listed =
            self.request("tools/call", json!({ "name": "list_documents", "arguments": {} }));
        let documents = items(&listed["result"]["structuredContent"], "documents").clone();
        documents.iter().map(|document| document["id"].as_i64().unwrap()).collect()
    }

    /// Closes the input, and returns what was said on stderr.
    fn end(mut self) -> String {
        drop(self.input.take());
        let output = self.child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }
}

/// Nothing is shared before the user shares it, and nothing after they no longer do.
#[test]
fn only_shared_collections_are_visible() {
    let _alone = alone();
    let (sandbox, _) = library();
    let mut session = Session::begin(&sandbox, &[]);
    assert_eq!(session.documents(), [0_i64; 0]);
    assert!(sandbox.json(&["collection", "share", "Old books"]).succeeded);
    assert_eq!(session.documents(), [1]);
    assert_eq!(sandbox.json(&["list"]).json[0]["shared"], json!(["Old books"]));
    assert!(sandbox.json(&["collection", "unshare", "Old books"]).succeeded);
    assert_eq!(session.documents(), [0_i64; 0]);
    assert_eq!(sandbox.json(&["collection", "share", "Nothing"]).code(), "bad_request");
    let said = session.end();
    assert!(said.contains("may send passages"), "{said}");
    let mut session = Session::begin(&sandbox, &["--all"]);
    assert_eq!(session.documents(), [1, 2]);
    session.end();
}

/// A client that cancels a question stops it.
#[test]
fn a_cancelled_question_is_stopped() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(11, 10);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    let mut session = Session::begin(&sandbox, &["--all"]);
    let arguments = json!({ "documents": [1], "question": "Which of them is nowhere?" });
    session.send(&json!({
        "jsonrpc": "2.0", "id": 77, "method": "tools/call",
        "params": { "name": "ask", "arguments": arguments },
    }));
    std::thread::sleep(std::time::Duration::from_millis(300));
    session.send(&json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 77 },
    }));
    assert_eq!(session.documents(), [1], "it is answered next");
    session.end();
    let history = sandbox.json(&["history"]).json;
    assert_eq!(history[0]["stop"], "stopped", "{history}");
}

/// The official client lists, searches, asks, reads, and finds the points on a passage; nothing of the library changes
/// but its history.
#[test]
fn the_official_client_reads_what_is_shared() {
    let Some(clients) = Clients::find() else { return };
    let _alone = alone();
    let (sandbox, question) = library();
    assert!(sandbox.json(&["collection", "share", "Old books"]).succeeded);
    let Some(mut client) = clients.python("mcp_client.py", "mcp") else { return };
    let before = sandbox.json(&["list"]).json;
    let pecan = sandbox.command(&["mcp"]);
    client.arg(&question).arg(pecan.get_program()).args(pecan.get_args());
    let got = printed(&mut client);
    assert_eq!(sandbox.json(&["list"]).json, before);
    let asked = sandbox.json(&["history"]).json;
    assert_eq!(asked.as_array().unwrap().len(), 2, "one question in each mode");
    for got in got.as_array().unwrap() {
        a_client_saw_the_shared_book(&sandbox, got);
    }
}

fn a_client_saw_the_shared_book(sandbox: &Sandbox, got: &Value) {
    assert_eq!((&got["name"], &got["described"]), (&"pecan".into(), &true.into()));
    assert_eq!(
        got["tools"],
        json!({
            "list_documents": true,
            "search": true,
            "ask": false,
            "read_passage": true,
            "points_on_passage": true,
        })
    );
    let documents = items(&got["documents"], "documents");
    assert_eq!((documents.len(), &documents[0]["collections"]), (1, &json!(["Old books"])));
    for refused in items(got, "hidden").iter().chain(items(got, "bad")) {
        assert!(
            refused["error"].as_str().is_some_and(|said| !said.contains("cellar")),
            "{refused}"
        );
    }
    let page = &got["page"]["passages"][0];
    assert_eq!((&page["page"], &page["start"]), (&1.into(), &0.into()));
    assert!(items(&got["found"], "hits").iter().any(|hit| hit["passage"]["page"] == 1));

    let (answer, cited) = (&got["answer"], &got["answer"]["passages"][0]);
    let stored = sandbox.json(&["history", "--question", &answer["question"].to_string()]).json;
    assert_eq!(
        (&answer["kind"], &cited["text"]),
        (&stored["kind"], &stored["evidence"][0]["text"])
    );
    assert_eq!(cited["page"], stored["evidence"][0]["page"]);
    let read: Vec<&str> = items(&got["read"], "passages")
        .iter()
        .map(|passage| passage["text"].as_str().unwrap())
        .collect();
    assert_eq!(read.concat(), cited["text"].as_str().unwrap());

    let graph = sandbox.json(&["show", "1"]).json;
    let points = items(&got["points"], "points");
    assert!(!points.is_empty());
    for point in points {
        let node = &items(&graph, "nodes")[point["node"].as_u64().unwrap() as usize];
        assert_eq!((&point["text"], &point["level"]), (&node["text"], &node["level"]));
        let share = point["share"].as_f64().unwrap();
        assert!(share > 0.0 && share < 1.000_01, "{point}");
    }
}
