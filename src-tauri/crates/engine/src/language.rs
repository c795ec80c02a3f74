//! In which language a document is written, and whether a model knows it.

use model::Weights;
use whatlang::{Lang, detect};

/// Bytes of the text from which its language is told: from its middle, because books begin with
/// notices and names.
const SAMPLE: usize = 8_192;

/// The English name of the text's language, if the model's file lists the languages that it knows and
/// this is none of them. A text whose language is in doubt counts as known.
pub(crate) fn unknown_language(weights: &Weights, text: &str) -> Option<String> {
    let known = weights.info().languages.as_deref()?;
    let language = language(text)?;
    (!known.iter().any(|code| code == language.code())).then(|| language.eng_name().to_owned())
}

fn language(text: &str) -> Option<Lang> {
    let middle = text.len().saturating_sub(SAMPLE) / 2;
    let start = text.floor_char_boundary(middle);
    let end = text.floor_char_boundary((start + SAMPLE).min(text.len()));
    detect(&text[start..end]).filter(|found| found.is_reliable()).map(|found| found.lang())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_text_tells_its_language() {
        let german = "Die Katze saß auf der Mauer und sah dem Regen zu, der seit dem Morgen fiel. ";
        let english = "The cat sat on the wall and watched the rain that had not stopped all day. ";
        assert_eq!(language(&german.repeat(20)), Some(Lang::Deu));
        assert_eq!(language(&english.repeat(20)), Some(Lang::Eng));
        let foreword = format!("{}{}", english.repeat(20), german.repeat(400));
        assert_eq!(language(&foreword), Some(Lang::Deu));
        assert_eq!(language("12 34 56"), None);
        assert_eq!(language(""), None);
    }
}
