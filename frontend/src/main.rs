//! Pecan's window, drawn by the webview: library, text, graph and questions. It reaches the engine
//! only through [`ipc`].

mod actions;
mod broken;
mod end;
mod find;
mod focus;
mod format;
mod i18n;
mod ipc;
mod keys;
mod language;
mod layer;
mod links;
mod media;
mod menu;
mod names;
mod picture;
mod resize;
mod scroll;
mod selection;
mod state;
mod text;
mod theme;
mod timing;
mod views;
mod wheel;

#[cfg(test)]
mod fixtures;

fn main() {
    broken::begin();
    leptos::mount::mount_to_body(views::Root);
}
