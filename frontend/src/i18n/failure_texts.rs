//! What failures mean to the user, and what to do.

use protocol::{Code, Failure};

use crate::app::strings as app_strings;
use crate::chat::strings as chat_strings;
use crate::i18n::failures;
use crate::i18n::user_message::{self, UserMessage};
use crate::language::{self, Language};
use crate::library::strings as library_strings;
use crate::settings::strings as settings_strings;

/// The kind of failure, as a heading over the engine's message.
pub fn failure_heading(code: Code) -> &'static str {
    match code {
        Code::BadRequest => failures::failed_bad_request(),
        Code::FileMissing => failures::failed_file_missing(),
        Code::IsFolder => failures::failed_is_folder(),
        Code::FileUnreadable => failures::failed_file_unreadable(),
        Code::FileUnwritable => failures::failed_file_unwritable(),
        Code::FileEmpty => failures::failed_file_empty(),
        Code::NoText => failures::failed_no_text(),
        Code::FormatUnknown => failures::failed_format_unknown(),
        Code::DocumentBroken => failures::failed_document_broken(),
        Code::DocumentEncrypted => failures::failed_document_encrypted(),
        Code::PasswordNeeded => failures::failed_password_needed(),
        Code::PasswordWrong => failures::failed_password_wrong(),
        Code::ReaderDied => failures::failed_reader(),
        Code::RecogniserMissing => failures::failed_recogniser(),
        Code::LanguageMissing => failures::failed_page_language(),
        Code::RecognitionFailed => failures::failed_recognition(),
        Code::DocumentUnknown => failures::failed_document_gone(),
        Code::GraphMissing => failures::failed_graph_gone(),
        Code::NodeUnknown => failures::failed_point_gone(),
        Code::ModelMissing | Code::ModelChanged | Code::ModelBroken | Code::ModelUnsupported => {
            failures::failed_model()
        }
        Code::ModelWithoutAttention => failures::failed_attention(),
        Code::ProcessorUnsupported => failures::failed_processor(),
        Code::WindowFull => failures::failed_window(),
        Code::EmbedderMissing
        | Code::EmbedderBroken
        | Code::PdfReaderMissing
        | Code::ReaderMissing => failures::failed_part(),
        Code::LibraryBusy => failures::failed_library_busy(),
        Code::LibraryReadOnly => failures::failed_writing(),
        Code::DiskFull => failures::failed_disk(),
        Code::AddressRefused => failures::failed_address_refused(),
        Code::AddressUnopened => failures::failed_address_unopened(),
        Code::LibraryNewer | Code::LibraryBroken => library_strings::library_closed(),
        Code::EngineDied => failures::failed_engine(),
        Code::OutOfMemory => failures::failed_memory(),
        _ => failures::failed(),
    }
}

/// What happened and what to do. The engine's message is English. In another language the window
/// has a text for each kind of failure, followed by the engine's own, with the details.
pub fn failure_said(failure: &Failure) -> UserMessage {
    let own = failure.message.clone();
    let (text, english) = match language::current() {
        Language::English => (own, None),
        _ => (advice(failure.code), Some(own).filter(|_| has_particulars(failure.code))),
    };
    UserMessage { text: with_way(failure.code, text), english }
}

/// Does the same without a heading. In English the engine's message needs none.
pub fn failure_line(failure: &Failure) -> UserMessage {
    let UserMessage { text, english } = failure_said(failure);
    let heading = failure_heading(failure.code);
    let text = match language::current() {
        Language::English => text,
        _ => failures::headed(heading, &text),
    };
    UserMessage { text, english }
}

/// Whether the engine's message can say more than the window's text.
fn has_particulars(code: Code) -> bool {
    !matches!(code, Code::PasswordNeeded | Code::PasswordWrong)
}

/// Why a file was not added. Sometimes the engine's message already names it.
pub fn file_failed(file: &str, failure: &Failure) -> UserMessage {
    let UserMessage { text, english } = failure_said(failure);
    let is_named = language::current() == Language::English && failure.names(file);
    let text = if is_named { text } else { app_strings::named(file, &text) };
    UserMessage { text, english }
}

/// How the engine died, in the system's words, and whether it continues.
pub fn engine_died(how: &str, again: bool) -> UserMessage {
    let how = format!("{}.", user_message::sentence(how));
    let next = if again { chat_strings::engine_again() } else { chat_strings::engine_idle() };
    match language::current() {
        Language::English => UserMessage::from(format!("{how} {next}")),
        _ => UserMessage { text: next.to_owned(), english: Some(how) },
    }
}

/// Appends the way to solve the problem in the window.
fn with_way(code: Code, text: String) -> String {
    match code {
        Code::ModelMissing => format!(
            "{text} {}",
            failures::way_to_model(app_strings::settings(), settings_strings::open_model())
        ),
        Code::EmbedderMissing => format!("{text} {}", failures::way_to_embedder()),
        _ => text,
    }
}

/// What a failure means, and what to do.
fn advice(code: Code) -> String {
    match code {
        Code::LanguageMissing => failures::advice_page_language(
            app_strings::settings(),
            settings_strings::scanned_pages(),
        ),
        Code::ModelBroken => failures::advice_model_broken(app_strings::settings()),
        Code::ModelUnsupported => failures::advice_model_unsupported(app_strings::settings()),
        Code::ModelWithoutAttention => failures::advice_attention(app_strings::settings()),
        Code::WindowFull => failures::advice_window(app_strings::settings()),
        Code::OutOfMemory => failures::advice_memory(app_strings::settings()),
        Code::EngineDied => failures::advice_engine(app_strings::settings()),
        _ => plain_advice(code).to_owned(),
    }
}

