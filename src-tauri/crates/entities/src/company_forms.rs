//! Legal forms of companies: "Acme Holdings, Inc." is a company, and the same as Acme Holdings.

/// Words after a name that say that a company has it, in lower case. In alphabetical order.
const FORMS: [&str; 13] = [
    "ag",
    "co",
    "company",
    "corp",
    "corporation",
    "gmbh",
    "inc",
    "incorporated",
    "limited",
    "llc",
    "llp",
    "ltd",
    "plc",
];
/// Those that may follow a comma, and that are no names by themselves.
const AFTER_COMMA: [&str; 8] = ["corp", "gmbh", "inc", "incorporated", "llc", "llp", "ltd", "plc"];

/// Returns whether a word in lower case is the legal form of a company.
pub(crate) fn is_company_form(word: &str) -> bool {
    FORMS.contains(&word)
}

/// Returns whether it may follow a comma.
pub(crate) fn may_follow_comma(word: &str) -> bool {
    AFTER_COMMA.contains(&word)
}

/// Returns whether a name ends with the legal form of a company.
pub(crate) fn has_company_form(name: &str) -> bool {
    let mut words = name.split_whitespace().rev();
    let last = words.next().unwrap_or_default().trim_end_matches('.').to_lowercase();
    words.next().is_some() && is_company_form(&last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Corrections, Entities, NamedEntityKind};

    #[test]
    fn a_company_goes_by_its_name_with_and_without_its_form() {
        let text = "Then Amber Time, Inc. met Ann Hill. There Amber Time sold it to Acme Corp. \
                    Then Ann left Acme, and the Time was late.";
        let read = Entities::read(text, |_| None, &Corrections::default());
        let all: Vec<(Vec<String>, Option<NamedEntityKind>)> =
            read.entities.into_iter().map(|one| (one.names, one.kind)).collect();
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let company = Some(NamedEntityKind::Organisation);
        let expected = [
            (names(&["Amber Time, Inc", "Amber Time"]), company),
            (names(&["Ann Hill", "Ann"]), None),
            (names(&["Acme Corp", "Acme"]), company),
            (names(&["Time"]), None),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn a_form_alone_is_no_company() {
        assert!(!has_company_form("Company") && !has_company_form("the"));
        assert!(has_company_form("Acme Holdings, Inc.") && has_company_form("Acme Company"));
    }
}
