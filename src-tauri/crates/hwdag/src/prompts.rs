//! The words with which the model is asked. Structure: PECAN appendix A; wording: ours.
//!
//! Every text that stands between two pieces of a prompt is here, so that whoever trains a
//! model for Pecan trains it on exactly what it will be shown.

/// Before the segments that a summary is wanted of, one per line.
pub const SUMMARIZE_OPEN: &str =
    "Summarize the following segments, which are separated by line breaks.\n\n";

/// After the segments.
pub const SUMMARIZE_CLOSE: &str = "\n\nWrite summary points. Group what belongs together by \
meaning, not one summary point per segment. Use full names in place of pronouns. Each summary \
point is one sentence on a line of its own that begins with \"* \". Write nothing else.";

/// What every Information Point begins with, in a list that the model writes or reads when it
/// summarises points.
pub const BULLET: &str = "* ";

/// Between two segments, two nodes or two bullets.
pub const LINE_BREAK: &str = "\n";

/// Before the question, in the first turn of a search.
pub const SUFFICIENT_OPEN: &str = "Can the question be answered by the following information? \
Answer Yes or No, in one word, without explanation.\nQuestion: ";

/// Between the question and the visited nodes; each node is followed by a line break.
pub const SUFFICIENT_INFORMATION: &str = "\nInformation:\n";

/// The assistant's reply that opens the second turn once enough has been found.
pub const YES: &str = "Yes";

/// The whole second turn.
pub const ANSWER: &str =
    "Answer the question from the information above, as concisely as possible.";
