//! The questions that take part, by the documents that they are about.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use engine::{Config, Desk, Ended, Engine};
use model::Stop;
use pocket::Rng;
use protocol::{AddOptions, AddedItem, Code, Event, Failure, JobId, Outcome, Request};

use super::worker::stopped;
use crate::data::{Content, Document, Question, Questions};

/// Questions of a data set about the same documents.
#[derive(Debug)]
pub struct Group {
    /// The data set.
    pub dataset: String,
    /// Titles and texts, in order; no title is empty text.
    pub documents: Texts,
    /// The questions.
    pub questions: Vec<Question>,
}

/// At most so many questions of each data set, chosen by chance from a seed and left in order.
pub fn sample(questions: &mut Vec<Question>, most: usize, seed: u64) {
    let mut sets: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, question) in questions.iter().enumerate() {
        sets.entry(question.dataset.clone()).or_default().push(at);
    }
    let mut kept = HashSet::new();
    for places in sets.values_mut() {
        let mut rng = Rng::new(seed);
        rng.shuffle(places);
        kept.extend(places.iter().take(most).copied());
    }
    let mut at = 0;
    questions.retain(|_| {
        at += 1;
        kept.contains(&(at - 1))
    });
}

/// The questions by their documents, whose files are read into the library in `folder`, so that the
/// next run need not read them again. Documents that cannot be read are told in `problems`, and their
/// questions left out.
///
/// # Errors
///
/// [`Code::Stopped`].
pub fn groups(
    questions: Questions,
    folder: &Path,
    stop: &Stop,
    problems: &mut Vec<String>,
) -> Result<Vec<Group>, Failure> {
    let mut reader = Reader::new(folder, stop)?;
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<(String, Vec<*const Document>), Option<usize>> = HashMap::new();
    for question in questions.questions {
        let dataset = question.dataset.clone();
        let own = (dataset.clone(), question.documents.iter().map(Arc::as_ptr).collect());
        let place = match places.get(&own) {
            Some(place) => *place,
            None => {
                let read = reader.all(&question)?;
                let place = read.map_err(|why| problems.push(why)).ok().map(|documents| {
                    groups.push(Group { dataset, documents, questions: Vec::new() });
                    groups.len() - 1
                });
                places.insert(own, place);
                place
            }
        };
        if let Some(place) = place {
            groups[place].questions.push(question);
        }
    }
    Ok(groups)
}

/// Titles and texts of documents, in order; no title is empty text.
pub type Texts = Vec<(String, String)>;

/// Reads documents.
struct Reader<'a> {
    engine: Engine,
    stop: &'a Stop,
}

impl<'a> Reader<'a> {
    fn new(folder: &Path, stop: &'a Stop) -> Result<Self, Failure> {
        let config = Config::new(Some(folder.to_path_buf()), None)?;
        Ok(Self { engine: Engine::new(config), stop })
    }

    /// The titles and texts of a question's documents, or why there are none.
    fn all(&mut self, question: &Question) -> Result<Result<Texts, String>, Failure> {
        let mut texts = Vec::new();
        for document in question.documents.iter() {
            let title = document.title().unwrap_or_default().to_owned();
            let text = match document.content() {
                Content::Text(text) => Ok(text.clone()),
                Content::File(path) => self.file(path),
            };
            match text {
                Ok(text) => texts.push((title, text)),
                Err(failure) if failure.code == Code::Stopped => return Err(failure),
                Err(failure) => {
                    return Ok(Err(format!("{document}: {failure} Its questions were left out.")));
                }
            }
        }
        Ok(Ok(texts))
    }

    fn file(&mut self, path: &Path) -> Result<String, Failure> {
        let name = engine::unicode(path)?;
        let options = AddOptions { build: false, ..AddOptions::default() };
        let add = Request::Add { files: vec![name], options };
        let document = match self.run(add)? {
            Outcome::Added(items) => match items.into_iter().next() {
                Some(AddedItem::Added(added)) => added.id,
                Some(AddedItem::Failed { error, .. }) => return Err(error),
                _ => return Err(Failure::new(Code::Internal, "Nothing was added.")),
            },
            other => return Err(crate::book::unexpected(&other)),
        };
        match self.run(Request::Text { document, first: 1, count: u32::MAX })? {
            Outcome::Text(text) => Ok(text.pages.into_iter().map(|page| page.text).collect()),
            other => Err(crate::book::unexpected(&other)),
        }
    }

    fn run(&mut self, request: Request) -> Result<Outcome, Failure> {
        let ended = self.engine.run(1, request, &mut Heeding(self.stop));
        ended.map_err(|ended| match ended {
            Ended::Failed(failure) => failure,
            Ended::Stopped => stopped(),
        })
    }
}

/// Says nothing, but stops when it is asked to.
struct Heeding<'a>(&'a Stop);

impl Desk for Heeding<'_> {
    fn report(&mut self, _job: JobId, _event: Event) -> ControlFlow<()> {
        match self.0.is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn stop(&self, _job: JobId) -> Stop {
        self.0.clone()
    }
}
