//! Where heads should look: a pointer that has to be found anyway is learnt many times faster
//! when it is shown.

use super::example::Part;

/// One head of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The block, from 0.
    pub layer: usize,
    /// The head in it.
    pub head: usize,
}

/// From the end of a telling to the name of whom it is told, in it or in the sentence before.
pub const PERSON: Place = Place { layer: 1, head: 0 };
/// From something to the last thing before it that is of the same person or states the same.
pub const SAME: Place = Place { layer: 2, head: 1 };
/// From a node to the words of the question that ask for what the node states.
pub const FIELD: Place = Place { layer: 2, head: 2 };
/// From something to write a point of to the one before it.
pub const LINK: Place = Place { layer: 3, head: 0 };
/// From the verdict to the node that suffices; where several people are asked about, to what is
/// told of the first, the second and the third of them.
pub const FOUND: [Place; 3] =
    [Place { layer: 4, head: 1 }, Place { layer: 4, head: 3 }, Place { layer: 5, head: 1 }];
/// From a value in a node to the same one in a question that counts it.
pub const VALUE: Place = Place { layer: 2, head: 3 };
/// From a written word to where it comes from.
pub const SOURCE: [Place; 2] = [Place { layer: 4, head: 0 }, Place { layer: 5, head: 0 }];

/// From a telling in a visited chunk to the question that it answers.
pub const TOLD: Place = Place { layer: 3, head: 1 };
/// From a word that a point names besides to the line that states it.
pub const ALSO: [Place; 2] = [Place { layer: 4, head: 2 }, Place { layer: 5, head: 2 }];

/// The first row of something, and the one after its last.
pub type Rows = (usize, usize);

/// The row that stands for "nowhere": the first, which every row sees.
pub const NOWHERE: Rows = (0, 1);

/// That a row should look at some rows.
#[derive(Clone, Copy, Debug)]
pub struct Gaze {
    /// The row.
    pub row: usize,
    /// The head that should look.
    pub place: Place,
    /// The first of the rows to look at, and the one after the last.
    pub at: (usize, usize),
    /// How much it counts.
    pub weight: f32,
}

impl Gaze {
    /// What it belongs to in the log.
    pub fn part(&self) -> Part {
        match self.place {
            SAME | FIELD | TOLD | PERSON | VALUE => Part::Match,
            place if place == LINK || ALSO.contains(&place) => Part::Link,
            _ => Part::Source,
        }
    }
}

/// That rows should look at some others with no head of any block.
#[derive(Clone, Copy, Debug)]
pub struct Shun {
    /// The first of the rows, and the one after the last.
    pub rows: (usize, usize),
    /// The first of the rows not to look at, and the one after the last.
    pub at: (usize, usize),
    /// How much each row and head counts.
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
