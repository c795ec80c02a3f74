//! Models that are listed, found, downloaded, used and removed, from a hub on this machine.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::process::Command;

use serde_json::Value;
use tests::cli_output::{items, keys, set};
use tests::hub::{Fault, Hub, SharedFile, sha256};
use tests::models::{POCKET, renamed};
use tests::{Sandbox, alone};

/// The model on the hub.
const NAME: &str = "own/small-GGUF:F16";

/// A command with its own folder of models, in which nothing is.
fn command(sandbox: &Sandbox, arguments: &[&str]) -> Command {
    let mut command = sandbox.command(&[arguments, &["--json"]].concat());
    command.env("PECAN_MODELS", sandbox.path("models"));
    command
}

/// Runs it. Returns the value that it prints, and whether it succeeded.
fn json(sandbox: &Sandbox, arguments: &[&str]) -> (Value, bool) {
    let output = command(sandbox, arguments).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let value = serde_json::from_str(&printed)
        .unwrap_or_else(|error| panic!("{arguments:?} printed {printed:?}: {error}"));
    (value, output.status.success())
}

/// A hub with a model that Pecan can use.
fn hub(content: &[u8]) -> Hub {
    let file = SharedFile {
        repository: "own/small-GGUF".into(),
        path: "small-f16.gguf".into(),
        content: content.to_vec(),
        stated: None,
    };
    Hub::start(vec![file], |_, _| Fault::None)
}

#[test]
fn a_model_is_found_downloaded_used_and_removed() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let content = renamed("From the hub");
    let hub = hub(&content);
    let mirror = ["--mirror", hub.address()];

    let (found, _) = json(&sandbox, &[&["model", "search", "small"], &mirror[..]].concat());
    assert_eq!(
        keys(&found[0]),
        set(["name", "licence", "architecture", "downloads", "gated", "revision", "quantisations"])
    );
    let one = &found[0]["quantisations"][0];
    assert_eq!(keys(one), set(["name", "bytes", "files", "fits"]));
    assert_eq!((&one["name"], &one["fits"]), (&NAME.into(), &true.into()));

    let get = [&["model", "get", NAME], &mirror[..]].concat();
    let (got, _) = json(&sandbox, &get);
    assert_eq!(keys(&got[0]), set(["name", "path", "bytes", "received"]));
    assert_eq!((&got[0]["bytes"], &got[0]["received"]), (&one["bytes"], &one["bytes"]));
    assert_eq!(fs::read(got[0]["path"].as_str().unwrap()).unwrap(), content);
    let requests = hub.requests().len();
    let (again, _) = json(&sandbox, &get);
    assert_eq!((&again[0]["received"], hub.requests().len()), (&0.into(), requests));

    let (list, _) = json(&sandbox, &["model", "list"]);
    let listed = |name: &str| list.as_array().unwrap().iter().find(|one| one["name"] == name);
    let here = listed(NAME).unwrap();
    assert_eq!((&here["present"], &here["tried"]), (&true.into(), &false.into()));
    assert_eq!(here["sha256"], sha256(&content));

    let (info, _) = json(&sandbox, &["model", "info", NAME]);
    assert_eq!((&info["path"], &info["hash"]), (&got[0]["path"], &here["sha256"]));
    let (used, succeeded) = json(&sandbox, &["model", "use", NAME]);
    assert!(succeeded && used["path"] == got[0]["path"], "{used}");

    let (removed, _) = json(&sandbox, &["model", "remove", NAME]);
    assert_eq!(keys(&removed), set(["removed", "files", "bytes"]));
    assert_eq!((&removed["files"], &removed["bytes"]), (&1.into(), &one["bytes"]));
    let (gone, succeeded) = json(&sandbox, &["model", "remove", NAME]);
    assert_eq!((&gone["error"]["code"], succeeded), (&"model_unknown".into(), false));
    assert_eq!(fs::read_dir(sandbox.path("models/downloaded")).unwrap().count(), 0);
}

/// What the list says about the models that come with Pecan is so.
#[test]
fn the_list_agrees_with_the_models_that_come_with_pecan() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let list = sandbox.json(&["model", "list"]).json;
    for model in items(&serde_json::json!({ "list": list }), "list") {
        assert_eq!(
            keys(model),
            set([
                "name", "purpose", "licence", "bytes", "memory", "sha256", "revision", "tried",
                "present"
            ])
        );
        if model["tried"] != true {
            continue;
        }
        let info = sandbox.json(&["model", "info", model["name"].as_str().unwrap()]).json;
        assert_eq!(model["present"], true);
        for (listed, known) in [("bytes", "bytes"), ("sha256", "hash"), ("memory", "needed")] {
            assert_eq!(model[listed], info[known], "{listed} of {}", model["name"]);
        }
    }
}

#[test]
fn what_cannot_be_downloaded_is_reported_by_code() {
    let sandbox = Sandbox::new();
    let hub = hub(b"too short");
    fs::create_dir_all(sandbox.path("models/downloaded")).unwrap();
    fs::copy(POCKET, sandbox.path("models/pocket.gguf")).unwrap();
    let cases: [(&[&str], &str); 8] = [
        (&["get", "default"], "bad_request"),
        (&["get", "nothing"], "model_unknown"),
        (&["get", "own/small-GGUF"], "model_unknown"),
        (&["get", "own/small-GGUF:Q8_0", "--mirror", hub.address()], "model_unknown"),
        (&["get", "own/other:F16", "--mirror", hub.address()], "model_unknown"),
        (&["get", NAME, "--mirror", "http://127.0.0.1:9"], "offline"),
        (&["search", "x", "--mirror", "nowhere"], "bad_request"),
        (&["remove", "demo"], "model_unknown"),
    ];
    for (arguments, code) in cases {
        let (printed, succeeded) = json(&sandbox, &[&["model"], arguments].concat());
        assert_eq!((&printed["error"]["code"], succeeded), (&code.into(), false), "{arguments:?}");
    }
    let both = ["model", "get", NAME, "nothing", "--mirror", hub.address()];
    let (printed, succeeded) = json(&sandbox, &both);
    assert_eq!((&printed[0]["bytes"], succeeded), (&9.into(), false));
    assert_eq!(printed[1]["error"]["code"], "model_unknown");
    assert!(sandbox.path("models/pocket.gguf").exists());
}
