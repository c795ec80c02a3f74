//! What the command line prints for bad input, for programs, and while another program writes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use tests::models::POCKET;
use tests::{Sandbox, alone, points, text};

/// Each bad input gets its error code and a nonzero exit status, and leaves the library unchanged.
#[test]
fn bad_input_is_reported_by_code() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let file = |name: &str, bytes: &[u8]| {
        let path = sandbox.path(name);
        std::fs::write(&path, bytes).unwrap();
        text(&path).to_owned()
    };
    let empty = sandbox.path("empty");
    std::fs::create_dir(&empty).unwrap();
    let good = file("good.txt", b"Mira Holt keeps a lamp in the cellar.");
    let cases: [(&[&str], &str); 17] = [
        (&["add", "/dev/zero"], "file_unreadable"),
        (&["add", &good, "--at-once", "1000"], "bad_request"),
        (&["model", "attention", POCKET, "--text", "/no.txt", "--out", "x"], "file_missing"),
        (&["model", "attention", POCKET, "--text", "/", "--out", "x"], "is_folder"),
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
        (&["forget", "7"], "bad_request"),
        (&["entities", "7"], "document_unknown"),
    ];
    for (arguments, code) in cases {
        let ran = sandbox.json(arguments);
        assert_eq!((ran.code(), ran.succeeded), (code, false), "{arguments:?}: {}", ran.json);
        assert!(ran.json["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
}

/// For any request, `--json` prints one value.
#[test]
fn help_and_version_are_json_too() {
    let sandbox = Sandbox::new();
    for arguments in [&["--version"][..], &["ask", "--help"], &["help"], &["help", "json"]] {
        let ran = sandbox.json(arguments);
        assert!(ran.succeeded && !ran.json["help"].as_str().unwrap().is_empty(), "{arguments:?}");
    }
}

/// An unknown topic of help is a command line error.
#[test]
fn unknown_topics_of_help_end_like_unknown_commands() {
    let sandbox = Sandbox::new();
    for arguments in [&["help", "fly"][..], &["fly"]] {
        assert_eq!(sandbox.run(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

/// While one program writes, another can read, and gets an error if it tries to write.
#[test]
fn a_second_program_reads_but_does_not_write() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let story = sandbox.story(13, 20);
    let mut writer = sandbox.begin_adding(&story.join("story.txt"));
    sandbox.wait_for_graph(&mut writer, |graph| points(graph, 1));
    if writer.try_wait().unwrap().is_none() {
        assert!(sandbox.json(&["list"]).succeeded);
        let other = sandbox.path("other.txt");
        std::fs::write(&other, "Something else.").unwrap();
        assert_eq!(sandbox.json(&["add", text(&other)]).code(), "library_busy");
    }
    writer.kill().unwrap();
    writer.wait().unwrap();
}
