//! Documents in one argument: their numbers, or the name of a collection.

use std::convert::Infallible;

use engine::Engine;
use protocol::{Code, DocumentId, DocumentSummary, Failure, JobId, Outcome, Request};
use terminal::{CommonArguments, SilentClient, failure_of};

/// Documents in one argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentsArgument {
    /// Documents by their numbers.
    Numbers(Vec<DocumentId>),
    /// The documents of the collection with this name.
    Collection(String),
}

/// Parses a list of numbers; anything else is the name of a collection.
pub fn documents(text: &str) -> Result<DocumentsArgument, Infallible> {
    let numbers: Result<_, _> = text.split(',').map(|number| number.trim().parse()).collect();
    Ok(numbers.map_or_else(
        |_| DocumentsArgument::Collection(text.to_owned()),
        DocumentsArgument::Numbers,
    ))
}

/// Returns the documents of a collection.
///
/// # Errors
///
/// If there is no such collection, or the library cannot be read.
pub fn collected(common: &CommonArguments, name: &str) -> Result<Vec<DocumentSummary>, Failure> {
    let listed = Engine::new(common.config()?).run(JobId(1), Request::List, &mut SilentClient);
    let Outcome::Documents(mut documents) = listed.map_err(failure_of)? else {
        return Err(Failure::new(Code::Internal, "The engine returned an unexpected result."));
    };
    documents.retain(|document| document.collections.iter().any(|known| known == name));
    if documents.is_empty() {
        let message = format!(
            "“{name}” is not a document number, a list of numbers or a collection. `pecan list` \
             shows documents and collections."
        );
        return Err(Failure::new(Code::BadRequest, message));
    }
    Ok(documents)
}
