//! Pictures of every view, in light and dark, small and large.

use std::fs;
use std::path::Path;

use protocol::Failure;
use tests::Desk;
use tests::browser::Window;

use crate::pages;

/// Sizes of the window, in pixels.
const SIZES: [(u32, u32); 2] = [(1280, 800), (1920, 1080)];

/// Takes them into a folder.
pub fn take(desk: &Desk, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| report::file_failure(folder, &error))?;
    let window = pages::open(desk);
    for theme in ["light", "dark"] {
        window.script(&format!("document.documentElement.dataset.theme = '{theme}'"));
        for (width, height) in SIZES {
            window.resize(width, height);
            for view in VIEWS {
                show(&window, view);
                let file = folder.join(format!("{view}-{theme}-{width}.png"));
                let picture = window.picture();
                fs::write(&file, picture).map_err(|error| report::file_failure(&file, &error))?;
            }
        }
    }
    Ok(())
}

/// The views, by the buttons that lead to them.
const VIEWS: [&str; 4] = ["show-text", "show-graph", "show-both", "show-settings"];

fn show(window: &Window, view: &str) {
    window.click(view);
    // Until what moves has come to rest.
    std::thread::sleep(std::time::Duration::from_millis(600));
}
