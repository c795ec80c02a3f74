//! The people and things that a document names.

use protocol::{
    Correction, Entity, EntityList, Grain, NameCorrection, Place, QuestionAnswerPair, SimilarName,
    SimilarNames,
};

use super::wording::{count, plain};

/// The maximum number of an entity's other names that are printed.
const OTHER_NAMES: usize = 5;

pub(super) fn entities(list: &EntityList) -> String {
    let mut text = String::new();
    let mut entities: Vec<&Entity> = list.entities.iter().collect();
    // The most important come first; of equals, those that come first in the text.
    entities.sort_by_key(|entity| std::cmp::Reverse((entity.importance, entity.mentions)));
    for entity in entities {
        text.push_str(&line(entity));
        for fact in &entity.facts {
            let (kind, said) = (fact.kind.word(), plain(&fact.text));
            text.push_str(&format!("       {}, {kind}: {said}\n", written(&fact.place)));
        }
        if !entity.pairs.is_empty() {
            text.push_str("       Questions:\n");
        }
        for pair in &entity.pairs {
            text.push_str(&question(pair));
        }
    }
    if list.total == 0 {
        text.push_str(
            "       No names found. Pecan finds names by their capital letters and, in \
             Chinese, the names of people who speak.\n",
        );
    } else if !list.complete {
        text.push_str(
            "       The model has not yet been asked about the kinds of some of these \
             names. To ask it, run `pecan add` on the file again.\n",
        );
    }
    if !list.corrections.is_empty() {
        text.push_str("Corrections:\n");
        text.extend(list.corrections.iter().map(correction));
    }
    text
}

pub(super) fn similar(names: &SimilarNames) -> String {
    if names.similar.is_empty() {
        return format!("No other name is similar to {}.\n", plain(&names.name));
    }
    let line = |one: &SimilarName| {
        format!("{:>5}  {}: similarity {:.2}\n", one.entity, plain(&one.name), one.similarity)
    };
    names.similar.iter().map(line).collect()
}

/// Returns a question with its answer. The answers of the coarser ones are among the facts.
fn question(pair: &QuestionAnswerPair) -> String {
    let asked = plain(&pair.question);
    match pair.grain {
        Grain::Micro => {
            let places: Vec<String> = pair.places.iter().map(written).collect();
            format!("       {}: {asked} {}\n", places.join(", "), plain(&pair.answer))
        }
        Grain::Macro | Grain::Feature | Grain::Sentence => format!("       {asked}\n"),
    }
}

fn written(place: &Place) -> String {
    match place.page {
        Some(page) => format!("page {page}"),
        None => format!("{}-{}", place.start, place.end),
    }
}

fn correction(correction: &Correction) -> String {
    let quoted = |name: &str| format!("“{}”", plain(name));
    let what = match &correction.what {
        NameCorrection::Merge { name, other } => {
            format!("{} and {} mean the same", quoted(name), quoted(other))
        }
        NameCorrection::Split { name } => format!("{} is a separate name", quoted(name)),
        NameCorrection::Rename { name, title } => {
            format!("{} is called {}", quoted(name), quoted(title))
        }
        NameCorrection::SetKind { name, kind } => {
            format!("the kind of {} is: {}", quoted(name), kind.word())
        }
        NameCorrection::Discard { name } => format!("{} is not a name", quoted(name)),
    };
    format!("{:>5}  {what}\n", correction.id)
}

/// Returns name, kind, mentions and other names.
fn line(entity: &Entity) -> String {
    let kind = entity.kind.map_or_else(String::new, |kind| format!("{}, ", kind.word()));
    let others: Vec<String> = entity.other_names().map(plain).collect();
    let more = match others.len().saturating_sub(OTHER_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let also = match others.is_empty() {
        true => String::new(),
        false => format!("; also {}{more}", others[..others.len().min(OTHER_NAMES)].join(", ")),
    };
    let (importance, mentions) = (entity.importance.weight(), count(entity.mentions, "mention"));
    format!(
        "{:>5}  {}: {kind}importance {importance:.1}, {mentions}{also}\n",
        entity.id,
        plain(&entity.name)
    )
}

#[cfg(test)]
mod tests {
    use protocol::{EntityKind, Importance};

    use super::*;

    #[test]
    fn an_entity_is_one_line_with_kind_and_other_names() {
        let names = ["Mr. Bell", "Tom", "\u{1b}[2J"].map(str::to_owned).to_vec();
        let entity = Entity {
            id: 3,
            name: "Tom".to_owned(),
            names,
            kind: Some(EntityKind::Person),
            importance: Importance::Relevant,
            mentions: 1,
            facts: Vec::new(),
            pairs: Vec::new(),
        };
        let line = line(&entity);
        assert!(
            line.starts_with("    3  Tom: person, importance 0.5, 1 mention; also Mr. Bell, "),
            "{line}"
        );
        assert!(!line.contains('\u{1b}'));
    }
}
