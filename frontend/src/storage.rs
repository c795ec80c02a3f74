//! Small values that the window stores itself: search options, and where the user left off.

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

/// All keys with a value.
pub fn names() -> Vec<String> {
    let Ok(Some(storage)) = window().local_storage() else { return Vec::new() };
    let all = 0..storage.length().unwrap_or(0);
    all.filter_map(|nth| storage.key(nth).ok().flatten()).collect()
}

/// Deletes the value of a key.
pub fn forget(name: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(name);
    }
}
