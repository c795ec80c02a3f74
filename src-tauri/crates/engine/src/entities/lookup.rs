//! Finds the entities that a question or a point names.

use std::collections::{BTreeSet, HashMap};

use entities::{Entities, mentions};
use hwdag::grounding::SourceWords;

/// The maximum number of words of a name.
const NAME_WORDS: usize = 6;

/// The words of a name.
pub(crate) fn plain(name: &str) -> Vec<String> {
    words(name).map(str::to_lowercase).collect()
}

/// Returns the words of the names in a question that no text has, in any letter case and inflection.
pub(crate) fn unknown_words(question: &str, texts: &[String]) -> Vec<String> {
    let names = mentions(question).into_iter().flat_map(|name| plain(&question[name]));
    let has = |text: &String, wanted: &str| words(text).any(|word| word.to_lowercase() == wanted);
    let mut missing: Vec<String> =
        names.filter(|word| !texts.iter().any(|text| has(text, word))).collect();
    if !missing.is_empty() {
        let inflected = SourceWords::new(texts.iter().map(String::as_str));
        missing.retain(|word| !inflected.has(word));
    }
    missing
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// All names of a text.
pub(crate) struct KnownNames(HashMap<Vec<String>, usize>);

impl KnownNames {
    pub fn new(entities: &Entities) -> Self {
        let all = &entities.entities;
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        for (at, entity) in all.iter().enumerate() {
            for name in entity.names.iter().map(String::as_str).chain([entity.title()]) {
                let first = known.entry(plain(name)).or_insert(at);
                // If several share a name, the one named most.
                if all[*first].mentions.len() < entity.mentions.len() {
                    *first = at;
                }
            }
        }
        Self(known)
    }

    /// Returns the entities that a question names, in any letter case: the longest runs of its words that are a name.
    pub fn in_question(&self, question: &str) -> BTreeSet<usize> {
        self.found(question, |_| true)
    }

    /// Returns the entities that a text names: no name begins with a lower-case letter.
    pub fn in_text(&self, text: &str) -> BTreeSet<usize> {
        self.found(text, |word| !word.starts_with(char::is_lowercase))
    }

    /// Returns the entity that a text begins with, by its longest name, and the text after that.
    pub fn at_start<'a>(&self, text: &'a str) -> Option<(usize, &'a str)> {
        let text = text.trim_start();
        let mut ends: Vec<usize> = Vec::new();
        for word in words(text).take(NAME_WORDS) {
            ends.push(word.as_ptr() as usize - text.as_ptr() as usize + word.len());
        }
        let mut longest = ends.into_iter().rev();
        longest.find_map(|end| Some((*self.0.get(&plain(&text[..end]))?, &text[end..])))
    }

    fn found(&self, text: &str, may_begin: impl Fn(&str) -> bool) -> BTreeSet<usize> {
        let text = text.replace("’s", " ").replace("'s", " ");
        let written: Vec<&str> = words(&text).collect();
        let small: Vec<String> = written.iter().map(|word| word.to_lowercase()).collect();
        let (mut found, mut at) = (BTreeSet::new(), 0);
        while at < small.len() {
            let longest = (1..=NAME_WORDS.min(small.len() - at)).rev();
            let mut names = longest.map(|count| &small[at..at + count]);
            let name = names.find(|name| self.0.contains_key(*name));
            let name = name.filter(|_| may_begin(written[at]));
            if let Some(name) = name {
                found.insert(self.0[name]);
            }
            at += name.map_or(1, <[String]>::len);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use entities::Corrections;

    use super::*;

    #[test]
    fn a_text_knows_the_words_of_names() {
        let texts = ["The SMITH of the village was called Tom.", "It was white; all returned."];
        let texts = texts.map(str::to_owned);
        let unknown = |question: &str| unknown_words(question, &texts);
        assert_eq!(unknown("Where did the White Cat meet Tom Smith's son?"), ["cat"]);
        assert!(unknown("What was the smith called?").is_empty());
        assert!(unknown("What is said of the Return of Tom?").is_empty());
    }

    #[test]
    fn the_longest_names_are_found() {
        let text = "Una Brandt saw Hope. Then Noah Irving and Una saw Una Brandt's Hope.";
        let entities = Entities::read(text, |_| None, &Corrections::default());
        let known = KnownNames::new(&entities);
        let titles = |found: BTreeSet<usize>| -> Vec<&str> {
            found.into_iter().map(|at| entities.entities[at].title()).collect()
        };
        assert_eq!(
            titles(known.in_question("did una brandt's friend hope?")),
            ["Una Brandt", "Hope"]
        );
        assert_eq!(titles(known.in_text("They hope for Noah Irving.")), ["Noah Irving"]);
        assert!(known.in_text("").is_empty());
        let (first, rest) = known.at_start("Una Brandt and others").unwrap();
        assert_eq!((entities.entities[first].title(), rest), ("Una Brandt", " and others"));
        assert_eq!(known.at_start("and Una"), None);
    }
}
