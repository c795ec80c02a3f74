//! Stores the window's position and size in a file beside the library.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tauri::{PhysicalPosition, PhysicalSize, WebviewWindow, WindowEvent};

const FILE: &str = "window.json";

/// A rectangle in screen pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct ScreenRectangle {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
}

/// The window when it was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct WindowPlacement {
    /// The position while the window did not fill the screen.
    place: ScreenRectangle,
    maximised: bool,
}

/// Puts the window where it was at the last start, if that is still on a screen, and remembers its
/// position when it is closed.
pub fn keep(window: &WebviewWindow, folder: &Path) {
    let file = folder.join(FILE);
    restore(window, &file);
    let (own, last) = (window.clone(), Mutex::new(now(window)));
    window.on_window_event(move |event| match event {
        WindowEvent::Moved(_) | WindowEvent::Resized(_) => {
            if !own.is_maximized().unwrap_or(true)
                && let Some(place) = now(&own)
            {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
            }
        }
        WindowEvent::CloseRequested { .. } | WindowEvent::Focused(false) => {
            let place = *last.lock().unwrap_or_else(PoisonError::into_inner);
            let maximised = own.is_maximized().unwrap_or(false);
            if let Some(place) = place {
                write(&file, WindowPlacement { place, maximised });
            }
        }
        _ => {}
    });
}

/// Restores the window; whatever cannot be read or done leaves the default.
fn restore(window: &WebviewWindow, file: &Path) {
    let left =
        fs::read(file).ok().and_then(|text| serde_json::from_slice::<WindowPlacement>(&text).ok());
    let Some(WindowPlacement { place, maximised }) = left else { return };
    if let Some(place) = place.mended(&screens(window)) {
        let _ = window.set_size(PhysicalSize::new(place.width, place.height));
        let _ = window.set_position(PhysicalPosition::new(place.x, place.y));
    }
    if maximised {
        let _ = window.maximize();
    }
}

fn now(window: &WebviewWindow) -> Option<ScreenRectangle> {
    let (at, size) = (window.outer_position().ok()?, window.inner_size().ok()?);
    Some(ScreenRectangle { x: at.x, y: at.y, width: size.width, height: size.height })
}

fn screens(window: &WebviewWindow) -> Vec<ScreenRectangle> {
    let screens = window.available_monitors().unwrap_or_default();
    let screen = |screen: &tauri::Monitor| {
        let (at, size) = (screen.position(), screen.size());
        ScreenRectangle { x: at.x, y: at.y, width: size.width, height: size.height }
    };
    screens.iter().map(screen).collect()
}

/// Writes the position; if that fails, the next start does without.
fn write(file: &Path, left: WindowPlacement) {
    if let Ok(text) = serde_json::to_vec(&left) {
        let _ = fs::write(file, text);
    }
}

impl ScreenRectangle {
    /// Returns the rectangle moved wholly onto the screen that shows most of it; `None` if no
    /// screen shows any.
    fn mended(self, screens: &[Self]) -> Option<Self> {
        let screen = screens.iter().max_by_key(|screen| self.shared(screen))?;
        if self.shared(screen) == 0 {
            return None;
        }
        let (width, height) = (self.width.min(screen.width), self.height.min(screen.height));
        let within =
            |at: i32, from: i32, room: u32| at.clamp(from, from.saturating_add_unsigned(room));
        Some(Self {
            x: within(self.x, screen.x, screen.width - width),
            y: within(self.y, screen.y, screen.height - height),
            width,
            height,
        })
    }

    /// The number of pixels that lie in both.
    fn shared(self, other: &Self) -> u64 {
        let along = |at: i32, length: u32, from: i32, room: u32| {
            let end = (i64::from(at) + i64::from(length)).min(i64::from(from) + i64::from(room));
            u64::try_from(end - i64::from(at.max(from))).unwrap_or(0)
        };
        along(self.x, self.width, other.x, other.width)
            * along(self.y, self.height, other.y, other.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place((x, y): (i32, i32), (width, height): (u32, u32)) -> ScreenRectangle {
        ScreenRectangle { x, y, width, height }
    }

    #[test]
    fn what_no_screen_has_any_more_is_mended() {
        let (laptop, wall) = (place((0, 0), (1_280, 800)), place((1_280, 0), (3_840, 2_160)));
        for (screens, kept, expected) in [
            (
                &[laptop, wall][..],
                place((2_000, 100), (1_600, 900)),
                Some(((2_000, 100), (1_600, 900))),
            ),
            (&[laptop], place((2_000, 100), (1_600, 900)), None),
            (&[laptop], place((-100, 500), (1_000, 700)), Some(((0, 100), (1_000, 700)))),
            (&[laptop], place((100, 100), (3_000, 2_000)), Some(((0, 0), (1_280, 800)))),
            (&[], laptop, None),
        ] {
            let expected = expected.map(|(at, size)| place(at, size));
            assert_eq!(kept.mended(screens), expected, "{kept:?}");
        }
    }
}
