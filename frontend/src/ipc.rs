//! The way to the engine: the only place that knows of Tauri.

use std::collections::BTreeMap;

use futures_channel::oneshot;
use js_sys::{JSON, Object, Reflect, Uint8Array};
use leptos::task::spawn_local;
use protocol::{
    Code, DocumentId, Estimate, Event, ExportedFile, Failure, JobId, Menu, MenuLooks, Outcome,
    Password, Request,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

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

/// What is known of the program around the page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct About {
    /// The program's version.
    pub version: String,
    /// Where its log is.
    pub log: String,
    /// Documents named on its command line.
    pub files: Vec<String>,
    /// The sample book, if it is there.
    pub sample: Option<Sample>,
    /// Whether this is the first window, whose library holds the sample book alone.
    pub first: bool,
}

/// A book that the demonstration model can answer questions about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Sample {
    /// Its file.
    pub file: String,
    /// A question that it answers.
    pub question: String,
}

/// What was left when the window was closed or died.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Unfinished {
    /// What was in the queue, the next thing first.
    pub requests: Vec<Request>,
    /// Builds that were proposed and not answered, by their documents.
    pub proposals: BTreeMap<DocumentId, Estimate>,
}

/// An address that may be opened, in its parts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Address {
    /// What stands before the place.
    pub before: String,
    /// Where it leads: a machine, or those whom a mail is to.
    pub place: String,
    /// What stands after it.
    pub after: String,
    /// Whether it is one to write to.
    pub mail: bool,
}

impl Address {
    /// The whole of it.
    pub fn whole(&self) -> String {
        [self.before.as_str(), &self.place, &self.after].concat()
    }
}

/// What a file dialog offers.
#[derive(Debug, Serialize)]
pub struct Picking<'a> {
    /// Its title.
    pub title: &'a str,
    /// What the files are called.
    pub kind: &'a str,
    /// How their names end.
    pub extensions: &'a [&'a str],
    /// Whether more than one may be picked.
    pub several: bool,
}

/// The engine's process died.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Died {
    /// How, in words.
    pub how: String,
    /// Whether it was started again to go on with unfinished jobs.
    pub again: bool,
}

/// What files do above the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dragging {
    /// They came.
    Over,
    /// They went away.
    Gone,
    /// They were dropped.
    Dropped(Vec<String>),
}

/// How a page's picture is to look.
#[derive(Debug, Clone, Copy)]
pub struct Print {
    /// Pixels in a row.
    pub width: u32,
    /// Whether its letters are light on dark paper.
    pub dark: bool,
}

impl Print {
    /// Where a picture of this is that looks so.
    fn address(self, of: &str, beside: bool) -> String {
        let beside = if beside { "/beside" } else { "" };
        let dark = if self.dark { "/dark" } else { "" };
        address(&format!("{of}/{}{beside}{dark}", self.width), "page")
    }
}

/// Where a document's page is as a picture, perhaps to be seen beside the one before it.
pub fn page_picture(document: DocumentId, page: u32, beside: bool, print: Print) -> String {
    print.address(&format!("{document}/{page}"), beside)
}

/// Where what a document looks like from afar is as a picture. With another content it is elsewhere.
pub fn cover(document: DocumentId, content: &str) -> String {
    address(&format!("cover/{document}/{content}"), "page")
}

/// Where the first page of the file that a job adds is as a picture.
pub fn first_page(job: JobId, print: Print) -> String {
    print.address(&format!("adding/{job}"), false)
}

/// Gives the engine a job; every event of it goes to `hear`.
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

/// An event, whose JSON the shell sends in bytes.
fn event_in(bytes: &JsValue) -> Result<Event, Failure> {
    let json = Uint8Array::new(bytes).to_vec();
    serde_json::from_slice(&json).map_err(|error| broken(error.to_string().into()))
}

/// Gives the engine a job and waits for what comes of it.
pub async fn outcome(request: Request) -> Result<Outcome, Failure> {
    outcome_of(request, |_| ()).await
}

/// The same; as soon as the job has a number, by which it can be stopped, `begun` is told. How far it
/// is goes unheard.
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
            // Whoever asked may have gone in the meantime.
            let _ = sender.send(ended);
        }
    })
    .await?;
    begun(job);
    ended.await.map_err(|_| Failure::new(Code::Internal, "The engine's answer was lost."))?
}

