//! Questions such as "Who is Ann Hill?". What the text says of the person is quoted, without the model.

use std::cmp::Reverse;
use std::ops::Range;

use entities::{Entities, Statement, StatementKind};
use hwdag::grounding::SourceWords;

use crate::entities::assertions::{is_doubted, is_only_possible, may_state};
use crate::entities::find::{NameLookup, look_up};
use crate::entities::sentence_index::SentenceIndex;
use crate::entities::sentence_tokens::{before_name, tokens};

/// The beginning of such a question, in lower case.
const BEGINNINGS: [&str; 6] =
    ["who is ", "who's ", "who’s ", "who was ", "tell me about ", "remind me who is "];
/// Words that may follow the name.
const ENDINGS: [&str; 3] = ["", "again", "anyway"];
/// Words that may precede a name.
const ARTICLES: [&str; 2] = ["the ", "The "];
/// The maximum number of sentences quoted.
const QUOTED: usize = 3;
/// The number of characters above which a sentence is quoted only if there are no others: it says much else.
const LONG: usize = 400;
/// The number of words after a name within which "would" makes what is said a possibility.
const VERB: usize = 3;
/// Verbs after a name that say what someone is.
const IS: [&str; 2] = ["is", "was"];
/// Words that introduce a name.
const CALLED: [&str; 3] = ["called", "named", "nicknamed"];
/// First words of an apposition.
#[rustfmt::skip]
const DETERMINERS: [&str; 10] = ["a", "an", "her", "his", "its", "my", "our", "the", "their", "your"];

/// How much a sentence says about who someone is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Says {
    /// Their relation to others.
    Relation,
    /// Their possessions or attributes.
    Attribute,
    /// What they are.
    Identity,
}

/// Returns the entity that a question asks about, if it asks who someone known to the text is. A part of a name
/// suffices if only one entity has it.
pub(crate) fn asked_about(question: &str, index: &SentenceIndex) -> Option<usize> {
    let name = after_beginning(question)?;
    let article = ARTICLES.iter().find_map(|article| name.strip_prefix(article));
    let bare = article.unwrap_or(name);
    if let Some((entity, after)) = index.known.at_start(bare)
        && ENDINGS.contains(&after.trim_matches([' ', ',']).to_lowercase().as_str())
    {
        return Some(entity);
    }
    let end = ENDINGS.iter().rev().find_map(|ending| bare.strip_suffix(ending)).unwrap_or(bare);
    let part = end.trim_end_matches([' ', ',']);
    let NameLookup::Found(entity) = look_up(&index.entities.entities, part) else { return None };
    // "The cat" need not be the White Cat, and "who is white?" does not ask for it.
    let is_last =
        |name: &String| name.to_lowercase().ends_with(&format!(" {}", part.to_lowercase()));
    let may_be_last =
        || article.is_none() && index.entities.entities[entity].names.iter().any(is_last);
    (part.starts_with(char::is_uppercase) || may_be_last()).then_some(entity)
}

/// Returns whether a question begins like one for who someone is.
pub(crate) fn asks_who_somebody_is(question: &str) -> bool {
    after_beginning(question).is_some()
}

fn after_beginning(question: &str) -> Option<&str> {
    let question = question.trim().trim_end_matches(['?', '.', '!', ' ']);
    BEGINNINGS.iter().find_map(|beginning| {
        let start = question.get(..beginning.len())?;
        (start.to_lowercase() == **beginning).then(|| &question[beginning.len()..])
    })
}

/// Returns the sentences that say most about who someone is, the best first. Empty if the text only names them.
pub(crate) fn description(index: &SentenceIndex, entity: usize) -> Vec<usize> {
    let about = index.entities.statements.iter().filter(|one| one.entities.contains(&entity));
    let mut found: Vec<(bool, Says, usize)> = Vec::new();
    for statement in about {
        let Some(says) = says(index, statement, entity) else { continue };
        let sentence = index.sentence_at(statement.sentence.start);
        let text = index.text(sentence);
        let tells = text.len() <= LONG;
        match found.last_mut() {
            // Sentences that belong together, as "He is old" does with the one before it.
            Some(last) if last.2 == sentence => last.1 = last.1.max(says),
            _ => found.push((tells, says, sentence)),
        }
    }
    found.sort_by_key(|&(tells, says, _)| Reverse((tells, says)));
    found.into_iter().map(|one| one.2).take(QUOTED).collect()
}

/// Returns what a sentence says of someone; `None` if it only names them, or does not state what it says.
fn says(index: &SentenceIndex, statement: &Statement, entity: usize) -> Option<Says> {
    if !is_stated(index, statement, entity) {
        return None;
    }
    if identifies(index, statement, entity) {
        return Some(Says::Identity);
    }
    match statement.kind {
        _ if !is_subject(index, statement, entity) => None,
        StatementKind::Attribute => Some(Says::Attribute),
        StatementKind::Relation => Some(Says::Relation),
        StatementKind::Event => None,
    }
}

/// Returns whether a sentence states what it says of someone: "Ann is a queen", and not "If Ann is a queen".
fn is_stated(index: &SentenceIndex, statement: &Statement, entity: usize) -> bool {
    let Range { start, end } = statement.sentence;
    let text = &index.whole()[start..end];
    let first = own_mentions(&index.entities, entity, start..end).next();
    let is_meant_by_pronoun =
        statement.begins_with_pronoun && statement.entities.first() == Some(&entity);
    let at = first.filter(|_| !is_meant_by_pronoun).map_or(start..start, Clone::clone);
    let mut before = tokens(&index.whole()[start..at.start]);
    before.extend(tokens(before_name(&index.whole()[at.clone()])));
    let next = tokens(&index.whole()[at.end.min(end)..end]);
    let next = &next[..next.len().min(VERB)];
    let name = before.len();
    before.extend(next.iter().cloned());
    may_state(&tokens(text))
        && !is_doubted(&before, name, &SourceWords::default())
        && !is_only_possible(next)
}

