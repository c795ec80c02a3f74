//! The password of a protected file.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The password of a protected file. It goes to the process that reads the file, and into no log,
/// message or library: its debug output is empty.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Password(String);

impl Password {
    /// Takes a password as typed.
    pub fn new(typed: impl Into<String>) -> Self {
        Self(typed.into())
    }

    /// Returns the password as typed.
    pub fn as_typed(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AddOptions;

    #[test]
    fn a_password_shows_as_nothing() {
        let options = AddOptions { password: Some(Password::new("secret")), ..Default::default() };
        assert!(!format!("{options:?}").contains("secret"));
    }
}
