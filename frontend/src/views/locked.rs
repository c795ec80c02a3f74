use leptos::prelude::*;
use protocol::{Code, Failure};

use super::failure::said;
use super::password::password_form;
use crate::state::use_desk;
use crate::words::{self, Said};

/// Replaces pages that cannot be drawn without a password: the reason, and a field for the
/// password.
#[component]
pub fn LockedPages() -> impl IntoView {
    let desk = use_desk();
    let why = move || desk.reading.locked.get().map(|failure| said(why(&failure)));
    view! {
        <div class="locked" data-testid="locked-pages">
            <p role="alert">{why}</p>
            {password_form(move |typed| desk.unlock_pages(typed))}
        </div>
    }
}

fn why(failure: &Failure) -> Said {
    match failure.code {
        Code::PasswordWrong => words::failure_line(failure),
        _ => Said::from(words::pages_locked().to_owned()),
    }
}
