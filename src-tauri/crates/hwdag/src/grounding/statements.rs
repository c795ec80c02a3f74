//! Whether a text states the opposite of the sentence that its words come from. "The tenant may not sublet" and "the
//! tenant may sublet" have the same content words.
//!
//! Only English words decide: a negation in another clause of a sentence counts like one in the relevant clause, so a
//! text that has only part of the sentence leads to no conclusion.
//!
//! A text also says something else if it repeats a sentence with one name replaced by another ("the landlord may end
//! the lease" for "the tenant may end the lease"), or with a man replaced by a woman ("he saw him" for "he saw her").
//! A name in place of a pronoun is no such case.

use super::source_words::SourceWords;
use crate::words::words;

const NEGATIONS: [&str; 8] = ["not", "no", "never", "nor", "neither", "none", "nobody", "nothing"];
/// Verbs of obligation, and of permission.
const OBLIGATIONS: [&str; 3] = ["must", "shall", "should"];
const PERMISSIONS: [&str; 4] = ["may", "might", "can", "could"];
const MASCULINE: [&str; 4] = ["he", "him", "his", "himself"];
const FEMININE: [&str; 4] = ["she", "her", "hers", "herself"];
/// The number of content words of a text below which no sentence is taken as its source.
const LEAST_WORDS: usize = 2;
/// The share of a text's content words that its source sentence must have.
const SOURCE: f64 = 0.75;
/// The share of a sentence's content words that a text must have to state all of it.
const WHOLE: f64 = 0.9;
/// The share of each other's content words above which a text repeats a sentence except for a few words.
const NEAR: f64 = 0.75;

/// The sentences of a source.
#[derive(Debug, Clone, Default)]
pub(crate) struct Statements(Vec<SourceStatement>);

#[derive(Debug, Clone)]
struct SourceStatement {
    words: SourceWords,
    sense: Sense,
    text: String,
}

/// The part of a sentence's meaning that its content words do not carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sense {
    /// The number of negations.
    negations: usize,
    obliges: bool,
    permits: bool,
    /// The numbers of pronouns for a man, and for a woman.
    masculine: usize,
    feminine: usize,
}

impl Statements {
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let statement = |text: &str| SourceStatement {
            words: SourceWords::new([text]),
            sense: Sense::of(text),
            text: text.to_owned(),
        };
        let of_text = |text: &'a str| {
            sentences::sentences(text).into_iter().map(move |place| statement(&text[place]))
        };
        Self(texts.into_iter().flat_map(of_text).collect())
    }

    /// Returns whether a text states the opposite of every sentence that its words may come from. False if no sentence
    /// has most of them.
    pub fn contradict(&self, text: &str) -> bool {
        if SourceWords::content(text).len() < LEAST_WORDS {
            return false;
        }
        let shares: Vec<f64> = self.0.iter().map(|one| one.words.share(text).words).collect();
        let best = shares.iter().copied().fold(SOURCE, f64::max);
        let mut closest = self.0.iter().zip(shares).filter(|(_, share)| *share >= best).peekable();
        closest.peek().is_some() && closest.all(|(sentence, _)| sentence.contradicts(text))
    }
}

impl SourceStatement {
    fn contradicts(&self, text: &str) -> bool {
        let (own, other) = (self.sense, Sense::of(text));
        let says_more = other.negations > own.negations
            || (other.obliges && !own.obliges)
            || (other.permits && !own.permits);
        let back = SourceWords::new([text]).share(&self.text);
        let is_whole = back.words >= WHOLE;
        let says_less = other.negations < own.negations && is_whole;
        let there = self.words.share(text);
        let is_near = there.words >= NEAR && back.words >= NEAR;
        let swaps_name = !there.names && !back.names;
        says_more || says_less || is_near && (swaps_name || own.swaps_pronoun(other))
    }
}

impl Sense {
    fn of(text: &str) -> Self {
        let mut sense =
            Self { negations: 0, obliges: false, permits: false, masculine: 0, feminine: 0 };
        for place in words(text) {
            let word = text[place].to_lowercase().replace('’', "'");
            let (verb, contracted) = match word.strip_suffix("n't") {
                // "can't" and "won't" lose a letter of the verb.
                Some("ca") => ("can", true),
                Some(verb) => (verb, true),
                None if word == "cannot" => ("can", true),
                None => (word.as_str(), false),
            };
            sense.negations += usize::from(contracted || NEGATIONS.contains(&verb));
            sense.obliges |= OBLIGATIONS.contains(&verb);
            sense.permits |= PERMISSIONS.contains(&verb);
            sense.masculine += usize::from(MASCULINE.contains(&verb));
            sense.feminine += usize::from(FEMININE.contains(&verb));
        }
        sense
    }

    /// Returns whether the other has a pronoun for a woman in place of one for a man, or the reverse.
    fn swaps_pronoun(self, other: Self) -> bool {
        let masculine = self.masculine.cmp(&other.masculine);
        masculine.is_ne() && masculine == self.feminine.cmp(&other.feminine).reverse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE: &str = "The Tenant shall pay the rent on the first day of each month. The Tenant may \
                         not sublet the flat. The Landlord can't enter the flat by night, but he may \
                         send a plumber. Tom sublets the flat. The Tenant may end the Lease early \
                         by three months' written notice, but not before Monday.";

    #[test]
    fn what_says_the_opposite_is_known() {
        let lease = Statements::new([LEASE]);
        for (text, expected) in [
            ("The Tenant may not sublet the flat.", false),
            ("The Tenant may sublet the flat.", true),
            ("The Tenant cannot sublet the flat.", false),
            ("The Tenant must pay the rent.", false),
            ("The Tenant may pay the rent.", true),
            ("The Tenant does not pay the rent.", true),
            ("The Tenant pays the rent.", false),
            ("The Landlord may send a plumber.", false),
            ("The Landlord doesn't enter the flat by night.", false),
            ("Tom sublets the flat.", false),
            ("Tom never sublets the flat.", true),
            ("The Tenant, Tom and the plumber may pay", false),
            (
                "The Tenant may end the Lease early by three months' notice, but not before Monday.",
                false,
            ),
            (
                "The Tenant may not end the Lease early by three months' notice, but not before Monday.",
                true,
            ),
            (
                "The Landlord may end the Lease early by three months' notice, but not before Monday.",
                true,
            ),
            ("No", false),
        ] {
            assert_eq!(lease.contradict(text), expected, "{text}");
        }
        let tale = Statements::new([
            "The giant asked the girl, and he told her to fetch the silver tribute.",
        ]);
        for (text, expected) in [
            ("The giant asked the girl, and he told him to fetch the silver tribute.", true),
            ("The giant asked the girl, and she told her to fetch the silver tribute.", true),
            ("The giant asked the girl, and told her to fetch the silver tribute.", false),
            ("The giant told the girl to fetch the silver tribute.", false),
            ("The giant asked her, and he told the girl to fetch the silver tribute.", false),
        ] {
            assert_eq!(tale.contradict(text), expected, "{text}");
        }
        assert!(!Statements::default().contradict("The Tenant may not pay."));
    }
}
