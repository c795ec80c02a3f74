//! The real window, driven as a user would: over the WebDriver protocol, through tauri-driver and
//! WebKit's own driver.

mod pointer;
mod views;
mod web_driver;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use self::web_driver::{free_port, get, post};
use crate::{processes, program, text};

/// The time limit for something on screen.
const PATIENCE: Duration = Duration::from_secs(120);
/// The time in which WebKit writes a page's storage to disk, also on a busy machine.
const DISK: Duration = Duration::from_secs(5);
/// The time in which the window saves its state to the library, also on a busy machine.
const COLLECTED: Duration = Duration::from_secs(2);
/// The time limit for a window to end.
const FAREWELL: Duration = Duration::from_secs(20);
/// The time in which a driver has started WebKit's own.
const STARTED: Duration = Duration::from_secs(5);
/// The pauses between two checks: the longer the wait so far, the longer the pause.
const PAUSES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(100)];

/// Keys without a letter, as the driver names them.
pub const ENTER: &str = "\u{e007}";
/// The Escape key.
pub const ESCAPE: &str = "\u{e00c}";
/// The End key.
pub const END: &str = "\u{e010}";
/// The Up key.
pub const UP: &str = "\u{e013}";
/// The Right key.
pub const RIGHT: &str = "\u{e014}";

/// A window of `pecan-desktop`.
pub struct AppWindow {
    driver: Child,
    address: String,
}

/// Whether a window can be opened. If not, prints that the test is skipped.
pub fn has_display() -> bool {
    let found = std::env::var_os("DISPLAY").is_some();
    if !found {
        println!("skipped: there is no display; `cargo xtask test` makes one");
    }
    found
}

