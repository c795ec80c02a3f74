//! How a job ends if it does not finish.

use std::ops::ControlFlow;

use protocol::{Code, Failure};

/// The reason why a job did not finish.
#[derive(Debug, Clone, PartialEq)]
pub enum JobError {
    /// It was stopped; the work done by then is kept.
    Stopped,
    /// It failed.
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for JobError {
    fn from(failure: F) -> Self {
        match failure.into() {
            Failure { code: Code::Stopped, .. } => Self::Stopped,
            failure => Self::Failed(failure),
        }
    }
}

/// Turns the client's reply into an end.
pub(crate) fn go_on(said: ControlFlow<()>) -> Result<(), JobError> {
    match said {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(JobError::Stopped),
    }
}

/// Turns the method's errors into reported failures.
pub fn failure(error: hwdag::Error<model::Error>) -> Failure {
    let message = error.to_string();
    match error {
        hwdag::Error::Model(error) => error.into(),
        hwdag::Error::WindowFull { .. } => Failure::new(Code::WindowFull, message),
        hwdag::Error::NoVerdict => Failure::new(Code::ModelUnsupported, message),
        hwdag::Error::Stopped => Failure::new(Code::Stopped, "Stopped."),
        hwdag::Error::Inconsistent(_) => Failure::new(Code::Internal, message),
    }
}

/// Turns the method's errors into the end of a job.
pub(crate) fn ended(error: hwdag::Error<model::Error>) -> JobError {
    failure(error).into()
}
