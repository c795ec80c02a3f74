//! The look of printed pages.

use serde::{Deserialize, Serialize};

/// The look of printed pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PageDisplayMode {
    /// As pictures.
    Picture,
    /// As text.
    Text,
}

impl PageDisplayMode {
    /// The other look.
    pub fn other(self) -> Self {
        match self {
            Self::Picture => Self::Text,
            Self::Text => Self::Picture,
        }
    }
}
