//! Chinese dates: "1927年5月12日", "一九二七年五月".

use std::ops::Range;

use super::YEARS;
use super::calendar::Date;
use super::words::Word;

/// The digits of years written in characters.
const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// The number of digits of a year: with fewer, 年 counts years.
const YEAR: usize = 4;

/// Returns the dates in a run of characters. Chinese has no spaces, so a run has any number of them.
pub(super) fn chinese_date(word: Word<'_>) -> Vec<(Range<usize>, Date)> {
    let mut found = Vec::new();
    for (at, _) in word.text.match_indices('年') {
        let Some((start, year)) = year_before(&word.text[..at]) else { continue };
        let mut end = at + '年'.len_utf8();
        // 1950年代: a decade.
        if word.text[end..].starts_with('代') {
            continue;
        }
        let mut date = Date::Year(year);
        if let Some((month, length)) = number_before(&word.text[end..], &['月']) {
            end += length;
            date = Date::Month { year, month };
            if let Some((day, length)) = number_before(&word.text[end..], &['日', '号', '號'])
                && let Some(day) = Date::day(Some(year), month, day)
            {
                end += length;
                date = day;
            }
        }
        if !matches!(date, Date::Month { month, .. } if !(1..=12).contains(&month)) {
            found.push((word.start + start..word.start + end, date));
        }
    }
    found
}

/// Returns where the year with which a text ends begins, and the year.
fn year_before(text: &str) -> Option<(usize, u16)> {
    let digits: Vec<(usize, u16)> =
        text.char_indices().rev().map_while(|(at, c)| Some((at, digit(c)?))).collect();
    let (start, _) = *digits.last()?;
    let year = digits
        .iter()
        .rev()
        .fold(0_u16, |year, (_, digit)| year.saturating_mul(10).saturating_add(*digit));
    (digits.len() == YEAR && YEARS.contains(&year)).then_some((start, year))
}

/// Returns the number with which a text begins, if one of `units` follows, and their bytes.
fn number_before(text: &str, units: &[char]) -> Option<(u8, usize)> {
    let length = text.find(units)?;
    let written: Vec<char> = text[..length].chars().collect();
    let unit = text[length..].chars().next()?.len_utf8();
    Some((small_number(&written)?, length + unit))
}

/// Returns a number below 100, in digits or characters.
fn small_number(written: &[char]) -> Option<u8> {
    let value = |c: &char| digit(*c).and_then(|digit| u8::try_from(digit).ok());
    match written {
        ['十'] => Some(10),
        ['十', ones] => Some(10 + value(ones)?),
        [tens, '十'] => Some(10 * value(tens)?),
        [tens, '十', ones] => Some(10 * value(tens)? + value(ones)?),
        [ones] => value(ones),
        [tens, ones] => Some(10 * value(tens)? + value(ones)?),
        _ => None,
    }
}

fn digit(c: char) -> Option<u16> {
    let written = DIGITS.iter().position(|digit| *digit == c);
    c.to_digit(10)
        .or(written.and_then(|digit| u32::try_from(digit).ok()))
        .and_then(|digit| u16::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(text: &str) -> Vec<Date> {
        chinese_date(Word { text, start: 0 }).into_iter().map(|(_, date)| date).collect()
    }

    #[test]
    fn digits_and_characters_mean_the_same() {
        let day = Date::Day { year: Some(1927), month: 5, day: 12 };
        assert_eq!(dates("他生于1927年5月12日后来"), [day]);
        assert_eq!(dates("一九二七年五月十二日"), [day]);
        assert_eq!(dates("二〇〇一年十一月"), [Date::Month { year: 2001, month: 11 }]);
        assert_eq!(dates("1927年和1930年"), [Date::Year(1927), Date::Year(1930)]);
        assert_eq!(dates("三年后1927年13月，1950年代，1000年前"), []);
    }
}
