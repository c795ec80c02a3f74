//! Texts in which common nouns have capitals, above all German ones, and old English ones. There a
//! capital says little. Such a text is recognised by its articles: more than half of them precede a
//! capitalised word. Its names are the words that mostly stand without an article or adjective:
//! "sagte Gregor", but "die Schwester".

use std::collections::HashSet;

use crate::cased_words::{Capitalisation, CasedWord, joins};
use crate::gender::gender_of_given_name;
use crate::name::is_title;
use crate::noun_contexts::{NounContexts, is_article, is_determiner};

/// The minimum share of articles before a capitalised word.
const SHARE: f64 = 0.53;
/// The minimum number of articles from which a text is judged, and their minimum share of words.
const ARTICLES: (usize, f64) = (10, 0.03);
/// The number of capitalised words in a row that are a name unless all are common nouns.
const LONG_RUN: usize = 3;

/// Returns whether common nouns have capitals in a text.
pub(crate) fn capitalises_nouns(words: &[CasedWord]) -> bool {
    let articles = words.windows(2).filter(|pair| is_article(&pair[0].small));
    let (mut all, mut capitalised) = (0_usize, 0_usize);
    for pair in articles {
        all += 1;
        capitalised += usize::from(pair[1].shape == Capitalisation::Capitalised);
    }
    let (least, of_words) = ARTICLES;
    all >= least
        && all as f64 >= of_words * words.len() as f64
        && capitalised as f64 >= SHARE * all as f64
}

/// Makes the words of a text in which common nouns have capitals look like those of other texts:
/// only names keep their capitals, and lose the ending of the genitive.
pub(crate) fn without_noun_capitals(text: &str, words: &mut [CasedWord]) {
    let contexts = NounContexts::new(text, words);
    let names = contexts.names();
    let kept = kept(text, words, &contexts, &names);
    for (word, is_kept) in words.iter_mut().zip(kept) {
        if word.shape != Capitalisation::Capitalised {
            continue;
        }
        if !is_kept {
            word.shape = Capitalisation::Small;
        } else if is_genitive(word, &names) && !names.contains(&word.small) {
            word.small.pop();
            word.place.end -= 1;
        }
    }
}

/// Returns for each word whether it is a part of a name.
fn kept(
    text: &str,
    words: &[CasedWord],
    contexts: &NounContexts,
    names: &HashSet<String>,
) -> Vec<bool> {
    let is_name = |word: &CasedWord| {
        let short = word.small.strip_suffix('s').unwrap_or(&word.small);
        word.shape == Capitalisation::Capitalised
            && (names.contains(&word.small) || names.contains(short))
    };
    let mut kept: Vec<bool> = words.iter().map(is_name).collect();
    let mut at = 0;
    while at < words.len() {
        let end = end_of_capitals(text, words, at);
        let gap = |pair: &[CasedWord]| text[pair[0].place.end..pair[1].place.start].to_owned();
        let is_hyphenated = words[at..end].windows(2).any(|pair| gap(pair) == "-");
        let has_genitive = words[at..end].iter().skip(1).any(|word| is_genitive(word, names));
        if !is_hyphenated && !has_genitive && is_compound_name(words, at..end, contexts, &kept) {
            kept[at..end].fill(true);
        }
        at = end.max(at + 1);
    }
    // "Gregor Samsa" is one name even if the text has "Samsa" nowhere else.
    for at in 1..words.len() {
        let (one, other) = (&words[at - 1], &words[at]);
        let may_go_on = other.shape == Capitalisation::Capitalised && !is_genitive(one, names);
        if kept[at - 1] && may_go_on && contexts.is_unusual(&other.small) && joins(text, one, other)
        {
            kept[at] = true;
        }
    }
    // A title belongs to the name after it.
    for at in (1..words.len()).rev() {
        let leads = is_title(&words[at - 1].small);
        if kept[at] && leads && joins(text, &words[at - 1], &words[at]) {
            kept[at - 1] = true;
        }
    }
    kept
}

