use std::path::PathBuf;

use protocol::{Code, Failure};

use crate::Format;

/// Why a file could not be read. Shown to people verbatim: what happened, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file has no bytes.
    #[error("This file is empty. Check that it was copied or downloaded completely.")]
    Empty,
    /// The file was read but contains only white space.
    #[error("This {0} contains no text, only {what}. Add a file that contains text.", what = picture_or_space(*.0))]
    NoText(Format),
    /// Hardly any page has text, but some show text all the same: they are pictures of it.
    #[error(
        "This PDF has no text on {pages}: it is probably scanned. Pecan reads such pages with \
         Tesseract: {INSTALL}, then add the file again.",
        pages = protocol::pages_phrase(pages)
    )]
    Scanned {
        /// The numbers of those pages, from 1, in order.
        pages: Vec<u32>,
    },
    /// Pecan does not read this kind of file; the kind with its article.
    #[error(
        "This is {0}, which Pecan cannot read yet. Save it as PDF, EPUB, DOCX, HTML or plain text, \
         and add that file."
    )]
    FormatUnknown(&'static str),
    /// The file is damaged.
    #[error(
        "This {format} is damaged: {detail}. Get the file again, or open it in another program, \
         save it, and add that file."
    )]
    Broken {
        /// The file's format.
        format: Format,
        /// The fault, as the end of a sentence.
        detail: String,
    },
    /// The file needs a password, and none was given.
    #[error("This {0} is protected by a password. {todo}", todo = without_password(*.0))]
    PasswordNeeded(Format),
    /// The given password does not open the file.
    #[error(
        "This {0} is protected by a password, and the password that you entered does not open it. \
         Check capital letters and the keyboard layout, and enter it again."
    )]
    PasswordWrong(Format),
    /// The file is encrypted other than with a password.
    #[error(
        "This {0} is encrypted in a way that Pecan does not support, perhaps for certain people \
         only. Open it in the program that it was made for, print it to a new PDF, and add that \
         file."
    )]
    EncryptionUnknown(Format),
    /// The book is locked to one seller's reading programs.
    #[error(
        "This EPUB book is locked by copy protection (DRM), so only the seller's programs can open \
         it. Add a copy without protection."
    )]
    Protected,
    /// The library that reads PDF files was not found or is not usable.
    #[error("The PDFium library, which reads PDF files, {reason}. Run `cargo xtask setup` to \
        install it, or put {file} into one of these folders: {places}.", file = .file, places = list(.looked))]
    PdfReaderMissing {
        /// The fault, as the end of a sentence.
        reason: String,
        /// The library's file name on this platform.
        file: String,
        /// The places searched.
        looked: Vec<PathBuf>,
    },
    /// The page does not exist.
    #[error("This PDF has {} and no page {page}.", count_phrase(*.count))]
    PageMissing {
        /// The requested number.
        page: u32,
        /// The number of pages.
        count: u32,
    },
    /// The program that reads scanned pages was not found.
    #[error(
        "The program Tesseract, which reads scanned pages, was not found. To read them, {INSTALL}."
    )]
    RecogniserMissing,
    /// The program that reads scanned pages does not know this language.
    #[error(
        "Tesseract, which reads scanned pages, has no data for the language `{wanted}`. {todo}",
        todo = other_languages(installed)
    )]
    LanguageMissing {
        /// The requested language.
        wanted: String,
        /// The installed languages.
        installed: Vec<String>,
    },
    /// The program that reads scanned pages failed.
    #[error(
        "Tesseract, which reads scanned pages, {0}. Try again; if it fails again, reinstall it."
    )]
    RecognitionFailed(
        /// What happened, as the end of a sentence.
        String,
    ),
    /// The file contains more text than any book.
    #[error(
        "This {format} contains more than {megabytes} MB of plain text, which is the limit. Split \
         it into smaller files, and add those."
    )]
    TextTooLong {
        /// The file's format.
        format: Format,
        /// The limit, in units of 1,000,000 bytes.
        megabytes: usize,
    },
    /// The file would unpack to an unreasonable size.
    #[error(
        "This {format} would unpack to more than {megabytes} MB of data, far more than any real \
         book. If it is a real book, split it into smaller files."
    )]
    TooLarge {
        /// The file's format.
        format: Format,
        /// The limit, in units of 1,048,576 bytes.
        megabytes: u64,
    },
}

