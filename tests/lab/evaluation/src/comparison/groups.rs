//! The questions that take part, grouped by the documents that they are about.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use pocket::Rng;
use protocol::Failure;

use super::Material;
use super::document_reader::{DocumentReader, TitledTexts};
use super::report::{ALL, printable};
use crate::data::{DatasetDocument, DatasetLocation, DatasetQuestion, Questions};

/// Questions of a data set about the same documents.
#[derive(Debug)]
pub struct QuestionGroup {
    /// The data set.
    pub dataset: String,
    /// What distinguishes the documents from others.
    pub key: String,
    /// Titles and texts, in order. A missing title is an empty text.
    pub documents: TitledTexts,
    /// The questions.
    pub questions: Vec<DatasetQuestion>,
}

/// Remarks about the data.
#[derive(Debug, Default)]
pub struct Reported {
    /// What was left out, and why.
    pub left_out: Vec<String>,
    /// Other remarks.
    pub notes: Vec<String>,
}

impl Reported {
    /// Returns everything in printable form, what was left out first.
    pub fn printable(&self) -> Vec<String> {
        self.left_out.iter().chain(&self.notes).map(|one| printable(one)).collect()
    }
}

/// Returns the identity of a question of this name about the same documents. Files from different
/// sources may give two questions one name.
fn named(question: &DatasetQuestion, id: &str) -> (String, String, Vec<*const DatasetDocument>) {
    let documents = question.documents.iter().map(Arc::as_ptr).collect();
    (question.dataset.clone(), id.to_owned(), documents)
}

/// Renames a data set that has the name of the sum over all sets, and returns a note about it. Does
/// nothing with only one data set, which has no sum.
pub fn tell_from_sum(questions: &mut [DatasetQuestion]) -> Option<String> {
    let is_sum = |question: &DatasetQuestion| question.dataset == ALL;
    let [some, others] = [true, false].map(|sum| questions.iter().any(|one| is_sum(one) == sum));
    for question in questions.iter_mut().filter(|question| some && others && is_sum(question)) {
        question.dataset = format!("“{ALL}”");
    }
    (some && others).then(|| {
        format!(
            "The data set {ALL} is listed as “{ALL}” because {ALL} stands for all data sets \
            together."
        )
    })
}

/// Keeps at most `most` questions of each data set, drawn at random from a seed and left in order, and
/// the questions that rephrase them, which do not count. Questions whose documents cannot be read do
/// not count either; they stay for [`groups`] to report.
///
/// # Errors
///
/// The errors of `is_readable`.
pub fn sample(
    questions: &mut Vec<DatasetQuestion>,
    most: usize,
    seed: u64,
    mut is_readable: impl FnMut(&DatasetQuestion) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let mut sets: BTreeMap<&str, Vec<&DatasetQuestion>> = BTreeMap::new();
    for question in questions.iter().filter(|question| question.rephrases.is_none()) {
        sets.entry(&question.dataset).or_default().push(question);
    }
    // Of two questions with one name in two files, one may be kept and the other not.
    let (mut kept, mut names) = (HashSet::new(), HashSet::new());
    for mut all in sets.into_values() {
        let mut rng = Rng::new(seed);
        rng.shuffle(&mut all);
        let (fits, mut left) = (all.len() <= most, most);
        for question in all {
            if left == 0 {
                break;
            }
            if fits || is_readable(question)? {
                left -= 1;
            }
            names.insert(named(question, &question.id));
            kept.insert((question.place.file.clone(), named(question, &question.id)));
        }
    }
    questions.retain(|question| match &question.rephrases {
        Some(first) => names.contains(&named(question, first)),
        None => kept.contains(&(question.place.file.clone(), named(question, &question.id))),
    });
    Ok(())
}

/// Removes the questions that rephrase a missing question, and returns notes about them.
pub fn take_orphans(questions: &mut Vec<DatasetQuestion>) -> Vec<String> {
    let firsts = questions.iter().filter(|question| question.rephrases.is_none());
    let firsts: HashSet<_> = firsts.map(|question| named(question, &question.id)).collect();
    let mut notes = Vec::new();
    questions.retain(|question| {
        let Some(first) = &question.rephrases else { return true };
        let known = firsts.contains(&named(question, first));
        if !known {
            notes.push(format!(
                "{}: The question {} asks {first} in other words, but its documents have no such \
                 question. It was left out.",
                question.place, question.id
            ));
        }
        known
    });
    notes
}

