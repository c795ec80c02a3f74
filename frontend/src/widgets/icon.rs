//! Icons, and buttons with one.

use leptos::prelude::*;

/// The icons of buttons that have no room for words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IconName {
    Library,
    Questions,
    Search,
    Settings,
    Close,
    Back,
    Forward,
    Add,
    Less,
    Fit,
    Graph,
    Outline,
    Names,
    Whole,
}

impl IconName {
    /// The lines on a square of 20.
    fn path(self) -> &'static str {
        match self {
            Self::Library => "M3.5 4v12M7 4v12M10.5 4v12M13.3 4.6l3.2 11",
            Self::Questions => "M4 4.5h12v8.5h-6.5l-3.5 3v-3h-2z",
            Self::Search => "M8.8 3.5a5.3 5.3 0 1 0 0 10.6a5.3 5.3 0 1 0 0-10.6M12.7 12.7l4 4",
            Self::Settings => "M3 6h6M13 6h4M11 4v4M3 14h2M9 14h8M7 12v4",
            Self::Close => "M5 5l10 10M15 5L5 15",
            Self::Back => "M12 4l-6 6 6 6",
            Self::Forward => "M8 4l6 6-6 6",
            Self::Add => "M10 4v12M4 10h12",
            Self::Less => "M4 10h12",
            Self::Fit => "M3 10h14M6.5 6.5L3 10l3.5 3.5M13.5 6.5L17 10l-3.5 3.5",
            Self::Outline => "M3.5 5h13M6.5 10h10M9.5 15h7",
            Self::Names => {
                "M10 3.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M4 16.5c.5-3 2.8-4.5 6-4.5s5.5 1.5 6 4.5"
            }
            Self::Whole => "M4 7.5V4h3.5M12.5 4H16v3.5M16 12.5V16h-3.5M7.5 16H4v-3.5",
            Self::Graph => {
                "M8 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M3 15a2 2 0 1 0 4 0a2 2 0 1 0-4 0\
                 M13 15a2 2 0 1 0 4 0a2 2 0 1 0-4 0M9.1 6.8L5.9 13.2M10.9 6.8L14.1 13.2"
            }
        }
    }
}

/// An icon; the button around it has the name.
#[component]
pub fn Icon(mark: IconName) -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d=mark.path() />
        </svg>
    }
}

/// A button with an icon in place of words; its tooltip is its name.
#[component]
pub fn IconButton(
    mark: IconName,
    name: &'static str,
    #[prop(optional, into)] id: Option<String>,
    #[prop(optional)] disabled: Signal<bool>,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            class="icon"
            title=name
            aria-label=name
            data-testid=id
            disabled=disabled
            on:click=move |_| press()
        >
            <Icon mark />
        </button>
    }
}
