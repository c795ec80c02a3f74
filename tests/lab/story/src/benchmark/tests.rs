use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

/// The questions of a kind.
fn of(questions: &[BenchmarkQuestion], kind: QuestionKind) -> Vec<&BenchmarkQuestion> {
    questions.iter().filter(|question| question.kind == kind).collect()
}

/// Whether an answer follows from the facts that the question names.
fn follows(story: &Story, question: &BenchmarkQuestion) -> bool {
    let facts: Vec<&StoryFact> = question.facts.iter().map(|&fact| &story.facts[fact]).collect();
    let asked = &question.question;
    match (question.kind, &facts[..]) {
        (QuestionKind::SingleFact, [fact]) => {
            asked.contains(&fact.subject) && fact.text.contains(&question.answers[0])
        }
        (QuestionKind::TwoHop, [first, second]) => {
            first.value == second.subject
                && asked.contains(&format!("the {} of {}", first.noun, first.subject))
                && !asked.contains(&second.subject)
                && second.text.contains(&question.answers[0])
        }
        // The correctness of the answers is tested where they are made.
        (QuestionKind::Counting, [_, _] | [_, _, _]) | (QuestionKind::BeforeAfter, [_, _]) => {
            facts.iter().all(|fact| asked.contains(&fact.subject) && fact.kind == facts[0].kind)
        }
        (QuestionKind::Unanswerable, []) => question.answers.is_empty(),
        _ => false,
    }
}

#[test]
fn a_long_story_allows_as_many_as_are_wanted() {
    let story = Story::new(5, 267);
    let questions = story.benchmark(5, 30);
    for kind in QuestionKind::ALL {
        assert_eq!(of(&questions, kind).len(), 30, "{kind:?}");
    }
}

#[test]
fn two_hops_are_asked_as_the_storys_own_are() {
    let story = Story::new(6, 267);
    let questions = story.benchmark(6, 500);
    let hops = of(&questions, QuestionKind::TwoHop);
    let own: Vec<_> = story.questions.iter().filter(|own| own.facts.len() == 2).collect();
    assert!(!own.is_empty());
    for own in own {
        let mut same = hops.iter().filter(|hop| hop.question == own.question);
        let hop = same.next().unwrap();
        assert_eq!((&hop.answers, &hop.facts), (&own.answers, &own.facts));
        assert!(same.next().is_none(), "{}", own.question);
    }
}

#[test]
fn piles_are_taken_from_in_turn() {
    assert_eq!(in_turn([vec![1, 4, 6], vec![], vec![2], vec![3, 5]]), [1, 2, 3, 4, 5, 6]);
    assert!(in_turn(Vec::<Vec<u8>>::new()).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn answers_follow_from_facts(seed in 0u64..500_000, chunks in 1usize..40, most in 1usize..30) {
        let story = Story::new(seed, chunks);
        let questions = story.benchmark(seed, most);
        let again = Story::new(seed, chunks).benchmark(seed, most);
        prop_assert_eq!(format!("{questions:?}"), format!("{again:?}"));
        let mut seen = HashSet::new();
        for question in &questions {
            prop_assert!(seen.insert(&question.question) && seen.insert(&question.id));
            prop_assert_eq!(question.answerable, !question.answers.is_empty());
            prop_assert!(follows(&story, question), "{:?}", question);
        }
        for kind in QuestionKind::ALL {
            prop_assert!(of(&questions, kind).len() <= most);
        }
    }
}
