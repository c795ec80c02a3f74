//! Finds where a text names a person or thing, by capital letters: a run of capitalised words, with
//! the titles before it and the small words within it ("Duke of York"). Chinese names are
//! recognised differently ([`chinese_names`]); in other scripts without capitals none are found.
//!
//! A sentence also begins with a capital. There a word counts only if the text has it with a
//! capital elsewhere, if another capitalised word follows, or if it is a given name. Words entirely
//! in capitals say nothing by themselves, because headings are written so.

use std::ops::Range;

use crate::capital_counts::CapitalCounts;
use crate::cased_words::{Capitalisation, CasedWord, joins, words};
use crate::chinese_names;
use crate::company_forms::may_follow_comma;
use crate::excluded_words::is_month;
use crate::gender::gender_of_given_name;
use crate::lone_titles::LoneTitles;
use crate::noun_capitals::{capitalises_nouns, without_noun_capitals};

/// Small words that may occur within a name.
const WITHIN: &[&str] =
    &["de", "del", "della", "der", "des", "di", "du", "la", "le", "of", "van", "von", "y"];
/// Words with which a name may end after "the": "Alexander the Great".
const EPITHETS: [&str; 22] = [
    "bald",
    "baptist",
    "barbarian",
    "bold",
    "confessor",
    "conqueror",
    "divine",
    "elder",
    "fat",
    "first",
    "good",
    "great",
    "lionheart",
    "magnificent",
    "pious",
    "second",
    "short",
    "terrible",
    "third",
    "unready",
    "wise",
    "younger",
];
/// Months as they are abbreviated in dates.
const SHORT_MONTHS: [&str; 12] =
    ["apr", "aug", "dec", "feb", "jan", "jul", "jun", "mar", "nov", "oct", "sep", "sept"];
/// Words after which a month is a date, whatever follows: "in March Tom left".
#[rustfmt::skip]
const BEFORE_DATES: [&str; 22] = [
    "before", "by", "during", "each", "early", "every", "from", "in", "last", "late", "mid", "next", "of", "on",
    "since", "this", "through", "till", "to", "until", "between", "after",
];

/// Returns the byte ranges of the names in a text, in order.
pub fn mentions(text: &str) -> Vec<Range<usize>> {
    let mut words = words(text);
    let titles = if capitalises_nouns(&words) {
        without_noun_capitals(text, &mut words);
        LoneTitles::default()
    } else {
        LoneTitles::new(text, &words)
    };
    let mut known = CapitalCounts::new(&words);
    let first = runs(text, &words, |run| known.is_name(run, titles.has(run)));
    known.learn(&words, &first);
    let all = runs(text, &words, |run| known.is_name(run, titles.has(run)));
    let place = |run: Range<usize>| words[run.start].place.start..words[run.end - 1].place.end;
    let mut found: Vec<Range<usize>> = all.into_iter().map(place).collect();
    found.extend(chinese_names::mentions(text));
    found.sort_by_key(|place| place.start);
    found
}

/// Returns the runs of words that are names.
fn runs(
    text: &str,
    words: &[CasedWord],
    is_name: impl Fn(&[CasedWord]) -> bool,
) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        if words[at].small == "dear" || is_date(text, words, at) {
            at += 1;
            continue;
        }
        let end = end_of_name(text, words, at);
        let is_run = end > at && is_name(&words[at..end]);
        if is_run {
            found.push(at..end);
        }
        at = if is_run { end } else { at + 1 };
    }
    found
}

/// Returns whether a word is the month of May, or a month's abbreviation: a day precedes it, or a
/// number follows it.
fn is_date(text: &str, words: &[CasedWord], at: usize) -> bool {
    let is_number =
        |word: &CasedWord| text[word.place.clone()].starts_with(|c: char| c.is_ascii_digit());
    let before = at.checked_sub(1).map(|before| &words[before]);
    let is_month = words[at].small == "may" || SHORT_MONTHS.contains(&words[at].small.as_str());
    is_month && [before, words.get(at + 1)].into_iter().flatten().any(is_number)
}

