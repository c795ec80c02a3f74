//! Makes an answer of what a search found.

use std::collections::HashMap;
use std::time::Instant;

use hwdag::LanguageModelShape;
use hwdag::cost::pass_flops;
use library::RunningSearchKey;
use protocol::{Answer, AskOptions, DocumentId, Evidence, Failure, QuestionCost, StopReason};

use crate::ask::input::AskInput;
use crate::ask::searched_graph::Totals;
use crate::ask::whole_words::whole_words;
use crate::clock::now;
use crate::engine::Engine;
use crate::pages::places::{Cited, PlaceFinder};

/// The model that was asked.
pub(crate) struct AskedModel<'a> {
    pub name: &'a str,
    pub shape: LanguageModelShape,
    /// When the question began.
    pub begun: Instant,
}

impl Engine {
    /// Returns the answer to the library's next question.
    pub(crate) fn answer(
        &mut self,
        input: &AskInput,
        asked: RunningSearchKey<'_>,
        model: &AskedModel<'_>,
        found: hwdag::SearchOutcome,
    ) -> Result<Answer, Failure> {
        let Totals { nodes, chunks, tokens } = input.totals;
        let seconds = model.begun.elapsed().as_secs_f64();
        Ok(Answer {
            id: self.access.write()?.next_question()?,
            question: asked.question.into(),
            options: asked.options.clone(),
            confidence: Some(input.confidence),
            model: model.name.to_owned(),
            documents: input.documents.clone(),
            graphs: input.ids.clone(),
            growing: !input.growing.is_empty(),
            found: found.found(),
            supported: input.support(asked.question, &found),
            sentences: input.sentences(&found),
            answer: found.answer.clone(),
            stop: input.plan.reason(stop(found.stop), asked.options),
            steps: input.steps(&found.path),
            evidence: self.evidence(input, &found.evidence, asked.options)?,
            cost: cost(&(input.before.cost + found.cost), seconds),
            rounds: input.rounds(),
            list: None,
            nodes_total: nodes as u32,
            chunks_total: chunks as u32,
            tokens_total: tokens,
            whole_flops: Some(pass_flops(&model.shape, tokens, 0)),
            asked: now(),
        })
    }

    fn evidence(
        &mut self,
        input: &AskInput,
        found: &[hwdag::ChunkEvidence],
        options: &AskOptions,
    ) -> Result<Vec<Evidence>, Failure> {
        let until = self.until(&input.documents, options)?;
        let library = self.access.read()?;
        let mut read: HashMap<DocumentId, (PlaceFinder, Vec<char>)> = HashMap::new();
        for &document in &input.documents {
            let text = library.text(document)?.chars().collect();
            read.insert(document, (PlaceFinder::of(library, document)?, text));
        }
        let mut passages = Vec::new();
        for item in found {
            let part = &input.parts[item.chunk.graph];
            let Some((places, text)) = read.get(&part.document) else { continue };
            let (chunk, node) = (input.number(item.chunk), input.number(item.node));
            let ranges = part.ranges(item.chunk.node);
            let weight = item.weight / ranges.len().max(1) as f64;
            passages.extend(ranges.into_iter().filter_map(|range| {
                let range = whole_words(text, range, until);
                let words = text.get(range.start as usize..range.end as usize)?.iter().collect();
                Some(places.passage(range, words, Cited { chunk, node, weight }))
            }));
        }
        Ok(passages)
    }
}

fn stop(stop: hwdag::SearchStopReason) -> StopReason {
    match stop {
        hwdag::SearchStopReason::Sufficient => StopReason::Sufficient,
        hwdag::SearchStopReason::Window => StopReason::Window,
        hwdag::SearchStopReason::Exhausted => StopReason::Exhausted,
        hwdag::SearchStopReason::Unconfirmed => StopReason::Unconfirmed,
        hwdag::SearchStopReason::Limit => StopReason::Limit,
        hwdag::SearchStopReason::Fixed => StopReason::Fixed,
        hwdag::SearchStopReason::Stopped => StopReason::Stopped,
    }
}

fn cost(cost: &hwdag::SearchCost, seconds: f64) -> QuestionCost {
    QuestionCost {
        tokens_evaluated: cost.evaluated,
        tokens_restored: cost.restored,
        tokens_template_again: cost.again,
        tokens_thought: cost.thoughts,
        tokens_distinct: cost.distinct,
        asks: cost.asks as u32,
        flops: cost.flops,
        seconds,
    }
}