/// Returns whether a word is the genitive of a name: "Gregors".
fn is_genitive(word: &CasedWord, names: &HashSet<String>) -> bool {
    word.small.strip_suffix('s').is_some_and(|short| names.contains(short))
}

/// Returns the end of the capitalised words that begin at `at`; `at` if there are none.
fn end_of_capitals(text: &str, words: &[CasedWord], at: usize) -> usize {
    let mut end = at;
    while end < words.len()
        && words[end].shape == Capitalisation::Capitalised
        && (end == at || joins(text, &words[end - 1], &words[end]))
    {
        end += 1;
    }
    end
}

/// Returns whether capitalised words in a row are a name as a whole: "Franz Kafka", "Europäische
/// Union". Other nouns in a row are genitives and measures: "ein Glas Milch".
fn is_compound_name(
    words: &[CasedWord],
    run: std::ops::Range<usize>,
    contexts: &NounContexts,
    kept: &[bool],
) -> bool {
    let all = &words[run.clone()];
    let [first, rest @ ..] = all else { return false };
    if rest.is_empty() || is_title(&first.small) && rest.len() == 1 {
        return false;
    }
    let before = run.start.checked_sub(1).map(|before| &words[before]);
    let is_determined = before.is_some_and(|before| is_determiner(&before.small));
    let common = all.iter().filter(|word| contexts.is_common(&word.small)).count();
    let is_adjective = contexts.is_adjective_of_origin(&first.small);
    let is_given = gender_of_given_name(&first.small).is_some() && !is_determined;
    let is_genitive = kept[run.start] && first.small.ends_with('s') && common > 0;
    !is_genitive
        && (is_adjective && !first.begins
            || is_given && common == 0
            || all.len() >= LONG_RUN && common == 0
            || !is_determined && all.iter().all(|word| contexts.is_unusual(&word.small)))
}

#[cfg(test)]
mod tests {
    use crate::mentions::mentions;

    /// Enough of common nouns to show what has capitals.
    const TEXT: &str = "Die Mutter stellte die Lampe auf den Tisch. Der Vater nahm das Buch und die \
        Zeitung. Im Zimmer stand ein Stuhl neben dem Fenster, und die Tür war offen. Der Bruder \
        holte das Holz aus dem Keller. Da sagte Mira, daß die Lampe brenne. Mira lachte. „Sie \
        haben das Buch“, sagte Mira zu dem Vater. Der Vater sah Mira an. Miras Stuhl stand am \
        Fenster. Herr Holt kam mit der Zeitung in das Zimmer. Zu Hause sprach Herr Holt mit Mira \
        über das Holz. Franz Kohlmann aus Wien schickte den Brief; der Brief kam aus Wien. \
        Die Wohnzimmertür war zu.";

    fn found(text: &str) -> Vec<&str> {
        let mut names: Vec<&str> = mentions(text).into_iter().map(|place| &text[place]).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    #[test]
    fn common_nouns_with_capitals_are_no_names() {
        assert_eq!(found(TEXT), ["Franz Kohlmann", "Herr Holt", "Mira", "Wien"]);
    }

    #[test]
    fn other_languages_are_not_affected() {
        let text = "Le chat de Mira dort sur la chaise. Un Anglais parle à Mira de la maison, de la \
            porte, de la table, du jardin, et un ami rit. Une dame, un homme et un enfant partent.";
        assert_eq!(found(text), ["Anglais", "Mira"]);
    }

    #[test]
    fn old_english_texts_have_capitals_too() {
        let text = "The Wife of the Miller saw the Horse in the Field. She told the Miller of the \
            Horse, and the Miller took a Rope and a Stick. The Horse ran to the River. Then came \
            Tom Bell, and said that the Horse was mad. The Wife of the Miller laughed at Tom Bell.";
        assert_eq!(found(text), ["Tom Bell"]);
    }
}
