//! Downloads that succeed.

use std::fs;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use download::Pin;
use protocol::{Code, DownloadStage, ModelFile};
use tests::hub::{Fault, Hub, REVISION, sha256};

use super::*;

#[test]
fn a_model_is_downloaded_checked_and_described() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(300_000, |_, _| Fault::None);
    let (manifest, resumed) = get(&hub, folder.path()).unwrap();
    assert!(is_right(folder.path(), &content));
    assert_eq!(names(folder.path()), ["own--small-GGUF--Q8_0"]);
    assert_eq!(
        names(&folder.path().join("own--small-GGUF--Q8_0")),
        ["model.json", "small-Q8_0.gguf"]
    );
    assert_eq!((manifest.name.as_str(), resumed), (NAME, 0));
    assert_eq!(
        (manifest.revision.as_str(), manifest.licence.as_deref()),
        (REVISION, Some("Apache-2.0"))
    );
    let sha256 = sha256(&content);
    let name = "small-Q8_0.gguf".to_owned();
    assert_eq!(manifest.files, [ModelFile { name, bytes: 300_000, sha256 }]);
    for request in hub.requests() {
        assert!(request.header("user-agent").unwrap().starts_with("pecan-download/"));
        let known = ["host", "user-agent", "accept", "accept-encoding", "range", "connection"];
        assert!(
            request.headers.iter().all(|(name, _)| known.contains(&name.as_str())),
            "{request:?}"
        );
    }
}

#[test]
fn a_label_may_have_other_letters() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(1_000, |_, _| Fault::None);
    let (manifest, _) = get_named(&hub, "own/small-GGUF:q8_0", folder.path()).unwrap();
    assert_eq!(manifest.name, NAME);
    assert!(is_right(folder.path(), &content));
}

#[test]
fn progress_says_how_fast_and_how_far() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, _) = hub(400_000, |_, _| Fault::Slow(20_000, Duration::from_millis(60)));
    let mut seen = Vec::new();
    let job = job(hub.address(), model(NAME), folder.path());
    run(&job, &mut |progress| {
        seen.extend(progress);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(seen[0].stage, DownloadStage::Asking);
    let last = seen.last().unwrap();
    assert_eq!((last.done, last.total), (400_000, 400_000));
    assert!(seen.iter().any(|now| now.bytes_per_second > 0.0 && now.seconds_left.is_some()));
    assert!(seen.iter().map(|now| now.done).is_sorted());
}

#[test]
fn all_parts_of_a_split_model_come_or_none() {
    let part = |nth: u64| {
        let path = format!("Q4_0/big-Q4_0-{nth:05}-of-00003.gguf");
        file(&path, Dice::new(nth).bytes(50_000))
    };
    let files = vec![part(1), part(2), part(3)];
    let folder = tempfile::tempdir().unwrap();
    let broken = Hub::start(files.clone(), |request, _| match request.path.contains("00003-of") {
        true => Fault::Corrupt(7),
        false => Fault::None,
    });
    let name = "own/small-GGUF:Q4_0";
    let failure = get_named(&broken, name, folder.path()).unwrap_err();
    assert_eq!(failure.code, Code::DownloadWrong);
    assert!(names(folder.path()).iter().all(|name| name.ends_with(".part")));
    let sound = Hub::start(files.clone(), |_, _| Fault::None);
    let (manifest, resumed) = get_named(&sound, name, folder.path()).unwrap();
    assert_eq!((manifest.files.len(), resumed), (3, 100_000), "two parts were kept");
    assert_eq!(sound.file_requests().len(), 1, "only the third is requested");
    for (kept, shared) in manifest.files.iter().zip(&files) {
        let bytes = fs::read(folder.path().join("own--small-GGUF--Q4_0").join(&kept.name)).unwrap();
        assert_eq!(bytes, shared.content);
    }
    let torn = Hub::start(files[..2].to_vec(), |_, _| Fault::None);
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(get_named(&torn, name, folder.path()).unwrap_err().code, Code::ModelUnknown);
}

#[test]
fn several_models_are_downloaded_at_once() {
    let files = ["Q2_K", "Q4_0", "Q8_0"].map(|label| {
        let content = Dice::new(label.len() as u64).bytes(100_000);
        file(&format!("m-{label}.gguf"), content)
    });
    let hub = Hub::start(files.into(), |_, _| Fault::Slow(10_000, Duration::from_millis(5)));
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for label in ["Q2_K", "Q4_0", "Q8_0"] {
            let (hub, folder) = (&hub, folder.path());
            let name = format!("own/small-GGUF:{label}");
            scope.spawn(move || get_named(hub, &name, folder).unwrap());
        }
    });
    assert_eq!(names(folder.path()).len(), 3);
}

#[test]
fn one_model_is_downloaded_by_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(200_000, |request, _| match request.is_file() {
        true => Fault::Slow(10_000, Duration::from_millis(50)),
        false => Fault::None,
    });
    let ended: Vec<_> = thread::scope(|scope| {
        let begin = |_| scope.spawn(|| get(&hub, folder.path()));
        let begun: Vec<_> = (0..4).map(begin).collect();
        begun.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(is_right(folder.path(), &content));
    // On a busy machine, one may begin only when another has ended.
    assert!(ended.iter().any(Result::is_ok));
    assert!(ended.iter().flat_map(|one| one.as_ref().err()).all(|f| f.code == Code::DownloadBusy));
}

#[test]
fn files_that_are_known_beforehand_need_no_statement_of_the_hub() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(20_000, |_, _| Fault::None);
    let pinned = |sha256: String| {
        let files = vec![ModelFile { name: "small-Q8_0.gguf".into(), bytes: 20_000, sha256 }];
        let revision = REVISION.to_owned().try_into().unwrap();
        WantedModel { pin: Some(Pin { revision, files }), ..model(NAME) }
    };
    let get = |sha256| {
        let job = job(hub.address(), pinned(sha256), folder.path());
        run(&job, &mut |_| ControlFlow::Continue(()))
    };
    assert_eq!(get("0".repeat(64)).unwrap_err().code, Code::DownloadWrong);
    get(sha256(&content)).unwrap();
    assert!(is_right(folder.path(), &content));
    assert!(hub.requests().iter().all(HubRequest::is_file));
}
