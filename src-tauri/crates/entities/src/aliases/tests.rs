use super::*;

fn people(names: &[&str]) -> Vec<usize> {
    let named = |&text| NameCandidate { text, is_person: true, count: 1 };
    groups(&names.iter().map(named).collect::<Vec<_>>())
}

#[test]
fn parts_initials_and_short_forms_mean_one_person() {
    let names =
        ["Sir Walter", "Sir Walter Elliot", "Walter Elliot", "W. Elliot", "the second Sir Walter"];
    assert_eq!(people(&names), [0; 5]);
    assert_eq!(people(&["Lizzy", "Elizabeth Bennet", "Miss Elizabeth Bennet", "Eliza"]), [0; 4]);
    assert_eq!(people(&["J.R. Smith", "John Robert Smith", "Dr. Smith", "Smith's"]), [0; 4]);
    assert_eq!(people(&["Dearest Meg", "Margaret dear", "MARGARET"]), [0; 3]);
    assert_eq!(people(&["Mrs. Rachel Lynde", "Mrs. Rachel", "L. M. Lane", "Lucy"]), [0, 0, 1, 2]);
}

#[test]
fn titles_and_given_names_tell_people_apart() {
    assert_eq!(people(&["Mr. Bell", "Mrs. Bell", "Miss Bell"]), [0, 1, 2]);
    assert_eq!(people(&["Charlotte Temple", "Mr. Temple", "Temple"]), [0, 1, 1]);
    assert_eq!(people(&["Madame Lebrun", "Robert Lebrun", "Lebrun"]), [0, 1, 1]);
    assert_eq!(people(&["Sir Walter Elliot", "Mr. Elliot"]), [0, 1]);
    assert_eq!(people(&["Mrs. Pendleton", "Pendleton"]), [0, 1]);
    assert_eq!(people(&["Mr. Peter Pett", "Nesta Ford Pett", "Mr. Pett"]), [0, 1, 0]);
}

#[test]
fn different_titles_are_different_people() {
    assert_eq!(people(&["Queen of Hearts", "Knave of Hearts", "Hearts", "Queen"]), [0, 1, 2, 0]);
    assert_eq!(people(&["Captain Ann Bell", "Judge Bell", "Ann Bell"]), [0, 1, 0]);
    assert_eq!(
        people(&["Judge Tom Bell", "Captain Ann Bell", "Ann Bell", "Judge Bell"]),
        [0, 1, 1, 0]
    );
    assert_eq!(people(&["Lady Bell", "Mrs. Bell"]), [0, 1]);
    assert_eq!(people(&["Captain Hill", "Doctor Hill", "Dr. Hill", "Capt. Hill"]), [0, 1, 1, 0]);
    assert_eq!(people(&["Neither Mary Bennet", "Mr. Bennet"]), [0, 1]);
    assert_eq!(people(&["Doctor Walter Elliot", "Captain Walter Elliot", "Walter"]), [0, 0, 0]);
    assert_eq!(people(&["Captain Tom Bell", "Mr. Bell", "Bell", "Mrs. Bell"]), [0, 0, 0, 1]);
    assert_eq!(people(&["Captain Bell", "Mr. Bell"]), [0, 1]);
    assert_eq!(people(&["Monsieur Bell", "Mr. Bell", "Bell"]), [0, 0, 0]);
    assert_eq!(people(&["Mr. John Linden", "Uncle John", "Mr. Linden"]), [0, 0, 0]);
}

#[test]
fn a_full_name_belongs_to_who_has_the_same_given_name() {
    assert_eq!(people(&["Ann Mary Bell", "A. Mary Bell", "Ann Bell"]), [0, 0, 0]);
    assert_eq!(
        people(&["Ann Rose Bell", "Tom Bell", "Ann Bell", "Captain Ann Bell"]),
        [0, 1, 0, 0]
    );
}

#[test]
fn places_are_no_short_forms_of_people() {
    assert_eq!(people(&["Bell Street", "Tom Bell", "Bell", "Street"]), [0, 1, 1, 2]);
    assert_eq!(people(&["Duke of York", "York", "Duke"]), [0, 1, 0]);
}

#[test]
fn the_false_bearer_of_a_name_is_someone_else() {
    assert_eq!(people(&["唐僧", "假唐僧", "真唐僧", "李唐僧"]), [0, 1, 2, 0]);
}

#[test]
fn a_name_of_several_people_stays_by_itself() {
    assert_eq!(people(&["Tom Bell", "Tom Hill", "Tom", "Bell"]), [0, 1, 2, 0]);
    assert_eq!(people(&["Ann Hill", "Mary Hill", "Miss Hill"]), [0, 1, 2]);
}

#[test]
fn the_one_who_is_nearly_always_meant_has_the_short_name() {
    let count = |text, count| NameCandidate { text, is_person: true, count };
    let names = [count("Tom Bell", 9), count("Tom Insists", 1), count("Tom", 50)];
    assert_eq!(groups(&names), [0, 1, 0]);
    let names = [count("Tom Bell", 3), count("Tom Hill", 2), count("Tom", 50)];
    assert_eq!(groups(&names), [0, 1, 2]);
}

#[test]
fn places_are_one_only_by_the_same_name() {
    let place = |text| NameCandidate { text, is_person: false, count: 1 };
    let names = ["the Thames", "Thames", "Chancery", "Chancery Lane", "THE THAMES"].map(place);
    assert_eq!(groups(&names), [0, 0, 1, 2, 0]);
    let mixed = [NameCandidate { text: "Sydney", is_person: true, count: 1 }, place("Sydney")];
    assert_eq!(groups(&mixed), [0, 1]);
}

#[test]
fn names_in_other_scripts_have_no_titles_and_chinese_ones_end_with_the_given_name() {
    assert_eq!(people(&["宝玉", "贾宝玉", "宝玉", "玉"]), [0, 0, 0, 1]);
    assert_eq!(people(&["宝玉", "贾宝玉", "甄宝玉"]), [0, 1, 2]);
    assert_eq!(people(&["Наташа", "НАТАША", "Наташа Ростова"]), [0, 0, 0]);
    assert_eq!(people(&[]), Vec::<usize>::new());
    assert_eq!(people(&["", "—", "the"]).len(), 3);
}

#[test]
fn whatever_may_mean_the_same_is_found_by_its_words() {
    let names = [
        "Sir Walter Elliot",
        "Walter",
        "Wat",
        "W. Elliot",
        "Elliot",
        "Miss Elizabeth Bennet",
        "Lizzy",
        "Eliza Bennet",
        "Mrs. Rachel Lynde",
        "Rachel",
        "Dr. John Robert Smith",
        "J.R. Smith",
        "Jack",
        "Majesty",
        "段玉初",
        "玉初",
        "欧阳玉初",
        "Margaret",
        "Peggy",
        "Norwich",
        "Peggy Norwich",
    ];
    for whole in names.map(Name::new) {
        let mut groups = AliasIndex::default();
        groups.add(&whole, NameCandidate { text: "", is_person: true, count: 1 });
        for name in names.map(Name::new) {
            let fits = whole.words == name.words || is_part(&name, &whole);
            assert!(!fits || groups.near(&name).contains(&0), "{name:?} {whole:?}");
        }
    }
}
