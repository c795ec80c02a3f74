//! Pictures of every view, in light and dark, small and large.

use std::fs;
use std::path::Path;

use protocol::Failure;
use tests::Desk;
use tests::browser::Window;

use crate::pages;

/// Sizes of the window, in pixels.
const SIZES: [(u32, u32); 2] = [(1280, 800), (1920, 1080)];
/// One with room for one column at a time.
const NARROW: (u32, u32) = (700, 800);

/// Takes them into a folder.
pub fn take(desk: &Desk, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| report::file_failure(folder, &error))?;
    first_steps(folder)?;
    for theme in ["light", "dark"] {
        for (width, height) in SIZES {
            // WebKit's driver tires of one window after a dozen pictures.
            let window = pages::open(desk);
            show(&window, "show-settings");
            window.choose("theme", theme);
            window.resize(width, height);
            for view in VIEWS {
                show(&window, view);
                keep(&window, folder, &format!("{view}-{theme}-{width}"))?;
            }
        }
    }
    let window = pages::open(desk);
    show(&window, "show-settings");
    window.choose("theme", "light");
    window.resize(SIZES[0].0, SIZES[0].1);
    for language in ["de", "zh-CN"] {
        show(&window, "show-settings");
        window.script(&format!(
            "const field = document.querySelector('[data-testid=language]');
             field.value = '{language}'; field.dispatchEvent(new Event('change'))",
        ));
        for view in ["show-settings", "show-both"] {
            show(&window, view);
            keep(&window, folder, &format!("{view}-{language}"))?;
        }
    }
    window.script("localStorage.clear()");
    narrow(desk, folder)
}

/// A window with room for one column at a time.
fn narrow(desk: &Desk, folder: &Path) -> Result<(), Failure> {
    let window = pages::open(desk);
    window.resize(NARROW.0, NARROW.1);
    for view in VIEWS.into_iter().chain(["fold-library", "fold-questions"]) {
        show(&window, view);
        keep(&window, folder, &format!("{view}-{}", NARROW.0))?;
    }
    Ok(())
}

/// A library without documents, and what comes of the sample book.
fn first_steps(folder: &Path) -> Result<(), Failure> {
    let desk = Desk::new();
    let window = Window::open(&desk.path("library"), &[]);
    window.resize(SIZES[0].0, SIZES[0].1);
    window.wait_for("add");
    keep(&window, folder, "empty")?;
    if window.script("return !!document.querySelector('[data-testid=try-sample]')") == true {
        window.click("try-sample");
        window.wait_for("tour");
        window.wait("return document.querySelector('[data-testid=question]')?.disabled === false");
        keep(&window, folder, "first-steps")?;
    }
    Ok(())
}

fn keep(window: &Window, folder: &Path, name: &str) -> Result<(), Failure> {
    let file = folder.join(format!("{name}.png"));
    fs::write(&file, window.picture()).map_err(|error| report::file_failure(&file, &error))
}

/// The views, by the buttons that lead to them.
const VIEWS: [&str; 4] = ["show-text", "show-graph", "show-both", "show-settings"];

fn show(window: &Window, view: &str) {
    window.click(view);
    // Until what moves has come to rest.
    std::thread::sleep(std::time::Duration::from_millis(600));
}
