use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDocument;

use super::Action;
use crate::state::{App, MainView, PageDisplayMode};
use crate::theme::AppearanceSettings;
use crate::{ipc, keys};

impl Action {
    /// Whether the action can be done now.
    pub fn is_possible(self, app: App) -> bool {
        let (reading, asking) = (app.reading, app.asking);
        let opened = move || reading.text.with(Option::is_some);
        let answered = move || asking.latest().is_some();
        match self {
            Self::SaveAnswer(_) | Self::ShowPath => answered(),
            Self::AskAgain => answered() && asking.running.with(Option::is_none),
            Self::NextCited | Self::PreviousCited => {
                asking.latest().is_some_and(|(_, answer)| !answer.passages().is_empty())
            }
            Self::Pause => !app.library.queue.with(|queue| queue.is_empty()),
            Self::Undo => app.is_any_leaving(),
            Self::Find | Self::Names | Self::SaveNames(_) => opened(),
            Self::PreviousPage | Self::NextPage | Self::PreviousParagraph | Self::NextParagraph => {
                opened() && app.is_text_seen()
            }
            Self::Outline => reading.has_outline(),
            Self::PagesAsText => reading.is_paged(),
            Self::LargerPage | Self::SmallerPage | Self::FitPage => app.can_zoom(),
            Self::TwoPages => reading.is_pictured(),
            Self::Table => app.mapping.map.with(Option::is_some),
            Self::Replay => app.is_graph_seen() && app.mapping.traced().is_some(),
            Self::Walk(_) => app.is_picture_seen(),
            Self::Passage => app.is_picture_seen() && app.mapping.selected.get().is_some(),
            Self::Ask | Self::NewLine => app.can_ask(),
            Self::FirstSteps => app.sample().is_some(),
            _ => true,
        }
    }

    /// Whether the action's setting is on; none if it has no setting.
    pub fn is_so(self, app: App) -> Option<bool> {
        let shows = |view| app.view.get() == view;
        Some(match self {
            Self::Pause => app.library.is_paused(),
            Self::Settings => shows(MainView::Settings),
            Self::Text => shows(MainView::Text),
            Self::Graph => shows(MainView::Graph),
            Self::Both => shows(MainView::Both),
            Self::Table => app.mapping.listed.get(),
            Self::Outline => app.reading.is_outlined(),
            Self::Names => app.are_names_listed(),
            Self::PagesAsText => app.reading.look.get() == PageDisplayMode::Text,
            Self::TwoPages => app.reading.spread.get(),
            Self::Column(side) => app.is_unfolded(side),
            Self::Colours(theme) => app.looks.get().theme == theme,
            Self::Replay => app.mapping.playing.get(),
            _ => return None,
        })
    }
}

impl App {
    /// Does an action if it is possible now, and returns whether it was.
    pub fn act(self, action: Action) -> bool {
        let possible = untrack(|| action.is_possible(self));
        if possible {
            untrack(|| self.act_now(action));
        }
        possible
    }

    fn act_now(self, action: Action) {
        match action {
            Action::AddFiles => self.pick_documents(),
            Action::AddFolder => self.pick_folders(),
            Action::SaveAnswer(form) => {
                if let Some((_, answer)) = self.asking.latest() {
                    self.save_answer(answer.id, form);
                }
            }
            Action::SaveNames(form) => self.save_names(form),
            Action::Pause => self.pause(!self.library.is_paused()),
            Action::Settings => self.show(MainView::Settings),
            Action::Quit => ipc::quit(),
            Action::Undo => self.undo_last_removing(),
            Action::Copy => by_itself("copy", ""),
            Action::SelectAll => by_itself("selectAll", ""),
            Action::Find => self.find(),
            Action::Everything => self.search_everything(),
            Action::Text => self.show(MainView::Text),
            Action::Graph => self.show(MainView::Graph),
            Action::Both => self.show(MainView::Both),
            Action::Table => self.toggle_table(),
            Action::Outline => self.toggle_outline(),
            Action::Names => self.toggle_names(),
            Action::PagesAsText => self.reading.look.update(|look| *look = look.other()),
            Action::TwoPages => self.reading.spread.update(|spread| *spread = !*spread),
            Action::LargerPage => self.zoom_by(Some(true)),
            Action::SmallerPage => self.zoom_by(Some(false)),
            Action::FitPage => self.zoom_by(None),
            Action::Column(side) => self.toggle(side),
            Action::Colours(theme) => {
                self.choose_looks(AppearanceSettings { theme, ..self.looks.get() })
            }
            Action::LargerLetters => self.choose_looks(self.looks.get().scaled(Some(true))),
            Action::SmallerLetters => self.choose_looks(self.looks.get().scaled(Some(false))),
            Action::UsualLetters => self.choose_looks(self.looks.get().scaled(None)),
            Action::PreviousPage => self.reading.turn(false),
            Action::NextPage => self.reading.turn(true),
            Action::PreviousParagraph => self.reading.select_paragraph(false),
            Action::NextParagraph => self.reading.select_paragraph(true),
            Action::NextCited => self.show_cited(true),
            Action::PreviousCited => self.show_cited(false),
            Action::Replay => self.play_path(),
            Action::Walk(way) => self.walk(way),
            Action::Passage => {
                if let Some(node) = self.mapping.selected.get() {
                    self.show_passage_of(node);
                }
            }
            Action::Ask => self.turn_to_questions(),
            Action::NewLine => {
                self.turn_to_questions();
                request_animation_frame(|| by_itself("insertText", "\n"));
            }
            Action::AskAgain => {
                if let Some((_, answer)) = self.asking.latest() {
                    self.ask_again(&answer);
                }
            }
            Action::ShowPath => {
                if let Some((_, answer)) = self.asking.latest() {
                    self.show_trace(&answer);
                }
            }
            Action::Stop => self.stop_or_close(),
            Action::Keys => self.show_keys(!self.keys_open.get()),
            Action::FirstSteps => self.begin_tour(),
            Action::About => {
                self.show(MainView::Settings);
                // The settings must be drawn first.
                request_animation_frame(|| keys::focus(keys::ABOUT));
            }
        }
    }

    /// Stops the work in progress, or else closes what is open.
    fn stop_or_close(self) {
        if self.visiting.asked.with(Option::is_some) {
            self.stay();
        } else if self.everything.open.get() {
            self.everything.close();
        } else if self.keys_open.get() {
            self.show_keys(false);
        } else if self.asking.running.with(Option::is_some) {
            self.stop_asking();
        } else if let Some(key) = self.notices.with(|all| all.last().map(|notice| notice.key)) {
            self.dismiss(key);
        } else if self.reading.finding.get() {
            self.leave_find();
        } else if self.mapping.selected.get().is_some() {
            self.leave_node();
        } else if self.view.get() == MainView::Settings {
            self.leave_settings();
        } else if self.is_text_seen() && self.reading.passage.get().is_some() {
            self.reading.unmark();
        } else {
            keys::leave();
        }
    }
}

/// Has the browser run its own command on the focused element or the selection.
fn by_itself(command: &str, value: &str) {
    if let Some(page) = document().dyn_ref::<HtmlDocument>() {
        // A command that finds nothing to work on does nothing.
        let _ = page.exec_command_with_show_ui_and_value(command, false, value);
    }
}
