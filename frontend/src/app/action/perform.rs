//! When actions are possible, and what they do.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDocument;

use crate::app::App;
use crate::app::action::Action;
use crate::app::layout::MainView;
use crate::dom::elements;
use crate::ipc;
use crate::reader::page_display::PageDisplayMode;
use crate::settings::theme::AppearanceSettings;

impl Action {
    /// Whether the action can be done now.
    pub fn is_possible(self, app: App) -> bool {
        let (reader, chat) = (app.reader, app.chat);
        let opened = move || reader.text.with(Option::is_some);
        let answered = move || chat.latest().is_some();
        match self {
            Self::SaveAnswer(_) | Self::ShowPath => answered(),
            Self::AskAgain => answered() && chat.running.with(Option::is_none),
            Self::NextCited | Self::PreviousCited => {
                chat.latest().is_some_and(|(_, answer)| !answer.passages().is_empty())
            }
            Self::Pause => !app.library.queue.with(|queue| queue.is_empty()),
            Self::Undo => app.is_any_leaving(),
            Self::Find | Self::Names | Self::SaveNames(_) => opened(),
            Self::PreviousPage | Self::NextPage | Self::PreviousParagraph | Self::NextParagraph => {
                opened() && app.layout.is_text_seen()
            }
            Self::Outline => reader.has_outline(),
            Self::PagesAsText => reader.is_paged(),
            Self::LargerPage | Self::SmallerPage | Self::FitPage => app.can_zoom(),
            Self::TwoPages => reader.is_pictured(),
            Self::Table => app.graph.map.with(Option::is_some),
            Self::Replay => app.graph.is_seen() && app.graph.traced().is_some(),
            Self::Walk(_) => app.graph.is_picture_seen(),
            Self::Passage => app.graph.is_picture_seen() && app.graph.selected.get().is_some(),
            Self::Ask | Self::NewLine => app.chat.can_ask(),
            Self::FirstSteps => app.program.sample().is_some(),
            _ => true,
        }
    }

    /// Whether the action's setting is on; none if it has no setting.
    pub fn is_so(self, app: App) -> Option<bool> {
        let shows = |view| app.layout.view.get() == view;
        Some(match self {
            Self::Pause => app.library.is_paused(),
            Self::Settings => shows(MainView::Settings),
            Self::Text => shows(MainView::Text),
            Self::Graph => shows(MainView::Graph),
            Self::Both => shows(MainView::Both),
            Self::Table => app.graph.listed.get(),
            Self::Outline => app.reader.is_outlined(),
            Self::Names => app.entities.is_shown(),
            Self::PagesAsText => app.reader.look.get() == PageDisplayMode::Text,
            Self::TwoPages => app.reader.spread.get(),
            Self::Column(side) => app.layout.is_unfolded(side),
            Self::Colours(theme) => app.appearance.looks.get().theme == theme,
            Self::Replay => app.graph.playing.get(),
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
            Action::AddFiles => self.imports.pick_documents(),
            Action::AddFolder => self.imports.pick_folders(),
            Action::SaveAnswer(form) => {
                if let Some((_, answer)) = self.chat.latest() {
                    self.chat.save_answer(answer.id, form);
                }
            }
            Action::SaveNames(form) => self.entities.save(form),
            Action::Pause => self.library.pause(!self.library.is_paused()),
            Action::Settings => self.graph.show_view(MainView::Settings),
            Action::Quit => ipc::quit(),
            Action::Undo => self.undo_last_removing(),
            Action::Copy => by_itself("copy", ""),
            Action::SelectAll => by_itself("selectAll", ""),
            Action::Find => self.reader.open_find(),
            Action::Everything => self.palette.toggle(),
            Action::Text => self.graph.show_view(MainView::Text),
            Action::Graph => self.graph.show_view(MainView::Graph),
            Action::Both => self.graph.show_view(MainView::Both),
            Action::Table => self.graph.toggle_table(),
            Action::Outline => self.toggle_outline(),
            Action::Names => self.entities.toggle(),
            Action::PagesAsText => self.reader.look.update(|look| *look = look.other()),
            Action::TwoPages => self.reader.spread.update(|spread| *spread = !*spread),
            Action::LargerPage => self.zoom_by(Some(true)),
            Action::SmallerPage => self.zoom_by(Some(false)),
            Action::FitPage => self.zoom_by(None),
            Action::Column(side) => self.layout.toggle_column(side),
            Action::Colours(theme) => {
                self.appearance.choose(AppearanceSettings { theme, ..self.appearance.looks.get() })
            }
            Action::LargerLetters => {
                self.appearance.choose(self.appearance.looks.get().scaled(Some(true)))
            }
            Action::SmallerLetters => {
                self.appearance.choose(self.appearance.looks.get().scaled(Some(false)))
            }
            Action::UsualLetters => {
                self.appearance.choose(self.appearance.looks.get().scaled(None))
            }
            Action::PreviousPage => self.reader.turn(false),
            Action::NextPage => self.reader.turn(true),
            Action::PreviousParagraph => self.reader.select_paragraph(false),
            Action::NextParagraph => self.reader.select_paragraph(true),
            Action::NextCited => self.chat.show_cited(true),
            Action::PreviousCited => self.chat.show_cited(false),
            Action::Replay => self.graph.play_path(),
            Action::Walk(way) => self.graph.walk(way),
            Action::Passage => {
                if let Some(node) = self.graph.selected.get() {
                    self.graph.show_passage_of(node);
                }
            }
            Action::Ask => self.chat.turn_to_questions(),
            Action::NewLine => {
                self.chat.turn_to_questions();
                request_animation_frame(|| by_itself("insertText", "\n"));
            }
            Action::AskAgain => {
                if let Some((_, answer)) = self.chat.latest() {
                    self.chat.ask_again(&answer);
                }
            }
            Action::ShowPath => {
                if let Some((_, answer)) = self.chat.latest() {
                    self.graph.show_trace(&answer);
                }
            }
            Action::Stop => self.stop_or_close(),
            Action::Keys => self.key_sheet.show(!self.key_sheet.open.get()),
            Action::FirstSteps => self.tour.begin(),
            Action::About => {
                self.graph.show_view(MainView::Settings);
                // The settings must be drawn first.
                request_animation_frame(|| elements::focus(elements::ABOUT));
            }
        }
    }

    /// Stops the work in progress, or else closes what is open.
    fn stop_or_close(self) {
        if self.visits.asked.with(Option::is_some) {
            self.visits.cancel();
        } else if self.palette.open.get() {
            self.palette.close();
        } else if self.key_sheet.open.get() {
            self.key_sheet.show(false);
        } else if self.chat.running.with(Option::is_some) {
            self.chat.stop();
        } else if let Some(key) = self.notices.all.with(|all| all.last().map(|notice| notice.key)) {
            self.notices.dismiss(key);
        } else if self.reader.finding.get() {
            self.reader.leave_find();
        } else if self.graph.selected.get().is_some() {
            self.graph.leave_node();
        } else if self.layout.view.get() == MainView::Settings {
            self.layout.leave_settings();
        } else if self.layout.is_text_seen() && self.reader.passage.get().is_some() {
            self.reader.unmark();
        } else {
            elements::leave();
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
