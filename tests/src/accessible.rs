//! The window as a screen reader gets it: names and roles, over the bus of AT-SPI.

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
/// How long an answer on the bus may take, and a wished state of the tree.
const ANSWER: Duration = Duration::from_secs(20);
const PATIENCE: Duration = Duration::from_secs(60);
/// Where bits stand in a state.
const FOCUSABLE: u32 = 11;
const FOCUSED: u32 = 12;
const SHOWING: u32 = 25;

type Result<T> = std::result::Result<T, dbus::Error>;

/// An element as a screen reader tells of it.
#[derive(Debug, Clone)]
pub struct Node {
    /// What it is called; empty if it is not.
    pub name: String,
    /// What it is, as ARIA names it; empty for a mere piece of the page.
    pub role: String,
    /// Its element in the page, such as `button`.
    pub tag: String,
    /// What is written in it, where it is a text.
    pub text: String,
    /// Whether it can have the focus.
    pub focusable: bool,
    /// Whether it has it.
    pub focused: bool,
    /// Whether it is on screen.
    pub showing: bool,
}

/// A program's window on the bus.
pub struct Tree {
    bus: Connection,
    window: (String, Path<'static>),
}

impl Tree {
    /// The tree of the program with these words on its command line, once there is one.
    ///
    /// # Panics
    /// If there is no bus, or the program does not come to it.
    pub fn of(words: &[&str]) -> Self {
        let begun = Instant::now();
        let bus = loop {
            // On a busy machine it takes its time to begin.
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

    /// Reads the tree until it is such a one, and gives its nodes in their order on the page.
    ///
    /// # Panics
    /// If it never becomes one.
    pub fn wait(&self, such: impl Fn(&[Node]) -> bool) -> Vec<Node> {
        let begun = Instant::now();
        loop {
            // What is being drawn anew may vanish between two questions.
            match self.read() {
                Ok(nodes) if such(&nodes) => return nodes,
                read if begun.elapsed() > PATIENCE => panic!("the tree stays {read:#?}"),
                _ => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Does what an item of the menu bar does when it is chosen, once there is such an item.
    ///
    /// # Panics
    /// If there never is one.
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

    /// What stands in the menu bar: the menus, and what is in them.
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

    fn try_to_choose(&self, item: &str) -> Result<bool> {
        let mut chosen = false;
        self.visit(|proxy, node| {
            if !chosen && node.name == item && is_item(proxy, &node)? {
                (chosen,) = proxy.method_call(ACTION, "DoAction", (0_i32,))?;
            }
            Ok(())
        })?;
        Ok(chosen)
    }

    fn read(&self) -> Result<Vec<Node>> {
        let mut nodes = Vec::new();
        self.visit(|_, node| {
            nodes.push(node);
            Ok(())
        })?;
        Ok(nodes)
    }

    /// Goes through the tree in the order of the page.
    fn visit(
        &self,
        mut see: impl FnMut(&Proxy<'_, &Connection>, Node) -> Result<()>,
    ) -> Result<()> {
        let mut left = vec![self.window.clone()];
        while let Some(at) = left.pop() {
            let proxy = on(&self.bus, &at);
            see(&proxy, node(&proxy)?)?;
            // The last one lies on top.
            let mut children = children(&proxy)?;
            children.reverse();
            left.extend(children);
        }
        Ok(())
    }
}

/// Connects with the bus for screen readers, whose address the session's bus knows.
fn connect() -> Result<Connection> {
    let session = Connection::new_session()?;
    let proxy = session.with_proxy("org.a11y.Bus", "/org/a11y/bus", ANSWER);
    let (address,): (String,) = proxy.method_call("org.a11y.Bus", "GetAddress", ())?;
    let mut channel = Channel::open_private(&address)?;
    channel.register()?;
    Ok(channel.into())
}

/// Of the programs on the bus the one of such a process.
fn program(bus: &Connection, words: &[&str]) -> Result<Option<(String, Path<'static>)>> {
    let root =
        ("org.a11y.atspi.Registry".to_owned(), Path::from("/org/a11y/atspi/accessible/root"));
    let wanted = processes::with_words(words);
    for child in children(&on(bus, &root))? {
        let driver = bus.with_proxy("org.freedesktop.DBus", "/org/freedesktop/DBus", ANSWER);
        let of = "GetConnectionUnixProcessID";
        // One that has just ended has no process.
        let process: Result<(u32,)> = driver.method_call("org.freedesktop.DBus", of, (&child.0,));
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

/// One after another: where a page is embedded in a window, the list of all leaves it out.
fn children(proxy: &Proxy<'_, &Connection>) -> Result<Vec<(String, Path<'static>)>> {
    let count: i32 = proxy.get(ACCESSIBLE, "ChildCount")?;
    let child = |at: i32| {
        let (child,) = proxy.method_call(ACCESSIBLE, "GetChildAtIndex", (at,))?;
        Ok(child)
    };
    (0..count).map(child).collect()
}

fn node(proxy: &Proxy<'_, &Connection>) -> Result<Node> {
    let (state,): (Vec<u32>,) = proxy.method_call(ACCESSIBLE, "GetState", ())?;
    let (mut told,): (HashMap<String, String>,) =
        proxy.method_call(ACCESSIBLE, "GetAttributes", ())?;
    let is = |bit: u32| state.first().is_some_and(|bits| bits & 1 << bit != 0);
    let name: String = proxy.get(ACCESSIBLE, "Name")?;
    let mut take = |name: &str| told.remove(name).unwrap_or_default();
    Ok(Node {
        name: name.trim().to_owned(),
        role: take("computed-role"),
        tag: take("tag"),
        text: text(proxy)?,
        focusable: is(FOCUSABLE),
        focused: is(FOCUSED),
        showing: is(SHOWING),
    })
}

/// What is read aloud of an element. In place of elements within it stands a sign for them.
fn text(proxy: &Proxy<'_, &Connection>) -> Result<String> {
    if !has_face(proxy, TEXT)? {
        return Ok(String::new());
    }
    let (text,) = proxy.method_call(TEXT, "GetText", (0, -1))?;
    Ok(text)
}

/// Whether something stands in the menu bar, which is no part of the page.
fn is_item(proxy: &Proxy<'_, &Connection>, node: &Node) -> Result<bool> {
    Ok(node.tag.is_empty() && !node.name.is_empty() && has_face(proxy, ACTION)?)
}

/// Whether an element can be used in such a way.
fn has_face(proxy: &Proxy<'_, &Connection>, wanted: &str) -> Result<bool> {
    let (faces,): (Vec<String>,) = proxy.method_call(ACCESSIBLE, "GetInterfaces", ())?;
    Ok(faces.iter().any(|face| face == wanted))
}
