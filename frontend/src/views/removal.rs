use leptos::html::Button;
use leptos::prelude::*;

use super::icon::{Icon, Mark};
use crate::words;

/// A button that takes something out, and one that undoes that for as long as it can be. One of them is
/// there at a time: whoever presses it goes on at the other.
#[derive(Clone, Copy)]
pub struct Removal {
    remove: NodeRef<Button>,
    undo: NodeRef<Button>,
}

impl Removal {
    /// Of something that is there.
    pub fn new() -> Self {
        Self { remove: NodeRef::new(), undo: NodeRef::new() }
    }

    /// Takes it out.
    pub fn remove(
        self,
        name: &'static str,
        id: &'static str,
        press: impl Fn() + 'static,
    ) -> impl IntoView {
        view! {
            <button
                class="icon remove"
                node_ref=self.remove
                title=name
                aria-label=name
                data-testid=id
                on:click=move |_| {
                    press();
                    focus_soon(self.undo);
                }
            >
                <Icon mark=Mark::Close />
            </button>
        }
    }

    /// Leaves it where it was.
    pub fn undo(self, id: &'static str, press: impl Fn() + 'static) -> impl IntoView {
        view! {
            <button
                class="strong"
                node_ref=self.undo
                data-testid=id
                on:click=move |_| {
                    press();
                    focus_soon(self.remove);
                }
            >
                {words::undo()}
            </button>
        }
    }
}

/// Focuses a button once it is there.
fn focus_soon(button: NodeRef<Button>) {
    request_animation_frame(move || {
        if let Some(button) = button.try_get_untracked().flatten() {
            // A button that cannot be focused leaves the focus where it is.
            let _ = button.focus();
        }
    });
}
