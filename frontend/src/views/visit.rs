use leptos::prelude::*;

use super::copying::Copying;
use super::dialog::Dialog;
use crate::i18n;
use crate::ipc::LinkAddress;
use crate::state::use_app;

/// The description of the dialog.
const ABOUT: &str = "visit-about";

/// Asks whether to open an address.
#[component]
pub fn Visit() -> impl IntoView {
    let app = use_app();
    move || app.visiting.asked.get().map(|address| view! { <Question address /> })
}

#[component]
fn Question(address: LinkAddress) -> impl IntoView {
    let app = use_app();
    let (question, leads) = match address.mail {
        true => (i18n::visit_mail(), i18n::visit_recipient(&address.place)),
        false => (i18n::visit_page(), i18n::visit_site(&address.place)),
    };
    let whole = address.whole();
    let LinkAddress { before, place, after, .. } = address;
    view! {
        <Dialog class="visit" name=question about=ABOUT close=move || app.stay()>
            <h2>{question}</h2>
            <div id=ABOUT>
                <p class="address" data-testid="address">{before}<strong>{place}</strong>{after}</p>
                <p class="quiet">{leads}</p>
            </div>
            <div class="choices">
                <button class="strong" data-testid="visit-open" on:click=move |_| app.visit()>
                    {i18n::open()}
                </button>
                <Copying id="visit-copy" text=move || whole.clone() />
                <button data-testid="visit-cancel" on:click=move |_| app.stay()>
                    {i18n::cancel()}
                </button>
            </div>
        </Dialog>
    }
}
