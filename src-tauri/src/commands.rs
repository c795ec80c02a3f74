//! The commands that the window's page may call.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use addresses::Address;
use engine::{is_plain_name, write_folder};
use page_images::PageImages;
use protocol::{
    AppDetails, Code, DocumentId, ExportedFile, Failure, FilePickerOptions, JobId, LinkAddress,
    Password, Request, UnfinishedQueue,
};
use supervisor::EngineProcess;
use tauri::async_runtime::spawn_blocking;
use tauri::ipc::{Channel, Response};
use tauri::{AppHandle, Manager, State};
use tauri_plugin_dialog::DialogExt;
use tempfile::NamedTempFile;

/// Gives the engine a job. Its events go to `reports`, as JSON in bytes: the webview would parse
/// long values only for the page to serialise them and parse them again.
#[tauri::command(async)]
pub fn submit(
    dispatch: State<'_, EngineProcess>,
    request: Request,
    reports: Channel<Response>,
) -> JobId {
    dispatch.submit(
        request,
        Box::new(move |event| {
            let Ok(json) = serde_json::to_vec(&event) else { return };
            // A window that is gone needs no events.
            let _ = reports.send(Response::new(json));
        }),
    )
}

/// Returns the queue that the last window had when it was closed or died, and the proposals.
#[tauri::command]
pub fn left(dispatch: State<'_, EngineProcess>) -> UnfinishedQueue {
    dispatch.left()
}

/// Notes that the user builds a document later: the next window does not propose it again.
#[tauri::command(async)]
pub fn decline(dispatch: State<'_, EngineProcess>, document: DocumentId) {
    dispatch.decline(document);
}

/// Returns whether a page can be drawn, and why not. The password that the user gives for its
/// document is held while the program runs, unless it is wrong.
#[tauri::command]
pub async fn try_page(
    app: AppHandle,
    document: DocumentId,
    page: u32,
    password: Option<Password>,
) -> Result<(), Failure> {
    // A slow page must not block other commands.
    let tried =
        spawn_blocking(move || app.state::<PageImages>().try_page(document, page, password));
    tried.await.unwrap_or_else(|error| {
        Err(Failure::new(Code::Internal, format!("The page could not be tested: {error}.")))
    })
}

/// Lets the user pick files; returns none if the user cancels.
#[tauri::command(async)]
pub fn pick_files(app: AppHandle, picking: FilePickerOptions) -> Vec<String> {
    // Some file systems are case-sensitive.
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

/// Lets the user pick folders; returns none if the user cancels.
#[tauri::command(async)]
pub fn pick_folders(app: AppHandle, title: String) -> Vec<String> {
    let picked = app.dialog().file().set_title(&title).blocking_pick_folders();
    picked.unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// Asks the user where to save a text, and saves it there, as a whole or not at all. Returns false
/// if the user cancels.
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

/// Lets the user pick a folder and saves files there in a new folder with this name, all or none.
/// Returns false if the user cancels.
#[tauri::command(async)]
pub fn save_folder(
    app: AppHandle,
    title: String,
    name: String,
    files: Vec<ExportedFile>,
) -> Result<bool, Failure> {
    if !is_plain_name(&name) {
        return Err(Failure::new(
            Code::BadRequest,
            format!("“{name}” is not a valid folder name."),
        ));
    }
    let dialog = app.dialog().file().set_title(&title);
    let Some(place) = dialog.blocking_pick_folder() else { return Ok(false) };
    let place = PathBuf::from(place.to_string());
    write_folder(&unused(&place, &name), &files)?;
    Ok(true)
}

/// Returns an unused folder with this name or one like it.
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

/// Parses an address from a text, or says why it is not opened.
#[tauri::command]
pub fn read_address(address: &str) -> Result<LinkAddress, Failure> {
    Address::read(address).map(Address::into_parts)
}

/// Opens an address, to which the user agreed, in the browser or mail program. The address is
/// checked again here, because the page is not trusted.
#[tauri::command(async)]
pub fn open_address(address: &str) -> Result<(), Failure> {
    Address::read(address)?.open()
}

/// Ends the program, as closing its window does.
#[tauri::command]
pub fn quit(app: AppHandle) {
    for window in app.webview_windows().values() {
        // Closing the window stores its position.
        let _ = window.close();
    }
    app.exit(0);
}

/// Returns the version, the log and the files named on the command line.
#[tauri::command]
pub fn about(about: State<'_, AppDetails>) -> AppDetails {
    about.inner().clone()
}
