//! Small values that the window stores itself, for every library: colours, the language, the order of documents. What
//! belongs to a library is in [`window_state`](crate::window_state).

use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Loads the value of a key.
pub fn load<T: DeserializeOwned>(name: &str) -> Option<T> {
    let storage = window().local_storage().ok()??;
    serde_json::from_str(&storage.get_item(name).ok()??).ok()
}

/// Stores a value under a key. If storing is impossible, does nothing.
pub fn save<T: Serialize>(name: &str, value: &T) {
    let Ok(Some(storage)) = window().local_storage() else { return };
    if let Ok(text) = serde_json::to_string(value) {
        let _ = storage.set_item(name, &text);
    }
}

/// Deletes the value of a key.
pub fn forget(name: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(name);
    }
}
