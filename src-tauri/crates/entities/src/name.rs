//! Splits a name into titles and words, and derives what they say about the person.

use crate::gender::{Gender, gender_of_given_name};

/// Titles of men, in lower case and without full stops. Offices were men's in nearly all novels.
const TITLES_OF_MEN: &[&str] = &[
    "abbot",
    "admiral",
    "alderman",
    "ambassador",
    "archbishop",
    "archduke",
    "baron",
    "bishop",
    "brother",
    "capt",
    "captain",
    "cardinal",
    "chancellor",
    "chaplain",
    "col",
    "colonel",
    "commander",
    "commodore",
    "corporal",
    "count",
    "curate",
    "deacon",
    "don",
    "duke",
    "earl",
    "emperor",
    "ensign",
    "father",
    "gen",
    "general",
    "governor",
    "herr",
    "inspector",
    "judge",
    "justice",
    "king",
    "lieut",
    "lieutenant",
    "lord",
    "major",
    "marquess",
    "marquis",
    "marshal",
    "master",
    "mayor",
    "mister",
    "monsieur",
    "mr",
    "parson",
    "president",
    "prince",
    "rector",
    "rev",
    "reverend",
    "senator",
    "sergeant",
    "señor",
    "sheriff",
    "signor",
    "sir",
    "squire",
    "sultan",
    "uncle",
    "vicar",
    "viscount",
];
/// Titles of women, in the same form.
const TITLES_OF_WOMEN: &[&str] = &[
    "abbess",
    "aunt",
    "baroness",
    "countess",
    "dame",
    "doña",
    "duchess",
    "empress",
    "frau",
    "fräulein",
    "lady",
    "madam",
    "madame",
    "mademoiselle",
    "marchioness",
    "miss",
    "mistress",
    "mother",
    "mrs",
    "ms",
    "princess",
    "queen",
    "señora",
    "signora",
    "sister",
    "viscountess",
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
        while words.len() > 1 && words.last().is_some_and(|last| AFTER.contains(&last.as_str())) {
            words.pop();
        }
        let mut titles = Vec::new();
        let mut rest = words.as_slice();
        // The last word is the name, whatever it is.
        while let [first, others @ ..] = rest
            && !others.is_empty()
            && (is_title(first) || BEFORE.contains(&first.as_str()))
        {
            titles.extend(is_title(first).then(|| first.clone()));
            rest = others;
        }
        Self { words: rest.to_vec(), titles }
    }

    /// Returns the gender that the titles indicate, or else the given name.
    pub fn gender(&self) -> Option<Gender> {
        let of_title = |title: &String| match title.as_str() {
            title if TITLES_OF_MEN.contains(&title) => Some(Gender::Male),
            title if TITLES_OF_WOMEN.contains(&title) => Some(Gender::Female),
            _ => None,
        };
        let given = self.words.first().filter(|_| !self.is_titled_family());
        self.titles.iter().find_map(of_title).or_else(|| gender_of_given_name(given?))
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

pub(crate) fn is_title(word: &str) -> bool {
    [TITLES_OF_MEN, TITLES_OF_WOMEN, OTHER_TITLES].iter().any(|titles| titles.contains(&word))
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
        assert_eq!(gender("Charlotte Temple"), Some(Gender::Female));
        assert_eq!((gender("Dr. Bell"), gender("Dr. Grace"), gender("Bell")), (None, None, None));
        assert_eq!(Name::new("Miss Bell").is_married(), Some(false));
        assert_eq!(Name::new("Mrs. Bell").is_married(), Some(true));
        assert_eq!(Name::new("Lord Bell").is_noble(), Some(true));
    }
}
