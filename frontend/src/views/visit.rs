use leptos::prelude::*;

use super::copying::Copying;
use super::dialog::Dialog;
use crate::ipc::Address;
use crate::state::use_desk;
use crate::words;

/// The description of the dialog.
const ABOUT: &str = "visit-about";

/// Asks whether to open an address.
#[component]
pub fn Visit() -> impl IntoView {
    let desk = use_desk();
    move || desk.visiting.asked.get().map(|address| view! { <Question address /> })
}

#[component]
fn Question(address: Address) -> impl IntoView {
    let desk = use_desk();
    let (question, leads) = match address.mail {
        true => (words::visit_mail(), words::visit_recipient(&address.place)),
        false => (words::visit_page(), words::visit_site(&address.place)),
    };
    let whole = address.whole();
    let Address { before, place, after, .. } = address;
    view! {
        <Dialog class="visit" name=question about=ABOUT close=move || desk.stay()>
            <h2>{question}</h2>
            <div id=ABOUT>
                <p class="address" data-testid="address">{before}<strong>{place}</strong>{after}</p>
                <p class="quiet">{leads}</p>
            </div>
            <div class="choices">
                <button class="strong" data-testid="visit-open" on:click=move |_| desk.visit()>
                    {words::open()}
                </button>
                <Copying id="visit-copy" text=move || whole.clone() />
                <button data-testid="visit-cancel" on:click=move |_| desk.stay()>
                    {words::cancel()}
                </button>
            </div>
        </Dialog>
    }
}
