//! Addresses in documents and answers: which of them are opened, and by which program. Pecan itself
//! visits none, and its window shows only its own page.

use protocol::{Code, Failure, LinkAddress};
use url::{Position, Url};

/// The maximum length of an address in bytes.
const LONGEST: usize = 4_096;
/// The mail fields that an address may set. Some programs would attach files that an address names.
const MAIL_FIELDS: [&str; 5] = ["bcc", "body", "cc", "subject", "to"];
/// Why an address is not opened.
const REFUSED: &str = "Pecan opens only addresses of web pages (http, https) and of mail (mailto) \
                       that contain no names or passwords. Copy the address if you know that it is \
                       safe.";

/// An address that may be opened, written as browsers write it: in ASCII, so that no letter in it
/// looks like another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(LinkAddress);

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// [`Code::AddressRefused`] for any other than those of web pages and mails, and for an address
    /// that disguises its target.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let refused = || Failure::new(Code::AddressRefused, REFUSED);
        let unseen = |letter: char| letter.is_control() || letter.is_whitespace();
        if text.len() > LONGEST || text.contains(unseen) {
            return Err(refused());
        }
        let url = Url::parse(text).map_err(|_| refused())?;
        let read = match url.scheme() {
            "http" | "https" => of_page(&url),
            "mailto" => of_mail(&url),
            _ => None,
        };
        let read = read.filter(|address| address.whole().is_ascii());
        read.map(Self).ok_or_else(refused)
    }

    /// Returns its parts.
    pub fn into_parts(self) -> LinkAddress {
        self.0
    }

    /// Has the system open the address with the user's browser or mail program, which outlives this
    /// one. No shell is involved.
    ///
    /// # Errors
    /// [`Code::AddressUnopened`] if no program handles it.
    pub fn open(&self) -> Result<(), Failure> {
        open::that_detached(self.0.whole()).map_err(|error| {
            let message = format!(
                "No program opened the address ({error}). Copy it, or choose a browser and a mail \
                 program in the system's settings."
            );
            Failure::new(Code::AddressUnopened, message)
        })
    }
}

/// Refuses addresses with a user name, which usually serves to be mistaken for the machine.
fn of_page(url: &Url) -> Option<LinkAddress> {
    let named = !url.username().is_empty() || url.password().is_some();
    let whole = !named && url.has_host();
    whole.then(|| LinkAddress {
        before: url[..Position::BeforeHost].to_owned(),
        place: url[Position::BeforeHost..Position::AfterPort].to_owned(),
        after: url[Position::AfterPort..].to_owned(),
        mail: false,
    })
}

fn of_mail(url: &Url) -> Option<LinkAddress> {
    let known = |field: &str| MAIL_FIELDS.contains(&field.to_ascii_lowercase().as_str());
    let fields = url.query_pairs().all(|(field, _)| known(&field));
    let place = url.path();
    // An encoded line end would begin another field.
    let written = place.contains('@') && !place.contains(['%', '/', '"']);
    (fields && written).then(|| LinkAddress {
        before: url[..Position::BeforePath].to_owned(),
        place: place.to_owned(),
        after: url[Position::AfterPath..].to_owned(),
        mail: true,
    })
}

/// Returns whether an address is the window's own page. The window shows no other, no matter what
/// is dropped on it or which code asks for it.
pub fn is_own_page(address: &Url) -> bool {
    let own = if cfg!(windows) { ("http", "tauri.localhost") } else { ("tauri", "localhost") };
    (address.scheme(), address.host_str()) == (own.0, Some(own.1))
}

#[cfg(test)]
#[path = "../../../../tests/src/hostile/links.rs"]
mod hostile;

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<[String; 3]> {
        let LinkAddress { before, place, after, .. } = Address::read(text).ok()?.into_parts();
        Some([before, place, after])
    }

    #[test]
    fn pages_and_mails_are_read_in_parts() {
        for (text, expected) in [
            ("https://example.org/a?b=c#d", ["https://", "example.org", "/a?b=c#d"]),
            ("HTTP://Example.ORG:8080", ["http://", "example.org:8080", "/"]),
            ("https://example.org:443/", ["https://", "example.org", "/"]),
            ("http://[::1]:80/x", ["http://", "[::1]", "/x"]),
            ("http://münchen.de/ß", ["http://", "xn--mnchen-3ya.de", "/%C3%9F"]),
            ("https://раураl.com/", ["https://", "xn--l-7sba6dbr.com", "/"]),
            ("https://example.org/\u{202e}x", ["https://", "example.org", "/%E2%80%AEx"]),
            ("https://bank.com\\@evil.org/", ["https://", "bank.com", "/@evil.org/"]),
            ("https://example.org/@x", ["https://", "example.org", "/@x"]),
            ("mailto:a.b@example.org", ["mailto:", "a.b@example.org", ""]),
            ("MAILTO:a@x.org?Subject=b", ["mailto:", "a@x.org", "?Subject=b"]),
        ] {
            let expected = expected.map(str::to_owned);
            assert_eq!(parts(text), Some(expected), "{text}");
        }
        assert!(Address::read("mailto:a@x.org").is_ok_and(|address| address.0.mail));
        assert!(Address::read("http://x.org").is_ok_and(|address| !address.0.mail));
    }

    #[test]
    fn no_hostile_address_is_read() {
        for address in hostile::all("example.org") {
            let read = Address::read(&address);
            assert_eq!(
                read.map_err(|failure| failure.code),
                Err(Code::AddressRefused),
                "{address:?}"
            );
        }
    }

    #[test]
    #[cfg(not(windows))]
    fn the_window_shows_its_own_page_alone() {
        for (address, shown) in [
            ("tauri://localhost", true),
            ("tauri://localhost/index.html#x", true),
            ("tauri://elsewhere/", false),
            ("http://tauri.localhost/", false),
            ("page://localhost/1/1/800", false),
            ("file:///tauri:/localhost", false),
            ("about:blank", false),
            ("data:text/html,x", false),
        ] {
            assert_eq!(is_own_page(&address.parse().unwrap()), shown, "{address}");
        }
    }

    #[test]
    fn what_hides_something_is_refused() {
        let long = format!("http://example.org/{}", "x".repeat(LONGEST));
        for text in [
            "http://bank.com@evil.org/",
            "http://bank.com:80@evil.org/",
            "https://:secret@evil.org/",
            "http://exa\tmple.org/",
            "http://example.org/\n",
            " http://example.org/",
            "http://example.org/a b",
            "http://",
            "http:// /",
            "http://example.org:99999/",
            "https://exa<mple.org/",
            "mailto:",
            "mailto:nobody",
            "mailto:a@x.org?attach=/etc/passwd",
            "mailto:a@x.org?Attachment=x",
            "mailto:a@x.org?subject=b&%61ttach=x",
            "mailto:a%0abcc:b@x.org",
            "example.org",
            long.as_str(),
        ] {
            let failure = Address::read(text).unwrap_err();
            assert_eq!(failure.code, Code::AddressRefused, "{text:?}");
        }
    }
}
