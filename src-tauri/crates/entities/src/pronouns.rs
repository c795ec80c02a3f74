//! Finds whom a sentence means that begins with "he" or "she". English words only.
//!
//! It means the person with whose name the previous sentence begins, unless that name is of the
//! other gender; or the only person it names, with its last words, if the name is of that gender;
//! or the person meant by the same pronoun at its beginning. Sentences with direct speech are left
//! out, because a speaker's pronouns may mean anyone. Pronouns within a sentence are ignored, since
//! that sentence mostly names whom they mean.

use std::ops::Range;

use crate::gender::Gender;
use crate::kinds::NamedEntityKind;
use crate::name::Name;
use crate::named_entity::NamedEntity;

/// Words that begin a subordinate clause.
const CONJUNCTIONS: [&str; 8] =
    ["although", "as", "because", "if", "since", "though", "when", "while"];
const POSSESSIVE: [&str; 2] = ["'s", "’s"];
/// The number of words that may precede the name at the beginning of a sentence: "At last Tom".
const WORDS_BEFORE: usize = 2;

/// Returns the gender of the pronoun with which a sentence begins, if any.
pub fn first_pronoun(sentence: &str) -> Option<Gender> {
    let first = sentence.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty())?;
    match first.to_lowercase().as_str() {
        "he" | "his" => Some(Gender::Male),
        "she" | "her" => Some(Gender::Female),
        _ => None,
    }
}

/// A sentence with the entities it is about.
pub(crate) struct PrecedingSentence<'a> {
    pub sentence: &'a str,
    /// The position of the first one's name in the sentence; `None` if a pronoun means it.
    pub named: Option<Range<usize>>,
    pub first: &'a NamedEntity,
}

impl PrecedingSentence<'_> {
    /// Returns whether a pronoun at the beginning of the next sentence means the first of them.
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

/// Returns whether a sentence begins with a subordinate clause.
fn is_subordinate(sentence: &str) -> bool {
    let first = sentence.split_whitespace().next().map(str::to_lowercase);
    first.is_some_and(|first| CONJUNCTIONS.contains(&first.as_str()))
}

/// Returns whether a sentence contains direct speech.
fn speaks(sentence: &str) -> bool {
    sentence.contains(['"', '“', '”', '«', '»', '「', '」', '—'])
}

/// Returns whether only space without an empty line separates two sentences.
pub(crate) fn follows(text: &str, before: &Range<usize>, sentence: &Range<usize>) -> bool {
    text.get(before.end..sentence.start)
        .is_some_and(|space| space.trim().is_empty() && !sentences::ends_paragraph(space))
}

fn is_person(entity: &NamedEntity) -> bool {
    entity.kind.is_none_or(|kind| kind == NamedEntityKind::Person)
}

/// Returns the entity's gender, if one of the names indicates it.
fn gender_of(entity: &NamedEntity) -> Option<Gender> {
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

    fn entity(name: &str, kind: Option<NamedEntityKind>) -> NamedEntity {
        let (name, renamed, names) = (name.to_owned(), None, vec![name.to_owned()]);
        NamedEntity { name, renamed, names, kind, mentions: Vec::new() }
    }

    #[test]
    fn a_pronoun_means_the_one_with_whom_the_sentence_before_begins() {
        for (name, kind, sentence, next, expected) in [
            ("Ann Hill", None, "Ann Hill looked up.", "She smiled.", true),
            ("Ann Hill", None, "Then Ann Hill looked up.", "She smiled.", true),
            ("Ann Hill", None, "Ann Hill looked up.", "He smiled.", false),
            ("Bell", Some(NamedEntityKind::Person), "Bell looked up.", "She smiled.", true),
            ("Norwich", Some(NamedEntityKind::Place), "Norwich was cold.", "She smiled.", false),
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
            let before = PrecedingSentence { sentence, named, first };
            let gender = first_pronoun(next).unwrap();
            assert_eq!(before.is_meant(gender, next), expected, "{sentence} {next}");
        }
    }
}
