//! A question about some documents, and its answers.

use std::ops::Deref;
use std::sync::Arc;

use serde::Deserialize;

use super::{DatasetDocument, DatasetFormat, DatasetLocation};

/// A question of a data set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatasetQuestion {
    /// Where it is.
    pub place: DatasetLocation,
    /// The data's name for it, or a name of its place. No other question of the file about the same
    /// documents has it, but one about others, or one of another file, may.
    pub id: String,
    /// Whether the name is the data's own.
    pub is_named: bool,
    /// The data set that it names, or else its form's name, or, for the plain form, the file's.
    pub dataset: String,
    /// The form of the line that it was read from.
    pub form: DatasetFormat,
    /// The documents that it is about, in order. Several questions about a document share it.
    pub documents: AtLeastOne<Arc<DatasetDocument>>,
    /// The question, without its options, if any.
    pub question: NonBlankText,
    /// What answers it.
    pub answers: ReferenceAnswers,
    /// Sets of passages: the data says that the answer follows from all passages of any one set. Often
    /// there are none. If the data names only passages that are not found, the single set is empty: see
    /// [`Question::has_lost_evidence`].
    pub evidence: Vec<Vec<String>>,
    /// The kind of the question, if the data has one: `two-hop`.
    pub kind: Option<String>,
    /// The facts that the answer follows from, each as the words that any statement of it contains.
    /// Often the data names none.
    pub facts: Vec<Vec<String>>,
    /// The name of the question that it rephrases. It does not count by itself, but shows whether the
    /// answer stays the same.
    pub rephrases: Option<String>,
}

/// The answers to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceAnswers {
    /// Any of these texts. If annotators disagreed, one of them may be `Unanswerable`.
    Texts(AtLeastOne<NonBlankText>),
    /// One of several options.
    Choice(Choice),
    /// Nothing: the documents do not say.
    Unanswerable,
}

impl DatasetQuestion {
    /// Returns whether the documents answer it.
    pub fn has_answer(&self) -> bool {
        self.answers != ReferenceAnswers::Unanswerable
    }

    /// Returns whether the data names what the answer follows from, but nothing of it was found.
    /// Whether texts hold it is then unknown.
    pub fn has_lost_evidence(&self) -> bool {
        !self.evidence.is_empty() && self.evidence.iter().all(Vec::is_empty)
    }
}

impl ReferenceAnswers {
    /// Returns the texts that an answer is compared with; none if there is no answer.
    pub fn texts(&self) -> &[NonBlankText] {
        match self {
            Self::Texts(texts) => texts,
            Self::Choice(choice) => std::slice::from_ref(choice.right()),
            Self::Unanswerable => &[],
        }
    }

    /// Interprets answers as in many data sets, where a text says that there is none. Empty texts do
    /// not count; if no other is left, the answer is unknown.
    pub(super) fn written(texts: Vec<String>) -> Option<Self> {
        let texts = AtLeastOne::new(texts.into_iter().filter_map(NonBlankText::new).collect())?;
        match texts.iter().all(|text| says_unanswerable(text)) {
            true => Some(Self::Unanswerable),
            false => Some(Self::Texts(texts)),
        }
    }
}

/// Returns whether a text says that there is no answer, as in Qasper and LongBench.
fn says_unanswerable(text: &str) -> bool {
    text.trim().trim_end_matches('.').eq_ignore_ascii_case("unanswerable")
}

/// Several options and the right one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    options: AtLeastOne<NonBlankText>,
    right: usize,
}

impl Choice {
    /// Creates a choice, unless there is no option number `right`, counted from 0.
    pub fn new(options: AtLeastOne<NonBlankText>, right: usize) -> Option<Self> {
        (right < options.len()).then_some(Self { options, right })
    }

    /// Returns all options in order.
    pub fn options(&self) -> &[NonBlankText] {
        &self.options
    }

    /// Returns the number of the right option, counted from 0.
    pub fn right_at(&self) -> usize {
        self.right
    }

    /// Returns the right option.
    pub fn right(&self) -> &NonBlankText {
        &self.options[self.right]
    }
}

/// A text that is more than white space.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct NonBlankText(String);

impl NonBlankText {
    /// Creates a phrase, unless the text is empty or white space.
    pub fn new(text: String) -> Option<Self> {
        (!text.trim().is_empty()).then_some(Self(text))
    }
}

impl Deref for NonBlankText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for NonBlankText {
    fn as_ref(&self) -> &str {
        self
    }
}

impl TryFrom<String> for NonBlankText {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(text).ok_or("a question, an answer or an option is empty")
    }
}

/// A list that is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtLeastOne<T>(Vec<T>);

impl<T> AtLeastOne<T> {
    /// Creates a list, unless there are no items.
    pub fn new(items: Vec<T>) -> Option<Self> {
        (!items.is_empty()).then_some(Self(items))
    }
}

impl<T> Deref for AtLeastOne<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(texts: &[&str]) -> Option<ReferenceAnswers> {
        ReferenceAnswers::written(texts.iter().map(|text| text.to_string()).collect())
    }

    #[test]
    fn unanswerable_is_what_everybody_says_is() {
        assert_eq!(
            written(&["Unanswerable", " unanswerable. "]),
            Some(ReferenceAnswers::Unanswerable)
        );
        let some = written(&["Unanswerable", "the lamp"]).unwrap();
        assert_eq!(some.texts().len(), 2);
        assert!(ReferenceAnswers::Unanswerable.texts().is_empty());
    }

    #[test]
    fn empty_answers_are_none() {
        assert_eq!(written(&["", " \n"]), None);
        assert_eq!(written(&["", "lamp"]).unwrap().texts().len(), 1);
        assert_eq!(NonBlankText::new("\u{a0} ".into()), None);
    }

    #[test]
    fn a_choice_has_its_right_option() {
        let option = |text: &str| NonBlankText::new(text.into()).unwrap();
        let options = || AtLeastOne::new(vec![option("lamp"), option("door")]).unwrap();
        let choice = Choice::new(options(), 1).unwrap();
        assert_eq!((&**choice.right(), choice.options().len()), ("door", 2));
        assert_eq!(Choice::new(options(), 2), None);
        assert_eq!(&*ReferenceAnswers::Choice(choice).texts()[0], "door");
    }
}
