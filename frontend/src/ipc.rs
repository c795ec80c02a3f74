//! The way to the engine. No other module knows Tauri.

pub mod messages;

use futures_channel::oneshot;
use js_sys::{JSON, Object, Reflect, Uint8Array};
use leptos::task::spawn_local;
use protocol::{
    AppDetails, Code, DocumentId, EngineCrash, Event, ExportedFile, Failure, FilePickerOptions,
    JobId, LinkAddress, Menu, MenuLooks, Outcome, Password, Request, UnfinishedQueue,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::ipc::messages::Dragging;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["window", "__TAURI__", "core"], catch)]
    async fn invoke(command: &str, arguments: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["window", "__TAURI__", "event"], catch)]
    async fn listen(event: &str, hear: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = ["window", "__TAURI__", "core"], js_name = convertFileSrc)]
    fn address(path: &str, scheme: &str) -> String;

    /// Carries values from the shell to the page, in order.
    #[wasm_bindgen(js_namespace = ["window", "__TAURI__", "core"])]
    type Channel;

    #[wasm_bindgen(constructor, js_namespace = ["window", "__TAURI__", "core"])]
    fn new(hear: &JsValue) -> Channel;
}

/// The look of a page's picture.
#[derive(Debug, Clone, Copy)]
pub struct Print {
    /// The width in pixels.
    pub width: u32,
    /// Whether letters are light on dark paper.
    pub dark: bool,
}

impl Print {
    /// Returns the address of a picture of `of` with this look.
    fn address(self, of: &str, beside: bool) -> String {
        let beside = if beside { "/beside" } else { "" };
        let dark = if self.dark { "/dark" } else { "" };
        address(&format!("{of}/{}{beside}{dark}", self.width), "page")
    }
}

/// Returns the address of the picture of a document's page, optionally to be seen beside the page
/// before it.
pub fn page_picture(document: DocumentId, page: u32, beside: bool, print: Print) -> String {
    print.address(&format!("{document}/{page}"), beside)
}

/// Returns the address of the picture of a document from afar. It differs for each content.
pub fn cover(document: DocumentId, content: &str) -> String {
    address(&format!("cover/{document}/{content}"), "page")
}

/// Returns the address of the picture of the first page of the file that a job adds.
pub fn first_page(job: JobId, print: Print) -> String {
    print.address(&format!("adding/{job}"), false)
}

/// Submits a job to the engine; `hear` receives each of its events.
pub async fn submit(
    request: &Request,
    mut hear: impl FnMut(Event) + 'static,
) -> Result<JobId, Failure> {
    let heard = Closure::<dyn FnMut(JsValue)>::new(move |bytes: JsValue| {
        hear(event_in(&bytes).unwrap_or_else(|failure| Event::Failed { failure }));
    });
    let arguments = Object::new();
    put(&arguments, "request", &to_js(request)?)?;
    put(&arguments, "reports", &Channel::new(&heard.into_js_value()))?;
    from_js(&invoke("submit", &arguments).await.map_err(broken)?)
}

/// Decodes an event, whose JSON the shell sends as bytes.
fn event_in(bytes: &JsValue) -> Result<Event, Failure> {
    let json = Uint8Array::new(bytes).to_vec();
    serde_json::from_slice(&json).map_err(|error| broken(error.to_string().into()))
}

/// Submits a job to the engine and waits for its outcome.
pub async fn outcome(request: Request) -> Result<Outcome, Failure> {
    outcome_of(request, |_| ()).await
}

/// Does the same, and calls `begun` as soon as the job has a number, by which it can be stopped.
/// Ignores progress.
pub async fn outcome_of(request: Request, begun: impl FnOnce(JobId)) -> Result<Outcome, Failure> {
    let (sender, ended) = oneshot::channel();
    let mut sender = Some(sender);
    let job = submit(&request, move |event| {
        let ended = match event {
            Event::Finished { outcome } => Ok(*outcome),
            Event::Stopped => Err(Failure::new(Code::Stopped, "It was stopped.")),
            Event::Failed { failure } => Err(failure),
            _ => return,
        };
        if let Some(sender) = sender.take() {
            // The caller may be gone by now.
            let _ = sender.send(ended);
        }
    })
    .await?;
    begun(job);
    ended.await.map_err(|_| Failure::new(Code::Internal, "The engine's answer was lost."))?
}

