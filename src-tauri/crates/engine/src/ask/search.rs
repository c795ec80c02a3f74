//! Searches graphs and sentences until the model has read enough.

use std::ops::ControlFlow;
use std::path::Path;

use hwdag::{Exchange, Graph, Query, SearchEvent, search};
use library::RunningSearchKey;
use model::Session;
use protocol::{AskOptions, Code, Failure, JobId};

use crate::ask::follow_up::EarlierExchange;
use crate::ask::input::AskInput;
use crate::ask::options::{rounds, settings};
use crate::ask::search_log::SearchLog;
use crate::ask::sentence_search::candidates::read_of;
use crate::ask::sentence_search::question_pairs::Pairing;
use crate::ask::sentence_search::reranking::rerank;
use crate::ask::strategy::{AskStrategy, closest, passages};
use crate::engine::Engine;
use crate::error::{JobError, ended};
use crate::jobs::client::Client;

impl Engine {
    /// Searches until the model has found enough. Sentences are searched round by round.
    pub(crate) fn search(
        &mut self,
        job: JobId,
        session: &mut Session,
        input: &mut AskInput,
        asked: RunningSearchKey<'_>,
        client: &mut dyn Client,
    ) -> Result<hwdag::SearchOutcome, JobError> {
        if input.entities.is_none() {
            return self.walk(job, session, input, asked, client);
        }
        self.find_by_pairs_in(job, session, input, client)?;
        self.rerank(input, asked.options)?;
        input.take_candidates(session, asked.options)?;
        let mut found = self.walk(job, session, input, asked, client)?;
        for _ in 1..rounds(asked.options) {
            if found.found() || found.stop == hwdag::SearchStopReason::Stopped {
                break;
            }
            let read = read_of(&found.path, input.graphs);
            let Some(entities) = &mut input.entities else { break };
            entities.read_so_far(found.path.len());
            if !entities.go_on(&read, self.models.embedder()?)? {
                break;
            }
            self.find_by_pairs_in(job, session, input, client)?;
            self.rerank(input, asked.options)?;
            input.take_candidates(session, asked.options)?;
            input.begun = std::mem::take(&mut found.path);
            let before = found.cost;
            found = self.walk(job, session, input, asked, client)?;
            found.cost = before + found.cost;
        }
        if let Some(entities) = &mut input.entities {
            entities.read_so_far(found.path.len());
        }
        Ok(found)
    }

    /// Lets the sentences of the current round be found by questions about them, too, if the options ask for it.
    fn find_by_pairs_in(
        &mut self,
        job: JobId,
        session: &Session,
        input: &mut AskInput,
        client: &dyn Client,
    ) -> Result<(), JobError> {
        let Some(entities) = &mut input.entities else { return Ok(()) };
        let pairing = Pairing {
            weights: session.weights(),
            stop: client.stop(job),
            is_bounded: input.is_bounded,
        };
        let cost = self.find_by_pairs(entities, &pairing)?;
        let all = &mut input.before.cost;
        all.evaluated += cost.tokens_evaluated;
        all.distinct += cost.tokens_evaluated;
        all.flops += cost.flops;
        Ok(())
    }

    /// Has a cross-encoder compare the sentences of the current round with their queries, if the options name one.
    pub(crate) fn rerank(
        &mut self,
        input: &mut AskInput,
        options: &AskOptions,
    ) -> Result<(), Failure> {
        let (Some(entities), Some(file)) = (&mut input.entities, &options.reranker) else {
            return Ok(());
        };
        input.before.cost.flops += rerank(entities, self.models.reranker(Path::new(file))?)?;
        Ok(())
    }

    /// Walks the graphs under the model's control.
    fn walk(
        &mut self,
        job: JobId,
        session: &mut Session,
        input: &AskInput,
        asked: RunningSearchKey<'_>,
        client: &mut dyn Client,
    ) -> Result<hwdag::SearchOutcome, JobError> {
        let graphs: Vec<&Graph> = input.parts.iter().map(|part| &part.graph).collect();
        let earlier: Vec<Exchange<'_>> = input.earlier.iter().map(EarlierExchange::shown).collect();
        let query = Query {
            earlier: &earlier,
            cosines: &input.cosines,
            words: &input.words,
            begun: &input.begun,
            ..Query::new(asked.question, &graphs)
        };
        if input.plan == AskStrategy::Passages {
            return Ok(passages(&query));
        }
        let settings = input.plan.applied(settings(asked.options, input.confidence), asked.options);
        let settings = input.limited(settings, asked.options);
        let mut log = SearchLog::new(asked, input.before.steps.len(), input.begun.len());
        let stop = client.stop(job);
        let mut watch = |event: SearchEvent<'_>| {
            match input.event(event) {
                Some(event) => {
                    // Only a walk of the graph is resumed. Searching sentences again is quick.
                    if input.entities.is_none() && log.takes(&event) {
                        log.keep(&mut self.access);
                    }
                    client.report(job, event)
                }
                None if stop.is_requested() => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        };
        let mut found = search(session, &query, &settings, &mut watch).map_err(unsearched)?;
        let gave_up = !found.found() && found.stop != hwdag::SearchStopReason::Stopped;
        if gave_up && found.answer.is_empty() && found.evidence.is_empty() {
            found.evidence = closest(&query);
        }
        Ok(found)
    }
}

/// Explains why a search could not begin or continue: only the question can overfill the window.
fn unsearched(error: hwdag::Error<model::Error>) -> JobError {
    let hwdag::Error::WindowFull { needed, window } = error else { return ended(error) };
    let message = format!(
        "The question is too long: with room for an answer, it needs {needed} tokens, but the \
         model's window has only {window}. Shorten the question, or use a model with a larger \
         window."
    );
    Failure::new(Code::WindowFull, message).into()
}
