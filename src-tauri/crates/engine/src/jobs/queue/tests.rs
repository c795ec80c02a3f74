use protocol::{JobEvent, Outcome, Queue, Request};

use super::*;
use crate::jobs::event_sink::JsonLines;

fn asked(line: &str) -> JobRequest {
    serde_json::from_str(line).unwrap()
}

/// Returns a queue whose window sent these lines and is still there.
fn said(lines: &[&str]) -> JobQueue<JsonLines<Vec<u8>>> {
    let jobs = JobQueue::new(JsonLines(Vec::new()));
    lines.iter().for_each(|line| jobs.receive(asked(line)));
    jobs
}

/// Returns the engine's next job, if one may begin.
fn begin(jobs: &JobQueue<JsonLines<Vec<u8>>>) -> Option<u64> {
    jobs.state().begin(|_| true).map(|next| next.job.0)
}

/// Returns the next query, if one may be answered.
fn query(jobs: &JobQueue<JsonLines<Vec<u8>>>) -> Option<u64> {
    jobs.state().take_query().map(|(job, _)| job.0)
}

fn report(mut jobs: &JobQueue<JsonLines<Vec<u8>>>, job: u64, event: Event) -> ControlFlow<()> {
    jobs.report(JobId(job), event)
}

fn token() -> Event {
    Event::Token { text: "a".into() }
}

fn events(jobs: &JobQueue<JsonLines<Vec<u8>>>) -> Vec<(u64, Event)> {
    let state = jobs.state();
    let lines = std::str::from_utf8(&state.events().0).unwrap().lines();
    let reports = lines.map(|line| serde_json::from_str::<JobEvent>(line).unwrap());
    reports.map(|report| (report.job.0, report.event)).collect()
}

const BUILD_1: &str = r#"{"job":1,"request":{"do":"build","document":1}}"#;
const BUILD_2: &str = r#"{"job":2,"request":{"do":"build","document":2}}"#;
const ABOUT_3: &str = r#"{"job":3,"request":{"do":"model_info","path":null,"role":"building"}}"#;
const BUILD_4: &str = r#"{"job":4,"request":{"do":"build","document":4}}"#;
const LIST_6: &str = r#"{"job":6,"request":{"do":"list"}}"#;
const REMOVE_7: &str = r#"{"job":7,"request":{"do":"remove","document":1}}"#;
const LIST_8: &str = r#"{"job":8,"request":{"do":"list"}}"#;

