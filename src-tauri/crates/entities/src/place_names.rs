//! Recognises names of places by their words, and by what precedes them: "in Paris", "sailed to
//! Norwich". A person may have the same name, but not for short: Paris is not Paris Hilton.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::gender::gender_of_given_name;
use crate::name::Name;

/// Words with which names of places end, and that are seldom family names. In alphabetical order.
#[rustfmt::skip]
const PLACE_WORDS: &[&str] = &[
    "abbey", "airport", "avenue", "bay", "boulevard", "cathedral", "city", "coast", "college", "county",
    "desert", "district", "empire", "highway", "hospital", "hotel", "island", "islands", "kingdom", "mountain",
    "mountains", "museum", "ocean", "palace", "province", "republic", "river", "road", "school", "square",
    "station", "street", "theatre", "university", "valley", "village",
];
/// Words with which names of places begin. In alphabetical order.
const BEGINNINGS: [&str; 5] = ["cape", "fort", "lake", "mount", "port"];
/// Prepositions that say where somebody is.
#[rustfmt::skip]
const WHERE: [&str; 8] = ["across", "en", "in", "inside", "into", "nach", "near", "throughout"];
/// Words before "in" that a person may follow.
#[rustfmt::skip]
const MENTAL: [&str; 14] = [
    "believe", "believed", "believes", "confidence", "confided", "confident", "disappointed", "faith",
    "interest", "interested", "pride", "trust", "trusted", "up",
];
/// Words before "to" and "from" that a place follows.
#[rustfmt::skip]
const TRAVEL: [&str; 16] = [
    "drove", "emigrated", "far", "flew", "journey", "miles", "move", "moved", "road", "rode", "sailed", "train",
    "travel", "traveled", "travelled", "way",
];

/// The bytes of text before a name that may hold two words.
const NEAR: usize = 60;

/// Returns whether a word of a name says that it is a place's: "Bell Street".
pub(crate) fn has_place_word(name: &Name) -> bool {
    let [first, .., last] = name.words.as_slice() else { return false };
    let is_place = PLACE_WORDS.binary_search(&last.as_str()).is_ok()
        || BEGINNINGS.binary_search(&first.as_str()).is_ok();
    is_place && name.titles.is_empty() && gender_of_given_name(first).is_none()
}

/// How often a name occurs.
#[derive(Default)]
struct Uses {
    all: usize,
    as_place: usize,
}

/// Returns the names of one word that are used as places' more often than people's are. `names` are
/// those of the mentions, and whether each is known to be a person's.
pub(crate) fn used_as_places<'a>(
    text: &str,
    mentions: &[Range<usize>],
    names: &'a [(String, bool)],
) -> HashSet<&'a str> {
    let mut uses: HashMap<&str, (Uses, bool)> = HashMap::new();
    let single = mentions.iter().zip(names).filter(|(_, (name, _))| !name.contains(' '));
    for (place, (name, is_known)) in single {
        let (of, known) = uses.entry(name).or_default();
        of.all += 1;
        of.as_place += usize::from(is_where(text, place));
        *known |= is_known;
    }
    let is_place = |name: &str, uses: &Uses, is_known: bool| {
        let may_be_given = gender_of_given_name(&name.to_lowercase()).is_some();
        let least = if is_known || may_be_given { 2 } else { 3 };
        uses.as_place > 0 && least * uses.as_place >= uses.all
    };
    let places = uses.into_iter().filter(|(name, (of, known))| is_place(name, of, *known));
    places.map(|(name, _)| name).collect()
}

/// Returns whether the words before a mention say where something is.
fn is_where(text: &str, place: &Range<usize>) -> bool {
    let start = text.floor_char_boundary(place.start.saturating_sub(NEAR));
    let mut before = text[start..place.start].split_whitespace().rev();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let (Some(last), earlier) = (before.next(), before.next().map(bare)) else { return false };
    let follows =
        |words: &[&str]| earlier.as_ref().is_some_and(|word| words.contains(&word.as_str()));
    let rest = &text[place.end..];
    let is_possessive = ["'s", "’s"].iter().any(|end| rest.starts_with(end));
    !is_possessive
        && match last.to_lowercase().as_str() {
            "to" | "from" => follows(&TRAVEL),
            word => WHERE.contains(&word) && !follows(&MENTAL),
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mentions::mentions;

    fn places(text: &str) -> Vec<String> {
        let mentions = mentions(text);
        let name = |place: &Range<usize>| (text[place.clone()].to_owned(), false);
        let names: Vec<(String, bool)> = mentions.iter().map(name).collect();
        let mut places: Vec<String> =
            used_as_places(text, &mentions, &names).into_iter().map(str::to_owned).collect();
        places.sort();
        places
    }

    #[test]
    fn words_are_in_order() {
        assert!(PLACE_WORDS.is_sorted() && BEGINNINGS.is_sorted());
    }

    #[test]
    fn where_somebody_is_is_a_place() {
        let text = "Then Mira Holt was in Ulm. They sailed to Bergen, and Ulm was far from Bergen.";
        assert_eq!(places(text), ["Bergen", "Ulm"]);
    }

    #[test]
    fn whom_somebody_trusts_is_none() {
        let text = "They believed in Mira. They were interested in Tom, and put it in Ann's hand. \
                    They gave it to Bell, who had it from Tom.";
        assert_eq!(places(text), Vec::<String>::new());
    }

    #[test]
    fn some_words_are_those_of_places() {
        let is_place = |name| has_place_word(&Name::new(name));
        assert!(is_place("Bell Street") && is_place("Lake Huron"));
        assert!(!is_place("Ann Street") && !is_place("Mr. Palace") && !is_place("Bell"));
    }
}
