//! The models for building and for answering.

use std::fs;
use std::path::Path;

use engine::{Config, Engine, JobError};
use library::Library;
use protocol::{
    AttentionKind, Code, DocumentId, Event, ModelInfo, Outcome, Progress, Request, Role, Stage,
};

use crate::{POCKET, Wish, has_embedder, new_engine, run, summary};

fn info(engine: &mut Engine, request: Request) -> ModelInfo {
    match run(engine, request, &mut Wish::never()) {
        Ok(Outcome::Model(info)) => *info,
        other => panic!("{other:?}"),
    }
}

fn in_use(engine: &mut Engine, role: Role) -> String {
    info(engine, Request::ModelInfo { path: None, role }).path
}

fn choose(engine: &mut Engine, path: Option<&Path>, role: Role) {
    let path = path.map(|path| path.display().to_string());
    let chosen = info(engine, Request::OpenModel { path: path.clone(), role });
    assert!(path.is_none_or(|path| chosen.path == path), "{chosen:?}");
    assert!(chosen.needed > chosen.bytes && chosen.fits() != Some(false), "{chosen:?}");
}

/// One model builds and another answers, until the first does both again.
#[test]
fn questions_may_have_a_model_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let models = ["building.gguf", "asking.gguf"].map(|name| folder.path().join(name));
    for path in &models {
        fs::copy(POCKET, path).unwrap();
    }
    let [building, asking] = models;
    let library = folder.path().join("library");
    let config = Config { library, model: None, at_once: None, reader: None };
    let mut engine = Engine::new(config.clone());
    choose(&mut engine, Some(&building), Role::Building);
    assert_eq!(in_use(&mut engine, Role::Asking), building.display().to_string());
    choose(&mut engine, Some(&asking), Role::Asking);
    drop(engine);

    let mut engine = Engine::new(config);
    for (role, path) in [(Role::Asking, &asking), (Role::Building, &building)] {
        assert_eq!(in_use(&mut engine, role), path.display().to_string());
    }
    choose(&mut engine, None, Role::Asking);
    assert_eq!(in_use(&mut engine, Role::Asking), building.display().to_string());
}

/// A file changed while in use is another model.
#[test]
fn a_changed_file_is_another_model() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.gguf");
    fs::copy(POCKET, &file).unwrap();
    let library = folder.path().join("library");
    let model = Some(file.clone());
    let mut engine = Engine::new(Config { library, model, at_once: None, reader: None });
    let hash = |engine: &mut Engine| {
        info(engine, Request::ModelInfo { path: None, role: Role::Building }).hash
    };
    let before = hash(&mut engine);
    assert_eq!(hash(&mut engine), before);
    // Bytes after the last tensor belong to nothing, but the file is a different one.
    let mut bytes = fs::read(&file).unwrap();
    bytes.extend([0; 32]);
    fs::remove_file(&file).unwrap();
    fs::write(&file, bytes).unwrap();
    assert_ne!(hash(&mut engine), before);
}

/// Hashing a large file takes a while. It is done once, even if the library could not be written then.
#[test]
fn a_hash_is_saved_with_the_next_that_is_written() {
    if !has_embedder() {
        return;
    }
    let (folder, mut engine) = new_engine();
    drop(engine);
    engine = crate::open(folder.path());
    in_use(&mut engine, Role::Building);
    let library = folder.path().join("library");
    let key = format!("hash {POCKET}");
    let saved = || Library::open_read_only(&library).unwrap().setting(&key).unwrap();
    assert_eq!(saved(), None);
    let _ = run(
        &mut engine,
        Request::Build { document: DocumentId(1), no_entities: false },
        &mut Wish::after_a_batch(),
    );
    assert!(saved().is_some());
}

/// Trial results are stored with the model's hash, and the next start relies on them.
#[test]
fn a_model_is_tried_once() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("library");
    let config = Config { library: library.clone(), model: None, at_once: None, reader: None };
    let pocket = Request::OpenModel { path: Some(POCKET.into()), role: Role::Building };
    let first = info(&mut Engine::new(config.clone()), pocket);
    assert_eq!(first.attention, AttentionKind::Full);

    let mut writer = Library::open(&library).unwrap();
    let key = |place: &str| {
        format!("attention {}, {}, {place}, {}", model::EDITION, model::built_with(), first.hash)
    };
    let keys = [key("card"), key("no card")];
    let key = keys.iter().find(|key| writer.setting(key).unwrap().is_some()).unwrap();
    let mut kept: serde_json::Value =
        serde_json::from_str(&writer.setting(key).unwrap().unwrap()).unwrap();
    let other = AttentionKind::Windowed { full_layers: 1 };
    kept["kind"] = serde_json::to_value(&other).unwrap();
    writer.set_setting(key, Some(&kept.to_string())).unwrap();
    drop(writer);

    let again = Request::ModelInfo { path: None, role: Role::Building };
    assert_eq!(info(&mut Engine::new(config), again).attention, other);
}

/// The weights are mapped, so a file that is written to changes what is computed.
#[test]
fn a_model_that_is_replaced_during_a_build_ends_it() {
    if !has_embedder() {
        return;
    }
    let (folder, _) = new_engine();
    let file = folder.path().join("model.gguf");
    fs::copy(POCKET, &file).unwrap();
    let (library, model) = (folder.path().join("library"), Some(file.clone()));
    let at_once = std::num::NonZeroUsize::new(1);
    let mut engine = Engine::new(Config { library, model, at_once, reader: None });
    let build = Request::Build { document: DocumentId(1), no_entities: false };
    let mut batches = 0;
    let mut client = Wish::at(move |event| {
        if let Event::Progress(Progress { stage: Stage::Building, nodes, .. }) = event {
            batches += u32::from(*nodes > 0);
            if batches == 3 {
                let model = fs::File::options().append(true).open(&file).unwrap();
                model.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
            }
        }
        false
    });
    let ended = run(&mut engine, build.clone(), &mut client);
    let Err(JobError::Failed(failure)) = ended else { panic!("{ended:?}") };
    assert_eq!(failure.code, Code::ModelChanged);
    let kept = summary(&mut engine);
    run(&mut engine, build, &mut Wish::never()).unwrap();
    let whole = summary(&mut engine);
    assert!(whole.nodes > kept.nodes && whole.levels > 1, "{kept:?} {whole:?}");
}
