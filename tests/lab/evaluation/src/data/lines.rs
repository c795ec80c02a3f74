//! A file's lines, one at a time, of any length up to a limit.

use std::io::{self, BufRead, Read};

use super::DatasetError;

/// The lines of a file with their numbers, counted from 1, without empty ones.
pub(super) struct NumberedLines<R> {
    input: R,
    limit: usize,
    number: usize,
    ended: bool,
}

impl<R: BufRead> NumberedLines<R> {
    /// Reads lines of at most `limit` bytes.
    pub fn new(input: R, limit: usize) -> Self {
        Self { input, limit, number: 0, ended: false }
    }

    /// Returns the next line, even if it is empty.
    fn line(&mut self) -> io::Result<Option<Result<String, DatasetError>>> {
        let mut bytes = Vec::new();
        // One byte more than a line may have, and its end.
        let most = (self.limit as u64).saturating_add(2);
        if self.input.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let whole = bytes.ends_with(b"\n");
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        if text.len() > self.limit {
            if !whole {
                self.input.skip_until(b'\n')?;
            }
            return Ok(Some(Err(DatasetError::LineTooLong(self.limit))));
        }
        Ok(Some(String::from_utf8(bytes).map_err(|_| DatasetError::NotUtf8)))
    }

    /// Removes the mark with which some programs begin a file.
    fn unmarked(&self, line: String) -> String {
        match line.strip_prefix('\u{feff}') {
            Some(rest) if self.number == 1 => rest.to_string(),
            _ => line,
        }
    }
}

impl<R: BufRead> Iterator for NumberedLines<R> {
    type Item = (usize, Result<String, DatasetError>);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            self.number += 1;
            let line = match self.line() {
                Ok(None) => break,
                Ok(Some(line)) => line.map(|line| self.unmarked(line)),
                Err(error) => {
                    self.ended = true;
                    Err(DatasetError::Unreadable(error.to_string()))
                }
            };
            if !line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
                return Some((self.number, line));
            }
        }
        self.ended = true;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], limit: usize) -> Vec<(usize, Result<String, DatasetError>)> {
        NumberedLines::new(input, limit)
            .map(|(n, line)| (n, line.map(|l| l.trim().to_string())))
            .collect()
    }

    #[test]
    fn lines_are_numbered_and_empty_ones_left_out() {
        let read = lines("\u{feff}one\r\n\n  \ntwo\n\u{feff}three".as_bytes(), 100);
        let expected = [(1, "one"), (4, "two"), (5, "\u{feff}three")];
        assert_eq!(read, expected.map(|(number, line)| (number, Ok(line.to_string()))));
    }

    #[test]
    fn a_line_over_the_limit_is_passed_over() {
        let read = lines(b"abcd\nabcde\nabcdefghijk\nab\nabcdef", 4);
        let expected = [
            (1, Ok("abcd".to_string())),
            (2, Err(DatasetError::LineTooLong(4))),
            (3, Err(DatasetError::LineTooLong(4))),
            (4, Ok("ab".to_string())),
            (5, Err(DatasetError::LineTooLong(4))),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_no_text_is_reported() {
        assert_eq!(
            lines(b"\xff\nfine", 9),
            [(1, Err(DatasetError::NotUtf8)), (2, Ok("fine".into()))]
        );
    }

    #[test]
    fn a_file_that_breaks_off_is_reported_once() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let read: Vec<_> = NumberedLines::new(io::BufReader::new(Broken), 9).collect();
        assert_eq!(read, [(1, Err(DatasetError::Unreadable("gone".into())))]);
    }
}