/// Advice that refers to nothing in the window.
fn plain_advice(code: Code) -> &'static str {
    match code {
        Code::BadRequest => failures::advice_bad_request(),
        Code::FileMissing => failures::advice_file_missing(),
        Code::IsFolder => failures::advice_is_folder(),
        Code::FileUnreadable => failures::advice_file_unreadable(),
        Code::FileUnwritable => failures::advice_file_unwritable(),
        Code::FileEmpty => failures::advice_file_empty(),
        Code::NoText => failures::advice_no_text(),
        Code::FormatUnknown => failures::advice_format_unknown(),
        Code::DocumentBroken => failures::advice_document_broken(),
        Code::DocumentEncrypted => failures::advice_document_encrypted(),
        Code::PasswordNeeded => failures::advice_password_needed(),
        Code::PasswordWrong => failures::advice_password_wrong(),
        Code::PdfReaderMissing | Code::ReaderMissing | Code::EmbedderBroken => {
            failures::advice_part()
        }
        Code::EmbedderMissing => failures::advice_embedder(),
        Code::ReaderDied => failures::advice_reader(),
        Code::RecogniserMissing => failures::advice_recogniser(),
        Code::RecognitionFailed => failures::advice_recognition(),
        Code::DocumentUnknown => failures::advice_document_gone(),
        Code::GraphMissing => failures::advice_graph_gone(),
        Code::NodeUnknown => failures::advice_point_gone(),
        Code::ModelMissing => failures::advice_model_missing(),
        Code::ModelChanged => failures::advice_model_changed(),
        Code::ProcessorUnsupported => failures::advice_processor(),
        Code::LibraryBusy => failures::advice_library_busy(),
        Code::LibraryReadOnly => failures::advice_writing(),
        Code::LibraryNewer => failures::advice_library_newer(),
        Code::LibraryBroken => failures::advice_library_broken(),
        Code::DiskFull => failures::advice_disk(),
        Code::AddressRefused => failures::advice_address_refused(),
        Code::AddressUnopened => failures::advice_address_unopened(),
        Code::Stopped => failures::advice_stopped(),
        _ => failures::advice_internal(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::translations::speaking;

    const BROKEN: &str = "This PDF is damaged.";

    fn broken() -> Failure {
        Failure::new(Code::DocumentBroken, BROKEN)
    }

    #[test]
    fn a_missing_model_has_a_way_out_in_the_window() {
        let text = |code| failure_said(&Failure::new(code, "It is missing.")).text;
        let way = " In this window: Settings, then “Open model…”.";
        assert_eq!(text(Code::ModelMissing), format!("It is missing.{way}"));
        assert!(text(Code::ModelMissing).contains(settings_strings::open_model()));
        assert_eq!(text(Code::FileMissing), "It is missing.");
        speaking(Language::German, || {
            assert!(text(Code::ModelMissing).ends_with(&failures::way_to_model(
                app_strings::settings(),
                settings_strings::open_model()
            )));
        });
    }

    #[test]
    fn in_english_the_engine_speaks_for_itself() {
        for said in [failure_said(&broken()), failure_line(&broken())] {
            assert_eq!(said, UserMessage::from(BROKEN.to_owned()));
        }
        let died = "It was killed (signal 9). The engine was restarted and is continuing.";
        assert_eq!(
            engine_died("it was killed (signal 9)", true),
            UserMessage::from(died.to_owned())
        );
    }

    #[test]
    fn in_another_language_its_words_come_last() {
        speaking(Language::German, || {
            let advice = failures::advice_document_broken();
            for (said, text) in [
                (failure_said(&broken()), advice.to_owned()),
                (failure_line(&broken()), format!("Die Datei ist beschädigt. {advice}")),
                (file_failed("/b/cut.pdf", &broken()), format!("/b/cut.pdf: {advice}")),
            ] {
                assert_eq!(said, UserMessage { text, english: Some(BROKEN.to_owned()) });
            }
            let died = engine_died("it was killed (signal 9)", false);
            assert_eq!(died.text, chat_strings::engine_idle());
            assert_eq!(died.english.as_deref(), Some("It was killed (signal 9)."));
        });
    }

    #[test]
    fn advice_names_what_it_sends_people_to() {
        for language in Language::ALL {
            speaking(language, || {
                let shown = advice(Code::LanguageMissing);
                assert!(
                    shown.contains(app_strings::settings())
                        && shown.contains(settings_strings::scanned_pages()),
                    "{shown}"
                );
                assert!(
                    advice(Code::ModelBroken).contains(app_strings::settings()),
                    "{language:?}"
                );
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
                assert_eq!(said, UserMessage::from(failure.told_of("/b/cut.pdf")), "{code:?}");
                assert_eq!(
                    failure_line(&failure),
                    UserMessage::from(message.to_owned()),
                    "{code:?}"
                );
                speaking(Language::French, || {
                    let said = file_failed("/b/cut.pdf", &failure);
                    let english = has_particulars(code).then_some(message);
                    assert_eq!(said.english.as_deref(), english, "{code:?}");
                    assert_eq!(
                        said.text,
                        app_strings::named("/b/cut.pdf", &advice(code)),
                        "{code:?}"
                    );
                });
            }
        }
    }
}
