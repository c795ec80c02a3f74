use documents::places::slice;
use documents::{Document, Error, Format, ReadOptions, read};
use encoding_rs::WINDOWS_1251;
use proptest::prelude::*;
use protocol::Code;

use crate::packages::zip;
use crate::sound::assert_sound;

fn read_book(bytes: &[u8]) -> Result<Document, Error> {
    read(bytes, "shelf/a book.fb2", &ReadOptions::default())
}

/// A book of two chapters, in two parts, with a note.
fn book(encoding: &str) -> String {
    let long = "слова и слова ".repeat(10);
    format!(
        "<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n\
         <FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\" xmlns:l=\"http://www.w3.org/1999/xlink\">\
         <stylesheet type=\"text/css\">p {{}}</stylesheet><description><title-info><genre>prose</genre><author>\
         <first-name>Лев</first-name><middle-name>Николаевич</middle-name>\n<last-name>Толстой</last-name>\
         <email>no</email></author><author><nickname>Другой</nickname></author><book-title>Война &amp; мир</book-title>\
         <annotation><p>No.</p></annotation><lang>ru</lang><translator><first-name>No</first-name></translator>\
         </title-info><src-title-info><book-title>No</book-title></src-title-info><document-info><author>\
         <nickname>no</nickname></author></document-info></description><body><title><p>Толстой</p><p>Война и мир</p>\
         </title><epigraph><p>Эпиграф</p></epigraph><section><title><p>Том 1</p></title><section><title><p>Глава I</p>\
         </title><p>{long}<a l:href=\"#n1\" type=\"note\">[1]</a></p></section></section><section><title><p>Том 2</p>\
         </title><p>{long}</p></section></body><body name=\"notes\"><title><p>Примечания</p></title><section id=\"n1\">\
         <title><p>1</p></title><p>Примечание.</p></section></body><binary id=\"c\">AAAA</binary></FictionBook>"
    )
}

#[test]
fn books_are_read_in_their_encoding_packed_or_not() {
    let plain = read_book(book("utf-8").as_bytes()).unwrap();
    assert_sound(&plain);
    assert_eq!((plain.format, plain.format.name(), plain.paged), (Format::Fb2, "fb2", false));
    assert_eq!(plain.title, "Война & мир");
    assert_eq!(plain.author.as_deref(), Some("Лев Николаевич Толстой, Другой"));
    assert_eq!(plain.language.as_deref(), Some("ru"));
    assert!(plain.text.starts_with("Толстой\nВойна и мир\n\nЭпиграф\n\nТом 1\n\nГлава I\n\nслова"));
    assert!(plain.text.ends_with("слова\n\nПримечания\n\n1\nПримечание."), "{}", plain.text);
    let pages: Vec<(&str, &str)> = plain
        .pages
        .iter()
        .map(|page| (page.label.as_str(), slice(&plain.text, page.start..page.start + 5)))
        .collect();
    assert_eq!(
        pages,
        [("Толстой Война и мир", "Толст"), ("Том 2", "Том 2"), ("Примечания", "Приме")]
    );
    let cyrillic = book("windows-1251");
    let cyrillic = WINDOWS_1251.encode(&cyrillic).0;
    let packed = |files: &[(&str, &[u8])]| read_book(&zip(files));
    let info: (&str, &[u8]) = ("info.txt", b"from a library");
    let same = [
        read_book(&cyrillic),
        packed(&[("книга.fb2", &cyrillic)]),
        packed(&[info, ("a/b", book("utf-8").as_bytes())]),
    ];
    for document in same {
        assert_eq!(document.as_ref(), Ok(&plain));
    }
    let two = zip(&[("a.fb2", &cyrillic), ("b.fb2", &cyrillic)]);
    assert_eq!(read_book(&two), Err(Error::FormatUnknown("a ZIP archive")));
}

#[test]
fn broken_books_are_refused() {
    let whole = book("utf-8");
    let packed = zip(&[("a.fb2", whole.as_bytes())]);
    let cut = &whole[..whole.floor_char_boundary(whole.len() / 2)];
    let cases: [(&[u8], Code); 5] = [
        (cut.as_bytes(), Code::DocumentBroken),
        (&whole.replace("</section>", "</p>").into_bytes(), Code::DocumentBroken),
        (b"<FictionBook><body/></FictionBook>", Code::NoText),
        (&zip(&[("a.fb2", cut.as_bytes())]), Code::DocumentBroken),
        (&packed[..packed.len() / 2], Code::FormatUnknown),
    ];
    for (nth, (bytes, code)) in cases.into_iter().enumerate() {
        let error = read_book(bytes).expect_err("a broken book");
        assert_eq!(error.code(), code, "{nth}: {error}");
    }
    // Text after the book is not part of it.
    assert_eq!(read_book(format!("{whole}\n<rubbish").as_bytes()), read_book(whole.as_bytes()));
}

proptest! {
    #[test]
    fn damaged_books_are_read_soundly_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        is_packed in any::<bool>(),
    ) {
        let mut file = book("utf-8").into_bytes();
        if is_packed {
            file = zip(&[("a.fb2", &file)]);
        }
        for (place, value) in changes {
            let place = place.index(file.len());
            file[place] = value;
        }
        if let Ok(document) = read_book(&file) {
            assert_sound(&document);
        }
    }
}
