//! Small things that the window remembers by itself: how it asks, and where everything was left.

use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads what was remembered under a name.
pub fn load<T: DeserializeOwned>(name: &str) -> Option<T> {
    let storage = window().local_storage().ok()??;
    serde_json::from_str(&storage.get_item(name).ok()??).ok()
}

/// Remembers something under a name. Where nothing can be remembered, nothing is.
pub fn save<T: Serialize>(name: &str, value: &T) {
    let Ok(Some(storage)) = window().local_storage() else { return };
    if let Ok(text) = serde_json::to_string(value) {
        let _ = storage.set_item(name, &text);
    }
}

/// All names under which something is remembered.
pub fn names() -> Vec<String> {
    let Ok(Some(storage)) = window().local_storage() else { return Vec::new() };
    let all = 0..storage.length().unwrap_or(0);
    all.filter_map(|nth| storage.key(nth).ok().flatten()).collect()
}

/// Forgets what was remembered under a name.
pub fn forget(name: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(name);
    }
}
