//! Where heads should look: a pointer that the network has to find anyway is learnt many times
//! faster when it is shown.

use super::target::TargetKind;

/// One head of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttentionHead {
    /// The block, from 0.
    pub layer: usize,
    /// The head in it.
    pub head: usize,
}

/// From the end of a telling to its person's name, in the same sentence or the one before.
pub const PERSON: AttentionHead = AttentionHead { layer: 1, head: 0 };
/// From an item to the last one before it that is about the same person or states the same.
pub const SAME: AttentionHead = AttentionHead { layer: 2, head: 1 };
/// From a node to the words of the question that ask for what the node states.
pub const FIELD: AttentionHead = AttentionHead { layer: 2, head: 2 };
/// From an item to be summarised to the one before it.
pub const LINK: AttentionHead = AttentionHead { layer: 3, head: 0 };
/// From the verdict to the node that suffices; if the question is about several people, to the
/// statements about the first, the second and the third of them.
pub const FOUND: [AttentionHead; 3] = [
    AttentionHead { layer: 4, head: 1 },
    AttentionHead { layer: 4, head: 3 },
    AttentionHead { layer: 5, head: 1 },
];
/// From a value in a node to the same value in a question that counts it.
pub const VALUE: AttentionHead = AttentionHead { layer: 2, head: 3 };
/// From a written word to its source.
pub const SOURCE: [AttentionHead; 2] =
    [AttentionHead { layer: 4, head: 0 }, AttentionHead { layer: 5, head: 0 }];

/// From a telling in a visited chunk to the question that it answers.
pub const TOLD: AttentionHead = AttentionHead { layer: 3, head: 1 };
/// From a word that a point mentions in addition to the line that states it.
pub const ALSO: [AttentionHead; 2] =
    [AttentionHead { layer: 4, head: 2 }, AttentionHead { layer: 5, head: 2 }];

/// The first row of an item, and the one after its last.
pub type RowRange = (usize, usize);

/// The row that stands for "nowhere": the first row, which every row sees.
pub const NOWHERE: RowRange = (0, 1);

/// The target that a row look at some rows.
#[derive(Clone, Copy, Debug)]
pub struct Gaze {
    /// The row.
    pub row: usize,
    /// The head that should look.
    pub place: AttentionHead,
    /// The first of the rows to look at, and the one after the last.
    pub at: (usize, usize),
    /// Its weight in the loss.
    pub weight: f32,
}

impl Gaze {
    /// The part it belongs to in the log.
    pub fn part(&self) -> TargetKind {
        match self.place {
            SAME | FIELD | TOLD | PERSON | VALUE => TargetKind::Match,
            place if place == LINK || ALSO.contains(&place) => TargetKind::Link,
            _ => TargetKind::Source,
        }
    }
}

/// The target that rows not look at some others with any head of any block.
#[derive(Clone, Copy, Debug)]
pub struct Shun {
    /// The first of the rows, and the one after the last.
    pub rows: (usize, usize),
    /// The first of the rows not to look at, and the one after the last.
    pub at: (usize, usize),
    /// The weight of each row and head in the loss.
    pub weight: f32,
}

impl Shun {
    /// The share of a row's attention that goes elsewhere, as it should.
    pub fn share(&self, row: &[f32]) -> f32 {
        let (before, after) = (&row[..self.at.0], &row[self.at.1..]);
        before.iter().chain(after).sum::<f32>().max(1e-9)
    }
}

/// The share of a row's attention that goes where it should.
pub fn share(row: &[f32], gaze: &Gaze) -> f32 {
    row[gaze.at.0..gaze.at.1].iter().sum::<f32>().max(1e-9)
}
