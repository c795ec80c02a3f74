//! Questions, answers and the paths to them.

pub mod answer_numbers;
pub mod answer_sheet;
pub mod asking;
pub mod citations;
pub mod comparison_strings;
pub mod drafts;
pub mod exchange;
pub mod following;
pub mod forgetting;
pub mod history;
pub mod scope;
pub mod store;
pub mod strings;
pub mod views;
