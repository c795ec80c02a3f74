use std::collections::HashSet;

use proptest::prelude::*;

use super::Story;

/// The share of facts for which a condition holds.
fn share(story: &Story, holds: impl Fn(&super::StoryFact) -> bool) -> f64 {
    let n = story.facts.iter().filter(|f| holds(f)).count();
    n as f64 / story.facts.len() as f64
}

fn words(text: &str) -> HashSet<&str> {
    text.split(|c: char| !c.is_alphanumeric()).collect()
}

#[test]
fn a_book_tells_facts_again_and_in_other_words() {
    for seed in 0..5 {
        let story = Story::new(seed, 60);
        let chunk = story.text.len() / 60;
        let chunks = |f: &super::StoryFact| -> usize {
            f.tellings.iter().map(|t| t.start / chunk).collect::<HashSet<_>>().len()
        };
        assert!(share(&story, |f| chunks(f) > 1) >= 0.3, "seed {seed}");
        let other = |f: &super::StoryFact| f.tellings.iter().any(|t| t.text != f.tellings[0].text);
        assert!(share(&story, other) >= 0.3, "seed {seed}");
        let tellings: usize = story.facts.iter().map(|f| f.tellings.len()).sum();
        assert!((180..=300).contains(&tellings), "3 to 5 per chunk: {tellings}");
    }
}

#[test]
fn a_book_has_as_many_chunks_as_it_should() {
    for (seed, chunks) in (0..40).flat_map(|seed| [(seed, 1), (seed, 8)]) {
        let story = Story::new(seed, chunks);
        let breaks = story.text.matches("\n\n").count();
        let tokens = super::prose::tokens(&story.text) + 2 * breaks;
        assert!((300 * chunks - 40..300 * chunks - 2).contains(&tokens), "seed {seed}: {tokens}");
    }
}

#[test]
fn half_of_the_questions_have_an_answer_in_the_facts_they_name() {
    for (seed, chunks, least) in [(1, 1, 40), (2, 4, 40), (3, 20, 40), (4, 60, 120)] {
        let story = Story::new(seed, chunks);
        assert!(story.questions.len() >= least, "{chunks}: {}", story.questions.len());
        let open = story.questions.iter().filter(|q| q.answerable).count();
        assert_eq!(2 * open, story.questions.len());
        let texts: HashSet<&str> = story.questions.iter().map(|q| q.question.as_str()).collect();
        assert_eq!(texts.len(), story.questions.len(), "no question twice");
        for q in &story.questions {
            assert_eq!(q.answerable, !q.facts.is_empty());
            assert_eq!(q.answerable, !q.answers.is_empty());
            let last = q.facts.last().map(|&f| &story.facts[f]);
            assert!(last.is_none_or(|f| f.text.contains(&q.answers[0])));
        }
    }
}

#[test]
fn a_question_without_an_answer_asks_for_what_the_story_does_not_say() {
    let story = Story::new(11, 40);
    assert!(story.mentions.is_empty() && story.events.is_empty());
    for q in story.questions.iter().filter(|q| !q.answerable) {
        let stated = story.facts.iter().any(|f| {
            let forms = f.kind.questions().iter();
            forms
                .map(|w| w.replace("{n}", &f.subject).replace("{r}", &f.noun))
                .any(|w| w == q.question)
        });
        assert!(!stated, "{}", q.question);
    }
}

#[test]
fn nothing_but_a_telling_holds_all_key_words_of_a_fact() {
    for seed in 0..5 {
        let story = Story::new(seed, 60);
        let mut start = 0;
        for sentence in story.text.split_inclusive(['.', '\n']) {
            let end = start + sentence.len();
            let found = words(sentence);
            let held =
                story.facts.iter().filter(|f| f.key.iter().all(|k| found.contains(k.as_str())));
            for fact in held {
                let stated = fact.tellings.iter().any(|t| t.start < end && t.end > start);
                assert!(stated, "seed {seed}: {sentence}");
            }
            start = end;
        }
    }
}

#[test]
fn a_story_is_written_as_five_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("made/here");
    let story = Story::new(8, 12);
    story.write(&out).unwrap();
    let read = |name: &str| std::fs::read(out.join(name)).unwrap();
    assert_eq!(read("story.txt"), story.text.as_bytes());
    let lines = |name: &str| -> Vec<serde_json::Value> {
        let text = String::from_utf8(read(name)).unwrap();
        text.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    };
    let facts = lines("facts.jsonl");
    assert_eq!(facts.len(), story.facts.len());
    assert_eq!(facts[3]["fact"], 3);
    assert_eq!(facts[3]["told"][0]["start"], story.facts[3].tellings[0].start);
    assert_eq!(lines("questions.jsonl").len(), story.questions.len());
    assert!(read("story.pdf").starts_with(b"%PDF-"));
    let mut book = zip::ZipArchive::new(std::io::Cursor::new(read("story.epub"))).unwrap();
    assert_eq!(book.by_index(0).unwrap().name().unwrap(), "mimetype");
    let mut chapter = String::new();
    let mut file = book.by_name("OEBPS/chapter-1.xhtml").unwrap();
    std::io::Read::read_to_string(&mut file, &mut chapter).unwrap();
    let sentence = &story.facts[0].tellings[0].text;
    assert!(chapter.contains(sentence.as_str()) && chapter.contains(&story.title), "{sentence}");
}

/// Measurements on a seed must stay valid for the same book.
#[test]
fn a_seed_gives_the_same_bytes_in_every_version() {
    // FNV-1a.
    let hash = |text: &str| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let books = [1, 900_001, 1_000_003].map(|seed| hash(&Story::new(seed, 60).text));
    assert_eq!(books, [0x6926_0190_5413_b5a9, 0x954a_f63f_890b_a3b0, 0x0dc3_f7b7_fb7e_e1d4]);
}

/// People go by several names, and each mention and event is where the story says it is.
#[test]
fn people_of_varied_stories_are_named_where_it_says() {
    let story = Story::varied(11, 400);
    let mut names: std::collections::BTreeMap<&str, std::collections::BTreeSet<&str>> =
        std::collections::BTreeMap::new();
    for one in &story.mentions {
        names.entry(&one.person).or_default().insert(&story.text[one.start..one.end]);
    }
    assert!(names.values().filter(|names| names.len() > 2).count() > 10, "{names:?}");
    // No name refers to two people.
    let all: Vec<&str> = names.values().flatten().copied().collect();
    let different: std::collections::BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(all.len(), different.len());
    assert!(story.events.len() > 10);
    for event in &story.events {
        assert_eq!(&story.text[event.telling.start..event.telling.end], event.telling.text);
        assert!(event.telling.text.contains(&event.date), "{event:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_telling_is_where_it_is_said_to_be(seed in 0u64..1_000_000, chunks in 1usize..30) {
        let story = Story::new(seed, chunks);
        prop_assert_eq!(&story.text, &Story::new(seed, chunks).text);
        let text: Vec<char> = story.text.chars().collect();
        let mut relations = HashSet::new();
        for (n, fact) in story.facts.iter().enumerate() {
            prop_assert_eq!(fact.id, n);
            prop_assert!(relations.insert((&fact.subject, &fact.noun)));
            prop_assert!(fact.key.iter().all(|k| words(&fact.text).contains(k.as_str())));
            for telling in &fact.tellings {
                let there: String = text[telling.start..telling.end].iter().collect();
                prop_assert_eq!(&there, &telling.text);
                prop_assert!(fact.key.iter().all(|k| words(&there).contains(k.as_str())));
            }
        }
    }
}
