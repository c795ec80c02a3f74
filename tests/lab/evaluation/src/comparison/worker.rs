//! What one of the workers does: it builds for some documents, asks the questions about them, and
//! calculates what passages would cost.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use protocol::{Code, Failure};

use super::ComparisonPlan;
use super::answerer::{Answerer, cannot};
use super::groups::QuestionGroup;
use super::judge::judge;
use super::pool::{ComparisonJobResult, DoesJobs, Job};
use super::progress::Monitor;
use super::record::{ConstructionRecord, Record};
use super::unbuilt::{Lack, concerns_all, vectors};
use super::{Embedded, Material, Method, QuestionOutcome, Store};
use crate::data::DatasetQuestion;

/// A worker that builds and answers, and its current documents.
pub struct ComparisonWorker<'a> {
    answerer: Answerer,
    groups: &'a [QuestionGroup],
    /// The planned number of questions asked at once.
    jobs: usize,
    /// Whether passages are only chosen, and nothing is answered.
    chooses: bool,
    material: Option<(usize, Arc<Material>)>,
    /// What went wrong with individual documents.
    problems: Vec<String>,
}

impl DoesJobs for ComparisonWorker<'_> {
    fn does(&mut self, job: Job) -> Result<ComparisonJobResult, Failure> {
        self.answerer.jobs = self.jobs.saturating_sub(self.answerer.monitor.lost()).max(1);
        match job {
            Job::Build(group, methods) => {
                let (built, usual) = (self.build(group, &methods)?, self.answerer.usual()?);
                self.answerer.part.end();
                Ok(ComparisonJobResult::Built(built, std::mem::take(&mut self.problems), usual))
            }
            Job::Ask(group, questions, methods) => {
                let group_questions = &self.groups[group].questions[questions];
                self.foresee(group, group_questions, &methods)?;
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
                self.answerer.monitor.step();
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
        let name = &answerer.language.model.info().name;
        let problems = answerer.blind.iter().map(|failure| blind(name, failure)).collect();
        let (jobs, chooses) = (plan.jobs, plan.choosing);
        Ok(ComparisonWorker { answerer, groups, jobs, chooses, material: None, problems })
    }
}

impl ComparisonWorker<'_> {
    fn material(&mut self, group: usize) -> Result<Arc<Material>, Failure> {
        if let Some((_, material)) = self.material.as_ref().filter(|(known, _)| *known == group) {
            return Ok(Arc::clone(material));
        }
        let documents = &self.groups[group].documents;
        let cut = |answerer: &mut Answerer| answerer.material(documents);
        let material = Arc::new(self.once(group, "chunks", cut)?);
        self.material = Some((group, Arc::clone(&material)));
        Ok(material)
    }

    /// Makes something from a group's documents, unless that failed before in this run. In that case it
    /// fails again for the same reason.
    fn once<T>(
        &mut self,
        group: usize,
        what: &str,
        make: impl FnOnce(&mut Answerer) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let store = Arc::clone(&self.answerer.store);
        store.unbuilt.unless(&self.groups[group].key, what, || make(&mut self.answerer))
    }

    /// Returns which of a method's needs is missing for a group's documents, if building it was tried.
    fn lack(&self, group: usize, method: &Method) -> Option<Lack> {
        self.answerer.store.unbuilt.lack(&self.groups[group].key, method)
    }

    fn costs(
        &mut self,
        group: usize,
        question: usize,
        methods: &[Method],
    ) -> Result<Vec<Vec<f64>>, Failure> {
        let material = self.material(group)?;
        let question = asked(&self.groups[group].questions[question]);
        let cost = |method| match self.lack(group, method) {
            Some(Lack::Construction(why) | Lack::Embedding(why)) => Err(why),
            None => self.answerer.passage_costs(method, &material, &question),
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
        let mut needed: BTreeSet<&str> = methods.iter().filter_map(Method::construction).collect();
        let embedded: BTreeSet<Embedded> = methods.iter().flat_map(Method::embedded).collect();
        let (points, texts): (Vec<Embedded>, Vec<Embedded>) =
            embedded.into_iter().partition(|what| matches!(what, Embedded::Points { .. }));
        let embedding = self.answerer.embedding;
        let things = [
            vec![embedding; texts.len()],
            vec![1.0; needed.len()],
            // They are fewer than chunks, and shorter.
            vec![embedding / 4.0; points.len()],
        ]
        .concat();
        self.answerer.part.begin(things);
        let material = self.material(group);
        let Some(material) = self.spared(group, material)? else { return Ok(Vec::new()) };
        self.embed(group, texts, &material)?;
        let mut built: HashMap<&str, ConstructionRecord> = HashMap::new();
        for method in methods {
            let Some(what) = method.construction() else { continue };
            let prepare = |answerer: &mut Answerer| answerer.prepare(method, &material);
            let prepared = match self.once(group, what, prepare) {
                Err(failure) if cannot(&failure).is_some() => {
                    self.note_blindness(&failure);
                    None
                }
                prepared => self.spared(group, prepared)?.flatten(),
            };
            if needed.remove(what) {
                self.answerer.part.turn();
            }
            if let Some(prepared) = prepared {
                let QuestionGroup { dataset, questions, .. } = &self.groups[group];
                let asked = questions.iter().filter(|question| question.rephrases.is_none());
                built.entry(what).or_insert_with(|| ConstructionRecord {
                    dataset: dataset.clone(),
                    what: what.into(),
                    documents: material.key.clone(),
                    tokens: material.tokens(),
                    questions: asked.count(),
                    nodes: prepared.nodes,
                    built: prepared.built,
                });
            }
        }
        self.embed(group, points, &material)?;
        Ok(built.into_values().collect())
    }

    /// Embeds what the methods need. Points that cannot be written are left out.
    fn embed(
        &mut self,
        group: usize,
        embedded: Vec<Embedded>,
        material: &Material,
    ) -> Result<(), Failure> {
        for what in embedded {
            let embed = |answerer: &mut Answerer| answerer.embed(what, material);
            match self.once(group, &vectors(what), embed) {
                Err(failure) if cannot(&failure).is_some() => {}
                found => drop(self.spared(group, found)?),
            }
            self.answerer.part.turn();
        }
        Ok(())
    }

    /// Records that the building model does not provide the attention that a graph needs, if so.
    fn note_blindness(&mut self, failure: &Failure) {
        if failure.code == Code::ModelWithoutAttention {
            self.problems.push(blind(&self.answerer.builder.model.info().name, failure));
        }
    }

    /// Does the work that some questions share for all of them at once.
    fn foresee(
        &mut self,
        group: usize,
        questions: &[DatasetQuestion],
        methods: &[(String, Method)],
    ) -> Result<(), Failure> {
        let methods: Vec<&Method> = methods.iter().map(|(_, method)| method).collect();
        let questions: Vec<String> = questions.iter().map(asked).collect();
        let foreseen = self.material(group).and_then(|material| match self.chooses {
            true => Ok(()),
            false => self.answerer.foresee(&methods, &material, &questions),
        });
        self.spared(group, foreseen).map(|_| ())
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
        let MethodResult { mut outcome, kept, shown, cited } =
            found.unwrap_or_else(MethodResult::nothing);
        if let QuestionOutcome::Answered(given) = &mut outcome {
            // They were needed to judge it, and are long.
            given.texts = Vec::new();
        }
        let mut record = judge(question, name, outcome, &shown, &cited);
        (record.documents, record.kept) = (self.groups[group].key.clone(), kept);
        if self.chooses {
            record.scores = None;
        }
        if matches!(method, Method::Compressed { .. }) {
            // Whether texts hold something is judged by adjacent words, and here some words between
            // others are missing.
            (record.reached, record.cited) = (None, None);
        }
        self.answerer.monitor.step();
        Ok(record)
    }

    /// Returns what a method makes of a question.
    fn outcome(
        &mut self,
        group: usize,
        question: &DatasetQuestion,
        method: &Method,
    ) -> Result<MethodResult, Failure> {
        let (material, question) = (self.material(group)?, asked(question));
        let lack = match self.lack(group, method) {
            // A stored answer needs no vectors.
            Some(Lack::Embedding(_))
                if !self.chooses && self.answerer.is_answered(method, &material, &question)? =>
            {
                None
            }
            Some(Lack::Construction(why) | Lack::Embedding(why)) => Some(why),
            None => None,
        };
        let (outcome, kept) = match (lack, self.chooses) {
            (Some(why), _) => (QuestionOutcome::NotRun(cannot(&why).ok_or(why)?.into()), false),
            (None, true) => (self.answerer.chosen(method, &material, &question)?, false),
            (None, false) => self.answerer.answer(method, &material, &question)?,
        };
        let (shown, cited) = match &outcome {
            QuestionOutcome::Answered(given) => self.answerer.texts(method, &material, given)?,
            QuestionOutcome::NotRun(_) => Default::default(),
        };
        Ok(MethodResult { outcome, kept, shown, cited })
    }
}

/// What a method made of a question.
struct MethodResult {
    outcome: QuestionOutcome,
    /// Whether an earlier run did.
    kept: bool,
    /// The texts that the model was shown.
    shown: Vec<String>,
    /// The passages that the answer rests on.
    cited: Vec<String>,
}

impl MethodResult {
    /// A failed outcome.
    fn nothing() -> Self {
        let outcome = QuestionOutcome::NotRun("failed".into());
        Self { outcome, kept: false, shown: Vec::new(), cited: Vec::new() }
    }
}

/// The note about a model, by name, whose attention cannot be read.
fn blind(name: &str, failure: &Failure) -> String {
    format!("{name}: {failure} Pecan does not run the methods that need it.")
}

/// Returns what is asked: the question, and its options if it has any.
fn asked(question: &DatasetQuestion) -> String {
    match &question.answers {
        crate::data::ReferenceAnswers::Choice(choice) => {
            let options: Vec<&str> = choice.options().iter().map(|option| &**option).collect();
            format!("{} Choose one of these: {}.", question.question.trim(), options.join("; "))
        }
        _ => question.question.trim().to_owned(),
    }
}
