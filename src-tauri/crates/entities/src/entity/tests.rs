use super::*;

const TEXT: &str = "Mr. Tom Bell lived in Norwich. There Tom met Ann Hill.\n\nHe was\nlate. \
                    Mr. Bell knew Norwich, and Mr. Bell knew Ann Hill.";

fn kind(name: &str) -> Option<NamedEntityKind> {
    Some(if name == "Norwich" { NamedEntityKind::Place } else { NamedEntityKind::Person })
}

#[test]
fn chinese_names_are_those_of_people_who_speak() {
    let text = "段玉初笑道：“请坐。”段玉初道：“请。”玉初道：“好。”玉初说：“好。”众人来了。绕翠问道：“谁？”绕翠道：\
                “是玉初？”";
    let read = Entities::read(text, |_| None, &Corrections::default());
    let found: Vec<(&str, Option<NamedEntityKind>, usize)> =
        read.entities.iter().map(|one| (one.title(), one.kind, one.mentions.len())).collect();
    let person = Some(NamedEntityKind::Person);
    assert_eq!(found, [("玉初", person, 5), ("绕翠", person, 2)]);
    assert!(read.statements.iter().any(|one| one.entities == [1, 0]));
}

#[test]
fn an_entity_has_all_its_names_and_mentions() {
    let read = Entities::read(TEXT, kind, &Corrections::default());
    let [tom, norwich, ann] = read.entities.as_slice() else { panic!("{read:?}") };
    assert_eq!((tom.name.as_str(), tom.kind), ("Mr. Bell", Some(NamedEntityKind::Person)));
    assert_eq!(tom.names, ["Mr. Tom Bell", "Tom", "Mr. Bell"]);
    assert_eq!((norwich.name.as_str(), norwich.mentions.len()), ("Norwich", 2));
    assert_eq!(
        ann.mentions.iter().map(|at| &TEXT[at.clone()]).collect::<Vec<_>>(),
        ["Ann Hill"; 2]
    );
}

#[test]
fn a_statement_is_a_sentence_with_all_that_it_names() {
    let read = Entities::read(TEXT, kind, &Corrections::default());
    let found: Vec<(&str, &[usize])> = read
        .statements
        .iter()
        .map(|one| (&TEXT[one.sentence.clone()], one.entities.as_slice()))
        .collect();
    let expected: [(&str, &[usize]); 3] = [
        ("Mr. Tom Bell lived in Norwich.", &[0, 1]),
        ("There Tom met Ann Hill.", &[0, 2]),
        ("Mr. Bell knew Norwich, and Mr. Bell knew Ann Hill.", &[0, 1, 2]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_sentence_that_begins_with_a_pronoun_is_about_whom_it_means() {
    let text = "Ann Hill lived in Norwich. She met Tom Bell. He was late.\n\nShe left.";
    let read = Entities::read(text, kind, &Corrections::default());
    let found: Vec<(&[usize], bool, StatementKind)> = read
        .statements
        .iter()
        .map(|one| (one.entities.as_slice(), one.begins_with_pronoun, one.kind))
        .collect();
    let expected: [(&[usize], bool, StatementKind); 2] =
        [(&[0, 1], false, StatementKind::Relation), (&[0, 2], true, StatementKind::Event)];
    assert_eq!(found, expected);
}

#[test]
fn a_nickname_that_the_text_explains_means_the_same() {
    let text =
        "Mira Holt, whom all called Sparrow, sat down. Sparrow met Tom Bell. He was known as Mira.";
    let read = Entities::read(text, |_| None, &Corrections::default());
    let names: Vec<&[String]> = read.entities.iter().map(|one| one.names.as_slice()).collect();
    assert_eq!(names[0], ["Mira Holt", "Sparrow", "Mira"]);
    assert_eq!(names[1], ["Tom Bell"]);
}

#[test]
fn every_name_has_its_first_sentence() {
    let found = names(TEXT);
    let found: Vec<(&str, &str)> =
        found.iter().map(|one| (one.name.as_str(), &TEXT[one.sentence.clone()])).collect();
    assert_eq!(found[1], ("Norwich", "Mr. Tom Bell lived in Norwich."));
    assert_eq!(found.len(), 5);
}

#[test]
fn a_text_without_names_has_no_entities() {
    let read = |text| Entities::read(text, kind, &Corrections::default());
    assert_eq!(read("It rained."), Entities::default());
    assert_eq!(read(""), Entities::default());
}

#[test]
fn a_place_is_no_short_form_of_a_person() {
    let text = "Then Paris Hilton smiled. She lived in Paris, and Paris was cold. The crowd liked Paris Hilton.";
    let read = Entities::read(text, |_| None, &Corrections::default());
    let names: Vec<&str> = read.entities.iter().map(|one| one.title()).collect();
    assert_eq!(names, ["Paris Hilton", "Paris"]);
    // Without such a use, the short name is the person's.
    let text = "Then Paris Hilton smiled. The crowd liked Paris, and Paris left.";
    let read = Entities::read(text, |_| None, &Corrections::default());
    assert_eq!(read.entities.len(), 1);
}

#[test]
fn a_title_alone_is_a_person() {
    let text =
        "Then the Queen of Hearts came. Tom saw the Queen, and the Queen saw the Knave of Hearts.";
    let read = Entities::read(text, |_| None, &Corrections::default());
    let names: Vec<&[String]> = read.entities.iter().map(|one| one.names.as_slice()).collect();
    assert_eq!(
        names,
        [
            ["Queen of Hearts", "Queen"].as_slice(),
            ["Tom"].as_slice(),
            ["Knave of Hearts"].as_slice()
        ]
    );
}
