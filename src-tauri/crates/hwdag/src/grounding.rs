//! Whether a text that a model wrote is supported by what it read. Small models invent, echo their instructions, or
//! speak about the text instead of saying what it says.
//!
//! Words are compared roughly without their inflection: by the endings of English, and for longer words by their first
//! letters, which serves other languages that inflect at the end. In scripts without spaces, pairs of neighbouring
//! characters take the place of words.

use std::collections::{BTreeSet, HashSet};
use std::ops::Bound;

use crate::quantities::Quantities;
use crate::statements::Statements;
pub use crate::words::is_content;
use crate::words::words;

/// The share of a point's content words that its sources must contain.
pub const POINT_SUPPORT: f64 = 0.75;

/// Endings of English words, each with its replacement in the word's plain form.
const ENDINGS: [(&str, &str); 7] =
    [("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("ly", "")];
/// The minimum number of letters left when an ending is removed.
const STEM: usize = 3;
/// The number of letters that two longer words must share at the beginning, and the maximum number that may follow.
const SHARED: usize = 5;
const DIFFERING: usize = 4;
/// Words that make a text speak about itself if they occur among its first words.
const TEXT_ABOUT_ITSELF: [&str; 12] = [
    "story",
    "passage",
    "text",
    "segment",
    "segments",
    "summary",
    "author",
    "narrator",
    "excerpt",
    "article",
    "paragraph",
    "bullet",
];
const FIRST_WORDS: usize = 4;

/// English number words.
const NUMBER_WORDS: [&str; 29] = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
];

/// The words of a source, for looking others up.
#[derive(Debug, Clone, Default)]
pub struct SourceWords {
    words: BTreeSet<String>,
    folded: HashSet<String>,
}

/// The part of a text's words that a source contains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SupportedShare {
    /// The share of its content words; 1 if it has none.
    pub words: f64,
    /// Whether the source contains all its names and numbers.
    pub names: bool,
}

/// The extent to which a source supports a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Support {
    /// The share of its content words that the source contains; 1 if it has none.
    pub words: f64,
    /// Whether the source contains all its names and numbers, the numbers with the same units.
    pub names: bool,
    /// Whether it speaks about the text as a text, and the source does not.
    pub about_text: bool,
    /// Whether it states the opposite of the sentence that its words come from.
    pub contradicts: bool,
}

impl Support {
    /// Returns whether the source says what the text says: it has at least the share `least` of the text's content
    /// words and all its names and numbers.
    pub fn is_enough(self, least: f64) -> bool {
        self.words >= least && self.names && !self.about_text && !self.contradicts
    }
}

/// The sources that texts are checked against.
#[derive(Debug, Clone, Default)]
pub(crate) struct GroundingSources {
    words: SourceWords,
    quantities: Quantities,
    statements: Statements,
}

impl GroundingSources {
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let texts: Vec<&str> = texts.into_iter().collect();
        Self {
            words: SourceWords::new(texts.iter().copied()),
            quantities: Quantities::new(texts.iter().copied()),
            statements: Statements::new(texts),
        }
    }

    /// Returns how far all sources together support a text.
    pub fn support(&self, text: &str) -> Support {
        let share = self.words.share(text);
        Support {
            words: share.words,
            names: share.names && !self.quantities.differ(text),
            about_text: self.words.is_about_text(text),
            contradicts: self.statements.contradict(text),
        }
    }
}

/// First words of questions that ask for something they do not name.
const OPEN_QUESTIONS: [&str; 8] = ["what", "who", "whom", "whose", "where", "when", "why", "how"];

/// Returns whether an answer to an open question has no content words beyond those of the question: "a sealed jar" says
/// nothing about what was found in a sealed jar. False for questions that name their answers, such as "A or B" or those
/// that ask for Yes or No, and for answers without content words.
pub fn repeats_question(answer: &str, question: &str) -> bool {
    let asked: Vec<String> = words(question).map(|place| question[place].to_lowercase()).collect();
    let is_open = asked.iter().any(|word| OPEN_QUESTIONS.contains(&word.as_str()));
    let is_choice = asked.iter().any(|word| word == "or");
    is_open && !is_choice && has_content(answer) && {
        let asked = SourceWords::new([question]);
        SupportedShare { words: 1.0, names: true } == asked.share(answer)
    }
}

/// Returns whether a text has words that can be looked up in another one.
pub fn has_content(text: &str) -> bool {
    !SourceWords::content(text).is_empty()
}

/// Returns how far `sources`, taken together, support `text`.
pub fn support<'a>(text: &str, sources: impl IntoIterator<Item = &'a str>) -> Support {
    GroundingSources::new(sources).support(text)
}

