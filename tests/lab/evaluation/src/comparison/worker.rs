//! What one of the workers does: it builds for some documents, asks the questions about them, and
//! calculates what passages would cost.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use protocol::{Code, Failure};

use super::answer_record::QuestionOutcome;
use super::answerer::Answerer;
use super::construction::Construction;
use super::failures::{cannot, concerns_all};
use super::groups::QuestionGroup;
use super::job::{ComparisonJobResult, DoesJobs, Job};
use super::judge::judge;
use super::method::{AnswerTexts, Method};
use super::methods::usual;
use super::needs::{Lack, lack, vectors};
use super::plan::ComparisonPlan;
use super::prepared::Embedded;
use super::progress::Monitor;
use super::record::{ConstructionRecord, Record};
use super::store::Store;
use crate::data::DatasetQuestion;

/// A worker that builds and answers, and its current documents.
pub struct ComparisonWorker<'a> {
    answerer: Answerer,
    groups: &'a [QuestionGroup],
    /// The cost of embedding all chunks, relative to building something from them.
    embedding: f64,
    /// The planned number of questions asked at once.
    jobs: usize,
    /// Whether passages are only chosen, and nothing is answered.
    chooses: bool,
    /// The group whose documents are the current ones.
    current: Option<usize>,
    /// What went wrong with individual documents.
    problems: Vec<String>,
}

impl DoesJobs for ComparisonWorker<'_> {
    fn does(&mut self, job: Job) -> Result<ComparisonJobResult, Failure> {
        self.answerer.jobs = self.jobs.saturating_sub(self.answerer.context.monitor.lost()).max(1);
        match job {
            Job::Build(group, methods) => {
                let built = self.build(group, &methods)?;
                let usual = usual(&self.answerer.context.facts)?;
                self.answerer.context.part.end();
                Ok(ComparisonJobResult::Built(built, std::mem::take(&mut self.problems), usual))
            }
            Job::Ask(group, questions, methods) => {
                let group_questions = &self.groups[group].questions[questions];
                self.read_ahead(group, group_questions, &methods)?;
                let mut records = Vec::new();
                for question in group_questions {
                    for (name, method) in &methods {
                        records.push(self.ask(group, question, name, method)?);
                    }
                }
                Ok(ComparisonJobResult::Asked(records, std::mem::take(&mut self.problems)))
            }
            Job::Cost(group, question, methods) => {
                let found = self.costs(group, question, &methods);
                // What cannot be shown has no cost that could be matched.
                let costs = self.spared(group, found)?;
                self.answerer.context.monitor.step();
                Ok(ComparisonJobResult::Costs(
                    costs.unwrap_or_else(|| vec![Vec::new(); methods.len()]),
                ))
            }
        }
    }
}

impl<'a> ComparisonWorker<'a> {
    /// Loads the models.
    ///
    /// # Errors
    ///
    /// As [`Answerer::new`].
    pub fn new(
        plan: &ComparisonPlan,
        groups: &'a [QuestionGroup],
        store: &Arc<Store>,
        monitor: &Monitor,
    ) -> Result<Self, Failure> {
        let answerer = Answerer::new(&plan.models, Arc::clone(store), monitor.clone())?;
        let name = &answerer.context.language.info().name;
        let problems = answerer.context.blind.iter().map(|failure| blind(name, failure)).collect();
        let (embedding, jobs, chooses) = (plan.models.embedding(), plan.jobs, plan.choosing);
        let current = None;
        Ok(ComparisonWorker { answerer, groups, embedding, jobs, chooses, current, problems })
    }
}

