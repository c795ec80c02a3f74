//! Decides what a sentence says about those it names: what they are, how they relate to each other,
//! or what happens to them.
//!
//! Only English words decide. "Is", "has", "lives" or "owns" describe a state; other verbs describe
//! an event, as do "was" and "had" before a participle, and "was there". A sentence with one of these describes an
//! event.

/// The kind of statement that a sentence makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StatementKind {
    /// What an entity is, has or is like.
    Attribute,
    /// The same for two or more entities together.
    Relation,
    /// What happens.
    Event,
}

/// Forms of "to be" and "to have", which may begin a verb of several words.
#[rustfmt::skip]
const AUXILIARIES: &[&str] = &[
    "am", "are", "be", "been", "had", "has", "have", "having", "is", "was", "were",
];
/// Verbs of state, in all their forms. In alphabetical order.
#[rustfmt::skip]
const STATES: &[&str] = &[
    "believe", "believed", "believes", "belong", "belonged", "belongs", "cost", "costs", "dislike", "disliked",
    "dislikes", "dwell", "dwells", "dwelt", "fear", "feared", "fears", "hate", "hated", "hates", "keep",
    "keeps", "kept", "knew", "know", "knows", "lie", "lies", "like", "liked", "likes", "live", "lived", "lives",
    "love", "loved", "loves", "mean", "means", "meant", "need", "needed", "needs", "own", "owned", "owns",
    "possess", "possessed", "possesses", "resemble", "resembled", "resembles", "seem", "seemed", "seems",
    "weigh", "weighed", "weighs", "work", "works",
];
/// Words after "to be" that say who is present: that describes no one. In alphabetical order.
const PRESENCE: [&str; 5] = ["absent", "away", "here", "present", "there"];
/// Words that may stand between an auxiliary and its participle. In alphabetical order.
#[rustfmt::skip]
const ADVERBS: &[&str] = &[
    "all", "almost", "already", "also", "always", "been", "both", "even", "ever", "just", "never", "not", "now",
    "often", "once", "only", "really", "since", "so", "soon", "still", "then", "thus", "too", "very", "yet",
];
/// Participles and past forms that do not end in "ed", except those that are usually nouns, such as
/// "shed" and "rose". In alphabetical order.
#[rustfmt::skip]
const IRREGULAR: &[&str] = &[
    "ate", "beat", "beaten", "became", "become", "began", "begun", "bent", "bit", "bitten", "blew", "blown",
    "bought", "broke", "broken", "brought", "built", "burnt", "came", "cast", "caught", "chose", "chosen",
    "clung", "come", "crept", "cut", "dealt", "did", "done", "drank", "drawn", "drew", "driven", "drove",
    "drunk", "dug", "eaten", "fallen", "fed", "fell", "felt", "fled", "flew", "flung", "forgot", "forgotten",
    "fought", "found", "froze", "frozen", "gave", "given", "gone", "got", "grew", "grown", "heard", "held",
    "hid", "hidden", "hit", "hung", "hurt", "laid", "lain", "lay", "led", "left", "lent", "let", "lit", "lost",
    "made", "met", "paid", "put", "ran", "rang", "read", "ridden", "risen", "rode", "rung", "said", "sang",
    "sank", "sat", "saw", "seen", "sent", "set", "sewn", "shaken", "shone", "shook", "shot", "shown", "shut",
    "slept", "slid", "sold", "sought", "spent", "spoke", "spoken", "sprang", "sprung", "stole", "stolen",
    "stood", "struck", "stuck", "sung", "sunk", "swam", "swept", "swore", "sworn", "swung", "taken", "taught",
    "threw", "thrown", "told", "took", "tore", "torn", "understood", "went", "wept", "woke", "woken", "won",
    "written", "wrote",
];

/// Words that end like a past form but are none.
const NO_PARTICIPLES: [&str; 6] = ["hundred", "kindred", "naked", "sacred", "shed", "wicked"];

impl StatementKind {
    /// Returns the kind of a sentence. `named` is the number of entities it names.
    pub(crate) fn of(sentence: &str, named: usize) -> Self {
        if !tells_state(sentence) {
            return Self::Event;
        }
        if named > 1 { Self::Relation } else { Self::Attribute }
    }
}

