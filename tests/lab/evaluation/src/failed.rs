//! Conversion of the method's errors to failures.

use protocol::{Code, Failure};

/// Converts an error of the method to a failure.
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
