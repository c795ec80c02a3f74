//! Undoing removals.

use std::time::Duration;

/// The time to undo a removal. It begins only after that, since a removed document is gone for
/// good.
pub const UNDO_PERIOD: Duration = Duration::from_secs(10);
