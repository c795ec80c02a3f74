//! Words are found in titles and pages as long as the document exists.

use library::{Library, NewDocument, SearchScope, Writer};
use protocol::{Code, DocumentId, DocumentPage, Excerpt};
use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use tempfile::tempdir;

use crate::book;

/// Adds a document whose pages are these texts.
fn add(library: &mut Writer, title: &str, pages: &[&str]) -> DocumentId {
    library
        .add_document(&NewDocument { pages: &numbered(pages), ..new(title, &pages.concat()) })
        .unwrap()
}

fn new<'a>(title: &'a str, text: &'a str) -> NewDocument<'a> {
    NewDocument {
        title: Some(title),
        author: Some("A. Writer"),
        language: None,
        format: "text",
        file_name: "file.txt",
        original: text.as_bytes(),
        text,
        paged: true,
        pages: &[],
        outline: &[],
    }
}

fn numbered(texts: &[&str]) -> Vec<DocumentPage> {
    let mut end = 0;
    let page = |(text, number): (&&str, u32)| {
        let start = end;
        end += text.chars().count() as u32;
        DocumentPage { number, label: String::new(), start, end, size: None, words: Vec::new() }
    };
    texts.iter().zip(1..).map(page).collect()
}

/// Returns document and page of every hit; page 0 is the title.
fn places(library: &Library, words: &str) -> Vec<(DocumentId, u32)> {
    let found = library.search(words, SearchScope::Library, 100).unwrap();
    let page = |passage: &Option<Excerpt>| passage.as_ref().map_or(0, |at| at.page.unwrap());
    let mut places: Vec<_> =
        found.hits.iter().map(|hit| (hit.document, page(&hit.passage))).collect();
    places.sort_unstable();
    places
}

#[test]
fn titles_and_pages_are_found_by_their_words() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let nut = add(&mut library, "The Nut", &["Ada plants a pecan.", "🌰 The squirrel digs it up."]);
    let house =
        add(&mut library, "Über Häuser", &["房子很旧。灯在地窖里！", "Der Nußbaum am Haus."]);
    for (words, expected) in [
        ("pecan", vec![(nut, 1)]),
        ("SQUIRREL the", vec![(nut, 2)]),
        ("squ", vec![(nut, 2)]),
        ("squ ", vec![]),
        ("\"digs it\"", vec![(nut, 2)]),
        ("\"it digs\"", vec![]),
        ("pecan squirrel", vec![]),
        ("nut", vec![(nut, 0)]),
        ("uber", vec![(house, 0)]),
        ("writer", vec![(nut, 0), (house, 0)]),
        ("地窖", vec![(house, 1)]),
        ("窖地", vec![]),
        ("grove", vec![]),
        ("*", vec![]),
    ] {
        assert_eq!(places(&library, words), expected, "{words:?}");
    }
    let found = library.search("digs", SearchScope::Library, 9).unwrap();
    let text = "The squirrel digs it up".to_owned();
    let found_in = vec![(34, 38)];
    let passage = Excerpt { page: Some(2), label: None, start: 21, end: 44, text, found: found_in };
    assert_eq!((found.more, found.hits[0].title.as_str()), (false, "The Nut"));
    assert_eq!(found.hits[0].passage, Some(passage));
}

#[test]
fn hits_have_what_is_printed_on_their_pages() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let texts = ["On pecans.", "For pecans.", "A pecan grew.", "The pecan fell."];
    let labels = ["i", "ii", "1", "4"];
    let mut pages = numbered(&texts);
    for (page, label) in pages.iter_mut().zip(labels) {
        label.clone_into(&mut page.label);
    }
    let text = texts.concat();
    let mut add = |paged, original| {
        let new = NewDocument { pages: &pages, paged, original, ..new("Nut", &text) };
        library.add_document(&new).unwrap()
    };
    let (printed, parted) = (add(true, b"one"), add(false, b"two"));
    let cited = |document| {
        let found = library.search("pecan", SearchScope::Document(document), 9).unwrap();
        let mut passages: Vec<_> = found.hits.into_iter().filter_map(|hit| hit.passage).collect();
        passages.sort_by_key(|passage| passage.start);
        passages.iter().map(|at| (at.page, at.cited_page())).collect::<Vec<_>>()
    };
    let expected = [(1, "i"), (2, "ii"), (3, "1"), (4, "4")];
    let expected = expected.map(|(page, cited)| (Some(page), Some(cited.to_owned())));
    assert_eq!(cited(printed), expected);
    assert_eq!(cited(parted), vec![(None, None); 4], "labels are headings there");
}

