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

/// How a clause about a party begins, between its name and the term for it: "Acme Inc., a Texas
/// company".
const CLAUSES: [&str; 12] = [
    ", a ",
    ", an ",
    ", having ",
    ", incorporated ",
    ", located ",
    ", organised ",
    ", organized ",
    ", registered ",
    ", the ",
    ", whose ",
    ", with ",
    " a company ",
];
/// Words before a place, which is no party.
const WHERE: [&str; 5] = ["at", "in", "near", "of", "under"];
/// The number of names that such a clause may have: of states, towns, streets.
const IN_CLAUSE: usize = 8;
/// Its maximum number of bytes.
const CLAUSE: usize = 400;

/// Returns pairs of mentions, by number, whose second the text defines as another name of the first.
pub(crate) fn defined(text: &str, mentions: &[Range<usize>]) -> Vec<(usize, usize)> {
    let name_of = |term: usize| {
        let mut earlier = (term.saturating_sub(IN_CLAUSE)..term).rev();
        let name = earlier.find(|&name| {
            let is_next = name + 1 == term;
            is_defined(text, &mentions[name], &mentions[term], is_next)
        });
        name.map(|name| (name, term))
    };
    (1..mentions.len()).filter_map(name_of).collect()
}

/// Returns whether a term in parentheses is another name for an earlier one. If it is the next
/// mention, only the parenthesis stands between them; otherwise a clause about the name.
fn is_defined(text: &str, one: &Range<usize>, other: &Range<usize>, is_next: bool) -> bool {
    let (name, term) = (&text[one.clone()], &text[other.clone()]);
    let Some((between, introduction)) =
        text.get(one.end..other.start).and_then(|between| between.rsplit_once('('))
    else {
        return false;
    };
    let is_mark = |c: char| c.is_whitespace() || ",\"“„‘'«".contains(c);
    let is_quoted = introduction.contains(['"', '“', '„', '‘', '«']);
    let words: Vec<&str> = introduction.split(is_mark).filter(|word| !word.is_empty()).collect();
    let after = text[other.end..].trim_start_matches(['"', '”', '“', '’', '\'', '»', ',']);
    let is_parenthesis = INTRODUCTIONS.contains(&words.join(" ").to_lowercase().as_str())
        && after.trim_start().starts_with([')', ';']);
    let between = between.trim_start_matches('.');
    let is_adjacent = is_next && between.trim_matches(',').trim().is_empty();
    let before = text[..one.start].trim_end().rsplit(char::is_whitespace).next();
    let is_where = before.is_some_and(|before| WHERE.contains(&before));
    let is_clause = between.len() <= CLAUSE
        && !between.contains([';', ')'])
        && CLAUSES.iter().any(|clause| between.starts_with(clause));
    let is_term = is_quoted && (is_party(term) || shares_word(term, name));
    is_parenthesis
        && (is_adjacent && (is_term && !is_where || stands_for(term, name)) || is_clause && is_term)
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
            ("Then Acme Holdings (\"Licensor\") paid. Licensor left.", "Licensor"),
            (
                "Between Beta Media Inc., a Texas company in Austin (hereinafter, the “Licensee”), \
                 and Tom. The Licensee paid.",
                "Licensee",
            ),
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
            "There Tom Bell saw the mill in Norwich (the “Buyer”).",
            "We made an offer to Tom Bell (the “Order”). The Order was late.",
        ] {
            assert!(names(text).iter().all(|names| names.len() == 1), "{text} {:?}", names(text));
        }
    }
}
