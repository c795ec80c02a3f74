use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of failure, for programs to branch on. In JSON: `snake_case`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Code {
    /// The arguments are inconsistent.
    BadRequest,
    /// The file does not exist.
    FileMissing,
    /// The path is a folder.
    IsFolder,
    /// The file cannot be read.
    FileUnreadable,
    /// The file cannot be written.
    FileUnwritable,
    /// The file has no bytes.
    FileEmpty,
    /// The file was read but holds no text.
    NoText,
    /// The file is of a kind that Pecan does not read.
    FormatUnknown,
    /// The file is damaged.
    DocumentBroken,
    /// The document is encrypted in a way that no password given here opens.
    DocumentEncrypted,
    /// The document needs a password, and none was given.
    PasswordNeeded,
    /// The password does not open the document.
    PasswordWrong,
    /// The library that reads PDF files is missing.
    PdfReaderMissing,
    /// The program that reads documents is missing.
    ReaderMissing,
    /// The file crashes the program that reads documents, or takes too long or too much memory.
    ReaderDied,
    /// The program that reads scanned pages is missing.
    RecogniserMissing,
    /// The program that reads scanned pages does not know the language.
    LanguageMissing,
    /// The program that reads scanned pages failed.
    RecognitionFailed,
    /// No document with this number.
    DocumentUnknown,
    /// No graph with this number, or none built yet.
    GraphMissing,
    /// No node with this number.
    NodeUnknown,
    /// No entity has this name.
    EntityUnknown,
    /// The model file is missing.
    ModelMissing,
    /// The model file was replaced, changed or removed while the model was in use.
    ModelChanged,
    /// The model file is damaged or not a GGUF file.
    ModelBroken,
    /// llama.cpp cannot run this kind of model.
    ModelUnsupported,
    /// The processor lacks instructions that this Pecan was built with.
    ProcessorUnsupported,
    /// The model has no readable attention.
    ModelWithoutAttention,
    /// The model's window is too small for the request.
    WindowFull,
    /// The sentence embedding model is missing.
    EmbedderMissing,
    /// The sentence embedding model is damaged.
    EmbedderBroken,
    /// Not enough memory.
    OutOfMemory,
    /// Another program is writing to the library.
    LibraryBusy,
    /// The library may only be read.
    LibraryReadOnly,
    /// The library, or a file with documents of one, was written by a newer Pecan.
    LibraryNewer,
    /// The library file is damaged.
    LibraryBroken,
    /// The disk is full.
    DiskFull,
    /// The address is not opened: it is no web page's and no mail's, or disguises its target.
    AddressRefused,
    /// No program opened the address.
    AddressUnopened,
    /// Neither the list nor the hub has a model of this name.
    ModelUnknown,
    /// The program that downloads models is missing.
    DownloaderMissing,
    /// The hub or its mirror cannot be reached.
    Offline,
    /// The certificate of the hub or its mirror is not trusted.
    CertificateRefused,
    /// The hub gives the model only to users with an account.
    HubDenied,
    /// The hub has too many requests.
    HubBusy,
    /// The hub does not answer as a hub does.
    HubFailed,
    /// The connection broke too often during a download.
    DownloadInterrupted,
    /// What was downloaded has the wrong length or the wrong SHA-256.
    DownloadWrong,
    /// Another program is downloading the model.
    DownloadBusy,
    /// A program has not named itself with the token of `pecan serve`.
    TokenWrong,
    /// A web page, or a name that is not this machine's, asks `pecan serve`.
    CallerRefused,
    /// As many questions wait as may wait.
    QueueFull,
    /// The engine's process ended before its job.
    EngineDied,
    /// The user stopped it.
    Stopped,
    /// An internal fault of Pecan.
    Internal,
}

/// A failure, for programs and people: what happened, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Failure {
    /// For programs.
    pub code: Code,
    /// For people, one or two sentences in English.
    pub message: String,
}

impl Failure {
    /// Creates a failure.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// Returns what to report about a file, in English: its name and the message. Some messages
    /// already name it.
    pub fn told_of(&self, file: &str) -> String {
        match self.names(file) {
            true => self.message.clone(),
            false => format!("{file}: {}", self.message),
        }
    }

    /// Returns whether the message itself names a file.
    pub fn names(&self, file: &str) -> bool {
        let words = format!(" {}", self.message);
        [' ', '.'].iter().any(|after| words.contains(&format!(" {file}{after}")))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_failed_file_is_named_once() {
        for (file, why, expected) in [
            ("/b/cut.pdf", "This PDF is damaged.", "/b/cut.pdf: This PDF is damaged."),
            ("/b/e.txt", "/b/e.txt is empty.", "/b/e.txt is empty."),
            ("x", "There is no file x. Check it.", "There is no file x. Check it."),
            ("e", "This PDF is damaged.", "e: This PDF is damaged."),
        ] {
            assert_eq!(Failure::new(Code::FileEmpty, why).told_of(file), expected);
        }
    }
}
