//! Collections of documents.

use protocol::{Code, DocumentId, Failure};

use crate::engine::Engine;

impl Engine {
    /// Puts a document into a collection, or removes it from its collection.
    pub(crate) fn collect(
        &mut self,
        document: DocumentId,
        collection: &str,
        within: bool,
    ) -> Result<(), Failure> {
        let name = named(collection)?;
        let writer = self.access.write()?;
        if within {
            Ok(writer.collect(name, document)?)
        } else {
            Ok(writer.uncollect(name, document)?)
        }
    }

    /// Renames a collection.
    pub(crate) fn name_collection(&mut self, collection: &str, name: &str) -> Result<(), Failure> {
        let named = self.access.write()?.name_collection(collection, named(name)?)?;
        known(collection, named)
    }

    /// Dissolves a collection.
    pub(crate) fn dissolve_collection(&mut self, collection: &str) -> Result<(), Failure> {
        let dissolved = self.access.write()?.dissolve_collection(collection)?;
        known(collection, dissolved)
    }

    /// Lets other programs read the documents of a collection, or not.
    pub(crate) fn share_collection(
        &mut self,
        collection: &str,
        shared: bool,
    ) -> Result<(), Failure> {
        let found = self.access.write()?.share_collection(collection, shared)?;
        known(collection, found)
    }
}

/// Fails if the collection did not exist.
fn known(collection: &str, done: bool) -> Result<(), Failure> {
    let message = || format!("The collection “{collection}” does not exist.");
    if done { Ok(()) } else { Err(Failure::new(Code::BadRequest, message())) }
}

fn named(name: &str) -> Result<&str, Failure> {
    let message = "The name of the collection is empty. Enter a name.";
    let name = Some(name.trim()).filter(|name| !name.is_empty());
    name.ok_or_else(|| Failure::new(Code::BadRequest, message))
}
