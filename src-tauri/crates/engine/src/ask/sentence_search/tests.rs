use std::sync::Arc;

use entities::Entities;
use hwdag::Embedder;
use protocol::{DocumentId, Grains};

use super::document::SearchedDocument;
use super::search::{EntitySearch, READ};
use crate::entities::sentence_index::SentenceIndex;

/// Embeds texts by their letters, which suffices to choose by.
struct Letters;

impl Embedder for Letters {
    type Error = std::convert::Infallible;

    fn embed(&mut self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Self::Error> {
        let count = |text: &str, letter: char| {
            text.to_lowercase().chars().filter(|&one| one == letter).count() as f32
        };
        let vector = |text: &&str| {
            let all: Vec<f32> = ('a'..='z').map(|letter| count(text, letter)).collect();
            let length = all.iter().map(|one| one * one).sum::<f32>().sqrt().max(1.0);
            all.into_iter().map(|one| one / length).collect()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

fn book(text: &str) -> SearchedDocument {
    let read = Entities::read(text, |_| None, &entities::Corrections::default());
    let index = SentenceIndex::new(text.to_owned(), read, false);
    SearchedDocument::new(DocumentId(1), Arc::new(index), vec![text.chars().count()])
}

fn search(question: &str, text: &str) -> EntitySearch {
    let mut search = EntitySearch::new(question, Grains::SENTENCES);
    search.books.push(book(text));
    search.matches.push(Vec::new());
    search.begin(&mut Letters).unwrap();
    search
}

fn texts(search: &EntitySearch) -> Vec<&str> {
    let book = &search.books[0];
    let sentences = book.candidates.iter().flat_map(|unit| &unit.sentences);
    sentences.map(|&at| book.index.text(at)).collect()
}

const TEXT: &str = "The cousin of Una Brandt is Noah Irving. It rained. Una Brandt sat down. She laughed.\n\n\
                    She slept. Noah Irving was born in Ipswich. Tom Bell knew Ipswich.";

#[test]
fn sentences_about_whom_the_question_names_come_first() {
    let search = search("Who is the cousin of Una Brandt's?", TEXT);
    // A sentence with a pronoun is found together with the one before it, in the same paragraph.
    let found = ["The cousin of Una Brandt is Noah Irving.", "Una Brandt sat down. She laughed."];
    assert_eq!(texts(&search), found);
    assert_eq!(search.rounds[0].names, ["Una Brandt"]);
}

#[test]
fn names_in_read_sentences_are_searched_for_with_the_open_words() {
    let mut search = search("What is the birthplace of the cousin of Una Brandt?", TEXT);
    assert!(search.go_on(&[(0, 0)], &mut Letters).unwrap());
    let round = search.rounds.last().unwrap();
    assert_eq!((round.query.as_str(), round.candidates), ("birthplace Noah Irving", 1));
    assert_eq!(texts(&search).last(), Some(&"Noah Irving was born in Ipswich."));
    assert_eq!(search.most_read(), 2 * READ);
    // The sentence just read has no word of the question.
    assert!(!search.go_on(&[(0, 1)], &mut Letters).unwrap());
}

#[test]
fn a_question_about_several_is_asked_of_each() {
    let search = search("Did Una Brandt or Tom Bell know Ipswich?", TEXT);
    let names = &search.rounds[0].names;
    assert_eq!(names, &["Una Brandt", "Ipswich", "Tom Bell"]);
    assert_eq!(search.question_about(0, 0), "Did Una Brandt or know");
    assert_eq!(search.most_read(), 3 * READ);
}

#[test]
fn without_a_name_all_sentences_are_searched() {
    let search = search("When did it rain?", TEXT);
    assert_eq!(texts(&search)[0], "It rained.");
    assert_eq!(texts(&search).len(), search.books[0].index.sentences.len());
    assert!(search.rounds[0].names.is_empty());
}

#[test]
fn a_cross_encoder_is_asked_once_about_each_candidate() {
    let mut search = search("What is the birthplace of the cousin of Una Brandt?", TEXT);
    let queries = |search: &EntitySearch| -> Vec<(String, usize)> {
        search.unranked().into_iter().map(|one| (one.query, one.texts.len())).collect()
    };
    let question = "What is the birthplace of the cousin of Una Brandt?".to_owned();
    assert_eq!(queries(&search), [(question, 2)]);
    for unranked in search.unranked() {
        search.take_ranks(&unranked, &[0.1, 0.9]);
    }
    assert!(search.go_on(&[(0, 0)], &mut Letters).unwrap());
    assert_eq!(queries(&search), [("birthplace Noah Irving".to_owned(), 1)]);
    for unranked in search.unranked() {
        search.take_ranks(&unranked, &[0.5]);
    }
    let ranks: Vec<_> = search.matches[0].iter().map(|one| one.rank).collect();
    assert_eq!(ranks, [Some(0.1), Some(0.9), Some(0.5)]);
}
