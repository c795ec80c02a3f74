//! Addresses of web pages and mails in a text.

pub mod address;

use std::ops::Range;

use crate::reader::layer::stands_alone;
use crate::reader::text::TextRun;

/// An address in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// The address to which it leads.
    pub address: String,
}

/// Consecutive pieces of a text, all on one link or on none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkRun {
    /// The link's address.
    pub address: Option<String>,
    /// The text.
    pub pieces: Vec<TextRun>,
}

/// Returns the addresses in a text, in order: only complete ones, with their scheme or as a mail
/// address. Returns none within something that could be an address of another kind.
pub fn links(text: &str) -> Vec<Link> {
    let words = words(text).filter_map(|(start, word)| {
        let (range, address) = address::within(word)?;
        Some(Link { range: start + range.start..start + range.end, address })
    });
    words.collect()
}

/// Cuts the pieces of a text where links begin and end.
pub fn runs(pieces: Vec<TextRun>) -> Vec<LinkRun> {
    let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let mut runs: Vec<LinkRun> = Vec::new();
    let mut rest = pieces.into_iter();
    let mut next = rest.next();
    let mut at = 0;
    for (end, address) in stretches(&text) {
        let mut run = Vec::new();
        while let Some(piece) = next.take_if(|_| at < end) {
            let (here, after) = cut(piece, end - at);
            at += here.text.len();
            run.push(here);
            next = after.or_else(|| rest.next());
        }
        if !run.is_empty() {
            runs.push(LinkRun { address, pieces: run });
        }
    }
    runs
}

/// Returns where each stretch of a text ends, and the address of those that are links.
fn stretches(text: &str) -> Vec<(usize, Option<String>)> {
    let links = links(text).into_iter();
    let mut stretches: Vec<_> = links
        .flat_map(|link| [(link.range.start, None), (link.range.end, Some(link.address))])
        .collect();
    stretches.push((text.len(), None));
    stretches
}

/// Splits a piece after a number of bytes.
fn cut(piece: TextRun, bytes: usize) -> (TextRun, Option<TextRun>) {
    if bytes >= piece.text.len() {
        return (piece, None);
    }
    let (here, after) = piece.text.split_at(bytes);
    let start = piece.start + here.chars().count() as u32;
    let after = TextRun { text: after.to_owned(), start, part: piece.part };
    (TextRun { text: here.to_owned(), ..piece }, Some(after))
}

/// Returns the words of a text and where they begin. A word has no character that ends every
/// address.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let words = text.split_inclusive(|letter| !belongs(letter)).map(move |word| {
        let start = at;
        at += word.len();
        (start, word.trim_end_matches(|letter| !belongs(letter)))
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// Whether a letter can stand in an address. Text in scripts without spaces between words can
/// follow an address directly.
fn belongs(letter: char) -> bool {
    match letter {
        '<' | '>' | '"' => false,
        _ if letter.is_ascii() => letter.is_ascii_graphic(),
        _ => letter.is_alphanumeric() && !stands_alone(letter),
    }
}