#[test]
fn no_document_hides_the_others() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let long = add(&mut library, "Long", &["a pecan. "; 40]);
    let short = add(&mut library, "Short", &["Another pecan."]);
    let all = places(&library, "pecan");
    assert_eq!(all.len(), 6);
    assert!(all.contains(&(short, 1)));
    let few = library.search("pecan", SearchScope::Library, 3).unwrap();
    assert_eq!((few.hits.len(), few.more), (3, true));
    let within = library.search("pecan", SearchScope::Document(long), 100).unwrap();
    assert_eq!((within.hits.len(), within.more), (40, false));
    assert_eq!(
        library.search("pecan", SearchScope::Document(DocumentId(99)), 9).unwrap_err().code(),
        Code::DocumentUnknown
    );
}

#[test]
fn an_excerpt_is_a_piece_of_the_text() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let filling = "Nichts geschah, 什么都没有发生。 ".repeat(30);
    let text = format!("{filling}Die Élster stahl den Löffel. {filling}");
    let document = library.add_document(&new("Elster", &text)).unwrap();
    let found = library.search("loffel elster", SearchScope::Library, 9).unwrap();
    let passage = found.hits[0].passage.clone().unwrap();
    let (start, end) = (passage.start as usize, passage.end as usize);
    let cut = |start, end| text.chars().skip(start).take(end - start).collect::<String>();
    let stands = cut(start, end);
    assert_eq!((found.hits[0].document, &passage.text), (document, &stands));
    assert!(stands.contains("Élster stahl den Löffel"), "{stands}");
    let found = passage.found.iter().map(|&(start, end)| cut(start as usize, end as usize));
    assert_eq!(found.collect::<Vec<_>>(), ["Élster", "Löffel"]);
}

#[test]
fn vowel_signs_tell_words_apart_and_vowel_points_do_not() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let pages = ["राजा ने दान दिया।", "आज का दिन अच्छा है।", "காலை வணக்கம்", "கலை", "דָּוִד הַמֶּלֶךְ"];
    let id = add(&mut library, "Words", &pages);
    for (words, page) in [("दान", 1), ("दिन", 2), ("காலை", 3), ("கலை", 4), ("דוד", 5), ("דָּוִד", 5)]
    {
        assert_eq!(places(&library, words), [(id, page)], "{words}");
    }
}

/// Returns the number of traces of a word in the bytes of the library's files.
fn traces(dir: &std::path::Path, word: &[u8]) -> usize {
    let files = std::fs::read_dir(dir).unwrap();
    let bytes = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
    bytes.map(|bytes| bytes.windows(word.len()).filter(|part| *part == word).count()).sum()
}

#[test]
fn words_of_a_removed_document_are_gone_from_the_file() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    // In the index words are in lower case and without the prefix that they share with the one
    // before.
    let secret = "QXWZJVKYNTBHPLFRMDG";
    let [kept, gone] = ["kept", "gone"].map(|title| format!("{title} pecan"));
    let kept = add(&mut library, &kept, &["The pecan falls.", "Nothing else."]);
    let gone = add(&mut library, &gone, &["The pecan falls.", secret, "Nothing else at all."]);
    let indexed = secret[6..].to_lowercase();
    assert!(traces(dir.path(), indexed.as_bytes()) > 0);
    library.remove_document(gone).unwrap();
    assert_eq!(traces(dir.path(), indexed.as_bytes()), 0);
    assert_eq!(traces(dir.path(), secret.as_bytes()), 0);
    assert_eq!(places(&library, "pecan"), [(kept, 0), (kept, 1)]);
    assert!(places(&library, secret).is_empty());
}

