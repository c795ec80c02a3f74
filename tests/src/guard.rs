//! Watches a window that shows text which would do something if it were taken for markup, and a
//! port of this machine that such text tries to reach.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::browser::AppWindow;

/// The kinds of elements in the window. A document's text must not create any other.
const KINDS: &str = "a article aside blockquote br button canvas caption circle code dd desc \
    details dialog div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 header hr img \
    input kbd label legend li line main mark menu meter nav ol optgroup option output p path \
    polyline progress rect section select small span strong sub summary sup svg table tbody td \
    text textarea th thead time title tr ul";

/// From now on records every effect of text that is taken for markup, and remembers what is on
/// screen already.
const WATCH: &str = r#"
    const kinds = new Set('KINDS'.split(/\s+/));
    const leads = new Set(['action', 'background', 'cite', 'code', 'data', 'formaction', 'href',
        'manifest', 'ping', 'poster', 'src', 'srcdoc', 'srcset', 'xlink:href']);
    const own = (element, { name, value }) => element.localName === 'a'
        ? name === 'href' && /^(https?|mailto):/.test(value)
        : element.localName === 'img' && name === 'src' && /^page:\/\/localhost\/\w+%2F/.test(value);
    const odd = element => !kinds.has(element.localName)
        || [...element.attributes].some(attribute => /^on/i.test(attribute.name)
            || (leads.has(attribute.name) && !own(element, attribute))
            || (attribute.name === 'style' && /url|expression|import/i.test(attribute.value)));
    const note = what => window.__noted.push(what);
    window.__odd = () => [...document.body.querySelectorAll('*')].filter(odd)
        .map(element => element.outerHTML.slice(0, 200));
    window.__noted = [];
    for (const name of ['alert', 'confirm', 'prompt', 'open', 'print']) {
        window[name] = () => note(name);
    }
    addEventListener('securitypolicyviolation', event => note(`blocked: ${event.blockedURI}`));
    new MutationObserver(changes => {
        const added = changes.flatMap(change => [...change.addedNodes])
            .filter(node => node instanceof Element)
            .flatMap(node => [node, ...node.querySelectorAll('*')]);
        const changed = changes.filter(change => change.type === 'attributes')
            .map(change => change.target);
        added.concat(changed).filter(odd).forEach(one => note(one.outerHTML.slice(0, 200)));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    window.__head = document.head.innerHTML;
"#;

/// The effects so far: none if all is well.
const ODDITIES: &str = r#"
    if (!window.__noted) return ['the page is another one: ' + location.href];
    const shown = window.__noted.concat(window.__odd());
    if (window.__ran !== undefined) shown.push('ran: ' + window.__ran);
    if (document.head.innerHTML !== window.__head) shown.push(document.head.innerHTML);
    const fetched = performance.getEntriesByType('resource').map(entry => entry.name)
        .filter(name => !/^(tauri|page|ipc):\/\/localhost\//.test(name));
    return shown.concat(fetched.map(name => 'fetched: ' + name));
"#;

/// Watches a window.
pub struct Guard<'a> {
    window: &'a AppWindow,
}

impl<'a> Guard<'a> {
    /// Begins to watch.
    pub fn begin(window: &'a AppWindow) -> Self {
        window.script(&WATCH.replace("KINDS", KINDS));
        Self { window }
    }

    /// Asserts that text has had no effect so far.
    ///
    /// # Panics
    /// If it has had one.
    pub fn check(&self, place: &str) {
        assert_eq!(self.window.script(ODDITIES), json!([]), "in {place}");
        assert_eq!(self.window.windows(), 1, "in {place}");
    }

    /// Does the same, and returns the texts of the elements that a selector finds. They may contain
    /// only elements of these kinds.
    ///
    /// # Panics
    /// If text has had an effect.
    pub fn texts(&self, selector: &str, kinds: &str) -> Vec<String> {
        self.check(selector);
        let found = self.window.script(&format!(
            "const kinds = '{kinds}'.split(' ');
             const found = [...document.querySelectorAll(`{selector}`)];
             return [found.map(one => one.textContent), found.flatMap(one =>
                 [...one.querySelectorAll('*')].map(inner => inner.localName)
                     .filter(kind => !kinds.includes(kind)))]",
        ));
        assert_eq!(found[1], json!([]), "{selector} holds more than text");
        let texts = found[0].as_array().map_or(&[][..], Vec::as_slice);
        texts.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

/// A port of this machine to which no one may connect.
pub struct Trap(TcpListener);

impl Trap {
    /// Begins to listen.
    ///
    /// # Panics
    /// If no port is free.
    pub fn set() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        listener.set_nonblocking(true).expect("a listener need not wait");
        Self(listener)
    }

    /// The host and the port.
    ///
    /// # Panics
    /// If it has none, which is impossible.
    pub fn host(&self) -> String {
        self.0.local_addr().expect("a listener has an address").to_string()
    }

    /// Whether a connection came since it was set or last checked.
    pub fn sprung(&self) -> bool {
        self.0.accept().is_ok()
    }
}

/// A text without invisible characters, and with single spaces.
pub fn seen(text: &str) -> String {
    let unseen = |letter: char| {
        letter.is_control() && !letter.is_whitespace()
            || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fffd}')
    };
    let text: String = text.chars().filter(|letter| !unseen(*letter)).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_trap_tells_who_came() {
        let trap = Trap::set();
        assert!(!trap.sprung());
        let _visitor = TcpStream::connect(trap.host()).unwrap();
        assert!(trap.sprung() && !trap.sprung());
    }

    #[test]
    fn what_is_seen_of_a_text() {
        for (text, expected) in
            [("a\u{0}b", "ab"), (" a \n\t b\u{c}c ", "a b c"), ("\u{202e}a\u{feff}", "a")]
        {
            assert_eq!(seen(text), expected);
        }
    }
}
