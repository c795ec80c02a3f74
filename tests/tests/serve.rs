//! `pecan serve`: who may ask, and what programs get.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::cli_output::{items, keys, set, the_answer_has_its_keys};
use tests::clients::{Clients, printed};
use tests::server::{Reply, Server, TOKEN};
use tests::{Sandbox, alone, lines, text};

/// A question that can be answered from a story.
fn answerable(story: &Path) -> String {
    let questions = lines(&story.join("questions.jsonl"));
    let question = questions.iter().find(|question| question["answerable"] == true).unwrap();
    question["question"].as_str().unwrap().to_owned()
}

/// A library with a story in a collection; returns a question about it, too.
fn library(chunks: usize) -> (Sandbox, String) {
    let sandbox = Sandbox::new();
    let story = sandbox.story(11, chunks);
    assert!(sandbox.json(&["add", text(&story.join("story.txt"))]).succeeded);
    assert!(sandbox.json(&["collection", "put", "Old books", "1"]).succeeded);
    let question = answerable(&story);
    (sandbox, question)
}

fn chat(model: &str, question: &str) -> Value {
    json!({ "model": model, "messages": [{ "role": "user", "content": question }] })
}

/// Every way in is closed but one: this machine's own name, no page, the token.
#[test]
fn only_programs_of_this_machine_with_the_token_are_answered() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox, &[]);
    let asked = |changes: &[(&str, &str)]| {
        let mut request = server.request("GET", "/v1/documents", "");
        for (from, to) in changes {
            assert!(request.contains(from), "{from}");
            request = request.replace(from, to);
        }
        let reply = server.send(&request);
        assert!(!reply.head.contains("access-control"), "no page is invited: {}", reply.head);
        (reply.status, if reply.status == 200 { String::new() } else { reply.code() })
    };
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let other =
        |host: &str| format!("Host: {}\r\n", host.replace("PORT", &server.port.to_string()));
    assert_eq!(asked(&[]), (200, String::new()));
    for own in ["localhost:PORT", "[::1]:PORT"] {
        assert_eq!(asked(&[(&host, &other(own))]).0, 200, "{own}");
    }
    let refused = (403, "caller_refused".to_owned());
    for foreign in ["example.org", "example.org:PORT", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:PORT"] {
        assert_eq!(asked(&[(&host, &other(foreign))]), refused, "{foreign}");
    }
    assert_eq!(asked(&[(&host, &format!("{host}{host}"))]), refused, "two hosts");
    assert_eq!(asked(&[("GET /", "GET http://example.org/")]), refused);
    for (origin, status) in [
        (format!("http://127.0.0.1:{}", server.port), 200),
        ("https://example.org".to_owned(), 403),
        ("http://localhost:3000".to_owned(), 403),
        ("null".to_owned(), 403),
    ] {
        let with = format!("Origin: {origin}\r\n{host}");
        assert_eq!(asked(&[(&host, &with)]).0, status, "{origin}");
    }
    let wrong = (401, "token_wrong".to_owned());
    for token in [&format!("{TOKEN}x"), "", &TOKEN[1..], "another-token-altogether"] {
        assert_eq!(asked(&[(TOKEN, token)]), wrong, "{token}");
    }
    assert_eq!(asked(&[("Authorization", "X-Authorization")]), wrong);
    assert_eq!(asked(&[("Bearer", "Basic")]), wrong);
    let preflight = format!("Origin: https://example.org\r\n{host}");
    assert_eq!(asked(&[("GET", "OPTIONS"), (&host, &preflight)]), refused);
}

/// It listens at this machine's own address alone, and no new rights can be had from it.
#[test]
#[cfg(target_os = "linux")]
fn it_listens_on_loopback_alone() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox, &[]);
    let open = tests::processes::sockets(server.id());
    assert!(!open.is_empty() && open.iter().all(|socket| !socket.leaves()), "{open:?}");
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let (succeeded, said) = server.end();
    assert!(succeeded, "{said}");
    let is_confined = status.contains("NoNewPrivs:\t1");
    assert_eq!(is_confined, !said.contains("cannot forbid"), "{said}");
}

