//! One table of all actions that are available everywhere. The menu bar, the keys, the sheet of
//! keys and the search of everything are built from it.

mod act;

use leptos::ev::KeyboardEvent;
use protocol::{EntityForm, ExportForm, KeyCombination};

use crate::i18n;
use crate::state::SideColumn;
use crate::theme::Theme;

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

/// A direction in which to move from node to node of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NavigationDirection {
    /// Along the document, towards its beginning.
    Left,
    /// Along the document, towards its end.
    Right,
    /// To the strongest point above.
    Up,
    /// To the node with the strongest edge below.
    Down,
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
            Self::File => i18n::menu_file(),
            Self::Edit => i18n::menu_edit(),
            Self::View => i18n::menu_view(),
            Self::Go => i18n::menu_go(),
            Self::Questions => i18n::questions(),
            Self::Help => i18n::menu_help(),
        }
    }
}

/// Where a key works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Wherever the focus is.
    Everywhere,
    /// Except where text is typed, to which the key would belong.
    OutsideFields,
    /// While the graph's picture has the focus.
    OnPicture,
    /// Handled by the browser itself.
    ByItself,
}

/// A key and its modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Whether Control or Command is held.
    pub control: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// The character, in lower case, or the key's name.
    pub key: &'static str,
    /// Where the key works.
    pub reach: Reach,
}

impl Key {
    const fn of(key: &'static str) -> Self {
        Self { control: false, shift: false, key, reach: Reach::OutsideFields }
    }

    const fn control(key: &'static str) -> Self {
        Self { control: true, ..Self::of(key) }.within(Reach::Everywhere)
    }

    const fn shift(self) -> Self {
        Self { shift: true, ..self }
    }

    const fn within(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// Whether this key was pressed. Shift counts only if it does not produce another character.
    fn is(self, pressed: &Pressed) -> bool {
        let sign = if pressed.key == "=" { "+" } else { &pressed.key };
        let letter = self.key.chars().all(char::is_alphabetic);
        let minds_shift = letter && (self.control || self.key.len() > 1);
        sign.to_lowercase() == self.key.to_lowercase()
            && pressed.control == self.control
            && !pressed.alt
            && (!minds_shift || pressed.shift == self.shift)
    }

    /// Returns the keys to press, one by one, in words.
    pub fn words(self) -> Vec<String> {
        let control = self.control.then(|| i18n::control().to_owned());
        let shift = self.shift.then(|| i18n::shift().to_owned());
        control.into_iter().chain(shift).chain([i18n::key(self.key)]).collect()
    }
}

impl From<Key> for KeyCombination {
    fn from(Key { control, shift, key, .. }: Key) -> Self {
        Self { control, shift, key: key.to_owned() }
    }
}

/// What the user pressed.
struct Pressed {
    key: String,
    control: bool,
    shift: bool,
    alt: bool,
}

impl From<&KeyboardEvent> for Pressed {
    fn from(event: &KeyboardEvent) -> Self {
        let control = event.ctrl_key() || event.meta_key();
        Self { key: event.key(), control, shift: event.shift_key(), alt: event.alt_key() }
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

    /// Returns the action's name.
    pub fn name(self) -> String {
        let name = match self {
            Self::SaveAnswer(form) => return i18n::save_answer_as(i18n::form(form)),
            Self::SaveNames(form) => return i18n::save_names_as(i18n::entity_form(form)),
            Self::Colours(theme) => return i18n::named(i18n::theme(), i18n::theme_name(theme)),
            Self::AddFiles => i18n::action_add_files(),
            Self::AddFolder => i18n::action_add_folder(),
            Self::Pause => i18n::action_pause(),
            Self::Settings => i18n::settings(),
            Self::Quit => i18n::action_quit(),
            Self::Undo => i18n::action_undo(),
            Self::Copy => i18n::copy(),
            Self::SelectAll => i18n::action_select_all(),
            Self::Find => i18n::find_here(),
            Self::Everything => i18n::action_everything(),
            Self::Text => i18n::action_text(),
            Self::Graph => i18n::action_graph(),
            Self::Both => i18n::action_both(),
            Self::Table => i18n::action_table(),
            Self::Outline => i18n::outline(),
            Self::Names => i18n::names(),
            Self::PagesAsText => i18n::action_pages_as_text(),
            Self::TwoPages => i18n::two_pages(),
            Self::LargerPage => i18n::action_larger_page(),
            Self::SmallerPage => i18n::action_smaller_page(),
            Self::FitPage => i18n::action_fit_page(),
            Self::Column(SideColumn::Library) => i18n::action_library(),
            Self::Column(SideColumn::Questions) => i18n::action_questions(),
            Self::LargerLetters => i18n::action_larger_letters(),
            Self::SmallerLetters => i18n::action_smaller_letters(),
            Self::UsualLetters => i18n::action_usual_letters(),
            Self::PreviousPage => i18n::page_previous(),
            Self::NextPage => i18n::page_next(),
            Self::NextParagraph => i18n::action_next_paragraph(),
            Self::PreviousParagraph => i18n::action_previous_paragraph(),
            Self::NextCited => i18n::action_next_cited(),
            Self::PreviousCited => i18n::action_previous_cited(),
            Self::Replay => i18n::action_replay(),
            Self::Walk(NavigationDirection::Left) => i18n::action_left(),
            Self::Walk(NavigationDirection::Right) => i18n::action_right(),
            Self::Walk(NavigationDirection::Up) => i18n::action_up(),
            Self::Walk(NavigationDirection::Down) => i18n::action_down(),
            Self::Passage => i18n::action_passage(),
            Self::Ask => i18n::action_ask(),
            Self::NewLine => i18n::action_new_line(),
            Self::AskAgain => i18n::ask_again(),
            Self::ShowPath => i18n::show_on_graph(),
            Self::Stop => i18n::action_stop(),
            Self::Keys => i18n::all_keys(),
            Self::FirstSteps => i18n::tour(),
            Self::About => i18n::about_pecan(),
        };
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::language::{self, Language};

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
