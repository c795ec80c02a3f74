//! The people, places and things that a document names: their order in the list, searching them,
//! and who is named together.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use protocol::{Correction, Entity, EntityId, EntityKind, EntityList, Fact};

use crate::search_terms::SearchTerms;

/// The maximum number of others to list as named together with an entity.
const TOGETHER: usize = 10;

/// The names of a document, or of its beginning.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentNameList {
    list: EntityList,
    /// Their order in the list: by importance, then by number of mentions.
    order: Vec<usize>,
    kinds: Vec<EntityKind>,
    /// The character before which the names stand; none for those of the whole document.
    pub until: Option<u32>,
}

/// The result of searching the names.
#[derive(Debug, Clone, PartialEq)]
pub struct NameSearchResults {
    /// The first entities of the list.
    pub rows: Vec<Entity>,
    /// The total number of entities.
    pub all: usize,
}

impl DocumentNameList {
    /// Returns the names of a list.
    pub fn of(list: EntityList, until: Option<u32>) -> Self {
        let mut order: Vec<usize> = (0..list.entities.len()).collect();
        order.sort_by_key(|&at| {
            let Entity { importance, mentions, .. } = list.entities[at];
            Reverse((importance, mentions))
        });
        // Until the model has been asked about all names, a kind would hide those that are still
        // missing. All dates are known.
        let occurs = |kind: &EntityKind| {
            (list.complete || *kind == EntityKind::Time)
                && list.entities.iter().any(|entity| entity.kind == Some(*kind))
        };
        let kinds = EntityKind::ALL.into_iter().filter(occurs).collect();
        Self { list, order, kinds, until }
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.list.entities.is_empty()
    }

    /// Whether a model has been asked for the kind of every name.
    pub fn is_complete(&self) -> bool {
        self.list.complete
    }

    /// Returns the kinds that occur.
    pub fn kinds(&self) -> &[EntityKind] {
        &self.kinds
    }

    /// Returns the reader's corrections, in the order in which they were made.
    pub fn corrections(&self) -> &[Correction] {
        &self.list.corrections
    }

    /// Returns the entity with a number.
    pub fn one(&self, id: EntityId) -> Option<&Entity> {
        self.list.entities.get(id as usize).filter(|entity| entity.id == id)
    }

    /// Returns the entities of a kind, or of all kinds, that have all words in one of their names,
    /// in the order of the list.
    pub fn found(&self, words: &str, kind: Option<EntityKind>, most: usize) -> NameSearchResults {
        let is_of_kind = |entity: &&Entity| kind.is_none() || entity.kind == kind;
        let found: Vec<&Entity> = self.with_words(words).filter(is_of_kind).collect();
        NameSearchResults {
            rows: found.iter().take(most).copied().cloned().collect(),
            all: found.len(),
        }
    }

    /// Returns the entities and dates that have all words in one of their names, in the order of the
    /// list.
    pub fn with_words(&self, words: &str) -> impl Iterator<Item = &Entity> {
        let wanted = SearchTerms::of(words);
        let all = self.order.iter().map(|&at| &self.list.entities[at]);
        all.filter(move |entity| names_of(entity).any(|name| wanted.are_in(name)))
    }

    /// Returns the entity with a name, which the engine compares without case: the most mentioned
    /// one, if there are several.
    pub fn called(&self, name: &str) -> Option<&Entity> {
        let wanted = name.to_lowercase();
        let has = |entity: &&Entity| names_of(entity).any(|own| own.to_lowercase() == wanted);
        self.list.entities.iter().filter(has).max_by_key(|entity| entity.mentions)
    }

    /// Returns the entity whose name was selected in the text. Punctuation around it and a
    /// possessive do not count.
    pub fn meant(&self, selected: &str) -> Option<&Entity> {
        let bare = selected.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
        let without_stop = bare.trim_end_matches('.');
        let owner = ["'s", "’s"].iter().find_map(|end| without_stop.strip_suffix(end));
        [Some(bare), Some(without_stop), owner]
            .into_iter()
            .flatten()
            .find_map(|name| self.called(name))
    }

