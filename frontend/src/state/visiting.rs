use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Desk;
use crate::focus::Before;
use crate::ipc::{self, Address};

/// A link that somebody wants to open.
#[derive(Clone, Copy)]
pub struct Visiting {
    /// Where it leads, while the user is asked whether that is to be opened.
    pub asked: RwSignal<Option<Address>>,
    /// What had the focus before.
    before: Before,
}

impl Visiting {
    pub(super) fn new() -> Self {
        Self { asked: RwSignal::new(None), before: Before::new() }
    }
}

impl Desk {
    /// Asks whether an address that stands in a text is to be opened.
    pub fn ask_to_visit(self, address: String) {
        self.visiting.before.keep();
        spawn_local(async move {
            match ipc::read_address(&address).await {
                Ok(address) => self.visiting.asked.set(Some(address)),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Opens the address that was asked about, which the user agreed to.
    pub fn visit(self) {
        let Some(address) = self.visiting.asked.get_untracked() else { return };
        self.stay();
        spawn_local(async move {
            if let Err(failure) = ipc::open_address(&address.whole()).await {
                self.fail(&failure);
            }
        });
    }

    /// Opens nothing. The focus goes back to where it was.
    pub fn stay(self) {
        self.visiting.asked.set(None);
        self.visiting.before.give_back();
    }
}
