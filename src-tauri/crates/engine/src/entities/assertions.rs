//! Decides whether a sentence states what its words say. Denials, conditions, wishes, plans, beliefs and questions do not.
//! English words only.

use std::ops::Range;

use hwdag::grounding::SourceWords;

use crate::entities::sentence_tokens::{POSSESSIVE, Token};

/// Marks and words that make a whole sentence state nothing: questions, conditions and denials.
#[rustfmt::skip]
const OPEN: [&str; 16] = [
    "?", "allegedly", "denial", "denied", "denies", "deny", "denying", "false", "falsely", "if", "reputedly",
    "supposedly", "unless", "unlikely", "untrue", "whether",
];
/// Verbs of what may be.
const MODALS: [&str; 9] =
    ["could", "may", "might", "must", "ought", "shall", "should", "will", "would"];
/// Words after which something is thought, wished, planned or guessed, not stated. In alphabetical order.
#[rustfmt::skip]
const NOT_STATING: &[&str] = &[
    "almost", "assume", "assumed", "assumes", "believe", "believed", "believes", "claim", "claimed", "claims",
    "doubt", "doubted", "doubtful", "doubts", "dream", "dreamed", "dreams", "dreamt", "expect", "expected", "expects",
    "fancied", "fancies", "fancy", "feared", "fears", "guess", "guessed", "hope", "hoped", "hopes", "hoping",
    "imagine", "imagined", "imagines", "impossible", "improbable", "intend", "intended", "intends", "let", "lets",
    "lie", "maybe", "myth", "nearly", "perhaps", "plan", "planned", "plans", "possibly", "pretend", "pretended",
    "pretends", "probably", "promise", "promised", "promises", "rumor", "rumour", "rumoured", "seem", "seemed",
    "seems", "suppose", "supposed", "supposes", "suspect", "suspected", "suspects", "think", "thinks", "thought",
    "threatened", "uncertain", "unclear", "unsure", "want", "wanted", "wants", "wish", "wished", "wishes", "wishing",
];
/// Verbs before their subject, as in questions and conditions: "Had Ann lived".
#[rustfmt::skip]
const BEFORE_SUBJECTS: [&str; 11] =
    ["are", "did", "do", "does", "had", "has", "have", "is", "might", "was", "were"];
/// Words that deny. In alphabetical order.
#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "barely", "cannot", "hardly", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing", "nowhere",
    "rarely", "scarcely", "seldom",
];
/// The number of words before a verb within which a negation denies it.
const NEGATED: usize = 3;
/// The number of words at the beginning of a clause of which one denies it all: "Nobody believed", "Should Ann".
const FIRST: usize = 2;
/// Verbs before "to" that state what follows: "used to live".
#[rustfmt::skip]
const STATING_BEFORE_TO: [&str; 10] = [
    "began", "came", "continued", "continues", "happened", "learned", "learnt", "started", "used", "went",
];
/// Prepositions before a form in "-ing" that state nothing: "dreams of living".
const BEFORE_GERUND: [&str; 6] = ["about", "against", "for", "from", "of", "without"];
/// Pronouns that are subjects.
const SUBJECTS: [&str; 7] = ["he", "i", "it", "she", "they", "we", "you"];
/// Marks and words that end what a word before them says.
const ENDS_OF_SCOPE: [&str; 3] = [";", ":", "but"];

/// Returns whether a lower-case word denies what follows it.
pub(crate) fn denies(word: &str) -> bool {
    NEGATIONS.binary_search(&word).is_ok() || word.replace('’', "'").ends_with("n't")
}

/// Returns whether a sentence may state something: it asks nothing, and sets no condition.
pub(crate) fn may_state(tokens: &[Token]) -> bool {
    let is_no_longer = |pair: &[Token]| {
        pair[0].is_of(&["no", "any"]) && pair[1].is_of(&["longer", "more"])
            || pair[0].is_of(&["as"]) && pair[1].is_of(&["though"])
    };
    !tokens.iter().any(|token| token.is_of(&OPEN)) && !tokens.windows(2).any(is_no_longer)
}

/// Returns whether a sentence says only what may be, might be or would be.
pub(crate) fn is_only_possible(tokens: &[Token]) -> bool {
    tokens.iter().any(is_modal)
}

/// Returns whether a sentence states what the word at `verb` says. A word that was asked for, such as "want" in "who
/// wants to live in Norwich", opens nothing.
pub(crate) fn states(tokens: &[Token], verb: usize, asked: &SourceWords) -> bool {
    may_state(tokens) && !is_plan(tokens, verb, asked) && !is_doubted(tokens, verb, asked)
}

