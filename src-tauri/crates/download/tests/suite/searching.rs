//! The search on a hub.

use std::ops::ControlFlow;

use download::HubFile;
use protocol::{Code, FoundModel};
use tests::hub::REVISION;

use super::*;

fn search(hub: &str, words: &str) -> Result<Vec<FoundModel>, Failure> {
    let task = Task::Search { words: words.to_owned(), most: 5 };
    let job = Job { hub: hub.parse().unwrap(), patience: hasty(), task };
    match download::run(Path::new(PROGRAM), &job, &mut |_| ControlFlow::Continue(()))? {
        TaskOutcome::Found(found) => Ok(found),
        other => panic!("{other:?}"),
    }
}

#[test]
fn repositories_are_found_with_their_models() {
    let mut files = vec![
        file("small-Q8_0.gguf", vec![1; 300]),
        file("README.md", vec![1; 3]),
        file("small-Q4_0-00001-of-00002.gguf", vec![1; 100]),
        file("small-Q4_0-00002-of-00002.gguf", vec![1; 50]),
    ];
    files.push(SharedFile { repository: "own/plain".into(), ..file("small.safetensors", vec![1]) });
    let hub = Hub::start(files, |_, _| Fault::None);
    let found = search(hub.address(), "SMALL").unwrap();
    let [model] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((model.name.as_str(), model.revision.as_str()), (REPOSITORY, REVISION));
    assert_eq!((model.licence.as_deref(), model.downloads), (Some("Apache-2.0"), Some(7)));
    let models: Vec<_> =
        model.quantisations.iter().map(|one| (one.name.as_str(), one.bytes, one.files)).collect();
    assert_eq!(models, [("own/small-GGUF:Q4_0", 150, 2), ("own/small-GGUF:Q8_0", 300, 1)]);
    assert!(search(hub.address(), "nothing").unwrap().is_empty());
    assert_eq!(search("http://127.0.0.1:9", "x").unwrap_err().code, Code::Offline);
}

#[test]
fn words_are_sent_as_they_are() {
    let hub = Hub::start(vec![file("a-Q8_0.gguf", vec![1])], |_, _| Fault::None);
    search(hub.address(), "a&filter=b c").unwrap();
    let path = &hub.requests()[0].path;
    assert!(path.starts_with("/api/models?search=a%26filter%3Db+c&filter=gguf&"), "{path}");
}

#[test]
fn names_of_hidden_files_are_no_models() {
    let odd = |path: &str| HubFile { path: path.into(), bytes: 1, sha256: "0".repeat(64) };
    let paths =
        ["../a-Q8_0.gguf", "/a-Q8_0.gguf", "a/../b-Q8_0.gguf", "a\\b-Q8_0.gguf", ".a-Q8_0.gguf"];
    assert!(download::quantisations(paths.map(odd).into()).is_empty());
}
