//! The words of an answer in the form in which they are compared.

use super::chinese;

/// Marks that LongBench removes from Chinese answers, besides ASCII's. It forgot the opening 《.
const CHINESE_MARKS: &str = "！？｡。＂＃＄％＆＇（）＊＋，－／：；＜＝＞＠［＼］＾＿｀｛｜｝～｟｠｢｣､、〃》「」『』\
                             【】〔〕〖〗〘〙〚〛〜〝〞〟〰〾〿–—‘’‛“”„‟…‧﹏";

/// How the words of a text are separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordSegmentation {
    /// By white space.
    Spaced,
    /// Chinese: as jieba separates them.
    Chinese,
}

impl WordSegmentation {
    /// Returns how a question's words, and so those of its answers, are separated: as Chinese if most
    /// of its letters are Chinese.
    pub fn of(text: &str) -> Self {
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let chinese = text.chars().filter(|&c| is_chinese(c)).count();
        match 2 * chinese > letters {
            true => Self::Chinese,
            false => Self::Spaced,
        }
    }

    /// Returns the words without capitals, punctuation and, if the language has any, articles.
    pub(super) fn normal(self, text: &str) -> Vec<String> {
        match self {
            Self::Spaced => spaced(&plain(text)).map(String::from).collect(),
            Self::Chinese => {
                let words = chinese::words(text).into_iter().map(bare);
                words.filter(|word| !word.is_empty()).collect()
            }
        }
    }

    /// Returns the whole text without what [`normal`](Self::normal) leaves out.
    pub(super) fn normal_text(self, text: &str) -> String {
        match self {
            Self::Spaced => self.normal(text).join(" "),
            Self::Chinese => bare(text),
        }
    }
}

/// Returns whether jieba takes a character for a Chinese ideograph.
fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fd5}').contains(&c)
}

/// Whether Python's `str.split` splits here: at four control characters more than Rust's white space.
fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Returns the words between white space.
pub(super) fn spaced(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// SQuAD's and LongBench's `normalize_answer`, except for white space. Punctuation is removed first, so
/// that `the-cat` is one word and no article.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    let bare: Vec<char> = lower.chars().filter(|c| !c.is_ascii_punctuation()).collect();
    bare.chunk_by(|a, b| a.is_alphanumeric() && b.is_alphanumeric())
        .flat_map(|run| if is_article(run) { &[' '][..] } else { run })
        .collect()
}

fn is_article(run: &[char]) -> bool {
    matches!(run, ['a'] | ['a', 'n'] | ['t', 'h', 'e'])
}

/// LongBench's `normalize_zh_answer`.
fn bare(text: &str) -> String {
    let lower = text.to_lowercase();
    let kept = |c: &char| !c.is_ascii_punctuation() && !CHINESE_MARKS.contains(*c) && !is_space(*c);
    lower.chars().filter(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_go_after_punctuation() {
        let normal = |text| WordSegmentation::Spaced.normal_text(text);
        assert_eq!(normal("The  old-lamp, an A."), "oldlamp");
        assert_eq!(normal("the-cat and “the” cat"), "thecat and “ ” cat");
        assert_eq!(normal("...!"), "");
    }

    #[test]
    fn chinese_has_the_words_of_jieba() {
        assert_eq!(WordSegmentation::Chinese.normal("iPhone 4S，手机。"), ["iphone", "4s", "手机"]);
        assert_eq!(WordSegmentation::Chinese.normal_text("《红楼梦》 3.5"), "《红楼梦35");
    }

    #[test]
    fn most_letters_say_whether_a_text_is_chinese() {
        for (text, words) in [
            ("舜天是哪个王朝的建立者？", WordSegmentation::Chinese),
            ("卡尔·Scheele于1773年发现了氧气?", WordSegmentation::Chinese),
            ("What does 舜天 mean?", WordSegmentation::Spaced),
            ("Что это?", WordSegmentation::Spaced),
            ("", WordSegmentation::Spaced),
        ] {
            assert_eq!(WordSegmentation::of(text), words, "{text}");
        }
    }
}