    /// Returns the names in the same sentences, with the number of these, in descending order.
    pub fn together(&self, facts: &[Fact]) -> Vec<(EntityId, usize)> {
        let is_name = |id: EntityId| self.one(id).is_some_and(|one| !is_date(one));
        together(facts, is_name)
    }

    /// Returns the entity of an earlier list, by the first of its names that still exists.
    pub fn still(&self, entity: &Entity) -> Option<&Entity> {
        names_of(entity).find_map(|name| self.called(name))
    }

    /// Returns a name by which the engine finds only this entity, if there is one.
    pub fn own_name<'a>(&self, entity: &'a Entity) -> &'a str {
        let is_own = |name: &&str| self.called(name).is_some_and(|found| found.id == entity.id);
        names_of(entity).find(is_own).unwrap_or(&entity.name)
    }
}

/// Returns the entity's main name and its names in the text.
fn names_of(entity: &Entity) -> impl Iterator<Item = &str> {
    [&entity.name].into_iter().chain(&entity.names).map(String::as_str)
}

/// Returns an entity's other names, besides the one under which it is listed.
pub fn others(entity: &Entity) -> Vec<String> {
    entity.names.iter().filter(|name| **name != entity.name).cloned().collect()
}

/// Whether this is a date, and no name.
pub fn is_date(entity: &Entity) -> bool {
    entity.kind == Some(EntityKind::Time)
}

fn together(facts: &[Fact], is_name: impl Fn(EntityId) -> bool) -> Vec<(EntityId, usize)> {
    let mut shared: BTreeMap<EntityId, usize> = BTreeMap::new();
    for &other in facts.iter().flat_map(|fact| &fact.with).filter(|&&other| is_name(other)) {
        *shared.entry(other).or_default() += 1;
    }
    let mut shared: Vec<(EntityId, usize)> = shared.into_iter().collect();
    shared.sort_by_key(|&(_, sentences)| Reverse(sentences));
    shared.truncate(TOGETHER);
    shared
}

#[cfg(test)]
mod tests {
    use protocol::{DocumentId, EntityCost, FactKind, Importance, Place};

    use super::*;

    fn entity(id: EntityId, names: &[&str], kind: Option<EntityKind>, mentions: u32) -> Entity {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let importance = Importance::default();
        Entity {
            id,
            name: names[0].clone(),
            names,
            kind,
            importance,
            mentions,
            facts: Vec::new(),
            pairs: Vec::new(),
        }
    }

    fn names(entities: Vec<Entity>, complete: bool) -> DocumentNameList {
        let (total, cost) = (entities.len() as u32, EntityCost::default());
        let corrections = Vec::new();
        DocumentNameList::of(
            EntityList { document: DocumentId(1), complete, cost, total, entities, corrections },
            None,
        )
    }

    fn few(complete: bool) -> DocumentNameList {
        let (person, place) = (Some(EntityKind::Person), Some(EntityKind::Place));
        let entities = vec![
            entity(0, &["Marlow"], place, 2),
            entity(1, &["Anna Holt", "Miss Holt"], person, 7),
            entity(2, &["Tom Bell"], person, 2),
            entity(3, &["Élan"], None, 2),
        ];
        names(entities, complete)
    }

    fn ids(found: &NameSearchResults) -> Vec<EntityId> {
        found.rows.iter().map(|entity| entity.id).collect()
    }

    #[test]
    fn what_is_named_most_comes_first() {
        let names = few(true);
        assert_eq!(ids(&names.found("", None, 9)), [1, 0, 2, 3]);
        let cut = names.found("", None, 2);
        assert_eq!((ids(&cut), cut.all), (vec![1, 0], 4));
        assert_eq!(names.one(2).unwrap().name, "Tom Bell");
        assert!(names.one(4).is_none());
    }