/// Without a token of the user's, one is made, and shown once.
#[test]
fn a_token_is_made_for_each_run() {
    let sandbox = Sandbox::new();
    let said = |arguments: &[&str]| {
        let words = [&["serve", "--port", "0"], arguments].concat();
        let mut command = sandbox.command(&words);
        command.env_remove("PECAN_SERVE_TOKEN").stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut first = [0; 16];
        let listens = child.stdout.as_mut().unwrap().read_exact(&mut first).is_ok();
        tests::processes::end(child.id());
        let output = child.wait_with_output().unwrap();
        (listens, String::from_utf8(output.stderr).unwrap())
    };
    let token = |said: &str| said.rsplit(' ').next().unwrap().trim().to_owned();
    let [one, other] = [0; 2].map(|_| said(&[])).map(|(listens, said)| {
        assert!(listens && said.matches("token").count() == 1, "{said}");
        token(&said)
    });
    assert!(one.len() == 64 && one != other, "{one} {other}");
    let file = sandbox.path("token");
    std::fs::write(&file, "short\n").unwrap();
    assert!(!said(&["--token-file", text(&file)]).0, "it can be guessed");
    std::fs::write(&file, format!("{one}\n")).unwrap();
    let (listens, said) = said(&["--token-file", text(&file)]);
    assert!(listens && !said.contains(&one), "{said}");
}

/// Requests that make no sense are answered in one shape.
#[test]
fn errors_have_a_status_a_code_and_a_sentence() {
    let _alone = alone();
    let (sandbox, _) = library(2);
    let server = Server::start(&sandbox, &[]);
    let ask = |body: Value| server.post("/v1/ask", &body);
    let complete = |body: Value| server.post("/v1/chat/completions", &body);
    let with = |name: &str, value: Value| {
        let mut body = chat("pecan/1", "Who?");
        body[name] = value;
        complete(body)
    };
    let large = "x".repeat(3 << 20);
    for (reply, status, code) in [
        (server.get("/v1/nothing"), 404, "bad_request"),
        (server.get("/"), 404, "bad_request"),
        (server.get("/v1/ask"), 405, "bad_request"),
        (server.get("/v1/search"), 400, "bad_request"),
        (server.get("/v1/search?q="), 400, "bad_request"),
        (server.get("/v1/search?q=a&document=1&until=page:0"), 400, "bad_request"),
        (server.get("/v1/show?document=7"), 404, "document_unknown"),
        (server.get("/v1/show?document=1&node=999"), 404, "node_unknown"),
        (server.get("/v1/models/pecan/7"), 404, "document_unknown"),
        (server.post("/v1/ask", &json!("nonsense")), 400, "bad_request"),
        (ask(json!({ "question": "Who?" })), 400, "bad_request"),
        (ask(json!({ "documents": [1], "collection": "a", "question": "?" })), 400, "bad_request"),
        (ask(json!({ "documents": [7], "question": "Who?" })), 404, "document_unknown"),
        (ask(json!({ "documents": [1], "question": " " })), 400, "bad_request"),
        (ask(json!({ "documents": [1], "question": "Who?", "option": 1 })), 400, "bad_request"),
        (ask(json!({ "collection": "None", "question": "Who?" })), 404, "document_unknown"),
        (
            ask(json!({ "documents": [1], "question": "?", "options": { "reranker": "/a" } })),
            400,
            "bad_request",
        ),
        (complete(chat("gpt-5", "Who?")), 404, "document_unknown"),
        (complete(chat("pecan/9", "Who?")), 404, "document_unknown"),
        (complete(chat("pecan/1", "")), 400, "bad_request"),
        (with("n", json!(2)), 400, "bad_request"),
        (with("tools", json!([{ "type": "function" }])), 400, "bad_request"),
        (with("messages", json!([])), 400, "bad_request"),
        (with("stream", json!("yes")), 400, "bad_request"),
        (complete(chat("pecan/1", &large)), 413, "bad_request"),
    ] {
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{}", reply.body);
        let error = &reply.json()["error"];
        assert_eq!(keys(error), set(["code", "message", "type", "param"]));
        assert!(error["message"].as_str().unwrap().ends_with('.'), "{error}");
    }
}