/// Returns whether a sentence begins with someone's name, or a pronoun that refers to them.
fn is_subject(index: &SentenceIndex, statement: &Statement, entity: usize) -> bool {
    if statement.entities.first() != Some(&entity) {
        return false;
    }
    let sentence = statement.sentence.clone();
    let start = sentence.start;
    let before = own_mentions(&index.entities, entity, sentence).next();
    let before = before.map(|place| index.whole()[start..place.start].trim().to_lowercase());
    statement.begins_with_pronoun
        || before.is_some_and(|before| before.is_empty() || DETERMINERS.contains(&before.as_str()))
}

/// Returns whether a sentence says what someone is: "Ann is a miller", "He was the heir", "Ann, the miller", "a girl
/// named Ann".
fn identifies(index: &SentenceIndex, statement: &Statement, entity: usize) -> bool {
    let Range { start, end } = statement.sentence;
    let is_meant_by_pronoun =
        statement.begins_with_pronoun && statement.entities.first() == Some(&entity);
    let text = index.whole();
    let mut after_pronoun = text[start..end].split_whitespace().skip(1);
    let is_state = statement.kind != StatementKind::Event;
    let is = |word: Option<&str>| word.is_some_and(|word| IS.contains(&word));
    let is_one = |word: Option<&str>| word.is_some_and(|word| DETERMINERS.contains(&word));
    if is_meant_by_pronoun && is_state && is(after_pronoun.next()) && is_one(after_pronoun.next()) {
        return true;
    }
    own_mentions(&index.entities, entity, start..end).any(|place| {
        let (before, after) = (&text[start..place.start], &text[place.end.min(end)..end]);
        let mut next = after.split_whitespace();
        let is_called =
            before.split_whitespace().next_back().is_some_and(|word| CALLED.contains(&word));
        let is_apposition = after.starts_with(", ") && is_one(next.nth(1));
        let mut next = after.split_whitespace();
        let is_copula = is_state && is(next.next()) && is_one(next.next());
        is_called || is_apposition || is_copula
    })
}

fn own_mentions(
    entities: &Entities,
    entity: usize,
    sentence: Range<usize>,
) -> impl Iterator<Item = &Range<usize>> {
    let mentions = &entities.entities[entity].mentions;
    let first = mentions.partition_point(|place| place.start < sentence.start);
    mentions[first..].iter().take_while(move |place| place.start < sentence.end)
}

#[cfg(test)]
mod tests {
    use entities::Corrections;

    use super::*;

    const TEXT: &str = "It rained. Ann Hill met Tom Bell in Ely. Ann Hill is the daughter of the ferryman. Tom Bell has \
                        a dog. He is a miller. A boy named Otto laughed at Una Brandt. Una Brandt, the queen, slept. \
                        I see that you speak of Basil. What is Basil? If Sam Pike is a king, he hides it. Sam Pike would \
                        be the heir. Is Sam Pike a miller? Nobody believed that Sam Pike was a thief. Tom Bell met \
                        Sam Pike. Mr. Fitz Darcy is a friend of Otto. Jane Bennet has a cat, and Jane Fairfax has \
                        none. The White Cat is a queen.";

    fn described(question: &str) -> Vec<String> {
        let read = Entities::read(TEXT, |_| None, &Corrections::default());
        let index = SentenceIndex::new(TEXT.to_owned(), read, false);
        let Some(entity) = asked_about(question, &index) else { return Vec::new() };
        let sentences = description(&index, entity).into_iter();
        sentences.map(|at| index.text(at).to_owned()).collect()
    }

    #[test]
    fn what_somebody_is_comes_first() {
        assert_eq!(described("Who is Ann Hill?"), ["Ann Hill is the daughter of the ferryman."]);
        assert_eq!(described("who was Tom Bell again?"), ["Tom Bell has a dog. He is a miller."]);
        assert_eq!(described("Who's Otto?"), ["A boy named Otto laughed at Una Brandt."]);
        assert_eq!(described("Who is the Una Brandt?").len(), 1);
        assert_eq!(described("Tell me about Una Brandt."), ["Una Brandt, the queen, slept."]);
    }

    #[test]
    fn of_whom_nothing_is_said_nothing_is_quoted() {
        assert!(described("Who is Ely?").is_empty());
        assert!(described("Who is Basil?").is_empty());
    }

    #[test]
    fn what_only_may_be_is_not_quoted() {
        assert!(described("Who is Sam Pike?").is_empty());
    }

    #[test]
    fn a_part_of_a_name_suffices_if_it_is_of_one_entity() {
        let darcy = ["Mr. Fitz Darcy is a friend of Otto."];
        for question in
            ["Who is Darcy?", "Who is Mr Darcy?", "who was darcy again?", "Who is the Darcy?"]
        {
            assert_eq!(described(question), darcy, "{question}");
        }
        assert!(described("Who is Jane?").is_empty());
        for question in ["Who is the cat?", "Who is white?", "Who is Mr?"] {
            assert!(described(question).is_empty(), "{question}");
        }
        assert_eq!(described("Who is the White Cat?").len(), 1);
    }

    #[test]
    fn other_questions_are_left_alone() {
        for question in [
            "Who is the daughter of the ferryman?",
            "Who is Ann Hill's father?",
            "Who was Ann Hill married to?",
            "Who is Mira Stone?",
            "Where is Ann Hill?",
            "Who is?",
            "",
        ] {
            assert!(described(question).is_empty(), "{question}");
        }
    }
}
