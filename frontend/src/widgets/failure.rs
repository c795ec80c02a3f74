//! Failures in place of what could not be shown.

use leptos::prelude::*;
use protocol::Failure;

use crate::app::strings as app_strings;
use crate::i18n::user_message::UserMessage;
use crate::i18n::{failure_texts, failures};

/// A failure in its own place, under a heading.
pub fn failed(failure: &Failure, id: &'static str) -> impl IntoView + use<> {
    view! {
        <p class="failed" role="alert" data-testid=id>
            <strong>{failure_texts::failure_heading(failure.code)}</strong>
            {said(failure_texts::failure_said(failure))}
        </p>
    }
}

/// A failure in place of the content, and a button to retry.
pub fn not_shown<F: Fn() + 'static>(
    failure: &Failure,
    id: &'static str,
    again: F,
) -> impl IntoView + use<F> {
    view! {
        <div class="empty not-shown">
            {failed(failure, id)}
            <button data-testid=format!("{id}-again") on:click=move |_| again()>
                {app_strings::retry()}
            </button>
        </div>
    }
}

/// The message for the user, with the engine's own words less prominently below it.
pub fn said(UserMessage { text, english }: UserMessage) -> impl IntoView {
    let detail = english.map(|english| {
        view! {
            <span class="detail">{failures::in_detail()}" "<span lang="en">{english}</span></span>
        }
    });
    view! {
        {text}
        {detail}
    }
}
