//! How the text of a method is read: a name, then options, as in `pecan:patience=3` and `bm25:7`.

use std::collections::HashSet;
use std::fmt;

use protocol::{Code, Failure};

/// Why a text is not a method, for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MethodTextError {
    /// There is no such method. The second text lists the methods.
    #[error("The method “{0}” does not exist. The methods are {1}.")]
    Name(String, String),
    /// The method has no such option.
    #[error("The method {0} has no option “{1}”.")]
    Option(String, String),
    /// Two options do not go together: the second would be accepted and have no effect.
    #[error("In “{0}”, the option {2} has no effect with {1}. Leave out one of them.")]
    Idle(String, &'static str, &'static str),
    /// No criterion is left to choose nodes by.
    #[error("In “{0}”, nodes cannot be ranked. Leave out no-attention, no-embedding or no-words.")]
    Aimless(String),
    /// An option is given more than once.
    #[error("The method {0} has the option “{1}” twice.")]
    Twice(String, String),
    /// An option's value is invalid.
    #[error("“{0}” is not a value for {1}: {2}.")]
    Value(String, &'static str, &'static str),
}

/// The text of a method, cut at its colons.
#[derive(Debug)]
pub struct MethodText<'a> {
    /// The name.
    pub name: &'a str,
    /// What follows the name.
    options: Vec<&'a str>,
}

impl<'a> MethodText<'a> {
    /// Cuts a text.
    pub fn new(text: &'a str) -> Self {
        let mut parts = text.trim().split(':');
        Self { name: parts.next().unwrap_or_default(), options: parts.collect() }
    }

    /// Checks that there are no options.
    ///
    /// # Errors
    ///
    /// If there is one.
    pub fn bare(&self) -> Result<(), MethodTextError> {
        self.options.first().map_or(Ok(()), |option| Err(self.unknown(option)))
    }

    /// Reads the only option: a number of at least 1, `usual` if there is none.
    ///
    /// # Errors
    ///
    /// If it is no such number, or there are several.
    pub fn number(&self, usual: usize) -> Result<usize, MethodTextError> {
        match self.options[..] {
            [] => Ok(usual),
            [option] => whole(option, "a count"),
            [_, option, ..] => Err(self.unknown(option)),
        }
    }

    /// Reads the only option: a number as in [`number`](Self::number), or `matched`.
    ///
    /// # Errors
    ///
    /// As [`number`](Self::number).
    pub fn count(&self, usual: usize) -> Result<PassageCount, MethodTextError> {
        match self.options[..] {
            ["matched"] => Ok(PassageCount::Matched),
            _ => self.number(usual).map(PassageCount::Fixed),
        }
    }

    /// Returns every option with its key and its value, which is empty for a mere key.
    pub fn settings(&self) -> impl Iterator<Item = Result<Setting<'a>, MethodTextError>> {
        let mut seen = HashSet::new();
        self.options.iter().map(move |&option| {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            match seen.insert(key) {
                true => Ok(Setting { option, key, value }),
                false => Err(MethodTextError::Twice(self.name.into(), key.into())),
            }
        })
    }

    /// The error that there is no such option.
    pub fn unknown(&self, option: &str) -> MethodTextError {
        MethodTextError::Option(self.name.into(), option.into())
    }
}

/// An option as `key=value`.
#[derive(Debug)]
pub struct Setting<'a> {
    /// The whole option.
    pub option: &'a str,
    /// What stands before the sign.
    pub key: &'a str,
    /// What follows it.
    pub value: &'a str,
}

/// Reads a number of at least 1, which `what` names.
///
/// # Errors
///
/// If it is none.
pub fn whole(value: &str, what: &'static str) -> Result<usize, MethodTextError> {
    let wrong = || MethodTextError::Value(value.into(), what, "it must be a number of at least 1");
    value.parse().ok().filter(|&number| number > 0).ok_or_else(wrong)
}

/// Reads a number from 0 to 1, which `what` names.
///
/// # Errors
///
/// If it is none.
pub fn share(value: &str, what: &'static str) -> Result<f64, MethodTextError> {
    let wrong = || MethodTextError::Value(value.into(), what, "it must lie between 0 and 1");
    let number = value.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    // -0 must not make a second method.
    number.map(f64::abs).ok_or_else(wrong)
}

/// How many passages or nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassageCount {
    /// This many.
    Fixed(usize),
    /// The number that costs what Pecan costs; for nodes of a walk, the mean number that it visits.
    Matched,
}

impl PassageCount {
    /// Returns the count.
    ///
    /// # Errors
    ///
    /// If it was not matched yet.
    pub fn known(self) -> Result<usize, Failure> {
        match self {
            Self::Fixed(count) => Ok(count),
            Self::Matched => {
                Err(Failure::new(Code::Internal, "The number to match was not determined."))
            }
        }
    }
}

impl fmt::Display for PassageCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(count) => write!(formatter, "{count}"),
            Self::Matched => formatter.write_str("matched"),
        }
    }
}
