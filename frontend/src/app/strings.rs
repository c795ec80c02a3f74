//! Texts around the views, and combining texts.

/// The name of the program.
pub const PECAN: &str = "Pecan";

use crate::i18n::messages;

messages! {
    "window"
    library;
    text;
    document;
    graph;
    both;
    /// Text, graph or both.
    shown;
    settings;
    questions;
    dismiss;
    stop_button;
    stopping;
    retry;
    window_failed;
    window_failed_hint;
    load_again;
    try_sample;
    /// The first steps with the sample book.
    tour;
    tour_step(number: u32);
    tour_ask;
    tour_follow;
    tour_way;
    tour_own;
    tour_close;
    /// A quotation.
    quoted(words: &str);
    /// A list with the next item appended.
    listed(before: &str, next: &str);
    /// A statement about what is named before it.
    named(name: &str, words: &str);
}

/// Joins items into a list.
pub fn list(things: impl IntoIterator<Item = String>) -> String {
    let list = things.into_iter().reduce(|before, next| listed(&before, &next));
    list.unwrap_or_default()
}
