//! Decides which names mean the same: equal names, and for people names of which one is a part of
//! the other, with initials and short forms. A short name that may mean several people stays
//! separate.
//!
//! Only the names decide, with the titles and given names that distinguish men from women and
//! married women from others. Statements in the text ("Pip, as they called me") are not used here.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use crate::chinese_names::{is_chinese, is_disguised};
use crate::company_forms::has_company_form;
use crate::gender::{Gender, gender_of_given_name};
use crate::name::Name;
use crate::place_names::has_place_word;
use crate::short_forms::{is_short_form, related_names};

/// Titles that may also stand before a given name.
const BEFORE_GIVEN_NAMES: [&str; 22] = [
    "aunt", "brother", "cousin", "dame", "don", "doña", "father", "king", "lady", "lord", "master",
    "miss", "mistress", "mother", "prince", "princess", "queen", "sir", "sister", "squire",
    "uncle", "duke",
];

/// A name in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameCandidate<'a> {
    /// The name with its attributes: "the late Mr. Bell".
    pub text: &'a str,
    /// Whether it names a person. People go by parts of their names; places and things do not.
    pub is_person: bool,
    /// The number of its occurrences.
    pub count: usize,
}

/// A short name may be part of several people's names. It means one of them if that person has at
/// least this share of their mentions.
const DOMINANT: f64 = 0.8;

