//! English words with which sentences begin, and which join no name after them: "Neither Mary nor
//! Ann", "Does Sue Gray know?" All are in lower case.

/// Words that are part of no name, wherever they stand. In alphabetical order.
#[rustfmt::skip]
const NEVER: &[&str] = &[
    "about", "afterwards", "again", "against", "almost", "already", "also", "although", "always", "anybody",
    "anyone", "anything", "been", "before", "being", "besides", "by", "cannot", "could", "did", "does",
    "doing", "during", "either", "everybody", "everyone", "everything", "except", "from", "had", "has",
    "have", "having", "hence", "her", "him", "his", "however", "indeed", "instead", "into", "its", "maybe",
    "meantime", "meanwhile", "moreover", "must", "neither", "nevertheless", "nor", "not", "nothing", "often",
    "onto", "otherwise", "ought", "perhaps", "quite", "rather", "shall", "should", "since", "somebody",
    "someone", "something", "sometimes", "than", "their", "them", "therefore", "though", "throughout", "thus",
    "toward", "towards", "unless", "unlike", "until", "upon", "was", "were", "whatever", "whenever",
    "wherever", "whether", "while", "whilst", "whoever", "whom", "whose", "within", "without", "would",
];
/// Words that are part of no name if a sentence begins with them; elsewhere they may be: "Thomas
/// More", "All Saints". In alphabetical order.
#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "above", "accordingly", "across", "actually", "additionally", "after", "all", "alone", "along", "among",
    "another", "any", "apparently", "around", "as", "aside", "back", "beautiful", "behind", "below", "beside",
    "between", "beyond", "both", "briefly", "can", "certainly", "clearly", "come", "consequently",
    "currently", "dearest", "despite", "directly", "down", "each", "earlier", "early", "enter", "especially",
    "even", "eventually", "ever", "every", "evidently", "exactly", "few", "finally", "first", "formerly",
    "fortunately", "frequently", "further", "furthermore", "generally", "gently", "go", "good", "gradually",
    "happily", "hardly", "historically", "hitherto", "immediately", "inside", "instantly", "just", "last",
    "lastly", "lately", "later", "lest", "like", "likewise", "little", "look", "luckily", "many", "merely",
    "more", "most", "much", "naturally", "near", "nearly", "never", "next", "nonetheless", "obviously",
    "occasionally", "off", "once", "only", "opposite", "originally", "other", "others", "out", "outside",
    "over", "particularly", "past", "please", "poor", "possibly", "pray", "precisely", "presently",
    "previously", "probably", "quickly", "quietly", "rarely", "really", "recently", "same", "say", "scarcely",
    "second", "secondly", "seldom", "several", "shortly", "silently", "similarly", "simply", "slowly",
    "softly", "some", "soon", "specifically", "still", "subsequently", "such", "suddenly", "sure", "surely",
    "tell", "thereupon", "third", "through", "today", "together", "tomorrow", "tonight", "too",
    "traditionally", "truly", "ultimately", "under", "unfortunately", "up", "usually", "very", "via",
    "whereas", "whereupon", "yesterday", "yet",
];

/// Returns whether a word is part of no name wherever it stands.
pub(crate) fn is_function_word(word: &str) -> bool {
    NEVER.binary_search(&word).is_ok()
}

/// Returns whether no name begins with a word if a sentence does.
pub(crate) fn is_opener(word: &str) -> bool {
    is_function_word(word) || OPENERS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        for list in [NEVER, OPENERS] {
            let ordered = list.windows(2).find(|pair| pair[0] >= pair[1]);
            assert_eq!(ordered, None);
        }
        assert!(["neither", "does", "meanwhile"].into_iter().all(is_function_word));
        assert!(["later", "only", "neither", "finally"].into_iter().all(is_opener));
        assert!(!["mary", "sally", "gray"].into_iter().any(is_opener));
    }
}
