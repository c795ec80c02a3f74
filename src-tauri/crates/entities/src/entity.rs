//! The entities of a whole text: what its names mean, and every sentence that mentions one of them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::acronyms::acronym_pairs;
use crate::aliases::{NameCandidate, groups, numbered};
use crate::chinese_names::is_chinese;
use crate::company_forms::has_company_form;
use crate::corrections::Corrections;
use crate::kinds::NamedEntityKind;
use crate::mentions::mentions;
use crate::name::Name;
use crate::named_entity::NamedEntity;
use crate::nicknames::explained;
use crate::place_names::used_as_places;
use crate::pronouns::{PrecedingSentence, first_pronoun, follows};
use crate::statement_kinds::StatementKind;

/// A sentence that names an entity, or begins with a pronoun for someone named in the sentence
/// before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The sentence's byte range in the text.
    pub sentence: Range<usize>,
    /// The numbers of its entities, in order of first mention in it, each once.
    pub entities: Vec<usize>,
    /// Whether a pronoun stands for the first of them.
    pub begins_with_pronoun: bool,
    /// The kind of statement.
    pub kind: StatementKind,
}

/// The entities of a text, in order of first mention, with the statements about them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entities {
    /// The entities.
    pub entities: Vec<NamedEntity>,
    /// Every sentence about one of them, in order.
    pub statements: Vec<Statement>,
}

/// A name in a text with the sentence in which it first occurs, from which its kind is determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstMention {
    /// The name.
    pub name: String,
    /// The sentence's byte range in the text.
    pub sentence: Range<usize>,
}

/// Returns the distinct names of a text, each with its first mention, in order.
pub fn names(text: &str) -> Vec<FirstMention> {
    let sentences = sentences::sentences(text);
    let (mut known, mut found) = (HashMap::new(), Vec::new());
    for place in mentions(text) {
        let name = spelled(&text[place.clone()]);
        if known.insert(name.clone(), ()).is_none()
            && let Some(at) = sentence_of(&sentences, place.start)
        {
            found.push(FirstMention { name, sentence: sentences[at].clone() });
        }
    }
    found
}

impl Entities {
    /// Reads a text. `kind` returns a name's kind, where known; the reader's corrections take
    /// precedence over the text and `kind`.
    pub fn read(
        text: &str,
        kind: impl Fn(&str) -> Option<NamedEntityKind>,
        corrections: &Corrections,
    ) -> Self {
        let mut mentions = mentions(text);
        mentions.retain(|place| !corrections.is_discarded(&spelled(&text[place.clone()])));
        let spellings: Vec<String> =
            mentions.iter().map(|place| spelled(&text[place.clone()])).collect();
        let kinds: Vec<Option<NamedEntityKind>> = spellings.iter().map(|name| kind(name)).collect();
        let is_known = |kind: &Option<NamedEntityKind>| *kind == Some(NamedEntityKind::Person);
        let known: Vec<(String, bool)> =
            spellings.iter().cloned().zip(kinds.iter().map(is_known)).collect();
        let places = used_as_places(text, &mentions, &known);
        let named = |(text, kind): (&String, &Option<NamedEntityKind>)| {
            (text.clone(), is_person(*kind) && !places.contains(text.as_str()))
        };
        let named: Vec<(String, bool)> = spellings.iter().zip(&kinds).map(named).collect();
        let of = grouped(&named, &explained(text, &mentions), corrections);
        let mut entities: Vec<NamedEntity> = Vec::new();
        for (((place, spelling), kind), &group) in
            mentions.iter().zip(&spellings).zip(&kinds).zip(&of)
        {
            if group == entities.len() {
                entities.push(NamedEntity {
                    name: String::new(),
                    renamed: None,
                    names: Vec::new(),
                    kind: None,
                    mentions: Vec::new(),
                });
            }
            let entity = &mut entities[group];
            if !entity.names.contains(spelling) {
                entity.names.push(spelling.clone());
            }
            entity.kind = entity.kind.or(*kind);
            entity.mentions.push(place.clone());
        }
        for entity in &mut entities {
            entity.name = most_frequent(text, entity);
            entity.renamed = corrections.title(&entity.names).map(str::to_owned);
            // In Chinese texts only speakers are found, and they are people.
            let speaks = entity.names.iter().any(|name| is_chinese(name));
            let own = entity.kind.or(speaks.then_some(NamedEntityKind::Person));
            let is_company = entity.names.iter().any(|name| has_company_form(name));
            let company = is_company.then_some(NamedEntityKind::Organisation);
            entity.kind = corrections.kind(&entity.names).or(company).or(own);
        }
        Self { statements: statements(text, (&mentions, &of), &entities), entities }
    }
}

