//! The forms in which a password is tried.

use protocol::Password;
use unicode_normalization::UnicodeNormalization;

/// Returns the forms to try: the password as typed, then with its accents composed, then in the
/// form that newer PDF files prescribe; none for a password that no program can have set.
pub(crate) fn forms(password: &Password) -> Vec<String> {
    let typed = password.as_typed();
    let composed = [typed.nfc().collect(), typed.nfkc().collect()];
    let mut forms: Vec<String> = std::iter::once(typed.to_owned()).chain(composed).collect();
    forms.dedup();
    forms.retain(|form| !form.contains('\0'));
    forms
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
        for (typed, expected) in cases {
            assert_eq!(forms(&Password::new(typed)), expected, "{typed}");
        }
    }
}