/// The outcome's kind does not fit the request: page and engine have different versions.
pub fn unexpected() -> Failure {
    Failure::new(Code::Internal, "The engine returned an unexpected result.")
}

/// Returns what was in the queue when the window was closed or crashed, and the proposed builds.
pub async fn left() -> Result<UnfinishedQueue, Failure> {
    from_js(&invoke("left", &JsValue::UNDEFINED).await.map_err(broken)?)
}

/// Records that building a document was declined, so that it is not proposed again.
pub fn decline(document: DocumentId) {
    tell_of("decline", "document", &document);
}

/// Tries whether a page can be drawn, without a password or with one, and returns why not. A right
/// password is held while the program runs.
pub async fn try_page(
    document: DocumentId,
    page: u32,
    password: Option<&Password>,
) -> Result<(), Failure> {
    let arguments = Object::new();
    put(&arguments, "document", &to_js(&document)?)?;
    put(&arguments, "page", &to_js(&page)?)?;
    put(&arguments, "password", &to_js(&password)?)?;
    let tried = invoke("try_page", &arguments).await;
    tried.map(drop).map_err(|failure| from_js(&failure).unwrap_or_else(|_| broken(failure)))
}

/// Asks the engine to stop a job.
pub fn stop(target: JobId) {
    spawn_local(async move {
        // A job that has already ended needs no stopping.
        let _ = outcome(Request::Stop { target }).await;
    });
}

/// Lets the user pick files; returns none if they cancel.
pub async fn pick_files(picking: &FilePickerOptions) -> Result<Vec<String>, Failure> {
    let arguments = Object::new();
    put(&arguments, "picking", &to_js(picking)?)?;
    from_js(&invoke("pick_files", &arguments).await.map_err(broken)?)
}

/// Lets the user pick folders; returns none if they cancel.
pub async fn pick_folders(title: &str) -> Result<Vec<String>, Failure> {
    let arguments = Object::new();
    put(&arguments, "title", &title.into())?;
    from_js(&invoke("pick_folders", &arguments).await.map_err(broken)?)
}

/// Quits the program.
pub fn quit() {
    tell("quit", Object::new());
}

/// Shows a menu bar.
pub fn show_menu(menus: &[Menu]) {
    tell_of("show_menu", "menus", &menus);
}

/// Sets the colours of the menu bar.
pub fn paint_menu(looks: &MenuLooks) {
    tell_of("paint_menu", "looks", looks);
}

/// Calls `hear` with each item chosen in the menu bar.
pub fn on_menu(hear: impl Fn(String) + 'static) {
    on("menu", move |id| {
        if let Some(id) = id.as_string() {
            hear(id);
        }
    });
}

/// Lets the user save a text, by default under this name. Returns whether they did.
pub async fn save_text(title: &str, name: &str, text: &str) -> Result<bool, Failure> {
    let arguments = Object::new();
    for (key, value) in [("title", title), ("name", name), ("text", text)] {
        put(&arguments, key, &value.into())?;
    }
    match invoke("save_text", &arguments).await {
        Ok(saved) => from_js(&saved),
        Err(failure) => Err(from_js(&failure).unwrap_or_else(|_| broken(failure))),
    }
}

/// Lets the user save files in a new folder with this name. Returns whether they did.
pub async fn save_folder(title: &str, name: &str, files: &[ExportedFile]) -> Result<bool, Failure> {
    let arguments = Object::new();
    put(&arguments, "title", &title.into())?;
    put(&arguments, "name", &name.into())?;
    put(&arguments, "files", &to_js(&files)?)?;
    match invoke("save_folder", &arguments).await {
        Ok(saved) => from_js(&saved),
        Err(failure) => Err(from_js(&failure).unwrap_or_else(|_| broken(failure))),
    }
}

