//! Extracts Information Points from a model's output (PECAN §3.1): one for each bullet.
//!
//! Every point keeps the range of output tokens that contain its text, because their rows of
//! attention become its edges. Bullet marks, the spaces after them and line breaks do not belong to
//! the point, unless a token also holds some of its text.

use std::collections::HashSet;
use std::ops::Range;

use crate::bullet_marks::unmarked;
use crate::edges::point_tokens;
use crate::graph::Point;
use crate::signal::Tokens;
use crate::spelling::{Spelling, TokenRuns};
use crate::writer::{Ending, Written};
use crate::{LanguageModel, Token};

/// A point as it appears in an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draft {
    /// Its text, trimmed.
    pub text: String,
    /// Its tokens, counted from the output's first.
    pub tokens: Range<usize>,
    /// Its bytes in the text of the output.
    place: Range<usize>,
}

/// An output as text.
pub(crate) struct OutputText {
    spelling: Spelling,
    ending: Ending,
}

impl OutputText {
    pub(crate) fn new(written: &Written, bytes: impl Fn(Token) -> Vec<u8>) -> Self {
        Self { spelling: Spelling::new(&written.tokens, bytes), ending: written.ending }
    }

    /// Returns a point's tokens that count for its edges.
    pub(crate) fn counted(&self, draft: &Draft, tokens: Tokens) -> TokenRuns {
        point_tokens(&self.spelling, draft.tokens.clone(), draft.place.clone(), tokens)
    }

    /// Returns the bullets in order, each text once. A last one that was cut off is left out,
    /// unless it is the only one.
    pub(crate) fn bullets(&self) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let mut start = 0;
        for line in self.spelling.text().split_inclusive('\n') {
            if let Some(text) = bullet(line) {
                let cut_off = self.ending != Ending::Finished && !line.ends_with('\n');
                if !cut_off || drafts.is_empty() {
                    drafts.push(self.draft(start, line, text));
                }
            }
            start += line.len();
        }
        let mut seen = HashSet::new();
        drafts.retain(|draft| seen.insert(draft.text.clone()));
        drafts
    }

    /// Returns all bullets as one point, in one line; without any, the whole output.
    pub(crate) fn together(&self) -> Option<Draft> {
        let bullets = self.bullets();
        let (Some(first), Some(last)) = (bullets.first(), bullets.last()) else {
            return self.whole();
        };
        let (tokens, place) =
            (first.tokens.start..last.tokens.end, first.place.start..last.place.end);
        let texts: Vec<&str> = bullets.iter().map(|bullet| bullet.text.as_str()).collect();
        Some(Draft { text: texts.join(" "), tokens, place })
    }

    /// Returns the whole output as one point, in one line; `None` if it is blank.
    pub(crate) fn whole(&self) -> Option<Draft> {
        let whole = self.spelling.text();
        let text = whole.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        let draft = self.draft(0, whole, text);
        (!text.is_empty()).then(|| Draft { text: words.join(" "), ..draft })
    }

    /// Returns a draft of `text`, a part of `line`, which begins at `start` of the output.
    fn draft(&self, start: usize, line: &str, text: &str) -> Draft {
        let offset = text.as_ptr() as usize - line.as_ptr() as usize;
        let place = start + offset..start + offset + text.len();
        Draft { text: text.to_owned(), tokens: self.spelling.tokens_of(place.clone()), place }
    }
}

/// Returns the text of a non-empty bullet line.
fn bullet(line: &str) -> Option<&str> {
    let text = unmarked(line.trim())?.trim();
    (!text.is_empty()).then_some(text)
}

