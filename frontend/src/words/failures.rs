//! What went wrong.

use protocol::{Code, Failure};

use super::LIBRARY_CLOSED;

/// What kind of failure it was, as a heading over what the engine says of it.
pub fn failure_heading(code: Code) -> &'static str {
    match code {
        Code::ModelMissing | Code::ModelBroken | Code::ModelUnsupported => {
            "The model cannot be used"
        }
        Code::ModelWithoutAttention => "This model cannot build graphs",
        Code::EmbedderMissing | Code::EmbedderBroken => "A part of Pecan is missing",
        Code::LibraryBusy | Code::LibraryReadOnly | Code::DiskFull => {
            "The library cannot be written"
        }
        Code::LibraryNewer | Code::LibraryBroken => LIBRARY_CLOSED,
        Code::EngineDied => "The engine ended",
        Code::OutOfMemory => "There is not enough memory",
        _ => "That did not work",
    }
}

/// What the engine says of a failure, and the way out that the window has.
pub fn failure_text(failure: &Failure) -> String {
    let way = match failure.code {
        Code::ModelMissing => " In this window: Settings, then “Open a model…”.",
        Code::EmbedderMissing => " Where Pecan is installed, installing it again brings it back.",
        _ => "",
    };
    format!("{}{way}", failure.message)
}

#[cfg(test)]
mod tests {
    use super::super::OPEN_MODEL;
    use super::*;

    #[test]
    fn a_missing_model_has_a_way_out_in_the_window() {
        let text = |code| failure_text(&Failure::new(code, "It is missing."));
        assert!(text(Code::ModelMissing).starts_with("It is missing. "));
        assert!(text(Code::ModelMissing).contains(OPEN_MODEL));
        assert_eq!(text(Code::FileMissing), "It is missing.");
    }
}
