//! The display as a user reaches it, over the X11 protocol: native windows by their titles, keys,
//! and files that are dragged from another program and dropped.

mod drag;

use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt as _, ImageFormat, InputFocus, MapState, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{CURRENT_TIME, NONE};

/// The time limit for something on the display.
const PATIENCE: Duration = Duration::from_secs(60);

/// Keys without a letter.
pub const ENTER: u32 = 0xff0d;
/// The Tab key.
pub const TAB: u32 = 0xff09;
/// The Delete key.
pub const DELETE: u32 = 0xffff;
/// The Escape key.
pub const ESCAPE: u32 = 0xff1b;
/// The Left key.
pub const LEFT: u32 = 0xff51;
/// The Up key.
pub const UP: u32 = 0xff52;
/// The Right key.
pub const RIGHT: u32 = 0xff53;
/// The Down key.
pub const DOWN: u32 = 0xff54;
/// A modifier for a letter.
pub const CONTROL: u32 = 0xffe3;
/// A modifier for a letter or another key.
pub const SHIFT: u32 = 0xffe1;

type ScreenResult<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A display.
pub struct Screen {
    connection: RustConnection,
    root: Window,
}

impl Screen {
    /// Opens the display on which windows are opened.
    ///
    /// # Panics
    /// If there is none.
    pub fn open() -> Self {
        let (connection, number) = x11rb::connect(None).expect("there is a display");
        let root = connection.setup().roots[number].root;
        Self { connection, root }
    }

    /// Gives the keyboard focus to the native window with a title, once it exists. Without a window
    /// manager nothing else does.
    ///
    /// # Panics
    /// If there is no such window.
    pub fn focus(&self, title: &str) {
        let window = self.wait(title, |found| found);
        let given = self.connection.set_input_focus(InputFocus::PARENT, window, CURRENT_TIME);
        given.expect("the display takes it").check().expect("the window is seen");
    }

    /// A screenshot of the native window with a title, as a PNG file.
    ///
    /// # Panics
    /// If there is no such window, or a part of it lies outside the display.
    pub fn picture(&self, title: &str) -> Vec<u8> {
        let window = self.wait(title, |found| found);
        let taken = self.pixels(window).and_then(|(width, height, pixels)| {
            let mut file = Vec::new();
            let mut encoder = png::Encoder::new(&mut file, width, height);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_compression(png::Compression::High);
            encoder.write_header()?.write_image_data(&pixels)?;
            Ok(file)
        });
        taken.unwrap_or_else(|error| panic!("{title} gives no picture: {error}"))
    }

