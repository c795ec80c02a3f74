use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How far a reader has come in a document: nothing after it may be revealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Up to, but not including, this character of the document's plain text, in Unicode scalar
    /// values from 0.
    Character(u32),
    /// To the end of this page or part, from 1.
    Page(u32),
    /// To the end of this chapter, from 1: chapters are the headings of the highest level that has several.
    Chapter(u32),
}

impl FromStr for Until {
    type Err = String;

    /// Parses `1200` as a character, `page:12` as a page, `chapter:3` as a chapter.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |digits: &str| digits.parse::<u32>().ok();
        let from_one = |digits: &str| number(digits).filter(|&number| number > 0);
        let found = match text.split_once(':') {
            None => number(text).map(Self::Character),
            Some(("page", page)) => from_one(page).map(Self::Page),
            Some(("chapter", chapter)) => from_one(chapter).map(Self::Chapter),
            Some(_) => None,
        };
        found.ok_or_else(|| {
            "Enter a character, as in 1200, a page, as in page:12, or a chapter, as in chapter:3."
                .to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_a_page_or_a_chapter() {
        assert_eq!("1200".parse(), Ok(Until::Character(1_200)));
        assert_eq!("page:12".parse(), Ok(Until::Page(12)));
        assert_eq!("chapter:3".parse(), Ok(Until::Chapter(3)));
        for bad in
            ["chapter:0", "chapter:III", "", "page:0", "page:", "part:2", "-1", "page:x", "1:2"]
        {
            assert!(bad.parse::<Until>().is_err(), "{bad}");
        }
    }
}
