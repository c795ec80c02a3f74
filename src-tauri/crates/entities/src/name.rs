//! Splits a name into titles and words, and derives what they say about the person.

use crate::company_forms::is_company_form;
use crate::gender::{Gender, gender_of_given_name};

/// Titles of men, in lower case and without full stops.
#[rustfmt::skip]
const TITLES_OF_MEN: &[&str] = &[
    "abbot", "archduke", "baron", "brother", "count", "don", "duke", "earl", "emperor", "father",
    "herr", "herrn", "king", "lord", "marquess", "marquis", "master", "mister", "monsieur", "mr",
    "prince", "señor", "signor", "sir", "squire", "sultan", "uncle", "viscount",
];
/// Offices and ranks, in the same form. They were men's in nearly all novels, but a woman's given
/// name says more.
#[rustfmt::skip]
const OFFICES: &[&str] = &[
    "admiral", "alderman", "ambassador", "archbishop", "bishop", "capt", "captain", "cardinal",
    "chancellor", "chaplain", "col", "colonel", "commander", "commodore", "corporal", "curate",
    "deacon", "ensign", "gen", "general", "governor", "inspector", "judge", "justice", "lieut",
    "lieutenant", "major", "marshal", "mayor", "parson", "president", "rector", "rev", "reverend",
    "senator", "sergeant", "sheriff", "vicar",
];
/// Titles of women, in the same form.
#[rustfmt::skip]
const TITLES_OF_WOMEN: &[&str] = &[
    "abbess", "aunt", "baroness", "countess", "dame", "doña", "duchess", "empress", "frau",
    "fräulein", "lady", "madam", "madame", "mademoiselle", "marchioness", "miss", "mistress",
    "mother", "mrs", "ms", "princess", "queen", "señora", "signora", "sister", "viscountess",
];
/// Titles among relatives. Their bearers may have others.
const KIN: [&str; 7] = ["aunt", "brother", "cousin", "father", "mother", "sister", "uncle"];
/// Titles that mean the same as others: short forms, and those of other languages.
const SAME_TITLES: [(&str, &str); 20] = [
    ("capt", "captain"),
    ("col", "colonel"),
    ("dr", "doctor"),
    ("frau", "mrs"),
    ("fräulein", "miss"),
    ("gen", "general"),
    ("herr", "mr"),
    ("herrn", "mr"),
    ("lieut", "lieutenant"),
    ("madam", "mrs"),
    ("madame", "mrs"),
    ("mademoiselle", "miss"),
    ("mister", "mr"),
    ("monsieur", "mr"),
    ("prof", "professor"),
    ("rev", "reverend"),
    ("señor", "mr"),
    ("señora", "mrs"),
    ("signor", "mr"),
    ("signora", "mrs"),
];
/// Titles that say nothing about gender.
const OTHER_TITLES: &[&str] = &["cousin", "doctor", "dr", "prof", "professor"];
/// Lower-case words with which a family name may begin.
const PARTICLES: &[&str] = &[
    "al", "bin", "de", "del", "della", "der", "des", "di", "du", "ibn", "la", "le", "van", "von",
    "y", "zu",
];
/// Words before a name that are no part of it, even with a capital letter.
const BEFORE: &[&str] = &[
    "a", "an", "dear", "dearest", "good", "great", "her", "his", "late", "little", "my", "old",
    "our", "poor", "that", "the", "their", "this", "young", "your",
];
/// Words after a name that are no part of it.
const AFTER: &[&str] = &["esq", "esquire", "jr", "junior", "md", "mp", "phd", "senior", "sr"];

/// A name split into its parts. Letter case, full stops, and words before and after a name do not
/// count.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The titles, in lower case and without full stops.
    pub titles: Vec<String>,
    /// The other words, in the same form.
    pub words: Vec<String>,
}

