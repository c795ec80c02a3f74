//! `pecan serve`, running, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::Sandbox;

/// The token of every server in tests.
pub const TOKEN: &str = "token-of-the-tests";

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running server. It is ended with this value.
pub struct Server {
    child: Child,
    /// The port at which it listens.
    pub port: u16,
}

/// What a server replied.
#[derive(Debug)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The lines before the body, in lower case.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Reply {
    /// The body as JSON.
    ///
    /// # Panics
    /// If it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    /// The data of server-sent events.
    pub fn events(&self) -> Vec<&str> {
        self.body.lines().filter_map(|line| line.strip_prefix("data: ")).collect()
    }
}

impl Server {
    /// Starts a server of a sandbox's library on a free port.
    ///
    /// # Panics
    /// If it does not listen.
    pub fn start(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let words = [&["serve", "--json", "--port", "0"], arguments].concat();
        let mut command = sandbox.command(&words);
        command.env("PECAN_SERVE_TOKEN", TOKEN).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("pecan starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it can be read");
        let said: Value = serde_json::from_str(&line).unwrap_or_else(|error| {
            panic!("{error}: {line}{}", child.stderr.as_mut().map_or_else(String::new, all))
        });
        let port = said["port"].as_u64().expect("a port") as u16;
        Self { child, port }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The address that clients are given.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// Sends a signal and waits for the end. Returns whether the exit status was 0, and what it said on stderr.
    ///
    /// # Panics
    /// If it is not this test's child.
    pub fn end(mut self) -> (bool, String) {
        crate::processes::end(self.child.id());
        let succeeded = self.child.wait().expect("it was started here").success();
        (succeeded, self.child.stderr.as_mut().map_or_else(String::new, all))
    }

    /// Reads something with the token.
    pub fn get(&self, path: &str) -> Reply {
        self.send(&self.request("GET", path, ""))
    }

    /// Posts JSON with the token.
    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(&self.request("POST", path, &body.to_string()))
    }

    /// A request as text, with the headers of a well-behaved client.
    pub fn request(&self, method: &str, path: &str, body: &str) -> String {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {TOKEN}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )
    }

    /// Sends these bytes as a request, and leaves the connection open.
    ///
    /// # Panics
    /// If the server does not take it.
    pub fn open(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a duration above 0");
        // A server may answer before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        stream
    }

    /// Sends these bytes as a request, and reads the reply to its end.
    ///
    /// # Panics
    /// If there is none.
    pub fn send(&self, request: &str) -> Reply {
        let mut bytes = Vec::new();
        // A connection that is reset after the reply has done its work.
        let _ = self.open(request).read_to_end(&mut bytes);
        reply(&bytes)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that has ended cannot be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn all(stream: &mut ChildStderr) -> String {
    let mut text = String::new();
    // What cannot be read is missing from a message at most.
    let _ = stream.read_to_string(&mut text);
    text
}

fn reply(bytes: &[u8]) -> Reply {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no reply: {text:?}"));
    let status = head.split(' ').nth(1).and_then(|number| number.parse().ok());
    let head = head.to_lowercase();
    let body = match head.contains("transfer-encoding: chunked") {
        true => whole(body.as_bytes()),
        false => body.to_owned(),
    };
    Reply { status: status.unwrap_or_else(|| panic!("{head}")), head, body }
}

/// A body that comes in chunks.
fn whole(mut rest: &[u8]) -> String {
    let mut bytes = Vec::new();
    while let Some(end) = rest.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok();
        let size = size.and_then(|size| usize::from_str_radix(size, 16).ok()).unwrap_or(0);
        let Some(chunk) = rest.get(end + 2..end + 2 + size).filter(|chunk| !chunk.is_empty())
        else {
            break;
        };
        bytes.extend_from_slice(chunk);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
