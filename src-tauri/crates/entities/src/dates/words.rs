//! The words of a text as parts of dates.

use super::months::month;

/// Words that join a day, a month and a year: "3rd of May", "3 de mayo de 1897".
const OF: [&str; 3] = ["of", "de", "del"];
/// Endings of ordinal numbers.
const ORDINALS: [&str; 6] = ["st", "nd", "rd", "th", "er", "º"];

/// A run of letters and digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    /// The byte of the whole text at which it begins.
    pub start: usize,
}

/// Returns the words of a text.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts
        .map(|part| Word { text: part, start: part.as_ptr() as usize - text.as_ptr() as usize })
        .collect()
}

impl Word<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub fn lower(&self) -> String {
        self.text.to_lowercase()
    }

    pub fn is_of(&self) -> bool {
        OF.contains(&self.text)
    }

    /// Returns whether it is a number such as "3rd".
    pub fn is_ordinal(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit()) && self.number().is_none()
    }

    /// Returns a number of one or two digits.
    pub fn number(&self) -> Option<u8> {
        let is_short = self.text.len() <= 2 && self.text.bytes().all(|byte| byte.is_ascii_digit());
        is_short.then(|| self.text.parse().ok())?
    }

    /// Returns a year: four digits, of which the first is no zero.
    pub fn year(&self) -> Option<u16> {
        let is_long = self.text.len() == 4 && self.text.bytes().all(|byte| byte.is_ascii_digit());
        is_long.then(|| self.text.parse().ok())?.filter(|year| *year >= 1_000)
    }

    /// Returns a day's number, which may be an ordinal.
    pub fn day(&self) -> Option<u8> {
        let bare = ORDINALS.iter().find_map(|end| self.text.strip_suffix(end));
        Word { text: bare.unwrap_or(self.text), start: self.start }.number()
    }

    /// Returns the month, from 1, that it names.
    pub fn month(&self) -> Option<u8> {
        month(self.text)
    }
}
