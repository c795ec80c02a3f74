//! Reads real, odd and hostile files, each in a separate process so that a file that ends it is
//! named. The folder is `PECAN_CORPUS`; its `EXPECT.tsv` lists the results of other readers.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use documents::{ReadOptions, read};

use crate::pixels::Pixels;
use crate::sound::{assert_sound, pdfium, with_pdfium};

/// The maximum time for a file.
const LONGEST: Duration = Duration::from_secs(30);
/// The variable that names the file for the child process.
const FILE: &str = "PECAN_TEST_FILE";

pub fn corpus(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("PECAN_CORPUS").map(PathBuf::from).filter(|path| path.is_dir());
    if folder.is_none() {
        println!("{test}: skipped. PECAN_CORPUS does not name the folder of test files.");
    }
    folder
}

/// Returns the files below a folder of the corpus, by their paths in it.
pub fn files(corpus: &Path, folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![corpus.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the corpus").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => found.push(
                    path.strip_prefix(corpus).expect("below it").to_string_lossy().into_owned(),
                ),
            }
        }
    }
    found.sort();
    found
}

/// The result of reading a file: the number of characters, or a code, or how its process ended.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Text(usize),
    Refused(String),
    Died(String),
}

#[test]
#[ignore = "run by the other tests of this file, in a process of its own"]
fn read_one_file() {
    let path = std::env::var(FILE).expect("the file to read");
    let bytes = fs::read(&path).expect("a readable file");
    match read(&bytes, &path, &pdfium()) {
        Ok(document) => {
            assert_sound(&document);
            println!("\nread {}", document.text.chars().filter(|c| !c.is_whitespace()).count());
        }
        Err(error) => println!("\nrefused {:?}", error.code()),
    }
}

