//! How the people of a story are named, where that is not always by their full names.

use std::collections::HashMap;

use super::cast::Person;
use super::words;
use crate::rng::Rng;

/// A place where a person is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Full name of the person.
    pub person: String,
    /// First character of the name.
    pub start: usize,
    /// The character after its last.
    pub end: usize,
}

/// How often somebody who was named in full goes by another name.
const SHORT: f64 = 0.5;
/// How often that brings in a nickname, where there is none yet.
const NICKNAMED: f64 = 0.1;

/// What people were called so far.
pub(super) struct Naming {
    /// Nicknames that are not taken yet.
    free: Vec<&'static str>,
    /// What everybody who was named may be called.
    names: HashMap<usize, Vec<String>>,
}

/// A sentence that brings in a nickname.
pub(super) struct Introduction {
    pub nickname: String,
    pub text: String,
}

impl Naming {
    pub fn new(rng: &mut Rng) -> Self {
        let mut free = words::list(words::NICKNAMES);
        rng.shuffle(&mut free);
        Self { free, names: HashMap::new() }
    }

    /// What a person is called this time, and the sentence that has to come before if it is a new nickname. At first it is the
    /// full name.
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

/// What a person may be called: by the given name, with a title, and with an initial.
fn parts(person: &Person) -> Vec<String> {
    let (given, family) = person.name.split_once(' ').unwrap_or((&person.name, ""));
    let title = if person.woman { "Miss" } else { "Mr." };
    let initial: String = given.chars().take(1).collect();
    vec![given.to_owned(), format!("{title} {family}"), format!("{initial}. {family}")]
}
