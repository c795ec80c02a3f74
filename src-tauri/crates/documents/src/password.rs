use std::fmt;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// What opens a locked file. It goes over the pipe to the process that reads the file, and into
/// no log, message or library: it shows as nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Password(String);

impl Password {
    /// A password as it was typed.
    pub fn new(typed: impl Into<String>) -> Self {
        Self(typed.into())
    }

    /// What to try: the password as typed, then with its accents composed, then in the form that
    /// newer PDF files prescribe. None for one that no program can have set.
    pub(crate) fn forms(&self) -> Vec<String> {
        let composed = [self.0.nfc().collect(), self.0.nfkc().collect()];
        let mut forms: Vec<String> = std::iter::once(self.0.clone()).chain(composed).collect();
        forms.dedup();
        forms.retain(|form| !form.contains('\0'));
        forms
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_letter_shapes_are_tried_in_each_form() {
        let cases: [(&str, &[&str]); 4] = [
            ("plain", &["plain"]),
            ("a\u{30a}", &["a\u{30a}", "\u{e5}"]),
            ("\u{fb01}e\u{301}", &["\u{fb01}e\u{301}", "\u{fb01}\u{e9}", "fi\u{e9}"]),
            ("a\0b", &[]),
        ];
        for (typed, forms) in cases {
            assert_eq!(Password::new(typed).forms(), forms, "{typed}");
        }
    }

    #[test]
    fn it_shows_as_nothing() {
        assert_eq!(format!("{:?}", Some(Password::new("secret"))), "Some(Password)");
    }
}
