//! The question before a link is opened.

use leptos::prelude::*;
use protocol::LinkAddress;

use crate::app::visit::use_visits;
use crate::library::strings as library_strings;
use crate::reader::strings as reader_strings;
use crate::widgets::copying::Copying;
use crate::widgets::dialog::Dialog;

/// The description of the dialog.
const ABOUT: &str = "visit-about";

/// Asks whether to open an address.
#[component]
pub fn Visit() -> impl IntoView {
    let visits = use_visits();
    move || visits.asked.get().map(|address| view! { <Question address /> })
}

#[component]
fn Question(address: LinkAddress) -> impl IntoView {
    let visits = use_visits();
    let (question, leads) = match address.mail {
        true => (reader_strings::visit_mail(), reader_strings::visit_recipient(&address.place)),
        false => (reader_strings::visit_page(), reader_strings::visit_site(&address.place)),
    };
    let whole = address.whole();
    let LinkAddress { before, place, after, .. } = address;
    view! {
        <Dialog class="visit" name=question about=ABOUT close=move || visits.cancel()>
            <h2>{question}</h2>
            <div id=ABOUT>
                <p class="address" data-testid="address">{before}<strong>{place}</strong>{after}</p>
                <p class="quiet">{leads}</p>
            </div>
            <div class="choices">
                <button class="strong" data-testid="visit-open" on:click=move |_| visits.open()>
                    {library_strings::open()}
                </button>
                <Copying id="visit-copy" text=move || whole.clone() />
                <button data-testid="visit-cancel" on:click=move |_| visits.cancel()>
                    {reader_strings::cancel()}
                </button>
            </div>
        </Dialog>
    }
}