/// Random documents come, change and go: at the end only words of the remaining ones are found.
#[test]
fn the_index_follows_whatever_happens() {
    const WORDS: [&str; 8] = ["ash", "birch", "cédar", "DOGWOOD", "elm", "房子", "ไม้", "🌰"];
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let mut random = StdRng::seed_from_u64(7);
    let mut there: Vec<(DocumentId, Vec<String>)> = Vec::new();
    for nth in 0..120 {
        let pages: Vec<String> =
            (0..random.random_range(1..4)).map(|_| page(&mut random)).collect();
        let texts: Vec<&str> = pages.iter().map(String::as_str).collect();
        let text = texts.concat();
        let original = format!("{nth}{text}");
        let numbered = numbered(&texts);
        let new =
            NewDocument { pages: &numbered, original: original.as_bytes(), ..new("Tree", &text) };
        match random.random_range(0..3) {
            1 if !there.is_empty() => {
                let at = random.random_range(0..there.len());
                library.replace_document(there[at].0, &new, &|_| 0..0).unwrap();
                there[at].1 = pages;
            }
            2 if !there.is_empty() => {
                let at = random.random_range(0..there.len());
                library.remove_document(there.swap_remove(at).0).unwrap();
            }
            _ => there.push((library.add_document(&new).unwrap(), pages)),
        }
    }
    for word in &WORDS[..7] {
        let mut expected: Vec<(DocumentId, u32)> = there
            .iter()
            .flat_map(|(id, pages)| pages.iter().zip(1..).map(move |(page, nth)| (*id, nth, page)))
            .filter(|(_, _, page)| page.contains(word))
            .map(|(id, nth, _)| (id, nth))
            .collect();
        expected.sort_unstable();
        assert!(!expected.is_empty());
        assert_eq!(places(&library, word), expected, "{word}");
    }
    assert_eq!(places(&library, "tree").len(), there.len());

    fn page(random: &mut impl Rng) -> String {
        let words = (0..3).map(|_| WORDS[random.random_range(0..WORDS.len())]);
        format!("{}. ", words.collect::<Vec<_>>().join(" "))
    }
}

#[test]
fn a_search_reads_beside_a_writer() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let reader = Library::open_read_only(dir.path()).unwrap();
    assert!(places(&reader, "ada").is_empty());
    let document = book::add(&mut library, b"one");
    assert_eq!(places(&reader, "ada"), [(document, 1)]);
}

/// Neither the hits nor their order reveal anything about the text after a place.
#[test]
fn what_stands_after_a_place_changes_nothing_that_is_found_before_it() {
    let dir = tempdir().unwrap();
    let mut library = book::open(dir.path());
    let pages = ["A pecan falls.", "The pecan and the walnut, a walnut.", "Ada eats a wal"];
    let end = pages.concat().chars().count() as u32;
    let rests = ["nut. A pecan, a pecan.", "rus with pecan, walnut, pecan, walnut and pecan."];
    let documents = rests.map(|rest| {
        add(&mut library, "Book", &[pages[0], pages[1], &format!("{}{rest}", pages[2]), rest])
    });
    let find = |words: &str, document, character| {
        let scope = SearchScope::Before { document, character };
        let found = library.search(words, scope, 100).unwrap();
        found.hits.into_iter().map(|hit| hit.passage.unwrap()).collect::<Vec<_>>()
    };
    for words in ["pecan", "walnut", "pecan walnut", "Ada eats", "wal"] {
        for character in [end, end - 4, 20, 0] {
            let [one, other] = documents.map(|document| find(words, document, character));
            assert_eq!(one, other, "{words} before {character}");
            assert!(one.iter().all(|passage| passage.end <= character));
        }
    }
    let pages = |passages: Vec<Excerpt>| passages.iter().map(|at| at.page).collect::<Vec<_>>();
    assert_eq!(pages(find("ada", documents[0], end)), [Some(3)]);
    assert_eq!(pages(find("ada", documents[0], end - 14)), []);
    assert_eq!(pages(find("walnut", documents[0], end)), [Some(2)]);
}
