use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{DocumentId, Request};

use super::Desk;
use crate::ipc;

impl Desk {
    /// Puts a document into a collection, which is begun where there is none, or takes it out; tells
    /// whether the collection has a name.
    pub fn collect(self, document: DocumentId, collection: &str, within: bool) -> bool {
        let collection = collection.trim().to_owned();
        let named = !collection.is_empty();
        if named {
            self.arrange_library(Request::Collect { document, collection, within });
        }
        named
    }

    /// Whether another collection has a name already, which would take the documents of this one in.
    pub fn takes_in(self, name: &str, collection: &str) -> bool {
        let (name, names) = (name.trim(), untrack(|| self.library.collection_names()));
        name != collection && names.iter().any(|own| own == name)
    }

    /// Gives a collection another name. One that has it already takes its documents in.
    pub fn rename_collection(self, collection: &str, name: &str) {
        let name = name.trim().to_owned();
        if name.is_empty() || name == collection {
            return;
        }
        if self.asking.collection.get_untracked().as_deref() == Some(collection) {
            self.asking.collection.set(Some(name.clone()));
        }
        self.arrange_library(Request::NameCollection { collection: collection.to_owned(), name });
    }

    /// Takes a collection apart; its documents stay.
    pub fn dissolve_collection(self, collection: &str) {
        if self.asking.collection.get_untracked().as_deref() == Some(collection) {
            self.asking.collection.set(None);
        }
        self.arrange_library(Request::DissolveCollection { collection: collection.to_owned() });
    }

    fn arrange_library(self, request: Request) {
        spawn_local(async move {
            if let Err(failure) = ipc::outcome(request).await {
                self.fail(&failure);
            }
            self.refresh_library();
        });
    }
}