impl Name {
    /// Splits a name from a text.
    pub fn new(text: &str) -> Self {
        let mut words: Vec<String> =
            capitalised(text).into_iter().flat_map(without_marks).collect();
        if let Some(last) = words.last_mut() {
            *last = without_possessive(last).to_owned();
        }
        // "The Company" is a name.
        while let [.., before, last] = words.as_slice()
            && (AFTER.contains(&last.as_str())
                || is_company_form(last) && !BEFORE.contains(&before.as_str()))
        {
            words.pop();
        }
        let mut titles = Vec::new();
        let mut rest = words.as_slice();
        // The last word is the name, whatever it is. "Queen of Hearts" is a name as a whole.
        while let [first, next, ..] = rest
            && next != "of"
            && (is_title(first) || BEFORE.contains(&first.as_str()))
        {
            titles.extend(is_title(first).then(|| first.clone()));
            rest = &rest[1..];
        }
        Self { words: rest.to_vec(), titles }
    }

    /// Returns the gender that the titles indicate, or else the given names, or else the office.
    pub fn gender(&self) -> Option<Gender> {
        let of_title = |title: &String| match title.as_str() {
            title if TITLES_OF_MEN.contains(&title) => Some(Gender::Male),
            title if TITLES_OF_WOMEN.contains(&title) => Some(Gender::Female),
            _ => None,
        };
        let is_office = |title: &String| OFFICES.contains(&title.as_str());
        // A title may also be the name: "the Queen of Hearts".
        let mut titles = self.titles.iter().chain(self.words.first());
        let of_given = || self.given_names().iter().find_map(|name| gender_of_given_name(name));
        let of_office = || self.titles.iter().any(is_office).then_some(Gender::Male);
        titles.find_map(of_title).or_else(of_given).or_else(of_office)
    }

    /// Returns the words before the family name; the only word unless a title precedes it.
    fn given_names(&self) -> &[String] {
        match self.words.as_slice() {
            [_] if self.is_titled_family() => &[],
            [only] => std::slice::from_ref(only),
            [given @ .., _] => given,
            [] => &[],
        }
    }

    /// Returns whether both have titles, but none in common. Mr. Bell may be somebody's uncle.
    pub fn has_other_titles(&self, other: &Self) -> bool {
        let is_kin = |name: &Self| name.titles.iter().all(|title| KIN.contains(&title.as_str()));
        let shares = |title: &String| other.has_title(title);
        !self.titles.is_empty()
            && !other.titles.is_empty()
            && is_kin(self) == is_kin(other)
            && !self.titles.iter().any(shares)
    }

    /// Returns whether it has a title, or one that means the same.
    pub fn has_title(&self, title: &str) -> bool {
        self.titles.iter().any(|own| whole_title(own) == whole_title(title))
    }

    /// Returns whether it has the title of an office, a rank or a profession.
    pub fn has_office(&self) -> bool {
        let is_office = |title: &str| {
            OFFICES.contains(&title)
                || OTHER_TITLES.contains(&title) && title != "cousin"
                || title == "squire"
        };
        self.titles.iter().any(|title| is_office(title))
    }

    /// Returns whether a woman is married, if a title says so.
    pub fn is_married(&self) -> Option<bool> {
        self.titles.iter().find_map(|title| match title.as_str() {
            "miss" | "mademoiselle" | "fräulein" => Some(false),
            "mrs" | "lady" | "madame" | "madam" | "frau" | "countess" | "duchess" => Some(true),
            _ => None,
        })
    }

    /// Returns whether a man is noble, if a title says so: a Mr. Elliot is not Sir Walter.
    pub fn is_noble(&self) -> Option<bool> {
        self.titles.iter().find_map(|title| match title.as_str() {
            "mr" | "mister" => Some(false),
            "sir" | "lord" | "king" | "prince" | "duke" | "earl" | "baron" => Some(true),
            _ => None,
        })
    }

    /// Returns whether it is a title and one word, as in "Mr. Bennet".
    pub fn is_titled_family(&self) -> bool {
        !self.titles.is_empty() && self.words.len() == 1
    }
}

fn whole_title(title: &str) -> &str {
    SAME_TITLES.iter().find(|(other, _)| *other == title).map_or(title, |(_, whole)| whole)
}

