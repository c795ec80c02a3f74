//! Answers questions from the sentences that mention the names in the question (after MKRAG's LoopAgent). If they do
//! not suffice, a further round searches the sentences about names found in them, for the words of the question that
//! are still unanswered. Sentences are found by themselves, by questions that they answer, or several at once (MKRAG's
//! grains).

pub(crate) mod candidates;
pub(crate) mod count;
mod document;
mod next_round;
pub(crate) mod question_pairs;
mod ranking;
pub(crate) mod reranking;
pub(crate) mod search;
pub(crate) mod unit;

#[cfg(test)]
mod tests;
