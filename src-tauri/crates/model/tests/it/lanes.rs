//! What is done with three sequences side by side, in any order.

use proptest::prelude::*;

/// One thing that is done.
#[derive(Debug, Clone)]
pub enum Step {
    /// Append so many tokens to each.
    Append([usize; 3]),
    /// Remove so many tokens from the end of one.
    Truncate(usize, usize),
    /// Have one go on from so many tokens of another.
    Branch(usize, usize, usize),
}

pub fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => [0_usize..60, 0_usize..60, 0_usize..60].prop_map(Step::Append),
        2 => (0_usize..3, 0_usize..80).prop_map(|(lane, removed)| Step::Truncate(lane, removed)),
        1 => (0_usize..3, 1_usize..3, 0_usize..200)
            .prop_map(|(to, from, len)| Step::Branch(to, (to + from) % 3, len)),
    ]
}
