//! Past forms of English verbs that no ending produces, such as "met" from "meet".

/// Past forms with their base forms. In alphabetical order.
#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("ate", "eat"), ("beaten", "beat"), ("became", "become"), ("began", "begin"), ("begun", "begin"),
    ("bitten", "bite"), ("bore", "bear"), ("born", "bear"), ("borne", "bear"), ("bought", "buy"), ("broke", "break"),
    ("broken", "break"), ("brought", "bring"), ("built", "build"), ("came", "come"), ("caught", "catch"),
    ("chose", "choose"), ("chosen", "choose"), ("drank", "drink"), ("drawn", "draw"), ("drew", "draw"),
    ("driven", "drive"), ("drove", "drive"), ("drunk", "drink"), ("eaten", "eat"), ("fed", "feed"), ("fell", "fall"),
    ("felt", "feel"), ("fled", "flee"), ("flew", "fly"), ("flown", "fly"), ("forgave", "forgive"),
    ("forgot", "forget"), ("forgotten", "forget"), ("fought", "fight"), ("found", "find"), ("gave", "give"),
    ("given", "give"), ("gone", "go"), ("got", "get"), ("grew", "grow"), ("grown", "grow"), ("heard", "hear"),
    ("held", "hold"), ("hid", "hide"), ("hidden", "hide"), ("hung", "hang"), ("kept", "keep"), ("knew", "know"),
    ("known", "know"), ("laid", "lay"), ("led", "lead"), ("left", "leave"), ("lent", "lend"), ("lost", "lose"),
    ("made", "make"), ("meant", "mean"), ("met", "meet"), ("paid", "pay"), ("ran", "run"), ("ridden", "ride"),
    ("risen", "rise"), ("rode", "ride"), ("rose", "rise"), ("said", "say"), ("sang", "sing"), ("sank", "sink"),
    ("sat", "sit"), ("saw", "see"), ("seen", "see"), ("sent", "send"), ("shook", "shake"), ("shot", "shoot"),
    ("shown", "show"), ("slain", "slay"), ("slept", "sleep"), ("slew", "slay"), ("sold", "sell"), ("sought", "seek"),
    ("spent", "spend"), ("spoke", "speak"), ("spoken", "speak"), ("stole", "steal"), ("stolen", "steal"),
    ("stood", "stand"), ("struck", "strike"), ("sung", "sing"), ("sunk", "sink"), ("swam", "swim"),
    ("swore", "swear"), ("sworn", "swear"), ("taken", "take"), ("taught", "teach"), ("thought", "think"),
    ("threw", "throw"), ("thrown", "throw"), ("told", "tell"), ("took", "take"), ("tore", "tear"), ("torn", "tear"),
    ("understood", "understand"), ("went", "go"), ("wept", "weep"), ("woke", "wake"), ("woken", "wake"),
    ("won", "win"), ("wore", "wear"), ("worn", "wear"), ("written", "write"), ("wrote", "write"),
];

/// Returns the base form of a past form, and any other lower-case word unchanged.
pub(crate) fn plain_form(word: &str) -> &str {
    let found = FORMS.binary_search_by_key(&word, |(form, _)| form);
    found.map_or(word, |at| FORMS[at].1)
}

/// Returns whether a lower-case word is a past form, or looks like one: "met", "lived".
pub(crate) fn is_past_form(word: &str) -> bool {
    let is_regular = word.ends_with("ed") && !word.ends_with("eed") && word.len() > 3;
    is_regular || FORMS.binary_search_by_key(&word, |(form, _)| form).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_forms_are_of_their_verbs() {
        assert!(FORMS.is_sorted());
        assert_eq!(
            ["met", "meet", "wrote", "lived"].map(plain_form),
            ["meet", "meet", "write", "lived"]
        );
    }
}
