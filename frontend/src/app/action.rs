//! One table of all actions that are available everywhere. The menu bar, the keys, the sheet of
//! keys and the search of everything are built from it.

pub mod key;
pub mod name;
pub mod perform;

use leptos::ev::KeyboardEvent;
use protocol::{EntityForm, ExportForm};

use crate::app::action::key::{Key, Pressed, Reach};
use crate::app::columns::SideColumn;
use crate::app::{action_strings, strings};
use crate::graph::direction::NavigationDirection;
use crate::settings::theme::Theme;

/// An action that is available everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    AddFiles,
    AddFolder,
    SaveAnswer(ExportForm),
    SaveNames(EntityForm),
    Pause,
    Settings,
    Quit,
    Undo,
    Copy,
    SelectAll,
    Find,
    Everything,
    Text,
    Graph,
    Both,
    Table,
    Outline,
    Names,
    PagesAsText,
    TwoPages,
    LargerPage,
    SmallerPage,
    FitPage,
    Column(SideColumn),
    Colours(Theme),
    LargerLetters,
    SmallerLetters,
    UsualLetters,
    PreviousPage,
    NextPage,
    PreviousParagraph,
    NextParagraph,
    NextCited,
    PreviousCited,
    Replay,
    Walk(NavigationDirection),
    Passage,
    Ask,
    NewLine,
    AskAgain,
    ShowPath,
    Stop,
    Keys,
    FirstSteps,
    About,
}

/// A menu of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuName {
    File,
    Edit,
    View,
    Go,
    Questions,
    Help,
}

use Action as A;

/// The menus and their items, in groups.
pub const MENUS: [(MenuName, &[&[Action]]); 6] = [
    (
        MenuName::File,
        &[
            &[A::AddFiles, A::AddFolder],
            &[
                A::SaveAnswer(ExportForm::Markdown),
                A::SaveAnswer(ExportForm::Html),
                A::SaveAnswer(ExportForm::Json),
            ],
            &[
                A::SaveNames(EntityForm::Csv),
                A::SaveNames(EntityForm::GraphMl),
                A::SaveNames(EntityForm::JsonLd),
                A::SaveNames(EntityForm::Markdown),
            ],
            &[A::Pause],
            &[A::Settings, A::Quit],
        ],
    ),
    (MenuName::Edit, &[&[A::Undo], &[A::Copy, A::SelectAll], &[A::Find, A::Everything]]),
    (
        MenuName::View,
        &[
            &[A::Text, A::Graph, A::Both],
            &[A::Outline, A::Names, A::Table],
            &[A::PagesAsText, A::TwoPages, A::LargerPage, A::SmallerPage, A::FitPage],
            &[A::Column(SideColumn::Library), A::Column(SideColumn::Questions)],
            &[
                A::Colours(Theme::System),
                A::Colours(Theme::Light),
                A::Colours(Theme::Dark),
                A::Colours(Theme::Contrast),
                A::Colours(Theme::ContrastLight),
                A::Colours(Theme::ContrastDark),
            ],
            &[A::LargerLetters, A::SmallerLetters, A::UsualLetters],
        ],
    ),
    (
        MenuName::Go,
        &[
            &[A::PreviousPage, A::NextPage],
            &[A::NextParagraph, A::PreviousParagraph],
            &[A::NextCited, A::PreviousCited],
            &[A::Replay],
            &[
                A::Walk(NavigationDirection::Left),
                A::Walk(NavigationDirection::Right),
                A::Walk(NavigationDirection::Up),
                A::Walk(NavigationDirection::Down),
            ],
            &[A::Passage],
        ],
    ),
    (MenuName::Questions, &[&[A::Ask, A::NewLine], &[A::AskAgain, A::ShowPath], &[A::Stop]]),
    (MenuName::Help, &[&[A::Keys, A::FirstSteps], &[A::About]]),
];

impl MenuName {
    /// Returns the menu's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => action_strings::menu_file(),
            Self::Edit => action_strings::menu_edit(),
            Self::View => action_strings::menu_view(),
            Self::Go => action_strings::menu_go(),
            Self::Questions => strings::questions(),
            Self::Help => action_strings::menu_help(),
        }
    }
}

impl Action {
    /// Returns all actions, in the order of the menus.
    pub fn all() -> impl Iterator<Item = Self> {
        MENUS.into_iter().flat_map(|(_, groups)| groups.iter().copied().flatten().copied())
    }

    /// Returns the identifier under which the menu bar knows the action.
    pub fn id(self) -> String {
        format!("{self:?}")
    }

    /// Returns the action with this identifier.
    pub fn of(id: &str) -> Option<Self> {
        Self::all().find(|action| action.id() == id)
    }

    /// Returns the action for the keys that were pressed, and where the key works.
    pub fn pressed(event: &KeyboardEvent) -> Option<(Self, Key)> {
        Self::done_by(&event.into())
    }

    fn done_by(pressed: &Pressed) -> Option<(Self, Key)> {
        Self::all().find_map(|action| Some((action, action.key().filter(|key| key.is(pressed))?)))
    }

