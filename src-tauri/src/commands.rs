use protocol::{Event, JobId, Request};
use serde::{Deserialize, Serialize};
use tauri::ipc::Channel;
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt;

use crate::desk::Desk;

/// What the window may know of the program around it.
#[derive(Debug, Clone, Serialize)]
pub struct About {
    /// The program's version.
    pub version: String,
    /// Where the log is.
    pub log: String,
    /// Documents named on the command line.
    pub files: Vec<String>,
}

/// What a file dialog is to offer, in the words of the window's language.
#[derive(Debug, Clone, Deserialize)]
pub struct Picking {
    title: String,
    kind: String,
    extensions: Vec<String>,
    several: bool,
}

/// Gives the engine a job; its events go to `reports`.
#[tauri::command(async)]
pub fn submit(desk: State<'_, Desk>, request: Request, reports: Channel<Event>) -> JobId {
    // A window that is gone hears nothing, and needs to hear nothing.
    desk.submit(request, Box::new(move |event| drop(reports.send(event))))
}

/// Lets the user pick files; none if they changed their mind.
#[tauri::command(async)]
pub fn pick_files(app: AppHandle, picking: Picking) -> Vec<String> {
    // Some systems tell capitals from small letters.
    let capitals: Vec<String> = picking.extensions.iter().map(|end| end.to_uppercase()).collect();
    let extensions: Vec<&str> =
        picking.extensions.iter().chain(&capitals).map(String::as_str).collect();
    let dialog =
        app.dialog().file().set_title(&picking.title).add_filter(&picking.kind, &extensions);
    let picked = if picking.several {
        dialog.blocking_pick_files().unwrap_or_default()
    } else {
        dialog.blocking_pick_file().into_iter().collect()
    };
    picked.iter().map(ToString::to_string).collect()
}

/// Version, log and what was named on the command line.
#[tauri::command]
pub fn about(about: State<'_, About>) -> About {
    about.inner().clone()
}
