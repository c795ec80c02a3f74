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
mod tests {
    use std::sync::LazyLock;

    use model::StopSignal;
    use serde_json::json;

    use super::*;
    use crate::data::{
        AtLeastOne, DatasetError, DatasetFormat, DatasetLocation, NonBlankText, ReferenceAnswers,
    };

    fn all_readable(_: &DatasetQuestion) -> Result<bool, Failure> {
        Ok(true)
    }

    /// The document that all questions here are about.
    static STORY: LazyLock<Arc<DatasetDocument>> =
        LazyLock::new(|| Arc::new(DatasetDocument::text(None, "Mira hid it.".into()).unwrap()));

    fn question(dataset: &str, id: &str, rephrases: Option<&str>) -> DatasetQuestion {
        let phrase = |text: &str| NonBlankText::new(text.into()).unwrap();
        DatasetQuestion {
            place: DatasetLocation::new("a.jsonl", 1),
            id: id.into(),
            is_named: true,
            dataset: dataset.into(),
            form: DatasetFormat::Plain,
            documents: AtLeastOne::new(vec![Arc::clone(&STORY)]).unwrap(),
            question: phrase("Who hid it?"),
            answers: ReferenceAnswers::Texts(AtLeastOne::new(vec![phrase("Mira")]).unwrap()),
            evidence: Vec::new(),
            kind: None,
            facts: Vec::new(),
            rephrases: rephrases.map(String::from),
        }
    }

    fn group(dataset: &str, text: &str) -> QuestionGroup {
        QuestionGroup::new(dataset.into(), vec![(String::new(), text.into())])
    }

    #[test]
    fn a_sample_counts_questions_and_takes_their_other_words_along() {
        let mut all = Vec::new();
        for at in 0..20 {
            let (id, again) = (format!("q{at}"), format!("q{at}-again"));
            all.push(question("a", &id, None));
            all.push(question("a", &again, Some(&id)));
        }
        all.extend((0..3).map(|at| question("b", &format!("q{at}"), None)));
        let mut some = all.clone();
        sample(&mut some, 5, 1, all_readable).unwrap();
        let of = |dataset: &str, again: bool| {
            let own = some.iter().filter(|question| question.dataset == dataset);
            own.filter(|question| question.rephrases.is_some() == again).count()
        };
        assert_eq!((of("a", false), of("a", true), of("b", false)), (5, 5, 3));
        assert!(some.iter().all(|question| all.contains(question)), "and they stay in order");
        let firsts: Vec<&str> = some.iter().map(|question| question.id.as_str()).collect();
        let mut again = all.clone();
        sample(&mut again, 5, 1, all_readable).unwrap();
        assert_eq!(firsts, again.iter().map(|question| question.id.as_str()).collect::<Vec<_>>());
        sample(&mut all, 100, 1, all_readable).unwrap();
        assert_eq!(all.len(), 43);
        let elsewhere = DatasetDocument::text(None, "Ada found it.".into()).unwrap();
        let documents = AtLeastOne::new(vec![Arc::new(elsewhere)]).unwrap();
        let mut alike = vec![question("a", "q", None)];
        alike.push(DatasetQuestion { documents, ..alike[0].clone() });
        sample(&mut alike, 1, 1, all_readable).unwrap();
        assert_eq!(alike.len(), 1, "one of two of a name that are about different documents");
        let mut alike = vec![question("a", "q", None)];
        alike.push(DatasetQuestion {
            place: DatasetLocation::new("b.jsonl", 1),
            ..alike[0].clone()
        });
        sample(&mut alike, 1, 1, all_readable).unwrap();
        assert_eq!(alike.len(), 1, "one of two of a name that are from different files");
    }

