//! Files that need a password.

use documents::{Error, Format, ReadOptions, read};
use protocol::Password;

use crate::corpus::{corpus, files};
use crate::locked_pdf::locked;
use crate::sound::{assert_sound, with_pdfium};

fn with_password(options: &ReadOptions, password: &str) -> ReadOptions {
    let mut options = options.clone();
    options.password = Some(Password::new(password));
    options
}

#[test]
fn locked_files_open_with_their_password_and_no_other() {
    let test = "locked_files_open_with_their_password_and_no_other";
    let Some(options) = with_pdfium(test) else { return };
    let line = "a line that was locked away";
    let cases: [(&[u8], &str); 4] = [
        (b"secret", "secret"),
        (b"\xe6\xf8\xe5", "\u{e6}\u{f8}\u{e5}"),
        (b"\xe6\xf8\xe5", "\u{e6}\u{f8}a\u{30a}"),
        (b"", "any"),
    ];
    for (set, typed) in cases {
        let file = locked(set, line);
        let document = read(&file, "x.pdf", &with_password(&options, typed)).expect(typed);
        assert_sound(&document);
        assert_eq!(document.text, line, "{typed}");
        let without = read(&file, "x.pdf", &options).map(|document| document.text);
        match set {
            b"" => assert_eq!(without.as_deref(), Ok(line)),
            _ => {
                assert_eq!(without, Err(Error::PasswordNeeded(Format::Pdf)));
                for wrong in ["Secret", "", "a\0b"] {
                    let refused = read(&file, "x.pdf", &with_password(&options, wrong));
                    assert_eq!(refused.err(), Some(Error::PasswordWrong(Format::Pdf)), "{wrong}");
                }
            }
        }
    }
}

#[test]
fn real_locked_files_open_with_their_passwords() {
    let test = "real_locked_files_open_with_their_passwords";
    let (Some(corpus), Some(options)) = (corpus(test), with_pdfium(test)) else { return };
    let table = std::fs::read_to_string(corpus.join("EXPECT.tsv")).expect("EXPECT.tsv");
    let password = |file: &str| {
        let row = table.lines().find(|row| row.split('\t').next() == Some(file)).expect("its row");
        row.split('\t').nth(7).expect("a column").to_owned()
    };
    let mut opened = 0;
    for file in files(&corpus, "pdf/password-needed") {
        let bytes = std::fs::read(corpus.join(&file)).expect("a file of the corpus");
        let read = |options: &ReadOptions| read(&bytes, &file, options);
        assert_eq!(read(&options).err(), Some(Error::PasswordNeeded(Format::Pdf)), "{file}");
        let wrong = read(&with_password(&options, "no such word"));
        assert_eq!(wrong.err(), Some(Error::PasswordWrong(Format::Pdf)), "{file}");
        let password = password(&file);
        if !password.is_empty() {
            assert_sound(&read(&with_password(&options, &password)).expect(&file));
            opened += 1;
        }
    }
    assert!(opened >= 6, "only {opened} files were opened");
    for file in files(&corpus, "pdf/owner-password-only") {
        let bytes = std::fs::read(corpus.join(&file)).expect("a file of the corpus");
        for options in [&options, &with_password(&options, "no such word")] {
            assert_sound(&read(&bytes, &file, options).expect(&file));
        }
    }
}
