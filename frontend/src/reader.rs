//! The text of the open document.

pub mod excerpt;
pub mod find;
pub mod highlights;
pub mod layer;
pub mod links;
pub mod loading;
pub mod missed_picture;
pub mod page_display;
pub mod page_numbers;
pub mod page_pictures;
pub mod passage;
pub mod position;
pub mod selection;
pub mod store;
pub mod strings;
pub mod text;
pub mod turning;
pub mod views;
