//! Random steps on three sequences side by side.

use proptest::prelude::*;

/// A step.
#[derive(Debug, Clone)]
pub enum Step {
    /// Appends this number of tokens to each sequence.
    Append([usize; 3]),
    /// Removes a number of tokens from the end of one sequence.
    Truncate(usize, usize),
    /// Makes one sequence continue from a number of another one's tokens.
    Branch(usize, usize, usize),
}

pub fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => [0_usize..60, 0_usize..60, 0_usize..60].prop_map(Step::Append),
        2 => (0_usize..3, 0_usize..80).prop_map(|(slot, removed)| Step::Truncate(slot, removed)),
        1 => (0_usize..3, 1_usize..3, 0_usize..200)
            .prop_map(|(to, from, len)| Step::Branch(to, (to + from) % 3, len)),
    ]
}
