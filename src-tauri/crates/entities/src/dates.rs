//! Finds dates in a text: days, months and years of the calendar, in English, German, French,
//! Spanish and Chinese. Words such as "yesterday" or "at noon", whose day the text does not say, are
//! no dates.

mod calendar;
mod chinese_dates;
mod months;
mod words;

use std::collections::HashMap;
use std::ops::Range;

use crate::named_entity::NamedEntity;
use calendar::Date;
use chinese_dates::chinese_date;
use words::{Word, words};

/// Words that may precede a year that stands alone. In alphabetical order.
#[rustfmt::skip]
const YEAR_PREPOSITIONS: [&str; 30] = [
    "about", "after", "année", "año", "before", "bis", "by", "circa", "depuis", "desde", "during", "early", "en",
    "from", "hasta", "im", "in", "jahr", "jahre", "jusqu'en", "late", "of", "seit", "since", "to", "until",
    "von", "vor", "year", "years",
];
/// Words that may follow a year that stands alone: after other words, "in 1500" may count something.
/// In alphabetical order.
#[rustfmt::skip]
const AFTER_YEAR: [&str; 47] = [
    "a", "after", "an", "and", "as", "at", "before", "by", "der", "die", "el", "elle", "en", "et", "for", "from",
    "had", "he", "her", "his", "i", "il", "in", "is", "it", "la", "le", "los", "on", "or", "she", "that", "the",
    "their", "there", "they", "to", "und", "under", "until", "war", "was", "we", "were", "when", "with", "y",
];
/// The years that are recognised without a month.
const YEARS: std::ops::RangeInclusive<u16> = 1_100..=2_099;

