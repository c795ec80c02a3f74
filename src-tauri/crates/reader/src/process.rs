//! The caller's side of the reading process.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use documents::ocr::RecognisedPage;
use documents::{Document, PageImage, RenderOptions};
use protocol::{Code, Failure, Password};

use crate::ReadLimits;
use crate::reader_exit::{ReaderExit, in_words};
use crate::wire::{self, ReaderReply, ReaderRequest};

/// The program's name.
const PROGRAM: &str = "pecan-reader";
/// How often `keep_on` is asked whether to wait any longer.
const TICK: Duration = Duration::from_millis(50);
/// The factor by which wall-clock time may exceed a request's processor time, because other
/// processes need the processor too.
const SLACK: u64 = 4;
/// The number of bytes kept of what the process says about its death.
const LAST_WORDS: u64 = 4_096;

/// Makes glibc keep freed memory, up to some megabytes. PDFium allocates memory again for each
/// page; clearing it each time costs a fifth of the time that a long file takes.
pub const ALLOCATOR: [(&str, &str); 3] = [
    ("MALLOC_MMAP_THRESHOLD_", "16777216"),
    ("MALLOC_TOP_PAD_", "4194304"),
    ("MALLOC_TRIM_THRESHOLD_", "33554432"),
];

/// A file's bytes and its name.
#[derive(Debug, Clone, Copy)]
pub struct SourceFile<'a> {
    /// The file's name, which serves as the title if the file has none, and distinguishes some
    /// formats.
    pub name: &'a str,
    /// The file's content.
    pub bytes: &'a [u8],
    /// The password, if the file is protected.
    pub password: Option<&'a Password>,
}

/// Why nothing was read.
#[derive(Debug, Clone, PartialEq)]
pub enum ReadFailure {
    /// The caller no longer wanted to wait.
    Stopped,
    /// The file cannot be read, or the reader cannot be started.
    Failed(Failure),
    /// The file has hardly any text: its pages are images.
    Scanned {
        /// The numbers of the pages that show text.
        pages: Vec<u32>,
        /// The failure to report if they are not recognised.
        failure: Failure,
    },
    /// The file was too much for the reader.
    Died(ReaderExit),
}

impl From<Failure> for ReadFailure {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// A process that holds a file. It ends when this is dropped.
#[derive(Debug)]
pub struct ReaderProcess {
    child: Child,
    requests: ChildStdin,
    replies: Receiver<io::Result<ReaderReply>>,
    errors: Option<JoinHandle<String>>,
    limits: ReadLimits,
}

/// Finds the program `pecan-reader`: beside this one, or where a package puts it, or, for a test,
/// one folder up.
pub fn find_program() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let folder = own.parent()?;
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    ["", "../lib/pecan", ".."]
        .map(|place| folder.join(place).join(&name))
        .into_iter()
        .find(|path| path.is_file())
}

