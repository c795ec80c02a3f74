//! The fastest way to build a graph is measured once.

use std::num::NonZeroUsize;

use engine::{Config, Engine, JobError};
use protocol::{AddOptions, DocumentId, Event, Outcome, Progress, Request, Role, Stage};

use crate::{POCKET, Wish, has_embedder, new_engine, run};

const BUILD: Request = Request::Build { document: DocumentId(1), no_entities: false };

/// Returns each reported progress of the trial.
fn shares(client: &Wish) -> Vec<f32> {
    let done = client.heard.iter().filter_map(|event| match event {
        Event::Progress(Progress { stage: Stage::Trying, done, .. }) => Some(*done),
        _ => None,
    });
    done.collect()
}

#[test]
fn a_trial_tells_how_far_it_is_can_be_stopped_and_is_made_once() {
    if !has_embedder() {
        return;
    }
    let (folder, mut engine) = new_engine();
    let half = |event: &Event| matches!(event, Event::Progress(progress) if progress.done >= 0.5);
    let mut client = Wish::at(half);
    assert_eq!(run(&mut engine, BUILD, &mut client), Err(JobError::Stopped));
    let stopped = shares(&client);
    let is_progress = |event: &&Event| matches!(event, Event::Progress(_));
    assert_eq!(client.heard.iter().filter(is_progress).count(), stopped.len(), "nothing was built");

    let mut client = Wish::after_a_batch();
    assert_eq!(run(&mut engine, BUILD, &mut client), Err(JobError::Stopped));
    let whole = shares(&client);
    assert!(whole.len() > stopped.len() && whole[0] == 0.0 && whole.is_sorted(), "{whole:?}");
    assert!(whole.iter().all(|done| *done < 1.0), "{whole:?}");

    let mut client = Wish::at(|_| true);
    assert_eq!(run(&mut engine, BUILD, &mut client), Err(JobError::Stopped));
    assert!(!client.heard.is_empty() && shares(&client).is_empty(), "it is known");

    let beside = Request::TryModel { path: Some(POCKET.to_owned()) };
    let tried = run(&mut engine, beside, &mut Wish::never());
    assert!(matches!(tried, Ok(Outcome::Estimate(_))), "{tried:?}");
    let mut client = Wish::at(|_| true);
    assert_eq!(run(&mut engine, BUILD, &mut client), Err(JobError::Stopped));
    assert!(shares(&client).is_empty(), "what is known of the model in use stays known");

    let tried = run(&mut engine, Request::TryModel { path: None }, &mut Wish::never());
    assert!(matches!(tried, Ok(Outcome::Estimate(_))), "{tried:?}");
    // Fewer than two batches of the first book may be left, which are not worth a trial.
    let file = folder.path().join("another.txt");
    std::fs::write(&file, "Every night Ada Frost carried the lantern to the mill.\n".repeat(480))
        .unwrap();
    let files = vec![file.display().to_string()];
    let add = Request::Add { files, options: AddOptions::default() };
    assert!(run(&mut engine, add, &mut Wish::never()).is_ok());
    let mut client = Wish::at(half);
    let another = Request::Build { document: DocumentId(2), no_entities: false };
    assert_eq!(run(&mut engine, another, &mut client), Err(JobError::Stopped));
    assert!(!shares(&client).is_empty(), "it is measured again");
}

#[test]
fn a_wished_number_is_used_without_a_trial() {
    if !has_embedder() {
        return;
    }
    let (folder, engine) = new_engine();
    drop(engine);
    let (library, model) = (folder.path().join("library"), Some(POCKET.into()));
    let mut engine =
        Engine::new(Config { library, model, at_once: NonZeroUsize::new(3), reader: None });
    let mut client = Wish::never();
    assert!(matches!(run(&mut engine, BUILD, &mut client), Ok(Outcome::Added(_))));
    assert!(shares(&client).is_empty());
}

/// A large file takes a while to hash.
#[test]
fn a_wish_to_stop_ends_the_hash_of_a_model() {
    let folder = tempfile::tempdir().unwrap();
    let (library, model) = (folder.path().join("library"), Some(POCKET.into()));
    let mut engine = Engine::new(Config { library, model, at_once: None, reader: None });
    let about = Request::ModelInfo { path: None, role: Role::Building };
    let mut client = Wish::never();
    client.stop.request();
    assert_eq!(run(&mut engine, about.clone(), &mut client), Err(JobError::Stopped));
    let known = run(&mut engine, about, &mut Wish::never());
    assert!(matches!(known, Ok(Outcome::Model(_))), "{known:?}");
}
