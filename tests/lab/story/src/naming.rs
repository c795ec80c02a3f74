//! How a story names its people, if not always by their full names.

use std::collections::HashMap;

use pocket::Rng;

use super::cast::Person;
use super::words;

/// A place where a person is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Full name of the person.
    pub person: String,
    /// First character of the name.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// The probability that a person who was named in full goes by another name.
const SHORT: f64 = 0.5;
/// The probability that this introduces a nickname, if the person has none yet.
const NICKNAMED: f64 = 0.1;

/// The names that people have been called so far.
pub(super) struct PersonNames {
    /// Nicknames that are still free.
    free: Vec<&'static str>,
    /// The names available for each person who was named before.
    names: HashMap<usize, Vec<String>>,
}

/// A sentence that introduces a nickname.
pub(super) struct Introduction {
    pub nickname: String,
    pub text: String,
}

impl PersonNames {
    pub fn new(rng: &mut Rng) -> Self {
        let mut free = words::list(words::NICKNAMES);
        rng.shuffle(&mut free);
        Self { free, names: HashMap::new() }
    }

    /// The name of a person this time, which is the full name at first, and the sentence that must come before it if
    /// the name is a new nickname.
    pub fn name(
        &mut self,
        number: usize,
        person: &Person,
        rng: &mut Rng,
    ) -> (String, Option<Introduction>) {
        let Some(names) = self.names.get_mut(&number) else {
            self.names.insert(number, parts(person));
            return (person.name.clone(), None);
        };
        if !rng.chance(SHORT) {
            return (person.name.clone(), None);
        }
        let has_nickname = names.len() > parts(person).len();
        if !has_nickname
            && rng.chance(NICKNAMED)
            && let Some(nickname) = self.free.pop()
        {
            names.push(nickname.to_owned());
            let line = *rng.pick(&words::sentences(words::INTRODUCTIONS));
            let text = line.replace("{n}", &person.name).replace("{k}", nickname);
            return (
                nickname.to_owned(),
                Some(Introduction { nickname: nickname.to_owned(), text }),
            );
        }
        (rng.pick(names).clone(), None)
    }
}

/// The names that a person may be called: the given name, one with a title, and one with an initial.
fn parts(person: &Person) -> Vec<String> {
    let (given, family) = person.name.split_once(' ').unwrap_or((&person.name, ""));
    let title = if person.woman { "Miss" } else { "Mr." };
    let initial: String = given.chars().take(1).collect();
    vec![given.to_owned(), format!("{title} {family}"), format!("{initial}. {family}")]
}
