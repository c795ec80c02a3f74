use leptos::prelude::*;

use super::failure::said;
use super::password::password_form;
use crate::i18n;
use crate::state::{App, Help, MainView, UnreadFile, use_app};

/// A file that was not read, with the input it needs, and a button to give it up.
#[component]
pub fn HeldFile(held: UnreadFile) -> impl IntoView {
    let app = use_app();
    let (file, leaving) = (held.file.clone(), held.file.clone());
    let help = UnreadFile::help(&held.failure).map(|help| match help {
        Help::Password => password_form(move |typed| app.add_held(&file, Some(typed))).into_any(),
        Help::Again => again(app, file).into_any(),
        Help::Recognition => recognition(app, file).into_any(),
    });
    view! {
        <div class="name">
            <span class="title">{i18n::file_name(&held.file).to_owned()}</span>
            <span class="why" role="alert">{said(i18n::failure_line(&held.failure))}</span>
        </div>
        {help}
        <button class="leave" data-testid="leave-out" on:click=move |_| app.let_go(&leaving)>
            {i18n::leave_out()}
        </button>
    }
}

fn again(app: App, file: String) -> impl IntoView {
    view! {
        <button data-testid="read-again" on:click=move |_| app.add_held(&file, None)>
            {i18n::retry()}
        </button>
    }
}

/// Leads to the settings, where the languages are chosen.
fn recognition(app: App, file: String) -> impl IntoView {
    view! {
        {again(app, file)}
        <button data-testid="choose-languages" on:click=move |_| app.show(MainView::Settings)>
            {i18n::languages_ellipsis()}
        </button>
    }
}
