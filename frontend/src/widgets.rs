//! Parts of views that several features share.

pub mod copying;
pub mod dialog;
pub mod failure;
pub mod fold;
pub mod icon;
pub mod link;
pub mod password;
pub mod removal;
pub mod weight;
