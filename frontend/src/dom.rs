//! The page's elements: focus, keys, scrolling and sizes.

pub mod elements;
pub mod focus;
pub mod keys;
pub mod list_end;
pub mod media;
pub mod resize;
pub mod scroll;
pub mod timing;
pub mod wheel;