impl ComparisonWorker<'_> {
    /// Makes a group's documents the current ones.
    fn turn_to(&mut self, group: usize) -> Result<(), Failure> {
        if self.current != Some(group) {
            let documents = &self.groups[group].documents;
            let cut = |answerer: &mut Answerer| answerer.context.cut(documents);
            let material = Arc::new(self.once(group, "chunks", cut)?);
            self.answerer.context.turn_to(&material);
            self.current = Some(group);
        }
        Ok(())
    }

    /// Makes something from a group's documents, unless that failed before in this run. In that case it
    /// fails again for the same reason.
    fn once<T>(
        &mut self,
        group: usize,
        what: &str,
        make: impl FnOnce(&mut Answerer) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let store = Arc::clone(&self.answerer.context.store);
        store.unbuilt.unless(&self.groups[group].key, what, || make(&mut self.answerer))
    }

    /// Returns which of a method's needs is missing for a group's documents, if building it was tried.
    fn lack(&self, group: usize, method: &Method) -> Option<Lack> {
        lack(&self.answerer.context.store.unbuilt, &self.groups[group].key, method)
    }

    fn costs(
        &mut self,
        group: usize,
        question: usize,
        methods: &[Method],
    ) -> Result<Vec<Vec<f64>>, Failure> {
        self.turn_to(group)?;
        let question = self.groups[group].questions[question].asked();
        let cost = |method: &Method| match self.lack(group, method) {
            Some(Lack::Construction(why) | Lack::Embedding(why)) => Err(why),
            None => method.costs(&mut self.answerer.context, &question),
        };
        methods.iter().map(cost).collect()
    }

    /// Returns a result. If it failed for these documents alone, the failure is recorded and the run
    /// continues without them.
    fn spared<T>(&mut self, group: usize, found: Result<T, Failure>) -> Result<Option<T>, Failure> {
        let QuestionGroup { dataset, questions, .. } = &self.groups[group];
        let about = questions.first().and_then(|question| question.documents.first());
        let about = about.map(ToString::to_string).unwrap_or_default();
        self.noted(format!("{dataset}, {about}"), found)
    }

    /// The same for something that `about` names.
    fn noted<T>(&mut self, about: String, found: Result<T, Failure>) -> Result<Option<T>, Failure> {
        match found {
            Err(failure) if concerns_all(failure.code) => Err(failure),
            Err(failure) => {
                self.problems.push(format!("{about}: {failure}"));
                Ok(None)
            }
            found => found.map(Some),
        }
    }

    /// Builds what the methods need. What cannot be built with this model or from these documents is
    /// left out, as the answers say.
    fn build(
        &mut self,
        group: usize,
        methods: &[Method],
    ) -> Result<Vec<ConstructionRecord>, Failure> {
        let mut names = HashSet::new();
        let needed: Vec<_> = methods.iter().filter_map(|method| method.construction()).collect();
        let needed: Vec<_> = needed.into_iter().filter(|one| names.insert(one.name())).collect();
        let embedded: BTreeSet<Embedded> =
            methods.iter().flat_map(|method| method.embedded()).collect();
        let (points, texts): (Vec<Embedded>, Vec<Embedded>) =
            embedded.into_iter().partition(|what| matches!(what, Embedded::Points(_)));
        let things = [
            vec![self.embedding; texts.len()],
            vec![1.0; needed.len()],
            // They are fewer than chunks, and shorter.
            vec![self.embedding / 4.0; points.len()],
        ]
        .concat();
        self.answerer.context.part.begin(things);
        let turned = self.turn_to(group);
        if self.spared(group, turned)?.is_none() {
            return Ok(Vec::new());
        }
        self.embed(group, texts)?;
        let mut built = Vec::new();
        for construction in needed {
            built.extend(self.construct(group, construction)?);
            self.answerer.context.part.turn();
        }
        self.embed(group, points)?;
        Ok(built)
    }

    /// Builds something, and records what it took.
    fn construct(
        &mut self,
        group: usize,
        what: &dyn Construction,
    ) -> Result<Option<ConstructionRecord>, Failure> {
        let prepare = |answerer: &mut Answerer| what.prepare(&mut answerer.context);
        let prepared = match self.once(group, what.name(), prepare) {
            Err(failure) if cannot(&failure).is_some() => {
                self.note_blindness(&failure);
                None
            }
            prepared => self.spared(group, prepared)?,
        };
        let QuestionGroup { dataset, questions, .. } = &self.groups[group];
        let material = &self.answerer.context.material;
        let asked = questions.iter().filter(|question| question.rephrases.is_none());
        Ok(prepared.map(|prepared| ConstructionRecord {
            dataset: dataset.clone(),
            what: what.name().into(),
            documents: material.key.clone(),
            tokens: material.tokens(),
            questions: asked.count(),
            nodes: prepared.nodes,
            built: prepared.built,
        }))
    }

    /// Embeds what the methods need. Points that cannot be written are left out.
    fn embed(&mut self, group: usize, embedded: Vec<Embedded>) -> Result<(), Failure> {
        for what in embedded {
            let embed = |answerer: &mut Answerer| answerer.context.embed(what);
            match self.once(group, &vectors(what), embed) {
                Err(failure) if cannot(&failure).is_some() => {}
                found => drop(self.spared(group, found)?),
            }
            self.answerer.context.part.turn();
        }
        Ok(())
    }

    /// Records that the building model does not provide the attention that a graph needs, if so.
    fn note_blindness(&mut self, failure: &Failure) {
        if failure.code == Code::ModelWithoutAttention {
            self.problems.push(blind(&self.answerer.context.builder.info().name, failure));
        }
    }

    /// Does the work that some questions share for all of them at once.
    fn read_ahead(
        &mut self,
        group: usize,
        questions: &[DatasetQuestion],
        methods: &[(String, Method)],
    ) -> Result<(), Failure> {
        let methods: Vec<&Method> = methods.iter().map(|(_, method)| method).collect();
        let questions: Vec<String> = questions.iter().map(DatasetQuestion::asked).collect();
        let read = self.turn_to(group).and_then(|()| match self.chooses {
            true => Ok(()),
            false => self.answerer.read_ahead(&methods, &questions),
        });
        self.spared(group, read).map(|_| ())
    }

    fn ask(
        &mut self,
        group: usize,
        question: &DatasetQuestion,
        name: &str,
        method: &Method,
    ) -> Result<Record, Failure> {
        let found = self.outcome(group, question, method);
        let DatasetQuestion { dataset, id, .. } = question;
        let found = self.noted(format!("{dataset}, question {id}, {name}"), found)?;
        let MethodResult { mut outcome, kept, texts } = found.unwrap_or_else(MethodResult::nothing);
        if let QuestionOutcome::Answered(given) = &mut outcome {
            // They were needed to judge it, and are long.
            given.texts = Vec::new();
        }
        let mut record = judge(question, name, outcome, &texts.shown, &texts.cited);
        (record.documents, record.kept) = (self.groups[group].key.clone(), kept);
        if self.chooses {
            record.scores = None;
        }
        if !method.shows_whole_passages() {
            // Whether texts hold something is judged by adjacent words.
            (record.reached, record.cited) = (None, None);
        }
        self.answerer.context.monitor.step();
        Ok(record)
    }

    /// Returns what a method makes of a question.
    fn outcome(
        &mut self,
        group: usize,
        question: &DatasetQuestion,
        method: &Method,
    ) -> Result<MethodResult, Failure> {
        self.turn_to(group)?;
        let question = question.asked();
        let lack = match self.lack(group, method) {
            // A stored answer needs no vectors.
            Some(Lack::Embedding(_))
                if !self.chooses && self.answerer.is_answered(method, &question)? =>
            {
                None
            }
            Some(Lack::Construction(why) | Lack::Embedding(why)) => Some(why),
            None => None,
        };
        let (outcome, kept) = match (lack, self.chooses) {
            (Some(why), _) => (QuestionOutcome::NotRun(cannot(&why).ok_or(why)?.into()), false),
            (None, true) => (self.answerer.chosen(method, &question)?, false),
            (None, false) => self.answerer.answer(method, &question)?,
        };
        let texts = match &outcome {
            QuestionOutcome::Answered(given) => method.texts(&mut self.answerer.context, given)?,
            QuestionOutcome::NotRun(_) => AnswerTexts::default(),
        };
        Ok(MethodResult { outcome, kept, texts })
    }
}

/// What a method made of a question.
struct MethodResult {
    outcome: QuestionOutcome,
    /// Whether an earlier run did.
    kept: bool,
    texts: AnswerTexts,
}

impl MethodResult {
    /// A failed outcome.
    fn nothing() -> Self {
        let outcome = QuestionOutcome::NotRun("failed".into());
        Self { outcome, kept: false, texts: AnswerTexts::default() }
    }
}

/// The note about a model, by name, whose attention cannot be read.
fn blind(name: &str, failure: &Failure) -> String {
    format!("{name}: {failure} Pecan does not run the methods that need it.")
}
