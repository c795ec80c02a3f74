//! Requests to the hub, and to where it redirects.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use ::download::{HubAddress, Patience};
use protocol::{Code, Failure};
use ureq::http::{HeaderMap, Response};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, Error, Timeout};
use url::Url;

use crate::proxies::Proxies;
use crate::retries::Trouble;

/// The most redirects of one request.
const MOST_REDIRECTS: usize = 8;
/// The most bytes of an answer that is not a file.
const LARGEST_ANSWER: u64 = 64 << 20;
/// How the program introduces itself.
const USER_AGENT: &str = concat!("pecan-download/", env!("CARGO_PKG_VERSION"));

/// The requests of one job.
pub struct HttpClient {
    agent: Agent,
    hub: HubAddress,
    proxies: Proxies,
    patience: Patience,
}

impl HttpClient {
    /// Prepares requests to a hub. None is sent yet.
    pub fn new(hub: HubAddress, proxies: Proxies, patience: Patience) -> Self {
        let stall = Some(patience.stall());
        let tls = TlsConfig::builder()
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .root_certs(RootCerts::PlatformVerifier)
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .user_agent(USER_AGENT)
            .accept_encoding("identity")
            .http_status_as_error(false)
            // Each redirect is checked here before it is followed, and each request has its proxy.
            .max_redirects(0)
            .proxy(None)
            .timeout_resolve(stall)
            .timeout_connect(stall)
            .timeout_recv_response(stall)
            .timeout_per_read(stall)
            .timeout_per_write(stall)
            .build();
        Self { agent: config.new_agent(), hub, proxies, patience }
    }

    /// Returns the hub.
    pub fn hub(&self) -> &HubAddress {
        &self.hub
    }

    /// Returns when to give up.
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// Requests an address, or the part of it that begins at `from`, and follows redirects. Returns
    /// an answer with the status 200, 206 or 416. `what` names what is wanted, for messages.
    ///
    /// # Errors
    ///
    /// If there is no such answer.
    pub fn get(&self, address: &Url, from: u64, what: &str) -> Result<Response<Body>, Trouble> {
        let mut address = address.clone();
        for _ in 0..=MOST_REDIRECTS {
            let answer = self.send(&address, from)?;
            match answer.status().as_u16() {
                200 | 206 | 416 => return Ok(answer),
                301 | 302 | 303 | 307 | 308 => {
                    address = self.redirect(&address, answer.headers())?
                }
                status => return Err(refused(status, answer.headers(), what)),
            }
        }
        let message = format!("{} redirects in a circle.", self.hub.shown());
        Err(Failure::new(Code::HubFailed, message).into())
    }

    /// Requests a JSON value. `what` names what is wanted, for messages.
    ///
    /// # Errors
    ///
    /// As [`HttpClient::get`], or if the answer is no such value.
    pub fn get_json<T: serde::de::DeserializeOwned>(
        &self,
        address: &Url,
        what: &str,
    ) -> Result<T, Trouble> {
        let answer = self.get(address, 0, what)?;
        let body = answer.into_body().into_with_config().limit(LARGEST_ANSWER).read_to_vec();
        let body = body.map_err(|error| self.trouble(error, address))?;
        serde_json::from_slice(&body).map_err(|_| self.nonsense().into())
    }

    /// Returns the failure of a hub that answers something else than a hub does.
    pub fn nonsense(&self) -> Failure {
        let message = format!(
            "{} does not answer as a hub of models does. Check the mirror's address, or whether \
             the network asks you to log in.",
            self.hub.shown()
        );
        Failure::new(Code::HubFailed, message)
    }

    fn send(&self, address: &Url, from: u64) -> Result<Response<Body>, Trouble> {
        let request = self.agent.get(address.as_str());
        let request = match from {
            0 => request,
            from => request.header("Range", format!("bytes={from}-")),
        };
        let proxy = self.proxies.for_address(address).cloned();
        let request = request.config().proxy(proxy).build();
        request.call().map_err(|error| self.trouble(error, address))
    }

    fn redirect(&self, address: &Url, headers: &HeaderMap) -> Result<Url, Failure> {
        let location = headers.get("location").and_then(|value| value.to_str().ok());
        let target = location.and_then(|location| address.join(location).ok());
        let target = target.ok_or_else(|| self.nonsense())?;
        if self.hub.admits(&target) {
            return Ok(target);
        }
        // The rest of the address may be a signature.
        let shown = &target[..url::Position::BeforePath];
        let message = format!(
            "{} redirects to {shown}, which is not https. Pecan does not follow.",
            self.hub.shown()
        );
        Err(Failure::new(Code::AddressRefused, message))
    }

    /// Returns what an error means for the next attempt.
    pub fn trouble(&self, error: Error, address: &Url) -> Trouble {
        if is_untrusted(&error) {
            return Trouble::Final(untrusted(address, &error));
        }
        match unreachable(&error) {
            Some(why) => Trouble::Unreachable(self.offline(address, &why)),
            None => Trouble::Broken(error.to_string()),
        }
    }

