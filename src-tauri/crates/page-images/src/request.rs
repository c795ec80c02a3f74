//! Requests for pages, and which of them are on screen together.

use std::path::PathBuf;
use std::sync::Arc;

use documents::RenderOptions;
use protocol::{DocumentId, Failure};

use crate::cache::PageView;

/// A requested page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PageImageRequest {
    /// A document's page.
    Page {
        /// The page and its appearance.
        view: PageView,
        /// Whether it is shown beside the page before it.
        beside: bool,
    },
    /// A document's page, only to check whether it can be drawn.
    Trial(PageView),
    /// The first page of a file that is being added.
    First(PathBuf, RenderOptions),
}

/// What is on screen at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sight {
    /// A document's page, and possibly the one beside it.
    Pages(DocumentId, u32),
    /// The first page of a file that is being added.
    First(PathBuf),
}

impl PageImageRequest {
    /// Returns what is on screen with this page.
    pub(crate) fn sight(&self) -> Sight {
        match self {
            Self::Page { view, beside } => {
                Sight::Pages(view.document, view.page.saturating_sub((*beside).into()))
            }
            Self::Trial(view) => Sight::Pages(view.document, view.page),
            Self::First(file, _) => Sight::First(file.clone()),
        }
    }

    pub(crate) fn is_in(&self, sight: &Sight) -> bool {
        match self {
            // It may be either of two pages side by side.
            Self::Trial(view) => {
                let left = [view.page, view.page.saturating_sub(1)];
                left.map(|left| Sight::Pages(view.document, left)).contains(sight)
            }
            _ => self.sight() == *sight,
        }
    }

    /// Returns whether this later request takes the other's place on screen.
    pub(crate) fn replaces(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Page { view, .. }, Self::Page { view: other, .. }) => {
                (view.document, view.page) == (other.document, other.page)
            }
            (Self::First(..), Self::First(..)) => true,
            _ => false,
        }
    }
}

/// The result of drawing.
pub type PageImageResult = Result<Arc<[u8]>, Failure>;

/// The recipient of the result.
pub type PageImageCallback = Box<dyn FnOnce(PageImageResult) + Send>;
