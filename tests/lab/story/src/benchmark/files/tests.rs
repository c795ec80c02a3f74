use std::collections::HashSet;

use serde_json::Value;

use super::*;

/// Writes `questions` questions about books of 17 chunks, and returns them with the books' folder.
fn written(seed: u64, questions: usize) -> (tempfile::TempDir, QuestionSet, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("books")).unwrap();
    let parts = parts(questions);
    let books = books(17, seed..seed + 100, &parts);
    let set = write(folder.path(), "story-5K", &books, &parts).unwrap();
    let text = fs::read_to_string(folder.path().join("story-5K.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (folder, set, lines)
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn four_lengths_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let sets = write_benchmark(folder.path(), 1, 10).unwrap();
    let names: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
    assert_eq!(names, ["story-5K", "story-20K", "story-80K", "story-320K"]);
    for ((set, (_, chunks)), at) in sets.iter().zip(LENGTHS).zip(0..) {
        assert_eq!(set.questions, 10, "{}", set.name);
        let first = folder.path().join(format!("books/{}-{}.txt", set.name, 1 + at * APART));
        assert_eq!(fs::read_to_string(first).unwrap(), Story::new(1 + at * APART, chunks).text);
        assert!(folder.path().join(format!("{}.jsonl", set.name)).is_file());
    }
}

#[test]
fn questions_come_in_equal_parts() {
    let (_folder, set, lines) = written(3, 52);
    let (again, lines): (Vec<Value>, Vec<Value>) =
        lines.into_iter().partition(|line| line["rephrases"].is_string());
    assert_eq!((set.name.as_str(), set.questions, lines.len()), ("story-5K", 52, 52));
    let of = |kind: QuestionKind| lines.iter().filter(|line| line["kind"] == kind.name()).count();
    assert_eq!(QuestionKind::ALL.map(of), [11, 11, 10, 10, 10]);
    let ids: HashSet<&str> = lines.iter().filter_map(|line| line["id"].as_str()).collect();
    assert_eq!(ids.len(), 52);
    let asked: HashSet<String> = lines.iter().map(|line| line["doc_file"].to_string()).collect();
    assert_eq!(asked.len(), set.books);
    assert_eq!(again.len(), of(QuestionKind::SingleFact));
    for again in &again {
        let first = lines.iter().find(|line| line["id"] == again["rephrases"]).unwrap();
        assert_ne!(first["question"], again["question"]);
        assert_eq!(
            (&first["answers"], &first["doc_file"]),
            (&again["answers"], &again["doc_file"])
        );
    }
}

#[test]
fn evidence_stands_in_the_book_and_holds_the_facts() {
    let (folder, _, lines) = written(7, 40);
    for line in &lines {
        let book = folder.path().join(line["doc_file"].as_str().unwrap());
        let book = fs::read_to_string(book).unwrap();
        let evidence = texts(&line["evidence"]);
        assert!(evidence.iter().all(|passage| book.contains(passage)), "{line}");
        let facts = line["facts"].as_array().unwrap();
        assert_eq!(line["answerable"], !facts.is_empty(), "{line}");
        assert_eq!(line["answerable"], !texts(&line["answers"]).is_empty(), "{line}");
        for fact in facts {
            let key = texts(fact);
            let tells = |passage: &&str| key.iter().all(|word| passage.contains(word));
            assert!(evidence.iter().any(tells), "{line}");
        }
    }
}

#[test]
fn books_are_as_few_as_the_questions_allow() {
    let parts = parts(100);
    let found = books(17, 20..120, &parts);
    assert!(found.len() > FEWEST, "{}", found.len());
    let allowed = |books: &[BenchmarkBook], kind| -> usize {
        books.iter().map(|book| book.of(kind).count()).sum()
    };
    let enough =
        |books: &[BenchmarkBook]| QuestionKind::ALL.iter().all(|&kind| allowed(books, kind) >= 20);
    assert!(enough(&found) && !enough(&found[..found.len() - 1]));
    assert_eq!(books(17, 20..120, &super::parts(10)).len(), FEWEST);
}

#[test]
fn the_seeds_that_run_out_give_what_they_can() {
    let parts = parts(100);
    let books = books(17, 1..3, &parts);
    assert_eq!(books.len(), 2);
    let asked = shared(&books, &parts);
    assert!(!asked.is_empty() && asked.len() < 100, "{}", asked.len());
}
