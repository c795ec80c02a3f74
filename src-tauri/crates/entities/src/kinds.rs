//! Decides whether a name is a person's, a place's, an organisation's or a thing's, by how a
//! language model continues "… is a". The model writes nothing, so it cannot miss a format: only
//! the probabilities of a few nouns count. Other nouns, such as "word", say that it names nothing.

/// The kind of a named entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NamedEntityKind {
    /// A person, or an animal with a name.
    Person,
    /// A country, a town, a house, a river.
    Place,
    /// A company, a church, a school.
    Organisation,
    /// Anything else with a name: a ship, a book.
    Thing,
}

impl NamedEntityKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Person, Self::Place, Self::Organisation, Self::Thing];

    /// Returns the nouns that indicate this kind.
    pub fn nouns(self) -> &'static [&'static str] {
        match self {
            Self::Person => &["person", "man", "woman", "boy", "girl", "character", "lady"],
            Self::Place => &[
                "place", "city", "town", "country", "river", "house", "street", "village",
                "island", "mountain", "region", "land", "county", "lake", "state", "palace",
                "castle", "desert", "port", "hill", "valley", "estate", "farm",
            ],
            Self::Organisation => &["company", "school", "church", "organization", "group"],
            Self::Thing => &["ship", "boat", "book", "thing"],
        }
    }
}

/// The nouns that indicate that a capitalised word is of no kind: a word at the beginning of a
/// sentence, a month, a feast, a law, a plant. Chosen with the names that Pecan finds in the first 60
/// novels of LitBank (docs/entities.md).
const OTHER_NOUNS: [&str; 31] = [
    "word",
    "verb",
    "term",
    "name",
    "phrase",
    "noun",
    "title",
    "law",
    "kind",
    "type",
    "form",
    "measure",
    "system",
    "language",
    "song",
    "day",
    "month",
    "time",
    "disease",
    "feeling",
    "sin",
    "custom",
    "religion",
    "festival",
    "plant",
    "tree",
    "flower",
    "food",
    "drink",
    "newspaper",
    "holiday",
];

/// Returns all nouns whose probabilities count.
pub fn nouns() -> impl Iterator<Item = &'static str> {
    let of_kinds = NamedEntityKind::ALL.into_iter().flat_map(|kind| kind.nouns().iter().copied());
    of_kinds.chain(OTHER_NOUNS)
}

/// Returns the model's prompt: the sentence with the name, and the beginning of one about it.
pub fn prompt(sentence: &str, name: &str) -> String {
    format!("{sentence}\n\n{name} is a")
}

/// Returns the likeliest kind; `None` if it is likelier that the word names nothing, or if the model
/// gives no kind a chance. `probability` returns that of a noun as the next word.
pub fn likeliest(probability: impl Fn(&str) -> f64) -> Option<NamedEntityKind> {
    let sum = |nouns: &[&str]| nouns.iter().map(|noun| probability(noun)).sum::<f64>();
    let all = NamedEntityKind::ALL.map(|kind| (kind, sum(kind.nouns())));
    let likeliest = all.into_iter().max_by(|one, other| one.1.total_cmp(&other.1));
    likeliest.filter(|(_, probability)| *probability > sum(&OTHER_NOUNS)).map(|(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nouns_of_a_kind_are_added_up() {
        let nouns = |noun: &str| match noun {
            "city" => 0.2,
            "man" | "woman" => 0.15,
            _ => 0.0,
        };
        assert_eq!(likeliest(nouns), Some(NamedEntityKind::Person));
        assert_eq!(likeliest(|_| 0.0), None);
    }

    #[test]
    fn what_is_likelier_a_word_has_no_kind() {
        let nouns = |noun: &str| match noun {
            "man" => 0.02,
            "word" | "verb" => 0.015,
            _ => 0.0,
        };
        assert_eq!(likeliest(nouns), None);
    }

    #[test]
    fn no_noun_speaks_for_two_kinds() {
        let mut nouns: Vec<&str> = super::nouns().collect();
        let all = nouns.len();
        nouns.sort_unstable();
        nouns.dedup();
        assert_eq!(nouns.len(), all);
    }
}
