//! How a kind of method is read and explained.

use super::method::Method;
use super::method_text::{MethodText, MethodTextError};

/// A kind of method: all that have one name and differ in their options.
#[derive(Debug)]
pub struct MethodKind {
    /// The name with which every text of this kind begins.
    pub name: &'static str,
    /// How a legend writes it, with letters for numbers: `bm25:K`.
    pub form: &'static str,
    /// What it shows the model, in a sentence, and what its options mean.
    pub meaning: &'static str,
    /// Reads a text that has this name.
    pub read: fn(&MethodText<'_>) -> Result<Method, MethodTextError>,
}
