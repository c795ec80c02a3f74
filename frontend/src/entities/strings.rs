//! Messages about the names in a document.

use protocol::{EntityKind, FactKind, file_name};

use crate::i18n::messages;

messages! {
    "names"
    names;
    names_find;
    names_kinds;
    names_all;
    names_people;
    names_places;
    names_organisations;
    names_things;
    names_dates;
    name_person;
    name_place;
    name_organisation;
    name_thing;
    name_date;
    /// Whether the names are limited to what has been read.
    names_read;
    names_read_title;
    save_names;
    names_none;
    names_none_read;
    names_unasked;
    names_ask;
    names_number(number: usize);
    names_more(number: usize);
    name_mentions(number: u32);
    name_back;
    name_correct;
    name_new;
    name_kind;
    name_same_as;
    name_similar;
    name_split;
    name_split_title;
    name_discard;
    corrected_merge(name: &str, other: &str);
    corrected_split(name: &str);
    corrected_rename(name: &str, title: &str);
    corrected_kind(name: &str, kind: &str);
    corrected_discard(name: &str);
    name_also(names: &str);
    name_facts;
    facts_attributes;
    facts_relations;
    facts_events;
    name_together;
    name_pairs;
    name_pairs_explained;
    write_pairs;
    stop_pairs;
    /// The heading of the chart of where in the text an entity is named.
    name_where;
    name_sentences(number: usize);
    name_sentences_turning;
    name_sentences_before;
    name_sentences_after;
    /// The place of something in a document without pages.
    numbered_part(part: usize);
}

/// The name of an entity's kind.
pub fn kind_of_name(kind: EntityKind) -> &'static str {
    match kind {
        EntityKind::Person => name_person(),
        EntityKind::Place => name_place(),
        EntityKind::Organisation => name_organisation(),
        EntityKind::Thing => name_thing(),
        EntityKind::Time => name_date(),
    }
}

/// The name for all entities of a kind, or for all.
pub fn kinds_of_names(kind: Option<EntityKind>) -> &'static str {
    match kind {
        None => names_all(),
        Some(EntityKind::Person) => names_people(),
        Some(EntityKind::Place) => names_places(),
        Some(EntityKind::Organisation) => names_organisations(),
        Some(EntityKind::Thing) => names_things(),
        Some(EntityKind::Time) => names_dates(),
    }
}

/// The name for all facts of a kind, or for all.
pub fn kinds_of_facts(kind: Option<FactKind>) -> &'static str {
    match kind {
        None => names_all(),
        Some(FactKind::Attribute) => facts_attributes(),
        Some(FactKind::Relation) => facts_relations(),
        Some(FactKind::Event) => facts_events(),
    }
}

/// The default name of a folder: that of the document whose names are in it.
pub fn folder_of(title: &str) -> String {
    file_name(title).unwrap_or_else(|| names().to_owned())
}
