//! What could not be built in this run, and why. Workers that need it, several of which may have the
//! same documents at once, do not try again; another run does.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::Failure;

use super::failures::concerns_all;

/// Why something was not built, by documents and what is made from them.
#[derive(Debug, Default)]
pub struct Unbuilt {
    failures: Mutex<HashMap<(String, String), Failure>>,
}

impl Unbuilt {
    /// Makes something from some documents, by key, unless that failed before. In that case it fails
    /// again for the same reason.
    ///
    /// # Errors
    ///
    /// The errors of `make`.
    pub fn unless<T>(
        &self,
        documents: &str,
        what: &str,
        make: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if let Some(failure) = self.why(documents, what) {
            return Err(failure);
        }
        let made = make();
        if let Err(failure) = &made
            && !concerns_all(failure.code)
        {
            self.failures().insert((documents.into(), what.into()), failure.clone());
        }
        made
    }

    /// Returns why something was not built of some documents, by key, if that was tried.
    pub fn why(&self, documents: &str, what: &str) -> Option<Failure> {
        self.failures().get(&(documents.to_owned(), what.to_owned())).cloned()
    }

    fn failures(&self) -> MutexGuard<'_, HashMap<(String, String), Failure>> {
        // A panic while the lock is held leaves what was known before.
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use protocol::Code;

    use super::*;

    #[test]
    fn what_could_not_be_built_is_not_tried_again() {
        let unbuilt = Unbuilt::default();
        let mut tried = 0;
        let mut build = |documents: &str, what: &str, code: Code| {
            let built: Result<(), Failure> = unbuilt.unless(documents, what, || {
                tried += 1;
                Err(Failure::new(code, format!("Try {tried}.")))
            });
            built.unwrap_err().to_string()
        };
        assert_eq!(build("a", "graph", Code::WindowFull), "Try 1.");
        assert_eq!(build("a", "graph", Code::WindowFull), "Try 1.", "for the same reason");
        assert_eq!(build("a", "tree", Code::Internal), "Try 2.");
        // What ends the run does not concern the documents.
        assert_eq!(build("b", "graph", Code::Stopped), "Try 3.");
        assert_eq!(build("b", "graph", Code::Internal), "Try 4.");
        assert_eq!(unbuilt.unless("b", "tree", || Ok(7)), Ok(7));
        assert_eq!(unbuilt.unless("b", "tree", || Ok(8)), Ok(8));
    }
}
