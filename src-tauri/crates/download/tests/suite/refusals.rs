//! What the hub refuses, and what is refused from the hub.

use std::net::TcpListener;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use protocol::Code;
use tests::hub::Fault;

use super::*;

/// Answers requests for files with a fault, and all others.
fn with_files(fault: Fault) -> impl Fn(&HubRequest, usize) -> Fault + Send + Sync + 'static {
    move |request, _| if request.is_file() { fault.clone() } else { Fault::None }
}

fn status(status: u16) -> Fault {
    Fault::Status(status, Vec::new())
}

fn header(name: &str, value: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), value.to_owned())]
}

/// The code after a fault with files, and the number of requests for them. Nothing usable is left.
fn after(fault: Fault) -> (Code, usize) {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(50_000, with_files(fault));
    let failure = get(&hub, folder.path()).unwrap_err();
    assert!(failure.message.ends_with('.'), "{failure}");
    assert!(!is_right(folder.path(), &content));
    (failure.code, hub.file_requests().len())
}

#[test]
fn wrong_bytes_and_wrong_lengths_are_not_kept() {
    for fault in [
        Fault::Corrupt(0),
        Fault::Corrupt(49_999),
        Fault::LieAboutLength(1),
        Fault::LieAboutLength(-1),
        Fault::LieAboutLength(1 << 40),
        Fault::LieAboutLength(-50_000),
    ] {
        assert_eq!(after(fault.clone()), (Code::DownloadWrong, 1), "{fault:?}");
    }
    for fault in [Fault::LieAboutTotal(5), Fault::LieAboutTotal(-5), Fault::WrongRange] {
        let folder = tempfile::tempdir().unwrap();
        let then = fault.clone();
        let (hub, content) = hub(50_000, move |request, _| match request.from() {
            0 if request.is_file() => Fault::Break(20_000),
            0 => Fault::None,
            _ => then.clone(),
        });
        assert_eq!(get(&hub, folder.path()).unwrap_err().code, Code::DownloadWrong, "{fault:?}");
        assert!(!is_right(folder.path(), &content));
        let part = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
        assert_eq!(names(&part), ["lock"], "nothing of it is kept");
    }
}

#[test]
fn statuses_have_codes_and_few_attempts() {
    assert_eq!(after(status(401)), (Code::HubDenied, 1));
    assert_eq!(after(status(403)), (Code::HubDenied, 1));
    assert_eq!(after(status(404)), (Code::ModelUnknown, 1));
    assert_eq!(after(status(418)), (Code::HubFailed, 1));
    for (number, code) in [(429, Code::HubBusy), (503, Code::HubBusy), (500, Code::HubFailed)] {
        assert_eq!(after(status(number)), (code, 5), "{number}");
    }
}

#[test]
fn a_repository_that_does_not_exist_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, _) = hub(50_000, |_, _| Fault::None);
    let failure = get_named(&hub, "own/other:Q8_0", folder.path()).unwrap_err();
    assert_eq!(failure.code, Code::ModelUnknown);
    let failure = get_named(&hub, "own/small-GGUF:Q2_K", folder.path()).unwrap_err();
    assert!(failure.message.contains("It has Q8_0."), "{failure}");
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_repository_with_a_gate_needs_an_account() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, _) = hub(50_000, |_, _| Fault::Status(403, header("X-Error-Code", "GatedRepo")));
    let failure = get(&hub, folder.path()).unwrap_err();
    assert_eq!(failure.code, Code::HubDenied);
    assert!(failure.message.contains("account"), "{failure}");
}

#[test]
fn a_busy_hub_is_asked_again_when_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(50_000, |request, nth| match (request.is_file(), nth) {
        (true, 1 | 3) => Fault::Status(429, header("Retry-After", "0")),
        (true, 2) => status(503),
        (false, _) | (true, _) => Fault::None,
    });
    get(&hub, folder.path()).unwrap();
    assert!(is_right(folder.path(), &content));
    assert_eq!(hub.file_requests().len(), 4);
}

#[test]
fn redirects_keep_the_range_and_stay_with_the_mirror() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, content) = hub(50_000, |request, nth| match (request.is_file(), nth) {
        (true, _) if request.path.ends_with("?signed=1") && request.from() == 0 => {
            Fault::Break(20_000)
        }
        (true, _) if !request.path.ends_with("?signed=1") => {
            Fault::Status(302, header("Location", &format!("{}?signed=1", request.path)))
        }
        _ => Fault::None,
    });
    get(&hub, folder.path()).unwrap();
    assert!(is_right(folder.path(), &content));
    let from: Vec<usize> = hub.file_requests().iter().map(HubRequest::from).collect();
    assert_eq!(from, [0, 0, 20_000, 20_000]);
}

#[test]
fn redirects_elsewhere_without_https_are_not_followed() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    other.set_nonblocking(true).unwrap();
    let elsewhere = format!("http://{}/x.gguf", other.local_addr().unwrap());
    for target in [elsewhere.as_str(), "file:///etc/passwd", "ftp://127.0.0.1/x"] {
        let redirect = Fault::Status(302, header("Location", target));
        assert_eq!(after(redirect), (Code::AddressRefused, 1), "{target}");
    }
    assert!(other.accept().is_err(), "no connection arrived");
    let circle = Fault::Status(302, header("Location", "?again"));
    assert_eq!(after(circle).0, Code::HubFailed);
}

#[test]
fn what_answers_may_be_no_hub() {
    let folder = tempfile::tempdir().unwrap();
    let files = vec![file("small-Q8_0.gguf", b"x".to_vec())];
    let login = Hub::start(files, |_, _| Fault::Status(200, header("Content-Type", "text/html")));
    assert_eq!(get(&login, folder.path()).unwrap_err().code, Code::HubFailed);
}

#[test]
fn who_is_offline_hears_it_soon() {
    let folder = tempfile::tempdir().unwrap();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let begun = Instant::now();
    for address in [format!("http://{closed}"), "https://hub.invalid".to_owned()] {
        let job = job(&address, model(NAME), folder.path());
        let failure = run(&job, &mut |_| ControlFlow::Continue(())).unwrap_err();
        assert_eq!(failure.code, Code::Offline, "{failure}");
        assert!(failure.message.starts_with("Pecan cannot reach"), "{failure}");
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_model_larger_than_the_disk_is_not_begun() {
    let folder = tempfile::tempdir().unwrap();
    let huge = SharedFile { stated: Some(1 << 60), ..file("small-Q8_0.gguf", vec![1; 100]) };
    let hub = Hub::start(vec![huge], |_, _| Fault::None);
    assert_eq!(get(&hub, folder.path()).unwrap_err().code, Code::DiskFull);
    assert!(hub.file_requests().is_empty());
}
