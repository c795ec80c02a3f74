//! Words that deny, restrict or open what a question asks for. Sentences that have the words of such a question need not
//! answer it, so it is no question for a list. In English, the language in which such questions are recognised.

use hwdag::grounding::is_number;

/// Words that turn the condition into another one, in alphabetical order: denials, exceptions, alternatives, times,
/// comparisons, possibilities, and the beginnings of further clauses.
#[rustfmt::skip]
const RESTRICTING: &[&str] = &[
    "after", "again", "ago", "apart", "aside", "barely", "because", "before", "besides", "between", "both",
    "but", "can", "cannot", "could", "different", "during", "each", "either", "else", "every", "exactly", "except",
    "excepting", "excluding", "fewer", "hardly", "how", "if", "instead", "just", "least", "less", "may", "merely",
    "might", "more", "must", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing", "nowhere", "once",
    "one", "only", "or", "other", "others", "otherwise", "precisely", "rarely", "rather", "same", "scarcely", "seldom",
    "shall", "should", "since", "solely", "than", "that", "then", "though", "till", "unless", "unlike", "until",
    "when", "whenever", "where", "whether", "which", "while", "whilst", "who", "whom", "whose", "why", "will",
    "without", "would", "yet",
];
/// Words that restrict a number after them.
#[rustfmt::skip]
const BEFORE_NUMBERS: [&str; 10] =
    ["above", "below", "beyond", "by", "from", "over", "past", "to", "under", "within"];

/// Returns whether words of a question ask for something else than what sentences with these words say.
pub(crate) fn restricts(said: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let written: Vec<&str> =
        said.split(|c: char| !is_letter(c)).filter(|word| !word.is_empty()).collect();
    let words: Vec<String> =
        written.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
    let is_capitalised =
        |at: usize| written.get(at).is_some_and(|word| word.starts_with(char::is_uppercase));
    let is_restricting = |at: usize| match words[at].as_str() {
        "may" | "will" => !is_capitalised(at),
        // "Best of all" restricts nothing.
        "all" => at == 0 || words[at - 1] != "of",
        "most" => at + 1 < words.len() && words[at + 1] != "of",
        // Two names must both occur in a sentence; two other conditions may be said in different ones.
        "and" => at == 0 || !is_capitalised(at - 1) || !is_capitalised(at + 1),
        "as" => words[at + 1..].iter().any(|word| word == "as"),
        word if BEFORE_NUMBERS.contains(&word) => {
            words.get(at + 1).is_some_and(|next| is_number(next))
        }
        word => word.ends_with("n't") || RESTRICTING.binary_search(&word).is_ok(),
    };
    (0..words.len()).any(is_restricting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_denies_restricts_or_opens_is_recognised() {
        assert!(RESTRICTING.is_sorted());
        for said in [
            "do not live in Norwich",
            "don’t live in Norwich",
            "never lived in Norwich",
            "no longer live in Norwich",
            "lived without a dog",
            "besides Tom Bell live in Norwich",
            "live neither in Norwich nor in York",
            "live in Norwich or York",
            "live in Norwich and own a ship",
            "lived in Norwich before 1890",
            "lived in Norwich by 1890",
            "lived in Norwich from 1880 to 1890",
            "own more than one ship",
            "are over thirty years old",
            "are as old as Tom",
            "own both ships",
            "only live in Norwich",
            "own at least two ships",
            "would live in Norwich",
            "met a man who lives in Norwich",
        ] {
            assert!(restricts(said), "{said}");
        }
    }

    #[test]
    fn what_sentences_say_is_left() {
        for said in [
            "live in Norwich",
            "lived in Norwich in May 1890",
            "like eggs best of all dishes",
            "like eggs most",
            "met Ann Hill and Tom Bell",
            "are eighty years old",
            "Mira Stone met in May",
            "moved to Norwich",
            "work as a smith",
            "",
        ] {
            assert!(!restricts(said), "{said}");
        }
    }
}