/// Parses an address that stands in a text, or returns why it is not opened.
pub async fn read_address(address: &str) -> Result<LinkAddress, Failure> {
    from_js(&refusable("read_address", address).await?)
}

/// Opens an address in the user's browser or mail program.
pub async fn open_address(address: &str) -> Result<(), Failure> {
    refusable("open_address", address).await.map(drop)
}

/// Runs a command on an address that the shell may refuse.
async fn refusable(command: &str, address: &str) -> Result<JsValue, Failure> {
    let arguments = Object::new();
    put(&arguments, "address", &address.into())?;
    let done = invoke(command, &arguments).await;
    done.map_err(|failure| from_js(&failure).unwrap_or_else(|_| broken(failure)))
}

/// Returns the facts about the program around the page.
pub async fn about() -> Result<AppDetails, Failure> {
    from_js(&invoke("about", &JsValue::UNDEFINED).await.map_err(broken)?)
}

/// Calls `hear` each time the engine dies.
pub fn on_engine_died(mut hear: impl FnMut(EngineCrash) + 'static) {
    on("engine_died", move |died| {
        if let Ok(died) = from_js(&died) {
            hear(died);
        }
    });
}

/// Calls `hear` when files are dragged over the window.
pub fn on_drag(hear: impl Fn(Dragging) + Clone + 'static) {
    #[derive(Deserialize)]
    struct Payload {
        paths: Vec<String>,
    }
    let over = hear.clone();
    on("tauri://drag-enter", move |_| over(Dragging::Over));
    let gone = hear.clone();
    on("tauri://drag-leave", move |_| gone(Dragging::Gone));
    on("tauri://drag-drop", move |payload| {
        let paths = from_js::<Payload>(&payload).map_or_else(|_| Vec::new(), |p| p.paths);
        hear(Dragging::Dropped(paths));
    });
}

/// Puts a text on the clipboard.
pub async fn copy(text: &str) -> Result<(), Failure> {
    let clipboard = leptos::prelude::window().navigator().clipboard();
    wasm_bindgen_futures::JsFuture::from(clipboard.write_text(text)).await.map_err(broken)?;
    Ok(())
}

/// Listens to an event of the program for the lifetime of the page.
fn on(event: &'static str, mut hear: impl FnMut(JsValue) + 'static) {
    let heard = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        hear(Reflect::get(&event, &"payload".into()).unwrap_or(JsValue::UNDEFINED));
    });
    spawn_local(async move {
        if let Err(error) = listen(event, &heard.into_js_value()).await {
            leptos::logging::error!("{event} will not be heard of: {error:?}");
        }
    });
}

/// Sends the shell a command that cannot fail while both have the same version.
fn tell(command: &'static str, arguments: Object) {
    spawn_local(async move {
        if let Err(error) = invoke(command, &arguments).await {
            leptos::logging::error!("{command} was not done: {error:?}");
        }
    });
}

/// Does the same with one argument.
fn tell_of(command: &'static str, name: &str, value: &impl Serialize) {
    let arguments = Object::new();
    let shown = to_js(value).and_then(|value| put(&arguments, name, &value));
    if shown.is_ok() {
        tell(command, arguments);
    }
}

fn put(object: &Object, name: &str, value: &JsValue) -> Result<(), Failure> {
    Reflect::set(object, &name.into(), value).map(drop).map_err(broken)
}

fn to_js(value: &impl Serialize) -> Result<JsValue, Failure> {
    let json = serde_json::to_string(value).map_err(|error| broken(error.to_string().into()))?;
    JSON::parse(&json).map_err(broken)
}

fn from_js<T: DeserializeOwned>(value: &JsValue) -> Result<T, Failure> {
    let json = JSON::stringify(value).map_err(broken)?;
    let json = json.as_string().unwrap_or_else(|| "null".to_owned());
    serde_json::from_str(&json).map_err(|error| broken(error.to_string().into()))
}

/// A fault between page and shell. The user can do nothing about it.
fn broken(error: JsValue) -> Failure {
    let text = error.as_string().unwrap_or_else(|| format!("{error:?}"));
    Failure::new(Code::Internal, format!("The window lost touch with its engine ({text})."))
}