/// Returns whether every verb describes a state.
fn tells_state(sentence: &str) -> bool {
    let words: Vec<String> = sentence
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .map(|word| word.trim_matches(['\'', '’']).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let verbs = (0..words.len()).filter(|&at| is_verb(&words[at]));
    let mut verbs = verbs.filter(|&at| at == 0 || !is_of_auxiliary(&words[..at]));
    verbs.all(|at| is_state(&words[at..]))
}

/// Returns whether a participle after these words belongs to a verb that began before.
fn is_of_auxiliary(before: &[String]) -> bool {
    let mut before = before.iter().rev().skip_while(|word| is_adverb(word));
    before.next().is_some_and(|word| AUXILIARIES.contains(&word.as_str()))
}

/// Returns whether the verb with which these words begin describes a state.
fn is_state(words: &[String]) -> bool {
    let verb = words[0].as_str();
    if is_state_participle(verb) || says_origin(words) {
        return true;
    }
    if !AUXILIARIES.contains(&verb) {
        return false;
    }
    let Some(at) = words.iter().skip(1).position(|word| !is_adverb(word)) else { return true };
    let (next, rest) = (&words[at + 1], &words[at + 1..]);
    if PRESENCE.binary_search(&next.as_str()).is_ok() {
        return false;
    }
    let is_perfect = ["has", "have"].contains(&verb);
    is_perfect
        || !(next.ends_with("ing") || is_participle(next))
        || is_state_participle(next)
        || says_origin(rest)
}

/// Returns whether these words begin with "grew up", which describes someone as "born" does.
fn says_origin(words: &[String]) -> bool {
    let grows = ["grew", "grown"].contains(&words[0].as_str());
    grows && words.get(1).is_some_and(|word| word == "up")
}

fn is_verb(word: &str) -> bool {
    AUXILIARIES.contains(&word) || STATES.binary_search(&word).is_ok() || is_participle(word)
}
/// Words of fewer letters are no regular past forms: "red", "bed".
const SHORTEST_PARTICIPLE: usize = 4;

/// Returns whether a word is a past form, or looks like one.
fn is_participle(word: &str) -> bool {
    IRREGULAR.binary_search(&word).is_ok()
        || word.ends_with("ed")
            && !word.ends_with("eed")
            && word.chars().count() >= SHORTEST_PARTICIPLE
            && !NO_PARTICIPLES.contains(&word)
}

/// Returns whether a form describes a state even after "was" or "had": "was called", "had lived".
fn is_state_participle(word: &str) -> bool {
    ["called", "named", "nicknamed", "known", "married", "engaged", "born"].contains(&word)
        || STATES.binary_search(&word).is_ok()
}

fn is_adverb(word: &str) -> bool {
    ADVERBS.binary_search(&word).is_ok() || word.ends_with("ly")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_lists_are_in_order() {
        assert!(
            STATES.is_sorted()
                && ADVERBS.is_sorted()
                && IRREGULAR.is_sorted()
                && PRESENCE.is_sorted()
        );
    }

    #[test]
    fn verbs_say_what_kind_of_thing_is_said() {
        use StatementKind::{Attribute, Event, Relation};
        for (sentence, named, expected) in [
            ("is the daughter of the ferryman.", 1, Attribute),
            (" has a donkey called Ziggy.", 1, Attribute),
            (" was the brother of Ann Hill.", 2, Relation),
            (" is afraid of bulls.", 1, Attribute),
            (" belongs to Jacob.", 2, Relation),
            (" had lived in Norwich for years.", 2, Relation),
            (" met Ann Hill on the road.", 2, Event),
            (" walked slowly down to the river.", 1, Event),
            (" was walking down to the river.", 1, Event),
            (" had never been seen again.", 1, Event),
            (" was killed by a bull.", 1, Event),
            (", who lived by the sea, went out.", 1, Event),
            (" has hidden the ring in the church.", 1, Attribute),
            (" was born in Ostby.", 2, Relation),
            (" grew up speaking Breton.", 1, Attribute),
            (" had grown up in Ostby.", 2, Relation),
            (" grew tired of it.", 1, Event),
            (" was there, too.", 1, Event),
            ("There was a mill by the river.", 1, Attribute),
            ("Later came Sir Peter.", 1, Event),
            (" keeps a hundred rings in the shed.", 1, Attribute),
            ("!", 1, Attribute),
        ] {
            assert_eq!(StatementKind::of(sentence, named), expected, "{sentence}");
        }
    }
}
