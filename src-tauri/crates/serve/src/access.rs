//! Who may ask: programs on this machine that have the token, and no web page.

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use protocol::{Code, Failure};

use crate::api_error::ApiError;
use crate::token::Token;

/// The names of this machine for itself. A page of another name that points here, as in DNS rebinding, has none of
/// them.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Who may ask.
#[derive(Debug, Clone)]
pub struct Access {
    /// The port at which the server listens.
    pub port: u16,
    /// What programs have to know.
    pub token: Token,
}

impl Access {
    pub fn allows(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), ApiError> {
        let named = one(headers, &HOST).is_some_and(|host| self.is_own_host(host));
        let aimed = uri.authority().is_none_or(|host| self.is_own_host(host.as_str()));
        if !named || !aimed {
            let message = format!(
                "Pecan answers only at http://127.0.0.1:{}, not under other names.",
                self.port
            );
            return Err(refused(message));
        }
        if headers.contains_key(ORIGIN) && !self.is_own_origin(headers) {
            return Err(refused("Pecan does not answer web pages.".to_owned()));
        }
        let token = one(headers, &AUTHORIZATION).and_then(bearer);
        if token.is_some_and(|token| self.token.is(token)) {
            return Ok(());
        }
        let message = "The token is missing or wrong. Send the token of `pecan serve` as \
                       `Authorization: Bearer TOKEN`; clients call it the API key.";
        let failure = Failure::new(Code::TokenWrong, message);
        Err(ApiError { status: StatusCode::UNAUTHORIZED, failure })
    }

    fn is_own_host(&self, host: &str) -> bool {
        // Who asks port 80 need not name it.
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        port == Some(self.port) && LOOPBACK.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    fn is_own_origin(&self, headers: &HeaderMap) -> bool {
        let host = one(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| self.is_own_host(host))
    }
}

fn refused(message: String) -> ApiError {
    let failure = Failure::new(Code::CallerRefused, message);
    ApiError { status: StatusCode::FORBIDDEN, failure }
}

/// Returns the value of a header that stands there exactly once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access() -> Access {
        Access { port: 7326, token: Token::random().unwrap() }
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let access = access();
        for (host, own) in [
            ("127.0.0.1:7326", true),
            ("localhost:7326", true),
            ("LOCALHOST:7326", true),
            ("[::1]:7326", true),
            ("127.0.0.1", false),
            ("[::1]", false),
            ("127.0.0.1:80", false),
            ("127.0.0.1:7326.example.org", false),
            ("127.0.0.1.example.org:7326", false),
            ("example.org:7326", false),
            ("192.168.1.5:7326", false),
            ("", false),
        ] {
            assert_eq!(access.is_own_host(host), own, "{host}");
        }
        let usual = Access { port: 80, ..access };
        assert!(usual.is_own_host("localhost") && usual.is_own_host("[::1]"));
    }

    #[test]
    fn a_token_alone_does_not_suffice() {
        let access = access();
        let bearer = format!("Bearer {}", access.token.secret());
        let status = |lines: &[&(HeaderName, &str)], uri: &str| {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(name, value.parse().unwrap());
            }
            access.allows(&uri.parse().unwrap(), &headers).map_err(|error| error.status.as_u16())
        };
        let (host, token) = (&(HOST, "127.0.0.1:7326"), &(AUTHORIZATION, bearer.as_str()));
        assert_eq!(status(&[host, token], "/v1/models"), Ok(()));
        assert_eq!(status(&[host], "/v1/models"), Err(401));
        assert_eq!(status(&[host, &(AUTHORIZATION, "Bearer wrong")], "/"), Err(401));
        assert_eq!(status(&[token], "/"), Err(403), "no host");
        assert_eq!(status(&[host, host, token], "/"), Err(403));
        assert_eq!(status(&[host, token], "http://example.org/"), Err(403));
        for (from, allowed) in [
            ("http://127.0.0.1:7326", true),
            ("http://localhost:7326", true),
            ("https://example.org", false),
            ("http://localhost:3000", false),
            ("null", false),
        ] {
            assert_eq!(status(&[host, token, &(ORIGIN, from)], "/").is_ok(), allowed, "{from}");
        }
    }
}