/// An outcome of another kind than the request has: page and engine are of different versions.
pub fn unexpected() -> Failure {
    Failure::new(Code::Internal, "The engine answered something else than it was asked.")
}

/// What was in the queue when the window was closed or died, and what was proposed.
pub async fn left() -> Result<Unfinished, Failure> {
    from_js(&invoke("left", &JsValue::UNDEFINED).await.map_err(broken)?)
}

/// Has a document that was proposed to be built not proposed again.
pub fn decline(document: DocumentId) {
    tell_of("decline", "document", &document);
}

/// Whether a page can be drawn, and why not: with a password, which is held while the program runs
/// unless it is wrong, or as things are.
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
        // A job that has ended by now needs no stopping.
        let _ = outcome(Request::Stop { target }).await;
    });
}

/// Lets the user pick files; none if they changed their mind.
pub async fn pick_files(picking: &Picking<'_>) -> Result<Vec<String>, Failure> {
    let arguments = Object::new();
    put(&arguments, "picking", &to_js(picking)?)?;
    from_js(&invoke("pick_files", &arguments).await.map_err(broken)?)
}

/// Lets the user pick folders; none if they changed their mind.
pub async fn pick_folders(title: &str) -> Result<Vec<String>, Failure> {
    let arguments = Object::new();
    put(&arguments, "title", &title.into())?;
    from_js(&invoke("pick_folders", &arguments).await.map_err(broken)?)
}

/// Ends the program.
pub fn quit() {
    tell("quit", Object::new());
}

/// Shows a menu bar.
pub fn show_menu(menus: &[Menu]) {
    tell_of("show_menu", "menus", &menus);
}

/// Gives the menu bar these colours.
pub fn paint_menu(looks: &MenuLooks) {
    tell_of("paint_menu", "looks", looks);
}

/// Hears which item of the menu bar was chosen.
pub fn on_menu(hear: impl Fn(String) + 'static) {
    on("menu", move |id| {
        if let Some(id) = id.as_string() {
            hear(id);
        }
    });
}

/// Lets the user save a text, under this name if they want no other; whether they did.
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

/// Lets the user save files in a new folder with this name; whether they did.
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

/// What an address is that stands in a text, or why it is not opened.
pub async fn read_address(address: &str) -> Result<Address, Failure> {
    from_js(&refusable("read_address", address).await?)
}

/// Has the user's browser or mail program open an address.
pub async fn open_address(address: &str) -> Result<(), Failure> {
    refusable("open_address", address).await.map(drop)
}

/// Does something with an address that the shell may refuse.
async fn refusable(command: &str, address: &str) -> Result<JsValue, Failure> {
    let arguments = Object::new();
    put(&arguments, "address", &address.into())?;
    let done = invoke(command, &arguments).await;
    done.map_err(|failure| from_js(&failure).unwrap_or_else(|_| broken(failure)))
}

/// What is known of the program around the page.
pub async fn about() -> Result<About, Failure> {
    from_js(&invoke("about", &JsValue::UNDEFINED).await.map_err(broken)?)
}

/// Hears of the engine's deaths.
pub fn on_engine_died(mut hear: impl FnMut(Died) + 'static) {
    on("engine_died", move |died| {
        if let Ok(died) = from_js(&died) {
            hear(died);
        }
    });
}

/// Hears of files that are dragged over the window.
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

/// Hears of an event of the program for as long as the page lives.
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

/// Tells the shell to do something that does not fail while both are of the same version.
fn tell(command: &'static str, arguments: Object) {
    spawn_local(async move {
        if let Err(error) = invoke(command, &arguments).await {
            leptos::logging::error!("{command} was not done: {error:?}");
        }
    });
}

/// The same, with one thing to know.
fn tell_of(command: &'static str, name: &str, value: &impl Serialize) {
    let arguments = Object::new();
    let told = to_js(value).and_then(|value| put(&arguments, name, &value));
    if told.is_ok() {
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

/// A fault between page and shell; there is nothing that the user could do about it.
fn broken(error: JsValue) -> Failure {
    let text = error.as_string().unwrap_or_else(|| format!("{error:?}"));
    Failure::new(Code::Internal, format!("The window lost touch with its engine ({text})."))
}
