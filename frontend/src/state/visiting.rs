use leptos::prelude::*;
use leptos::task::spawn_local;

use super::App;
use crate::focus::PreviousFocus;
use crate::ipc::{self, LinkAddress};

/// A link that the user wants to open.
#[derive(Clone, Copy)]
pub struct Visiting {
    /// The address that the user is asked whether to open.
    pub asked: RwSignal<Option<LinkAddress>>,
    /// The element that had the focus before.
    before: PreviousFocus,
}

impl Visiting {
    pub(super) fn new() -> Self {
        Self { asked: RwSignal::new(None), before: PreviousFocus::new() }
    }
}

impl App {
    /// Asks the user whether to open an address in a text.
    pub fn ask_to_visit(self, address: String) {
        self.visiting.before.keep();
        spawn_local(async move {
            match ipc::read_address(&address).await {
                Ok(address) => self.visiting.asked.set(Some(address)),
                Err(failure) => self.fail(&failure),
            }
        });
    }

    /// Opens the address after the user agreed.
    pub fn visit(self) {
        let Some(address) = self.visiting.asked.get_untracked() else { return };
        self.stay();
        spawn_local(async move {
            if let Err(failure) = ipc::open_address(&address.whole()).await {
                self.fail(&failure);
            }
        });
    }

    /// Opens nothing. The focus returns to where it was.
    pub fn stay(self) {
        self.visiting.asked.set(None);
        self.visiting.before.give_back();
    }
}
