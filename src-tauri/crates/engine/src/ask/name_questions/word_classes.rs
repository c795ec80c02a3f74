//! Classes of English words by which the parts of a sentence are told apart.

use crate::ask::name_questions::irregular_verbs::is_past_form;
use crate::entities::sentence_tokens::Token;

/// Forms of "to be".
pub(crate) const BE: [&str; 8] = ["am", "are", "be", "been", "being", "is", "was", "were"];
/// Forms of "to have".
pub(crate) const HAVE: [&str; 4] = ["had", "has", "have", "having"];
/// Other words that may begin a verb of several words: "did meet", "used to live".
#[rustfmt::skip]
const AUXILIARIES: [&str; 10] =
    ["began", "came", "continued", "did", "do", "does", "started", "to", "used", "went"];
/// Words that may stand between a subject and its verb, besides those in "-ly".
#[rustfmt::skip]
const ADVERBS: [&str; 22] = [
    "again", "all", "also", "always", "both", "currently", "each", "even", "ever", "first", "just", "now", "often",
    "once", "seldom", "sometimes", "soon", "still", "then", "together", "too", "usually",
];
/// Words that begin a noun phrase.
#[rustfmt::skip]
pub(crate) const DETERMINERS: [&str; 22] = [
    "a", "an", "any", "each", "every", "her", "his", "its", "many", "my", "one", "our", "several", "some", "the",
    "their", "these", "this", "those", "three", "two", "your",
];
const PREPOSITIONS: [&str; 47] = [
    "about",
    "above",
    "across",
    "against",
    "along",
    "among",
    "around",
    "as",
    "at",
    "behind",
    "below",
    "beneath",
    "beside",
    "besides",
    "beyond",
    "by",
    "down",
    "during",
    "except",
    "for",
    "from",
    "in",
    "inside",
    "into",
    "like",
    "near",
    "of",
    "off",
    "on",
    "onto",
    "opposite",
    "out",
    "outside",
    "over",
    "past",
    "round",
    "through",
    "throughout",
    "to",
    "toward",
    "towards",
    "under",
    "unlike",
    "up",
    "upon",
    "via",
    "with",
];
/// Prepositions that mean the same here.
const ALIKE: [&[&str]; 3] = [
    &["at", "in", "inside", "within"],
    &["into", "to", "toward", "towards"],
    &["on", "onto", "upon"],
];
/// Words after a verb that make another verb of it: "married off".
pub(crate) const PARTICLES: [&str; 4] = ["away", "off", "out", "up"];
/// Words that begin another clause.
#[rustfmt::skip]
const CLAUSES: [&str; 22] = [
    "after", "although", "because", "before", "but", "if", "since", "than", "that", "though", "till", "unless",
    "until", "when", "where", "whereas", "whether", "which", "while", "who", "whom", "whose",
];
const PRONOUNS: [&str; 12] =
    ["he", "her", "him", "i", "it", "me", "she", "them", "they", "us", "we", "you"];
/// Words that join what is listed.
pub(crate) const JOINS: [&str; 3] = [",", "and", "&"];

impl Token {
    /// Returns whether it is a preposition.
    pub fn is_preposition(&self) -> bool {
        self.is_of(&PREPOSITIONS) || self.is_of(&["within", "without"])
    }

    /// Returns whether another clause begins with it, or it is a mark that parts clauses.
    pub fn begins_clause(&self) -> bool {
        self.is_of(&CLAUSES) || self.is_mark() && !self.is_of(&JOINS)
    }

    /// Returns whether it may belong to a verb of several words without being its last one.
    pub fn is_auxiliary(&self) -> bool {
        self.is_of(&BE) || self.is_of(&HAVE) || self.is_of(&AUXILIARIES)
    }

    /// Returns whether it is an adverb that may stand within a verb.
    pub fn is_adverb(&self) -> bool {
        self.is_of(&ADVERBS) || self.name.is_none() && self.text.ends_with("ly")
    }

    /// Returns whether it is, or looks like, a verb in a past form or an auxiliary.
    pub fn is_verb(&self) -> bool {
        self.name.is_none() && (self.is_auxiliary_verb() || is_past_form(&self.text))
    }

    fn is_auxiliary_verb(&self) -> bool {
        self.is_of(&BE) || self.is_of(&HAVE) || self.is_of(&["did", "do", "does"])
    }

    /// Returns whether it begins a noun phrase.
    pub fn is_determiner(&self) -> bool {
        self.is_of(&DETERMINERS) || self.name.is_none() && hwdag::grounding::is_number(&self.text)
    }

    /// Returns whether it is a personal pronoun.
    pub fn is_pronoun(&self) -> bool {
        self.is_of(&PRONOUNS)
    }

    /// Returns whether it is a word that may describe a noun: none of the others.
    pub fn may_describe(&self) -> bool {
        self.name.is_none()
            && self.text.starts_with(char::is_alphanumeric)
            && !(self.is_preposition()
                || self.begins_clause()
                || self.is_of(&JOINS)
                || self.is_of(&["or", "nor"])
                || self.is_auxiliary_verb()
                || self.is_pronoun() && !self.is_determiner())
    }
}

/// Returns whether two prepositions, or none, say the same.
pub(crate) fn are_alike(one: Option<&str>, other: Option<&str>) -> bool {
    let both = |class: &&[&str]| {
        one.is_some_and(|one| class.contains(&one))
            && other.is_some_and(|other| class.contains(&other))
    };
    one == other || ALIKE.iter().any(both)
}
