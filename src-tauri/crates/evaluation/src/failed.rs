//! How the method's errors are told.

use protocol::{Code, Failure};

/// The method's errors as they are told.
pub fn failure(error: hwdag::Error<model::Error>) -> Failure {
    match error {
        hwdag::Error::Model(error) => error.into(),
        hwdag::Error::Stopped => Failure::new(Code::Stopped, "Stopped."),
        error @ hwdag::Error::WindowFull { .. } => {
            Failure::new(Code::WindowFull, error.to_string())
        }
        error => Failure::new(Code::Internal, error.to_string()),
    }
}