    #[test]
    fn names_are_found_by_parts_of_any_of_them() {
        let names = few(true);
        for (words, kind, expected) in [
            ("holt", None, &[1][..]),
            (" MISS h", None, &[1]),
            ("anna miss", None, &[]),
            ("bell tom", None, &[2]),
            ("éLAN", None, &[3]),
            ("", Some(EntityKind::Person), &[1, 2]),
            ("l", Some(EntityKind::Place), &[0]),
        ] {
            assert_eq!(ids(&names.found(words, kind, 9)), expected, "{words} {kind:?}");
        }
    }

    #[test]
    fn kinds_are_offered_that_occur_once_they_are_known() {
        assert_eq!(few(true).kinds(), [EntityKind::Person, EntityKind::Place]);
        assert!(few(false).kinds().is_empty() && !few(false).is_complete());
        let date = vec![entity(0, &["May 1897"], Some(EntityKind::Time), 1)];
        assert_eq!(names(date, false).kinds(), [EntityKind::Time]);
        assert!(names(Vec::new(), true).kinds().is_empty() && names(Vec::new(), true).is_empty());
    }

    #[test]
    fn an_entity_is_asked_for_by_a_name_that_is_its_own() {
        let entities = vec![
            entity(0, &["May", "Miss May"], None, 2),
            entity(1, &["MAY"], None, 5),
            entity(2, &["Tom"], None, 1),
        ];
        let names = names(entities, false);
        let own = |id| names.own_name(names.one(id).unwrap());
        assert_eq!([own(0), own(1), own(2)], ["Miss May", "MAY", "Tom"]);
        assert_eq!(names.called("tom").unwrap().id, 2);
        assert!(names.called("Anna").is_none());
    }

    #[test]
    fn a_name_is_found_as_it_was_selected() {
        let names = few(true);
        for selected in
            ["Tom Bell", "“Tom Bell,”", "Tom Bell’s", "tom bell's", "Tom Bell.", "(Tom Bell)"]
        {
            assert_eq!(names.meant(selected).map(|one| one.id), Some(2), "{selected}");
        }
        assert!(names.meant("the river").is_none() && names.meant(" … ").is_none());
    }

    #[test]
    fn a_name_is_followed_into_a_new_list() {
        let names = few(true);
        let was = |name: &str, names: &[&str]| {
            let names = names.iter().map(|&name| name.to_owned()).collect();
            Entity { name: name.to_owned(), names, ..entity(9, &[""], None, 1) }
        };
        let still = |one: &Entity| names.still(one).map(|entity| entity.id);
        assert_eq!(still(&was("Aunt Anna", &["Anna Holt", "Aunt"])), Some(1));
        assert_eq!(still(&was("Tom Bell", &["Tom Bell"])), Some(2));
        assert_eq!(still(&was("Rattle", &["Rattle"])), None);
    }

    #[test]
    fn other_names_leave_out_the_first() {
        let names = few(true);
        assert_eq!(others(names.one(1).unwrap()), ["Miss Holt"]);
        assert!(others(names.one(2).unwrap()).is_empty());
    }

    #[test]
    fn who_shares_most_sentences_comes_first() {
        let fact = |with: &[EntityId]| Fact {
            kind: FactKind::Event,
            by_pronoun: false,
            weight: None,
            text: String::new(),
            with: with.into(),
            place: Place {
                document: DocumentId(1),
                page: None,
                start: 0,
                end: 1,
                rects: Vec::new(),
            },
        };
        let facts = [fact(&[3]), fact(&[]), fact(&[9, 3]), fact(&[2]), fact(&[9, 3])];
        assert_eq!(together(&facts, |_| true), [(3, 3), (9, 2), (2, 1)]);
        assert_eq!(together(&facts, |id| id != 9), [(3, 3), (2, 1)]);
        let many: Vec<EntityId> = (0..30).collect();
        assert_eq!(together(&[fact(&many)], |_| true).len(), TOGETHER);
        assert!(together(&[], |_| true).is_empty());
    }
}
