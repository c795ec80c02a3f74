//! A hub of models on this machine, which can do everything that goes wrong on the way to a real one.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The hub's only commit.
pub const REVISION: &str = "0123456789abcdef0123456789abcdef01234567";
/// The longest request that is read.
const LONGEST_REQUEST: usize = 16 << 10;
/// Bytes that are sent at a time.
const BLOCK: usize = 16 << 10;

/// What the hub does with a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// It answers as it should.
    None,
    /// It closes the connection after this many bytes of the body.
    Break(usize),
    /// It resets the connection after this many bytes of the body.
    Reset(usize),
    /// It sends nothing more after this many bytes of the body, for this long.
    Stall(usize, Duration),
    /// It changes the byte at this place of the body.
    Corrupt(usize),
    /// It states this many bytes more than there are, or fewer.
    LieAboutLength(i64),
    /// It states that the whole file has this many bytes more, or fewer.
    LieAboutTotal(i64),
    /// It sends the body from another place than requested.
    WrongRange,
    /// It sends the whole file whatever part is requested, without its length, and then closes.
    NoRange,
    /// It sends this many bytes, waits for this long, and so on.
    Slow(usize, Duration),
    /// It answers with a status and these headers.
    Status(u16, Vec<(String, String)>),
}

/// A request as the hub got it.
#[derive(Debug, Clone, PartialEq)]
pub struct HubRequest {
    /// The path with the query.
    pub path: String,
    /// The headers; names in small letters.
    pub headers: Vec<(String, String)>,
}

impl HubRequest {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Where the requested range begins.
    pub fn from(&self) -> usize {
        let range = self.header("range").and_then(|range| range.strip_prefix("bytes="));
        range.and_then(|range| range.trim_end_matches('-').parse().ok()).unwrap_or(0)
    }

    /// Whether it is about a file, not about the list of files.
    pub fn is_file(&self) -> bool {
        self.path.contains("/resolve/")
    }
}

/// A file on the hub.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedFile {
    /// Its repository, as `OWNER/NAME`.
    pub repository: String,
    /// Its path there.
    pub path: String,
    /// Its content.
    pub content: Vec<u8>,
    /// The size that the hub states, if it lies.
    pub stated: Option<u64>,
}

/// Decides what goes wrong with a request; the number counts requests from 0.
type Faults = dyn Fn(&HubRequest, usize) -> Fault + Send + Sync;

/// A hub that runs until this program ends.
#[derive(Clone)]
pub struct Hub {
    address: String,
    state: Arc<HubState>,
}

struct HubState {
    files: Vec<SharedFile>,
    faults: Box<Faults>,
    requests: Mutex<Vec<HubRequest>>,
}

impl Hub {
    /// Starts a hub with these files.
    ///
    /// # Panics
    /// If no port is free.
    pub fn start(
        files: Vec<SharedFile>,
        faults: impl Fn(&HubRequest, usize) -> Fault + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it has an address"));
        let (faults, requests) = (Box::new(faults), Mutex::default());
        let state = Arc::new(HubState { files, faults, requests });
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                // A client that goes away is what these tests are about.
                thread::spawn(move || drop(state.serve(stream)));
            }
        });
        Self { address, state }
    }

    /// Its address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// All requests so far.
    pub fn requests(&self) -> Vec<HubRequest> {
        self.state.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The requests for files so far.
    pub fn file_requests(&self) -> Vec<HubRequest> {
        self.requests().into_iter().filter(HubRequest::is_file).collect()
    }
}

impl HubState {
    fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let (request, length) = peek_request(&stream)?;
        let nth = {
            let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
            requests.push(request.clone());
            requests.len() - 1
        };
        let fault = (self.faults)(&request, nth);
        // What is not read makes the system reset the connection when it closes.
        if !matches!(fault, Fault::Reset(_)) {
            io::Read::read_exact(&mut &stream, &mut vec![0; length])?;
        }
        if let Fault::Status(status, headers) = &fault {
            return respond(&stream, *status, headers, b"no");
        }
        match self.find(&request) {
            Some(file) => send_file(&stream, file, &request, &fault),
            None => self.send_page(&stream, &request, &fault),
        }
    }

    fn find(&self, request: &HubRequest) -> Option<&SharedFile> {
        let path = request.path.split('?').next()?;
        let is_it = |file: &&SharedFile| {
            path == format!("/{}/resolve/{REVISION}/{}", file.repository, file.path)
        };
        self.files.iter().find(is_it)
    }

    fn send_page(&self, stream: &TcpStream, request: &HubRequest, fault: &Fault) -> io::Result<()> {
        let Some(page) = self.page(request) else {
            let missing = vec![("X-Error-Code".to_owned(), "RepoNotFound".to_owned())];
            return respond(stream, 401, &missing, b"{}");
        };
        let text = page.to_string();
        let file = SharedFile {
            repository: String::new(),
            path: String::new(),
            content: text.into_bytes(),
            stated: None,
        };
        send_file(stream, &file, request, fault)
    }

    fn page(&self, request: &HubRequest) -> Option<Value> {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let rest = path.strip_prefix("/api/models")?;
        if rest.is_empty() {
            let search = query.split('&').find_map(|pair| pair.strip_prefix("search="))?;
            let mut names: Vec<&str> =
                self.files.iter().map(|file| file.repository.as_str()).collect();
            names.dedup();
            names.retain(|name| name.to_lowercase().contains(&search.to_lowercase()));
            return Some(names.iter().map(|name| json!({"id": name, "downloads": 7})).collect());
        }
        let repository = rest.strip_prefix('/')?;
        let files = self.files.iter().filter(|file| file.repository == repository);
        let siblings: Vec<Value> = files.map(sibling).collect();
        (!siblings.is_empty()).then(|| {
            json!({
                "id": repository, "sha": REVISION, "gated": false, "downloads": 7,
                "tags": ["gguf", "license:apache-2.0"], "gguf": {"architecture": "llama"},
                "siblings": siblings,
            })
        })
    }
}