impl AppWindow {
    /// Opens the window on a library with files to add.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open(library: &Path, files: &[&Path]) -> Self {
        // The window's own storage is beside the library, and is deleted with it.
        let home = library.parent().expect("the library lies in a folder").join("home");
        let mut arguments = vec!["--library", text(library)];
        arguments.extend(files.iter().map(|file| text(file)));
        Self::begin_in(&home, &arguments, &[])
    }

    /// Opens the window on a library, with the programs in a folder found before those of the
    /// system.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open_with(library: &Path, programs: &Path) -> Self {
        let home = library.parent().expect("the library lies in a folder").join("home");
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", text(programs));
        Self::begin_in(&home, &["--library", text(library)], &[("PATH", &path)])
    }

    /// Opens the window on a library with another model than the other tests: `default` or a GGUF
    /// file.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open_with_model(library: &Path, model: &str) -> Self {
        let home = library.parent().expect("the library lies in a folder").join("home");
        Self::begin_in(&home, &["--library", text(library)], &[("PECAN_MODEL", model)])
    }

    /// Opens the window on a library for a user with this data folder.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open_for(home: &Path, library: &Path) -> Self {
        Self::begin_in(home, &["--library", text(library)], &[])
    }

    /// Opens the window for a user with nothing but a data folder.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open_first(home: &Path) -> Self {
        Self::begin_in(home, &[], &[])
    }

    fn begin_in(home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let begun = Instant::now();
        loop {
            let mut window = Self::driven(home, environment);
            let application = program("pecan-desktop");
            let options = json!({ "application": text(&application), "args": arguments });
            let wanted = json!({ "capabilities": { "alwaysMatch": { "tauri:options": options } } });
            if let Some(session) = window.begin(&wanted, begun) {
                window.address = format!("{}/{session}", window.address);
                return window;
            }
        }
    }

    /// Starts a driver without a window.
    fn driven(home: &Path, environment: &[(&str, &str)]) -> Self {
        let (port, native) = (free_port(), free_port());
        let mut driver = Command::new("tauri-driver");
        driver
            .args(["--port", &port.to_string(), "--native-port", &native.to_string()])
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
            .env("XDG_DATA_HOME", home)
            .envs(environment.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let driver = driver.spawn().expect("tauri-driver starts; `cargo xtask test` installs it");
        Self { driver, address: format!("http://127.0.0.1:{port}/session") }
    }

    /// Opens a window and returns its session, or none if WebKit's driver has ended.
    fn begin(&self, wanted: &Value, begun: Instant) -> Option<String> {
        let started = Instant::now();
        loop {
            match post(&self.address, wanted) {
                Ok(made) => {
                    let session = made["sessionId"].as_str().expect("a session has an id");
                    return Some(session.to_owned());
                }
                Err(error) if begun.elapsed() > PATIENCE => panic!("no window opened: {error}"),
                // WebKit's driver ends at once if another process has taken its port meanwhile.
                Err(_) if started.elapsed() > STARTED && self.drives_nothing() => return None,
                Err(_) => std::thread::sleep(Duration::from_millis(200)),
            }
        }
    }

    /// Whether WebKit's driver has ended.
    fn drives_nothing(&self) -> bool {
        let family = processes::families(&[self.driver.id()]);
        family.iter().skip(1).all(|id| processes::has_ended(*id))
    }

    /// Runs a script in the page and returns its result.
    ///
    /// # Panics
    /// If the window does not answer.
    pub fn script(&self, script: &str) -> Value {
        let call = json!({ "script": script, "args": [] });
        post(&format!("{}/execute/sync", self.address), &call)
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Reloads the page, as F5 does, and waits until it is there.
    ///
    /// # Panics
    /// If it does not load.
    pub fn reload(&self) {
        post(&format!("{}/refresh", self.address), &json!({}))
            .unwrap_or_else(|error| panic!("the page does not load again: {error}"));
    }

    /// Waits until the library has what the window keeps in it: the last changes are collected.
    pub fn wait_for_library(&self) {
        std::thread::sleep(COLLECTED);
    }

    /// Waits until the window's storage is on disk: WebKit writes it a while after a script has set
    /// it, and not at once when the window closes.
    pub fn wait_for_disk(&self) {
        std::thread::sleep(DISK);
    }

    /// Waits until a script returns a true value, and returns that.
    ///
    /// # Panics
    /// If it takes too long.
    pub fn wait(&self, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let value = self.script(script);
            if !matches!(&value, Value::Null | Value::Bool(false)) && value != "" {
                return value;
            }
            if begun.elapsed() > PATIENCE {
                let page = self.script("return document.body.innerText");
                panic!("in vain: {script}\nThe page shows: {page}");
            }
            std::thread::sleep((begun.elapsed() / 4).clamp(PAUSES[0], PAUSES[1]));
        }
    }

    /// Waits for the control with a test id.
    pub fn wait_for(&self, id: &str) {
        self.wait(&format!("return !!document.querySelector('[data-testid=\"{id}\"]')"));
    }

    /// Returns the text of the last element with a test id, once it exists.
    ///
    /// # Panics
    /// If none appears.
    pub fn text(&self, id: &str) -> String {
        let last = format!("[...document.querySelectorAll('[data-testid=\"{id}\"]')].at(-1)");
        let text = self.wait(&format!("return {last}?.innerText"));
        text.as_str().expect("inner text is text").trim().to_owned()
    }

    /// Waits until the last element with a test id has exactly this text.
    ///
    /// # Panics
    /// If it does not.
    pub fn wait_for_text(&self, id: &str, text: &str) {
        let last = format!("[...document.querySelectorAll('[data-testid=\"{id}\"]')].at(-1)");
        self.wait(&format!("return {last}?.innerText.trim() === {}", json!(text)));
    }

    /// Clicks the last control with a test id with the pointer, once it exists.
    ///
    /// # Panics
    /// If it does not appear or cannot be clicked.
    pub fn click(&self, id: &str) {
        let element = self.element(id);
        // WebKit's driver does not scroll an element that is half visible, and then may not reach
        // its middle.
        self.script(&format!(
            "[...document.querySelectorAll('[data-testid=\"{id}\"]')].at(-1)
                 ?.scrollIntoView({{ block: 'nearest', inline: 'nearest' }})"
        ));
        post(&format!("{}/element/{element}/click", self.address), &json!({}))
            .unwrap_or_else(|error| panic!("{id} cannot be clicked: {error}"));
    }

    /// Types into a field; `\u{e007}` is the Enter key.
    ///
    /// # Panics
    /// If it does not appear or takes no keys.
    pub fn write(&self, id: &str, keys: &str) {
        let element = self.element(id);
        let keys = json!({ "text": keys });
        post(&format!("{}/element/{element}/value", self.address), &keys)
            .unwrap_or_else(|error| panic!("{id} takes no keys: {error}"));
    }

    /// Presses a key while no field has the focus.
    pub fn press(&self, key: &str, control: bool) {
        self.script(&format!(
            "document.activeElement.blur();
             dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', ctrlKey: {control} }}))",
        ));
    }

    /// Chooses a value in the last list with a test id, once it exists.
    pub fn choose(&self, id: &str, value: &str) {
        self.wait_for(id);
        self.script(&format!(
            "const field = [...document.querySelectorAll('[data-testid={id}]')].at(-1);
             field.value = '{value}';
             field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ));
    }

    /// Resizes the window to this size in pixels, from the display's corner on.
    ///
    /// # Panics
    /// If that is impossible.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({ "x": 0, "y": 0, "width": width, "height": height });
        post(&format!("{}/window/rect", self.address), &size)
            .unwrap_or_else(|error| panic!("the window is not resized: {error}"));
    }

    /// Reloads the page, as WebKit's own menu offers.
    ///
    /// # Panics
    /// If it does not load.
    pub fn load_again(&self) {
        post(&format!("{}/refresh", self.address), &json!({}))
            .unwrap_or_else(|error| panic!("the page is not reloaded: {error}"));
    }

    /// The number of windows and pages of the program.
    ///
    /// # Panics
    /// If it does not answer.
    pub fn windows(&self) -> usize {
        let handles = get(&format!("{}/window/handles", self.address));
        let handles = handles.unwrap_or_else(|error| panic!("the windows are not listed: {error}"));
        handles.as_array().map_or(0, Vec::len)
    }

    fn element(&self, id: &str) -> String {
        self.wait_for(id);
        let query = json!({ "using": "css selector", "value": format!("[data-testid=\"{id}\"]") });
        let found = post(&format!("{}/elements", self.address), &query)
            .unwrap_or_else(|error| panic!("{id} is gone: {error}"));
        let last = found.as_array().and_then(|all| all.last()).and_then(Value::as_object);
        let id = last.and_then(|element| element.values().next()).and_then(Value::as_str);
        id.expect("an element has an id").to_owned()
    }
}

impl Drop for AppWindow {
    fn drop(&mut self) {
        let whole = processes::families(&[self.driver.id()]);
        // Ends the window; nothing is left to do if it has already ended.
        let _ = ureq::delete(&self.address).call();
        // WebKit's driver would outlive the one that started it.
        let family = processes::families(&[self.driver.id()]);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        family.iter().skip(1).for_each(|id| processes::end(*id));
        // The window's storage is on disk once its last process has ended.
        let begun = Instant::now();
        while !whole.iter().all(|id| processes::has_ended(*id)) && begun.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