/// Returns whether a word in lower case may follow a name that it is no part of: "Jane Doe MD".
pub(crate) fn is_after_name(word: &str) -> bool {
    AFTER.contains(&word)
}

pub(crate) fn is_title(word: &str) -> bool {
    [TITLES_OF_MEN, TITLES_OF_WOMEN, OFFICES, OTHER_TITLES]
        .iter()
        .any(|titles| titles.contains(&word))
}

/// Returns the words of a name from the first one that does not begin with a small letter, or from
/// a particle, to the last one that does not; all words if there is none.
fn capitalised(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let bare = |word: &str| word.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let counts = |word: &&str| !bare(word).starts_with(char::is_lowercase);
    let begins = |word: &&str| counts(word) || PARTICLES.contains(&bare(word).as_str());
    match (words.iter().position(begins), words.iter().rposition(counts)) {
        (Some(first), Some(last)) => words[first..=last].to_vec(),
        _ => words,
    }
}

/// Returns a word in lower case without the marks around it; initials written together become
/// several words.
fn without_marks(word: &str) -> Vec<String> {
    let word = word.replace('’', "'");
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
    let parts: Vec<String> =
        word.split('.').filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
    match parts.iter().all(|part| part.chars().count() == 1) {
        true => parts,
        false => vec![parts.concat()],
    }
}

fn without_possessive(word: &str) -> &str {
    word.strip_suffix("'s").unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (String, String) {
        let name = Name::new(text);
        (name.titles.join(" "), name.words.join(" "))
    }

    #[test]
    fn what_does_not_belong_to_a_name_is_left_out() {
        for (text, titles, words) in [
            ("the late Mr. John Bell, Esq.", "mr", "john bell"),
            ("Sir Arthur’s", "sir", "arthur"),
            ("J.R.R. Smith", "", "j r r smith"),
            ("that scurrilous Gordon Hallock", "", "gordon hallock"),
            ("Margaret dear", "", "margaret"),
            ("Lady Catherine de Bourgh", "lady", "catherine de bourgh"),
            ("de Bourgh", "", "de bourgh"),
            ("Monsieur St. Aubert", "monsieur", "st aubert"),
            ("Doctor", "", "doctor"),
            ("the Queen of Hearts", "", "queen of hearts"),
            ("Sir Walter of Kellynch", "sir", "walter of kellynch"),
            ("my mother", "", "mother"),
            ("宝玉", "", "宝玉"),
            (" — ", "", ""),
        ] {
            let expected = (titles.to_owned(), words.to_owned());
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn titles_and_given_names_say_who_it_is() {
        let gender = |text: &str| Name::new(text).gender();
        assert_eq!(gender("Captain Eldridge"), Some(Gender::Male));
        assert_eq!(gender("Miss George"), Some(Gender::Female));
        assert_eq!(gender("Captain Ann Bell"), Some(Gender::Female));
        assert_eq!(gender("the Queen of Hearts"), Some(Gender::Female));
        assert_eq!(gender("Poor Mary Bennet"), Some(Gender::Female));
        assert_eq!(gender("Charlotte Temple"), Some(Gender::Female));
        assert_eq!((gender("Dr. Bell"), gender("Dr. Grace"), gender("Bell")), (None, None, None));
        assert_eq!(Name::new("Miss Bell").is_married(), Some(false));
        assert_eq!(Name::new("Mrs. Bell").is_married(), Some(true));
        assert_eq!(Name::new("Lord Bell").is_noble(), Some(true));
    }

    #[test]
    fn short_titles_are_the_same_as_long_ones() {
        let differ = |one, other| Name::new(one).has_other_titles(&Name::new(other));
        assert!(!differ("Dr. Bell", "Doctor Bell") && !differ("Dr. Bell", "Bell"));
        assert!(differ("Mrs. Bell", "Lady Bell") && !differ("Mr. Bell", "Uncle Bell"));
        assert!(!differ("Mr. Bell", "Monsieur Bell") && differ("Mr. Bell", "Dr. Bell"));
    }
}
