use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How far a reader has come in a document: nothing after it is to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// To before this character of the document's plain text, in Unicode scalar values from 0.
    Character(u32),
    /// To the end of this page or part, from 1.
    Page(u32),
}

impl FromStr for Until {
    type Err = String;

    /// `1200` is a character, `page:12` a page.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |digits: &str| digits.parse::<u32>().ok();
        let found = match text.split_once(':') {
            None => number(text).map(Self::Character),
            Some(("page", page)) => number(page).filter(|&page| page > 0).map(Self::Page),
            Some(_) => None,
        };
        found.ok_or_else(|| "Name a character, as in 1200, or a page, as in page:12.".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_or_a_page() {
        assert_eq!("1200".parse(), Ok(Until::Character(1_200)));
        assert_eq!("page:12".parse(), Ok(Until::Page(12)));
        for bad in ["", "page:0", "page:", "part:2", "-1", "page:x", "1:2"] {
            assert!(bad.parse::<Until>().is_err(), "{bad}");
        }
    }
}
