//! Failures that decide how a comparison continues.

use protocol::{Code, Failure};

/// The failure that someone asked to stop.
pub fn stopped() -> Failure {
    Failure::new(
        Code::Stopped,
        "Stopped. Everything that was built and answered is kept. Run the same command to \
         continue.",
    )
}

/// Returns why a method cannot run with this model, if the failure says only that.
pub fn cannot(failure: &Failure) -> Option<&'static str> {
    match failure.code {
        Code::WindowFull => Some("window"),
        Code::ModelWithoutAttention => Some("attention"),
        _ => None,
    }
}

/// Returns whether something would fail for all other documents, too.
pub fn concerns_all(code: Code) -> bool {
    matches!(
        code,
        Code::Stopped
            | Code::BadRequest
            | Code::FileUnwritable
            | Code::DiskFull
            | Code::OutOfMemory
            | Code::ModelMissing
            | Code::ModelChanged
            | Code::ModelBroken
            | Code::EmbedderMissing
            | Code::EmbedderBroken
            | Code::ProcessorUnsupported
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_concerns_one_document_is_distinguished_from_what_concerns_all() {
        for code in [Code::Stopped, Code::DiskFull, Code::FileUnwritable, Code::ModelMissing] {
            assert!(concerns_all(code), "{code:?}");
        }
        for code in [Code::ModelUnsupported, Code::Internal, Code::WindowFull] {
            assert!(!concerns_all(code), "{code:?}");
        }
    }
}
