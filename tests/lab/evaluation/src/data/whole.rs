//! Files that are one JSON value, as in some data sets: a list of entries (HotpotQA), or an object each
//! value of which is one (Qasper).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use serde_json::value::RawValue;

use super::forms::not_json;
use super::{DatasetError, DatasetFormat};

/// The line on which an entry begins, and the entry, or what is wrong with it.
type Begun = (usize, Result<Value, DatasetError>);

/// Returns the entries of such a file, in order. None for a file with one object per line, or one that
/// is larger than `limit` bytes or not a regular file, such as a pipe; these are read only line by
/// line. A flaw comes with its line.
pub(super) fn entries(
    path: &Path,
    limit: u64,
) -> Option<Result<Vec<Begun>, (usize, DatasetError)>> {
    let about = path.metadata().ok()?;
    if !about.is_file() || about.len() > limit {
        return None;
    }
    let whole = fs::read_to_string(path).ok()?;
    let text = whole.trim_start_matches('\u{feff}').trim_start();
    // If several values follow one another, the first is read and the rest is an error.
    match text.starts_with('[') {
        true => list(&whole, text),
        false => object(&whole, text).map(Ok),
    }
}

/// Returns the entries of a list, or why it is none, unless its first line is a complete value.
fn list(whole: &str, text: &str) -> Option<Result<Vec<Begun>, (usize, DatasetError)>> {
    match serde_json::from_str(text) {
        Ok(entries) => Some(Ok(begun(whole, entries))),
        Err(error) => (!is_whole(first_line(text))).then(|| {
            let before = whole[..whole.len() - text.len()].matches('\n').count();
            Err((before + error.line(), not_json(&error)))
        }),
    }
}

/// Returns the entries of an object that is not an entry itself.
fn object(whole: &str, text: &str) -> Option<Vec<Begun>> {
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let are_objects = fields.values().all(|entry| entry.get().starts_with('{'));
    let is_known = DatasetFormat::of(fields.keys().map(String::as_str)).is_ok();
    let are_entries = !fields.is_empty() && are_objects && !is_known;
    are_entries.then(|| begun(whole, fields.into_values().collect()))
}

/// Returns the values of a text with the lines on which they begin.
fn begun(whole: &str, values: Vec<&RawValue>) -> Vec<Begun> {
    let lines: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at).collect();
    let begun = |value: &RawValue| {
        let at = value.get().as_ptr().addr() - whole.as_ptr().addr();
        let line = lines.partition_point(|&end| end < at) + 1;
        (line, serde_json::from_str(value.get()).map_err(|error| not_json(&error)))
    };
    values.into_iter().map(begun).collect()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns whether a line is a complete value. If so, every line of the file has one, even if the first
/// is not that of an object.
fn is_whole(line: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Result<usize, (usize, DatasetError)>> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        entries(file.path(), 1_000).map(|found| found.map(|entries| entries.len()))
    }

    #[test]
    fn whole_files_are_distinguished_from_lines() {
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
    fn entries_know_their_lines() {
        let lines = |text: &str| -> Vec<usize> {
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(file.path(), text).unwrap();
            let entries = entries(file.path(), 1_000).unwrap().unwrap();
            entries.into_iter().map(|(line, _)| line).collect()
        };
        assert_eq!(lines("\u{feff}\n[\n{\n\"ä\": 1}, 2,\n\n\"x\"]"), [3, 4, 6]);
        assert_eq!(lines("{\"b\": {},\n \"a\":\n {}}\n"), [3, 1], "by name");
    }

    #[test]
    fn a_list_that_breaks_off_is_reported() {
        let flaw = DatasetError::NotJson("EOF while parsing a value at byte 11".into());
        assert_eq!(of("[{\"a\": 1}, "), Some(Err((1, flaw))));
        let flaw = DatasetError::NotJson("expected value at byte 1".into());
        assert_eq!(of("\n[\n{\"a\": 1},\n?]"), Some(Err((4, flaw))));
    }

    #[test]
    fn a_large_file_is_read_line_by_line() {
        let list = format!("[{}]", vec!["1"; 1_000].join(","));
        assert_eq!(of(&list), None);
    }
}
