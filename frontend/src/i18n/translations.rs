//! Requirements on the messages in every language.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::app::strings::{list, settings};
use crate::i18n::fluent::{self, bundle, files};
use crate::language::{self, Language};
use crate::library::strings::{documents, left_out};

/// A message's name, and its arguments: names with types.
type Declared = (&'static str, &'static [(&'static str, &'static str)]);
/// The messages of a file, each with the names of its arguments.
type Written = BTreeMap<String, (String, BTreeSet<String>)>;

const NO_BREAK: char = '\u{a0}';
const NARROW_NO_BREAK: char = '\u{202f}';

/// Messages that may equal the English ones: those without words, those that are spelled alike, and
/// words that passed from one language to the others.
const SAME: &[&str] = &[
    "column-text",
    "control",
    "document",
    "document-files",
    "fact-attention",
    "fact-name",
    "found-on-page",
    "graph",
    "headed",
    "hindi",
    "in-hours",
    "in-hours-and-minutes",
    "in-minutes",
    "in-seconds",
    "latin",
    "less-than",
    "listed",
    "look-page",
    "name-organisation",
    "named",
    "names-organisations",
    "numbered-page",
    "numbered-passage",
    "numbered-point",
    "on-pages",
    "page-name",
    "page-passages",
    "patience",
    "percent",
    "point-share",
    "questions",
    "quoted",
    "shift",
    "similarity",
    "size",
    "switched-off",
    "text",
    "things-documents",
    "tokens",
    "tokens-each-second",
    "unnumbered-point",
    "version",
];

/// Asserts that the messages of one file are exactly these, in every language, and can be
/// formatted.
pub fn check(file: &str, declared: &[Declared]) {
    let expected: BTreeMap<String, BTreeSet<String>> = declared
        .iter()
        .map(|(name, given)| (id(name), given.iter().map(|(name, _)| id(name)).collect()))
        .collect();
    let english = written(text(Language::English, file));
    for language in Language::ALL {
        let written = written(text(language, file));
        for (id, (text, _)) in &written {
            let same = language != Language::English && english[id].0 == *text;
            assert!(!same || SAME.contains(&id.as_str()), "{language:?} has English: {id}");
        }
        let given = written.into_iter().map(|(id, (_, given))| (id, given));
        assert_eq!(given.collect::<BTreeMap<_, _>>(), expected, "{language:?}");
        for message in declared {
            can_be_said(language, message);
        }
    }
}

fn can_be_said(language: Language, (name, given): &Declared) {
    let bundle = bundle(language);
    let pattern = bundle.get_message(&id(name)).and_then(|message| message.value()).unwrap();
    for number in [0_u32, 1, 2, 5, 1_204] {
        let given: FluentArgs<'_> = given
            .iter()
            .map(|&(name, kind)| {
                let value: FluentValue<'_> =
                    if kind == "&str" { "…".into() } else { number.into() };
                (name, value)
            })
            .collect();
        let mut errors = Vec::new();
        let said = bundle.format_pattern(pattern, Some(&given), &mut errors);
        assert!(errors.is_empty(), "{language:?}, {name}: {errors:?}");
        assert!(!said.contains(['{', '}', '\u{2068}']), "{said}");
    }
    let plain = given.is_empty().then(|| speaking(language, || fluent::plain(name)));
    assert_ne!(plain, Some(*name), "{language:?} has it on several lines");
}

/// Runs a function while another language is current.
pub fn speaking<T>(language: Language, say: impl FnOnce() -> T) -> T {
    language::set(language);
    let said = say();
    language::set(Language::English);
    said
}

fn id(name: &str) -> String {
    name.replace('_', "-")
}

fn text(language: Language, file: &str) -> &'static str {
    files(language).into_iter().find(|(name, _)| *name == file).unwrap().1
}

/// The messages of a file. Each begins with an unindented line.
fn written(content: &str) -> Written {
    let mut all = Written::new();
    let mut id = "";
    for line in content.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let mut text = line;
        if !line.starts_with(' ') {
            (id, text) = line.split_once('=').unwrap();
            assert!(!all.contains_key(id.trim()), "{id} is there twice");
        }
        let (whole, given) = all.entry(id.trim().to_owned()).or_default();
        whole.push_str(text);
        let names = text.split('$').skip(1);
        given.extend(names.map(|rest| {
            rest.split(|sign: char| !sign.is_alphanumeric() && sign != '-')
                .next()
                .unwrap()
                .to_owned()
        }));
    }
    all
}

#[test]
fn every_file_can_be_read() {
    for language in Language::ALL {
        let mut known = BTreeSet::new();
        for (name, text) in files(language) {
            let file = FluentResource::try_new(text.to_owned());
            assert!(file.is_ok(), "{language:?}, {name}: {:?}", file.err().map(|(_, why)| why));
            for id in written(text).into_keys() {
                assert!(known.insert(id.clone()), "{language:?} has {id} in two files");
            }
        }
    }
}