fn sibling(file: &SharedFile) -> Value {
    let size = file.stated.unwrap_or(file.content.len() as u64);
    let sha256 = sha256(&file.content);
    json!({
        "rfilename": file.path, "size": size, "blobId": "x",
        "lfs": {"sha256": sha256, "size": size, "pointerSize": 134},
    })
}

/// The SHA-256 of bytes in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a request without taking it out of the connection. Returns its length, too.
fn peek_request(stream: &TcpStream) -> io::Result<(HubRequest, usize)> {
    let mut bytes = vec![0; LONGEST_REQUEST];
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    for _ in 0..1_000 {
        let length = stream.peek(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
        if let Some(end) = text.find("\r\n\r\n") {
            return Ok((parse(&text[..end]), end + 4));
        }
        if length == 0 {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    Err(io::ErrorKind::InvalidData.into())
}

fn parse(text: &str) -> HubRequest {
    let mut lines = text.lines();
    let path = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
    let headers = lines.filter_map(|line| line.split_once(':'));
    HubRequest {
        path: path.to_owned(),
        headers: headers
            .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
            .collect(),
    }
}

fn respond(
    mut stream: &TcpStream,
    status: u16,
    headers: &[(String, String)],
    body: &[u8],
) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {status} x\r\nConnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("Content-Length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}

fn send_file(
    stream: &TcpStream,
    file: &SharedFile,
    request: &HubRequest,
    fault: &Fault,
) -> io::Result<()> {
    let total = file.content.len();
    let wanted = if *fault == Fault::NoRange { 0 } else { request.from() };
    if wanted > total {
        return respond(stream, 416, &[], b"");
    }
    let from = if *fault == Fault::WrongRange { wanted / 2 } else { wanted };
    let mut body = file.content[from..].to_vec();
    let plus = |number: usize, lie: i64| (number as i64 + lie).max(0);
    let (mut length, mut stated) = (body.len() as i64, total as i64);
    match *fault {
        Fault::LieAboutLength(lie) => length = plus(body.len(), lie),
        Fault::LieAboutTotal(lie) => stated = plus(total, lie),
        Fault::Corrupt(at) if !body.is_empty() => {
            let at = at % body.len();
            body[at] ^= 0x20;
        }
        _ => {}
    }
    let mut head = String::from("HTTP/1.1 ");
    head += if wanted > 0 { "206 x\r\n" } else { "200 x\r\n" };
    head += "Connection: close\r\n";
    if wanted > 0 {
        head += &format!("Content-Range: bytes {from}-{}/{stated}\r\n", total.max(1) - 1);
    }
    if *fault != Fault::NoRange {
        head += &format!("Content-Length: {length}\r\n");
    }
    head += "\r\n";
    let mut out = stream;
    out.write_all(head.as_bytes())?;
    send_body(out, &body, fault)
}

fn send_body(mut out: &TcpStream, body: &[u8], fault: &Fault) -> io::Result<()> {
    let first = |count: usize| &body[..count.min(body.len())];
    match *fault {
        Fault::Break(after) | Fault::Reset(after) => out.write_all(first(after)),
        Fault::Stall(after, time) => {
            out.write_all(first(after))?;
            thread::sleep(time);
            Ok(())
        }
        Fault::Slow(count, pause) => {
            for block in body.chunks(count.max(1)) {
                out.write_all(block)?;
                thread::sleep(pause);
            }
            Ok(())
        }
        _ => body.chunks(BLOCK).try_for_each(|block| out.write_all(block)),
    }
}
