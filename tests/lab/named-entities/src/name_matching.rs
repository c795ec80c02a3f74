//! When what was found equals what is annotated.

use std::collections::HashMap;
use std::ops::Range;

use entities::Name;

use super::litbank::LitBankBook;
use super::precision_recall::MatchCounts;

/// Returns a name in a form for comparison: in small letters, without titles and other words around it.
pub fn normal(name: &str) -> String {
    Name::new(name).words.join(" ")
}

/// Compares mentions at these bytes with the annotated ones. One is right if it overlaps an annotated
/// one and has the same name.
pub fn mentions(book: &LitBankBook, found: &[Range<usize>]) -> MatchCounts {
    let names: HashMap<&Range<usize>, String> =
        book.names.iter().map(|one| (&one.place, normal(&one.name))).collect();
    let is_right = |place: &&Range<usize>| {
        let name = normal(&book.text[place.start..place.end]);
        let overlaps = |other: &Range<usize>| other.start < place.end && place.start < other.end;
        names.iter().any(|(other, annotated)| overlaps(other) && *annotated == name)
    };
    MatchCounts {
        right: found.iter().filter(is_right).count(),
        found: found.len(),
        annotated: names.len(),
    }
}

/// Returns the different names, each with what is said of its first mention.
pub fn distinct<'a, T>(mentions: impl Iterator<Item = (&'a str, T)>) -> HashMap<String, T> {
    let mut distinct = HashMap::new();
    for (name, said) in mentions {
        distinct.entry(normal(name)).or_insert(said);
    }
    distinct
}

/// Compares different names with the annotated ones. One is right if annotated with the same attribute.
pub fn names<T: PartialEq>(
    found: &HashMap<String, T>,
    annotated: &HashMap<String, T>,
) -> MatchCounts {
    let is_right = |(name, said): &(&String, &T)| annotated.get(*name) == Some(*said);
    MatchCounts {
        right: found.iter().filter(is_right).count(),
        found: found.len(),
        annotated: annotated.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::litbank::tests::book;

    #[test]
    fn a_mention_is_right_where_it_overlaps_and_has_the_name() {
        let book = book("Then Mr. Tom Bell met Ann.", &[("Mr. Tom Bell", "PER"), ("Ann", "PER")]);
        // "Tom Bell" for "Mr. Tom Bell", a part of it, and something else.
        assert_eq!(
            mentions(&book, &[9..17, 13..17, 0..4]),
            MatchCounts { right: 1, found: 3, annotated: 2 }
        );
        assert_eq!(mentions(&book, &[]), MatchCounts { right: 0, found: 0, annotated: 2 });
    }

    #[test]
    fn different_names_are_compared_with_what_is_said_of_them() {
        let found = distinct([("Mr. Bell", 1), ("BELL", 2), ("Ann", 1), ("York", 3)].into_iter());
        let annotated = distinct([("Bell", 1), ("Ann", 2)].into_iter());
        assert_eq!(names(&found, &annotated), MatchCounts { right: 1, found: 3, annotated: 2 });
    }
}