#[cfg(test)]
#[path = "../../../tests/src/hostile/links.rs"]
mod hostile;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::text::HighlightKind;

    /// Returns the addresses in a text, with the text of the link where it differs from the
    /// address.
    fn found(text: &str) -> Vec<String> {
        let said = |Link { range, address }: Link| match &text[range] {
            written if written == address => address,
            written => format!("{written} = {address}"),
        };
        links(text).into_iter().map(said).collect()
    }

    #[test]
    fn addresses_are_found_with_nothing_around_them() {
        for (text, expected) in [
            ("See https://example.org/a?b=c#d, or ask.", &["https://example.org/a?b=c#d"][..]),
            ("http://example.org.", &["http://example.org"]),
            ("(http://example.org/a_(b)).", &["http://example.org/a_(b)"]),
            ("[HTTP://Example.org:80/]!", &["HTTP://Example.org:80/"]),
            ("at example(http://x.org/)here", &["http://x.org/"]),
            ("[words](https://x.org/a)", &["https://x.org/a"]),
            ("<https://x.org>\"http://y.org\"", &["https://x.org", "http://y.org"]),
            ("“https://x.org/?”—‘http://y.org/’…", &["https://x.org/", "http://y.org/"]),
            ("*http://x.org/a*b*", &["http://x.org/a*b"]),
            ("http://x.org/'s", &["http://x.org/'s"]),
            ("'http://x.org/'", &["http://x.org/"]),
            (
                "http://127.0.0.1:8080/ http://localhost:1",
                &["http://127.0.0.1:8080/", "http://localhost:1"],
            ),
            ("http://x.org\nhttp://y.org", &["http://x.org", "http://y.org"]),
            ("http://x.org/a\u{ad}b", &["http://x.org/a"]),
            ("http://x.org/a|b", &["http://x.org/a"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn addresses_of_mails_are_found() {
        for (text, expected) in [
            ("Ask a.b+c@example.org.", &["a.b+c@example.org = mailto:a.b+c@example.org"][..]),
            ("(x@y.org)", &["x@y.org = mailto:x@y.org"]),
            (
                "Ann <x@y.org>, x_y@sub.y.org;",
                &["x@y.org = mailto:x@y.org", "x_y@sub.y.org = mailto:x_y@sub.y.org"],
            ),
            ("write to x@y.org: soon", &["x@y.org = mailto:x@y.org"]),
            ("mailto:x@y.org?subject=a%20b.", &["mailto:x@y.org?subject=a%20b"]),
            ("(MAILTO:x@y.org,z@y.org)", &["MAILTO:x@y.org,z@y.org"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn letters_of_other_scripts_are_distinguished_from_addresses() {
        for (text, expected) in [
            ("Tief in https://müller.de/Straße steht", &["https://müller.de/Straße"][..]),
            ("请访问https://example.org/a，谢谢。", &["https://example.org/a"]),
            ("（http://example.org）", &["http://example.org"]),
            ("https://example.org/获取更多", &["https://example.org/"]),
            ("https://example.org에서", &["https://example.org"]),
            ("邮箱：x@y.org。", &["x@y.org = mailto:x@y.org"]),
            ("联系x@y.org吧", &["x@y.org = mailto:x@y.org"]),
            ("«https://пример.рф/а»", &["https://пример.рф/а"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_whole_address_is_none() {
        for text in [
            "example.org www.example.org",
            "http:// https://? http://-",
            "http://nowhere http://a..org http://x.org:port http://.org",
            "https://exam\nple",
            "http://bank.com@evil.org/ http://a:b@x.org",
            "http://bank.com\\@evil.org",
            "view-source:http://x.org feed:https://x.org",
            "a=http://x.org/ b:http://x.org x/http://x.org",
            "url:x(http://x.org)",
            "xhttp://x.org shttp://x.org",
            "git@github.com:a/b.git ssh://x@y.org user:pass@y.org",
            "x@y @y.org x@ x@y.z x@-y.org a@b@y.org x@y.org/z",
            "größe@y.org x@y.123",
            "mailto: mailto:x mailto:x@y.org,z xmailto:x@y.org",
            "ftp://x.org file:///x.org javascript:http://x.org",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn no_hostile_address_is_a_link() {
        for host in ["127.0.0.1:80", "example.org"] {
            for address in hostile::all(host) {
                for text in [address.clone(), format!("Go to {address} now, ({address}).")] {
                    assert_eq!(links(&text), [], "{text:?}");
                }
            }
        }
    }

    #[test]
    fn links_and_marks_cut_a_text_and_nothing_is_lost() {
        let piece = |text: &str, start, part| TextRun { text: text.to_owned(), start, part };
        let pieces = vec![
            piece("Süß: htt", 100, HighlightKind::Rest),
            piece("p://x", 108, HighlightKind::Quote),
            piece(".org und x@y.org", 113, HighlightKind::Rest),
        ];
        let run = |address: Option<&str>, pieces: &[TextRun]| LinkRun {
            address: address.map(str::to_owned),
            pieces: pieces.to_vec(),
        };
        let expected = [
            run(None, &[piece("Süß: ", 100, HighlightKind::Rest)]),
            run(
                Some("http://x.org"),
                &[
                    piece("htt", 105, HighlightKind::Rest),
                    piece("p://x", 108, HighlightKind::Quote),
                    piece(".org", 113, HighlightKind::Rest),
                ],
            ),
            run(None, &[piece(" und ", 117, HighlightKind::Rest)]),
            run(Some("mailto:x@y.org"), &[piece("x@y.org", 122, HighlightKind::Rest)]),
        ];
        assert_eq!(runs(pieces), expected);
        assert_eq!(runs(Vec::new()), []);
        let plain =
            vec![piece("One.", 7, HighlightKind::Rest), piece("Two.", 11, HighlightKind::Passage)];
        assert_eq!(runs(plain.clone()), [run(None, &plain)]);
    }
}