/// Programs get what the command prints.
#[test]
fn the_json_is_that_of_the_command_line() {
    let _alone = alone();
    let (sandbox, question) = library(4);
    let server = Server::start(&sandbox, &[]);
    assert_eq!(server.get("/v1/documents").json(), sandbox.json(&["list"]).json);
    assert_eq!(server.get("/v1/show?document=1").json(), sandbox.json(&["show", "1"]).json);
    let one = ["show", "1", "--node", "0", "--until", "page:1"];
    assert_eq!(
        server.get("/v1/show?document=1&node=0&until=page%3A1").json(),
        sandbox.json(&one).json
    );
    let word = question.split(' ').nth(1).unwrap();
    let found = server.get(&format!("/v1/search?q={word}&document=1&most=3")).json();
    assert_eq!(found, sandbox.json(&["search", word, "--document", "1", "--most", "3"]).json);

    let options = json!({ "best_effort": true });
    let answer = server
        .post("/v1/ask", &json!({ "documents": [1], "question": question, "options": options }))
        .json();
    the_answer_has_its_keys(&answer);
    assert_eq!(answer, sandbox.json(&["history", "--question", &answer["id"].to_string()]).json);
    let whole =
        server.post("/v1/ask", &json!({ "collection": "Old books", "question": question })).json();
    assert_eq!(whole["documents"], json!([1]));
    // Another program may write between two questions.
    assert!(sandbox.json(&["forget", &whole["id"].to_string()]).succeeded);
}

/// A model is a document or a collection; its completion is an answer with citations.
#[test]
fn an_answer_is_a_chat_completion() {
    let _alone = alone();
    let (sandbox, question) = library(4);
    let server = Server::start(&sandbox, &[]);
    let models = server.get("/v1/models").json();
    let ids: Vec<&str> =
        items(&models, "data").iter().map(|model| model["id"].as_str().unwrap()).collect();
    assert_eq!(
        (&models["object"], ids.as_slice()),
        (&"list".into(), &["pecan/1", "pecan/Old books"][..])
    );
    let title = &sandbox.json(&["list"]).json[0]["title"];
    assert_eq!(server.get("/v1/models/pecan%2F1").json()["title"], *title);
    assert_eq!(server.get("/v1/models/pecan/Old%20books").json()["documents"], json!([1]));

    let mut body = chat("pecan/1", &question);
    body["pecan"] = json!({ "best_effort": true });
    let completion = server.post("/v1/chat/completions", &body).json();
    assert_eq!(
        keys(&completion),
        set(["id", "object", "created", "model", "choices", "usage", "pecan"])
    );
    let choice = &completion["choices"][0];
    let message = &choice["message"];
    assert_eq!((&message["role"], &choice["finish_reason"]), (&"assistant".into(), &"stop".into()));
    let asked = completion["pecan"]["question"].to_string();
    let stored = sandbox.json(&["history", "--question", &asked]).json;
    let content = message["content"].as_str().unwrap();
    assert!(content.starts_with(stored["answer"].as_str().unwrap().trim()), "{content}");
    let book = std::fs::read_to_string(sandbox.path("story").join("story.txt")).unwrap();
    let citations = items(message, "annotations");
    assert!(!citations.is_empty());
    for citation in citations {
        assert_eq!((&citation["type"], &citation["filename"]), (&"file_citation".into(), title));
        assert_eq!(citation["index"], content.chars().count());
        let [start, end] = ["start", "end"].map(|name| citation[name].as_u64().unwrap() as usize);
        let range: String = book.chars().skip(start).take(end - start).collect();
        assert_eq!(citation["text"], range);
    }
    let usage = |name: &str| completion["usage"][name].as_u64().unwrap();
    assert_eq!(usage("prompt_tokens") + usage("completion_tokens"), usage("total_tokens"));
    assert!(usage("completion_tokens") > 0);

    body["stream"] = true.into();
    body["stream_options"] = json!({ "include_usage": true });
    let reply = server.post("/v1/chat/completions", &body);
    assert!(reply.head.contains("content-type: text/event-stream"), "{}", reply.head);
    the_stream_is_the_answer(&reply, content, citations.len());
    an_earlier_answer_is_followed(&sandbox, &server, (&question, content));
}

