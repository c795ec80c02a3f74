//! Where models come from: the hub or its mirror, a repository, a commit.

use std::fmt;
use std::str::FromStr;

use protocol::{Code, Failure};
use serde::{Deserialize, Serialize};
use url::Url;

/// The hub that is asked if no mirror is named.
const HUB: &str = "https://huggingface.co/";

/// The address of the hub or of a mirror of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HubAddress(Url);

impl HubAddress {
    /// Returns the address of the Hugging Face hub.
    ///
    /// # Errors
    ///
    /// Never; the address is a constant.
    pub fn hugging_face() -> Result<Self, Failure> {
        HUB.parse()
    }

    /// Returns the address without a slash at its end, for messages.
    pub fn shown(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    /// Returns an address below this one, of segments that are escaped as needed.
    pub fn below<'a>(&self, segments: impl IntoIterator<Item = &'a str>) -> Url {
        let mut address = self.0.clone();
        // An address with a host always has segments.
        if let Ok(mut path) = address.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        address
    }

    /// Returns whether a request or a redirect may lead to an address: to any host by https, or to
    /// the same host and port by http if the user named a mirror with http. An address that
    /// contains a user name or a password is none.
    pub fn admits(&self, address: &Url) -> bool {
        let has_user = !address.username().is_empty() || address.password().is_some();
        let is_secure = address.scheme() == "https" && address.port().is_none();
        !has_user && (is_secure || address.origin() == self.0.origin())
    }

    /// Returns the port that requests to it connect to.
    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or(443)
    }
}

impl FromStr for HubAddress {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let unfit = |why: &str| {
            let message = format!("“{text}” is no address of a hub: {why}.");
            Failure::new(Code::BadRequest, message)
        };
        let address = Url::parse(text).map_err(|error| unfit(&error.to_string()))?;
        if !matches!(address.scheme(), "https" | "http") {
            return Err(unfit("it does not begin with https:// or http://"));
        }
        if !address.username().is_empty() || address.password().is_some() {
            return Err(unfit("it contains a user name or a password, which Pecan does not send"));
        }
        if address.query().is_some() || address.fragment().is_some() {
            return Err(unfit("it contains “?” or “#”"));
        }
        Ok(Self(address))
    }
}

impl TryFrom<String> for HubAddress {
    type Error = Failure;

    fn try_from(text: String) -> Result<Self, Failure> {
        text.parse()
    }
}

impl From<HubAddress> for String {
    fn from(address: HubAddress) -> Self {
        address.0.into()
    }
}

/// The name of a repository: `OWNER/NAME`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Repository(String);

impl Repository {
    /// Returns the owner and the name.
    pub fn parts(&self) -> [&str; 2] {
        self.0.split_once('/').map_or([&self.0, ""], |(owner, name)| [owner, name])
    }
}

impl FromStr for Repository {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        // What can be the name of a folder here can be the name of a repository there.
        let is_one =
            text.contains('/') && protocol::model_folder_name(&format!("{text}:x")).is_some();
        is_one.then(|| Self(text.to_owned())).ok_or_else(|| {
            let message = format!("“{text}” is no repository. Enter OWNER/NAME.");
            Failure::new(Code::BadRequest, message)
        })
    }
}

impl TryFrom<String> for Repository {
    type Error = Failure;

    fn try_from(text: String) -> Result<Self, Failure> {
        text.parse()
    }
}

impl From<Repository> for String {
    fn from(repository: Repository) -> Self {
        repository.0
    }
}

impl fmt::Display for Repository {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The hash of a commit, by which the hub knows a revision of a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commit(String);

impl Commit {
    /// Returns the hash in hexadecimal.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Commit {
    type Error = Failure;

    fn try_from(text: String) -> Result<Self, Failure> {
        match text.len() == 40 && is_hexadecimal(&text) {
            true => Ok(Self(text)),
            false => Err(Failure::new(Code::HubFailed, format!("“{text}” is no commit."))),
        }
    }
}

impl From<Commit> for String {
    fn from(commit: Commit) -> Self {
        commit.0
    }
}

/// Returns whether a text is a SHA-256 in lower-case hexadecimal.
pub fn is_sha256(text: &str) -> bool {
    text.len() == 64 && is_hexadecimal(text)
}

fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hub(text: &str) -> HubAddress {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_without_secrets_are_hubs() {
        for text in ["https://huggingface.co", "https://m.example/hf/", "http://127.0.0.1:8080"] {
            assert!(text.parse::<HubAddress>().is_ok(), "{text}");
        }
        for text in
            ["ftp://m.example", "m.example", "https://me:secret@m.example", "", "file:///etc"]
        {
            let failure = text.parse::<HubAddress>().unwrap_err();
            assert_eq!(failure.code, Code::BadRequest, "{text}");
        }
    }

    #[test]
    fn segments_are_escaped_below_a_mirrors_own_path() {
        let file = ["a", "b c?.gguf"];
        assert_eq!(
            hub("https://m.example/hf/").below(file).as_str(),
            "https://m.example/hf/a/b%20c%3F.gguf"
        );
        assert_eq!(
            hub("https://m.example").below(file).as_str(),
            "https://m.example/a/b%20c%3F.gguf"
        );
    }

    #[test]
    fn redirects_lead_to_https_or_to_the_mirror() {
        let (secure, local) = (hub("https://huggingface.co"), hub("http://127.0.0.1:8080"));
        let url = |text: &str| Url::parse(text).unwrap();
        for good in ["https://cdn.example/x", "https://huggingface.co/y"] {
            assert!(secure.admits(&url(good)) && local.admits(&url(good)), "{good}");
        }
        assert!(local.admits(&url("http://127.0.0.1:8080/z")));
        for bad in [
            "http://huggingface.co/x",
            "http://127.0.0.1:8081/z",
            "https://cdn.example:22/x",
            "https://me@cdn.example/x",
            "file:///etc/passwd",
        ] {
            assert!(!secure.admits(&url(bad)) && !local.admits(&url(bad)), "{bad}");
        }
    }

    #[test]
    fn repositories_have_an_owner_and_a_name() {
        assert!("Qwen/Qwen3-4B-GGUF".parse::<Repository>().is_ok());
        for text in ["Qwen", "a/b/c", "a/..", "a/b c", "/b", "a/"] {
            assert!(text.parse::<Repository>().is_err(), "{text}");
        }
    }
}
