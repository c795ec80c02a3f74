//! The names of actions.

use crate::app::action::Action;
use crate::app::columns::SideColumn;
use crate::app::{action_strings, key_strings, strings};
use crate::chat::strings as chat_strings;
use crate::entities::strings as entities_strings;
use crate::graph::direction::NavigationDirection;
use crate::reader::strings as reader_strings;
use crate::settings::strings as settings_strings;

impl Action {
    /// Returns the action's name.
    pub fn name(self) -> String {
        let name = match self {
            Self::SaveAnswer(form) => {
                return action_strings::save_answer_as(action_strings::form(form));
            }
            Self::SaveNames(form) => {
                return action_strings::save_names_as(action_strings::entity_form(form));
            }
            Self::Colours(theme) => {
                return strings::named(
                    settings_strings::theme(),
                    settings_strings::theme_name(theme),
                );
            }
            Self::AddFiles => action_strings::action_add_files(),
            Self::AddFolder => action_strings::action_add_folder(),
            Self::Pause => action_strings::action_pause(),
            Self::Settings => strings::settings(),
            Self::Quit => action_strings::action_quit(),
            Self::Undo => action_strings::action_undo(),
            Self::Copy => chat_strings::copy(),
            Self::SelectAll => action_strings::action_select_all(),
            Self::Find => reader_strings::find_here(),
            Self::Everything => action_strings::action_everything(),
            Self::Text => action_strings::action_text(),
            Self::Graph => action_strings::action_graph(),
            Self::Both => action_strings::action_both(),
            Self::Table => action_strings::action_table(),
            Self::Outline => reader_strings::outline(),
            Self::Names => entities_strings::names(),
            Self::PagesAsText => action_strings::action_pages_as_text(),
            Self::TwoPages => reader_strings::two_pages(),
            Self::LargerPage => action_strings::action_larger_page(),
            Self::SmallerPage => action_strings::action_smaller_page(),
            Self::FitPage => action_strings::action_fit_page(),
            Self::Column(SideColumn::Library) => action_strings::action_library(),
            Self::Column(SideColumn::Questions) => action_strings::action_questions(),
            Self::LargerLetters => action_strings::action_larger_letters(),
            Self::SmallerLetters => action_strings::action_smaller_letters(),
            Self::UsualLetters => action_strings::action_usual_letters(),
            Self::PreviousPage => reader_strings::page_previous(),
            Self::NextPage => reader_strings::page_next(),
            Self::NextParagraph => action_strings::action_next_paragraph(),
            Self::PreviousParagraph => action_strings::action_previous_paragraph(),
            Self::NextCited => action_strings::action_next_cited(),
            Self::PreviousCited => action_strings::action_previous_cited(),
            Self::Replay => action_strings::action_replay(),
            Self::Walk(NavigationDirection::Left) => action_strings::action_left(),
            Self::Walk(NavigationDirection::Right) => action_strings::action_right(),
            Self::Walk(NavigationDirection::Up) => action_strings::action_up(),
            Self::Walk(NavigationDirection::Down) => action_strings::action_down(),
            Self::Passage => action_strings::action_passage(),
            Self::Ask => action_strings::action_ask(),
            Self::NewLine => action_strings::action_new_line(),
            Self::AskAgain => chat_strings::ask_again(),
            Self::ShowPath => chat_strings::show_on_graph(),
            Self::Stop => action_strings::action_stop(),
            Self::Keys => key_strings::all_keys(),
            Self::FirstSteps => strings::tour(),
            Self::About => settings_strings::about_pecan(),
        };
        name.to_owned()
    }
}
