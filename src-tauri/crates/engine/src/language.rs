//! The language of a document, and whether a model knows the language and its words.

use model::Weights;
use whatlang::{Lang, detect};

/// The number of bytes of text that identify its language.
const SAMPLE: usize = 8_192;
/// The number of bytes before them, because books begin with notices and names. Later text has no influence, so that a
/// reader who has not read it yet learns nothing about it.
const SKIPPED: usize = 8_192;
/// The minimum average number of bytes per token of the demonstration model in a text of its own world. It has 4.5
/// there and 2.8 in English tales, where it must spell most words.
const DEMONSTRATED: f64 = 3.7;

/// Returns the English name of the text's language, if the model's file lists the languages that it knows and this is
/// none of them. A text in an uncertain language counts as known.
pub(crate) fn unknown_language(weights: &Weights, text: &str) -> Option<String> {
    let known = weights.info().languages.as_deref()?;
    let language = language(text)?;
    (!known.iter().any(|code| code == language.code())).then(|| english_name(language).to_owned())
}

/// Returns the English name of a language.
fn english_name(language: Lang) -> &'static str {
    match language {
        Lang::Cmn => "Chinese",
        other => other.eng_name(),
    }
}

/// Returns whether this is the demonstration model and the text is not from the made-up world that it knows.
///
/// # Errors
///
/// If llama.cpp fails.
pub(crate) fn is_beyond_demonstration(weights: &Weights, text: &str) -> Result<bool, model::Error> {
    if !weights.info().demonstration {
        return Ok(false);
    }
    let sample = sample(text);
    let tokens = weights.tokenize(sample)?.len();
    Ok((sample.len() as f64) < tokens as f64 * DEMONSTRATED)
}

/// Returns whether a text is in English, or in an unidentifiable language.
pub(crate) fn may_be_english(text: &str) -> bool {
    language(text).is_none_or(|language| language == Lang::Eng)
}

fn language(text: &str) -> Option<Lang> {
    detect(sample(text)).filter(|found| found.is_reliable()).map(|found| found.lang())
}

/// The part of a text that tells its language: the middle of a short one.
fn sample(text: &str) -> &str {
    let middle = text.len().saturating_sub(SAMPLE) / 2;
    let start = text.floor_char_boundary(middle.min(SKIPPED));
    let end = text.floor_char_boundary((start + SAMPLE).min(text.len()));
    &text[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_its_language_after_its_notices() {
        let german = "Die Katze saß auf der Mauer und sah dem Regen zu, der seit dem Morgen fiel. ";
        let english = "The cat sat on the wall and watched the rain that had not stopped all day. ";
        assert_eq!(language(&german.repeat(20)), Some(Lang::Deu));
        assert_eq!(language(&english.repeat(20)), Some(Lang::Eng));
        let foreword = format!("{}{}", english.repeat(20), german.repeat(400));
        assert_eq!(language(&foreword), Some(Lang::Deu));
        let foreword_only = format!("{}{}", german.repeat(400), english.repeat(4_000));
        assert_eq!(language(&foreword_only), Some(Lang::Deu), "later text has no influence");
        assert_eq!(language("12 34 56"), None);
        assert_eq!(language(""), None);
    }
}
