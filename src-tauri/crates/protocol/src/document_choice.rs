//! The documents that a question is asked of, as a user or another program names them.

use std::convert::Infallible;
use std::str::FromStr;

use crate::{Code, DocumentId, DocumentSummary, Failure};

/// Documents in one word or phrase: their numbers, separated by commas, or the name of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentChoice {
    /// Documents by their numbers.
    Numbers(Vec<DocumentId>),
    /// The documents of the collection with this name.
    Collection(String),
}

impl FromStr for DocumentChoice {
    type Err = Infallible;

    /// Parses a list of numbers; anything else is the name of a collection.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let numbers: Result<_, _> = text.split(',').map(|number| number.trim().parse()).collect();
        Ok(numbers.map_or_else(|_| Self::Collection(text.to_owned()), Self::Numbers))
    }
}

impl DocumentChoice {
    /// Returns the chosen documents of a library; of a collection, those that have a graph, finished or not.
    ///
    /// # Errors
    ///
    /// If there is no such collection, or none of its documents has a graph. Whether there is a document with a number
    /// is known to the one who asks it.
    pub fn among(&self, documents: &[DocumentSummary]) -> Result<Vec<DocumentId>, Failure> {
        match self {
            Self::Numbers(numbers) => Ok(numbers.clone()),
            Self::Collection(name) => built(name, &collected(name, documents)?),
        }
    }

    /// Returns the chosen documents of a library, with a graph or without.
    ///
    /// # Errors
    ///
    /// If there is no such collection.
    pub fn members(&self, documents: &[DocumentSummary]) -> Result<Vec<DocumentId>, Failure> {
        match self {
            Self::Numbers(numbers) => Ok(numbers.clone()),
            Self::Collection(name) => {
                Ok(collected(name, documents)?.iter().map(|document| document.id).collect())
            }
        }
    }
}

fn collected<'d>(
    name: &str,
    documents: &'d [DocumentSummary],
) -> Result<Vec<&'d DocumentSummary>, Failure> {
    let is_in = |document: &&DocumentSummary| document.collections.iter().any(|own| own == name);
    let members: Vec<&DocumentSummary> = documents.iter().filter(is_in).collect();
    if members.is_empty() {
        let message = format!(
            "“{name}” is not a document number, a list of numbers or a collection. `pecan list` \
             shows documents and collections."
        );
        return Err(Failure::new(Code::BadRequest, message));
    }
    Ok(members)
}

fn built(name: &str, members: &[&DocumentSummary]) -> Result<Vec<DocumentId>, Failure> {
    let built = members.iter().filter(|document| document.nodes > 0);
    let built: Vec<DocumentId> = built.map(|document| document.id).collect();
    if built.is_empty() {
        let message = format!("No document in “{name}” has a graph yet. Add the folder again.");
        return Err(Failure::new(Code::GraphMissing, message));
    }
    Ok(built)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentState;

    fn document(id: i64, nodes: u32, collections: &[&str]) -> DocumentSummary {
        DocumentSummary {
            id: DocumentId(id),
            title: "Emma".into(),
            author: None,
            pages: 1,
            paged: true,
            characters: 9,
            state: DocumentState::Read,
            failure: None,
            chunks: nodes,
            nodes,
            levels: 1,
            added: 0,
            graphs: Vec::new(),
            collections: collections.iter().map(|&name| name.to_owned()).collect(),
            shared: Vec::new(),
            cover: false,
            content: String::new(),
            damaged: Vec::new(),
        }
    }

    #[test]
    fn numbers_are_documents_and_anything_else_is_a_collection() {
        let library = [
            document(1, 3, &["Old books, 1"]),
            document(2, 0, &["Old books, 1", "New"]),
            document(3, 5, &[]),
        ];
        let chosen = |text: &str| {
            let choice: DocumentChoice = text.parse().unwrap();
            choice.among(&library).map_err(|failure| failure.code)
        };
        assert_eq!(chosen("3, 1"), Ok(vec![DocumentId(3), DocumentId(1)]));
        assert_eq!(chosen("Old books, 1"), Ok(vec![DocumentId(1)]));
        assert_eq!(chosen("New"), Err(Code::GraphMissing));
        assert_eq!(chosen("Nothing"), Err(Code::BadRequest));
        let all = DocumentChoice::Collection("New".into()).members(&library);
        assert_eq!(all, Ok(vec![DocumentId(2)]));
    }
}
