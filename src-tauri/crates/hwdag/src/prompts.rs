//! The words with which the model is asked. Structure: PECAN appendix A; wording: ours.
//!
//! Every text that stands between two pieces of a prompt is here, so that whoever trains a
//! model for Pecan trains it on exactly what it will be shown. Each piece is tokenised by
//! itself, and the pieces are joined as tokens:
//!
//! - a chunk is its own tokens, as they were cut from the document;
//! - a point, wherever it is shown (to be summarised, or looked at in a search), is
//!   [`BULLET_MARK`], then one space and its text as one piece (`" Mira keeps …"`): the very
//!   tokens that the model wrote;
//! - a question is one space and its text as one piece;
//! - every chunk, point and written bullet ends with [`LINE_BREAK`], a piece of its own.
//!
//! So the first turn of a search reads
//! `SUFFICIENT_OPEN · " " question · SUFFICIENT_INFORMATION · (node · LINE_BREAK)*`
//! or, with nodes first,
//! `NODES_FIRST_OPEN · (node · LINE_BREAK)* · QUESTION · " " question · LINE_BREAK`
//! and, once a further node is visited, `NODES_FIRST_FURTHER · (node · LINE_BREAK)*`;
//! a question that follows others has before it, for each of them, `EARLIER_QUESTION · " " question ·
//! EARLIER_ANSWER · " " answer · LINE_BREAK` and then [`QUESTION`], and begins with
//! [`FOLLOWING_OPEN`] where it comes before the nodes;
//! a summary is asked for with `SUMMARIZE_OPEN · (node · LINE_BREAK)* · SUMMARIZE_CLOSE`;
//! questions about somebody are asked for with `PAIRS_OPEN · " " name · PAIRS_INFORMATION · (point · LINE_BREAK)*`, and
//! the reply begins with [`QUESTION`]; an example of this with its reply comes first, as an earlier turn;
//! each between the pieces of the model's own chat template.

/// Before the segments that a summary is wanted of, one per line.
pub const SUMMARIZE_OPEN: &str =
    "Summarize the following segments, which are separated by line breaks.\n\n";

/// After the segments, the last of which has already ended its line.
pub const SUMMARIZE_CLOSE: &str = "\nWrite summary points. Group what belongs together by \
meaning, not one summary point per segment. Use full names in place of pronouns. Each summary \
point is one sentence on a line of its own that begins with \"* \". Write nothing else.";

/// After [`SUMMARIZE_CLOSE`], when the model is asked once more because it wrote no point.
pub const SUMMARIZE_AGAIN: &str = "\nBegin every line with \"* \".";

/// What every line that states a point begins with, read or written.
pub const BULLET_MARK: &str = "*";

/// Ends every chunk, point and written bullet.
pub const LINE_BREAK: &str = "\n";

/// Before the question, in the first turn of a search.
pub const SUFFICIENT_OPEN: &str = "Can the question be answered by the following information? \
Answer Yes or No, in one word, without explanation.\nQuestion:";

/// Between the question and the visited nodes.
pub const SUFFICIENT_INFORMATION: &str = "\nInformation:\n";

/// Before the first of the earlier exchanges, in the place of [`SUFFICIENT_OPEN`], where the question
/// follows others.
pub const FOLLOWING_OPEN: &str = "Can the last question be answered by the following information? \
Answer Yes or No, in one word, without explanation. It follows what was asked and answered \
before.\n";

/// Before a question that was asked earlier.
pub const EARLIER_QUESTION: &str = "Earlier question:";

/// Between a question that was asked earlier and its answer.
pub const EARLIER_ANSWER: &str = "\nEarlier answer:";

/// Before the top level, in the first turn of a search that shows nodes first.
pub const NODES_FIRST_OPEN: &str = "Can the question after the following information be answered \
by it? Answer Yes or No, in one word, without explanation.\nInformation:\n";

/// Before the question, where the top level or earlier exchanges come first.
pub const QUESTION: &str = "Question:";

/// Between the question and the nodes below the top level, where nodes come first.
pub const NODES_FIRST_FURTHER: &str = "Further information:\n";

/// The assistant's reply that opens the second turn once enough has been found.
pub const YES: &str = "Yes";

/// The assistant's reply when what was shown does not answer the question.
pub const NO: &str = "No";

/// The whole second turn.
pub const ANSWER: &str =
    "Answer the question from the information above, as concisely as possible.";

/// Before the name of somebody about whom questions are wanted.
pub const PAIRS_OPEN: &str = "Write questions about";

/// Between that name and the sentences.
pub const PAIRS_INFORMATION: &str =
    "\nthat the following information answers, each with its answer.\nInformation:\n";

/// Before the answer to a question that the model wrote itself; each of the two is a line.
pub const PAIR_ANSWER: &str = "Answer:";

/// Somebody about whom questions were written before, as an example.
pub const PAIRS_EXAMPLE_NAME: &str = "Mira Holt";

/// The sentences of the example.
pub const PAIRS_EXAMPLE_SENTENCES: [&str; 3] = [
    "Mira Holt, the baker's daughter, hid the letter under a loose board.",
    "It was late when old Tom came to the mill and gave Mira Holt a red boat.",
    "Mira Holt wept, because the river had taken her house.",
];

/// The questions of the example, with their answers.
pub const PAIRS_EXAMPLE_PAIRS: [(&str, &str); 3] = [
    ("Where did Mira Holt hide the letter?", "under a loose board"),
    ("Who gave Mira Holt a red boat?", "old Tom"),
    ("Why did Mira Holt weep?", "because the river had taken her house"),
];
