//! Calls from a store to one that is built on it.

use std::sync::Arc;

use leptos::prelude::*;

/// A function that one store sets and another one, on which the first is built, calls. Copies refer
/// to the same function.
pub struct Hook<T: 'static>(StoredValue<Option<HookFunction<T>>>);

type HookFunction<T> = Arc<dyn Fn(T) + Send + Sync>;

impl<T> Hook<T> {
    /// A hook that does nothing yet.
    pub fn new() -> Self {
        Self(StoredValue::new(None))
    }

    /// Sets the function to call, in place of any before it.
    pub fn set(self, function: impl Fn(T) + Send + Sync + 'static) {
        self.0.set_value(Some(Arc::new(function)));
    }

    /// Calls the function, if one is set.
    pub fn call(self, given: T) {
        if let Some(function) = self.0.get_value() {
            function(given);
        }
    }
}

impl<T> Clone for Hook<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Hook<T> {}
