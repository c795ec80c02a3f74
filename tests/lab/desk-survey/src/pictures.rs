//! Pictures of every view, in light and dark, small and large.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use protocol::Failure;
use tests::browser::AppWindow;
use tests::settings::show_settings;
use tests::states::{self, House};
use tests::words::WindowLanguage;
use tests::{dialog, screen::Screen, sight};

/// The themes' names in the settings.
const THEMES: [&str; 2] = ["light", "dark"];
/// Sizes of the window, in pixels.
const SIZES: [(u32, u32); 2] = [(1280, 800), (1920, 1080)];
/// The size for the picture that represents all others.
const FRONT: (u32, u32) = (1440, 900);
/// A size with room for one column at a time, and the buttons that lead from one to the other.
const NARROW: (u32, u32) = (700, 800);
const COLUMNS: [&str; 4] = ["fold-library", "show-text", "show-graph", "fold-questions"];
/// The views to keep beside the documentation: those that users see most.
const FEW: [&str; 6] = [
    states::EMPTY.name,
    "a printed page",
    "its path",
    "a path on the graph",
    "graph and text",
    "the settings",
];

/// The choice of pictures, and where they go.
#[derive(Debug, clap::Args)]
pub struct Pictures {
    /// Put pictures of some views into this folder
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Of every view, and of two sizes
    #[arg(long, requires = "pictures")]
    every: bool,
}

impl Pictures {
    /// Takes the pictures, if requested.
    pub fn take(&self) -> Result<(), Failure> {
        let Some(folder) = &self.pictures else { return Ok(()) };
        eprintln!("taking pictures");
        fs::create_dir_all(folder).map_err(|error| report::file_failure(folder, &error))?;
        let camera = Camera { folder, screen: Screen::open(), every: self.every };
        camera.front()?;
        // Few are kept beside the docs, so those are of the smaller size only.
        let sizes = if self.every { &SIZES[..] } else { &SIZES[..1] };
        for theme in THEMES {
            for &size in sizes {
                camera.walk(theme, size)?;
            }
        }
        if self.every { camera.narrow() } else { Ok(()) }
    }
}

struct Camera<'a> {
    folder: &'a Path,
    screen: Screen,
    every: bool,
}

impl Camera<'_> {
    /// A document, its graph, and an answer with its passages.
    fn front(&self) -> Result<(), Failure> {
        let house = House::furnish();
        let window = AppWindow::open(&house.library(), &[]);
        dress(&window, THEMES[0], FRONT);
        window.press_in(2, "open-document");
        window.ask_of(&house.story);
        window.click("show-both");
        window.click("citation-1");
        self.keep(&window, "window")
    }

    /// Takes pictures of every view.
    fn walk(&self, theme: &str, size: (u32, u32)) -> Result<(), Failure> {
        let house = House::furnish();
        let name = |view: &str| format!("{view} {theme} {}", size.0);
        let mut kept = Ok(());
        let window = house.open(WindowLanguage::ENGLISH);
        dress(&window, theme, size);
        house.walk(&window, |state| {
            if kept.is_ok() && (self.every || FEW.contains(&state.name)) {
                kept = self.keep(&window, &name(state.name));
            }
        });
        drop(window);
        kept?;
        let window = states::empty(&house.sandbox.path("empty"));
        dress(&window, theme, size);
        self.keep(&window, &name(states::EMPTY.name))
    }

    /// Takes pictures of a window with room for one column at a time.
    fn narrow(&self) -> Result<(), Failure> {
        let house = House::furnish();
        let window = house.open(WindowLanguage::ENGLISH);
        window.press_in(2, "open-document");
        dress(&window, THEMES[0], NARROW);
        COLUMNS.into_iter().try_for_each(|column| {
            window.click(column);
            self.keep(&window, &format!("{column} narrow"))
        })
    }

    fn keep(&self, window: &AppWindow, name: &str) -> Result<(), Failure> {
        // A pointer on an element would show its tooltip and highlight it. The first call ends the
        // highlight, the others the tooltip.
        window.point_at(2, 2);
        self.screen.point_at(1, 1);
        self.screen.point_at(2, 2);
        sight::rest(window);
        // The page's drawing reaches the display a moment later.
        std::thread::sleep(Duration::from_millis(200));
        let file = self.folder.join(format!("{}.png", name.replace([' ', '\''], "-")));
        fs::write(&file, self.screen.picture(dialog::MAIN))
            .map_err(|error| report::file_failure(&file, &error))
    }
}

/// Sets a window's theme and size.
fn dress(window: &AppWindow, theme: &str, (width, height): (u32, u32)) {
    show_settings(window);
    window.choose("theme", theme);
    window.click("show-text");
    window.resize(width, height);
    window.wait(&format!("return Math.abs(innerWidth - {width}) < 60"));
}
