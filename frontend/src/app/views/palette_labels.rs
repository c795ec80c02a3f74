//! What is written on the command palette.

use crate::app::action::Action;
use crate::app::action_strings;
use crate::app::palette::SearchResultKind;

/// A tooltip with what the search of everything covers, and its keys.
pub fn everything_title() -> String {
    let keys = Action::Everything.key().map_or_else(Vec::new, |key| key.words());
    format!("{} ({})", action_strings::action_everything(), keys.join(" "))
}

/// The name of a kind of results.
pub fn kind_of_things(kind: SearchResultKind) -> &'static str {
    match kind {
        SearchResultKind::Document => action_strings::things_documents(),
        SearchResultKind::Action => action_strings::things_actions(),
        SearchResultKind::Point => action_strings::things_points(),
        SearchResultKind::Text => action_strings::things_texts(),
    }
}