/// Returns whether a word is a month with which a longer name goes on: "March Hare", but not
/// "March 3" or "in March Tom".
fn is_month_of_name(text: &str, words: &[CasedWord], at: usize) -> bool {
    let month = &words[at];
    if month.shape != Capitalisation::Capitalised || !is_month(&month.small) {
        return false;
    }
    let is_date = |before: &CasedWord| {
        BEFORE_DATES.contains(&before.small.as_str())
            || before.small.starts_with(|c: char| c.is_ascii_digit())
    };
    let before = at.checked_sub(1).map(|before| &words[before]);
    let goes_on = words.get(at + 1).is_some_and(|next| {
        next.shape == Capitalisation::Capitalised && next.may_be_name() && joins(text, month, next)
    });
    goes_on && !before.is_some_and(is_date)
}

/// Returns the end of the run of words that begins at `at`; `at` if no name can begin there.
fn end_of_name(text: &str, words: &[CasedWord], at: usize) -> usize {
    let may_begin = words[at].may_be_name() && !may_follow_comma(&words[at].small);
    if !may_begin && !is_month_of_name(text, words, at) {
        return at;
    }
    let mut end = at + 1;
    loop {
        let follows = |next: usize| {
            let word = words.get(next)?;
            let is_part = word.may_be_name() || is_month_of_name(text, words, next);
            if !is_part {
                return None;
            }
            joins(text, &words[next - 1], word).then_some(next + 1)
        };
        let within = |next: usize| {
            words.get(next).is_some_and(|word| {
                WITHIN.contains(&word.small.as_str())
                    && joins(text, &words[next - 1], word)
                    && !(word.small == "of" && is_somebody(&words[at].small))
            })
        };
        let by_name = || words.get(end).is_some_and(|word| word.small == "the");
        let is_epithet =
            |next: usize| words.get(next).is_some_and(|word| EPITHETS.contains(&&*word.small));
        let next = follows(end)
            .or_else(|| follows(end + 1).filter(|_| within(end)))
            .or_else(|| follows(end + 2).filter(|_| within(end) && within(end + 1)))
            .or_else(|| follows(end + 1).filter(|_| by_name() && is_epithet(end + 1)));
        match next {
            Some(next) => end = next,
            None => return end,
        }
    }
}

