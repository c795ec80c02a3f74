//! What could not be built in this run, and why. Workers that need it, several of which may have the
//! same documents at once, do not try again; another run does.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use protocol::{Code, Failure};

use super::{Embedded, Method};

/// Why something was not built, by documents and what is made from them.
#[derive(Debug, Default)]
pub(super) struct Unbuilt {
    failures: Mutex<HashMap<(String, String), Failure>>,
}

/// Why something that a method needs was not built.
pub(super) enum Lack {
    /// A graph or a tree.
    Construction(Failure),
    /// Vectors.
    Embedding(Failure),
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

    /// Returns which of a method's needs is missing for some documents, by key.
    pub fn lack(&self, documents: &str, method: &Method) -> Option<Lack> {
        let why = |what: &str| self.why(documents, what);
        match method.construction().and_then(why) {
            Some(failure) => Some(Lack::Construction(failure)),
            None => {
                let mut embedded = method.embedded().into_iter();
                embedded.find_map(|what| why(&vectors(what))).map(Lack::Embedding)
            }
        }
    }

    fn why(&self, documents: &str, what: &str) -> Option<Failure> {
        self.failures().get(&(documents.to_owned(), what.to_owned())).cloned()
    }

    fn failures(&self) -> MutexGuard<'_, HashMap<(String, String), Failure>> {
        // A panic while the lock is held leaves what was known before.
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the name of vectors.
pub(super) fn vectors(what: Embedded) -> String {
    format!("vectors, {what:?}")
}

/// Returns whether something would fail for all other documents, too.
pub(super) fn concerns_all(code: Code) -> bool {
    matches!(
        code,
        Code::Stopped
            | Code::BadRequest
            | Code::FileUnwritable
            | Code::DiskFull
            | Code::OutOfMemory
            | Code::ModelMissing
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

    #[test]
    fn a_method_lacks_what_it_needs_alone() {
        let unbuilt = Unbuilt::default();
        let full = || Err::<(), _>(Failure::new(Code::WindowFull, "Full."));
        let pecan: Method = "pecan".parse().unwrap();
        let [construction, embedded] =
            [pecan.construction().unwrap().to_owned(), vectors(pecan.embedded()[0])];
        let _ = unbuilt.unless("a", &embedded, full);
        assert!(matches!(unbuilt.lack("a", &pecan), Some(Lack::Embedding(_))));
        let _ = unbuilt.unless("a", &construction, full);
        assert!(matches!(unbuilt.lack("a", &pecan), Some(Lack::Construction(_))));
        assert!(unbuilt.lack("b", &pecan).is_none(), "of other documents");
        assert!(unbuilt.lack("a", &"closed".parse().unwrap()).is_none());
    }

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
