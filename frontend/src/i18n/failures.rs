//! Failures.

use protocol::{Code, Failure};

use super::{
    engine_again, engine_idle, library_closed, named, open_model, scanned_pages, sentence, settings,
};
use crate::language::{self, Language};

messages! {
    failed_model;
    failed_attention;
    failed_part;
    failed_writing;
    failed_engine;
    failed_memory;
    failed_bad_request;
    failed_file_missing;
    failed_is_folder;
    failed_file_unreadable;
    failed_file_unwritable;
    failed_file_empty;
    failed_no_text;
    failed_format_unknown;
    failed_document_broken;
    failed_document_encrypted;
    failed_password_needed;
    failed_password_wrong;
    failed_reader;
    failed_recogniser;
    failed_page_language;
    failed_recognition;
    failed_document_gone;
    failed_graph_gone;
    failed_point_gone;
    failed_processor;
    failed_window;
    failed_library_busy;
    failed_disk;
    failed_address_refused;
    failed_address_unopened;
    failed;
    headed(heading: &str, text: &str);
    way_to_model(settings: &str, open: &str);
    way_to_embedder;

    advice_bad_request;
    advice_file_missing;
    advice_is_folder;
    advice_file_unreadable;
    advice_file_unwritable;
    advice_file_empty;
    advice_no_text;
    advice_format_unknown;
    advice_document_broken;
    advice_document_encrypted;
    advice_password_needed;
    advice_password_wrong;
    advice_part;
    advice_embedder;
    advice_reader;
    advice_recogniser;
    advice_page_language(settings: &str, pages: &str);
    advice_recognition;
    advice_document_gone;
    advice_graph_gone;
    advice_point_gone;
    advice_model_missing;
    advice_model_broken(settings: &str);
    advice_model_unsupported(settings: &str);
    advice_attention(settings: &str);
    advice_processor;
    advice_window(settings: &str);
    advice_memory(settings: &str);
    advice_library_busy;
    advice_writing;
    advice_library_newer;
    advice_library_broken;
    advice_disk;
    advice_address_refused;
    advice_address_unopened;
    advice_engine(settings: &str);
    advice_stopped;
    advice_internal;

    in_detail;
}

/// A message for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// In the current language.
    pub text: String,
    /// The engine's own words, if the text is not already that: they are English.
    pub english: Option<String>,
}

impl From<String> for Said {
    fn from(text: String) -> Self {
        Self { text, english: None }
    }
}

/// The kind of failure, as a heading over the engine's message.
pub fn failure_heading(code: Code) -> &'static str {
    match code {
        Code::BadRequest => failed_bad_request(),
        Code::FileMissing => failed_file_missing(),
        Code::IsFolder => failed_is_folder(),
        Code::FileUnreadable => failed_file_unreadable(),
        Code::FileUnwritable => failed_file_unwritable(),
        Code::FileEmpty => failed_file_empty(),
        Code::NoText => failed_no_text(),
        Code::FormatUnknown => failed_format_unknown(),
        Code::DocumentBroken => failed_document_broken(),
        Code::DocumentEncrypted => failed_document_encrypted(),
        Code::PasswordNeeded => failed_password_needed(),
        Code::PasswordWrong => failed_password_wrong(),
        Code::ReaderDied => failed_reader(),
        Code::RecogniserMissing => failed_recogniser(),
        Code::LanguageMissing => failed_page_language(),
        Code::RecognitionFailed => failed_recognition(),
        Code::DocumentUnknown => failed_document_gone(),
        Code::GraphMissing => failed_graph_gone(),
        Code::NodeUnknown => failed_point_gone(),
        Code::ModelMissing | Code::ModelBroken | Code::ModelUnsupported => failed_model(),
        Code::ModelWithoutAttention => failed_attention(),
        Code::ProcessorUnsupported => failed_processor(),
        Code::WindowFull => failed_window(),
        Code::EmbedderMissing
        | Code::EmbedderBroken
        | Code::PdfReaderMissing
        | Code::ReaderMissing => failed_part(),
        Code::LibraryBusy => failed_library_busy(),
        Code::LibraryReadOnly => failed_writing(),
        Code::DiskFull => failed_disk(),
        Code::AddressRefused => failed_address_refused(),
        Code::AddressUnopened => failed_address_unopened(),
        Code::LibraryNewer | Code::LibraryBroken => library_closed(),
        Code::EngineDied => failed_engine(),
        Code::OutOfMemory => failed_memory(),
        _ => failed(),
    }
}

