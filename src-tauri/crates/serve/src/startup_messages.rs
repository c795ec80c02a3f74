//! What the server says when it begins.

use protocol::Failure;
use serde_json::json;
use terminal::print;

use crate::token::Token;

/// Prints where the server listens, on stdout; with `as_json`, as the one JSON value.
///
/// # Errors
///
/// If stdout cannot be written.
pub fn address(port: u16, as_json: bool) -> Result<(), Failure> {
    let url = format!("http://127.0.0.1:{port}/v1");
    let text = format!("Pecan listens at {url}. Press Ctrl-C to end.\n");
    print(as_json, &json!({ "url": url, "port": port }), &text).map(drop)
}

/// Prints a token that was made for this run, on stderr, once.
pub fn token(token: &Token) {
    eprintln!("pecan-serve: the token until the server ends is {}", token.secret());
}

/// Prints that the system does not enforce what the server promises.
pub fn unconfined() {
    eprintln!(
        "pecan-serve: this system cannot forbid the server to open connections; it opens none all \
         the same"
    );
}
