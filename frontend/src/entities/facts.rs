//! The sentences about the chosen name.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{Fact, Outcome, Place, Request};

use crate::entities::store::{EntityStore, bound, count_up};
use crate::ipc;
use crate::reader::passage::page_at;

/// The sentences about an entity; none until they are loaded.
pub type EntityFacts = Memo<Option<Arc<[Fact]>>>;

impl EntityStore {
    /// Requests the sentences about the chosen entity.
    pub fn load_facts(self) {
        self.facts.set(None);
        self.pairs.set(Arc::default());
        self.ask_for_facts();
    }

    /// Does the same while the previous sentences stay visible.
    pub fn ask_for_facts(self) {
        let number = count_up(self.asked_of);
        let document = self.reader.document.get_untracked();
        let (names, chosen) = (self.names.get_untracked(), self.chosen.get_untracked());
        let (Some(document), Some(names), Some(chosen)) = (document, names, chosen) else { return };
        let name = Some(names.own_name(&chosen).to_owned());
        let request = Request::Entities { document, name, until: bound(names.until) };
        spawn_local(async move {
            let shown = ipc::outcome(request).await;
            if self.asked_of.get_value() != number {
                return;
            }
            self.facts.set(Some(match shown {
                Ok(Outcome::Entities(list)) => {
                    let (mut facts, mut pairs) = (Vec::new(), Vec::new());
                    for one in list.entities {
                        facts.extend(one.facts);
                        pairs.extend(one.pairs);
                    }
                    self.pairs.set(pairs.into());
                    Ok(facts.into())
                }
                Ok(_) => Err(ipc::unexpected()),
                Err(failure) => Err(failure),
            }));
        });
    }

    /// Marks a sentence of the open document and brings it into view.
    pub fn show_fact(self, place: &Place) {
        let page =
            self.reader.text.with_untracked(|text| Some(page_at(text.as_ref()?, place.start)));
        // On the current page no turn follows that could be taken for reading on.
        let led = page.filter(|page| *page != self.reader.page.get_untracked());
        self.led.set_value(led);
        self.reader.show_passage(place.document, place.into());
    }
}
