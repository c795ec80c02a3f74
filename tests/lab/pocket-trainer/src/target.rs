//! What a row of a training sequence should predict.

/// The part of the training that a target belongs to; the log shows the accuracy of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// Repeating random words.
    Copy,
    /// Points of chunks of a story.
    Bullets,
    /// Points of points.
    Points,
    /// The one word Yes or No.
    Verdict,
    /// The answer.
    Answer,
    /// The answer that compares several people.
    Compared,
    /// Points of real prose.
    Prose,
    /// A sample of the input.
    Input,
    /// Whether a node states what is asked, known inside the network at the end of the node's line.
    Flag,
    /// The subject matter of a telling, known inside the network at the end of its sentence.
    Gist,
    /// Looking for the same person, or for the relation in question.
    Match,
    /// Looking for the preceding item.
    Link,
    /// Looking for the source of a word.
    Source,
    /// Not looking at a question that is unrelated to the node.
    Shun,
}

/// The number of parts.
pub const PARTS: usize = 14;

/// The token that a row should predict.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The row.
    pub row: usize,
    /// The token after it.
    pub token: u32,
    /// Its weight in the loss.
    pub weight: f32,
    /// The part it belongs to.
    pub part: TargetKind,
    /// The number of blocks after which the row should know it; 0 for the end of the network.
    pub depth: usize,
}
