//! The marks at the beginning of the lines that a model writes as a list.

use crate::prompts;

/// List marks that models write although they were asked for another.
const OTHER_MARKS: [&str; 3] = ["-", "•", "–"];
/// The maximum number of digits of a number that marks a line.
const MARK_DIGITS: usize = 3;

/// Returns the text after a line's mark.
pub(crate) fn unmarked(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix(prompts::BULLET_MARK) {
        // Two asterisks begin bold type, not a point.
        return (!rest.starts_with(prompts::BULLET_MARK)).then_some(rest);
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = if (1..=MARK_DIGITS).contains(&digits) {
        line[digits..].strip_prefix(['.', ')'])
    } else {
        OTHER_MARKS.iter().find_map(|mark| line.strip_prefix(mark))
    };
    rest.filter(|rest| rest.starts_with(char::is_whitespace))
}
