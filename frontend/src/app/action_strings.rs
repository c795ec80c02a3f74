//! Messages about the menus and actions.

use protocol::{EntityForm, ExportForm};

use crate::app::columns::SideColumn;
use crate::chat::answer_sheet::EXPORT_FORMS;
use crate::i18n::messages;

messages! {
    "actions"
    menu_file;
    menu_edit;
    menu_view;
    menu_go;
    menu_help;
    action_add_files;
    action_add_folder;
    add_folder_title;
    save_answer_as(form: &str);
    save_names_as(form: &str);
    form_notes;
    action_pause;
    action_quit;
    action_undo;
    action_select_all;
    action_everything;
    action_text;
    action_graph;
    action_both;
    action_table;
    action_pages_as_text;
    action_larger_page;
    action_smaller_page;
    action_fit_page;
    action_library;
    action_questions;
    width_of_library;
    width_of_questions;
    divider_title;
    action_larger_letters;
    action_smaller_letters;
    action_usual_letters;
    action_next_paragraph;
    action_previous_paragraph;
    action_next_cited;
    action_previous_cited;
    action_replay;
    action_left;
    action_right;
    action_up;
    action_down;
    action_passage;
    action_ask;
    action_new_line;
    action_stop;
    everything_hint;
    things_documents;
    things_actions;
    things_points;
    things_texts;
}

/// The purpose of the line between a column and the middle.
pub fn column_width(side: SideColumn) -> &'static str {
    match side {
        SideColumn::Library => width_of_library(),
        SideColumn::Questions => width_of_questions(),
    }
}

/// The name of a format for a document's names.
pub fn entity_form(form: EntityForm) -> &'static str {
    match form {
        EntityForm::Csv => "CSV",
        EntityForm::GraphMl => "GraphML",
        EntityForm::JsonLd => "JSON-LD",
        EntityForm::Markdown => form_notes(),
    }
}

/// The name of a format for an answer.
pub fn form(form: ExportForm) -> &'static str {
    EXPORT_FORMS.iter().find(|(known, _)| *known == form).map_or("", |(_, name)| name)
}