/// Returns a name without line breaks.
fn spelled(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns whether this is a person, who goes by parts of the name. An unknown kind counts as a
/// person, as most names are people's.
fn is_person(kind: Option<NamedEntityKind>) -> bool {
    kind.is_none_or(|kind| kind == NamedEntityKind::Person)
}

/// Returns the entity number of each mention, numbered from 0 in order. Equal names are compared
/// once. `explained` lists the pairs of mentions that the text says mean the same.
fn grouped(
    mentions: &[(String, bool)],
    explained: &[(usize, usize)],
    corrections: &Corrections,
) -> Vec<usize> {
    let (mut numbers, mut names) = (HashMap::new(), Vec::<NameCandidate<'_>>::new());
    let mut of = Vec::new();
    for (text, is_person) in mentions {
        let at = *numbers.entry((text, is_person)).or_insert(names.len());
        match names.get_mut(at) {
            Some(known) => known.count += 1,
            None => names.push(NameCandidate { text, is_person: *is_person, count: 1 }),
        }
        of.push(at);
    }
    let explained: Vec<(usize, usize)> =
        explained.iter().map(|&(one, other)| (of[one], of[other])).collect();
    let groups = corrected_groups(&names, &explained, corrections);
    numbered(&of.into_iter().map(|name| groups[name]).collect::<Vec<_>>())
}

/// Returns for each name the number that identifies its entity.
fn corrected_groups(
    names: &[NameCandidate<'_>],
    explained: &[(usize, usize)],
    corrections: &Corrections,
) -> Vec<usize> {
    let (apart, together): (Vec<usize>, Vec<usize>) =
        (0..names.len()).partition(|&at| corrections.is_apart(names[at].text));
    let compared: Vec<NameCandidate<'_>> = together.iter().map(|&at| names[at]).collect();
    let texts: Vec<&str> = names.iter().map(|name| name.text).collect();
    let mut of = vec![0; names.len()];
    for (&at, group) in together.iter().zip(groups(&compared)) {
        of[at] = group;
    }
    let acronyms = acronym_pairs(&texts);
    let mut seen = HashSet::new();
    // A long text may explain the same names many times.
    let pairs = explained.iter().chain(&acronyms).filter(|&pair| seen.insert(*pair));
    for &(name, nickname) in pairs {
        let is_apart = |at: usize| corrections.is_apart(names[at].text);
        let (into, from) = (of[name], of[nickname]);
        if into == from || is_apart(name) || is_apart(nickname) {
            continue;
        }
        let words = Name::new(names[nickname].text).words;
        let mut own = together.iter().filter(|&&at| of[at] == from);
        // A name with longer forms belongs to someone else.
        if own.all(|&at| Name::new(names[at].text).words == words) {
            for number in of.iter_mut().filter(|number| **number == from) {
                *number = into;
            }
        }
    }
    // There are fewer groups than names.
    for at in apart {
        of[at] = names.len() + at;
    }
    corrections.join(&texts, &mut of);
    of
}

fn most_frequent(text: &str, entity: &NamedEntity) -> String {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for place in &entity.mentions {
        *counts.entry(spelled(&text[place.clone()])).or_insert(0) += 1;
    }
    let rank = |name: &&String| (counts.get(*name).copied().unwrap_or(0), name.chars().count());
    // Of equals, the first.
    entity.names.iter().rev().max_by_key(rank).cloned().unwrap_or_default()
}

fn statements(
    text: &str,
    (mentions, of): (&[Range<usize>], &[usize]),
    entities: &[NamedEntity],
) -> Vec<Statement> {
    let mut mentioned = mentions.iter().zip(of).peekable();
    let mut statements: Vec<Statement> = Vec::new();
    // The position at which the last statement names its first entity.
    let mut last_named = None;
    for sentence in sentences::sentences(text) {
        let (mut named, mut first) = (Vec::new(), None);
        while let Some((place, &entity)) =
            mentioned.next_if(|(place, _)| place.start < sentence.end)
        {
            first = first.or(Some(place.start..place.end.min(sentence.end)));
            if !named.contains(&entity) {
                named.push(entity);
            }
        }
        let before = statements.last().filter(|last| follows(text, &last.sentence, &sentence));
        let pronoun = before.and_then(|before| {
            let said = &text[before.sentence.clone()];
            let named: Option<&Range<usize>> = last_named.as_ref();
            let start = before.sentence.start;
            let named = named.map(|name| name.start - start..name.end - start);
            let meant = *before.entities.first()?;
            let before = PrecedingSentence { sentence: said, named, first: &entities[meant] };
            let next = &text[sentence.clone()];
            before.is_meant(first_pronoun(next)?, next).then_some(meant)
        });
        if let Some(meant) = pronoun {
            named.retain(|&entity| entity != meant);
            named.insert(0, meant);
        }
        if named.is_empty() {
            continue;
        }
        last_named = first.filter(|_| pronoun.is_none());
        let kind = StatementKind::of(&text[sentence.clone()], named.len());
        let begins_with_pronoun = pronoun.is_some();
        statements.push(Statement { sentence, entities: named, begins_with_pronoun, kind });
    }
    statements
}

/// Returns the index of the sentence that contains a byte.
fn sentence_of(sentences: &[Range<usize>], byte: usize) -> Option<usize> {
    let at = sentences.partition_point(|sentence| sentence.end <= byte);
    sentences.get(at).filter(|sentence| sentence.contains(&byte)).map(|_| at)
}

#[cfg(test)]
mod tests;
