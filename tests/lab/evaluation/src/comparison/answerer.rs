//! Answers by any method, which are stored, and what the methods need.

use std::sync::Arc;
use std::time::Instant;

use protocol::Failure;

use super::answer_record::{AnswerRecord, QuestionOutcome, ShownNode};
use super::context::Context;
use super::failures::cannot;
use super::method::Method;
use super::models::ComparisonModels;
use super::progress::Monitor;
use super::store::Store;

/// Answers one question after another.
pub struct Answerer {
    /// What methods answer with.
    pub context: Context,
    /// Questions that are asked at once.
    pub jobs: usize,
}

impl Answerer {
    /// Loads the models.
    ///
    /// # Errors
    ///
    /// As [`Context::new`].
    pub fn new(
        models: &ComparisonModels,
        store: Arc<Store>,
        monitor: Monitor,
    ) -> Result<Self, Failure> {
        Ok(Self { context: Context::new(models, store, monitor)?, jobs: 1 })
    }

    /// Answers a question by a method, or returns the stored answer; and whether it was stored.
    ///
    /// # Errors
    ///
    /// If a model fails; [`Code::Stopped`](protocol::Code::Stopped).
    pub fn answer(
        &mut self,
        method: &Method,
        question: &str,
    ) -> Result<(QuestionOutcome, bool), Failure> {
        let key = self.answer_key(method, question)?;
        if let Some(outcome) = self.stored(&key) {
            self.context.monitor.keep();
            return Ok((outcome, true));
        }
        // What was built is read once, for the first question, so the answer's time does not include
        // it.
        let prepared = self.ready(method);
        let begun = Instant::now();
        let answered = prepared.and_then(|()| method.answer(&mut self.context, question));
        let mut outcome = match answered {
            Err(failure) => QuestionOutcome::NotRun(cannot(&failure).ok_or(failure)?.into()),
            Ok(outcome) => outcome,
        };
        if let QuestionOutcome::Answered(given) = &mut outcome {
            given.seconds += begun.elapsed().as_secs_f64();
            given.jobs = self.jobs;
        }
        self.context.store.put_answer(&key, &outcome)?;
        Ok((outcome, false))
    }

    /// Returns whether the answer to a question by a method is stored.
    ///
    /// # Errors
    ///
    /// As [`Answerer::answer`].
    pub fn is_answered(&mut self, method: &Method, question: &str) -> Result<bool, Failure> {
        let key = self.answer_key(method, question)?;
        Ok(self.stored(&key).is_some())
    }

    /// Returns the outcome stored under a key. One without attention is determined again: that takes no
    /// time, and an earlier Pecan needed attention for more.
    fn stored(&self, key: &str) -> Option<QuestionOutcome> {
        let outcome = self.context.store.answer(key);
        outcome.filter(|outcome| *outcome != QuestionOutcome::NotRun("attention".into()))
    }

    /// Returns a key of everything that an answer depends on.
    fn answer_key(&mut self, method: &Method, question: &str) -> Result<String, Failure> {
        let nodes = match method.construction() {
            // If it cannot be built, the answer says why.
            Some(built) => built.key(&mut self.context).unwrap_or_default(),
            None => String::new(),
        };
        let parts = method.key_parts(&self.context.facts, nodes, question)?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        Ok(self.context.facts.key(&self.context.material.key, &parts))
    }

    /// Returns a method's choice for a question, whether or not it fits a window. Nothing is answered.
    ///
    /// # Errors
    ///
    /// As [`Answerer::answer`].
    pub fn chosen(&mut self, method: &Method, question: &str) -> Result<QuestionOutcome, Failure> {
        if !method.chooses() {
            return Ok(QuestionOutcome::NotRun("it chooses no passages".into()));
        }
        let chunks = method.choose(&mut self.context, question)?;
        let seen = |chunk| ShownNode { level: 1, node: Some(chunk), p_yes: None };
        let wanted = Some(chunks.len());
        let shown = chunks.into_iter().map(seen).collect();
        Ok(QuestionOutcome::Answered(AnswerRecord { shown, wanted, ..AnswerRecord::default() }))
    }

    /// Does the work that some questions share for all that some methods have not answered yet.
    /// Whatever does not fit a window is reported when the question is answered.
    ///
    /// # Errors
    ///
    /// As [`Answerer::answer`].
    pub fn read_ahead(&mut self, methods: &[&Method], questions: &[String]) -> Result<(), Failure> {
        for method in methods.iter().filter(|method| method.reads_ahead()) {
            let mut open = Vec::new();
            for question in questions {
                if !self.is_answered(method, question)? {
                    open.push(question.as_str());
                }
            }
            match method.read_ahead(&mut self.context, &open) {
                Err(failure) if cannot(&failure).is_none() => return Err(failure),
                _ => {}
            }
        }
        Ok(())
    }

    /// Builds and embeds what a method needs from some documents.
    fn ready(&mut self, method: &Method) -> Result<(), Failure> {
        if let Some(built) = method.construction() {
            built.prepare(&mut self.context)?;
        }
        method.embedded().into_iter().try_for_each(|what| self.context.embed(what))
    }
}
