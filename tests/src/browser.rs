//! The real window, driven as a person would: over the WebDriver protocol, through tauri-driver
//! and WebKit's own driver.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{processes, program, text};

/// How long something on screen may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// Within which WebKit writes what a page has stored, also where the machine is busy.
const DISK: Duration = Duration::from_secs(5);
/// How long a window may take to end.
const FAREWELL: Duration = Duration::from_secs(20);
/// By then a driver has started the one that WebKit brings.
const STARTED: Duration = Duration::from_secs(5);
/// How long to wait before looking again: the longer, the longer it has taken by then.
const PAUSES: [Duration; 2] = [Duration::from_millis(10), Duration::from_millis(100)];

/// Keys that have no letter, as the driver names them.
pub const ENTER: &str = "\u{e007}";
/// Leaves what one is in.
pub const ESCAPE: &str = "\u{e00c}";
/// Goes to the end.
pub const END: &str = "\u{e010}";
/// Goes up.
pub const UP: &str = "\u{e013}";
/// Goes right.
pub const RIGHT: &str = "\u{e014}";

/// A window of `pecan-desktop`.
pub struct Window {
    driver: Child,
    address: String,
}

/// Whether a window can be opened; a test that cannot says that it was skipped.
pub fn has_display() -> bool {
    let found = std::env::var_os("DISPLAY").is_some();
    if !found {
        println!("skipped: there is no display; `cargo xtask test` makes one");
    }
    found
}

