//! The settings of the window.

use crate::browser::AppWindow;

/// Shows the settings, unless they are already visible: their button would close them.
pub fn show_settings(window: &AppWindow) {
    if window.script("return !document.querySelector('[data-testid=settings]')") == true {
        window.click("show-settings");
    }
    window.wait_for("settings");
}
