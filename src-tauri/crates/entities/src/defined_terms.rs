//! Finds names that a text defines in parentheses: "International Court of Justice (ICJ)" and
//! "Acme Holdings, Inc. (the “Company”)".

use std::ops::Range;

use crate::acronyms::stands_for;

/// Words between the parenthesis and the name, in lower case.
const INTRODUCTIONS: [&str; 12] = [
    "",
    "the",
    "hereinafter",
    "hereinafter the",
    "hereinafter called",
    "hereinafter called the",
    "hereinafter referred to as",
    "hereinafter referred to as the",
    "hereafter",
    "hereafter the",
    "nachfolgend",
    "im folgenden",
];
/// Endings of words for the parties to a contract: licensor, buyer, franchisee.
const PARTY_ENDINGS: [&str; 3] = ["or", "er", "ee"];
/// Other words for parties, in lower case.
const PARTIES: [&str; 12] = [
    "agent",
    "bank",
    "client",
    "company",
    "consultant",
    "corporation",
    "executive",
    "parent",
    "tenant",
    "trust",
    "university",
    "holdings",
];
/// Words with such an ending that are no parties. The rest of the sentence may be what they define.
const NO_PARTIES: [&str; 10] = [
    "committee",
    "fee",
    "letter",
    "matter",
    "merger",
    "number",
    "offer",
    "order",
    "paper",
    "transfer",
];

/// Returns whether the text defines the second of two consecutive mentions as another name of the
/// first.
pub(crate) fn is_defined(text: &str, one: &Range<usize>, other: &Range<usize>) -> bool {
    let Some(between) = text.get(one.end..other.start) else { return false };
    let (name, term) = (&text[one.clone()], &text[other.clone()]);
    let is_mark = |c: char| c.is_whitespace() || "\"“„‘'«".contains(c);
    let after = text[other.end..].trim_start_matches(['"', '”', '“', '’', '\'', '»']);
    let Some(introduction) = between.trim_start_matches(['.', ',']).trim_start().strip_prefix('(')
    else {
        return false;
    };
    let is_quoted = introduction.contains(['"', '“', '„', '‘', '«']);
    let words: Vec<&str> = introduction.trim_end_matches(is_mark).split_whitespace().collect();
    INTRODUCTIONS.contains(&words.join(" ").trim_end_matches(',').to_lowercase().as_str())
        && after.starts_with([')', ',', ';'])
        && (stands_for(term, name) || is_quoted && (is_party(term) || shares_word(term, name)))
}

fn is_party(term: &str) -> bool {
    let last = term.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let has_ending = PARTY_ENDINGS.iter().any(|ending| last.ends_with(ending));
    PARTIES.contains(&last.as_str()) || has_ending && !NO_PARTIES.contains(&last.as_str())
}

/// Returns whether a term begins with the first word of a name: "Acme" of "Acme Holdings".
fn shares_word(term: &str, name: &str) -> bool {
    let first = |name: &str| name.split([' ', ',']).next().unwrap_or_default().to_lowercase();
    first(term) == first(name)
}

#[cfg(test)]
mod tests {
    use crate::{Corrections, Entities};

    fn names(text: &str) -> Vec<Vec<String>> {
        let read = Entities::read(text, |_| None, &Corrections::default());
        read.entities.into_iter().map(|one| one.names).collect()
    }

    #[test]
    fn a_term_in_parentheses_is_the_name_before_it() {
        for (text, expected) in [
            (
                "This is between Acme Holdings, Inc. (the “Company”) and Ann. The Company pays. \
                 THE COMPANY DOES. Then the Company left.",
                "Company",
            ),
            ("Then Acme Holdings (\"Licensor\") paid. Then Licensor left.", "Licensor"),
            ("We saw Acme Holdings (hereinafter “Acme”) there. Later Acme left.", "Acme"),
            ("At the International Court of Justice (ICJ) we saw it. Then ICJ staff left.", "ICJ"),
        ] {
            let all = names(text);
            assert!(all[0].iter().any(|name| name == expected), "{text} {all:?}");
        }
    }

    #[test]
    fn what_else_is_in_parentheses_is_something_else() {
        for text in [
            "Then Tom Bell signed it in Delaware (the “Agreement”). The Agreement ends.",
            "There was Tom Bell (Norwich), and Norwich saw him.",
            "We made an offer to Tom Bell (the “Order”). The Order was late.",
        ] {
            assert!(names(text).iter().all(|names| names.len() == 1), "{text} {:?}", names(text));
        }
    }
}
