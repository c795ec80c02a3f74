//! The parts of a mail, by the rules of MIME.

use std::borrow::Cow;

use mailparse::body::Body;
use mailparse::{
    MailAddr, MailHeader, MailHeaderMap, ParsedContentType, addrparse_header, parse_content_type,
    parse_headers,
};

use crate::encoding;

/// The longest header that is parsed, in bytes: parsing may take quadratic time.
const LONGEST_HEADER: usize = 4000;

/// A mail, or a part of one.
pub(super) struct MimePart<'b> {
    headers: Vec<MailHeader<'b>>,
    kind: ParsedContentType,
    body: &'b [u8],
}

impl<'b> MimePart<'b> {
    /// Parses its headers; `None` if that fails.
    pub fn read(bytes: &'b [u8]) -> Option<Self> {
        let (headers, begin) = parse_headers(bytes).ok()?;
        let kind = short(&headers, "Content-Type").map(MailHeader::get_value);
        let kind = kind.map_or_else(Default::default, |kind| parse_content_type(&kind));
        Some(Self { headers, kind, body: &bytes[begin..] })
    }

    /// Returns a header's decoded value.
    pub fn header(&self, name: &str) -> Option<String> {
        short(&self.headers, name).map(MailHeader::get_value)
    }

    /// Returns its author: a name, or else an address.
    pub fn sender(&self) -> Option<String> {
        let people = addrparse_header(short(&self.headers, "From")?).ok()?;
        Some(match people.first()? {
            MailAddr::Single(one) => one.display_name.as_ref().unwrap_or(&one.addr).clone(),
            MailAddr::Group(group) => group.group_name.clone(),
        })
    }

    /// Returns its media type, such as `text/html`.
    pub fn kind(&self) -> &str {
        &self.kind.mimetype
    }

    /// Returns whether it is a file attached to a mail and not shown in it.
    pub fn is_attached(&self) -> bool {
        self.header("Content-Disposition").is_some_and(|how| {
            how.trim_start().get(..10).is_some_and(|how| how.eq_ignore_ascii_case("attachment"))
        })
    }

    /// Iterates over its parts. Those with unparsable headers are left out.
    pub fn parts(&self) -> impl Iterator<Item = Self> {
        let boundary = self.parameter("boundary").filter(|_| self.kind().starts_with("multipart/"));
        let parts = boundary.map(|boundary| between(self.body, boundary)).unwrap_or_default();
        parts.into_iter().filter_map(Self::read)
    }

    /// Returns whether it is declared to begin with this one of its parts.
    pub fn begins_with(&self, part: &Self) -> bool {
        let bare = |id: &str| id.trim().trim_matches(['<', '>']).to_owned();
        let start = self.parameter("start").map(bare);
        start.is_some() && start == part.header("Content-ID").as_deref().map(bare)
    }

    /// Returns its text, `None` if it is damaged; `guess` decodes bytes without a declared
    /// encoding.
    pub fn text(&self, guess: fn(&[u8]) -> String) -> Option<String> {
        let bytes = self.content()?;
        let said = self.parameter("charset");
        let said = said.and_then(|label| encoding::decode_labelled(&bytes, label));
        Some(said.unwrap_or_else(|| guess(&bytes)))
    }

    /// Returns its bytes before their encoding for transfer.
    fn content(&self) -> Option<Cow<'b, [u8]>> {
        let encoding = self.header("Content-Transfer-Encoding");
        let encoding = encoding.map(|encoding| encoding.trim().to_lowercase());
        match Body::new(self.body, &self.kind, &encoding) {
            Body::Base64(body) | Body::QuotedPrintable(body) => {
                body.get_decoded().ok().map(Cow::Owned)
            }
            _ => Some(Cow::Borrowed(self.body)),
        }
    }

    fn parameter(&self, name: &str) -> Option<&str> {
        self.kind.params.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

/// Returns a header that is not too long.
fn short<'h>(headers: &'h [MailHeader<'h>], name: &str) -> Option<&'h MailHeader<'h>> {
    let header = headers.get_first_header(name)?;
    (header.get_value_raw().len() <= LONGEST_HEADER).then_some(header)
}

/// Returns the pieces between the lines of a boundary; up to the end if the last of them is
/// missing.
fn between<'b>(body: &'b [u8], boundary: &str) -> Vec<&'b [u8]> {
    let mark = format!("--{boundary}");
    let (mut parts, mut begin, mut at) = (Vec::new(), None, 0);
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let start = at;
        at += line.len();
        let Some(rest) = line.strip_prefix(mark.as_bytes()) else { continue };
        let is_last = match rest.trim_ascii() {
            b"" => false,
            b"--" => true,
            // One boundary may begin like another.
            _ => continue,
        };
        parts.extend(begin.replace(at).map(|begin| without_line_end(&body[begin..start])));
        if is_last {
            return parts;
        }
    }
    parts.extend(begin.map(|begin| &body[begin..]));
    parts
}

/// Returns the text before a boundary's line without the line end that belongs to the boundary.
fn without_line_end(part: &[u8]) -> &[u8] {
    let part = part.strip_suffix(b"\n").unwrap_or(part);
    part.strip_suffix(b"\r").unwrap_or(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_between_boundaries() {
        let cases: [(&str, &[&str]); 7] = [
            ("before\n--b\none\n--b\r\ntwo\r\n--b--\nafter\n--b\nno", &["one", "two"]),
            ("--b \t\none\n--b--", &["one"]),
            ("--b\none\n--bb\n --b\nx--b\n--b--", &["one\n--bb\n --b\nx--b"]),
            ("--b\none\n--b\ncut o", &["one", "cut o"]),
            ("--b--\n--b\nno", &[]),
            ("nothing", &[]),
            ("", &[]),
        ];
        for (body, parts) in cases {
            let found = between(body.as_bytes(), "b");
            let found: Vec<&str> =
                found.iter().map(|part| std::str::from_utf8(part).unwrap()).collect();
            assert_eq!(found, parts, "{body:?}");
        }
    }

    #[test]
    fn senders_are_people_with_addresses() {
        let cases = [
            ("Ann Writer <ann@made.up>", Some("Ann Writer")),
            ("ann@made.up", Some("ann@made.up")),
            ("=?utf-8?Q?J=C3=BCrgen?= <j@made.up>, Ann <ann@made.up>", Some("Jürgen")),
            ("<Saved by Blink>", None),
            ("\"Saved by Internet Explorer 11\"", None),
            ("", None),
        ];
        for (from, sender) in cases {
            let mail = format!("From: {from}\nMIME-Version: 1.0\n\ntext");
            let mail = MimePart::read(mail.as_bytes()).unwrap();
            assert_eq!(mail.sender().as_deref(), sender, "{from}");
        }
    }

    #[test]
    fn headers_are_read_up_to_a_length() {
        let mail = |subject: &str| format!("Subject: {subject}\n\ntext");
        let read = |mail: &str| MimePart::read(mail.as_bytes()).unwrap().header("subject");
        assert_eq!(read(&mail("a\n b =?latin1?q?=E9?=")).as_deref(), Some("a b é"));
        assert_eq!(read(&mail(&"=?".repeat(1_000_000))), None);
        assert_eq!(read("To: a\n\n"), None);
    }
}
