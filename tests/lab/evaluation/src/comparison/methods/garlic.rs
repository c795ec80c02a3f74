//! Pecan's walk with the settings of the earlier paper, GARLIC.

use crate::comparison::method::Method;
use crate::comparison::method_kind::MethodKind;

use super::pecan::options::{GARLIC, WalkOptions};

/// How the method is read and explained.
pub const KIND: MethodKind = MethodKind {
    name: GARLIC,
    form: GARLIC,
    meaning: "Like pecan, with the earlier paper's settings: attention and similarity as shares of \
              their sums, no shared words, confidence 0.5.",
    read: |text| WalkOptions::read(text).map(Method::new),
};