impl SourceWords {
    /// Collects the words of these texts.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut source = Self::default();
        for text in texts {
            for (word, _) in terms(text) {
                source.folded.insert(fold(&word));
                source.words.insert(word);
            }
        }
        source
    }

    /// Returns the share of a text's content words that occur in the source.
    pub fn share(&self, text: &str) -> SupportedShare {
        let (mut found, mut count, mut names) = (0_usize, 0_usize, true);
        for (word, is_name) in terms(text).filter(|(word, _)| is_content(word)) {
            let known = if is_name { self.has_name(&word) } else { self.has(&word) };
            count += 1;
            found += usize::from(known);
            names &= known || !is_name;
        }
        SupportedShare { words: if count == 0 { 1.0 } else { found as f64 / count as f64 }, names }
    }

    /// Returns whether a text speaks about itself as a text, and the source does not.
    fn is_about_text(&self, text: &str) -> bool {
        let first = terms(text).take(FIRST_WORDS).map(|(word, _)| word);
        let mut first = first.filter(|word| TEXT_ABOUT_ITSELF.contains(&word.as_str()));
        first.any(|word| !self.words.contains(&word))
    }

    /// The content words of a text, without repetitions.
    pub fn content(text: &str) -> BTreeSet<String> {
        terms(text).map(|(word, _)| word).filter(|word| is_content(word)).collect()
    }

    /// Returns whether a word occurs in the source, in any inflection. Numbers have no inflection.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(word)
            || is_inflected(word)
                && (self.folded.contains(&fold(word)) || self.begins_alike(word, DIFFERING))
    }

    /// Does the same for a name or number, which may differ only in its ending: a prince is not a princess, and Admira
    /// is not Admiral.
    fn has_name(&self, word: &str) -> bool {
        self.words.contains(word) || is_inflected(word) && self.folded.contains(&fold(word))
    }

    /// Returns whether the source has a word with the same beginning and at most `differing` other letters at the end.
    fn begins_alike(&self, word: &str, differing: usize) -> bool {
        let least = word.chars().count().saturating_sub(differing).max(SHARED);
        let Some((last, letter)) = word.char_indices().nth(least - 1) else {
            return false;
        };
        let beginning = &word[..last + letter.len_utf8()];
        self.words
            .range::<str, _>((Bound::Included(beginning), Bound::Unbounded))
            .take_while(|other| other.starts_with(beginning))
            .any(|other| {
                let shared = word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
                other.chars().count() - shared <= differing
            })
    }
}

/// Returns the words of a text in lower case, each with whether it is a name or a number; in scripts without spaces,
/// every pair of neighbouring characters.
fn terms(text: &str) -> impl Iterator<Item = (String, bool)> {
    words(text).flat_map(|place| {
        let word = &text[place];
        let is_number = is_number(word);
        let is_name = word.starts_with(char::is_uppercase) || is_number;
        if word.chars().any(is_unspaced) {
            let characters: Vec<char> = word.chars().collect();
            let pairs = characters.windows(2).map(|pair| (pair.iter().collect(), false));
            return pairs.collect::<Vec<_>>();
        }
        let word = word.to_lowercase().replace('’', "'");
        let word =
            if word.starts_with(char::is_numeric) { without_separators(&word) } else { word };
        let word = word.strip_suffix("'s").unwrap_or(&word);
        vec![(word.to_owned(), is_name)]
    })
}

/// Returns a number without thousands separators, which do not change its value.
pub(crate) fn without_separators(number: &str) -> String {
    number.replace(',', "")
}

/// Returns whether a word is a number, in digits or in English.
pub fn is_number(word: &str) -> bool {
    word.contains(char::is_numeric) || is_number_word(word)
}

/// Returns whether a word is an English number. "One" is not: it has many other uses.
pub(crate) fn is_number_word(word: &str) -> bool {
    NUMBER_WORDS.iter().any(|number| word.eq_ignore_ascii_case(number))
}

fn is_inflected(word: &str) -> bool {
    !word.starts_with(char::is_numeric) && !is_number_word(word)
}

