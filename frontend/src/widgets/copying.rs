//! A button that copies a text.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::app::notices::use_notices;
use crate::chat::strings as chat_strings;
use crate::ipc;

/// How long a button says that it has copied.
const CONFIRMATION: Duration = Duration::from_secs(3);

/// Copies a text to the clipboard.
#[component]
pub fn Copying(
    #[prop(optional)] class: &'static str,
    id: &'static str,
    text: impl Fn() -> String + 'static,
) -> impl IntoView {
    let notices = use_notices();
    let copied = RwSignal::new(false);
    // The button may be gone by then.
    let tell = move |is: bool| _ = copied.try_set(is);
    let copy = move |_| {
        let text = text();
        spawn_local(async move {
            match ipc::copy(&text).await {
                Ok(()) => {
                    tell(true);
                    set_timeout(move || tell(false), CONFIRMATION);
                }
                Err(failure) => notices.fail(&failure),
            }
        });
    };
    view! {
        <button class=class data-testid=id on:click=copy>
            {move || if copied.get() { chat_strings::copied() } else { chat_strings::copy() }}
        </button>
    }
}
