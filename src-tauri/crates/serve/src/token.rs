//! The secret with which another program names itself.

use std::fmt;
use std::path::Path;

use protocol::{Code, Failure};
use subtle::ConstantTimeEq as _;
use terminal::{MOST_TOKEN, SERVE_TOKEN};

/// The number of random bytes in a token.
const BYTES: usize = 32;
/// The smallest number of characters of a token that the user chose.
const LEAST: usize = 16;

/// The secret with which another program names itself.
#[derive(Clone)]
pub struct Token(String);

/// Never prints the secret.
impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token")
    }
}

impl Token {
    /// Returns the user's own token: from a file, or else from the environment.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the token is too short or cannot stand in a header.
    pub fn of_user(file: Option<&Path>) -> Result<Option<Self>, Failure> {
        if let Some(file) = file {
            return Ok(Some(Self::checked(&read(file)?)?));
        }
        match std::env::var(SERVE_TOKEN) {
            Ok(token) if !token.is_empty() => Ok(Some(Self::checked(&token)?)),
            _ => Ok(None),
        }
    }

    /// Makes a random token of 256 bits.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers.
    pub fn random() -> Result<Self, Failure> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(|error| {
            Failure::new(Code::Internal, format!("The system has no random numbers: {error}."))
        })?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    fn checked(text: &str) -> Result<Self, Failure> {
        let token = text.trim();
        let fits = (LEAST..=MOST_TOKEN).contains(&token.len());
        if !fits || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = format!(
                "The token is not usable. Choose {LEAST} to {MOST_TOKEN} letters, digits and marks \
                 without spaces."
            );
            return Err(Failure::new(Code::BadRequest, message));
        }
        Ok(Self(token.to_owned()))
    }

    /// Returns whether another program has the token. How long this takes does not depend on how much of it is right.
    pub fn is(&self, said: &str) -> bool {
        self.0.as_bytes().ct_eq(said.as_bytes()).into()
    }

    /// Returns the secret, to show it to the user once.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

fn read(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|error| {
        let message = format!("The token cannot be read from {}: {error}.", file.display());
        Failure::new(Code::FileUnreadable, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_counts() {
        let token = Token::checked(" 0123456789abcdef\n").unwrap();
        assert!(token.is("0123456789abcdef"));
        for wrong in ["", "0123456789abcde", "0123456789abcdef0", "0123456789abcdeF"] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_eq!(format!("{token:?}"), "Token");
    }

    #[test]
    fn short_tokens_are_refused_and_random_ones_differ() {
        for bad in ["", "short", "sixteen letters, spaced", "ümläute-und-mehr-davon"] {
            assert_eq!(Token::checked(bad).unwrap_err().code, Code::BadRequest, "{bad}");
        }
        let [one, other] = [0; 2].map(|_| Token::random().unwrap());
        assert!(one.secret().len() == 2 * BYTES && !one.is(other.secret()));
    }
}
