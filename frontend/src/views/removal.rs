use leptos::html::{Button, ElementType};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::icon::{Icon, Mark};
use crate::{keys, words};

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

/// Focuses an element once it is there.
pub fn focus_soon<E>(element: NodeRef<E>)
where
    E: ElementType<Output: JsCast + Clone + 'static> + 'static,
{
    request_animation_frame(move || {
        keys::focus_on(element.try_get_untracked().flatten());
    });
}