/// Returns whether a verb follows "to" or a preposition: "hoped to live", "spoke of living".
fn is_plan(tokens: &[Token], verb: usize, asked: &SourceWords) -> bool {
    let is_within = |token: &Token| {
        token.is_of(&["be", "been", "have"]) || token.name.is_none() && token.text.ends_with("ly")
    };
    let before = tokens[..verb].iter().rposition(|token| !is_within(token));
    let Some((last, before)) = before.map(|at| (at, &tokens[at])) else { return false };
    let is_gerund = tokens[verb].text.ends_with("ing");
    if before.is_of(&["to"]) {
        let governs = last.checked_sub(1).map(|at| &tokens[at]);
        return !governs.is_some_and(|word| {
            word.is_of(&STATING_BEFORE_TO) || word.name.is_none() && asked.has(&word.text)
        });
    }
    is_gerund && before.is_of(&BEFORE_GERUND)
}

/// Returns whether words before `verb` deny it or make it a thought, a wish or a possibility.
pub(crate) fn is_doubted(tokens: &[Token], verb: usize, asked: &SourceWords) -> bool {
    let start = tokens[..verb].iter().rposition(|token| token.is_of(&ENDS_OF_SCOPE));
    let start = start.map_or(0, |at| at + 1);
    let first = (start..verb).find(|&at| !tokens[at].is_mark());
    let is_subject = |token: &Token| token.name.is_some() || token.is_of(&SUBJECTS);
    let is_inverted = |at: usize| {
        let next = tokens[at + 1..=verb.min(tokens.len() - 1)].first();
        tokens[at].is_of(&BEFORE_SUBJECTS) && next.is_some_and(is_subject)
    };
    if first.is_some_and(is_inverted) {
        return true;
    }
    (start..verb).filter(|&at| tokens[at].name.is_none()).any(|at| {
        let word = &tokens[at].text;
        let between = &tokens[at + 1..verb];
        let before = tokens[start..at].iter().filter(|token| !token.is_mark());
        let is_first =
            before.clone().count() < FIRST && before.clone().all(|one| one.name.is_none());
        let leads_on = between.iter().any(|token| token.is_of(&["that"]));
        if asked.has(word) {
            return false;
        }
        if denies(word) {
            return is_first || leads_on || between.len() < NEGATED;
        }
        if is_modal(&tokens[at]) {
            return is_first || between.iter().all(|token| token.name.is_none());
        }
        NOT_STATING.binary_search(&word.as_str()).is_ok()
            && (leads_on || !begins_another_verb(tokens, at + 1..verb))
    })
}

fn is_modal(token: &Token) -> bool {
    token.is_of(&MODALS) || token.text.ends_with("'ll") || token.text.ends_with("'d")
}

/// Returns whether an "and" or a comma stands here that does not join names.
fn begins_another_verb(tokens: &[Token], range: Range<usize>) -> bool {
    let is_name = |at: usize| tokens.get(at).is_some_and(|token| token.name.is_some());
    let is_join = |at: usize| tokens[at].is_of(&["and", ","]);
    let mut joins = range.filter(|&at| is_join(at));
    joins.any(|at| !(is_name(at.wrapping_sub(1)) && (is_name(at + 1) || is_join(at + 1))))
}

/// Returns whether a name before `at` is possessive: "Ann's" before "brother".
pub(crate) fn is_possessive(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|next| next.is_of(&[POSSESSIVE, "'", "’"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entities::sentence_tokens::tokens;

    fn states_living(text: &str) -> bool {
        let tokens = tokens(text);
        let verb = tokens.iter().position(|token| token.text.starts_with("liv")).unwrap();
        states(&tokens, verb, &SourceWords::new(["live in Norwich"]))
    }

    #[test]
    fn statements_are_told_from_denials_conditions_wishes_and_questions() {
        assert!(NEGATIONS.is_sorted() && NOT_STATING.is_sorted());
        for text in [
            "Ann lives in Norwich.",
            "Ann used to live in Norwich.",
            "Ann did not like Ely and lived in Norwich.",
            "Tom said that Ann lives in Norwich.",
            "Nobody knew her, but Ann lived in Norwich.",
            "She wanted a house, and lived in Norwich.",
            "In May Ann lived in Norwich.",
        ] {
            assert!(states_living(text), "{text}");
        }
        for text in [
            "It is not true that Ann lives in Norwich.",
            "Nobody believed that Ann lived in Norwich.",
            "Nobody believed Ann had ever lived in Norwich.",
            "Tom denied that Ann lives in Norwich.",
            "That Ann lives in Norwich is untrue.",
            "If Ann lived in Norwich, she came by ship.",
            "Tom came by ship, if Ann lives in Norwich.",
            "Ann would never have gladly lived in Norwich.",
            "Should Ann live in Norwich, Tom comes.",
            "Ann wants to live in Norwich.",
            "Tom hoped that Ann and Una lived in Norwich.",
            "Tom believed Ann lived in Norwich.",
            "Ann spoke of living in Norwich.",
            "Ann was to have lived in Norwich.",
            "Does Ann live in Norwich?",
            "Had she lived in Norwich, she was happy.",
            "It is a lie that Ann lives in Norwich.",
            "Ann no longer lives in Norwich.",
            "Ann lives in Norwich no more.",
            "Tom spoke as though Ann lived in Norwich.",
        ] {
            assert!(!states_living(text), "{text}");
        }
    }
}