/// What happened and what to do. The engine's message is English. In another language the window
/// has a text for each kind of failure, followed by the engine's own, with the details.
pub fn failure_said(failure: &Failure) -> Said {
    let own = failure.message.clone();
    let (text, english) = match language::current() {
        Language::English => (own, None),
        _ => (advice(failure.code), Some(own).filter(|_| has_particulars(failure.code))),
    };
    Said { text: with_way(failure.code, text), english }
}

/// Does the same without a heading. In English the engine's message needs none.
pub fn failure_line(failure: &Failure) -> Said {
    let Said { text, english } = failure_said(failure);
    let heading = failure_heading(failure.code);
    let text = match language::current() {
        Language::English => text,
        _ => headed(heading, &text),
    };
    Said { text, english }
}

/// Whether the engine's message can say more than the window's text.
fn has_particulars(code: Code) -> bool {
    !matches!(code, Code::PasswordNeeded | Code::PasswordWrong)
}

/// Why a file was not added. Sometimes the engine's message already names it.
pub fn file_failed(file: &str, failure: &Failure) -> Said {
    let Said { text, english } = failure_said(failure);
    let is_named = language::current() == Language::English && failure.names(file);
    let text = if is_named { text } else { named(file, &text) };
    Said { text, english }
}

/// How the engine died, in the system's words, and whether it continues.
pub fn engine_died(how: &str, again: bool) -> Said {
    let how = format!("{}.", sentence(how));
    let next = if again { engine_again() } else { engine_idle() };
    match language::current() {
        Language::English => Said::from(format!("{how} {next}")),
        _ => Said { text: next.to_owned(), english: Some(how) },
    }
}

/// Appends the way to solve the problem in the window.
fn with_way(code: Code, text: String) -> String {
    match code {
        Code::ModelMissing => format!("{text} {}", way_to_model(settings(), open_model())),
        Code::EmbedderMissing => format!("{text} {}", way_to_embedder()),
        _ => text,
    }
}

/// What a failure means, and what to do.
fn advice(code: Code) -> String {
    match code {
        Code::LanguageMissing => advice_page_language(settings(), scanned_pages()),
        Code::ModelBroken => advice_model_broken(settings()),
        Code::ModelUnsupported => advice_model_unsupported(settings()),
        Code::ModelWithoutAttention => advice_attention(settings()),
        Code::WindowFull => advice_window(settings()),
        Code::OutOfMemory => advice_memory(settings()),
        Code::EngineDied => advice_engine(settings()),
        _ => plain_advice(code).to_owned(),
    }
}

