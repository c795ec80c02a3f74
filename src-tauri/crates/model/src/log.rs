//! llama.cpp's log: kept in memory for error messages, never printed. Only its last message before
//! it ends the process goes to stderr.

#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::ffi::{CStr, c_char, c_void};
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use llama_cpp_sys_2 as sys;

/// Lines kept.
const KEPT: usize = 200;

struct LogLine {
    number: u64,
    error: bool,
    text: String,
}

#[derive(Default)]
struct LogBuffer {
    lines: VecDeque<LogLine>,
    written: u64,
}

static LOG: Mutex<LogBuffer> = Mutex::new(LogBuffer { lines: VecDeque::new(), written: 0 });

/// The last lines that llama.cpp logged, oldest first.
pub fn recent() -> Vec<String> {
    log().lines.iter().map(|line| line.text.trim_end().to_owned()).collect()
}

/// Redirects llama.cpp's log here.
pub(crate) fn capture() {
    // SAFETY: `keep` is a function that lives as long as the program, may be called from any
    // thread, and ignores its last argument.
    unsafe { sys::llama_log_set(Some(keep), std::ptr::null_mut()) };
    // SAFETY: `last_words` lives as long as the program and may be called from any thread. Without
    // it, ggml would start a debugger, if one is installed, before it ends the process.
    unsafe { sys::ggml_set_abort_callback(Some(last_words)) };
}

/// A position in the log.
#[derive(Clone, Copy)]
pub(crate) struct LogPosition(u64);

/// The current end of the log.
pub(crate) fn mark() -> LogPosition {
    LogPosition(log().written)
}

/// llama.cpp's most important complaint since `mark`. Its first error gives the reason; the later
/// ones only say that the outer steps failed, too.
pub(crate) fn complaint(since: LogPosition) -> Option<String> {
    let log = log();
    let line = log.lines.iter().find(|line| line.error && line.number >= since.0)?;
    let text = line.text.trim();
    // "llama_model_load: error loading model: …": the function's name means nothing to a reader.
    Some(text.split_once(": ").map_or(text, |(_, rest)| rest).to_owned())
}

/// The lines that llama.cpp logged since `mark`.
pub(crate) fn since(mark: LogPosition) -> Vec<String> {
    let log = log();
    let lines = log.lines.iter().filter(|line| line.number >= mark.0);
    lines.map(|line| line.text.trim_end().to_owned()).collect()
}

/// Whether a complaint is about a lack of memory.
pub(crate) fn is_about_memory(complaint: &str) -> bool {
    ["alloc", "memory"].iter().any(|word| complaint.contains(word))
}

fn log() -> MutexGuard<'static, LogBuffer> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LogBuffer {
    fn push(&mut self, level: sys::ggml_log_level, text: String) {
        if level == sys::GGML_LOG_LEVEL_CONT {
            if let Some(line) = self.lines.back_mut() {
                line.text.push_str(&text);
            }
            return;
        }
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        let error = level == sys::GGML_LOG_LEVEL_ERROR;
        self.lines.push_back(LogLine { number: self.written, error, text });
        self.written += 1;
    }
}

unsafe extern "C" fn keep(level: sys::ggml_log_level, text: *const c_char, _: *mut c_void) {
    // Nothing here panics. A panic could not cross into C: `extern "C"` would abort.
    if level == sys::GGML_LOG_LEVEL_DEBUG || text.is_null() {
        return;
    }
    // SAFETY: llama.cpp passes a text that ends in NUL and lives until this function returns.
    let text = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
    log().push(level, text);
}

unsafe extern "C" fn last_words(text: *const c_char) {
    if text.is_null() {
        return;
    }
    // SAFETY: ggml passes a text that ends in NUL and lives until this function returns.
    let text = unsafe { CStr::from_ptr(text) }.to_bytes();
    // A failure here cannot be handled: the process ends next.
    let _ = std::io::stderr().write_all(&[text, b"\n"].concat());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_the_first_error_after_the_mark() {
        let mut own = LogBuffer::default();
        own.push(sys::GGML_LOG_LEVEL_ERROR, "f: too early\n".into());
        own.push(sys::GGML_LOG_LEVEL_INFO, "f: news ".into());
        own.push(sys::GGML_LOG_LEVEL_CONT, "goes on\n".into());
        assert_eq!(own.lines[1].text, "f: news goes on\n");
        assert_eq!(own.written, 2);

        let before = mark();
        assert_eq!(complaint(before), None);
        log().push(sys::GGML_LOG_LEVEL_ERROR, "load: the file is odd\n".into());
        log().push(sys::GGML_LOG_LEVEL_ERROR, "outer: failed\n".into());
        assert_eq!(complaint(before).as_deref(), Some("the file is odd"));
        assert!(since(before).iter().any(|line| line == "outer: failed"));
    }
}
