//! The window as a screen reader sees it: names and roles, over the AT-SPI bus.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use dbus::Path;
use dbus::blocking::stdintf::org_freedesktop_dbus::Properties;
use dbus::blocking::{Connection, Proxy};
use dbus::channel::Channel;

use crate::processes;

const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
const TEXT: &str = "org.a11y.atspi.Text";
const ACTION: &str = "org.a11y.atspi.Action";
/// The time limit for an answer on the bus, and for an expected state of the tree.
const ANSWER: Duration = Duration::from_secs(20);
const PATIENCE: Duration = Duration::from_secs(60);
/// The bit numbers of states.
const FOCUSABLE: u32 = 11;
const FOCUSED: u32 = 12;
const SHOWING: u32 = 25;

type BusResult<T> = std::result::Result<T, dbus::Error>;

/// An element as reported to a screen reader.
#[derive(Debug, Clone)]
pub struct AccessibleNode {
    /// Its name; empty if it has none.
    pub name: String,
    /// Its ARIA role; empty for a mere piece of the page.
    pub role: String,
    /// Its element in the page, such as `button`.
    pub tag: String,
    /// Its content, if it is a text.
    pub text: String,
    /// Whether it can have the focus.
    pub focusable: bool,
    /// Whether it has it.
    pub focused: bool,
    /// Whether it is on screen.
    pub showing: bool,
}

