//! Who and what a document names.

use protocol::{EntityKind, FactKind, file_name};

messages! {
    names;
    names_find;
    names_kinds;
    names_all;
    names_people;
    names_places;
    names_organisations;
    names_things;
    name_person;
    name_place;
    name_organisation;
    name_thing;
    /// Whether only what has been read is told.
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
    /// Over a picture of where in the text somebody is named.
    name_where;
    name_sentences(number: usize);
    name_sentences_turning;
    name_sentences_before;
    name_sentences_after;
    /// Where something stands in a document without pages.
    numbered_part(part: usize);
}

/// What something is that has a name.
pub fn kind_of_name(kind: EntityKind) -> &'static str {
    match kind {
        EntityKind::Person => name_person(),
        EntityKind::Place => name_place(),
        EntityKind::Organisation => name_organisation(),
        EntityKind::Thing => name_thing(),
    }
}

/// What all of a kind are called, or all of them.
pub fn kinds_of_names(kind: Option<EntityKind>) -> &'static str {
    match kind {
        None => names_all(),
        Some(EntityKind::Person) => names_people(),
        Some(EntityKind::Place) => names_places(),
        Some(EntityKind::Organisation) => names_organisations(),
        Some(EntityKind::Thing) => names_things(),
    }
}

/// What the facts of a kind are called, or all of them.
pub fn kinds_of_facts(kind: Option<FactKind>) -> &'static str {
    match kind {
        None => names_all(),
        Some(FactKind::Attribute) => facts_attributes(),
        Some(FactKind::Relation) => facts_relations(),
        Some(FactKind::Event) => facts_events(),
    }
}

/// What a folder is called to begin with: as the document whose names are in it.
pub fn folder_of(title: &str) -> String {
    file_name(title).unwrap_or_else(|| names().to_owned())
}
