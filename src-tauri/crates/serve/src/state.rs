//! What the handlers of requests share.

use std::sync::Arc;

use crate::access::Access;
use crate::library::SharedLibrary;
use crate::openai::GivenAnswers;

/// What the handlers share.
#[derive(Clone)]
pub struct AppState {
    /// Who may ask.
    pub access: Arc<Access>,
    /// What is asked.
    pub library: Arc<SharedLibrary>,
    /// The answers that clients were given, which further questions may follow.
    pub given: Arc<GivenAnswers>,
}
