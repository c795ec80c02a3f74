//! A file that was not read, with what can be done about it.

use leptos::prelude::*;

use crate::app::layout::MainView;
use crate::app::strings as app_strings;
use crate::format;
use crate::graph::store::{GraphStore, use_graph};
use crate::i18n::failure_texts;
use crate::library::file_import::{Help, UnreadFile};
use crate::library::imports::{ImportStore, use_imports};
use crate::library::store::use_library;
use crate::library::strings;
use crate::settings::strings as settings_strings;
use crate::widgets::failure::said;
use crate::widgets::password::password_form;

/// A file that was not read, with the input it needs, and a button to give it up.
#[component]
pub fn HeldFile(held: UnreadFile) -> impl IntoView {
    let library = use_library();
    let imports = use_imports();
    let graph = use_graph();
    let (file, leaving) = (held.file.clone(), held.file.clone());
    let help = UnreadFile::help(&held.failure).map(|help| match help {
        Help::Password => {
            password_form(move |typed| imports.add_held(&file, Some(typed))).into_any()
        }
        Help::Again => again(imports, file).into_any(),
        Help::Recognition => recognition(imports, graph, file).into_any(),
    });
    view! {
        <div class="name">
            <span class="title">{format::file_name(&held.file).to_owned()}</span>
            <span class="why" role="alert">{said(failure_texts::failure_line(&held.failure))}</span>
        </div>
        {help}
        <button class="leave" data-testid="leave-out" on:click=move |_| library.let_go(&leaving)>
            {strings::leave_out()}
        </button>
    }
}

fn again(imports: ImportStore, file: String) -> impl IntoView {
    view! {
        <button data-testid="read-again" on:click=move |_| imports.add_held(&file, None)>
            {app_strings::retry()}
        </button>
    }
}

/// Leads to the settings, where the languages are chosen.
fn recognition(imports: ImportStore, graph: GraphStore, file: String) -> impl IntoView {
    view! {
        {again(imports, file)}
        <button data-testid="choose-languages" on:click=move |_| graph.show_view(MainView::Settings)>
            {settings_strings::languages_ellipsis()}
        </button>
    }
}
