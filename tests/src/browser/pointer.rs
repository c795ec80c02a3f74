//! The pointer in the window.

use serde_json::{Value, json};

use super::AppWindow;
use super::web_driver::post;

impl AppWindow {
    /// Clicks at a place in the window, in pixels from its top left corner.
    ///
    /// # Panics
    /// If that is outside.
    pub fn click_at(&self, x: i64, y: i64) {
        let press = |how: &str| json!({ "type": how, "button": 0 });
        self.pointer(&[to(x, y), press("pointerDown"), press("pointerUp")]);
    }

    /// Double-clicks there.
    ///
    /// # Panics
    /// If that is outside.
    pub fn double_click_at(&self, x: i64, y: i64) {
        let press = |how: &str| json!({ "type": how, "button": 0 });
        let [down, up] = ["pointerDown", "pointerUp"].map(press);
        self.pointer(&[to(x, y), down.clone(), up.clone(), down, up]);
    }

    /// Moves the pointer to a place in the window, in pixels from its top left corner.
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
}

/// The event that moves the pointer to this place in the window.
fn to(x: i64, y: i64) -> Value {
    json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y })
}
