//! Finds an entity by its name or a part of it, and names that no model was asked about.

use std::cmp::Reverse;
use std::collections::HashMap;

use entities::{Name, NamedEntity};
use library::Library;
use protocol::{Code, DocumentId, Failure};

use crate::entities::document_names::EntityRequest;

/// The maximum number of names in a message.
const NAMED: usize = 5;
/// The number of letters, of a word of usual length, that a similar name may have otherwise.
const DIFFERING: usize = 2;

/// The entities that a name may mean, by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NameLookup {
    Found(usize),
    /// Several have names of which it is a part, the one mentioned most first.
    Ambiguous(Vec<usize>),
    /// None has it; these have similar names, the most similar first.
    Unknown(Vec<usize>),
}

/// Returns a name in the form in which names are compared: letter case, repeated spaces, and points at the end of words
/// do not count.
pub(crate) fn comparable(name: &str) -> String {
    let words = name.split_whitespace().map(|word| word.trim_end_matches('.').to_lowercase());
    words.collect::<Vec<_>>().join(" ").replace('’', "'")
}

/// Returns the number of the entity with a name; of several, the one mentioned most.
pub(crate) fn find(entities: &[NamedEntity], name: &str) -> Option<usize> {
    let wanted = comparable(name);
    let found = (0..entities.len()).filter(|&at| names(&entities[at]).any(|own| own == wanted));
    found.max_by_key(|&at| entities[at].mentions.len())
}

/// Looks up the entity with a name, or else the only one with a name of which it is a part.
pub(crate) fn look_up(entities: &[NamedEntity], name: &str) -> NameLookup {
    if let Some(found) = find(entities, name) {
        return NameLookup::Found(found);
    }
    let wanted = comparable(name);
    let has_part = |at: &usize| names(&entities[*at]).any(|own| is_part(&wanted, &own));
    let mut having: Vec<usize> = match says_more_than_title(&wanted) {
        true => (0..entities.len()).filter(has_part).collect(),
        false => Vec::new(),
    };
    having.sort_by_key(|&at| Reverse(entities[at].mentions.len()));
    match having[..] {
        [] => NameLookup::Unknown(similar(entities, &wanted)),
        [only] => NameLookup::Found(only),
        _ => NameLookup::Ambiguous(having),
    }
}

/// Returns the entity that a request names.
///
/// # Errors
///
/// If no entity has the name, or several have it as a part of theirs.
pub(crate) fn named_entity(
    entities: &[NamedEntity],
    wanted: &EntityRequest<'_>,
    name: &str,
) -> Result<usize, Failure> {
    if name.trim().is_empty() {
        return Err(Failure::new(Code::BadRequest, "Enter a name."));
    }
    match look_up(entities, name) {
        NameLookup::Found(at) => Ok(at),
        NameLookup::Ambiguous(all) => {
            let all = alternatives(entities, &all);
            let message = format!("“{name}” may mean {all}. Enter one of these names.");
            Err(Failure::new(Code::EntityUnknown, message))
        }
        NameLookup::Unknown(_) => Err(unknown(entities, wanted, name)),
    }
}

/// Returns the failure of a request for a name that no entity has.
pub(crate) fn unknown(entities: &[NamedEntity], wanted: &EntityRequest<'_>, name: &str) -> Failure {
    let part = if wanted.until.is_some() { "This part of document" } else { "Document" };
    let near = match look_up(entities, name) {
        NameLookup::Found(at) => vec![at],
        NameLookup::Ambiguous(near) | NameLookup::Unknown(near) => near,
    };
    let similar = match near.is_empty() {
        true => String::new(),
        false => format!(" Did you mean {}?", alternatives(entities, &near)),
    };
    let message = format!(
        "{part} {} does not contain the name “{name}”.{similar} `pecan entities {0}` lists its \
         names.",
        wanted.document
    );
    Failure::new(Code::EntityUnknown, message)
}

/// The names of an entity, as they are compared.
fn names(entity: &NamedEntity) -> impl Iterator<Item = String> {
    let all = entity.names.iter().map(String::as_str).chain([entity.title()]);
    all.map(comparable)
}

/// Returns whether the words of one name stand in another one, in this order.
fn is_part(wanted: &str, name: &str) -> bool {
    let mut words = name.split(' ');
    wanted.split(' ').all(|wanted| words.any(|word| word == wanted))
}

/// Returns whether a name has a word that is neither a title nor a word such as "old".
fn says_more_than_title(name: &str) -> bool {
    // The last word of a name is always read as a name, so another one follows here.
    name.split(' ').any(|word| {
        let read = Name::new(&format!("{word} x"));
        !word.is_empty() && read.words.len() > 1
    })
}

