//! Whether a text that a model wrote is supported by what it read. Small models invent, echo their instructions, or
//! speak about the text instead of saying what it says.

pub use self::numbers::is_number;
use self::quantities::Quantities;
pub use self::source_words::{SourceWords, SupportedShare, is_unspaced};
use self::statements::Statements;
pub use crate::words::is_content;
use crate::words::words;

/// The share of a point's content words that its sources must contain.
pub const POINT_SUPPORT: f64 = 0.75;

/// The extent to which a source supports a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Support {
    /// The share of its content words that the source contains; 1 if it has none.
    pub words: f64,
    /// Whether the source contains all its names and numbers, the numbers with the same units.
    pub names: bool,
    /// Whether it speaks about the text as a text, and the source does not.
    pub about_text: bool,
    /// Whether it states the opposite of the sentence that its words come from.
    pub contradicts: bool,
}

impl Support {
    /// Returns whether the source says what the text says: it has at least the share `least` of the text's content
    /// words and all its names and numbers.
    pub fn is_enough(self, least: f64) -> bool {
        self.words >= least && self.names && !self.about_text && !self.contradicts
    }
}

/// The sources that texts are checked against.
#[derive(Debug, Clone, Default)]
pub(crate) struct GroundingSources {
    words: SourceWords,
    quantities: Quantities,
    statements: Statements,
}

impl GroundingSources {
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let texts: Vec<&str> = texts.into_iter().collect();
        Self {
            words: SourceWords::new(texts.iter().copied()),
            quantities: Quantities::new(texts.iter().copied()),
            statements: Statements::new(texts),
        }
    }

    /// Returns how far all sources together support a text.
    pub fn support(&self, text: &str) -> Support {
        let share = self.words.share(text);
        Support {
            words: share.words,
            names: share.names && !self.quantities.differ(text),
            about_text: self.words.is_about_text(text),
            contradicts: self.statements.contradict(text),
        }
    }
}

/// First words of questions that ask for something they do not name.
const OPEN_QUESTIONS: [&str; 8] = ["what", "who", "whom", "whose", "where", "when", "why", "how"];

/// Returns whether an answer to an open question has no content words beyond those of the question: "a sealed jar" says
/// nothing about what was found in a sealed jar. False for questions that name their answers, such as "A or B" or those
/// that ask for Yes or No, and for answers without content words.
pub fn repeats_question(answer: &str, question: &str) -> bool {
    let asked: Vec<String> = words(question).map(|place| question[place].to_lowercase()).collect();
    let is_open = asked.iter().any(|word| OPEN_QUESTIONS.contains(&word.as_str()));
    let is_choice = asked.iter().any(|word| word == "or");
    is_open && !is_choice && has_content(answer) && {
        let asked = SourceWords::new([question]);
        SupportedShare { words: 1.0, names: true } == asked.share(answer)
    }
}

/// Returns whether a text has words that can be looked up in another one.
pub fn has_content(text: &str) -> bool {
    !SourceWords::content(text).is_empty()
}

/// Returns how far `sources`, taken together, support `text`.
pub fn support<'a>(text: &str, sources: impl IntoIterator<Item = &'a str>) -> Support {
    GroundingSources::new(sources).support(text)
}

mod numbers;
mod quantities;
mod source_words;
mod statements;
#[cfg(test)]
mod tests;