/// Returns whether a name that begins with this word is a person's, whatever place or house
/// follows.
fn is_somebody(word: &str) -> bool {
    matches!(word, "mr" | "mrs" | "miss") || gender_of_given_name(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        mentions(text).into_iter().map(|place| &text[place]).collect()
    }

    #[test]
    fn names_are_runs_of_capitalised_words() {
        let text = "They met Mr. J. R. Bell and the Duke of York at Bunker-Hill near St. Albans.";
        assert_eq!(found(text), ["Mr. J. R. Bell", "Duke of York", "Bunker-Hill", "St. Albans"]);
        assert_eq!(found("It was Mira’s lamp, not Tom's."), ["Mira", "Tom"]);
        assert_eq!(found("she went to\nNew\nYork"), ["New\nYork"]);
        assert_eq!(found("she saw  New  York, Ann\n    Hill"), ["New  York", "Ann\n    Hill"]);
        assert_eq!(found("she saw Ann    Bell, Ann\n\nBell"), ["Ann", "Bell", "Ann", "Bell"]);
        assert_eq!(found("We trained on 62M words and 5M Europarl words."), ["Europarl"]);
        assert_eq!(found("then Mr. Bell of York"), ["Mr. Bell", "York"]);
        assert_eq!(
            found("He saw the White King. Fond of Tom, the King left."),
            ["White King", "Tom"]
        );
    }

    #[test]
    fn names_may_have_particles_epithets_and_endings() {
        for (text, expected) in [
            ("There Alexander the Great slept.", "Alexander the Great"),
            ("There Mr. van der Berg slept.", "Mr. van der Berg"),
            ("There Maria de la Cruz slept.", "Maria de la Cruz"),
            ("There Gamma LLC grew.", "Gamma LLC"),
            ("There Henry VIII slept.", "Henry VIII"),
            ("There AT&T grew, and AT&T fell.", "AT&T"),
            ("There Procter & Gamble grew.", "Procter & Gamble"),
            ("Il vit l'Angleterre.", "Angleterre"),
            ("We met the U.S. Senate.", "U.S. Senate"),
        ] {
            assert_eq!(found(text).first(), Some(&expected), "{text}");
        }
        assert_eq!(found("He told Mary the Queen of Hearts slept."), ["Mary", "Queen of Hearts"]);
    }

    #[test]
    fn names_end_with_their_sentence() {
        assert_eq!(found("He left the U.S. Then Tom Bell slept."), ["Tom Bell"]);
        for text in ["P.S. Ms. Bell slept.", "He has a Ph.D. Mary left. Mary slept."] {
            let ends: Vec<usize> = sentences::sentences(text).iter().map(|one| one.end).collect();
            for name in mentions(text) {
                assert!(!ends.iter().any(|&end| name.start < end && end < name.end), "{text}");
            }
        }
    }

    #[test]
    fn addresses_and_short_months_are_none() {
        for text in [
            "See https://Example.org/Foo/Bar or C:\\Users\\Tom\\Desktop for it.",
            "He came on Jan. 5, 1990, and left on 6 Feb 1991.",
            "Write to Mary.Holt@Example.org.",
        ] {
            assert!(found(text).is_empty(), "{text} {:?}", found(text));
        }
    }

    #[test]
    fn the_first_word_of_a_sentence_must_be_known() {
        assert_eq!(
            found("Bread was sold. Mira slept. Then Tom saw Mira."),
            ["Mira", "Tom", "Mira"]
        );
        assert_eq!(found("Robert Hill slept. “Come,” he said."), ["Robert Hill"]);
        assert_eq!(found("I know. He said: “Why, Tom?” And the doctor left."), ["Tom"]);
    }

    #[test]
    fn function_words_before_a_name_are_no_part_of_it() {
        for text in [
            "Neither Mary Holt nor he came.",
            "Does Mary Holt know?",
            "Later Mary Holt slept.",
            "Meanwhile Mary Holt slept.",
            "Was Mary Holt late?",
            "Only Mary Holt slept.",
            "Either Mary Holt or he slept.",
            "Finally Mary Holt slept.",
            "Mary Holt Must Not Sleep\n\n",
            "How and Why Did Mary Holt sleep?",
        ] {
            assert_eq!(found(text)[0], "Mary Holt", "{text}");
        }
        assert_eq!(
            found("They met Thomas More. More slept. Then More left."),
            ["Thomas More", "More"]
        );
    }

    #[test]
    fn a_part_of_a_known_name_begins_sentences() {
        assert_eq!(found("Mira Holt sat. Mira left."), ["Mira Holt", "Mira"]);
        assert_eq!(found("Jane married Bingley."), ["Jane", "Bingley"]);
        // Words that are also something else must be known.
        assert_eq!(found("Mark the place. Hope left him."), Vec::<&str>::new());
    }

    #[test]
    fn titles_alone_may_be_names() {
        let text =
            "Then the Queen sat down, and Tom saw the Queen. “Yes, Captain.” The Queen slept.";
        assert_eq!(found(text), ["Queen", "Tom", "Queen", "Queen"]);
    }

    #[test]
    fn months_begin_names_but_not_in_dates() {
        assert_eq!(
            found("She saw the March Hare. March Hare or not, he sat."),
            ["March Hare", "March Hare"]
        );
        assert_eq!(
            found("In March Tom left; on March 3 he was here, and on 4 March Tom too."),
            ["Tom", "Tom"]
        );
    }

    #[test]
    fn latin_names_end_where_chinese_begins() {
        assert_eq!(found("Silverdome的大批人群面前演说"), ["Silverdome"]);
        assert_eq!(found("J. Apponi与Barry Turner借助它。"), ["J. Apponi", "Barry Turner"]);
        assert_eq!(found("Tim Cook打电话。"), ["Tim Cook"]);
        assert_eq!(found("他去了London 和Paris。"), ["London", "Paris"]);
    }

    #[test]
    fn addresses_labels_and_dates_are_none() {
        let text =
            "to Tom\nSubject: a kitten\n\nSubject to Dear Tom, on 9 May we saw May in May 2019.";
        assert_eq!(found(text), ["Tom", "Tom", "May"]);
    }

    #[test]
    fn capitals_throughout_are_no_name_by_themselves() {
        assert_eq!(
            found("THE LOST LAMP\n\nWe saw Mira. It was MIRA who was VERY late."),
            ["Mira", "MIRA"]
        );
    }

    #[test]
    fn scripts_without_capitals_have_none() {
        assert!(found("宝玉去了城堡。").is_empty());
        assert_eq!(found("Вчера пела Наташа."), ["Наташа"]);
        assert!(found("").is_empty());
    }
}
