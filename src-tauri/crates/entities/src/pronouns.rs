//! Of whom a sentence speaks that begins with "he" or "she". English words only.
//!
//! It is the one with whose name the sentence before begins, unless that is a name of the other gender; or the only one
//! whom it names, with its last words, if the name is one of that gender; or the one whom the same pronoun at the beginning
//! of the sentence before means. Sentences with direct speech are left out, because a speaker's pronouns may mean
//! anybody. Pronouns within a sentence are not looked at, since that sentence mostly names whom they mean.

use std::ops::Range;

use crate::entity::Entity;
use crate::kinds::Kind;
use crate::name::{Gender, Name};

/// Words with which a clause begins that is not the main one.
const CONJUNCTIONS: [&str; 8] =
    ["although", "as", "because", "if", "since", "though", "when", "while"];
const POSSESSIVE: [&str; 2] = ["'s", "’s"];
/// Words that may stand before the name with which a sentence begins: "At last Tom".
const WORDS_BEFORE: usize = 2;

/// The gender of the pronoun with which a sentence begins, if it begins with one.
pub fn first_pronoun(sentence: &str) -> Option<Gender> {
    let first = sentence.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty())?;
    match first.to_lowercase().as_str() {
        "he" | "his" => Some(Gender::Male),
        "she" | "her" => Some(Gender::Female),
        _ => None,
    }
}

/// A sentence with those of whom it speaks.
pub(crate) struct Before<'a> {
    pub sentence: &'a str,
    /// Where in the sentence the first of them is named; none where a pronoun means it.
    pub named: Option<Range<usize>>,
    pub first: &'a Entity,
}

impl Before<'_> {
    /// Whether a pronoun with which the next sentence begins means the first of them.
    pub fn is_meant(&self, gender: Gender, next: &str) -> bool {
        let begins = match &self.named {
            None => first_pronoun(self.sentence) == Some(gender),
            Some(name) => {
                let before = self.sentence[..name.start].split_whitespace().count();
                let is_last = !self.sentence[name.end..].contains(char::is_alphanumeric);
                (before <= WORDS_BEFORE || is_last && gender_of(self.first).is_some())
                    && !is_subordinate(self.sentence)
                    && !is_possessive(&self.sentence[..name.end], &self.sentence[name.end..])
            }
        };
        let fits = gender_of(self.first).is_none_or(|known| known == gender);
        begins && fits && is_person(self.first) && !speaks(self.sentence) && !speaks(next)
    }
}

fn is_possessive(name: &str, rest: &str) -> bool {
    POSSESSIVE.iter().any(|mark| name.ends_with(mark) || rest.starts_with(mark))
}

/// Whether a sentence begins with a clause that is not the main one.
fn is_subordinate(sentence: &str) -> bool {
    let first = sentence.split_whitespace().next().map(str::to_lowercase);
    first.is_some_and(|first| CONJUNCTIONS.contains(&first.as_str()))
}

/// Whether somebody speaks in a sentence.
fn speaks(sentence: &str) -> bool {
    sentence.contains(['"', '“', '”', '«', '»', '「', '」', '—'])
}

/// Whether nothing but space without an empty line stands between two sentences.
pub(crate) fn follows(text: &str, before: &Range<usize>, sentence: &Range<usize>) -> bool {
    text.get(before.end..sentence.start)
        .is_some_and(|space| space.trim().is_empty() && !sentences::ends_paragraph(space))
}

fn is_person(entity: &Entity) -> bool {
    entity.kind.is_none_or(|kind| kind == Kind::Person)
}

/// Whether it is a woman or a man, as far as one of the names says it.
fn gender_of(entity: &Entity) -> Option<Gender> {
    entity.names.iter().find_map(|name| Name::new(name).gender())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_word_counts() {
        for (sentence, expected) in [
            ("He was late.", Some(Gender::Male)),
            ("“Her hat is gone,” said Tom.", Some(Gender::Female)),
            ("Then she left.", None),
            ("Here it is.", None),
            ("…", None),
        ] {
            assert_eq!(first_pronoun(sentence), expected, "{sentence}");
        }
    }

    fn entity(name: &str, kind: Option<Kind>) -> Entity {
        let (name, renamed, names) = (name.to_owned(), None, vec![name.to_owned()]);
        Entity { name, renamed, names, kind, mentions: Vec::new() }
    }

    #[test]
    fn a_pronoun_means_the_one_with_whom_the_sentence_before_begins() {
        for (name, kind, sentence, next, expected) in [
            ("Ann Hill", None, "Ann Hill looked up.", "She smiled.", true),
            ("Ann Hill", None, "Then Ann Hill looked up.", "She smiled.", true),
            ("Ann Hill", None, "Ann Hill looked up.", "He smiled.", false),
            ("Bell", Some(Kind::Person), "Bell looked up.", "She smiled.", true),
            ("Norwich", Some(Kind::Place), "Norwich was cold.", "She smiled.", false),
            ("Ann Hill", None, "Ann Hill's father came.", "She smiled.", false),
            ("Ann Hill", None, "They had met Ann Hill at home.", "She smiled.", false),
            ("Ann Hill", None, "They had met Ann Hill.", "She smiled.", true),
            ("Bell", None, "They had met Bell.", "She smiled.", false),
            ("Ann Hill", None, "Ann Hill said “No.”", "She smiled.", false),
            ("Ann Hill", None, "She looked up.", "She smiled.", true),
            ("Bell", None, "She looked up.", "He smiled.", false),
        ] {
            let first = &entity(name, kind);
            let named = sentence.find(name).map(|start| start..start + name.len());
            let before = Before { sentence, named, first };
            let gender = first_pronoun(next).unwrap();
            assert_eq!(before.is_meant(gender, next), expected, "{sentence} {next}");
        }
    }
}
