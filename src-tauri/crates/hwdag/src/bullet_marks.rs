//! The marks at the beginning of the lines that a model writes as a list.

use crate::prompts;

/// List marks that models write although they were asked for another. A space follows them.
const SPACED_MARKS: [char; 6] = ['-', '+', '·', '–', '—', '→'];
/// List marks that nothing else begins with, whatever follows.
const OTHER_MARKS: [char; 9] = ['•', '●', '○', '◦', '▪', '■', '□', '‣', '◆'];
/// What follows a number in Chinese and Japanese lists, without a space.
const WIDE_ENDS: [char; 4] = ['、', '．', '）', '，'];
/// Chinese digits, which number a list if one of these ends follows.
const CHINESE_DIGITS: [char; 10] = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
/// The maximum number of digits of a number that marks a line.
const MARK_DIGITS: usize = 3;

/// Returns the text after a line's mark.
pub(crate) fn unmarked(line: &str) -> Option<&str> {
    if let Some(rest) = bold_number(line) {
        return Some(rest);
    }
    if let Some(rest) = line.strip_prefix(prompts::BULLET_MARK) {
        // Two asterisks begin bold type, not a point.
        return (!rest.starts_with(prompts::BULLET_MARK)).then_some(rest);
    }
    line.strip_prefix(OTHER_MARKS)
        .or_else(|| line.strip_prefix(|c: char| ('①'..='⑳').contains(&c)))
        .or_else(|| spaced(line.strip_prefix(SPACED_MARKS)?))
        .or_else(|| wide_number(line))
        .or_else(|| spaced(numbered(line)?))
        .or_else(|| spaced(bracketed(line)?))
}

/// Returns a text that begins with a space.
fn spaced(rest: &str) -> Option<&str> {
    rest.starts_with(char::is_whitespace).then_some(rest)
}

/// "1." and "12)", also "a)".
fn numbered(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=MARK_DIGITS).contains(&digits) {
        return line[digits..].strip_prefix(['.', ')']);
    }
    line.strip_prefix(|c: char| c.is_ascii_alphabetic())?.strip_prefix(')')
}

/// "(1)" and "(a)".
fn bracketed(line: &str) -> Option<&str> {
    let (mark, rest) = line.strip_prefix('(')?.split_once(')')?;
    let is_number = mark.len() <= MARK_DIGITS && mark.bytes().all(|c| c.is_ascii_digit());
    let is_letter = mark.len() == 1 && mark.bytes().all(|c| c.is_ascii_alphabetic());
    (!mark.is_empty() && (is_number || is_letter)).then_some(rest)
}

/// "1、" and "三、".
fn wide_number(line: &str) -> Option<&str> {
    let is_digit =
        |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c) || CHINESE_DIGITS.contains(&c);
    let rest = line.trim_start_matches(is_digit);
    let count = line[..line.len() - rest.len()].chars().count();
    (1..=MARK_DIGITS).contains(&count).then(|| rest.strip_prefix(WIDE_ENDS)).flatten()
}

/// "**1.** Mira sleeps."
fn bold_number(line: &str) -> Option<&str> {
    let bold = line.strip_prefix("**")?;
    spaced(numbered(bold)?.strip_prefix("**")?)
}