fn start(path: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["corpus::read_one_file", "--exact", "--ignored", "--nocapture"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a process")
}

fn outcome(path: &Path) -> Outcome {
    let mut child = start(path);
    let begun = Instant::now();
    while child.try_wait().expect("a process").is_none() {
        if begun.elapsed() > LONGEST {
            let _ = child.kill();
            let _ = child.wait();
            return Outcome::Died("takes too long".into());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("its output");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let find = |key: &str| said.lines().find_map(|line| line.strip_prefix(key));
    match (find("read "), find("refused ")) {
        (Some(length), _) if output.status.success() => {
            Outcome::Text(length.parse().expect("a number"))
        }
        (_, Some(code)) if output.status.success() => Outcome::Refused(code.to_owned()),
        _ => Outcome::Died(output.status.to_string()),
    }
}

fn outcomes(corpus: &Path, folder: &str) -> Vec<(String, Outcome)> {
    let read = |file: String| (file.clone(), outcome(&corpus.join(file)));
    files(corpus, folder).into_iter().map(read).collect()
}

fn assert_none<T: std::fmt::Debug>(wrong: &[T]) {
    assert!(wrong.is_empty(), "{} files: {wrong:#?}", wrong.len());
}

/// Returns the columns of `EXPECT.tsv` by file: characters as PDFium or a ZIP reader counts them,
/// whether a password is needed, and the error.
fn expectations(corpus: &Path) -> HashMap<String, (usize, bool, String)> {
    let table = fs::read_to_string(corpus.join("EXPECT.tsv")).expect("EXPECT.tsv");
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let column = |nth: usize| columns.get(nth).copied().unwrap_or_default();
        let expected = (column(4).parse().unwrap_or(0), column(6) == "yes", column(8).to_owned());
        (column(0).to_owned(), expected)
    };
    table.lines().skip(1).map(row).collect()
}

#[test]
fn pdfs_are_read_or_refused_for_the_right_reason() {
    let test = "pdfs_are_read_or_refused_for_the_right_reason";
    let (Some(corpus), Some(_)) = (corpus(test), with_pdfium(test)) else { return };
    let expected = expectations(&corpus);
    let wrong: Vec<_> = outcomes(&corpus, "pdf")
        .into_iter()
        .filter(|(file, outcome)| {
            let (characters, password, error) = &expected[file];
            let refused = |code: &str| *outcome == Outcome::Refused(code.into());
            let is_right = if *password || error.contains("password") {
                refused("PasswordNeeded")
            } else if file.contains("/scanned-no-text/") {
                refused("NoText")
            } else if !error.is_empty() {
                refused("DocumentBroken") || refused("FileEmpty")
            } else if *characters == 0 {
                refused("NoText") || refused("DocumentBroken")
            } else {
                matches!(outcome, Outcome::Text(length) if *length > 0)
            };
            !is_right
        })
        .collect();
    assert_none(&wrong);
}

/// PDFs whose fonts do not identify their characters: most characters that other readers count are
/// rubbish.
const WITHOUT_CHARACTERS: [&str; 2] = ["pdf.js__TAMReview.pdf", "pdf.js__ThuluthFeatures.pdf"];

#[test]
fn pdfs_lose_no_text() {
    let test = "pdfs_lose_no_text";
    let (Some(corpus), Some(_)) = (corpus(test), with_pdfium(test)) else { return };
    let expected = expectations(&corpus);
    let mut wrong = Vec::new();
    for folder in ["pdf/latex-two-column", "pdf/text-many-producers", "pdf/cjk", "pdf/forms"] {
        for (file, outcome) in outcomes(&corpus, folder) {
            let (characters, ..) = expected[&file];
            let Outcome::Text(length) = outcome else { continue };
            // PDFium counts spaces and two characters for each line end; a fifth of plain text.
            let is_short = length * 100 < characters * 70 && characters > 300;
            if is_short && !WITHOUT_CHARACTERS.iter().any(|name| file.ends_with(name)) {
                wrong.push((file, length, characters));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn words_of_real_pdfs_lie_on_ink() {
    let test = "words_of_real_pdfs_lie_on_ink";
    let (Some(corpus), Some(options)) = (corpus(test), with_pdfium(test)) else { return };
    let good = [
        "novels/en/pg11-11-pdf.pdf",
        "pdf/latex-two-column/pdfminer.six__issue-1061-colour-space-stack.pdf",
        "pdf/text-many-producers/format-corpus__421197.pdf",
        "pdf/text-many-producers/sample-files__crazyones-pdfa.pdf",
        "pdf/cjk/pypdf__issue-914-xmp-data.pdf",
        "pdf/rtl-arabic/pdf.js__ThuluthFeatures.pdf",
    ];
    for file in good {
        let bytes = fs::read(corpus.join(file)).expect("a file of the corpus");
        let document = read(&bytes, file, &options).expect("a good file");
        let pixels = Pixels::of_page(&bytes, &document.pages[0], 2.0, &options);
        let words = &document.pages[0].words;
        let bare = words.iter().filter(|word| pixels.contrast(&word.rect) < 48).count();
        assert!(
            bare * 100 <= words.len(),
            "{file}: {bare} of {} words lie on nothing",
            words.len()
        );
    }
}

#[test]
fn epubs_are_read_or_refused_for_the_right_reason() {
    let Some(corpus) = corpus("epubs_are_read_or_refused_for_the_right_reason") else { return };
    let expected = expectations(&corpus);
    let wrong: Vec<_> = outcomes(&corpus, "epub")
        .into_iter()
        .filter(|(file, outcome)| {
            let name = file.rsplit('/').next().unwrap_or_default();
            let code = match outcome {
                // A Word document by content, whatever its name says.
                Outcome::Text(8) if name == "ocf-container-not-ocf-error.epub" => return false,
                Outcome::Text(length) => return *length == 0 || !expected[file].2.is_empty(),
                Outcome::Refused(code) => code.as_str(),
                Outcome::Died(_) => return true,
            };
            let right = match name {
                "e17-drm-adept.epub" => code == "DocumentEncrypted",
                "e26-no-text-at-all.epub" => code == "NoText",
                "ocf-zip-unreadable-empty-fatal.epub" => code == "FileEmpty",
                "ocf-zip-unreadable-image-with-epub-extension-fatal.epub" => {
                    code == "FormatUnknown"
                }
                _ => code == "DocumentBroken" && !expected[file].2.is_empty(),
            };
            !right
        })
        .collect();
    assert_none(&wrong);
}

#[test]
fn texts_in_odd_encodings_are_read() {
    let Some(corpus) = corpus("texts_in_odd_encodings_are_read") else { return };
    let text = |file: &str| {
        let bytes = fs::read(corpus.join(file)).expect("a file of the corpus");
        let document = read(&bytes, file, &ReadOptions::default()).expect("a good file");
        assert_sound(&document);
        document.text
    };
    let cases = [
        ("novels/de/pg22367-22367-8.txt", "Als Gregor Samsa eines Morgens aus unruhigen Träumen"),
        ("novels/de/pg22367-22367-h.htm", "Als Gregor Samsa eines Morgens aus unruhigen Träumen"),
        ("novels/fr/pg4650-4650-8.txt", "car son château avait une porte et des fenêtres."),
        ("novels/en/pg11-11.txt", "Alice was beginning to get very tired of sitting by her sister"),
        ("novels/zh/xiyou.txt", "第一回 灵根育孕源流出 心性修持大道生"),
    ];
    for (file, part) in cases {
        let folded = text(file).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(folded.contains(part), "{file}");
    }
    for file in ["novels/de/pg22367-22367-8.txt", "novels/fr/pg4650-4650-8.txt"] {
        let bytes = fs::read(corpus.join(file)).expect("a file of the corpus");
        let (windows, ..) = encoding_rs::WINDOWS_1252.decode(&bytes);
        let (mac, ..) = encoding_rs::MACINTOSH.encode(&windows);
        let read = read(&mac, file, &ReadOptions::default()).expect("a good file");
        assert_eq!(read.text, text(file), "{file}");
    }
    let plain = text("txt/selfmade/t03-utf8-bom.txt");
    assert_eq!(text("txt/selfmade/t04-utf16le-bom.txt"), plain);
    assert_eq!(text("txt/selfmade/t06-utf16le-no-bom.txt"), plain);
    let japanese = text("txt/selfmade/t08-shift-jis.txt");
    assert!(japanese.chars().all(|c| c.is_whitespace() || u32::from(c) > 0x2fff), "{japanese:.60}");
}