    /// Returns the key for the action.
    pub fn key(self) -> Option<Key> {
        Some(match self {
            Self::AddFiles => Key::control("o"),
            Self::AddFolder => Key::control("o").shift(),
            Self::Settings => Key::control(","),
            Self::Quit => Key::control("q"),
            Self::Undo => Key::control("z").within(Reach::OutsideFields),
            Self::Copy => Key::control("c").within(Reach::ByItself),
            Self::SelectAll => Key::control("a").within(Reach::ByItself),
            Self::Find => Key::control("f"),
            Self::Everything => Key::control("k"),
            Self::Text => Key::of("r"),
            Self::Graph => Key::of("g"),
            Self::Both => Key::of("b"),
            Self::Outline => Key::of("c"),
            Self::Names => Key::of("e"),
            Self::Table => Key::of("t"),
            Self::LargerPage => Key::of("+"),
            Self::SmallerPage => Key::of("-"),
            Self::FitPage => Key::of("0"),
            Self::LargerLetters => Key::control("+"),
            Self::SmallerLetters => Key::control("-"),
            Self::UsualLetters => Key::control("0"),
            Self::PreviousPage => Key::of("["),
            Self::NextPage => Key::of("]"),
            Self::NextParagraph => Key::of("n"),
            Self::PreviousParagraph => Key::of("p"),
            Self::NextCited => Key::of("j"),
            Self::PreviousCited => Key::of("k"),
            Self::Replay => Key::of(" "),
            Self::Walk(NavigationDirection::Left) => Key::of("ArrowLeft").within(Reach::OnPicture),
            Self::Walk(NavigationDirection::Right) => {
                Key::of("ArrowRight").within(Reach::OnPicture)
            }
            Self::Walk(NavigationDirection::Up) => Key::of("ArrowUp").within(Reach::OnPicture),
            Self::Walk(NavigationDirection::Down) => Key::of("ArrowDown").within(Reach::OnPicture),
            Self::Passage => Key::of("Enter").within(Reach::OnPicture),
            Self::Ask => Key::of("/"),
            Self::NewLine => Key::of("Enter").shift().within(Reach::ByItself),
            Self::Stop => Key::of("Escape").within(Reach::Everywhere),
            Self::Keys => Key::of("?"),
            Self::SaveAnswer(_)
            | Self::SaveNames(_)
            | Self::Pause
            | Self::PagesAsText
            | Self::TwoPages
            | Self::Column(_)
            | Self::Colours(_)
            | Self::AskAgain
            | Self::ShowPath
            | Self::FirstSteps
            | Self::About => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::language;
    use crate::language::Language;

    fn pressed(key: &str, control: bool, shift: bool) -> Option<Action> {
        let pressed = Pressed { key: key.to_owned(), control, shift, alt: false };
        Action::done_by(&pressed).map(|(action, _)| action)
    }

    #[test]
    fn keys_do_what_the_table_says() {
        for (key, control, shift, expected) in [
            ("o", true, false, Some(Action::AddFiles)),
            ("O", true, true, Some(Action::AddFolder)),
            ("o", false, false, None),
            ("c", false, false, Some(Action::Outline)),
            ("e", false, false, Some(Action::Names)),
            ("G", false, true, Some(Action::Graph)),
            ("?", false, true, Some(Action::Keys)),
            ("+", false, true, Some(Action::LargerPage)),
            ("=", false, false, Some(Action::LargerPage)),
            ("=", true, false, Some(Action::LargerLetters)),
            ("k", false, false, Some(Action::PreviousCited)),
            ("k", true, false, Some(Action::Everything)),
            ("K", true, true, None),
            ("Enter", false, false, Some(Action::Passage)),
            ("Enter", false, true, Some(Action::NewLine)),
            ("ArrowUp", false, false, Some(Action::Walk(NavigationDirection::Up))),
            ("Escape", false, false, Some(Action::Stop)),
        ] {
            assert_eq!(pressed(key, control, shift), expected, "{key}");
        }
        let alt = Pressed { key: "g".to_owned(), control: false, shift: false, alt: true };
        assert_eq!(Action::done_by(&alt), None);
    }

    #[test]
    fn no_key_does_two_things_and_no_action_stands_in_two_menus() {
        let all: Vec<Action> = Action::all().collect();
        let ids: BTreeSet<String> = all.iter().map(|action| action.id()).collect();
        assert_eq!(ids.len(), all.len());
        assert!(all.iter().all(|action| Action::of(&action.id()) == Some(*action)));
        let keys: Vec<Key> = all.iter().filter_map(|action| action.key()).collect();
        for (nth, key) in keys.iter().enumerate() {
            let same = |other: &&Key| {
                (other.control, other.shift, other.key) == (key.control, key.shift, key.key)
            };
            assert!(!keys[nth + 1..].iter().any(|other| same(&other)), "{key:?}");
        }
    }

    #[test]
    fn every_action_has_a_name_of_its_own_in_every_language() {
        for language in Language::ALL {
            language::set(language);
            let names: BTreeSet<String> = Action::all().map(Action::name).collect();
            assert_eq!(names.len(), Action::all().count(), "{language:?}: {names:?}");
        }
        language::set(Language::English);
    }
}