/// Returns the entities with a name, or a word in it, that is written almost like this one; the most similar first.
fn similar(entities: &[NamedEntity], wanted: &str) -> Vec<usize> {
    let letters = wanted.chars().count();
    let most = if letters > DIFFERING { DIFFERING.min((letters + 1) / 3) } else { 0 };
    let is_word = !wanted.contains(' ');
    let distance = |name: String| match is_word {
        true => name.split(' ').map(|word| differences(wanted, word)).min(),
        false => Some(differences(wanted, &name)),
    };
    let of_entity = |at: usize| Some((names(&entities[at]).filter_map(distance).min()?, at));
    let mut near: Vec<(usize, usize)> = (0..entities.len()).filter_map(of_entity).collect();
    near.retain(|&(distance, _)| distance <= most && most > 0);
    near.sort_by_key(|&(distance, at)| (distance, Reverse(entities[at].mentions.len())));
    near.truncate(NAMED);
    near.into_iter().map(|(_, at)| at).collect()
}

/// Returns the smallest number of letters to insert, remove or replace to turn one word into another.
fn differences(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (column, &wanted) in other.iter().enumerate() {
            let replaced = before + usize::from(letter != wanted);
            before = row[column + 1];
            row[column + 1] = replaced.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

/// Returns the titles of entities as alternatives: "Ann, Tom or Una".
fn alternatives(entities: &[NamedEntity], all: &[usize]) -> String {
    let titles: Vec<&str> = all.iter().take(NAMED).map(|&at| entities[at].title()).collect();
    let more = all.len() - titles.len();
    match titles.split_last() {
        Some((last, first)) if more == 0 && !first.is_empty() => {
            format!("{} or {last}", first.join(", "))
        }
        _ if more > 0 => format!("{} or one of {more} others", titles.join(", ")),
        _ => titles.join(", "),
    }
}

/// Returns the names of a text that a model has not been asked about, each with the first sentence that has it.
pub(crate) fn unasked(
    library: &Library,
    document: DocumentId,
    text: &str,
) -> Result<Vec<entities::FirstMention>, Failure> {
    let known: HashMap<_, _> = library.name_kinds(document)?;
    let mut names = entities::names(text);
    names.retain(|first| !known.contains_key(&first.name) && !entities::is_chinese(&first.name));
    Ok(names)
}

#[cfg(test)]
mod tests {
    use entities::{Corrections, Entities};

    use super::*;

    const TEXT: &str = "There Mr. Darcy met Lydia Bennet. Then Jane Bennet wept, and Jane Fairfax sang. There Jane \
                        Fairfax met Mr. Darcy.";

    fn message(name: &str) -> Result<String, String> {
        let read = Entities::read(TEXT, |_| None, &Corrections::default());
        let wanted = EntityRequest { document: DocumentId(22), name: None, until: None };
        let found = named_entity(&read.entities, &wanted, name);
        found.map(|at| read.entities[at].title().to_owned()).map_err(|failure| failure.message)
    }

    #[test]
    fn a_name_or_its_only_bearer_by_a_part_is_found() {
        for (name, expected) in [
            ("Mr. Darcy", "Mr. Darcy"),
            (" mr  darcy ", "Mr. Darcy"),
            ("Darcy", "Mr. Darcy"),
            ("darcy", "Mr. Darcy"),
            ("Lydia", "Lydia Bennet"),
            ("Jane  Bennet", "Jane Bennet"),
            ("Fairfax", "Jane Fairfax"),
        ] {
            assert_eq!(message(name).as_deref(), Ok(expected), "{name}");
        }
    }

    #[test]
    fn of_several_none_is_taken() {
        let expected = "“Jane” may mean Jane Fairfax or Jane Bennet. Enter one of these names.";
        assert_eq!(message("Jane").unwrap_err(), expected);
    }

    #[test]
    fn similar_names_are_suggested() {
        let start = "Document 22 does not contain the name";
        let end = "`pecan entities 22` lists its names.";
        assert_eq!(
            message("Darcey").unwrap_err(),
            format!("{start} “Darcey”. Did you mean Mr. Darcy? {end}")
        );
        assert_eq!(
            message("Jane Benet").unwrap_err(),
            format!("{start} “Jane Benet”. Did you mean Jane Bennet? {end}")
        );
        assert_eq!(
            message("Mrs. Darcy").unwrap_err(),
            format!("{start} “Mrs. Darcy”. Did you mean Mr. Darcy? {end}")
        );
        assert_eq!(message(" ").unwrap_err(), "Enter a name.");
        for name in ["Wickham", "Mr", "Li"] {
            let expected = format!("{start} “{name}”. {end}");
            assert_eq!(message(name).unwrap_err(), expected, "{name}");
        }
    }

    #[test]
    fn letters_that_differ_are_counted() {
        for (one, other, expected) in [
            ("", "", 0),
            ("darcy", "darcey", 1),
            ("jane", "june", 1),
            ("abc", "", 3),
            ("ab", "ba", 2),
        ] {
            assert_eq!(differences(one, other), expected, "{one} {other}");
        }
    }
}