/// Returns the point of a draft. Its tokens are the written ones if they spell one space and the
/// text, as they do for a model that writes what it was shown; otherwise the text is tokenised.
pub(crate) fn point<M: LanguageModel>(
    model: &M,
    draft: &Draft,
    written: &[Token],
) -> Result<Point, M::Error> {
    let spelled = format!(" {}", draft.text);
    let own = &written[draft.tokens.clone()];
    let bytes: Vec<u8> = own.iter().flat_map(|&token| model.bytes(token)).collect();
    let tokens =
        if bytes == spelled.as_bytes() { own.to_vec() } else { model.tokenize(&spelled)? };
    Ok(Point { text: draft.text.clone(), tokens })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn output(pieces: &[&[u8]], ending: Ending) -> OutputText {
        let tokens = (0..pieces.len() as Token).collect();
        OutputText::new(&Written { appended: pieces.len(), tokens, ending }, |token| {
            pieces[token as usize].to_vec()
        })
    }

    fn bullets(pieces: &[&str], ending: Ending) -> Vec<(String, Range<usize>)> {
        let pieces: Vec<&[u8]> = pieces.iter().map(|piece| piece.as_bytes()).collect();
        let drafts = output(&pieces, ending).bullets();
        drafts.into_iter().map(|draft| (draft.text, draft.tokens)).collect()
    }

    fn texts(text: &str) -> Vec<String> {
        let drafts = bullets(&[text], Ending::Finished);
        drafts.into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn the_mark_and_the_line_break_are_not_the_points() {
        let pieces = ["*", " Mira", " sleeps", ".", "\n", "*", " Tom", " eats", "."];
        let expected = [("Mira sleeps.".to_owned(), 1..4), ("Tom eats.".to_owned(), 6..9)];
        assert_eq!(bullets(&pieces, Ending::Finished), expected);
    }

    #[test]
    fn tokens_that_join_marks_and_text_are_shared() {
        let pieces = ["* Mi", "ra", ".\n\n*", " ", "Tom", ".\n"];
        let expected = [("Mira.".to_owned(), 0..3), ("Tom.".to_owned(), 4..6)];
        assert_eq!(bullets(&pieces, Ending::Finished), expected);
        let pieces = ["Here:\n", "\n*", " A", "\n*", " B"];
        let expected = [("A".to_owned(), 2..3), ("B".to_owned(), 4..5)];
        assert_eq!(bullets(&pieces, Ending::Finished), expected);
    }

    #[test]
    fn a_token_that_begins_a_character_belongs_to_it() {
        let pieces: [&[u8]; 7] = [b"*", b" ", b"\xc3", b"\x89", b"va", b"\xc3", b"\xa9"];
        let drafts = output(&pieces, Ending::Finished).bullets();
        assert_eq!(drafts, [Draft { text: "Évaé".to_owned(), tokens: 2..7, place: 2..8 }]);
        let drafts = output(&[b"*", b" a", b"\xc3"], Ending::Finished).bullets();
        assert_eq!(drafts, [Draft { text: "a\u{fffd}".to_owned(), tokens: 1..3, place: 2..6 }]);
    }

    #[test]
    fn tokens_that_count() {
        let pieces: [&[u8]; 9] =
            [b"*", b" The", b" la", b"mp", b" is", b" Mira", b"'s", b".\n*", b" It is.\n"];
        let output = output(&pieces, Ending::Finished);
        let counted = |tokens| -> Vec<TokenRuns> {
            output.bullets().iter().map(|draft| output.counted(draft, tokens)).collect()
        };
        let run = |tokens: Range<usize>| vec![tokens];
        assert_eq!(counted(Tokens::All), [run(1..8), run(8..9)]);
        assert_eq!(counted(Tokens::Content), [vec![2..4, 5..7], run(8..9)]);
    }

    #[test]
    fn marks_that_other_models_write() {
        assert_eq!(
            texts("- a\n• b\n– c\n1. d\n12) e\n  * f\n*g"),
            ["a", "b", "c", "d", "e", "f", "g"]
        );
        assert_eq!(
            texts("+ a\n● b\n(1) c\n(a) d\na) e\n**1.** f\n— g\n· h\n•i\n→ j"),
            ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
        );
        assert_eq!(
            texts("要点：\n1、灯在地窖。\n２．屋顶很旧。\n三、没有人看。\n④他走了。"),
            ["灯在地窖。", "屋顶很旧。", "没有人看。", "他走了。"]
        );
    }

    #[test]
    fn what_is_no_bullet() {
        let lines = "Summary:\n**Bold**\n-5 degrees\n1.5 litres\n2024. A year\n*\n* \n-\n1.\n\nend\n(see) it\n\
                     (1999) a year\nA. Smith\n十年后，他走了。\n**1.5** litres\n+5 degrees";
        assert!(texts(lines).is_empty());
    }

    #[test]
    fn later_duplicates_are_dropped() {
        assert_eq!(texts("* a\n* b\n*  a \n- b"), ["a", "b"]);
    }

    #[test]
    fn a_point_that_was_cut_off_is_left_out_unless_alone() {
        let pieces = ["*", " a", "\n", "*", " half"];
        for ending in [Ending::Budget, Ending::Circles] {
            assert_eq!(bullets(&pieces, ending), [("a".to_owned(), 1..2)]);
            assert_eq!(bullets(&pieces[3..], ending), [("half".to_owned(), 1..2)]);
        }
        assert_eq!(bullets(&pieces, Ending::Finished).len(), 2);
    }

    #[test]
    fn bullets_become_one_point() {
        let together = |text: &str| output(&[text.as_bytes()], Ending::Finished).together();
        let text = |text: &str| together(text).map(|draft| draft.text);
        assert_eq!(
            text("* Mira sleeps.\n* Tom eats.\n").as_deref(),
            Some("Mira sleeps. Tom eats.")
        );
        assert_eq!(text("Mira sleeps.\n").as_deref(), Some("Mira sleeps."));
        assert_eq!(text("\n"), None);
    }

    #[test]
    fn a_whole_output_becomes_one_line() {
        let whole = |text: &str| output(&[b"\n", text.as_bytes()], Ending::Finished).whole();
        let expected =
            Draft { text: "Mira sleeps. Tom eats.".to_owned(), tokens: 1..2, place: 1..24 };
        assert_eq!(whole("Mira sleeps.\n\nTom eats.\n"), Some(expected));
        assert_eq!(whole(" \n"), None);
    }

    proptest! {
        #[test]
        fn a_points_tokens_hold_its_text(
            lines in prop::collection::vec("[a-z é]{0,12}", 1..12),
            sizes in prop::collection::vec(1usize..5, 1..20),
        ) {
            let text: String = lines.iter().map(|line| format!("* {line}\n")).collect();
            let mut pieces: Vec<&[u8]> = Vec::new();
            let mut rest = text.as_bytes();
            for &size in sizes.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (piece, left) = rest.split_at(size.min(rest.len()));
                pieces.push(piece);
                rest = left;
            }
            let drafts = output(&pieces, Ending::Finished).bullets();
            for draft in &drafts {
                let held = pieces[draft.tokens.clone()].concat();
                prop_assert!(held.windows(draft.text.len()).any(|part| part == draft.text.as_bytes()));
                prop_assert!(held.len() <= draft.text.len() + 8);
            }
            prop_assert!(drafts.windows(2).all(|pair| pair[0].tokens.end <= pair[1].tokens.start + 1));
        }
    }
}