/// Returns whether a character belongs to a script written without spaces.
pub fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Returns a word roughly without its ending.
fn fold(word: &str) -> String {
    let kept = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= STEM);
    let stem =
        ENDINGS.iter().find_map(|(ending, instead)| Some(kept(ending)?.to_owned() + instead));
    let mut stem = stem.unwrap_or_else(|| word.to_owned());
    let mut last = stem.chars().rev();
    let doubled = matches!((last.next(), last.next()), (Some(a), Some(b)) if a == b);
    if stem.chars().count() > STEM && (stem.ends_with('e') || doubled) {
        stem.pop();
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALE: &str = "The Prince rode upon the White Cat's monkey. He carried 3 acorns, and they \
                        hurried homewards to the king's castle, where a little dog was barking.";

    fn share(text: &str) -> f64 {
        support(text, [TALE]).words
    }

    #[test]
    fn inflected_words_are_found() {
        for text in [
            "The Prince rides", // irregular: not found
            "princes carry acorns",
            "hurrying homeward",
            "The castles and dogs bark",
        ] {
            let expected = if text.contains("rides") { 0.5 } else { 1.0 };
            assert_eq!(share(text), expected, "{text}");
        }
        assert_eq!(share("The dragon burned the castle"), 1.0 / 3.0);
        assert_eq!(share("It was there."), 1.0);
    }

    #[test]
    fn a_name_that_is_cut_is_another_one() {
        let support =
            |answer| support(answer, ["The kitten is called Admiral, as the Bells know."]);
        assert!(support("Admiral").names && support("Bell").names);
        assert!(!support("Admira").names);
    }

    #[test]
    fn every_name_and_number_must_stand_there() {
        let names = |text: &str| support(text, [TALE]).names;
        assert!(names("The White Cat has a monkey"));
        assert!(!names("The monkey of Robert rode"));
        assert!(names("The Prince carried 3 acorns"));
        assert!(!names("The Princess carried 3 acorns"));
        assert!(!names("The Prince carried 4 acorns"));
        assert!(support("The Prince carried 3 acorns.", [TALE]).is_enough(0.9));
        assert!(!support("The Prince carried 4 acorns.", [TALE]).is_enough(0.9));
        let notice = "The notice is three months, and 14 days for repairs.";
        assert!(support("three months", [notice]).is_enough(0.5));
        assert!(!support("eight months", [notice]).is_enough(0.5));
        assert!(!support("seven men", ["seventy men"]).is_enough(0.5));
    }

    #[test]
    fn numbers_are_compared_exactly() {
        let holds = |number: &str, source: &str| support(number, [source]).names;
        for (number, source) in [
            ("8400", "840"),
            ("2000", "200"),
            ("1955", "195"),
            ("10000", "100000"),
            ("100235", "100234"),
            ("520", "2,520"),
            ("1.150", "1,150"),
            ("1990", "1990s"),
        ] {
            assert!(!holds(number, source), "{number} {source}");
            assert!(!holds(source, number), "{source} {number}");
            assert!(holds(number, number) && holds(source, source));
        }
        assert!(holds("2,520", "rent: 2520.") && holds("2520", "2,520 in all"));
    }

    #[test]
    fn a_text_without_content_words_has_nothing_to_look_for() {
        assert!(!has_content("It was there.") && !has_content("No") && !has_content(""));
        assert!(has_content("Yes") && has_content("3"));
    }

    #[test]
    fn an_answer_says_more_than_its_question() {
        for (question, answer, expected) in [
            ("What did he find in a sealed jar in the museum?", "a sealed jar", true),
            ("What did he find in a sealed jar in the museum?", "camphor in a sealed jar", false),
            ("Why was the family not happy?", "They were all very happy", true),
            ("Who was it?", "He was it", false),
            ("Did he find it in a jar or a box?", "a jar", false),
            ("What was it in, a jar or a box?", "a jar", false),
            ("Did the fire reach the barn?", "the barn", false),
            ("Which lamp is green?", "the green lamp", false),
            ("When may the tenant leave?", "The tenant may leave in 3 months", false),
        ] {
            assert_eq!(repeats_question(answer, question), expected, "{question} {answer}");
        }
    }

    #[test]
    fn what_speaks_about_the_text_is_known() {
        let about = |text: &str| support(text, [TALE]).about_text;
        assert!(about("The story is about a Prince and a White Cat"));
        assert!(about("This passage tells of acorns"));
        assert!(!about("The Prince rode the monkey to tell a story"));
        let story = support("The story was of a Prince.", ["A story was told of a Prince."]);
        assert!(!story.about_text);
    }

    #[test]
    fn several_sources_count_together_and_longer_words_by_their_beginning() {
        assert_eq!(
            support("Mira keeps lamps", ["Mira sleeps", "Tom kept a lamp, keeping it"]).words,
            1.0
        );
        let german = "Die Königin bewunderte den verzauberten Garten";
        assert_eq!(support("Königin bewundern verzauberte Gärten", [german]).words, 0.75);
    }

    #[test]
    fn scripts_without_spaces_are_compared_by_pairs() {
        let text = "王子骑着猴子回到城堡";
        assert_eq!(support("公主回到城堡", [text]).words, 0.6);
        assert!(support("公主去了森林", [text]).words < 0.2);
    }
}
