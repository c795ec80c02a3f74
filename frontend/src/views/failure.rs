use leptos::prelude::*;
use protocol::Failure;

use crate::words::{self, Said};

/// What failed in a place of its own, under a heading.
pub fn failed(failure: &Failure, id: &'static str) -> impl IntoView + use<> {
    view! {
        <p class="failed" role="alert" data-testid=id>
            <strong>{words::failure_heading(failure.code)}</strong>
            {said(words::failure_said(failure))}
        </p>
    }
}

/// What the user is told, with the engine's own words more quietly under it.
pub fn said(Said { text, english }: Said) -> impl IntoView {
    let detail = english.map(|english| {
        view! {
            <span class="detail">{words::in_detail()}" "<span lang="en">{english}</span></span>
        }
    });
    view! {
        {text}
        {detail}
    }
}
