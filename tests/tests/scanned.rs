//! Scanned pages, through the command line.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use serde_json::Value;
use tests::{Sandbox, alone, text};

#[test]
fn the_languages_of_scanned_pages_are_listed() {
    let _alone = alone();
    let ran = Sandbox::new().json(&["languages"]);
    match ran.succeeded {
        true => assert!(ran.json.as_array().unwrap().iter().all(Value::is_string), "{}", ran.json),
        false => assert_eq!(ran.code(), "recogniser_missing"),
    }
}

/// A PDF of two pages: one of text, and one that is a picture.
fn half_scanned() -> Vec<u8> {
    let line = "(The keeper of the light wrote down what he saw on the water.) Tj 0 -20 Td ";
    let text = format!("BT /F 12 Tf 40 160 Td {}ET", line.repeat(4));
    let stream = |about: &str, data: &str| {
        format!("<<{about}/Length {}>>stream\n{data}\nendstream", data.len())
    };
    let page = |resources: &str, contents: u32| {
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 200]/Resources<<{resources}>>/Contents \
             {contents} 0 R>>"
        )
    };
    let grey = "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace\
                /DeviceGray/Filter/ASCIIHexDecode";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>".to_owned(),
        page("/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>", 5),
        page("/XObject<</P 7 0 R>>", 6),
        stream("", &text),
        stream("", "420 0 0 200 0 0 cm /P Do"),
        stream(grey, "80C0C080>"),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = "0000000000 65535 f \n".to_owned();
    for (number, object) in (1..).zip(&objects) {
        places += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file += &format!(
        "xref\n0 {size}\n{places}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

/// Writes a replacement for Tesseract that sees the same words on every page.
#[cfg(unix)]
fn tesseract(folder: &Path) {
    let row = |level: u32, words: &str| {
        format!("{level}\\t1\\t1\\t1\\t1\\t1\\t9\\t9\\t90\\t9\\t95\\t{words}\\n")
    };
    let table: String = [row(4, ""), row(5, "Recognised"), row(5, "lighthouse")].concat();
    let list = "if [ \"$1\" = --list-langs ]; then printf 'Languages\\neng\\n'; exit; fi";
    tests::script::put(&folder.join("tesseract"), &format!("{list}\nprintf '{table}'"));
}

/// Without Tesseract, a file that is read again keeps its recognised text.
#[cfg(unix)]
#[test]
fn what_was_recognised_is_not_given_up() {
    let _alone = alone();
    let sandbox = Sandbox::new();
    let (programs, file) = (sandbox.path("programs"), sandbox.path("half.pdf"));
    std::fs::create_dir(&programs).unwrap();
    tesseract(&programs);
    std::fs::write(&file, half_scanned()).unwrap();
    let add = |path: &Path| {
        let mut command = sandbox.command(&["add", "--again", text(&file), "--json"]);
        let output = command.env("PATH", path).output().unwrap();
        let added: Value = serde_json::from_slice(&output.stdout).unwrap();
        (added, sandbox.run(&["text", "1"]).stdout)
    };
    let (added, read) = add(&programs);
    assert_eq!((&added[0]["id"], added[0].get("unread")), (&1.into(), None), "{added}");
    assert!(String::from_utf8(read.clone()).unwrap().contains("Recognised lighthouse"));

    let (refused, kept) = add(&sandbox.path("nothing"));
    assert_eq!(refused["error"]["code"], "recogniser_missing", "{refused}");
    let said = refused["error"]["message"].as_str().unwrap();
    assert!(said.contains("would lose the text recognised on page 2."), "{said}");
    assert_eq!(kept, read, "the document stays as it is");
    let (added, again) = add(&programs);
    assert_eq!((&added[0]["id"], again), (&1.into(), read), "{added}");
}