#[test]
fn what_may_be_as_in_english_is_so_somewhere() {
    let all = |language| {
        let files = files(language).into_iter().flat_map(|(_, text)| written(text));
        files.map(|(id, (text, _))| (id, text)).collect::<BTreeMap<_, _>>()
    };
    let english = all(Language::English);
    let others = [Language::German, Language::French, Language::Spanish, Language::Chinese];
    let others = others.map(all);
    for id in SAME {
        assert!(others.iter().any(|other| other[*id] == english[*id]), "{id}");
    }
}

#[test]
fn numbers_have_their_plurals() {
    let numbers = [0, 1, 2, 5, 1_204];
    for (language, expected) in [
        (
            Language::English,
            ["0 documents", "1 document", "2 documents", "5 documents", "1,204 documents"],
        ),
        (
            Language::German,
            ["0 Dokumente", "1 Dokument", "2 Dokumente", "5 Dokumente", "1,204 Dokumente"],
        ),
        // In French, zero takes the singular.
        (
            Language::French,
            ["0 document", "1 document", "2 documents", "5 documents", "1,204 documents"],
        ),
        (
            Language::Spanish,
            ["0 documentos", "1 documento", "2 documentos", "5 documentos", "1,204 documentos"],
        ),
        (Language::Chinese, ["0 个文档", "1 个文档", "2 个文档", "5 个文档", "1,204 个文档"]),
    ] {
        assert_eq!(speaking(language, || numbers.map(documents)), expected);
    }
}

#[test]
fn words_are_of_the_language_that_is_spoken() {
    let said = Language::ALL.map(|language| {
        let say = || (settings(), list(["1–3", "5"].map(str::to_owned)), left_out("/a/b", 0, &[]));
        speaking(language, say)
    });
    let said = said.each_ref().map(|(word, list, left)| (*word, list.as_str(), left.as_str()));
    assert_eq!(
        said,
        [
            ("Settings", "1–3, 5", "b: no documents found."),
            ("Einstellungen", "1–3, 5", "b: keine Dokumente gefunden."),
            ("Réglages", "1–3, 5", "b\u{a0}: aucun document trouvé."),
            ("Ajustes", "1–3, 5", "b: no se han encontrado documentos."),
            ("设置", "1–3、5", "b：没有找到文档。"),
        ]
    );
}

#[test]
fn files_that_are_left_out_are_named() {
    let files = ["a.csv", "b.png"].map(str::to_owned);
    for (language, number, expected) in [
        (Language::English, 2, "Files: a.csv, b.png."),
        (Language::German, 3, "Dateien: a.csv, b.png, …."),
        (Language::Chinese, 2, "文件：a.csv、b.png。"),
    ] {
        let shown = speaking(language, || left_out("/a/b", number, &files));
        assert!(shown.ends_with(expected), "{shown}");
        assert!(shown.contains(&number.to_string()), "{shown}");
    }
}

/// In French a no-break space stands before these signs.
#[test]
fn french_signs_stand_apart() {
    for (before, sign) in pairs(Language::French) {
        match sign {
            ':' | '»' => assert_eq!(before, NO_BREAK, "{before}{sign}"),
            ';' | '?' | '!' => assert_eq!(before, NARROW_NO_BREAK, "{before}{sign}"),
            '\'' | '"' => panic!("a straight {sign} after {before}"),
            _ => assert!(before != '«' || sign == NO_BREAK, "{before}{sign}"),
        }
    }
}

/// In German a no-break space stands before an ellipsis.
#[test]
fn german_dots_stand_apart() {
    for (before, sign) in pairs(Language::German) {
        assert!(sign != '…' || before == NO_BREAK, "{before}{sign}");
    }
}

/// In Chinese punctuation is as wide as characters, next to which no narrow one stands.
#[test]
fn chinese_signs_are_wide() {
    let wide = |sign: char| ('\u{4e00}'..='\u{9fff}').contains(&sign);
    for (before, sign) in pairs(Language::Chinese) {
        assert!(!wide(before) || !",.;:?!()\"'".contains(sign), "{before}{sign}");
    }
}

/// The characters of all messages, each with the one before it.
fn pairs(language: Language) -> Vec<(char, char)> {
    let files = files(language).into_iter();
    let texts = files.flat_map(|(_, text)| written(text)).map(|(_, (text, _))| text);
    // Fluent's own syntax stands within braces, or between them and a message's parts.
    let texts = texts.map(|text| text.replace(":{\" \"}", ":"));
    let pairs = |text: String| text.chars().zip(text.chars().skip(1)).collect::<Vec<_>>();
    texts.flat_map(pairs).collect()
}
