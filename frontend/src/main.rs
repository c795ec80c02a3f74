//! Pecan's window, drawn by the webview: library, text, graph and questions. It reaches the engine
//! only through [`ipc`].

mod app;
mod chat;
mod cyclic;
mod dom;
mod entities;
mod format;
mod graph;
mod i18n;
mod ipc;
mod job;
mod language;
mod library;
mod reader;
mod search_terms;
mod settings;
mod storage;
mod undo_period;
mod widgets;
mod window_state;

#[cfg(test)]
mod fixtures;

use app::broken;
use app::views::Root;

fn main() {
    broken::begin();
    leptos::mount::mount_to_body(Root);
}
