//! What went wrong.

use protocol::{Code, Failure};

use super::{library_closed, open_model, settings};

messages! {
    failed_model;
    failed_attention;
    failed_part;
    failed_writing;
    failed_engine;
    failed_memory;
    failed;
    way_to_model(settings: &str, open: &str);
    way_to_embedder;
    answer_lost;
    answer_unexpected;
    touch_lost(error: &str);
}

/// What kind of failure it was, as a heading over what the engine says of it.
pub fn failure_heading(code: Code) -> &'static str {
    match code {
        Code::ModelMissing | Code::ModelBroken | Code::ModelUnsupported => failed_model(),
        Code::ModelWithoutAttention => failed_attention(),
        Code::EmbedderMissing | Code::EmbedderBroken => failed_part(),
        Code::LibraryBusy | Code::LibraryReadOnly | Code::DiskFull => failed_writing(),
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
