//! The names of the months.

/// The names and abbreviations of each month, from January, in English, German, French and Spanish.
const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "jänner", "janvier", "enero"],
    &["february", "feb", "februar", "feber", "février", "febrero"],
    &["march", "mar", "märz", "mars", "marzo"],
    &["april", "apr", "avril", "abril"],
    &["may", "mai", "mayo"],
    &["june", "jun", "juni", "juin", "junio"],
    &["july", "jul", "juli", "juillet", "julio"],
    &["august", "aug", "août", "agosto"],
    &["september", "sep", "sept", "septembre", "septiembre", "setiembre"],
    &["october", "oct", "oktober", "okt", "octobre", "octubre"],
    &["november", "nov", "novembre", "noviembre"],
    &["december", "dec", "dezember", "dez", "décembre", "diciembre"],
];
/// Names that are other words in lower case.
const CAPITALISED: [&str; 3] = ["august", "march", "may"];

/// Returns the month, from 1, that a word names.
pub(super) fn month(word: &str) -> Option<u8> {
    let lower = word.to_lowercase();
    if CAPITALISED.contains(&word) {
        return None;
    }
    let at = MONTHS.iter().position(|names| names.contains(&lower.as_str()))?;
    u8::try_from(at + 1).ok()
}