/// Advice that refers to nothing in the window.
fn plain_advice(code: Code) -> &'static str {
    match code {
        Code::BadRequest => advice_bad_request(),
        Code::FileMissing => advice_file_missing(),
        Code::IsFolder => advice_is_folder(),
        Code::FileUnreadable => advice_file_unreadable(),
        Code::FileUnwritable => advice_file_unwritable(),
        Code::FileEmpty => advice_file_empty(),
        Code::NoText => advice_no_text(),
        Code::FormatUnknown => advice_format_unknown(),
        Code::DocumentBroken => advice_document_broken(),
        Code::DocumentEncrypted => advice_document_encrypted(),
        Code::PasswordNeeded => advice_password_needed(),
        Code::PasswordWrong => advice_password_wrong(),
        Code::PdfReaderMissing | Code::ReaderMissing | Code::EmbedderBroken => advice_part(),
        Code::EmbedderMissing => advice_embedder(),
        Code::ReaderDied => advice_reader(),
        Code::RecogniserMissing => advice_recogniser(),
        Code::RecognitionFailed => advice_recognition(),
        Code::DocumentUnknown => advice_document_gone(),
        Code::GraphMissing => advice_graph_gone(),
        Code::NodeUnknown => advice_point_gone(),
        Code::ModelMissing => advice_model_missing(),
        Code::ProcessorUnsupported => advice_processor(),
        Code::LibraryBusy => advice_library_busy(),
        Code::LibraryReadOnly => advice_writing(),
        Code::LibraryNewer => advice_library_newer(),
        Code::LibraryBroken => advice_library_broken(),
        Code::DiskFull => advice_disk(),
        Code::AddressRefused => advice_address_refused(),
        Code::AddressUnopened => advice_address_unopened(),
        Code::Stopped => advice_stopped(),
        _ => advice_internal(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::translations::speaking;
    use super::*;

    const BROKEN: &str = "This PDF is damaged.";

    fn broken() -> Failure {
        Failure::new(Code::DocumentBroken, BROKEN)
    }

    #[test]
    fn a_missing_model_has_a_way_out_in_the_window() {
        let text = |code| failure_said(&Failure::new(code, "It is missing.")).text;
        let way = " In this window: Settings, then “Open model…”.";
        assert_eq!(text(Code::ModelMissing), format!("It is missing.{way}"));
        assert!(text(Code::ModelMissing).contains(open_model()));
        assert_eq!(text(Code::FileMissing), "It is missing.");
        speaking(Language::German, || {
            assert!(text(Code::ModelMissing).ends_with(&way_to_model(settings(), open_model())));
        });
    }

    #[test]
    fn in_english_the_engine_speaks_for_itself() {
        for said in [failure_said(&broken()), failure_line(&broken())] {
            assert_eq!(said, Said::from(BROKEN.to_owned()));
        }
        let died = "It was killed (signal 9). The engine was restarted and is continuing.";
        assert_eq!(engine_died("it was killed (signal 9)", true), Said::from(died.to_owned()));
    }

    #[test]
    fn in_another_language_its_words_come_last() {
        speaking(Language::German, || {
            let advice = advice_document_broken();
            for (said, text) in [
                (failure_said(&broken()), advice.to_owned()),
                (failure_line(&broken()), format!("Die Datei ist beschädigt. {advice}")),
                (file_failed("/b/cut.pdf", &broken()), format!("/b/cut.pdf: {advice}")),
            ] {
                assert_eq!(said, Said { text, english: Some(BROKEN.to_owned()) });
            }
            let died = engine_died("it was killed (signal 9)", false);
            assert_eq!(died.text, engine_idle());
            assert_eq!(died.english.as_deref(), Some("It was killed (signal 9)."));
        });
    }

    #[test]
    fn advice_names_what_it_sends_people_to() {
        for language in Language::ALL {
            speaking(language, || {
                let shown = advice(Code::LanguageMissing);
                assert!(shown.contains(settings()) && shown.contains(scanned_pages()), "{shown}");
                assert!(advice(Code::ModelBroken).contains(settings()), "{language:?}");
            });
        }
    }

    /// The command line prints a file's failure. In English the window shows the same sentence; in
    /// any other language the sentence follows the window's own.
    #[test]
    fn a_bad_file_is_reported_as_on_the_command_line() {
        const CODES: [Code; 18] = [
            Code::FileMissing,
            Code::IsFolder,
            Code::FileUnreadable,
            Code::FileEmpty,
            Code::NoText,
            Code::FormatUnknown,
            Code::DocumentBroken,
            Code::DocumentEncrypted,
            Code::PasswordNeeded,
            Code::PasswordWrong,
            Code::PdfReaderMissing,
            Code::ReaderMissing,
            Code::ReaderDied,
            Code::RecogniserMissing,
            Code::LanguageMissing,
            Code::RecognitionFailed,
            Code::DiskFull,
            Code::Internal,
        ];
        for code in CODES {
            for message in ["This PDF is damaged: it ends too soon.", "/b/cut.pdf is empty."] {
                let failure = Failure::new(code, message);
                let said = file_failed("/b/cut.pdf", &failure);
                assert_eq!(said, Said::from(failure.told_of("/b/cut.pdf")), "{code:?}");
                assert_eq!(failure_line(&failure), Said::from(message.to_owned()), "{code:?}");
                speaking(Language::French, || {
                    let said = file_failed("/b/cut.pdf", &failure);
                    let english = has_particulars(code).then_some(message);
                    assert_eq!(said.english.as_deref(), english, "{code:?}");
                    assert_eq!(said.text, named("/b/cut.pdf", &advice(code)), "{code:?}");
                });
            }
        }
    }
}
