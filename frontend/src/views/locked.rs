use leptos::prelude::*;
use protocol::{Code, Failure};

use super::failure::said;
use super::password::password_form;
use crate::i18n::{self, Said};
use crate::state::use_app;

/// Replaces pages that cannot be drawn without a password: the reason, and a field for the
/// password.
#[component]
pub fn LockedPages() -> impl IntoView {
    let app = use_app();
    let why = move || app.reading.locked.get().map(|failure| said(why(&failure)));
    view! {
        <div class="locked" data-testid="locked-pages">
            <p role="alert">{why}</p>
            {password_form(move |typed| app.unlock_pages(typed))}
        </div>
    }
}

fn why(failure: &Failure) -> Said {
    match failure.code {
        Code::PasswordWrong => i18n::failure_line(failure),
        _ => Said::from(i18n::pages_locked().to_owned()),
    }
}
