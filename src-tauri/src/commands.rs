use std::io::{self, Write};
use std::path::{Path, PathBuf};

use addresses::Address;
use engine::easel::Easel;
use engine::sample::Sample;
use engine::{is_plain_name, write_folder};
use protocol::{Code, DocumentId, ExportedFile, Failure, JobId, Password, Request};
use serde::{Deserialize, Serialize};
use supervisor::{Dispatch, Left};
use tauri::async_runtime::spawn_blocking;
use tauri::ipc::{Channel, Response};
use tauri::{AppHandle, Manager, State};
use tauri_plugin_dialog::DialogExt;
use tempfile::NamedTempFile;

/// What the window may know of the program around it.
#[derive(Debug, Clone, Serialize)]
pub struct About {
    /// The program's version.
    pub version: String,
    /// Where the log is.
    pub log: String,
    /// Documents named on the command line.
    pub files: Vec<String>,
    /// The sample book, if it is there.
    pub sample: Option<Sample>,
    /// Whether this is the first window, whose library holds the sample book alone.
    pub first: bool,
}

/// What a file dialog is to offer, in the words of the window's language.
#[derive(Debug, Clone, Deserialize)]
pub struct Picking {
    title: String,
    kind: String,
    extensions: Vec<String>,
    several: bool,
}

/// Gives the engine a job; its events go to `reports`, as JSON in bytes. As values the webview would
/// read a long one only for the page to write it out again and read it itself.
#[tauri::command(async)]
pub fn submit(
    dispatch: State<'_, Dispatch>,
    request: Request,
    reports: Channel<Response>,
) -> JobId {
    dispatch.submit(
        request,
        Box::new(move |event| {
            let Ok(json) = serde_json::to_vec(&event) else { return };
            // A window that is gone hears nothing, and needs to hear nothing.
            let _ = reports.send(Response::new(json));
        }),
    )
}

/// What was in the queue when the last window was closed or died, and what was proposed.
#[tauri::command]
pub fn left(dispatch: State<'_, Dispatch>) -> Left {
    dispatch.left()
}

/// The user builds a document later: the next window does not propose it again.
#[tauri::command(async)]
pub fn decline(dispatch: State<'_, Dispatch>, document: DocumentId) {
    dispatch.decline(document);
}

/// Whether a page can be drawn, and why not. The password that the user gives for its document is held
/// while the program runs, unless it is wrong.
#[tauri::command]
pub async fn try_page(
    app: AppHandle,
    document: DocumentId,
    page: u32,
    password: Option<Password>,
) -> Result<(), Failure> {
    // A slow page keeps no other command waiting.
    let tried = spawn_blocking(move || app.state::<Easel>().try_page(document, page, password));
    tried.await.unwrap_or_else(|error| {
        Err(Failure::new(Code::Internal, format!("The page could not be tried: {error}.")))
    })
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

/// Lets the user pick folders; none if they changed their mind.
#[tauri::command(async)]
pub fn pick_folders(app: AppHandle, title: String) -> Vec<String> {
    let picked = app.dialog().file().set_title(&title).blocking_pick_folders();
    picked.unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// Lets the user say where a text is to be saved, and saves it there, as a whole or not at all;
/// whether they did not change their mind.
#[tauri::command(async)]
pub fn save_text(
    app: AppHandle,
    title: String,
    name: String,
    text: String,
) -> Result<bool, Failure> {
    let dialog = app.dialog().file().set_title(&title).set_file_name(&name);
    let Some(place) = dialog.blocking_save_file() else { return Ok(false) };
    let place = PathBuf::from(place.to_string());
    write(&place, &text).map_err(|error| {
        let message =
            format!("{} cannot be written: {error}. Choose another place.", place.display());
        Failure::new(Code::FileUnwritable, message)
    })?;
    Ok(true)
}

/// Lets the user pick a folder, and saves files there in a new folder with this name, or nothing; whether they
/// did not change their mind.
#[tauri::command(async)]
pub fn save_folder(
    app: AppHandle,
    title: String,
    name: String,
    files: Vec<ExportedFile>,
) -> Result<bool, Failure> {
    if !is_plain_name(&name) {
        return Err(Failure::new(Code::BadRequest, format!("“{name}” is no name of a folder.")));
    }
    let dialog = app.dialog().file().set_title(&title);
    let Some(place) = dialog.blocking_pick_folder() else { return Ok(false) };
    let place = PathBuf::from(place.to_string());
    write_folder(&unused(&place, &name), &files)?;
    Ok(true)
}

/// A folder that is not there yet, with this name or one like it.
fn unused(place: &Path, name: &str) -> PathBuf {
    let numbered = (2..).map(|number: u32| place.join(format!("{name} ({number})")));
    let mut folders = [place.join(name)].into_iter().chain(numbered);
    folders.find(|folder| !folder.exists()).unwrap_or_else(|| place.join(name))
}

fn write(place: &Path, text: &str) -> io::Result<()> {
    let folder = place.parent().unwrap_or(Path::new("."));
    let mut part = NamedTempFile::new_in(folder)?;
    part.write_all(text.as_bytes())?;
    part.persist(place)?;
    Ok(())
}

/// What an address is that stands in a text, or why it is not opened.
#[tauri::command]
pub fn read_address(address: &str) -> Result<Address, Failure> {
    Address::read(address)
}

/// Has the user's browser or mail program open an address, which they agreed to. Whether that may be is
/// looked at here anew: nothing that the page says is believed.
#[tauri::command(async)]
pub fn open_address(address: &str) -> Result<(), Failure> {
    Address::read(address)?.open()
}

/// Ends the program, as closing its window does.
#[tauri::command]
pub fn quit(app: AppHandle) {
    for window in app.webview_windows().values() {
        // Where it stands is remembered when it is closed.
        let _ = window.close();
    }
    app.exit(0);
}

/// Version, log and what was named on the command line.
#[tauri::command]
pub fn about(about: State<'_, About>) -> About {
    about.inner().clone()
}
