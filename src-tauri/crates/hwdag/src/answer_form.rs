//! Whether an answer has the form that its question asks for: Yes or No, a number, or a place and not a date. A small
//! model answers "Where will the fair be held?" with "on Saturday, 8 July", which the text contains, too.
//!
//! The rules are for English and only detect what cannot be right.

use crate::grounding::is_number;
use crate::words::{is_content, words};

/// First words of questions that ask for Yes or No.
#[rustfmt::skip]
const AUXILIARIES: [&str; 19] = [
    "are", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may", "might", "must", "shall", "should",
    "was", "were", "will", "would",
];
/// Words that may precede the first word proper of a question.
const CONNECTIVES: [&str; 4] = ["and", "but", "so", "then"];
/// First words of questions that cannot be answered with Yes or No.
const OPEN_QUESTIONS: [&str; 9] =
    ["how", "what", "when", "where", "which", "who", "whom", "whose", "why"];
/// Words that, after "how", ask for a number or a measure.
#[rustfmt::skip]
const MEASURES: [&str; 13] = [
    "big", "deep", "far", "fast", "heavy", "high", "large", "long", "many", "much", "often", "old", "tall",
];
/// Words other than numbers that state a quantity, a duration or a frequency.
#[rustfmt::skip]
const AMOUNTS: [&str; 45] = [
    "a", "again", "all", "always", "an", "any", "both", "couple", "daily", "day", "days", "dozen", "enough", "ever",
    "every", "few", "forever", "half", "hardly", "hundreds", "little", "long", "lot", "lots", "many", "more", "most",
    "much", "never", "night", "no", "none", "often", "once", "one", "only", "several", "single", "some", "sometimes",
    "thousands", "till", "twice", "until", "very",
];
/// First words of phrases that name a place or a time, and so not a person.
#[rustfmt::skip]
const IMPERSONAL: [&str; 14] = [
    "after", "at", "because", "before", "during", "how", "in", "on", "over", "under", "until", "when", "where", "while",
];
#[rustfmt::skip]
const DAYS_AND_MONTHS: [&str; 20] = [
    "april", "august", "december", "february", "friday", "january", "july", "june", "march", "may", "monday",
    "november", "october", "saturday", "september", "sunday", "thursday", "today", "tuesday", "wednesday",
];

/// Words of names that are times. In alphabetical order.
#[rustfmt::skip]
const TIMES: [&str; 31] = [
    "advent", "age", "ages", "autumn", "century", "christmas", "day", "days", "dynasty", "easter", "eve", "halloween",
    "hanukkah", "lent", "midsummer", "monday", "morning", "night", "olympics", "passover", "period", "ramadan",
    "renaissance", "revolution", "season", "spring", "summer", "war", "week", "winter", "year",
];

/// Returns whether the form of an answer fits this question.
pub fn fits_question(answer: &str, question: &str) -> bool {
    let asked = lowercase(question);
    let first = asked.iter().position(|word| !CONNECTIVES.contains(&word.as_str()));
    let asked = &asked[first.unwrap_or(asked.len())..];
    let said = lowercase(answer);
    let (Some(first), Some(begins)) = (asked.first(), said.first()) else { return true };
    let is_yes_or_no = said.len() == 1 && (begins == "yes" || begins == "no");
    match first.as_str() {
        word if OPEN_QUESTIONS.contains(&word) && is_yes_or_no => false,
        "how" if asked.get(1).is_some_and(|next| MEASURES.contains(&next.as_str())) => {
            said.iter().any(|word| is_amount(word))
        }
        "who" | "whose" | "whom" => !IMPERSONAL.contains(&begins.as_str()) && !is_date(&said),
        "where" => !is_date(&said),
        "when" => !is_name(answer),
        word if AUXILIARIES.contains(&word) && !asked.iter().any(|word| word == "or") => {
            begins == "yes" || begins == "no"
        }
        _ => true,
    }
}

fn lowercase(text: &str) -> Vec<String> {
    words(text).map(|place| text[place].to_lowercase()).collect()
}

fn is_amount(word: &str) -> bool {
    is_number(word) || AMOUNTS.binary_search(&word).is_ok()
}

/// Returns whether words state only a date or time.
fn is_date(said: &[String]) -> bool {
    let mut content = said.iter().filter(|word| is_content(word)).peekable();
    let is_time = |word: &&String| is_number(word) || is_day_or_month(word);
    content.peek().is_some() && content.all(|word| is_time(&word))
}

/// Returns whether an answer is only a name that is no time's: "Paris", "in New York".
fn is_name(answer: &str) -> bool {
    let is_capitalised = |word: &str| word.starts_with(char::is_uppercase);
    let is_time = |word: &str| {
        let word = word.to_lowercase();
        is_number(&word) || is_day_or_month(&word) || TIMES.binary_search(&word.as_str()).is_ok()
    };
    let mut words = words(answer).map(|place| &answer[place]).peekable();
    words.next_if(|word| ["at", "in", "near", "to"].contains(&word.to_lowercase().as_str()));
    words.peek().is_some() && words.all(|word| is_capitalised(word) && !is_time(word))
}

fn is_day_or_month(word: &str) -> bool {
    DAYS_AND_MONTHS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(AMOUNTS.is_sorted() && DAYS_AND_MONTHS.is_sorted() && TIMES.is_sorted());
    }

    #[test]
    fn what_cannot_be_an_answer_is_known() {
        for (question, answer) in [
            ("Where will the fair be held?", "on Saturday, 8 July"),
            ("Did Constance find the spectacles?", "in the blue room"),
            ("And was the proposal accepted?", "four votes to one"),
            ("How often does the prince shoot birds?", "in the forest"),
            ("Who opened the door?", "in the forest"),
            ("Whose bicycle was stolen?", "Monday"),
            ("How many ships came?", "the ships of the king"),
            ("What did Ann say?", "Yes."),
            ("When did Anna meet Smith?", "Paris"),
            ("When was he born?", "in New York."),
        ] {
            assert!(!fits_question(answer, question), "{question} {answer}");
        }
    }

    #[test]
    fn whatever_may_be_one_fits() {
        for (question, answer) in [
            ("Where will the fair be held?", "in the garden of the Crown Hotel"),
            ("Did Constance find the spectacles?", "No, she did not."),
            ("Was it a cat or a dog?", "a cat"),
            ("How often does the prince shoot birds?", "once every month"),
            ("How long did they wait?", "until the morning"),
            ("How old is she?", "ninety"),
            ("How did she get in?", "through the window"),
            ("Who opened the door?", "the king's son"),
            ("When was it?", "Monday"),
            ("When did he leave?", "at Christmas"),
            ("When was it built?", "in the reign of Henry"),
            ("When did she die?", "1897"),
            ("What is it?", "a monkey"),
            ("Who?", ""),
            ("", "Tom"),
        ] {
            assert!(fits_question(answer, question), "{question} {answer}");
        }
    }
}
