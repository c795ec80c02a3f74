//! Pictures of pages that did not load.

use protocol::Failure;

use crate::ipc;

/// What follows if a page's picture did not load.
#[derive(Debug, Clone, PartialEq)]
pub enum Missed {
    /// The page can be drawn: its picture is requested once more.
    Again,
    /// It cannot be drawn, for this reason: its text is shown.
    Undrawn(Failure),
}

impl Missed {
    /// What follows the state before, by whether the page can be drawn.
    pub fn after(before: Option<&Self>, tried: Result<(), Failure>) -> Self {
        match (tried, before) {
            (Ok(()), None) => Self::Again,
            (Ok(()), Some(_)) => Self::Undrawn(ipc::unexpected()),
            (Err(why), _) => Self::Undrawn(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::Code;

    use super::*;

    #[test]
    fn a_picture_is_asked_for_once_more_at_most() {
        let why = Failure::new(Code::ReaderDied, "It was too much.");
        let again = Missed::after(None, Ok(()));
        assert_eq!(again, Missed::Again);
        assert_eq!(Missed::after(Some(&again), Ok(())), Missed::Undrawn(ipc::unexpected()));
        for before in [None, Some(&again)] {
            assert_eq!(Missed::after(before, Err(why.clone())), Missed::Undrawn(why.clone()));
        }
    }
}
