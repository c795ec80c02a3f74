//! The words of Chinese text, which has no spaces between them.

use std::sync::LazyLock;

use jieba_rs::Jieba;

/// The dictionary and the hidden Markov model, loaded once.
static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// Returns the words of a text in order, with everything between them: the result of `jieba.cut` of
/// jieba 0.42.1, which LongBench calls.
pub(super) fn words(text: &str) -> Vec<&str> {
    JIEBA.cut(text, true).into_iter().flat_map(|token| parts(token.word)).collect()
}

/// Divides what has no Chinese, such as `1620-21`. jieba-rs keeps it together; jieba divides it into
/// numbers or names and what is between them, unless it is a word of the dictionary, such as `C++`.
fn parts(word: &str) -> Vec<&str> {
    if !word.is_ascii() || JIEBA.has_word(word) {
        return vec![word];
    }
    let (mut parts, mut rest) = (Vec::new(), word);
    while !rest.is_empty() {
        let (part, after) = rest.split_at(match named(rest) {
            0 => rest.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(rest.len()),
            length => length,
        });
        parts.push(part);
        rest = after;
    }
    parts
}

/// Returns the length of the number or name at the beginning of a text: letters and digits, then what
/// follows a point if it is a number, then a per cent sign.
fn named(text: &str) -> usize {
    let run = |from: usize, holds: fn(&u8) -> bool| {
        text.as_bytes()[from..].iter().take_while(|byte| holds(byte)).count()
    };
    let name = run(0, u8::is_ascii_alphanumeric);
    if name == 0 {
        return 0;
    }
    let fraction = match text[name..].starts_with('.') {
        true => run(name + 1, u8::is_ascii_digit),
        false => 0,
    };
    let end = if fraction > 0 { name + 1 + fraction } else { name };
    end + usize::from(text[end..].starts_with('%'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_jieba() {
        for (text, expected) in [
            ("王小明来到北京大学。", &["王小明", "来到", "北京大学", "。"][..]),
            ("iPhone 4S手机", &["iPhone", " ", "4S", "手机"]),
            ("分开为10-14个叉", &["分开", "为", "10", "-", "14", "个", "叉"]),
            ("3.5%的人", &["3.5%", "的", "人"]),
            ("a.b.5", &["a", ".", "b.5"]),
            ("用C++写", &["用", "C++", "写"]),
            ("--", &["--"]),
            ("", &[]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn nothing_is_lost() {
        for text in ["他 把\n灯🙂藏在 1.5%-x_y 磨坊里。", "...", "\u{a0}é漢字"] {
            assert_eq!(words(text).concat(), text);
        }
    }
}
