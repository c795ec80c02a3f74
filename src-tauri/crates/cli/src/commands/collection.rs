//! `pecan collection`.

use clap::Subcommand;
use protocol::DocumentId;

use crate::document_number::document_number;

#[derive(Debug, Subcommand)]
pub enum CollectionCommand {
    /// Put a document into a collection, which is created if it does not exist
    Put {
        #[arg(value_name = "NAME")]
        collection: String,
        #[arg(value_name = "ID", value_parser = document_number)]
        document: DocumentId,
    },
    /// Take a document out of a collection, which is removed with its last document
    Take {
        #[arg(value_name = "NAME")]
        collection: String,
        #[arg(value_name = "ID", value_parser = document_number)]
        document: DocumentId,
    },
    /// Rename a collection; if the name is taken, the two are merged
    Name {
        #[arg(value_name = "NAME")]
        collection: String,
        #[arg(value_name = "OTHER")]
        name: String,
    },
    /// Let other programs read a collection through `pecan mcp`; they may send passages to their providers
    Share {
        #[arg(value_name = "NAME")]
        collection: String,
    },
    /// Stop other programs from reading a collection
    Unshare {
        #[arg(value_name = "NAME")]
        collection: String,
    },
    /// Dissolve a collection; its documents stay in the library
    Dissolve {
        #[arg(value_name = "NAME")]
        collection: String,
    },
}

impl From<CollectionCommand> for protocol::Request {
    fn from(collection: CollectionCommand) -> Self {
        match collection {
            CollectionCommand::Put { collection, document } => {
                Self::Collect { document, collection, within: true }
            }
            CollectionCommand::Take { collection, document } => {
                Self::Collect { document, collection, within: false }
            }
            CollectionCommand::Name { collection, name } => {
                Self::NameCollection { collection, name }
            }
            CollectionCommand::Share { collection } => {
                Self::ShareCollection { collection, shared: true }
            }
            CollectionCommand::Unshare { collection } => {
                Self::ShareCollection { collection, shared: false }
            }
            CollectionCommand::Dissolve { collection } => Self::DissolveCollection { collection },
        }
    }
}