impl ReaderProcess {
    /// Starts `program`, which ends with this thread, and hands it a file. No request about the
    /// file may take more than `limits`. The program looks for PDFium in `folders`.
    ///
    /// # Errors
    ///
    /// [`Ended::Failed`] if the program cannot be started, [`Ended::Died`] if it does not take the
    /// file.
    pub fn open(
        program: &Path,
        folders: &[PathBuf],
        file: SourceFile<'_>,
        limits: ReadLimits,
    ) -> Result<Self, ReadFailure> {
        let mut child = command(program, folders)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| unstarted(program, &error))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(requests), Some(output), Some(errors)) = pipes else {
            return Err(unstarted(program, &"it has no pipes").into());
        };
        let (sender, replies) = channel();
        thread::spawn(move || listen(output, &sender));
        let errors = Some(thread::spawn(move || last_words(errors)));
        let mut reader = Self { child, requests, replies, errors, limits };
        reader.hand(file).map_err(|_| ReadFailure::Died(reader.death()))?;
        Ok(reader)
    }

    /// Reads the file. `recognised` holds the recognised text of pages by their numbers. `keep_on`
    /// is asked repeatedly whether to wait any longer.
    ///
    /// # Errors
    ///
    /// Those of [`documents::read`], as [`Ended::Failed`] and [`Ended::Scanned`]; [`Ended::Died`]
    /// if the file was too much; [`Ended::Stopped`].
    pub fn read(
        &mut self,
        recognised: BTreeMap<u32, RecognisedPage>,
        keep_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Document, ReadFailure> {
        match self.ask(&ReaderRequest::Read { recognised }, self.limits, keep_on)? {
            ReaderReply::Document(document) => Ok(document?),
            ReaderReply::Scanned { pages, failure } => Err(ReadFailure::Scanned { pages, failure }),
            ReaderReply::Cover(_) | ReaderReply::Picture(_) => Err(ReadFailure::Died(self.death())),
        }
    }

    /// Draws the file's cover, as [`documents::cover`] does, within a few seconds. `keep_on` is
    /// asked repeatedly whether to wait any longer.
    ///
    /// # Errors
    ///
    /// [`Ended::Died`] if that was too much; [`Ended::Stopped`].
    pub fn cover(
        &mut self,
        keep_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Option<PageImage>, ReadFailure> {
        match self.ask(&ReaderRequest::Cover, self.limits.of_cover(), keep_on)? {
            ReaderReply::Cover(cover) => Ok(cover),
            _ => Err(ReadFailure::Died(self.death())),
        }
    }

    /// Draws a page of a PDF with the given look, or as text recognition reads it best. `keep_on`
    /// is asked repeatedly whether to wait any longer.
    ///
    /// # Errors
    ///
    /// Those of [`documents::PdfPages`], as [`Ended::Failed`]; [`Ended::Died`] if the page was too
    /// much; [`Ended::Stopped`].
    pub fn draw(
        &mut self,
        page: u32,
        look: Option<RenderOptions>,
        keep_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<PageImage, ReadFailure> {
        match self.ask(&ReaderRequest::Draw { page, look }, self.limits, keep_on)? {
            ReaderReply::Picture(picture) => Ok(picture?),
            _ => Err(ReadFailure::Died(self.death())),
        }
    }

    /// Returns the process's peak memory so far in bytes, where the system reports it.
    pub fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1_024)
    }

    fn hand(&mut self, file: SourceFile<'_>) -> io::Result<()> {
        let size = file.bytes.len() as u64;
        let (name, password) = (file.name.to_owned(), file.password.cloned());
        let open = ReaderRequest::Open { name, size, password, limits: self.limits };
        wire::write(&mut self.requests, &open)?;
        self.requests.write_all(file.bytes)?;
        self.requests.flush()
    }

    fn ask(
        &mut self,
        request: &ReaderRequest,
        limits: ReadLimits,
        keep_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<ReaderReply, ReadFailure> {
        if wire::write(&mut self.requests, request).is_err() {
            return Err(ReadFailure::Died(self.death()));
        }
        let allowed = Duration::from_secs(SLACK * limits.seconds);
        let mut begun = Instant::now();
        loop {
            match self.replies.recv_timeout(TICK) {
                Ok(Ok(reply)) => return Ok(reply),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(ReadFailure::Died(self.death()));
                }
                Err(RecvTimeoutError::Timeout) if begun.elapsed() > allowed => {
                    return Err(ReadFailure::Died(ReaderExit::TookTooLong(limits.seconds)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let asked = Instant::now();
            if keep_on().is_break() {
                return Err(ReadFailure::Stopped);
            }
            // Time spent in `keep_on` is not the file's fault.
            begun += asked.elapsed();
        }
    }

    /// Returns how the process ended. A process that is still alive has sent nonsense, and is
    /// ended.
    fn death(&mut self) -> ReaderExit {
        // It may be about to end by itself, which says more.
        thread::sleep(TICK);
        let lives = matches!(self.child.try_wait(), Ok(None));
        if lives {
            let _ = self.child.kill();
        }
        let status = self.child.wait();
        let said = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        if said.contains("memory allocation") || said.contains("bad_alloc") {
            return ReaderExit::TookTooMuch(self.limits.memory);
        }
        match status {
            Ok(status) if lives => ReaderExit::Crashed(in_words(status)),
            Ok(status) => ReaderExit::of(status, self.limits),
            Err(error) => ReaderExit::Crashed(error.to_string()),
        }
    }
}

impl Drop for ReaderProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds the command that starts the program.
fn command(program: &Path, folders: &[PathBuf]) -> Command {
    let mut command = Command::new(program);
    command.args(folders).envs(ALLOCATOR);
    // An interrupt typed at the terminal is meant for this program, not for the reader.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Forwards replies until there are no more, or one makes no sense.
fn listen(output: impl Read, sender: &Sender<io::Result<ReaderReply>>) {
    let mut output = BufReader::new(output);
    while let Some(reply) = wire::read(&mut output).transpose() {
        if reply.is_err() | sender.send(reply).is_err() {
            break;
        }
    }
}

/// Returns the beginning of what the process says; the rest is drained, so that the process need
/// not wait.
fn last_words(mut errors: impl Read) -> String {
    let mut said = Vec::new();
    let _ = errors.by_ref().take(LAST_WORDS).read_to_end(&mut said);
    let _ = io::copy(&mut errors, &mut io::sink());
    String::from_utf8_lossy(&said).into_owned()
}

fn unstarted(program: &Path, error: &dyn fmt::Display) -> Failure {
    let message = format!(
        "The program that reads documents, {}, cannot be started: {error}. Install Pecan again.",
        program.display()
    );
    Failure::new(Code::ReaderMissing, message)
}