#[test]
fn a_wish_to_stop_takes_effect_at_once() {
    let jobs = said(&[r#"{"job":4,"request":{"do":"build","document":1}}"#, LIST_6]);
    assert_eq!(begin(&jobs), Some(4));
    let (of_build, of_list) = ((&jobs).stop(JobId(4)), (&jobs).stop(JobId(6)));
    jobs.receive(asked(r#"{"job":7,"request":{"do":"stop","target":4}}"#));
    assert!(of_build.is_requested() && !of_list.is_requested());
    assert!(report(&jobs, 4, token()).is_break());
    assert!(report(&jobs, 6, token()).is_continue());

    assert!(report(&jobs, 4, Event::Stopped).is_continue());
    assert_eq!(jobs.stops.known(), [JobId(6)], "only job 6 has not ended");
}

#[test]
fn a_job_that_waits_is_stopped_once_and_never_begins() {
    let jobs = said(&[BUILD_1, r#"{"job":2,"request":{"do":"stop","target":1}}"#]);
    assert_eq!(begin(&jobs), None);
    let done = Event::Finished { outcome: Box::new(Outcome::Done) };
    assert_eq!(events(&jobs), [(1, Event::Stopped), (2, done)]);
    jobs.close();
    assert_eq!(jobs.next(), None);
}

#[test]
fn the_queue_has_the_long_jobs_and_can_be_put_in_another_order() {
    let first = r#"{"job":5,"request":{"do":"first","target":4}}"#;
    let jobs = said(&[BUILD_1, BUILD_2, ABOUT_3, BUILD_4, first]);
    let queue =
        Queue { paused: false, running: vec![], waiting: vec![JobId(4), JobId(1), JobId(2)] };
    let reply = |queue| Event::Finished { outcome: Box::new(Outcome::Queue(queue)) };
    assert_eq!(events(&jobs), [(5, reply(queue))]);
    assert_eq!(begin(&jobs), Some(3), "what is not long does not wait for it");
    assert_eq!(begin(&jobs), Some(4));
    let queue = Queue { paused: false, running: vec![JobId(4)], waiting: vec![JobId(1), JobId(2)] };
    assert_eq!(jobs.state().queue(), queue);
}

#[test]
fn what_gives_way_is_done_when_nothing_else_can_be() {
    let covers = r#"{"job":9,"request":{"do":"covers"}}"#;
    let jobs = said(&[covers, BUILD_1, ABOUT_3]);
    let others_wait = |mut jobs: &JobQueue<JsonLines<Vec<u8>>>| jobs.others_wait();
    assert!(others_wait(&jobs));
    assert_eq!([0; 2].map(|_| begin(&jobs).unwrap()), [3, 1]);
    assert!(!others_wait(&jobs));
    assert_eq!(begin(&jobs), Some(9));
    jobs.receive(asked(LIST_6));
    assert!(!others_wait(&jobs), "a query has a thread of its own");
    jobs.receive(asked(BUILD_2));
    assert!(others_wait(&jobs));
    jobs.receive(asked(r#"{"job":5,"request":{"do":"pause","paused":true}}"#));
    assert!(!others_wait(&jobs), "what is held back does not count");
}

#[test]
fn what_is_paused_goes_back_into_the_queue_and_goes_on() {
    let jobs = said(&[BUILD_1, BUILD_2]);
    assert_eq!(begin(&jobs), Some(1));
    jobs.receive(asked(ABOUT_3));
    jobs.receive(asked(r#"{"job":5,"request":{"do":"pause","paused":true}}"#));
    assert!(report(&jobs, 1, token()).is_break());
    assert!(report(&jobs, 1, Event::Stopped).is_continue());
    assert_eq!(events(&jobs).last(), Some(&(1, Event::Waits)));
    let queue = Queue { paused: true, running: vec![], waiting: vec![JobId(1), JobId(2)] };
    assert_eq!(jobs.state().queue(), queue);

    assert_eq!(begin(&jobs), Some(3), "what is not long does not wait");
    assert_eq!(begin(&jobs), None);
    jobs.receive(asked(r#"{"job":6,"request":{"do":"pause","paused":false}}"#));
    assert_eq!(begin(&jobs), Some(1));
    assert!(!(&jobs).stop(JobId(1)).is_requested());
    assert!(report(&jobs, 1, Event::Stopped).is_continue());
    assert_eq!(events(&jobs).last(), Some(&(1, Event::Stopped)));
}

#[test]
fn what_is_stopped_while_it_is_paused_ends() {
    let jobs = said(&[BUILD_1]);
    assert_eq!(begin(&jobs), Some(1));
    for line in [
        r#"{"job":5,"request":{"do":"pause","paused":true}}"#,
        r#"{"job":6,"request":{"do":"stop","target":1}}"#,
    ] {
        jobs.receive(asked(line));
    }
    assert!(report(&jobs, 1, Event::Stopped).is_continue());
    assert_eq!(events(&jobs).last(), Some(&(1, Event::Stopped)));
    assert_eq!(jobs.state().queue(), Queue { paused: true, ..Queue::default() });
    assert!(jobs.stops.known().is_empty());
}

#[test]
fn queries_wait_for_changes_before_them_but_for_no_work() {
    let jobs = said(&[LIST_6, REMOVE_7, LIST_8]);
    assert_eq!((query(&jobs), query(&jobs)), (Some(6), None));
    assert_eq!(begin(&jobs), Some(7));
    assert_eq!(query(&jobs), None, "the document may be in the list or not");
    assert!(report(&jobs, 7, Event::Stopped).is_continue());
    assert_eq!(query(&jobs), Some(8));

    let jobs = said(&[BUILD_1, REMOVE_7, LIST_8]);
    assert_eq!((begin(&jobs), begin(&jobs)), (Some(7), Some(1)));
    assert!(report(&jobs, 7, Event::Stopped).is_continue());
    jobs.receive(asked(r#"{"job":9,"request":{"do":"remove","document":1}}"#));
    jobs.receive(asked(r#"{"job":10,"request":{"do":"list"}}"#));
    assert_eq!((query(&jobs), query(&jobs)), (Some(8), Some(10)), "job 9 waits for the build");
}

#[test]
fn a_query_is_answered_while_the_engine_is_at_work() {
    let jobs = std::sync::Arc::new(said(&[BUILD_1]));
    assert_eq!(jobs.next().map(|next| next.job), Some(JobId(1)));
    let queries = std::sync::Arc::clone(&jobs);
    let answering = std::thread::spawn(move || queries.next_query());
    jobs.receive(JobRequest { job: JobId(2), request: Request::List });
    assert_eq!(answering.join().unwrap().map(|(job, _)| job), Some(JobId(2)));
}

#[test]
fn a_query_does_not_lack_what_was_reported_before_it() {
    let jobs = said(&[BUILD_1, LIST_6]);
    assert_eq!((begin(&jobs), query(&jobs)), (Some(1), Some(6)));
    let listed = || Event::Finished { outcome: Box::new(Outcome::Documents(Vec::new())) };
    let changes = jobs.changes();
    assert!(report(&jobs, 1, token()).is_continue());
    assert!(report(&jobs, 1, Event::Stopped).is_continue());
    assert!(!jobs.end_query(JobId(6), listed(), changes), "the document may be another now");
    assert!(jobs.end_query(JobId(6), listed(), jobs.changes()));
    assert_eq!(events(&jobs).last(), Some(&(6, listed())));
}
