//! Opening a link, once the user has agreed.

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::LinkAddress;

use crate::app::notices::NoticeStore;
use crate::dom::focus::PreviousFocus;
use crate::ipc;

/// A link that the user wants to open.
#[derive(Clone, Copy)]
pub struct VisitStore {
    /// The address that the user is asked whether to open.
    pub asked: RwSignal<Option<LinkAddress>>,
    /// The element that had the focus before.
    before: PreviousFocus,
    notices: NoticeStore,
}

impl VisitStore {
    /// Returns a store without an address.
    pub fn new(notices: NoticeStore) -> Self {
        Self { asked: RwSignal::new(None), before: PreviousFocus::new(), notices }
    }

    /// Asks the user whether to open an address in a text.
    pub fn ask(self, address: String) {
        self.before.keep();
        spawn_local(async move {
            match ipc::read_address(&address).await {
                Ok(address) => self.asked.set(Some(address)),
                Err(failure) => self.notices.fail(&failure),
            }
        });
    }

    /// Opens the address after the user agreed.
    pub fn open(self) {
        let Some(address) = self.asked.get_untracked() else { return };
        self.cancel();
        spawn_local(async move {
            if let Err(failure) = ipc::open_address(&address.whole()).await {
                self.notices.fail(&failure);
            }
        });
    }

    /// Opens nothing. The focus returns to where it was.
    pub fn cancel(self) {
        self.asked.set(None);
        self.before.give_back();
    }
}

/// Returns the store of the window that contains a view.
pub fn use_visits() -> VisitStore {
    expect_context()
}
