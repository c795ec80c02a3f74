use std::sync::mpsc::{Receiver, channel};

use std::path::Path;
use std::sync::Arc;

use protocol::{
    AddOptions, Added, BuildCost, DocumentState, EntityCost, ModelTrial, Password, Progress, Stage,
};

use super::*;
use crate::log::Log;

fn job(jobs: &mut Jobs, document: DocumentId) -> (JobId, Receiver<Event>) {
    let (sender, events) = channel();
    let hear = Box::new(move |event| sender.send(event).unwrap());
    (jobs.add(Request::Build { document, no_entities: false }, hear).job, events)
}

fn progress(nodes: u32) -> Event {
    Event::Progress(Progress {
        document: Some(DocumentId(1)),
        title: "A book".to_owned(),
        stage: Stage::Building,
        level: 2,
        done: 0.5,
        nodes,
        tokens_per_second: 1.0,
        seconds_left: None,
    })
}

fn waiting(jobs: &Jobs) -> Vec<JobId> {
    jobs.unfinished().map(|request| request.job).collect()
}

#[test]
fn a_job_is_forgotten_after_its_last_event() {
    let mut jobs = Jobs::default();
    let (first, events) = job(&mut jobs, DocumentId(1));
    let (second, _) = job(&mut jobs, DocumentId(2));
    jobs.report(JobEvent { job: first, event: progress(3) });
    jobs.report(JobEvent { job: first, event: Event::Stopped });
    jobs.report(JobEvent { job: first, event: progress(4) });
    assert_eq!(events.try_iter().collect::<Vec<_>>(), [progress(3), Event::Stopped]);
    assert_eq!(waiting(&jobs), [second]);
}

#[test]
fn the_job_heard_of_last_fails_at_the_third_death() {
    let mut jobs = Jobs::default();
    let (first, _events) = job(&mut jobs, DocumentId(1));
    let (second, events) = job(&mut jobs, DocumentId(2));
    for expected in [vec![first, second], vec![first, second], vec![first]] {
        jobs.report(JobEvent { job: second, event: progress(0) });
        jobs.died("signal 6");
        assert_eq!(waiting(&jobs), expected);
    }
    let Some(Event::Failed { failure }) = events.try_iter().last() else {
        panic!("the job did not fail");
    };
    assert_eq!(failure.code, Code::EngineDied);
    assert!(failure.message.contains("signal 6"));
}

#[test]
fn the_file_that_is_being_added_is_known() {
    let mut jobs = Jobs::default();
    let add = |files: &[&str]| Request::Add {
        files: files.iter().map(|&file| file.to_owned()).collect(),
        options: AddOptions::default(),
    };
    let one = jobs.add(add(&["a.pdf"]), Box::new(|_| {})).job;
    let two = jobs.add(add(&["a.pdf", "b.pdf"]), Box::new(|_| {})).job;
    let (other, _) = job(&mut jobs, DocumentId(1));
    assert_eq!(jobs.file_of(one), Some("a.pdf"));
    assert_eq!([two, other, JobId(99)].map(|job| jobs.file_of(job)), [None; 3]);
    jobs.report(JobEvent { job: one, event: Event::Stopped });
    assert_eq!(jobs.file_of(one), None);
}

/// Document 7, as it was added.
fn added() -> AddedItem {
    AddedItem::Added(Added {
        id: DocumentId(7),
        title: "A book".to_owned(),
        pages: 1,
        chunks: 0,
        nodes: 0,
        levels: 0,
        state: DocumentState::Read,
        cost: BuildCost::default(),
        names: EntityCost::default(),
        notices: Vec::new(),
        unread: Vec::new(),
        damaged: Vec::new(),
        unrecognised: None,
    })
}

#[test]
fn a_document_is_read_again_with_the_password_that_opened_it() {
    let (keys, secret) = (DocumentPasswords::default(), Some(Password::new("secret")));
    let mut jobs = Jobs::new(None, keys.clone());
    let mut ended = |request, outcome| {
        let given = jobs.add(request, Box::new(|_| {}));
        let outcome = Box::new(outcome);
        jobs.report(JobEvent { job: given.job, event: Event::Finished { outcome } });
        given.request
    };
    let again =
        |password| Request::ReadAgain { document: DocumentId(7), languages: Vec::new(), password };
    let options = AddOptions { password: secret.clone(), ..AddOptions::default() };
    let add = Request::Add { files: vec!["a.pdf".to_owned()], options };
    let outcome = || Outcome::Added(vec![added()]);
    assert_eq!(ended(again(None), outcome()), again(None));
    ended(add, outcome());
    assert_eq!(keys.of(DocumentId(7)), secret);
    assert_eq!(ended(again(None), outcome()), again(secret));
    ended(Request::Remove { document: DocumentId(7) }, Outcome::Removed(DocumentId(7)));
    assert_eq!(keys.of(DocumentId(7)), None);
}

#[test]
fn without_a_report_the_first_job_is_the_cause() {
    let mut jobs = Jobs::default();
    let (_, _first) = job(&mut jobs, DocumentId(1));
    let (second, _second) = job(&mut jobs, DocumentId(2));
    for _ in 0..DEATHS {
        jobs.died("signal 9");
    }
    assert_eq!(waiting(&jobs), [second]);
}

#[test]
fn deaths_count_in_a_row() {
    let mut jobs = Jobs::default();
    let (first, _events) = job(&mut jobs, DocumentId(1));
    for nodes in 1..10 {
        jobs.report(JobEvent { job: first, event: progress(nodes) });
        jobs.died("signal 9");
    }
    assert_eq!(waiting(&jobs), [first]);
}