    /// The width and height, and three bytes for each pixel: red, green, blue.
    fn pixels(&self, window: Window) -> ScreenResult<(u32, u32, Vec<u8>)> {
        let size = self.connection.get_geometry(window)?.reply()?;
        let (width, height) = (size.width, size.height);
        let asked = ImageFormat::Z_PIXMAP;
        let image = self.connection.get_image(asked, window, 0, 0, width, height, !0)?.reply()?;
        if !matches!(image.depth, 24 | 32) {
            return Err(format!("a pixel has {} bits", image.depth).into());
        }
        // On a little-endian display.
        let pixels = image.data.chunks_exact(4).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]);
        Ok((width.into(), height.into(), pixels.collect()))
    }

    /// Moves the pointer itself: a tooltip appears where it is, even if the driver gave the page
    /// another place.
    ///
    /// # Panics
    /// If the display does not allow it.
    pub fn point_at(&self, x: i16, y: i16) {
        let moved = self.connection.warp_pointer(NONE, self.root, 0, 0, 0, 0, x, y);
        moved.expect("the display takes it").check().expect("the pointer moves");
    }

    /// Waits until there is no native window with a title.
    ///
    /// # Panics
    /// If it stays.
    pub fn wait_without(&self, title: &str) {
        self.wait(title, |found| if found.is_none() { Some(()) } else { None });
    }

    /// Presses keys together, as the keyboard does.
    ///
    /// # Panics
    /// If there is no such key.
    pub fn press(&self, keys: &[u32]) {
        self.press_again(keys, 1);
    }

    /// Presses keys together, this many times.
    ///
    /// # Panics
    /// If there is no such key.
    pub fn press_again(&self, keys: &[u32], times: usize) {
        self.strokes(&vec![keys.to_vec(); times]);
    }

    /// Types a text.
    ///
    /// # Panics
    /// If there is no key for a letter.
    pub fn write(&self, text: &str) {
        let strokes: Vec<_> = text.chars().map(|letter| vec![u32::from(letter)]).collect();
        self.strokes(&strokes);
    }

    fn strokes(&self, strokes: &[Vec<u32>]) {
        let keyboard = Keyboard::of(&self.connection);
        let pressed = keyboard.and_then(|keyboard| {
            strokes.iter().try_for_each(|keys| keyboard.stroke(&self.connection, keys))?;
            Ok(self.connection.sync()?)
        });
        pressed.unwrap_or_else(|error| panic!("{strokes:?} cannot be pressed: {error}"));
    }

    /// Looks for the window with a title until `wished` accepts the result.
    fn wait<T>(&self, title: &str, wished: impl Fn(Option<Window>) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            let found = self.find(self.root, title).unwrap_or_default();
            if let Some(wished) = wished(found) {
                return wished;
            }
            assert!(begun.elapsed() < PATIENCE, "the window {title:?}: {found:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The visible window with a title, at any depth.
    fn find(&self, above: Window, title: &str) -> ScreenResult<Option<Window>> {
        for window in self.connection.query_tree(above)?.reply()?.children {
            let shown = self.connection.get_window_attributes(window)?.reply()?.map_state;
            if shown == MapState::VIEWABLE && self.title(window)? == title {
                return Ok(Some(window));
            }
            if let Some(found) = self.find(window, title)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn title(&self, window: Window) -> ScreenResult<String> {
        let name = self.atom("_NET_WM_NAME")?;
        let asked = self.connection.get_property(false, window, name, AtomEnum::ANY, 0, 1 << 10)?;
        Ok(String::from_utf8_lossy(&asked.reply()?.value).into_owned())
    }

    fn atom(&self, name: &str) -> ScreenResult<Atom> {
        Ok(self.connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }
}

/// The mapping of keys to letters.
struct Keyboard {
    first: u8,
    each: usize,
    letters: Vec<u32>,
}

impl Keyboard {
    fn of(connection: &RustConnection) -> ScreenResult<Self> {
        let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
        let shown = connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
        Ok(Self { first, each: shown.keysyms_per_keycode.into(), letters: shown.keysyms })
    }

    /// The key of a letter, and whether it needs Shift.
    fn key(&self, letter: u32) -> ScreenResult<(u8, bool)> {
        let keys = self.letters.chunks(self.each).zip(self.first..);
        let mut found = keys.filter_map(|(letters, key)| {
            let at = letters.iter().take(2).position(|own| *own == letter)?;
            Some((key, at == 1))
        });
        found.next().ok_or_else(|| format!("no key has {letter:#x}").into())
    }

    /// Presses keys one after the other, and releases them.
    fn stroke(&self, connection: &RustConnection, letters: &[u32]) -> ScreenResult<()> {
        let mut keys = Vec::new();
        for letter in letters {
            let (key, shifted) = self.key(*letter)?;
            if shifted {
                keys.push(self.key(SHIFT)?.0);
            }
            keys.push(key);
        }
        let press = |kind: u8, key: u8| connection.xtest_fake_input(kind, key, 0, NONE, 0, 0, 0);
        for key in &keys {
            press(x11rb::protocol::xproto::KEY_PRESS_EVENT, *key)?;
        }
        for key in keys.iter().rev() {
            press(x11rb::protocol::xproto::KEY_RELEASE_EVENT, *key)?;
        }
        Ok(())
    }
}
