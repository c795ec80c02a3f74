//! What the program takes from its environment: proxies, and nothing else.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use download::Event;
use protocol::Code;
use tests::hub::Fault;

use super::*;

/// Starts the program for a job with these variables, and returns how it ended.
pub fn run_with(variables: &[(&str, &str)], job: &Job) -> Event {
    let mut child: Child = Command::new(PROGRAM)
        .env_clear()
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", serde_json::to_string(job).unwrap()).unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let last = lines.map(Result::unwrap).last().unwrap();
    child.wait().unwrap();
    serde_json::from_str(&last).unwrap()
}

/// A proxy that makes connections for others, and counts them.
fn proxy() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::Relaxed);
            thread::spawn(move || drop(connect(client)));
        }
    });
    (address, count)
}

fn connect(client: TcpStream) -> io::Result<()> {
    let mut reader = BufReader::new(client.try_clone()?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }
    let Some(target) = first.strip_prefix("CONNECT ").and_then(|rest| rest.split(' ').next())
    else {
        return (&client).write_all(b"HTTP/1.1 405 x\r\n\r\n");
    };
    let server = TcpStream::connect(target)?;
    (&client).write_all(b"HTTP/1.1 200 x\r\n\r\n")?;
    let up = server.try_clone()?;
    thread::spawn(move || io::copy(&mut reader, &mut &up));
    io::copy(&mut &server, &mut &client).map(drop)
}

#[test]
fn a_proxy_is_used_and_left_out() {
    let (hub, content) = hub(50_000, |_, _| Fault::None);
    let (address, count) = proxy();
    let folder = tempfile::tempdir().unwrap();
    let get = job(hub.address(), model(NAME), folder.path());
    let through = run_with(&[("http_proxy", &address)], &get);
    assert!(matches!(through, Event::Downloaded { .. }), "{through:?}");
    assert!(is_right(folder.path(), &content) && count.load(Ordering::Relaxed) > 0);
    let folder = tempfile::tempdir().unwrap();
    let get = job(hub.address(), model(NAME), folder.path());
    let before = count.load(Ordering::Relaxed);
    let direct = run_with(&[("ALL_PROXY", &address), ("NO_PROXY", "localhost,127.0.0.1")], &get);
    assert!(matches!(direct, Event::Downloaded { .. }), "{direct:?}");
    assert_eq!(count.load(Ordering::Relaxed), before);
}

#[test]
fn a_proxy_that_is_away_is_named() {
    let (hub, _) = hub(50_000, |_, _| Fault::None);
    let folder = tempfile::tempdir().unwrap();
    let get = job(hub.address(), model(NAME), folder.path());
    let Event::Failed(failure) = run_with(&[("ALL_PROXY", "http://127.0.0.1:9")], &get) else {
        panic!("it goes another way");
    };
    assert_eq!(failure.code, Code::Offline);
    assert!(failure.message.contains("through the proxy 127.0.0.1:9"), "{failure}");
}

#[test]
fn no_token_is_read_or_sent() {
    let home = tempfile::tempdir().unwrap();
    let cache = home.path().join(".cache/huggingface");
    fs::create_dir_all(&cache).unwrap();
    fs::write(cache.join("token"), "hf_secret").unwrap();
    fs::write(home.path().join(".netrc"), "machine 127.0.0.1 login me password hf_secret").unwrap();
    let (hub, content) = hub(50_000, |_, _| Fault::None);
    let folder = tempfile::tempdir().unwrap();
    let variables = [
        ("HOME", home.path().to_str().unwrap()),
        ("HF_HOME", cache.to_str().unwrap()),
        ("HF_TOKEN", "hf_secret"),
        ("HUGGING_FACE_HUB_TOKEN", "hf_secret"),
    ];
    let ended = run_with(&variables, &job(hub.address(), model(NAME), folder.path()));
    assert!(matches!(ended, Event::Downloaded { .. }), "{ended:?}");
    assert!(is_right(folder.path(), &content));
    assert!(!format!("{:?}", hub.requests()).contains("hf_secret"));
}

#[test]
fn nonsense_is_no_job() {
    let mut child =
        Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"{\"hub\": \"file:///\"}\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let event: Event = serde_json::from_slice(&output.stdout).unwrap();
    assert!(matches!(event, Event::Failed(failure) if failure.code == Code::BadRequest));
    assert!(!output.status.success());
}
