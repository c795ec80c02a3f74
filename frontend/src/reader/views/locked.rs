//! The field for the password of pages that need one.

use leptos::prelude::*;
use protocol::{Code, Failure};

use crate::i18n::failure_texts;
use crate::i18n::user_message::UserMessage;
use crate::reader::store::use_reader;
use crate::reader::strings;
use crate::widgets::failure::said;
use crate::widgets::password::password_form;

/// Replaces pages that cannot be drawn without a password: the reason, and a field for the
/// password.
#[component]
pub fn LockedPages() -> impl IntoView {
    let reader = use_reader();
    let why = move || reader.locked.get().map(|failure| said(why(&failure)));
    view! {
        <div class="locked" data-testid="locked-pages">
            <p role="alert">{why}</p>
            {password_form(move |typed| reader.unlock_pages(typed))}
        </div>
    }
}

fn why(failure: &Failure) -> UserMessage {
    match failure.code {
        Code::PasswordWrong => failure_texts::failure_line(failure),
        _ => UserMessage::from(strings::pages_locked().to_owned()),
    }
}