    fn offline(&self, address: &Url, why: &str) -> Failure {
        let host = address.host_str().unwrap_or_default();
        let through = match self.proxies.for_address(address) {
            Some(proxy) => format!(" through the proxy {}:{}", proxy.host(), proxy.port()),
            None => String::new(),
        };
        let message = format!(
            "Pecan cannot reach {host}{through}: {why}. Check the network connection, or name a \
             mirror with --mirror."
        );
        Failure::new(Code::Offline, message)
    }
}

/// Returns why no connection was made, or `None` if one was.
fn unreachable(error: &Error) -> Option<String> {
    match error {
        Error::HostNotFound => Some("its address was not found".to_owned()),
        Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            Some("it does not answer".to_owned())
        }
        Error::ConnectionFailed => Some("no connection could be made".to_owned()),
        Error::ConnectProxyFailed(why) => Some(format!("the proxy refuses ({why})")),
        Error::Io(error) if is_unconnected(error.kind()) => Some(error.kind().to_string()),
        // The standard library has no kind for what the resolver reports.
        Error::Io(error) if error.to_string().contains("failed to lookup address") => {
            Some("its address was not found".to_owned())
        }
        _ => None,
    }
}

fn is_unconnected(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::ConnectionRefused
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::AddrNotAvailable
            | ErrorKind::PermissionDenied
    )
}

/// Returns whether the other side's certificate is to blame, or a lack of certificates to trust. What
/// a handshake finds out is within an error of another kind.
fn is_untrusted(error: &Error) -> bool {
    match error {
        Error::Rustls(_) | Error::Tls(_) => true,
        Error::Io(error) => {
            let within = io::Error::get_ref(error).and_then(|error| error.downcast_ref());
            within.is_some_and(|error| matches!(error, rustls::Error::InvalidCertificate(_)))
        }
        _ => false,
    }
}

fn untrusted(address: &Url, error: &Error) -> Failure {
    let host = address.host_str().unwrap_or_default();
    let message = format!(
        "The certificate of {host} is not trusted ({error}). If your network has certificates of \
         its own, set SSL_CERT_FILE to their file."
    );
    Failure::new(Code::CertificateRefused, message)
}

/// Returns what a status means that is neither an answer nor a redirect.
fn refused(status: u16, headers: &HeaderMap, what: &str) -> Trouble {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    // The hub answers 401 for repositories that do not exist, and says so in this header.
    let missing =
        matches!(text("x-error-code"), Some("RepoNotFound" | "RevisionNotFound" | "EntryNotFound"));
    match status {
        404 | 410 => unknown(what).into(),
        401 | 403 if missing => unknown(what).into(),
        401 | 403 => denied(what).into(),
        429 | 500 | 502 | 503 | 504 => {
            let after = text("retry-after").and_then(|value| value.trim().parse().ok());
            let after = after.or_else(|| reset_time(text("ratelimit")?));
            Trouble::Busy { status, after: after.map(Duration::from_secs) }
        }
        status => {
            let message = format!("The hub refuses to give {what} (status {status}).");
            Failure::new(Code::HubFailed, message).into()
        }
    }
}

/// Returns the seconds until requests are allowed again, from the header by which the hub limits their
/// rate, such as `"api";r=0;t=55`.
fn reset_time(limit: &str) -> Option<u64> {
    let mut pairs = limit.split(';').filter_map(|part| part.trim().split_once('='));
    pairs.find(|(key, _)| *key == "t")?.1.trim().parse().ok()
}

fn unknown(what: &str) -> Failure {
    let message =
        format!("The hub has no public {what}. `pecan model search` finds those that it has.");
    Failure::new(Code::ModelUnknown, message)
}

fn denied(what: &str) -> Failure {
    let message = format!(
        "The hub gives {what} only to users with an account, or does not have it. Pecan has no \
         account: download the file in a browser and pass it with --model."
    );
    Failure::new(Code::HubDenied, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(status: u16, headers: &[(&'static str, &'static str)]) -> Trouble {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, ureq::http::HeaderValue::from_static(value));
        }
        refused(status, &map, "model a/b")
    }

    #[test]
    fn statuses_are_told_apart() {
        let code = |status, headers: &[(&'static str, &'static str)]| match meaning(status, headers)
        {
            Trouble::Final(failure) => Some(failure.code),
            _ => None,
        };
        let hub_says = |value| [("x-error-code", value)];
        assert_eq!(code(401, &hub_says("RepoNotFound")), Some(Code::ModelUnknown));
        assert_eq!(code(401, &hub_says("GatedRepo")), Some(Code::HubDenied));
        assert_eq!(code(403, &[]), Some(Code::HubDenied));
        assert_eq!(code(404, &[]), Some(Code::ModelUnknown));
        assert_eq!(code(418, &[]), Some(Code::HubFailed));
        assert_eq!(code(502, &[]), None);
    }

    #[test]
    fn the_hub_says_when_to_ask_again() {
        let after = |header, value| match meaning(429, &[(header, value)]) {
            Trouble::Busy { after, .. } => after.map(|after| after.as_secs()),
            other => panic!("{other:?}"),
        };
        assert_eq!(after("retry-after", "17"), Some(17));
        assert_eq!(after("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT"), None);
        assert_eq!(after("ratelimit", "\"api\";r=0;t=55"), Some(55));
        assert_eq!(after("ratelimit", "odd"), None);
    }
}
