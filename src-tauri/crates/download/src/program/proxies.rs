//! The proxies that the usual environment variables name.

use ::download::HubAddress;
use protocol::{Code, Failure};
use ureq::Proxy;
use url::Url;

/// The ports of HTTPS and of name resolution.
const USUAL_PORTS: [u16; 2] = [443, 53];

/// The proxies of the environment.
#[derive(Debug, Clone, Default)]
pub struct Proxies {
    https: Option<Proxy>,
    http: Option<Proxy>,
    direct: Vec<String>,
}

impl Proxies {
    /// Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in large or small letters.
    ///
    /// # Errors
    ///
    /// If one of them is no address of a proxy.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Self, Failure> {
        let read = |name: &str| {
            let value = variable(name).or_else(|| variable(&name.to_lowercase()));
            value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let proxy = |name: &str| {
            let named = [name, "ALL_PROXY"].into_iter().find_map(|name| Some((name, read(name)?)));
            named.map(|(name, value)| Proxy::new(&value).map_err(|_| unfit(name))).transpose()
        };
        let direct = read("NO_PROXY").unwrap_or_default().to_lowercase();
        let direct = direct.split(',').map(|host| host.trim().to_owned());
        Ok(Self {
            https: proxy("HTTPS_PROXY")?,
            http: proxy("HTTP_PROXY")?,
            direct: direct.filter(|host| !host.is_empty()).collect(),
        })
    }

    /// Returns the proxy for an address, if it is not reached directly.
    pub fn for_address(&self, address: &Url) -> Option<&Proxy> {
        let host = address.host_str().unwrap_or_default().to_lowercase();
        if self.direct.iter().any(|direct| covers(direct, &host)) {
            return None;
        }
        if address.scheme() == "https" { self.https.as_ref() } else { self.http.as_ref() }
    }

    /// Returns the ports that requests to a hub may connect to.
    pub fn ports_with(&self, hub: &HubAddress) -> Vec<u16> {
        let proxies = [&self.https, &self.http].into_iter().flatten().map(Proxy::port);
        proxies.chain(USUAL_PORTS).chain([hub.port()]).collect()
    }
}

/// Returns whether an entry of `NO_PROXY` covers a host: it is the host, a domain above it, or `*`.
fn covers(entry: &str, host: &str) -> bool {
    let domain = entry.trim_start_matches('*').trim_start_matches('.');
    let is_below = || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'));
    entry == "*" || !domain.is_empty() && (host == domain || is_below())
}

fn unfit(name: &str) -> Failure {
    Failure::new(Code::BadRequest, format!("The variable {name} holds no address of a proxy."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(variables: &[(&str, &str)]) -> Result<Proxies, Failure> {
        let find = |name: &str| variables.iter().find(|(key, _)| *key == name);
        Proxies::from_environment(|name| find(name).map(|(_, value)| (*value).to_owned()))
    }

    fn port(proxies: &Proxies, address: &str) -> Option<u16> {
        proxies.for_address(&Url::parse(address).unwrap()).map(Proxy::port)
    }

    #[test]
    fn each_scheme_has_its_proxy() {
        let both =
            proxies(&[("https_proxy", "http://p:1"), ("ALL_PROXY", "socks5h://q:2")]).unwrap();
        assert_eq!(port(&both, "https://hub.example/a"), Some(1));
        assert_eq!(port(&both, "http://hub.example/a"), Some(2));
        assert_eq!(port(&proxies(&[]).unwrap(), "https://hub.example"), None);
        assert_eq!(proxies(&[("HTTP_PROXY", "::")]).unwrap_err().code, Code::BadRequest);
    }

    #[test]
    fn some_hosts_are_reached_directly() {
        let with =
            |direct: &str| proxies(&[("HTTPS_PROXY", "http://p:1"), ("NO_PROXY", direct)]).unwrap();
        let with = |direct: &str| port(&with(direct), "https://cdn.hub.example/a");
        for direct in ["*", "hub.example", ".hub.example", "a, cdn.HUB.example", "*.example"] {
            assert_eq!(with(direct), None, "{direct}");
        }
        for direct in ["ub.example", "example.hub", "127.0.0.1", ""] {
            assert_eq!(with(direct), Some(1), "{direct}");
        }
    }

    #[test]
    fn connections_go_to_few_ports() {
        let proxies = proxies(&[("HTTPS_PROXY", "http://p:3128")]).unwrap();
        let hub: HubAddress = "http://127.0.0.1:8080".parse().unwrap();
        assert_eq!(proxies.ports_with(&hub), [3128, 443, 53, 8080]);
    }
}