fn the_stream_is_the_answer(reply: &Reply, content: &str, citations: usize) {
    let mut data = reply.events();
    assert_eq!(data.pop(), Some("[DONE]"));
    let mut chunks: Vec<Value> =
        data.iter().map(|chunk| serde_json::from_str(chunk).unwrap()).collect();
    let last = chunks.pop().unwrap();
    assert_eq!((items(&last, "choices").len(), last["usage"].is_object()), (0, true));
    assert!(chunks.iter().all(|chunk| chunk["id"] == last["id"]));
    let delta = |chunk: &Value| chunk["choices"][0]["delta"].clone();
    assert_eq!(delta(&chunks[0])["role"], "assistant");
    let pieces: Vec<String> =
        chunks.iter().filter_map(|chunk| Some(delta(chunk)["content"].as_str()?.into())).collect();
    assert_eq!(pieces.concat(), content);
    assert!(pieces.len() > 1, "in several pieces: {pieces:?}");
    let end = chunks.last().unwrap();
    assert_eq!(end["choices"][0]["finish_reason"], "stop");
    assert_eq!(items(&delta(end), "annotations").len(), citations);
}

fn an_earlier_answer_is_followed(
    sandbox: &Sandbox,
    server: &Server,
    (asked, answered): (&str, &str),
) {
    let follows = |answer: &str| {
        let mut body = chat("pecan/1", "Why?");
        body["messages"] = json!([
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": asked },
            { "role": "assistant", "content": answer },
            { "role": "user", "content": "Why?" },
        ]);
        let completion = server.post("/v1/chat/completions", &body).json();
        let question = completion["pecan"]["question"].to_string();
        sandbox.json(&["history", "--question", &question]).json["options"]["follows"].clone()
    };
    assert!(follows(answered).is_number());
    assert!(follows("An answer of another program.").is_null());
}

/// A question that takes a while.
fn slow(question: &str) -> Value {
    let options = json!({ "confidence": 1, "max_nodes": 1_000, "rerank": 0 });
    json!({ "documents": [1], "question": question, "options": options })
}

/// Long questions wait for one another, and are stopped with who asked them and with the server.
#[test]
fn questions_wait_and_are_stopped() {
    let _alone = alone();
    let (sandbox, question) = library(10);
    questions_wait_for_one_another_and_readers_for_none(&sandbox, &question);
    who_goes_away_stops_the_question(&sandbox, &question);
    ctrl_c_ends_the_server_and_its_questions(&sandbox, &question);
}

/// One question at a time is answered, some wait, and more are refused; reading never waits.
fn questions_wait_for_one_another_and_readers_for_none(sandbox: &Sandbox, question: &str) {
    let server = Server::start(sandbox, &["--waiting", "1"]);
    let running = server.open(&server.request("POST", "/v1/ask", &slow(question).to_string()));
    let waiting = server.open(&server.request("POST", "/v1/ask", &slow("Who waits?").to_string()));
    thread::sleep(Duration::from_millis(300));
    let refused = server.post("/v1/ask", &slow("Who comes too late?"));
    assert_eq!((refused.status, refused.code().as_str()), (429, "queue_full"), "{}", refused.body);
    assert!(refused.head.contains("retry-after: "), "{}", refused.head);
    let begun = Instant::now();
    assert_eq!(server.get("/v1/documents").status, 200);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    for mut stream in [running, waiting] {
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    }
    assert_eq!(sandbox.json(&["history"]).json.as_array().unwrap().len(), 2);
    for entry in sandbox.json(&["history"]).json.as_array().unwrap() {
        assert!(sandbox.json(&["forget", &entry["id"].to_string()]).succeeded);
    }
}