impl Window {
    /// Opens the window on a library with some files to add.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open(library: &Path, files: &[&Path]) -> Self {
        // What the window itself remembers lies beside the library, and is gone with that.
        let home = library.parent().expect("the library lies in a folder").join("home");
        let mut arguments = vec!["--library", text(library)];
        arguments.extend(files.iter().map(|file| text(file)));
        Self::begin_in(&home, &arguments, &[])
    }

    /// Opens the window on a library where the programs in a folder are found before those of the system.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open_with(library: &Path, programs: &Path) -> Self {
        let home = library.parent().expect("the library lies in a folder").join("home");
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", text(programs));
        Self::begin_in(&home, &["--library", text(library)], &[("PATH", &path)])
    }

    /// Opens the window on a library with another model than that of the other tests: `default` or a GGUF file.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open_with_model(library: &Path, model: &str) -> Self {
        let home = library.parent().expect("the library lies in a folder").join("home");
        Self::begin_in(&home, &["--library", text(library)], &[("PECAN_MODEL", model)])
    }

    /// Opens the window on a library for somebody who has a folder of their own for what programs keep.
    ///
    /// # Panics
    /// If it does not open.
    pub fn open_for(home: &Path, library: &Path) -> Self {
        Self::begin_in(home, &["--library", text(library)], &[])
    }

    /// Opens the window of somebody who has nothing but a folder for what programs keep.
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

    /// A driver without a window.
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

    /// Opens a window, and returns its session. Returns none if WebKit's driver has ended.
    fn begin(&self, wanted: &Value, begun: Instant) -> Option<String> {
        let started = Instant::now();
        loop {
            match post(&self.address, wanted) {
                Ok(made) => {
                    let session = made["sessionId"].as_str().expect("a session has an id");
                    return Some(session.to_owned());
                }
                Err(error) if begun.elapsed() > PATIENCE => panic!("no window opened: {error}"),
                // WebKit's driver ends at once where somebody has taken its port since that was free.
                Err(_) if started.elapsed() > STARTED && self.drives_nothing() => return None,
                Err(_) => std::thread::sleep(Duration::from_millis(200)),
            }
        }
    }

    /// Whether the driver that WebKit brings has ended.
    fn drives_nothing(&self) -> bool {
        let family = processes::families(&[self.driver.id()]);
        family.iter().skip(1).all(|id| processes::has_ended(*id))
    }

    /// Runs a script in the page and gives what it returns.
    ///
    /// # Panics
    /// If the window does not answer.
    pub fn script(&self, script: &str) -> Value {
        let call = json!({ "script": script, "args": [] });
        post(&format!("{}/execute/sync", self.address), &call)
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Loads the page anew, as F5 does, and waits until it is there.
    ///
    /// # Panics
    /// If it does not load.
    pub fn reload(&self) {
        post(&format!("{}/refresh", self.address), &json!({}))
            .unwrap_or_else(|error| panic!("the page does not load again: {error}"));
    }

    /// Waits until what the window remembers has reached the disk: WebKit writes it there a while after
    /// a script has set it, and not at once when the window closes.
    pub fn wait_for_disk(&self) {
        std::thread::sleep(DISK);
    }

    /// Waits until a script returns something true, and gives that.
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

    /// The text of the last element with a test id, once there is one.
    ///
    /// # Panics
    /// If none appears.
    pub fn text(&self, id: &str) -> String {
        let last = format!("[...document.querySelectorAll('[data-testid=\"{id}\"]')].at(-1)");
        let text = self.wait(&format!("return {last}?.innerText"));
        text.as_str().expect("inner text is text").trim().to_owned()
    }

    /// Waits until the last element with a test id says exactly this.
    ///
    /// # Panics
    /// If it does not.
    pub fn wait_for_text(&self, id: &str, text: &str) {
        let last = format!("[...document.querySelectorAll('[data-testid=\"{id}\"]')].at(-1)");
        self.wait(&format!("return {last}?.innerText.trim() === {}", json!(text)));
    }

    /// Clicks the last control with a test id as the pointer does, once it is there.
    ///
    /// # Panics
    /// If it does not appear or cannot be clicked.
    pub fn click(&self, id: &str) {
        let element = self.element(id);
        // WebKit's driver leaves alone what is half in sight, and then may not reach its middle.
        self.script(&format!(
            "[...document.querySelectorAll('[data-testid=\"{id}\"]')].at(-1)
                 ?.scrollIntoView({{ block: 'nearest', inline: 'nearest' }})"
        ));
        post(&format!("{}/element/{element}/click", self.address), &json!({}))
            .unwrap_or_else(|error| panic!("{id} cannot be clicked: {error}"));
    }

    /// Clicks at a place of the window, in pixels from its top left corner.
    ///
    /// # Panics
    /// If that is outside.
    pub fn click_at(&self, x: i64, y: i64) {
        let press = |how: &str| json!({ "type": how, "button": 0 });
        self.pointer(&[to(x, y), press("pointerDown"), press("pointerUp")]);
    }

    /// Clicks there twice.
    ///
    /// # Panics
    /// If that is outside.
    pub fn double_click_at(&self, x: i64, y: i64) {
        let press = |how: &str| json!({ "type": how, "button": 0 });
        let [down, up] = ["pointerDown", "pointerUp"].map(press);
        self.pointer(&[to(x, y), down.clone(), up.clone(), down, up]);
    }

    /// Moves the pointer to a place of the window, in pixels from its top left corner.
    ///
    /// # Panics
    /// If that is outside.
    pub fn point_at(&self, x: i64, y: i64) {
        self.pointer(&[to(x, y)]);
    }

    fn pointer(&self, actions: &[Value]) {
        let pointer = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        post(&format!("{}/actions", self.address), &json!({ "actions": [pointer] }))
            .unwrap_or_else(|error| panic!("the pointer does not do {actions:?}: {error}"));
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

    /// Presses a key where no field has the focus.
    pub fn press(&self, key: &str, control: bool) {
        self.script(&format!(
            "document.activeElement.blur();
             dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', ctrlKey: {control} }}))",
        ));
    }

    /// Opens a document from the list, once it is there.
    pub fn open_document(&self, document: u32) {
        let line = format!("document.querySelector('[data-testid=document-{document}] button')");
        self.wait(&format!("return !!{line}"));
        self.script(&format!("{line}.click()"));
        self.wait(&format!("return {line}.ariaCurrent === 'true'"));
    }

    /// Waits until the reader shows some words.
    pub fn reads(&self, words: &str) {
        self.wait(&format!(
            "return document.querySelector('[data-testid=page]')?.innerText.includes('{words}')"
        ));
    }

    /// Presses a button of a document's row, once it is there.
    pub fn press_in(&self, document: u32, id: &str) {
        self.wait(&format!(
            "const button = document.querySelector(
                '[data-testid=document-{document}] [data-testid={id}]');
             button?.click();
             return !!button",
        ));
    }

    /// Chooses something in the last list with a test id, once that is there.
    pub fn choose(&self, id: &str, value: &str) {
        self.wait_for(id);
        self.script(&format!(
            "const field = [...document.querySelectorAll('[data-testid={id}]')].at(-1);
             field.value = '{value}';
             field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ));
    }

    /// Asks a story's book what it answers, and a model that does not find it to answer all the
    /// same; gives the answer.
    ///
    /// # Panics
    /// If there is none.
    pub fn ask_of(&self, story: &Path) -> String {
        let last = "[...document.querySelectorAll('[data-testid=exchange]')].at(-1)";
        let asked =
            self.script("return document.querySelectorAll('[data-testid=exchange]').length");
        self.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
        self.write("question", &format!("{}{ENTER}", crate::question_of(story)));
        self.wait(&format!(
            "return document.querySelectorAll('[data-testid=exchange]').length > {asked}
                 && !!{last}.querySelector('[data-testid=quiet-line]')"
        ));
        let unanswered = format!("return !!{last}.querySelector('[data-testid=answer-anyway]')");
        if self.script(&unanswered) == true {
            self.click("answer-anyway");
        }
        self.wait(&format!("return !!{last}.querySelector('[data-testid=citation-1]')"));
        self.text("answer")
    }

    /// Makes the window as large as this, in pixels, from the display's corner on.
    ///
    /// # Panics
    /// If it cannot be.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({ "x": 0, "y": 0, "width": width, "height": height });
        post(&format!("{}/window/rect", self.address), &size)
            .unwrap_or_else(|error| panic!("the window stays as large as it is: {error}"));
    }

    /// Loads the page anew, as WebKit's own menu offers.
    ///
    /// # Panics
    /// If it does not load.
    pub fn load_again(&self) {
        post(&format!("{}/refresh", self.address), &json!({}))
            .unwrap_or_else(|error| panic!("the page is not loaded anew: {error}"));
    }

    /// How many windows and pages the program has.
    ///
    /// # Panics
    /// If it does not tell.
    pub fn windows(&self) -> usize {
        let handles = get(&format!("{}/window/handles", self.address));
        let handles = handles.unwrap_or_else(|error| panic!("the windows are not told: {error}"));
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

impl Drop for Window {
    fn drop(&mut self) {
        let whole = processes::families(&[self.driver.id()]);
        // Ends the window; where it has ended already there is nothing left to do.
        let _ = ureq::delete(&self.address).call();
        // WebKit's driver would outlive the one that started it.
        let family = processes::families(&[self.driver.id()]);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        family.iter().skip(1).for_each(|id| processes::end(*id));
        // What the window remembers is on disk once its last process has ended.
        let begun = Instant::now();
        while !whole.iter().all(|id| processes::has_ended(*id)) && begun.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Sends a command and takes its value, or what went wrong.
/// The pointer goes to this place of the window.
fn to(x: i64, y: i64) -> Value {
    json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y })
}

fn post(address: &str, body: &Value) -> Result<Value, String> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(PATIENCE))
        .build()
        .into();
    let mut reply = agent.post(address).send_json(body).map_err(|error| error.to_string())?;
    let failed = !reply.status().is_success();
    let answer: Value = reply.body_mut().read_json().map_err(|error| error.to_string())?;
    if failed { Err(answer["value"].to_string()) } else { Ok(answer["value"].clone()) }
}

/// Asks for something and takes its value.
fn get(address: &str) -> Result<Value, ureq::Error> {
    let agent = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).build();
    let mut answer: Value = ureq::Agent::from(agent).get(address).call()?.body_mut().read_json()?;
    Ok(answer["value"].take())
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("a listener has an address").port()
}
