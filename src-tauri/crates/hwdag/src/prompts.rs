//! The wording of the prompts. Structure: PECAN appendix A; wording: ours.
//!
//! Every text between two pieces of a prompt is here, so that a model trained for Pecan can be trained on exactly what
//! it will be shown. Each piece is tokenised by itself, and the pieces are joined as tokens:
//!
//! - a chunk is its own tokens, as they were cut from the document;
//! - a point, wherever it is shown (to be summarised, or viewed in a search), is [`BULLET_MARK`], then one space and
//!   its text as one piece (`" Mira keeps …"`): the very tokens that the model wrote;
//! - a question is one space and its text as one piece;
//! - every chunk, point and written bullet ends with [`LINE_BREAK`], a piece of its own.
//!
//! So the first turn of a search reads `SUFFICIENT_OPEN · " " question · SUFFICIENT_INFORMATION · (node · LINE_BREAK)*`
//! or, with nodes first, `NODES_FIRST_OPEN · (node · LINE_BREAK)* · QUESTION · " " question · LINE_BREAK` and, once a
//! further node is visited, `NODES_FIRST_FURTHER · (node · LINE_BREAK)*`. A question that follows others is preceded,
//! for each of them, by `EARLIER_QUESTION · " " question · EARLIER_ANSWER · " " answer · LINE_BREAK`, and then by
//! [`QUESTION`]; it begins with [`FOLLOWING_OPEN`] if it comes before the nodes. The prompt for a summary is
//! `SUMMARIZE_OPEN · (node · LINE_BREAK)* · SUMMARIZE_CLOSE`. The prompt for questions about a person is
//! `PAIRS_OPEN · " " name · PAIRS_INFORMATION · (point · LINE_BREAK)*`, and its reply begins with [`QUESTION`]; an
//! example with its reply precedes it as an earlier turn. Each stands between the pieces of the model's own chat
//! template.

/// Before the segments to summarise, one per line.
pub const SUMMARIZE_OPEN: &str =
    "Summarize the following segments, which are separated by line breaks.\n\n";

/// After the segments, whose last line has already ended.
pub const SUMMARIZE_CLOSE: &str = "\nWrite summary points. Group what belongs together by \
meaning, not one summary point per segment. Use full names in place of pronouns. Each summary \
point is one sentence on a line of its own that begins with \"* \". Write nothing else.";

/// After [`SUMMARIZE_CLOSE`], when the model is asked again because it wrote no point.
pub const SUMMARIZE_AGAIN: &str = "\nBegin every line with \"* \".";

/// The beginning of every line that states a point, read or written.
pub const BULLET_MARK: &str = "*";

/// Ends every chunk, point and written bullet.
pub const LINE_BREAK: &str = "\n";

/// Before the question, in the first turn of a search.
pub const SUFFICIENT_OPEN: &str = "Can the question be answered by the following information? \
Answer Yes or No, in one word, without explanation.\nQuestion:";

/// Between the question and the visited nodes.
pub const SUFFICIENT_INFORMATION: &str = "\nInformation:\n";

/// Before the first of the earlier exchanges, in place of [`SUFFICIENT_OPEN`], if the question follows others.
pub const FOLLOWING_OPEN: &str = "Can the last question be answered by the following information? \
Answer Yes or No, in one word, without explanation. It follows what was asked and answered \
before.\n";

/// Before an earlier question.
pub const EARLIER_QUESTION: &str = "Earlier question:";

/// Between an earlier question and its answer.
pub const EARLIER_ANSWER: &str = "\nEarlier answer:";

/// Before the top level, in the first turn of a search that shows nodes first.
pub const NODES_FIRST_OPEN: &str = "Can the question after the following information be answered \
by it? Answer Yes or No, in one word, without explanation.\nInformation:\n";

/// Before the question, if the top level or earlier exchanges come first.
pub const QUESTION: &str = "Question:";

/// Between the question and the nodes below the top level, if nodes come first.
pub const NODES_FIRST_FURTHER: &str = "Further information:\n";

/// The assistant's reply that opens the second turn once enough has been found.
pub const YES: &str = "Yes";

/// The assistant's reply if the information shown does not answer the question.
pub const NO: &str = "No";

/// The whole second turn.
pub const ANSWER: &str =
    "Answer the question from the information above, as concisely as possible.";

/// Before the name of the person that the questions are about.
pub const PAIRS_OPEN: &str = "Write questions about";

/// Between that name and the sentences.
pub const PAIRS_INFORMATION: &str =
    "\nthat the following information answers, each with its answer.\nInformation:\n";

/// Before the answer to a question that the model wrote itself; each of the two is on its own line.
pub const PAIR_ANSWER: &str = "Answer:";

/// The person in the example.
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
