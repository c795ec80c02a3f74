//! Going through a list in a circle.

/// The position after or before this one among `count`, wrapping around.
pub fn next(shown: Option<usize>, count: usize, forward: bool) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match (shown, forward) {
        (None, true) => 0,
        (None, false) => last,
        (Some(at), true) => (at + 1) % count,
        (Some(at), false) => at.checked_sub(1).unwrap_or(last),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_come_one_after_the_other_all_around() {
        for (shown, count, forward, expected) in [
            (None, 0, true, None),
            (None, 3, true, Some(0)),
            (None, 3, false, Some(2)),
            (Some(2), 3, true, Some(0)),
            (Some(1), 3, true, Some(2)),
            (Some(0), 3, false, Some(2)),
        ] {
            assert_eq!(next(shown, count, forward), expected, "{shown:?} of {count}");
        }
    }
}
