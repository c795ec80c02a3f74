//! Short forms of English given names that one book may use for one person.

/// Given names in order, with their short forms, in lower case. A short form may belong to several
/// names.
const SHORT_FORMS: &[(&str, &[&str])] = &[
    ("abigail", &["abby"]),
    ("albert", &["al", "bert", "bertie"]),
    ("alexander", &["alec", "aleck", "alex", "sandy"]),
    ("alfred", &["alf", "fred"]),
    ("andrew", &["andy"]),
    ("anna", &["annie"]),
    ("anne", &["annie", "nan", "nancy"]),
    ("anthony", &["tony"]),
    ("arthur", &["art", "artie"]),
    ("augustus", &["gus"]),
    ("barbara", &["babs"]),
    ("benjamin", &["ben", "benny"]),
    ("bertha", &["bertie"]),
    ("caroline", &["carrie"]),
    ("catherine", &["cathy", "kate", "katie", "kitty"]),
    ("charles", &["charley", "charlie", "chas"]),
    ("charlotte", &["lottie"]),
    ("christopher", &["chris", "kit"]),
    ("clara", &["clary"]),
    ("cornelius", &["neil"]),
    ("daniel", &["dan", "danny"]),
    ("david", &["dave", "davy"]),
    ("dorothy", &["dolly", "dot", "dora"]),
    ("edmund", &["ned", "ted"]),
    ("edward", &["eddie", "ned", "ted", "teddy"]),
    ("eleanor", &["ellen", "nell", "nellie"]),
    (
        "elizabeth",
        &["bess", "bessie", "bessy", "beth", "betsy", "betty", "eliza", "lizzie", "lizzy", "libby"],
    ),
    ("ellen", &["nell", "nellie"]),
    ("emily", &["em", "emmy"]),
    ("emma", &["em", "emmy"]),
    ("florence", &["flo", "florrie"]),
    ("frances", &["fanny"]),
    ("francis", &["frank"]),
    ("frederick", &["fred", "freddy"]),
    ("george", &["georgie"]),
    ("gertrude", &["gertie"]),
    ("gilbert", &["gil"]),
    ("hannah", &["nan"]),
    ("harold", &["hal", "harry"]),
    ("harriet", &["hattie"]),
    ("helen", &["nell", "nellie"]),
    ("henrietta", &["etta", "hetty"]),
    ("henry", &["hal", "hank", "harry"]),
    ("isabella", &["bell", "bella"]),
    ("jacob", &["jake"]),
    ("james", &["jem", "jim", "jimmy"]),
    ("jane", &["janey", "jenny"]),
    ("jeremiah", &["jerry"]),
    ("john", &["jack", "johnny"]),
    ("jonathan", &["jon"]),
    ("joseph", &["joe", "joey"]),
    ("josephine", &["jo"]),
    ("joshua", &["josh"]),
    ("judith", &["judy"]),
    ("katherine", &["kate", "katie", "kitty"]),
    ("lawrence", &["larry"]),
    ("leonard", &["len"]),
    ("louisa", &["lou"]),
    ("lucy", &["lu"]),
    ("lydia", &["lyddy"]),
    ("margaret", &["daisy", "madge", "maggie", "meg", "peg", "peggy"]),
    ("martha", &["mattie", "patty"]),
    ("mary", &["mamie", "molly", "polly"]),
    ("matilda", &["tilly"]),
    ("matthew", &["mat", "matt"]),
    ("michael", &["mick", "mike"]),
    ("nathaniel", &["nat"]),
    ("nicholas", &["nick"]),
    ("oliver", &["noll"]),
    ("patrick", &["paddy", "pat"]),
    ("peter", &["pete"]),
    ("philip", &["phil"]),
    ("rebecca", &["becky"]),
    ("richard", &["dick", "dickie", "rick"]),
    ("robert", &["bob", "bobby", "rob", "robin"]),
    ("roger", &["hodge"]),
    ("rosamond", &["rosy"]),
    ("samuel", &["sam", "sammy"]),
    ("sarah", &["sadie", "sally"]),
    ("sidney", &["sid"]),
    ("solomon", &["sol"]),
    ("sophia", &["sophy"]),
    ("stephen", &["steve"]),
    ("susan", &["sue", "susie"]),
    ("theodore", &["ted", "teddy"]),
    ("theresa", &["tess"]),
    ("thomas", &["tom", "tommy"]),
    ("timothy", &["tim"]),
    ("tobias", &["toby"]),
    ("ursula", &["ursy"]),
    ("victoria", &["vicky"]),
    ("vincent", &["vin"]),
    ("walter", &["wat"]),
    ("wilhelmina", &["mina", "minnie"]),
    ("william", &["bill", "billy", "will", "willie"]),
    ("zachariah", &["zach"]),
];

/// Returns whether one of two given names, in lower case, is a short form of the other.
pub fn is_short_form(one: &str, other: &str) -> bool {
    let holds = |long: &str, short: &str| {
        let found = SHORT_FORMS.binary_search_by_key(&long, |(name, _)| name);
        found.is_ok_and(|at| SHORT_FORMS[at].1.contains(&short))
    };
    holds(one, other) || holds(other, one)
}

/// Returns the given names, in lower case, of which a word is a short form or that are short forms
/// of it.
pub fn related_names(word: &str) -> impl Iterator<Item = &'static str> {
    let long = SHORT_FORMS.iter().filter(move |(_, forms)| forms.contains(&word));
    let short = SHORT_FORMS.iter().filter(move |(name, _)| *name == word);
    long.map(|(name, _)| *name).chain(short.flat_map(|(_, forms)| forms.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(SHORT_FORMS.is_sorted_by_key(|(name, _)| *name));
    }
}
