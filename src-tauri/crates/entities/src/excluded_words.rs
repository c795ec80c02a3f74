//! Capitalised words that are no names, though they occur within sentences. They are in lower case
//! and English: in other languages most of them have no capital, or are names.

use crate::function_words::is_function_word;

/// Words that begin sentences, also sentences within sentences. In alphabetical order.
#[rustfmt::skip]
const SMALL_WORDS: &[&str] = &[
    "a", "ah", "am", "an", "and", "are", "at", "ay", "aye", "because", "but", "co", "do", "esq", "for", "ha",
    "he", "here", "hm", "how", "i", "i'd", "i'll", "i'm", "i've", "if", "in", "is", "it", "let", "my", "no",
    "now", "o", "of", "oh", "on", "one", "or", "our", "she", "so", "that", "the", "then", "there", "these",
    "they", "this", "those", "to", "we", "well", "what", "when", "where", "which", "who", "why", "with", "yes",
    "you", "your",
];
/// Whole peoples, their languages, and things from their countries. In alphabetical order.
#[rustfmt::skip]
const PEOPLES: &[&str] = &[
    "african", "africans", "american", "americans", "arab", "arabian", "arabic", "arabs", "asian", "asians",
    "australian", "australians", "austrian", "austrians", "basque", "belgian", "belgians", "bohemian",
    "bohemians", "brazilian", "breton", "britons", "bulgarian", "canadian", "canadians", "castilian", "catalan",
    "celtic", "chinese", "cockney", "cornish", "cossack", "cossacks", "creole", "creoles", "croatian", "cuban",
    "czech", "czechs", "dane", "danes", "danish", "dutch", "dutchman", "dutchmen", "egyptian",
    "egyptians", "english", "englishman", "englishmen", "englishwoman", "eskimo", "eskimos", "estonian",
    "european", "europeans", "finnish", "finns", "flemish", "french", "frenchman", "frenchmen",
    "frenchwoman", "frisian", "gaelic", "galician", "gauls", "german", "germans", "gothic", "greek", "greeks",
    "hebrew", "hebrews", "hindi", "hindu", "hindus", "hungarian", "hungarians", "icelandic", "indian",
    "indians", "irish", "irishman", "irishmen", "italian", "italians", "japanese", "jew", "jewish", "jews",
    "kentish", "korean", "lapp", "latin", "latvian", "lithuanian", "maltese", "mexican", "mexicans",
    "mongolian", "moor", "moorish", "moors", "normans", "norse", "norwegian",
    "norwegians", "oriental", "persian", "persians", "polish", "portuguese", "prussian", "prussians", "roman",
    "romanian", "romans", "romansh", "russian", "russians", "sanskrit", "saxon", "saxons", "scandinavian",
    "scot", "scotch", "scotchman", "scots", "scotsman", "scottish", "serbian", "siberian", "sicilian", "slav",
    "slavic", "slovak", "slovaks", "slovene", "spaniard", "spaniards", "spanish", "swede", "swedes",
    "swedish", "swiss", "syrian", "tartar", "tartars", "teutonic", "turk", "turkish", "turks", "ukrainian",
    "venetian", "venetians", "vietnamese", "welsh", "welshman", "yankee", "yankees", "yiddish",
    "zulu", "zulus",
];
/// Days, feasts and months. In alphabetical order.
#[rustfmt::skip]
const DAYS: &[&str] = &[
    "april", "august", "christmas", "december", "easter", "february", "friday", "fridays", "halloween",
    "january", "july", "june", "lent", "march", "michaelmas", "monday", "mondays", "november", "october",
    "ramadan", "sabbath", "saturday", "saturdays", "september", "sunday", "sundays", "thursday", "thursdays",
    "tuesday", "tuesdays", "wednesday", "wednesdays", "whitsun", "whitsuntide", "yuletide",
];
/// Words of religion. In alphabetical order.
#[rustfmt::skip]
const RELIGION: &[&str] = &[
    "almighty", "anglican", "baptist", "bible", "buddhist", "calvinism", "calvinist", "catholic", "catholics",
    "christian", "christianity", "christians", "god", "gospel", "heaven", "islam", "islamic", "jesuit",
    "jesuits", "lutheran", "methodist", "methodists", "mohammedan", "muslim", "muslims", "presbyterian",
    "protestant", "protestants", "puritan", "puritans", "quaker", "quakers", "scripture",
    "scriptures", "testament",
];
/// Parts of the world. A longer name may contain them: "East Lynne". In alphabetical order.
#[rustfmt::skip]
const DIRECTIONS: &[&str] = &[
    "east", "eastern", "north", "northeast", "northern", "northwest", "south", "southeast",
    "southern", "southwest", "west", "western",
];
/// Forms of address for people of rank. In alphabetical order.
#[rustfmt::skip]
const ADDRESSES: &[&str] = &[
    "excellency", "highness", "honour", "ladyship", "lordship", "ma'am", "majesty", "worship",
];
/// Parts of a text. In alphabetical order.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "appendix", "book", "chapter", "figure", "part", "section", "table", "volume",
];

/// Months with which a longer name may begin: "March Hare". In alphabetical order.
#[rustfmt::skip]
const MONTHS: &[&str] = &[
    "april", "august", "december", "february", "january", "july", "june", "march", "november", "october",
    "september",
];
/// Given names that are common words or places, too. In alphabetical order.
#[rustfmt::skip]
const AMBIGUOUS: &[&str] = &[
    "charity", "constance", "daisy", "dick", "eve", "faith", "florence", "frank", "grace", "guy", "hope", "jack",
    "lily", "mark", "max", "may", "miles", "olive", "rose", "ruby", "sue", "victoria", "violet", "virginia",
    "will",
];

/// Returns whether a lower-case word is no part of a name.
pub(crate) fn is_no_name(word: &str) -> bool {
    let lists = [SMALL_WORDS, PEOPLES, DAYS, RELIGION, ADDRESSES, PARTS];
    lists.iter().any(|list| list.binary_search(&word).is_ok())
        || is_function_word(word)
        || is_contracted(word)
}

/// Returns whether a lower-case word is a month other than May, which is a given name.
pub(crate) fn is_month(word: &str) -> bool {
    MONTHS.binary_search(&word).is_ok()
}

/// Returns whether a given name is a common word or a place, too.
pub(crate) fn is_ambiguous(word: &str) -> bool {
    AMBIGUOUS.binary_search(&word).is_ok()
}

/// Returns whether a lower-case word is no name by itself, though it may be part of one.
pub(crate) fn is_no_name_alone(word: &str) -> bool {
    DIRECTIONS.binary_search(&word).is_ok() || word.chars().count() == 1
}

/// Returns whether a word is a contraction: "hadn't", "you're". Names have the apostrophe after a
/// short beginning: "O'Brien".
fn is_contracted(word: &str) -> bool {
    ["n't", "'re", "'ll", "'ve", "'d", "'m"].iter().any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        for list in
            [SMALL_WORDS, PEOPLES, DAYS, RELIGION, DIRECTIONS, ADDRESSES, PARTS, MONTHS, AMBIGUOUS]
        {
            assert!(list.is_sorted(), "{list:?}");
        }
        assert!(["turkish", "christmas", "hadn't", "the", "chapter"].into_iter().all(is_no_name));
        assert!(!["turner", "o'brien", "d'artagnan", "east"].into_iter().any(is_no_name));
        assert!(is_no_name_alone("east") && is_no_name_alone("p") && !is_no_name_alone("eastman"));
    }
}
