//! Which of a method's needs could not be built in this run.

use protocol::Failure;

use super::method::Method;
use super::prepared::Embedded;
use super::unbuilt::Unbuilt;

/// Why something that a method needs was not built.
pub enum Lack {
    /// A graph or a tree.
    Construction(Failure),
    /// Vectors.
    Embedding(Failure),
}

/// Returns which of a method's needs is missing for some documents, by key.
pub fn lack(unbuilt: &Unbuilt, documents: &str, method: &Method) -> Option<Lack> {
    let why = |what: &str| unbuilt.why(documents, what);
    match method.construction().and_then(|construction| why(construction.name())) {
        Some(failure) => Some(Lack::Construction(failure)),
        None => {
            let mut embedded = method.embedded().into_iter();
            embedded.find_map(|what| why(&vectors(what))).map(Lack::Embedding)
        }
    }
}

/// Returns the name of vectors.
pub fn vectors(what: Embedded) -> String {
    format!("vectors, {what:?}")
}

#[cfg(test)]
mod tests {
    use protocol::Code;

    use super::*;

    #[test]
    fn a_method_lacks_what_it_needs_alone() {
        let unbuilt = Unbuilt::default();
        let full = || Err::<(), _>(Failure::new(Code::WindowFull, "Full."));
        let pecan: Method = "pecan".parse().unwrap();
        let _ = unbuilt.unless("a", &vectors(pecan.embedded()[0]), full);
        assert!(matches!(lack(&unbuilt, "a", &pecan), Some(Lack::Embedding(_))));
        let _ = unbuilt.unless("a", pecan.construction().unwrap().name(), full);
        assert!(matches!(lack(&unbuilt, "a", &pecan), Some(Lack::Construction(_))));
        assert!(lack(&unbuilt, "b", &pecan).is_none(), "of other documents");
        assert!(lack(&unbuilt, "a", &"closed".parse().unwrap()).is_none());
    }
}
