//! The button that removes something, and the one that undoes it.

use leptos::html::{Button, ElementType};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::dom::elements;
use crate::library::strings as library_strings;
use crate::widgets::icon::{Icon, IconName};

/// A button that removes something, and one that undoes that while it is possible. Only one is
/// visible at a time, and pressing it moves the focus to the other.
#[derive(Clone, Copy)]
pub struct Removal {
    remove: NodeRef<Button>,
    undo: NodeRef<Button>,
}

impl Removal {
    /// The buttons for one item.
    pub fn new() -> Self {
        Self { remove: NodeRef::new(), undo: NodeRef::new() }
    }

    /// The button that removes the item.
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
                <Icon mark=IconName::Close />
            </button>
        }
    }

    /// The button that restores the item.
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
                {library_strings::undo()}
            </button>
        }
    }
}

/// Moves the focus to an element once it exists.
pub fn focus_soon<E>(element: NodeRef<E>)
where
    E: ElementType<Output: JsCast + Clone + 'static> + 'static,
{
    request_animation_frame(move || {
        elements::focus_on(element.try_get_untracked().flatten());
    });
}
