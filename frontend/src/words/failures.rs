//! What went wrong.

use protocol::{Code, Failure};

use super::{library_closed, open_model, settings};
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
    failed;
    headed(heading: &str, text: &str);
    way_to_model(settings: &str, open: &str);
    way_to_embedder;
    answer_lost;
    answer_unexpected;
    touch_lost(error: &str);
}

/// What kind of failure it was, as a heading over what the engine says of it.
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
        Code::LibraryNewer | Code::LibraryBroken => library_closed(),
        Code::EngineDied => failed_engine(),
        Code::OutOfMemory => failed_memory(),
        _ => failed(),
    }
}

/// What the engine says of a failure, and the way out that the window has.
pub fn failure_text(failure: &Failure) -> String {
    let way = match failure.code {
        Code::ModelMissing => way_to_model(settings(), open_model()),
        Code::EmbedderMissing => way_to_embedder().to_owned(),
        _ => return failure.message.clone(),
    };
    format!("{} {way}", failure.message)
}

/// The same where no heading stands over it. The engine speaks English, so that in another language
/// the heading is said first.
pub fn failure_line(failure: &Failure) -> String {
    match language::current() {
        Language::English => failure_text(failure),
        _ => headed(failure_heading(failure.code), &failure_text(failure)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_model_has_a_way_out_in_the_window() {
        let text = |code| failure_text(&Failure::new(code, "It is missing."));
        let way = " In this window: Settings, then “Open a model…”.";
        assert_eq!(text(Code::ModelMissing), format!("It is missing.{way}"));
        assert!(text(Code::ModelMissing).contains(open_model()));
        assert_eq!(text(Code::FileMissing), "It is missing.");
    }
}
