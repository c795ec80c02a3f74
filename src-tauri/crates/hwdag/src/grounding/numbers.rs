//! Numbers, in digits and in English words.

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