/// Returns the jobs of a window on the library in a folder.
fn window(folder: &Path) -> Jobs {
    Jobs::new(SavedQueue::open(folder, Arc::new(Log::open(folder))), DocumentPasswords::default())
}

/// Has the engine report which jobs it runs and which wait.
fn tell(jobs: &mut Jobs, paused: bool, waiting: &[JobId]) {
    let asked = jobs.add(Request::Queue, Box::new(|_| {})).job;
    let queue = Queue { paused, running: Vec::new(), waiting: waiting.to_vec() };
    let outcome = Box::new(Outcome::Queue(queue));
    jobs.report(JobEvent { job: asked, event: Event::Finished { outcome } });
}

#[test]
fn a_new_engine_gets_the_queue_as_it_was() {
    let mut jobs = Jobs::default();
    let [first, second, third] = [1, 2, 3].map(|document| job(&mut jobs, DocumentId(document)).0);
    tell(&mut jobs, true, &[third, first, second]);
    jobs.died("signal 9");
    let given: Vec<JobRequest> = jobs.unfinished().collect();
    assert_eq!(given[0].request, Request::Pause { paused: true });
    let order: Vec<JobId> = given.iter().map(|given| given.job).collect();
    assert_eq!(order, [UNHEARD, third, first, second]);
    // No one hears that the queue was paused.
    let outcome = Box::new(Outcome::Queue(Queue::default()));
    jobs.report(JobEvent { job: UNHEARD, event: Event::Finished { outcome } });
    assert_eq!(waiting(&jobs), order);
}

#[test]
fn the_next_window_finds_what_was_left_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    let build = |document| Request::Build { document, no_entities: false };
    let mut jobs = window(folder.path());
    let given = [1, 2, 3].map(|document| job(&mut jobs, DocumentId(document)));
    let [first, second, third] = given.each_ref().map(|(job, _)| *job);
    jobs.report(JobEvent { job: second, event: Event::Stopped });
    tell(&mut jobs, true, &[third, first]);
    jobs.close();
    jobs.report(JobEvent { job: third, event: Event::Stopped });
    drop(jobs);

    let mut jobs = window(folder.path());
    assert_eq!(jobs.left().requests, [build(DocumentId(3)), build(DocumentId(1))]);
    let (again, _) = job(&mut jobs, DocumentId(3));
    assert_eq!(jobs.left().requests, [build(DocumentId(1))], "it was taken up");
    assert_eq!(waiting(&jobs), [UNHEARD, again], "and is held back");
    drop(jobs);

    let mut jobs = window(folder.path());
    let left = jobs.left().requests;
    assert_eq!(
        left,
        [build(DocumentId(3)), build(DocumentId(1))],
        "a window that died has taken up nothing"
    );
    for document in [3, 1] {
        let (again, _events) = job(&mut jobs, DocumentId(document));
        jobs.report(JobEvent { job: again, event: Event::Stopped });
    }
    drop(jobs);
    let jobs = window(folder.path());
    assert_eq!(jobs.left(), UnfinishedQueue::default());
    assert!(waiting(&jobs).is_empty(), "nothing is held back");
}

#[test]
fn a_reloaded_page_finds_what_the_one_before_had_begun() {
    let folder = tempfile::tempdir().unwrap();
    let builds = [2, 1]
        .map(|document| Request::Build { document: DocumentId(document), no_entities: false });
    let mut jobs = window(folder.path());
    let [first, second] = [1, 2].map(|document| job(&mut jobs, DocumentId(document)));
    tell(&mut jobs, false, &[second.0, first.0]);
    let question = jobs.add(Request::List, Box::new(|_| {})).job;
    assert_eq!(jobs.orphan(), [second.0, first.0, question]);
    assert!(jobs.orphan().is_empty(), "once is enough");
    assert_eq!(jobs.left().requests, builds);
    let again = job(&mut jobs, DocumentId(2));
    jobs.report(JobEvent { job: second.0, event: Event::Stopped });
    assert!(second.1.try_recv().is_err(), "no one is notified any more");
    drop(jobs);
    let jobs = window(folder.path());
    assert_eq!(jobs.left().requests, builds, "each is left once, as if nothing had happened");
    drop(again);
}

#[test]
fn what_was_proposed_is_proposed_until_it_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let estimate = Estimate {
        tokens: 900,
        tokens_per_second: 2.0,
        seconds: 450.0,
        trial: ModelTrial::default(),
    };
    let mut jobs = window(folder.path());
    for document in 1..=4 {
        let tried =
            jobs.add(Request::Estimate { document: DocumentId(document) }, Box::new(|_| {})).job;
        let outcome = Box::new(Outcome::Estimate(estimate));
        jobs.report(JobEvent { job: tried, event: Event::Finished { outcome } });
    }
    jobs.decline(DocumentId(1));
    let (_built, _events) = job(&mut jobs, DocumentId(2));
    let _tried = jobs.add(Request::Estimate { document: DocumentId(3) }, Box::new(|_| {}));
    jobs.close();
    drop(jobs);
    for time in ["first", "second"] {
        let left = window(folder.path()).left();
        assert_eq!(left.proposals, BTreeMap::from([(DocumentId(4), estimate)]), "{time}");
        let requests = [
            Request::Build { document: DocumentId(2), no_entities: false },
            Request::Estimate { document: DocumentId(3) },
        ];
        assert_eq!(left.requests, requests, "{time}: these are in the queue");
    }
}
