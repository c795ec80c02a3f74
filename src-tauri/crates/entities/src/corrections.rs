//! A reader's corrections: names that mean the same or do not, what an entity is called, and what
//! is no name at all. Corrections refer to names, so they hold however much of the text is read.

use std::collections::{HashMap, HashSet};

use crate::kinds::NamedEntityKind;

/// A reader's corrections, in the order in which they were made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Corrections {
    same: Vec<(String, String)>,
    apart: HashSet<String>,
    titles: HashMap<String, String>,
    kinds: HashMap<String, NamedEntityKind>,
    discarded: HashSet<String>,
}

impl Corrections {
    /// Merges two names, and all names that mean the same as either, into one entity.
    pub fn merge(&mut self, one: &str, other: &str) {
        self.same.push((one.to_owned(), other.to_owned()));
    }

    /// Separates a name from the names with which it was grouped so far.
    pub fn split(&mut self, name: &str) {
        self.same.retain(|(one, other)| one != name && other != name);
        self.apart.insert(name.to_owned());
    }

    /// Calls the entity with this name by a title, which need not occur in the text.
    pub fn rename(&mut self, name: &str, title: &str) {
        self.titles.insert(name.to_owned(), title.to_owned());
    }

    /// Sets the kind of an entity with this name.
    pub fn set_kind(&mut self, name: &str, kind: NamedEntityKind) {
        self.kinds.insert(name.to_owned(), kind);
    }

    /// Marks these words as no name.
    pub fn discard(&mut self, name: &str) {
        self.discarded.insert(name.to_owned());
    }

    pub(crate) fn is_discarded(&self, name: &str) -> bool {
        self.discarded.contains(name)
    }

    /// Returns whether other names say nothing about what this one means.
    pub(crate) fn is_apart(&self, name: &str) -> bool {
        self.apart.contains(name)
    }

    pub(crate) fn title(&self, names: &[String]) -> Option<&str> {
        names.iter().find_map(|name| self.titles.get(name)).map(String::as_str)
    }

    pub(crate) fn kind(&self, names: &[String]) -> Option<NamedEntityKind> {
        names.iter().find_map(|name| self.kinds.get(name)).copied()
    }

    /// Joins groups of names that mean the same; `groups` has one for each name.
    pub(crate) fn join(&self, names: &[&str], groups: &mut [usize]) {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, name) in names.iter().enumerate() {
            places.entry(name).or_default().push(at);
        }
        let of = |name: &String| places.get(name.as_str()).map_or(&[][..], Vec::as_slice);
        for (one, other) in &self.same {
            // A name that does not occur in the text read so far joins nothing.
            let [Some(&into), Some(_)] = [of(one).first(), of(other).first()] else { continue };
            let into = groups[into];
            let joined: HashSet<usize> =
                of(one).iter().chain(of(other)).map(|&at| groups[at]).collect();
            for group in groups.iter_mut().filter(|group| joined.contains(group)) {
                *group = into;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entities;

    const TEXT: &str = "Tom Bell met Ann Hill. Tom knew Rattle. Then Rattle \
                        laughed. Ann Hill saw Tom in Norwich, and Tom laughed.";

    fn read(correct: impl Fn(&mut Corrections)) -> Vec<(String, Vec<String>)> {
        let mut corrections = Corrections::default();
        correct(&mut corrections);
        let read = Entities::read(TEXT, |_| None, &corrections);
        read.entities.into_iter().map(|one| (one.title().to_owned(), one.names)).collect()
    }

    fn named(read: &[(String, Vec<String>)], name: &str) -> Vec<String> {
        read.iter().find(|(title, _)| title == name).map(|one| one.1.clone()).unwrap_or_default()
    }

    #[test]
    fn names_are_merged_and_split() {
        let plain = read(|_| ());
        assert_eq!(named(&plain, "Tom"), ["Tom Bell", "Tom"]);
        assert_eq!(named(&plain, "Rattle"), ["Rattle"]);
        let merged = read(|all| all.merge("Tom", "Rattle"));
        assert_eq!(named(&merged, "Tom"), ["Tom Bell", "Tom", "Rattle"]);
        let split = read(|all| all.split("Tom"));
        assert_eq!(named(&split, "Tom"), ["Tom"]);
        assert_eq!(named(&split, "Tom Bell"), ["Tom Bell"]);
        // Merged names separate again.
        let both = read(|all| {
            all.merge("Tom", "Rattle");
            all.split("Rattle");
        });
        assert_eq!(both, plain);
        // In the other order, the name joins the one that the reader chose.
        let moved = read(|all| {
            all.split("Tom");
            all.merge("Tom", "Rattle");
        });
        assert_eq!(named(&moved, "Tom"), ["Tom", "Rattle"]);
        assert_eq!(named(&moved, "Tom Bell"), ["Tom Bell"]);
    }

    #[test]
    fn chains_of_names_are_one() {
        let read = read(|all| {
            all.merge("Rattle", "Norwich");
            all.merge("Tom", "Norwich");
            all.merge("Nobody", "Tom");
        });
        assert_eq!(named(&read, "Tom"), ["Tom Bell", "Tom", "Rattle", "Norwich"]);
    }

    #[test]
    fn entities_are_renamed_and_given_a_kind() {
        let mut corrections = Corrections::default();
        corrections.rename("Tom", "Thomas Bell");
        corrections.set_kind("Tom Bell", NamedEntityKind::Thing);
        let read = Entities::read(TEXT, |_| Some(NamedEntityKind::Person), &corrections);
        let tom = &read.entities[0];
        assert_eq!((tom.title(), tom.name.as_str()), ("Thomas Bell", "Tom"));
        assert_eq!(tom.kind, Some(NamedEntityKind::Thing));
        assert_eq!(read.entities[1].kind, Some(NamedEntityKind::Person));
    }

    #[test]
    fn what_is_no_name_is_gone() {
        let read = read(|all| all.discard("Norwich"));
        assert_eq!(read.len(), 3);
        assert!(named(&read, "Norwich").is_empty());
    }
}