/// Returns the dates of a text, each with all its mentions, in order of first mention. Different
/// spellings of a date, such as "12 May 1897" and "May 12, 1897", are the same.
pub fn dates(text: &str) -> Vec<NamedEntity> {
    let (mut known, mut found) = (HashMap::<Date, usize>::new(), Vec::<NamedEntity>::new());
    for (place, date) in mentions(text) {
        let spelling = text[place.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        let at = *known.entry(date).or_insert(found.len());
        if at == found.len() {
            found.push(NamedEntity {
                name: spelling.clone(),
                renamed: None,
                names: Vec::new(),
                kind: None,
                mentions: Vec::new(),
            });
        }
        if !found[at].names.contains(&spelling) {
            found[at].names.push(spelling);
        }
        found[at].mentions.push(place);
    }
    found
}

/// Returns the byte ranges of all dates, in order, and what they mean.
fn mentions(text: &str) -> Vec<(Range<usize>, Date)> {
    let mut found = Vec::new();
    let words = words(text);
    let mut at = 0;
    while at < words.len() {
        let rest = &words[at..];
        match written_date(text, rest).or_else(|| lone_year(text, &words, at)) {
            Some((date, count)) => {
                found.push((words[at].start..words[at + count - 1].end(), date));
                at += count;
            }
            None => {
                found.extend(chinese_date(words[at]));
                at += 1;
            }
        }
    }
    found
}

/// Returns the date with which some words begin, and how many words it has.
fn written_date(text: &str, words: &[Word<'_>]) -> Option<(Date, usize)> {
    numeric(text, words).or_else(|| day_first(text, words)).or_else(|| month_first(text, words))
}

/// "1897-05-12", "12.05.1897", "5/12/1897".
fn numeric(text: &str, words: &[Word<'_>]) -> Option<(Date, usize)> {
    let [first, second, third, ..] = words else { return None };
    let separator = gap(text, first, second);
    // "4/6/5/4650" is no date.
    let is_longer = text[..first.start].ends_with(separator);
    if separator != gap(text, second, third) || is_longer {
        return None;
    }
    let date = match separator {
        "-" => Date::day(Some(first.year()?), second.number()?, third.number()?),
        "." => Date::day(Some(third.year()?), second.number()?, first.number()?),
        "/" => Date::with_slashes(first.number()?, second.number()?, third.year()?),
        _ => None,
    };
    Some((date?, 3))
}

/// "12 May 1897", "the 12th of May", "12. Mai 1897", "12 de mayo de 1897".
fn day_first(text: &str, words: &[Word<'_>]) -> Option<(Date, usize)> {
    let day = words.first()?.day()?;
    let at = 1 + usize::from(words.get(1)?.is_of());
    let month = words.get(at)?.month()?;
    let is_joined =
        |at: usize| is_space(gap(text, &words[at - 1], &words[at]).trim_start_matches('.'));
    if !(1..=at).all(is_joined) {
        return None;
    }
    match year_after(text, words, at) {
        Some((year, count)) => Some((Date::day(Some(year), month, day)?, count)),
        None => Some((Date::day(None, month, day)?, at + 1)),
    }
}

/// "May 12, 1897", "May 12th", "May 1897".
fn month_first(text: &str, words: &[Word<'_>]) -> Option<(Date, usize)> {
    let month = words.first()?.month()?;
    let second = words.get(1)?;
    let is_joined = is_space(gap(text, &words[0], second).trim_start_matches('.'));
    if let Some(day) = second.day().filter(|_| is_joined) {
        if let Some((year, count)) = year_after(text, words, 1) {
            return Some((Date::day(Some(year), month, day)?, count));
        }
        // "May 12 men have come?"
        let is_day = second.is_ordinal() || ends(text, words, 1);
        return is_day.then(|| Date::day(None, month, day))?.map(|date| (date, 2));
    }
    let (year, count) = year_after(text, words, 0)?;
    Some((Date::Month { year, month }, count))
}

/// Returns the year that follows a word, with or without "of", and the number of words up to its end.
fn year_after(text: &str, words: &[Word<'_>], at: usize) -> Option<(u16, usize)> {
    let of = usize::from(words.get(at + 1)?.is_of());
    let year = words.get(at + 1 + of)?;
    let is_joined =
        |at: usize| is_space(gap(text, &words[at], &words[at + 1]).trim_start_matches(['.', ',']));
    let is_year = (at..=at + of).all(is_joined);
    Some((year.year().filter(|_| is_year)?, at + 2 + of))
}

/// "in 1897".
fn lone_year(text: &str, words: &[Word<'_>], at: usize) -> Option<(Date, usize)> {
    let before = words.get(at.checked_sub(1)?)?;
    let year = words[at].year().filter(|year| YEARS.contains(year))?;
    let is_preceded = YEAR_PREPOSITIONS.binary_search(&before.lower().as_str()).is_ok()
        && is_space(gap(text, before, &words[at]));
    (is_preceded && ends(text, words, at)).then_some((Date::Year(year), 1))
}

/// Returns whether a number ends with a word, and counts nothing that follows.
fn ends(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let Some(next) = words.get(at + 1) else { return true };
    let between = gap(text, &words[at], next);
    let counts = next.text.starts_with(|c: char| c.is_ascii_digit());
    match between {
        between if is_space(between) => {
            next.text.starts_with(char::is_uppercase)
                || AFTER_YEAR.binary_search(&next.lower().as_str()).is_ok()
        }
        // "1,500", "1500-1600", "1500%": a larger number, a range, a share.
        "," | "." | "-" | "–" | "/" | ":" => !counts && between != "-" && between != "/",
        _ => !between.starts_with(['%', '$', '€', '£']),
    }
}

/// Returns whether two words are separated by a space, or by the end of a line.
fn is_space(gap: &str) -> bool {
    !gap.is_empty() && gap.trim().is_empty() && gap.matches('\n').count() < 2
}

/// Returns the text between two words.
fn gap<'a>(text: &'a str, one: &Word<'_>, next: &Word<'_>) -> &'a str {
    &text[one.end()..next.start]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        mentions(text).into_iter().map(|(place, _)| &text[place]).collect()
    }

    #[test]
    fn lists_of_words_are_in_order() {
        assert!(YEAR_PREPOSITIONS.is_sorted() && AFTER_YEAR.is_sorted());
    }

    #[test]
    fn days_months_and_years_are_dates() {
        for (text, expected) in [
            ("He died on 12 May 1897 in Ely.", &["12 May 1897"][..]),
            ("On the 3rd of March they met.", &["3rd of March"]),
            ("On May 12, 1897, and on May 13th.", &["May 12, 1897", "May 13th"]),
            ("in May 1897; by June, 1898", &["May 1897", "June, 1898"]),
            ("from 2024-03-01 to 2024-03-31", &["2024-03-01", "2024-03-31"]),
            ("am 12. Mai 1897 und 1.4.1901", &["12. Mai 1897", "1.4.1901"]),
            ("le 1er août 1914, le 3 mars", &["1er août 1914", "3 mars"]),
            ("el 12 de mayo de 1897", &["12 de mayo de 1897"]),
            ("signed 04/05/2021.", &["04/05/2021"]),
            ("since 1897, in 1901 he left", &["1897", "1901"]),
            ("Seit 1897. Im Jahr 1901.", &["1897", "1901"]),
            ("Dec. 24, 1914", &["Dec. 24, 1914"]),
            ("他于1927年5月12日去世，一九二七年出生。", &["1927年5月12日", "一九二七年"]),
            ("on the\n12th May\n   1897", &["12th May\n   1897"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn vague_times_and_numbers_are_none() {
        for text in [
            "Yesterday at noon, on Monday, in the morning.",
            "In May they met, and in March he left.",
            "He may 12 times; on 32 May; on 30 February; on 2020-13-01.",
            "in 1500 ships, about 1200 miles, in 1500-1600 cases, from 1800% to",
            "May 12 men come in?",
            "Room 1897, page 1901, version 1.2.3, 1/2/3, at 4/6/5/1897/",
            "三年以后，十二月。",
            "",
        ] {
            assert_eq!(found(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn spellings_of_a_date_are_one() {
        let text = "On 12 May 1897. On May 12th, 1897. On 1897-05-12. In May 1897. On 13/05/1897 and \
                    May 13, 1897. On 03/04/1897 and 3 April 1897.";
        let dates = dates(text);
        let counts: Vec<(&str, usize)> =
            dates.iter().map(|date| (date.name.as_str(), date.mentions.len())).collect();
        let expected = [
            ("12 May 1897", 3),
            ("May 1897", 1),
            ("13/05/1897", 2),
            // It may be in March.
            ("03/04/1897", 1),
            ("3 April 1897", 1),
        ];
        assert_eq!(counts, expected);
        assert_eq!(dates[0].names, ["12 May 1897", "May 12th, 1897", "1897-05-12"]);
    }
}