/// Groups the questions by their documents. Documents that cannot be read are reported, and their
/// questions left out.
///
/// # Errors
///
/// [`Code::Stopped`](protocol::Code::Stopped).
pub fn groups(
    questions: Questions,
    mut reader: DocumentReader<'_>,
    remarks: &mut Reported,
) -> Result<Vec<QuestionGroup>, Failure> {
    let mut groups: Vec<QuestionGroup> = Vec::new();
    let mut places: HashMap<(String, Vec<*const DatasetDocument>), Result<usize, Lost>> =
        HashMap::new();
    let mut alike: HashMap<(String, String), usize> = HashMap::new();
    for question in questions.questions {
        let dataset = question.dataset.clone();
        let own = (dataset.clone(), question.documents.iter().map(Arc::as_ptr).collect());
        let place = match places.entry(own) {
            Entry::Occupied(place) => place.into_mut(),
            Entry::Vacant(place) => {
                let read = reader.all(&question)?;
                place.insert(read.map_err(Lost::new).map(|documents| {
                    let group = QuestionGroup::new(dataset, documents);
                    // The same documents may lie in several files.
                    let known = alike.entry((group.dataset.clone(), group.key.clone()));
                    *known.or_insert_with(|| {
                        groups.push(group);
                        groups.len() - 1
                    })
                }))
            }
        };
        match place {
            Ok(place) if groups[*place].has(&question) => remarks.notes.push(format!(
                "{}: The question {} occurs twice. It counts once.",
                question.place, question.id
            )),
            Ok(place) => groups[*place].questions.push(question),
            Err(lost) => lost.questions.push(question.place),
        }
    }
    let mut lost: Vec<Lost> = places.into_values().filter_map(Result::err).collect();
    lost.sort_by(|one, other| one.why.cmp(&other.why));
    remarks.left_out.extend(lost.iter().map(Lost::reported));
    remarks.notes.append(&mut reader.notes);
    Ok(groups)
}

/// Documents that cannot be read.
#[derive(Debug)]
struct Lost {
    /// Which documents, and why.
    why: String,
    /// Where the questions about them stand.
    questions: Vec<DatasetLocation>,
}

impl Lost {
    fn new(why: String) -> Self {
        Self { why, questions: Vec::new() }
    }

    fn reported(&self) -> String {
        let Self { why, questions } = self;
        match &questions[..] {
            [] => why.clone(),
            [one] => format!("{why} A question was left out with it: {one}."),
            [first, ..] => format!(
                "{why} {} questions were left out with it, the first in {first}.",
                questions.len()
            ),
        }
    }
}

impl QuestionGroup {
    fn new(dataset: String, documents: TitledTexts) -> Self {
        let texts = documents.iter().map(|(title, text)| (title.as_str(), text.as_str()));
        Self { dataset, key: Material::key_of(texts), documents, questions: Vec::new() }
    }

    /// Returns whether a question is already there: under this name, or, if the data names neither of
    /// two, the same question under its place.
    fn has(&self, question: &DatasetQuestion) -> bool {
        let unnamed = |own: &DatasetQuestion| !own.is_named && !question.is_named;
        let alike = |own: &DatasetQuestion| {
            own.answers == question.answers && own.rephrases == question.rephrases
        };
        let same = |own: &DatasetQuestion| {
            own.question == question.question
                && (own.id == question.id || unnamed(own) && alike(own))
        };
        self.questions.iter().any(same)
    }
}

/// Returns the groups by position: first one for each set of identical documents, then the others. The
/// others reuse what is built for the first ones, and nothing is built twice at once.
pub fn firsts(groups: &[QuestionGroup]) -> (Vec<usize>, Vec<usize>) {
    let mut seen = HashSet::new();
    (0..groups.len()).partition(|&place| seen.insert(groups[place].key.as_str()))
}

#[cfg(test)]
mod tests;