/// A client that goes away stops its question, whether it runs or waits.
fn who_goes_away_stops_the_question(sandbox: &Sandbox, question: &str) {
    let server = Server::start(sandbox, &[]);
    let mut streamed = chat("pecan/1", question);
    streamed["stream"] = true.into();
    streamed["pecan"] = slow(question)["options"].clone();
    for (path, body) in [("/v1/ask", slow(question)), ("/v1/chat/completions", streamed)] {
        let running = server.open(&server.request("POST", path, &body.to_string()));
        let waiting = server.open(&server.request("POST", path, &slow("Never?").to_string()));
        thread::sleep(Duration::from_millis(400));
        drop((waiting, running));
        let begun = Instant::now();
        let answered = server.post(
            "/v1/ask",
            &json!({
                "documents": [1], "question": "Who?", "options": { "fixed_nodes": 1 },
            }),
        );
        assert_eq!(answered.status, 200, "{}", answered.body);
        let history = sandbox.json(&["history"]).json;
        let of = |asked: &str| {
            let all = history.as_array().unwrap();
            all.iter().find(|entry| entry["question"] == asked).map(|entry| entry["stop"].clone())
        };
        assert_eq!((of(question), of("Never?")), (Some("stopped".into()), None), "{path}");
        eprintln!("{path}: the next question was answered after {:?}", begun.elapsed());
    }
}

/// The end of the server ends questions, and what was done stays.
fn ctrl_c_ends_the_server_and_its_questions(sandbox: &Sandbox, question: &str) {
    let server = Server::start(sandbox, &[]);
    let mut stream = server.open(&server.request("POST", "/v1/ask", &slow(question).to_string()));
    thread::sleep(Duration::from_millis(400));
    let (succeeded, said) = server.end();
    assert!(succeeded, "{said}");
    let mut text = String::new();
    // The connection may be closed before the reply.
    let _ = stream.read_to_string(&mut text);
    assert!(text.is_empty() || text.contains("503"), "{text}");
    assert!(sandbox.json(&["list"]).succeeded);
}

/// Clients that others wrote get what they expect: the packages `openai` of PyPI and npm.
#[test]
fn clients_of_others_are_answered() {
    let Some(clients) = Clients::find() else { return };
    let _alone = alone();
    let (sandbox, question) = library(4);
    let server = Server::start(&sandbox, &[]);
    let url = server.url();
    let all = [clients.python("openai_client.py", "openai"), clients.node("openai_client.mjs")];
    for mut client in all.into_iter().flatten() {
        let got = printed(client.args([url.as_str(), TOKEN, &question]));
        a_client_got_all_of_it(&sandbox, &got);
    }
}

fn a_client_got_all_of_it(sandbox: &Sandbox, got: &Value) {
    let newest = sandbox.newest_answer();
    assert_eq!(got["follow_up"], newest["id"]);
    let whole = sandbox.json(&["history", "--question", &newest["options"]["follows"].to_string()]);
    let (answer, content) = (whole.json, got["content"].as_str().unwrap());
    assert!(content.starts_with(answer["answer"].as_str().unwrap().trim()), "{content}");
    assert_eq!(
        (&got["models"], &got["finish_reason"]),
        (&json!(["pecan/1", "pecan/Old books"]), &"stop".into())
    );
    let title = &sandbox.json(&["list"]).json[0]["title"];
    let (citation, evidence) = (&got["citation"], &answer["evidence"][0]);
    assert_eq!((&got["title"], &citation["filename"]), (title, title));
    assert_eq!((&citation["type"], &citation["file_id"]), (&"file_citation".into(), &"1".into()));
    for name in ["document", "page", "start", "end", "text"] {
        assert_eq!(citation[name], evidence[name], "{name}");
    }
    let pieces: Vec<&str> =
        items(got, "pieces").iter().map(|piece| piece.as_str().unwrap()).collect();
    assert_eq!(pieces.concat(), content);
    assert_eq!(
        (&got["streamed"], &got["streamed_tokens"]),
        (&got["citations"], &got["total_tokens"])
    );
    for (name, status, code) in [
        ("unauthorised", 401, "token_wrong"),
        ("unknown", 404, "document_unknown"),
        ("bad", 400, "bad_request"),
    ] {
        assert_eq!(got[name], json!([status, code, "invalid_request_error"]), "{name}");
    }
}