/// Returns the group number of each name; names that mean the same share one. Numbers count up from
/// 0 in the order of the names.
pub fn groups(names: &[NameCandidate<'_>]) -> Vec<usize> {
    let parsed: Vec<Name> = names.iter().map(|named| Name::new(named.text)).collect();
    // Longer names say more, so shorter ones find their groups among them.
    let mut order: Vec<usize> = (0..names.len()).collect();
    let length = |at: usize| match is_chinese(names[at].text) {
        true => names[at].text.chars().count(),
        false => 0,
    };
    order.sort_by_key(|&at| {
        (Reverse((parsed[at].words.len(), parsed[at].titles.len(), length(at))), at)
    });
    let companies: HashSet<&[String]> = (0..names.len())
        .filter(|&at| has_company_form(names[at].text))
        .map(|at| parsed[at].words.as_slice())
        .collect();
    let mut known = AliasIndex::default();
    let mut of = vec![0; names.len()];
    for at in order {
        let is_person = names[at].is_person
            && !has_place_word(&parsed[at])
            && !companies.contains(parsed[at].words.as_slice());
        of[at] = known.add(&parsed[at], NameCandidate { is_person, ..names[at] });
    }
    numbered(&of)
}

/// Groups of names, indexed by their words: a book can have tens of thousands.
#[derive(Default)]
struct AliasIndex {
    groups: Vec<AliasGroup>,
    /// Maps a word to the groups with a name that begins or ends with it.
    by_word: HashMap<String, BTreeSet<usize>>,
}

impl AliasIndex {
    /// Puts a name into its group, or begins a group, and returns the group's number.
    fn add(
        &mut self,
        name: &Name,
        NameCandidate { is_person, count, .. }: NameCandidate<'_>,
    ) -> usize {
        let place = self.find(name, is_person).unwrap_or(self.groups.len());
        if place == self.groups.len() {
            self.groups.push(AliasGroup { names: Vec::new(), is_person, count: 0 });
        }
        self.groups[place].names.push(name.clone());
        self.groups[place].count += count;
        for word in outer_words(name) {
            self.by_word.entry(word).or_default().insert(place);
        }
        place
    }

    /// Returns the group that a name belongs to; `None` if there is none or several fit equally
    /// well.
    fn find(&self, name: &Name, is_person: bool) -> Option<usize> {
        let groups = &self.groups;
        let near = self.near(name);
        let alike = |fits: &dyn Fn(&AliasGroup) -> bool| -> Vec<usize> {
            let of_its_kind = near.iter().filter(|&&place| groups[place].is_person == is_person);
            of_its_kind.filter(|&&place| fits(&groups[place])).copied().collect()
        };
        let same = |group: &AliasGroup| group.names.iter().any(|other| other.words == name.words);
        if !is_person {
            return alike(&same).first().copied();
        }
        let part = |group: &AliasGroup| group.names.iter().any(|other| is_part(name, other));
        let mut found = alike(&|group| same(group) && group.agrees_with(name));
        if found.is_empty() {
            found = alike(&|group| part(group) && group.agrees_with(name));
        }
        let is_full = name.words.len() > 1;
        if is_full && found.iter().any(|&place| groups[place].has_given_name_of(name)) {
            found.retain(|&place| groups[place].has_given_name_of(name));
        }
        if found.iter().any(|&place| groups[place].shares_title(name)) {
            found.retain(|&place| groups[place].shares_title(name));
        }
        let count = |place: &usize| groups[*place].count;
        let all: usize = found.iter().map(count).sum();
        let most = found.into_iter().max_by_key(count)?;
        (count(&most) as f64 >= DOMINANT * all as f64).then_some(most)
    }

    /// Returns the groups that a name may belong to, in order: one of their names begins or ends
    /// with its word or a short form of it. A name of several words shares its last word with such
    /// a name.
    fn near(&self, name: &Name) -> BTreeSet<usize> {
        if let [_, .., last] = name.words.as_slice() {
            return self.by_word.get(last).cloned().unwrap_or_default();
        }
        let mut near = BTreeSet::new();
        for word in outer_words(name) {
            near.extend(self.by_word.get(&word).into_iter().flatten());
            near.extend(related_names(&word).filter_map(|name| self.by_word.get(name)).flatten());
        }
        near
    }
}

/// Returns the words by which a name is found: its first, its last, and for a Chinese name also the
/// possible given name.
fn outer_words(name: &Name) -> Vec<String> {
    let (Some(first), Some(last)) = (name.words.first(), name.words.last()) else {
        return vec![String::new()];
    };
    let mut words = vec![first.clone(), last.clone()];
    if is_chinese(last)
        && let Some((start, _)) = last.char_indices().rev().nth(GIVEN_NAME - 1)
    {
        words.push(last[start..].to_owned());
    }
    words
}

/// Names that mean the same.
struct AliasGroup {
    names: Vec<Name>,
    is_person: bool,
    /// The number of occurrences of all its names.
    count: usize,
}

impl AliasGroup {
    /// Returns whether nothing that the name says about a person contradicts this group.
    fn agrees_with(&self, name: &Name) -> bool {
        fn known<T>(names: &[Name], of: impl Fn(&Name) -> Option<T>) -> Option<T> {
            names.iter().find_map(of)
        }
        let agrees = |one: Option<bool>, other: Option<bool>| {
            one.is_none() || other.is_none() || one == other
        };
        let woman = |name: &Name| name.gender().map(|gender| gender == Gender::Female);
        let is_family_of_woman =
            |other: &Name| other.is_titled_family() && woman(other) == Some(true);
        // A family name alone rarely means Mrs. Bell.
        let is_family = name.titles.is_empty() && self.names.iter().all(is_family_of_woman);
        // "Mrs. Bell" is Ann Bell only if the text also calls Ann Bell "Mrs.".
        let is_wife = name.is_titled_family() && name.is_married() == Some(true);
        let is_other = is_wife && known(&self.names, Name::is_married) != Some(true);
        !is_family
            && !is_other
            && !self.differs_in_title(name)
            && agrees(known(&self.names, woman), woman(name))
            && agrees(known(&self.names, Name::is_married), name.is_married())
            && agrees(known(&self.names, Name::is_noble), name.is_noble())
    }

    /// Returns whether this is someone else with the same family name, by the title: Lady Bell is
    /// not Mrs. Bell. One person may have several titles before the same given name, and Captain
    /// Tom Bell may be called Mr. Bell, too.
    fn differs_in_title(&self, name: &Name) -> bool {
        let has_full_name = self.names.iter().any(|other| other.words.len() > 1);
        let is_plain = |one: &Name, other: &Name| one.has_title("mr") && other.has_office();
        let differs = |other: &Name| {
            let is_known = has_full_name && (is_plain(name, other) || is_plain(other, name));
            name.has_other_titles(other) && !is_known
        };
        let titled = || self.names.iter().filter(|other| !other.titles.is_empty());
        titled().next().is_some() && titled().all(differs) && !self.has_given_name_of(name)
    }

    /// Returns whether a name begins with the same given name.
    fn has_given_name_of(&self, name: &Name) -> bool {
        let is_given = |name: &Name| {
            name.words.len() > 1
                || name.words.first().is_some_and(|word| gender_of_given_name(word).is_some())
        };
        let begins_alike = |other: &Name| match (name.words.first(), other.words.first()) {
            (Some(one), Some(first)) => {
                let is_name = is_given(other) && (is_given(name) || other.words.len() > 1);
                is_name && (one == first || is_short_form(one, first))
            }
            _ => false,
        };
        self.names.iter().any(begins_alike)
    }

    fn shares_title(&self, name: &Name) -> bool {
        let titles = || self.names.iter().flat_map(|other| &other.titles);
        name.titles.iter().any(|title| titles().any(|own| own == title))
    }
}

/// Returns whether a person's name is a part of a longer one.
fn is_part(name: &Name, whole: &Name) -> bool {
    let (Some(first), Some(last)) = (whole.words.first(), whole.words.last()) else {
        return false;
    };
    let [word] = name.words.as_slice() else {
        return name.words.last() == Some(last) && stands_in(&name.words, &whole.words);
    };
    if whole.words.len() == 1 {
        let untitled = name.titles.is_empty() && whole.titles.is_empty();
        return untitled && (is_short_form(word, first) || is_chinese_given_name(word, first));
    }
    // "Mrs. Rachel" is Mrs. Rachel Lynde, if anyone.
    let before_given = name.titles.last().is_none_or(|title| {
        BEFORE_GIVEN_NAMES.contains(&title.as_str()) || whole.titles.contains(title)
    });
    // "York" is not the Duke of York.
    let is_family = whole.words.len() < 3 || whole.words[whole.words.len() - 2] != "of";
    is_family && word == last || before_given && (word == first || is_short_form(word, first))
}

/// The characters of a Chinese given name that is used alone.
const GIVEN_NAME: usize = 2;

/// Returns whether a Chinese name is another one without its family name: 玉初 of 段玉初.
fn is_chinese_given_name(word: &str, whole: &str) -> bool {
    let family = whole.strip_suffix(word).filter(|_| is_chinese(whole) && !is_disguised(whole));
    word.chars().count() == GIVEN_NAME
        && family.is_some_and(|family| (1..=2).contains(&family.chars().count()))
}

/// Returns whether a longer name contains the words in their order.
fn stands_in(words: &[String], whole: &[String]) -> bool {
    let mut rest = whole.iter();
    words.iter().all(|word| rest.any(|other| is_same_word(word, other)))
}

/// Returns whether two words of names may be the same: equal, an initial, or a short form.
pub(crate) fn is_same_word(one: &str, other: &str) -> bool {
    let is_initial =
        |short: &str, long: &str| short.chars().count() == 1 && long.starts_with(short);
    one == other || is_initial(one, other) || is_initial(other, one) || is_short_form(one, other)
}

/// Renumbers groups from 0 in order of first occurrence.
pub(crate) fn numbered(numbers: &[usize]) -> Vec<usize> {
    let mut known = HashMap::new();
    let number = |&old: &usize| {
        let next = known.len();
        *known.entry(old).or_insert(next)
    };
    numbers.iter().map(number).collect()
}

#[cfg(test)]
mod tests;
