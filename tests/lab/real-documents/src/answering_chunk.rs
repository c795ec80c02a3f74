//! Which chunk of a tale answers a question. The data names the tale, but not the place in it. So the
//! chunk is searched for by words, and a question counts only if they leave no doubt.

use hwdag::grounding::support;

use super::scores::contains_answer;

/// The least share of the content words of question and answer in the chunk.
const LEAST: f64 = 0.7;
/// By how much that share must exceed that of every other chunk.
const AHEAD: f64 = 0.15;

/// A question with an answer, whose chunk is searched for.
#[derive(Debug, Clone, Copy)]
pub struct Sought<'a> {
    /// The question.
    pub question: &'a str,
    /// An answer.
    pub answer: &'a str,
    /// Whether the answer is in the text verbatim, according to the data.
    pub explicit: bool,
}

impl Sought<'_> {
    /// Returns the one chunk that has most of the question's and the answer's words, clearly ahead of
    /// all others. If it answers an explicit question, it has all of the answer's.
    pub fn locate<T: AsRef<str>>(&self, chunks: &[T]) -> Option<usize> {
        let words = format!("{} {}", self.question, self.answer);
        let share = |chunk: &T| support(&words, [chunk.as_ref()]).words;
        let mut shares: Vec<(f64, usize)> = chunks.iter().map(share).zip(0..).collect();
        shares.sort_by(|a, b| b.0.total_cmp(&a.0));
        let &(best, place) = shares.first()?;
        let next = shares.get(1).map_or(0.0, |&(next, _)| next);
        let is_clear = best >= LEAST && best - next >= AHEAD;
        let is_there =
            !self.explicit || contains_answer(self.answer, chunks[place].as_ref()) == Some(true);
        (is_clear && is_there).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHUNKS: [&str; 3] = [
        "The youngest prince found a white cat in a castle in the forest.",
        "The eldest prince bought a little dog for the king.",
        "The king wished for a dog.",
    ];

    fn found(question: &str, answer: &str, explicit: bool) -> Option<usize> {
        Sought { question, answer, explicit }.locate(&CHUNKS)
    }

    #[test]
    fn a_chunk_is_found_only_without_doubt() {
        assert_eq!(found("Whom did the youngest prince find?", "a white cat", true), Some(0));
        // Each of the others has half of it.
        assert_eq!(found("What did the king wish?", "a little dog", true), None);
        assert_eq!(found("Who wished for a dog?", "the king", true), Some(2));
    }

    #[test]
    fn an_explicit_answer_stands_there_with_all_its_words() {
        let question = "What did the eldest prince buy for the little king?";
        assert_eq!(found(question, "a black dog", true), None);
        assert_eq!(found(question, "a black dog", false), Some(1));
    }
}
