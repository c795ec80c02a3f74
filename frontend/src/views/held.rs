use leptos::prelude::*;

use super::failure::said;
use super::password::password_form;
use crate::state::{Desk, Held, Help, View, use_desk};
use crate::words;

/// A file that was not read, with the input it needs, and a button to give it up.
#[component]
pub fn HeldFile(held: Held) -> impl IntoView {
    let desk = use_desk();
    let (file, leaving) = (held.file.clone(), held.file.clone());
    let help = Held::help(&held.failure).map(|help| match help {
        Help::Password => password_form(move |typed| desk.add_held(&file, Some(typed))).into_any(),
        Help::Again => again(desk, file).into_any(),
        Help::Recognition => recognition(desk, file).into_any(),
    });
    view! {
        <div class="name">
            <span class="title">{words::file_name(&held.file).to_owned()}</span>
            <span class="why" role="alert">{said(words::failure_line(&held.failure))}</span>
        </div>
        {help}
        <button class="leave" data-testid="leave-out" on:click=move |_| desk.let_go(&leaving)>
            {words::leave_out()}
        </button>
    }
}

fn again(desk: Desk, file: String) -> impl IntoView {
    view! {
        <button data-testid="read-again" on:click=move |_| desk.add_held(&file, None)>
            {words::retry()}
        </button>
    }
}

/// Leads to the settings, where the languages are chosen.
fn recognition(desk: Desk, file: String) -> impl IntoView {
    view! {
        {again(desk, file)}
        <button data-testid="choose-languages" on:click=move |_| desk.show(View::Settings)>
            {words::languages_ellipsis()}
        </button>
    }
}
