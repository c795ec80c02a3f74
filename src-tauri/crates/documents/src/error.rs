use std::path::PathBuf;

use protocol::{Code, Failure};

use crate::Format;

/// Why a file could not be read. Shown to people as it is: what happened, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file has no bytes.
    #[error("This file is empty. Check that it was copied or downloaded to its end.")]
    Empty,
    /// The file was read but holds nothing but white space.
    #[error("This {0} holds no text, only {what}. Add a file with text in it.", what = picture_or_space(*.0))]
    NoText(Format),
    /// The pages are pictures.
    #[error(
        "This PDF has {pages} without text: it is probably scanned. Run it through text \
         recognition (OCR) first, then add the result.",
        pages = pages_phrase(*.0)
    )]
    Scanned(u32),
    /// The file is of a kind that Pecan does not read; the kind with its article.
    #[error(
        "This is {0}, which Pecan cannot read yet. Save it as PDF, EPUB, DOCX, HTML or plain text and add that."
    )]
    FormatUnknown(&'static str),
    /// The file is damaged.
    #[error(
        "This {format} is damaged: {detail}. Get the file again, or open it in another program and save it anew."
    )]
    Broken {
        /// What the file is.
        format: Format,
        /// What is wrong with it, as the end of a sentence.
        detail: String,
    },
    /// The file needs a password.
    #[error(
        "This {0} is protected by a password. Open it in {program} with the password, save it without, and add that file.",
        program = program(*.0)
    )]
    PasswordNeeded(Format),
    /// The book is locked to one seller's reading programs.
    #[error(
        "This EPUB book is locked by copy protection (DRM), so only its seller's programs can open it. Add a copy without protection."
    )]
    Protected,
    /// The library that reads PDF files was not found, or found and not usable.
    #[error("The PDFium library, which reads PDF files, {reason}. Run `cargo xtask setup` to install it, or put {file} into one of: {places}.", file = .file, places = list(.looked))]
    PdfReaderMissing {
        /// What is the matter with it, as the end of a sentence.
        reason: String,
        /// The library's file name on this platform.
        file: String,
        /// Where it was looked for.
        looked: Vec<PathBuf>,
    },
    /// The file would unpack to more than is reasonable.
    #[error(
        "This {format} would unpack to more than {megabytes} MB of data, which no real book does. If it is one, split it into smaller files."
    )]
    TooLarge {
        /// What the file is.
        format: Format,
        /// The limit, in units of 1,048,576 bytes.
        megabytes: u64,
    },
}

impl Error {
    /// The code that programs branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::Empty => Code::FileEmpty,
            Self::NoText(_) | Self::Scanned(_) => Code::NoText,
            Self::FormatUnknown(_) => Code::FormatUnknown,
            Self::Broken { .. } | Self::TooLarge { .. } => Code::DocumentBroken,
            Self::PasswordNeeded(_) | Self::Protected => Code::DocumentEncrypted,
            Self::PdfReaderMissing { .. } => Code::PdfReaderMissing,
        }
    }

    /// A damaged file; `detail` is the end of a sentence.
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
        _ => "pictures or blank pages",
    }
}

/// What opens a file that asks for a password.
fn program(format: Format) -> &'static str {
    match format {
        Format::Pdf => "a PDF viewer",
        Format::Docx | Format::Odt => "a word processor",
        _ => "another program",
    }
}

fn pages_phrase(pages: u32) -> String {
    if pages == 1 { "one page".to_owned() } else { format!("{pages} pages") }
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
            (Error::Scanned(1), Code::NoText, "one page without text: it is probably scanned"),
            (Error::Scanned(4), Code::NoText, "4 pages"),
            (Error::FormatUnknown("a Word document"), Code::FormatUnknown, "is a Word document"),
            (Error::broken(Format::Pdf, "it ends too soon"), Code::DocumentBroken, "ends too soon"),
            (
                Error::PasswordNeeded(Format::Pdf),
                Code::DocumentEncrypted,
                "Open it in a PDF viewer with the password",
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
                "cargo xtask setup` to install it, or put libpdfium.so into one of: here, there.",
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