impl Error {
    /// Returns the code that programs branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::Empty => Code::FileEmpty,
            Self::TextTooLong { .. } => Code::FileUnreadable,
            Self::NoText(_) | Self::Scanned { .. } => Code::NoText,
            Self::FormatUnknown(_) => Code::FormatUnknown,
            Self::Broken { .. } | Self::TooLarge { .. } => Code::DocumentBroken,
            Self::PasswordNeeded(Format::Pdf) => Code::PasswordNeeded,
            Self::PasswordNeeded(_) | Self::EncryptionUnknown(_) | Self::Protected => {
                Code::DocumentEncrypted
            }
            Self::PasswordWrong(_) => Code::PasswordWrong,
            Self::PdfReaderMissing { .. } => Code::PdfReaderMissing,
            Self::PageMissing { .. } => Code::BadRequest,
            Self::RecogniserMissing => Code::RecogniserMissing,
            Self::LanguageMissing { .. } => Code::LanguageMissing,
            Self::RecognitionFailed(_) => Code::RecognitionFailed,
        }
    }

    /// Creates the error for a damaged file; `detail` is the end of a sentence.
    pub(crate) fn broken(format: Format, detail: impl Into<String>) -> Self {
        Self::Broken { format, detail: detail.into() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

fn picture_or_space(format: Format) -> &'static str {
    match format {
        Format::Text | Format::Markdown => "white space",
        Format::Mail => "attached files or white space",
        _ => "pictures or blank pages",
    }
}

/// How to get the program that reads scanned pages.
const INSTALL: &str = "install it (on Debian: `sudo apt install tesseract-ocr`; for a text that is \
                       not in English, also its language, such as `tesseract-ocr-deu`)";

/// Advice for a locked file: only PDF files are opened with their passwords.
fn without_password(format: Format) -> &'static str {
    match format {
        Format::Pdf => "Enter the password, or add a copy that was saved without one.",
        Format::Docx | Format::Odt => {
            "Open it in a word processor, save it without a password, and add that file."
        }
        _ => "Open it in another program, save it without a password, and add that file.",
    }
}

fn count_phrase(pages: u32) -> String {
    if pages == 1 { "one page".to_owned() } else { format!("{pages} pages") }
}

fn other_languages(installed: &[String]) -> String {
    match installed {
        [] => format!("No language is installed: {INSTALL}."),
        some => format!(
            "Installed: {}. Choose one of these, or install the missing one (on Debian: `sudo apt \
             install tesseract-ocr-` and the language).",
            some.join(", ")
        ),
    }
}

fn list(places: &[PathBuf]) -> String {
    places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_say_what_happened_and_what_to_do() {
        let cases = [
            (Error::Empty, Code::FileEmpty, "empty"),
            (Error::NoText(Format::Text), Code::NoText, "white space"),
            (
                Error::Scanned { pages: vec![1] },
                Code::NoText,
                "no text on page 1: it is probably scanned. Pecan reads such pages with Tesseract: install",
            ),
            (Error::Scanned { pages: vec![1, 2, 3, 5, 8, 9] }, Code::NoText, "pages 1–3, 5, 8–9:"),
            (
                Error::Scanned { pages: (1..40).step_by(2).collect() },
                Code::NoText,
                "pages 1, 3, 5, 7, 9, 11, 13, 15 and more:",
            ),
            (Error::FormatUnknown("a Word document"), Code::FormatUnknown, "is a Word document"),
            (Error::broken(Format::Pdf, "it ends too soon"), Code::DocumentBroken, "ends too soon"),
            (
                Error::PasswordNeeded(Format::Pdf),
                Code::PasswordNeeded,
                "This PDF is protected by a password. Enter the password, or add a copy",
            ),
            (Error::PasswordWrong(Format::Pdf), Code::PasswordWrong, "does not open it"),
            (Error::EncryptionUnknown(Format::Pdf), Code::DocumentEncrypted, "certain people"),
            (
                Error::PageMissing { page: 3, count: 1 },
                Code::BadRequest,
                "has one page and no page",
            ),
            (Error::RecogniserMissing, Code::RecogniserMissing, "sudo apt install tesseract-ocr"),
            (
                Error::LanguageMissing { wanted: "fra".into(), installed: vec!["eng".into()] },
                Code::LanguageMissing,
                "no data for the language `fra`. Installed: eng.",
            ),
            (
                Error::LanguageMissing { wanted: "fra".into(), installed: vec![] },
                Code::LanguageMissing,
                "No language is installed: install it",
            ),
            (
                Error::RecognitionFailed("took too long".into()),
                Code::RecognitionFailed,
                "took too long. Try again",
            ),
            (
                Error::PasswordNeeded(Format::Docx),
                Code::DocumentEncrypted,
                "This Word document is protected by a password. Open it in a word processor",
            ),
            (Error::Protected, Code::DocumentEncrypted, "DRM"),
            (
                Error::PdfReaderMissing {
                    reason: "was not found".into(),
                    file: "libpdfium.so".into(),
                    looked: vec!["here".into(), "there".into()],
                },
                Code::PdfReaderMissing,
                "cargo xtask setup` to install it, or put libpdfium.so into one of these folders: \
                 here, there.",
            ),
            (
                Error::TextTooLong { format: Format::Text, megabytes: 50 },
                Code::FileUnreadable,
                "This text file contains more than 50 MB of plain text, which",
            ),
            (
                Error::TooLarge { format: Format::Epub, megabytes: 512 },
                Code::DocumentBroken,
                "512 MB",
            ),
        ];
        for (error, code, part) in cases {
            let failure = Failure::from(error);
            assert_eq!(failure.code, code);
            assert!(failure.message.contains(part), "{}", failure.message);
            assert!(failure.message.ends_with('.'), "{}", failure.message);
        }
    }
}