    #[test]
    fn a_sample_counts_what_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.txt"), "Mira hid it.").unwrap();
        std::fs::write(folder.path().join("b.txt"), " ").unwrap();
        let line = |at: usize| {
            let file = if at.is_multiple_of(2) { "b.txt" } else { "a.txt" };
            let question = format!("Who hid lamp {at}?");
            json!({"doc_file": file, "question": question, "answers": "Mira"}).to_string()
        };
        let file = folder.path().join("asked.jsonl");
        std::fs::write(&file, (0..16).map(line).collect::<Vec<_>>().join("\n")).unwrap();
        let mut read = crate::data::read(&[file], &crate::data::DatasetLimits::default()).unwrap();
        let (library, stop) = (folder.path().join("library"), StopSignal::default());
        let mut reader = DocumentReader::new(&library, &stop).unwrap();
        sample(&mut read.questions, 7, 1, |question| reader.can_read(question)).unwrap();
        let drawn = read.questions.len();
        let mut remarks = Reported::default();
        let groups = groups(read, reader, &mut remarks).unwrap();
        let asked: Vec<usize> = groups.iter().map(|group| group.questions.len()).collect();
        assert_eq!(asked, [7]);
        assert!(drawn > 7, "by this seed");
        let lost = format!("{} questions were left out with it", drawn - 7);
        assert!(remarks.left_out.len() == 1 && remarks.left_out[0].contains(&lost), "{remarks:?}");
    }

    #[test]
    fn remarks_about_foreign_names_are_printable() {
        let flaw = DatasetError::UnknownFields(vec!["b\u{1b}[2J\n".into()]);
        let remarks = Reported { left_out: Vec::new(), notes: vec![flaw.to_string()] };
        assert!(remarks.printable()[0].starts_with("The field “b[2J ” is unknown"), "{remarks:?}");
    }

    #[test]
    fn no_data_set_is_called_as_the_sum_over_all() {
        let mut one = vec![question("all", "q", None)];
        assert_eq!((tell_from_sum(&mut one), &*one[0].dataset), (None, "all"));
        let mut two = vec![question("all", "q", None), question("b", "q", None)];
        let note = tell_from_sum(&mut two).unwrap();
        assert!(note.contains("is listed as “all” because"), "{note}");
        assert_eq!((&*two[0].dataset, &*two[1].dataset), ("“all”", "b"));
    }

    #[test]
    fn rephrasings_of_no_question_are_reported() {
        let mut all = vec![
            question("a", "q", None),
            question("a", "q-again", Some("q")),
            question("a", "p-again", Some("p")),
            question("b", "q-again", Some("q")),
        ];
        let notes = take_orphans(&mut all);
        assert_eq!(all.len(), 2);
        assert!(
            notes.len() == 2 && notes[0].contains("p-again asks p in other words"),
            "{notes:?}"
        );
    }

    #[test]
    fn questions_that_are_lost_with_a_document_are_counted() {
        let lost = |count: usize| {
            let questions = (1..=count).map(|line| DatasetLocation::new("a.jsonl", line)).collect();
            Lost { questions, ..Lost::new("a.pdf: It has no text.".into()) }.reported()
        };
        let text = "a.pdf: It has no text. A question was left out with it: a.jsonl:1.";
        assert_eq!(lost(1), text);
        assert!(lost(12).ends_with("12 questions were left out with it, the first in a.jsonl:1."));
    }

    #[test]
    fn the_same_documents_are_built_once() {
        let groups = [group("a", "x"), group("b", "x"), group("a", "y"), group("c", "x")];
        assert_eq!(firsts(&groups), (vec![0, 2], vec![1, 3]));
    }

    #[test]
    fn a_question_counts_once() {
        let mut group = group("a", "x");
        assert!(!group.has(&question("a", "q", None)));
        group.questions.push(question("a", "q", None));
        assert!(group.has(&question("a", "q", None)));
        assert!(!group.has(&question("a", "p", None)), "somebody gave it another name");
        // Unnamed questions are distinguished by what they ask.
        let unnamed = |id: &str| DatasetQuestion { is_named: false, ..question("a", id, None) };
        assert!(!group.has(&unnamed("a:2")));
        group.questions.push(unnamed("a:2"));
        assert!(group.has(&unnamed("a:3")));
        assert!(!group.has(&DatasetQuestion { rephrases: Some("q".into()), ..unnamed("a:3") }));
        assert!(
            !group.has(&DatasetQuestion {
                answers: ReferenceAnswers::Unanswerable,
                ..unnamed("a:3")
            })
        );
    }

    #[test]
    fn documents_are_the_same_wherever_they_lie() {
        let folder = tempfile::tempdir().unwrap();
        let line = |path: &str| {
            json!({"doc_file": path, "question": "Who hid it?", "answers": ["Mira"]}).to_string()
        };
        for (below, text) in [("", "Mira hid it."), ("copy", "Mira hid it."), ("other", "Ada.")] {
            std::fs::create_dir_all(folder.path().join(below)).unwrap();
            std::fs::write(folder.path().join(below).join("a.txt"), text).unwrap();
        }
        let paths = ["a.txt", "./a.txt", "copy/a.txt", "other/a.txt"];
        let file = folder.path().join("asked.jsonl");
        std::fs::write(&file, paths.map(line).join("\n")).unwrap();
        let asked = file.display().to_string();
        let read = crate::data::read(&[file], &crate::data::DatasetLimits::default()).unwrap();
        let mut all = Reported::default();
        let (library, stop) = (folder.path().join("library"), StopSignal::default());
        let reader = DocumentReader::new(&library, &stop).unwrap();
        let groups = groups(read, reader, &mut all).unwrap();
        assert_eq!(groups.iter().map(|group| group.questions.len()).collect::<Vec<_>>(), [1, 1]);
        let note = |line: usize| {
            format!("{asked}:{line}: The question asked:{line} occurs twice. It counts once.")
        };
        assert_eq!((all.left_out, all.notes), (vec![], vec![note(2), note(3)]));
    }
}
