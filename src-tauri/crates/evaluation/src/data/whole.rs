//! Files that are one JSON value, as some data sets are given out: a list of entries (HotpotQA), or
//! an object whose every value is one (Qasper).

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Flaw;
use super::forms::{is_known, not_json};

/// The entries of such a file, in order; none of a file with one object a line, or of one with more
/// bytes than `limit` or that is no plain file, as a pipe is, which are only read line by line. A flaw
/// comes with the line that has it.
pub(super) fn entries(path: &Path, limit: u64) -> Option<Result<Vec<Value>, (usize, Flaw)>> {
    let about = path.metadata().ok()?;
    if !about.is_file() || about.len() > limit {
        return None;
    }
    let whole = fs::read_to_string(path).ok()?;
    let text = whole.trim_start_matches('\u{feff}').trim_start();
    // Of several values in a row only the first is read, and the rest found to be too much.
    match serde_json::from_str(text) {
        Ok(Value::Array(entries)) => Some(Ok(entries)),
        Ok(Value::Object(fields)) => {
            let entries = !is_known(&fields) && fields.values().all(Value::is_object);
            (entries && !fields.is_empty())
                .then(|| Ok(fields.into_iter().map(|(_, v)| v).collect()))
        }
        Err(error) if text.starts_with('[') && !is_whole(first_line(text)) => {
            let before = whole[..whole.len() - text.len()].matches('\n').count();
            Some(Err((before + error.line(), not_json(&error))))
        }
        _ => None,
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Whether a line is a value by itself: then the file has one on every line, though the first is none
/// of an object.
fn is_whole(line: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Result<usize, (usize, Flaw)>> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        entries(file.path(), 1_000).map(|found| found.map(|entries| entries.len()))
    }

    #[test]
    fn whole_files_are_told_from_lines() {
        let line = r#"{"context": "a", "question": "b"}"#;
        let cases = [
            (format!("[{line}, {line}]"), Some(2)),
            (format!("\u{feff} [\n{line}\n]\n"), Some(1)),
            (format!("{{\"one\": {line},\n \"two\": {line}}}"), Some(2)),
            (line.to_owned(), None),
            (format!("{line}\n{line}\n"), None),
            (format!("{line}\nnot JSON"), None),
            (format!("[1, 2]\n{line}\n"), None),
            (format!("[]\n{line}\n{line}\n"), None),
            ("{\"one\": 1}".to_owned(), None),
            ("{}".to_owned(), None),
            (String::new(), None),
        ];
        for (text, expected) in cases {
            assert_eq!(of(&text), expected.map(Ok), "{text}");
        }
    }

    #[test]
    fn a_list_that_breaks_off_is_told() {
        let told = Flaw::NotJson("EOF while parsing a value at byte 11".into());
        assert_eq!(of("[{\"a\": 1}, "), Some(Err((1, told))));
        let told = Flaw::NotJson("expected value at byte 1".into());
        assert_eq!(of("\n[\n{\"a\": 1},\n?]"), Some(Err((4, told))));
    }

    #[test]
    fn a_large_file_is_read_line_by_line() {
        let list = format!("[{}]", vec!["1"; 1_000].join(","));
        assert_eq!(of(&list), None);
    }
}
