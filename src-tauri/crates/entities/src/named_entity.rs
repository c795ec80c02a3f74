//! An entity: a person or thing that a text names.

use std::ops::Range;

use crate::aliases::is_same_word;
use crate::gender::Gender;
use crate::kinds::NamedEntityKind;
use crate::name::Name;

/// The number of letters with which two words must begin alike: "Georgiana" and "Georgy".
const ALIKE: usize = 4;

/// A person or thing, with its names and mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEntity {
    /// The most frequent name in the text; of equally frequent ones the longest.
    pub name: String,
    /// The reader's name for it.
    pub renamed: Option<String>,
    /// All its names, in order of first occurrence in the text.
    pub names: Vec<String>,
    /// Its kind, where known.
    pub kind: Option<NamedEntityKind>,
    /// The byte ranges of its mentions in the text, in order.
    pub mentions: Vec<Range<usize>>,
}

impl NamedEntity {
    /// Returns the reader's name for it, or else the text's most frequent one.
    pub fn title(&self) -> &str {
        self.renamed.as_deref().unwrap_or(&self.name)
    }

    /// Returns whether this may be the same as another entity, although their names do not say so:
    /// they have a word in common, or two that begin alike, and differ in nothing that is known of
    /// both.
    pub fn may_be(&self, other: &Self) -> bool {
        let (own, others) = (self.parsed(), other.parsed());
        let is_alike = own.iter().any(|one| others.iter().any(|other| have_like_words(one, other)));
        is_alike && agree(self.kind, other.kind) && !contradict(&own, &others)
    }

    fn parsed(&self) -> Vec<Name> {
        self.names.iter().map(|name| Name::new(name)).collect()
    }
}

fn have_like_words(one: &Name, other: &Name) -> bool {
    one.words.iter().any(|word| other.words.iter().any(|other| begin_alike(word, other)))
}

fn begin_alike(one: &str, other: &str) -> bool {
    let begin: String = one.chars().take(ALIKE).collect();
    one == other || begin.chars().count() == ALIKE && other.starts_with(&begin)
}

/// Returns whether two facts are equal, as far as both are known.
fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// Returns whether the names of two entities cannot belong to the same person.
fn contradict(own: &[Name], others: &[Name]) -> bool {
    fn known<T>(names: &[Name], of: impl Fn(&Name) -> Option<T>) -> Option<T> {
        names.iter().find_map(of)
    }
    let is_woman = |name: &Name| name.gender().map(|gender| gender == Gender::Female);
    let differ_in_given_name = |one: &Name| {
        let is_other = |other: &Name| match (one.words.as_slice(), other.words.as_slice()) {
            ([first, _, ..], [other, _, ..]) => !is_same_word(first, other),
            _ => false,
        };
        others.iter().any(is_other)
    };
    !agree(known(own, is_woman), known(others, is_woman))
        || !agree(known(own, Name::is_married), known(others, Name::is_married))
        || !agree(known(own, Name::is_noble), known(others, Name::is_noble))
        || own.iter().any(differ_in_given_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity(names: &[&str], kind: Option<NamedEntityKind>) -> NamedEntity {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        NamedEntity { name: names[0].clone(), renamed: None, names, kind, mentions: Vec::new() }
    }

    #[test]
    fn entities_may_be_the_same_unless_something_differs() {
        for (one, other, expected) in [
            ("Edith", "Miss Edith", true),
            ("Mrs. Pett", "Nesta Pett", true),
            ("Georgiana", "Georgy", true),
            ("Netherfield Park", "Netherfield", true),
            ("Mr. Pett", "Mrs. Pett", false),
            ("Mrs. Sedley", "Miss Sedley", false),
            ("Sir Walter", "Mr. Walter", false),
            ("Paul Armstrong", "Louis Armstrong", false),
            ("Eliza", "Tom", false),
            ("Ann", "Anthony", false),
        ] {
            let (one, other) = (entity(&[one], None), entity(&[other], None));
            assert_eq!(one.may_be(&other), expected, "{} {}", one.name, other.name);
            assert_eq!(other.may_be(&one), expected, "{} {}", other.name, one.name);
        }
        let place = entity(&["Netherfield"], Some(NamedEntityKind::Place));
        assert!(!place.may_be(&entity(&["Mr. Netherfield"], Some(NamedEntityKind::Person))));
    }
}