/// A program's window on the bus.
pub struct AccessibilityTree {
    bus: Connection,
    window: (String, Path<'static>),
}

impl AccessibilityTree {
    /// The tree of the program with these words on its command line, once it exists.
    ///
    /// # Panics
    /// If there is no bus, or the program does not appear on it.
    pub fn of(words: &[&str]) -> Self {
        let begun = Instant::now();
        let bus = loop {
            // On a busy machine this takes a while.
            match connect() {
                Ok(bus) => break bus,
                Err(error) if begun.elapsed() > PATIENCE => {
                    panic!("there is no bus for screen readers; is at-spi2-core there? {error}")
                }
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        };
        loop {
            match program(&bus, words) {
                Ok(Some(window)) => return Self { bus, window },
                found if begun.elapsed() > PATIENCE => panic!("no such program: {found:?}"),
                _ => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Reads the tree until it meets a condition, and returns its nodes in page order.
    ///
    /// # Panics
    /// If it never meets the condition.
    pub fn wait(&self, such: impl Fn(&[AccessibleNode]) -> bool) -> Vec<AccessibleNode> {
        let begun = Instant::now();
        loop {
            // An element that is being redrawn may vanish between two queries.
            match self.read() {
                Ok(nodes) if such(&nodes) => return nodes,
                read if begun.elapsed() > PATIENCE => panic!("the tree stays {read:#?}"),
                _ => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Activates an item of the menu bar, once it exists.
    ///
    /// # Panics
    /// If it never exists.
    pub fn choose(&self, item: &str) {
        let begun = Instant::now();
        loop {
            match self.try_to_choose(item) {
                Ok(true) => return,
                tried if begun.elapsed() > PATIENCE => panic!("no item {item}: {tried:?}"),
                _ => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// The content of the menu bar: the menus and their items.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn items(&self) -> Vec<String> {
        let mut items = Vec::new();
        let read = self.visit(|proxy, node| {
            if is_item(proxy, &node)? {
                items.push(node.name);
            }
            Ok(())
        });
        read.expect("the menu bar stays as it is");
        items
    }

    fn try_to_choose(&self, item: &str) -> BusResult<bool> {
        let mut chosen = false;
        self.visit(|proxy, node| {
            if !chosen && node.name == item && is_item(proxy, &node)? {
                (chosen,) = proxy.method_call(ACTION, "DoAction", (0_i32,))?;
            }
            Ok(())
        })?;
        Ok(chosen)
    }

    fn read(&self) -> BusResult<Vec<AccessibleNode>> {
        let mut nodes = Vec::new();
        self.visit(|_, node| {
            nodes.push(node);
            Ok(())
        })?;
        Ok(nodes)
    }

    /// Visits the tree in page order.
    fn visit(
        &self,
        mut see: impl FnMut(&Proxy<'_, &Connection>, AccessibleNode) -> BusResult<()>,
    ) -> BusResult<()> {
        let mut left = vec![self.window.clone()];
        while let Some(at) = left.pop() {
            let proxy = on(&self.bus, &at);
            see(&proxy, node(&proxy)?)?;
            // The stack's last element is visited first.
            let mut children = children(&proxy)?;
            children.reverse();
            left.extend(children);
        }
        Ok(())
    }
}

/// Connects to the bus for screen readers, whose address the session bus knows.
fn connect() -> BusResult<Connection> {
    let session = Connection::new_session()?;
    let proxy = session.with_proxy("org.a11y.Bus", "/org/a11y/bus", ANSWER);
    let (address,): (String,) = proxy.method_call("org.a11y.Bus", "GetAddress", ())?;
    let mut channel = Channel::open_private(&address)?;
    channel.register()?;
    Ok(channel.into())
}

/// The program on the bus with one of these processes.
fn program(bus: &Connection, words: &[&str]) -> BusResult<Option<(String, Path<'static>)>> {
    let root =
        ("org.a11y.atspi.Registry".to_owned(), Path::from("/org/a11y/atspi/accessible/root"));
    let wanted = processes::with_words(words);
    for child in children(&on(bus, &root))? {
        let driver = bus.with_proxy("org.freedesktop.DBus", "/org/freedesktop/DBus", ANSWER);
        let of = "GetConnectionUnixProcessID";
        // A program that has just ended has no process.
        let process: BusResult<(u32,)> =
            driver.method_call("org.freedesktop.DBus", of, (&child.0,));
        if process.is_ok_and(|(id,)| wanted.contains(&id)) {
            return Ok(Some(child));
        }
    }
    Ok(None)
}

fn on<'a>(
    bus: &'a Connection,
    (name, path): &'a (String, Path<'static>),
) -> Proxy<'a, &'a Connection> {
    bus.with_proxy(name.as_str(), path.clone(), ANSWER)
}

/// The children, one by one: if a page is embedded in a window, the list of all omits it.
fn children(proxy: &Proxy<'_, &Connection>) -> BusResult<Vec<(String, Path<'static>)>> {
    let count: i32 = proxy.get(ACCESSIBLE, "ChildCount")?;
    let child = |at: i32| {
        let (child,) = proxy.method_call(ACCESSIBLE, "GetChildAtIndex", (at,))?;
        Ok(child)
    };
    (0..count).map(child).collect()
}

fn node(proxy: &Proxy<'_, &Connection>) -> BusResult<AccessibleNode> {
    let (state,): (Vec<u32>,) = proxy.method_call(ACCESSIBLE, "GetState", ())?;
    let (mut shown,): (HashMap<String, String>,) =
        proxy.method_call(ACCESSIBLE, "GetAttributes", ())?;
    let is = |bit: u32| state.first().is_some_and(|bits| bits & 1 << bit != 0);
    let name: String = proxy.get(ACCESSIBLE, "Name")?;
    let mut take = |name: &str| shown.remove(name).unwrap_or_default();
    Ok(AccessibleNode {
        name: name.trim().to_owned(),
        role: take("computed-role"),
        tag: take("tag"),
        text: text(proxy)?,
        focusable: is(FOCUSABLE),
        focused: is(FOCUSED),
        showing: is(SHOWING),
    })
}

/// The text to read aloud for an element. A placeholder character stands for each element within
/// it.
fn text(proxy: &Proxy<'_, &Connection>) -> BusResult<String> {
    if !has_face(proxy, TEXT)? {
        return Ok(String::new());
    }
    let (text,) = proxy.method_call(TEXT, "GetText", (0, -1))?;
    Ok(text)
}

/// Whether the element belongs to the menu bar, which is not part of the page.
fn is_item(proxy: &Proxy<'_, &Connection>, node: &AccessibleNode) -> BusResult<bool> {
    Ok(node.tag.is_empty() && !node.name.is_empty() && has_face(proxy, ACTION)?)
}

/// Whether an element has this interface.
fn has_face(proxy: &Proxy<'_, &Connection>, wanted: &str) -> BusResult<bool> {
    let (faces,): (Vec<String>,) = proxy.method_call(ACCESSIBLE, "GetInterfaces", ())?;
    Ok(faces.iter().any(|face| face == wanted))
}
