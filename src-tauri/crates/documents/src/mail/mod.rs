//! Mails, and web pages saved as one file in mail form (MHTML).
//!
//! The text is what a reader of a mail sees: sender, recipients, date and text; if there are
//! several versions of the text, the web page. Of a saved web page it is the page. Attached files
//! are left out.

mod part;

use crate::metadata::meant_title;
use crate::unpaged::{of_markup, of_text};
use crate::{Document, Error, Format, encoding};
use part::MimePart;

const FORMAT: Format = Format::Mail;

/// The maximum nesting depth of parts.
const DEEPEST: u32 = 16;

/// The longest head by which a mail is recognised, in bytes.
const LONGEST_HEAD: usize = 256 << 10;

/// The headers shown.
const SHOWN: [&str; 5] = ["From", "To", "Cc", "Date", "Subject"];

/// Returns whether a file begins like a mail: with headers, one of which shows that it is MIME.
pub(crate) fn is_mail(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(LONGEST_HEAD)];
    let lines = head.split(|byte| *byte == b'\n');
    let mut is_mime = false;
    for line in lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)) {
        if line.is_empty() {
            return is_mime;
        }
        let is_folded = line.starts_with(b" ") || line.starts_with(b"\t");
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        if !is_folded && (name.len() == line.len() || !name.iter().all(u8::is_ascii_graphic)) {
            return false;
        }
        is_mime |= name.eq_ignore_ascii_case(b"MIME-Version");
    }
    false
}

/// Reads a mail or a saved web page.
pub(crate) fn read(bytes: &[u8], fallback_title: &str) -> Result<Document, Error> {
    let mail = MimePart::read(bytes).ok_or_else(|| broken("its header cannot be parsed"))?;
    let mut texts = shown(&mail, 0)?;
    if texts.is_empty() {
        return Err(without_text(&mail));
    }
    // A page saved by a browser has no sender.
    let sender = mail.sender();
    if sender.is_some() {
        texts.insert(0, Text { text: head(&mail), is_markup: false });
    }
    let document = assemble(&texts, fallback_title)?;
    let subject = mail.header("Subject").and_then(|subject| meant_title(&subject));
    Ok(Document {
        title: subject.unwrap_or(document.title),
        format: if sender.is_some() { FORMAT } else { document.format },
        author: sender.or(document.author),
        ..document
    })
}

fn broken(detail: &str) -> Error {
    Error::broken(FORMAT, detail)
}

fn without_text(mail: &MimePart<'_>) -> Error {
    match mail.kind() {
        "multipart/encrypted" | "application/pkcs7-mime" | "application/x-pkcs7-mime" => {
            Error::EncryptionUnknown(FORMAT)
        }
        _ => Error::NoText(FORMAT),
    }
}

/// A text that a mail shows.
struct Text {
    text: String,
    /// Whether it is a web page.
    is_markup: bool,
}

impl Text {
    /// Decodes the text of a part; returns none if it is blank.
    fn of(part: &MimePart<'_>, is_markup: bool) -> Result<Vec<Self>, Error> {
        let guess = if is_markup { encoding::decode_markup } else { encoding::decode };
        let damaged = || broken("a part with its text cannot be decoded");
        let text = part.text(guess).ok_or_else(damaged)?;
        let is_blank = text.trim().is_empty();
        Ok(if is_blank { Vec::new() } else { vec![Self { text, is_markup }] })
    }

    fn to_markup(&self) -> String {
        match self.is_markup {
            true => self.text.clone(),
            false => {
                let text = self.text.replace('&', "&amp;").replace('<', "&lt;");
                format!("<pre>{text}</pre>")
            }
        }
    }
}

/// Returns the texts that a part shows, in order.
fn shown(part: &MimePart<'_>, depth: u32) -> Result<Vec<Text>, Error> {
    if depth > DEEPEST {
        return Err(broken("its parts are nested too deeply"));
    }
    match part.kind() {
        _ if part.is_attached() => Ok(Vec::new()),
        "text/plain" => Text::of(part, false),
        "text/html" | "application/xhtml+xml" => Text::of(part, true),
        "multipart/related" => page(part, depth + 1),
        "multipart/alternative" => best(part, depth + 1),
        _ => all(part, depth + 1),
    }
}

fn all(part: &MimePart<'_>, depth: u32) -> Result<Vec<Text>, Error> {
    let mut texts = Vec::new();
    for part in part.parts() {
        texts.extend(shown(&part, depth)?);
    }
    Ok(texts)
}

/// Returns the page to which the other parts belong: the one declared as such, or else the first
/// with text.
fn page(whole: &MimePart<'_>, depth: u32) -> Result<Vec<Text>, Error> {
    let (said, others): (Vec<_>, Vec<_>) = whole.parts().partition(|part| whole.begins_with(part));
    for part in said.iter().chain(&others) {
        let texts = shown(part, depth)?;
        if !texts.is_empty() {
            return Ok(texts);
        }
    }
    Ok(Vec::new())
}

/// Returns the best version: the last one with a web page in it, or else the last one with text.
fn best(part: &MimePart<'_>, depth: u32) -> Result<Vec<Text>, Error> {
    let has_markup = |texts: &[Text]| texts.iter().any(|text| text.is_markup);
    let mut best = Vec::new();
    for part in part.parts() {
        let texts = shown(&part, depth)?;
        if has_markup(&texts) || !has_markup(&best) && !texts.is_empty() {
            best = texts;
        }
    }
    Ok(best)
}

fn head(mail: &MimePart<'_>) -> String {
    let line = |name: &&str| Some(format!("{name}: {}\n", mail.header(name)?));
    SHOWN.iter().filter_map(line).collect()
}

/// Joins the texts in one document: a web page if one of them is one.
fn assemble(texts: &[Text], title: &str) -> Result<Document, Error> {
    if texts.iter().any(|text| text.is_markup) {
        let source: String = texts.iter().map(Text::to_markup).collect();
        return Ok(of_markup(&source, title));
    }
    let texts: Vec<&str> = texts.iter().map(|text| text.text.trim_end()).collect();
    of_text(&texts.join("\n\n"), title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_begin_with_headers() {
        let yes = [
            "MIME-Version: 1.0\n\n",
            "From: <Saved by Blink>\r\nSubject: a\r\n\tb: c\r\nmime-version: 1.0 (x)\r\n\r\ntext",
            "X-Long: é\nMIME-Version:1.0\n\ntext",
        ];
        let no = [
            "",
            "\nMIME-Version: 1.0\n\n",
            "From: a@made.up\nSubject: plain\n\ntext",
            "MIME-Version: 1.0\nno end",
            "About mails\nMIME-Version: 1.0\n\ntext",
            "Note well: it says\nMIME-Version: 1.0\n\n",
            // A mailbox of many mails is read as plain text; otherwise all mails but one would be
            // lost.
            "From ann@made.up Mon Jan  1 00:00:00 2024\nMIME-Version: 1.0\n\n",
        ];
        for text in yes {
            assert!(is_mail(text.as_bytes()), "{text:?}");
        }
        for text in no {
            assert!(!is_mail(text.as_bytes()), "{text:?}");
        }
    }
}
