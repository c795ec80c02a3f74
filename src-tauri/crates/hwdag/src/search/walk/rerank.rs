//! Reading the best chunks again, each alone (not in the papers). A small model judges one passage more reliably than
//! twenty nodes.

use super::{GraphWalk, WalkEnd};
use crate::search::events::{SearchEvent, SearchWatcher};
use crate::search::outcome::{SearchStopReason, Visit};
use crate::search::settings::PromptOrder;
use crate::sequence::go_on;
use crate::{Error, LanguageModel};

/// The probability below which an answer from a chunk is not worth a guess. It is the lowest value at which nine of ten
/// questions of other tales are not found (docs/decisions/0021).
const LIKELY: f64 = 0.6;

/// A chunk judged alone.
struct JudgedChunk {
    /// Its number in the space.
    node: usize,
    p_yes: f64,
}

impl<M: LanguageModel> GraphWalk<'_, '_, M> {
    /// Judges the best matching chunks, each alone, until one suffices. The model is then shown only the best of them,
    /// and that verdict, no longer the walk's, determines whether enough was found.
    pub(super) fn rerank(
        &mut self,
        stop: SearchStopReason,
        watch: SearchWatcher<'_>,
    ) -> Result<SearchStopReason, Error<M::Error>> {
        let candidates = self.best_chunks();
        if candidates.is_empty() {
            return Ok(stop);
        }
        if stop == SearchStopReason::Sufficient {
            self.take_header_away()?;
        }
        let (nodes, tokens) = (self.path.len(), self.sequence.len());
        self.walked = Some(WalkEnd { nodes, tokens, new: 0, shown: tokens });
        self.show_question_alone(watch)?;
        let head = self.sequence.len();
        let mut best: Option<JudgedChunk> = None;
        let mut shown = None;
        for node in candidates {
            self.sequence.truncate(head)?;
            shown = Some(node);
            let p_yes = self.judge_alone(node, watch)?;
            if best.as_ref().is_none_or(|best| p_yes > best.p_yes) {
                best = Some(JudgedChunk { node, p_yes });
            }
            if p_yes > self.settings.confidence {
                break;
            }
            self.take_header_away()?;
        }
        let Some(best) = best else { return Ok(stop) };
        if shown != Some(best.node) {
            self.sequence.truncate(head)?;
            self.show_alone(best.node, watch)?;
        }
        self.is_likely = best.p_yes > LIKELY;
        Ok(match stop {
            _ if best.p_yes > self.settings.confidence => SearchStopReason::Sufficient,
            SearchStopReason::Sufficient => SearchStopReason::Unconfirmed,
            stop => stop,
        })
    }

    /// Removes everything after the walk from the path: the walk can be resumed, the reranking starts from scratch.
    pub(super) fn forget_reranking(&mut self) {
        if let Some(walked) = &self.walked {
            self.path.truncate(walked.nodes);
            self.path.iter_mut().for_each(|visit| visit.alone = None);
        }
    }

    /// Returns the chunks with the highest scores, visited or not, as many as are to be judged; of those with the same
    /// text, the first.
    fn best_chunks(&self) -> Vec<usize> {
        let room = self.window().saturating_sub(self.alone.len() + self.reserve());
        let is_candidate = |&node: &usize| {
            let chunk = self.space.node(node);
            chunk.level == 1 && self.lines.cost(chunk) <= room && !self.scores.is_repetition(node)
        };
        let mut chunks: Vec<(usize, f64)> = (0..self.space.len())
            .filter(is_candidate)
            .map(|node| (node, self.scores.of(node).total))
            .collect();
        chunks.sort_by(|a, b| b.1.total_cmp(&a.1));
        chunks.into_iter().take(self.settings.rerank).map(|(node, _)| node).collect()
    }

    /// Removes all nodes from the sequence, so that they are no longer there to be kept.
    fn show_question_alone(&mut self, watch: SearchWatcher<'_>) -> Result<(), Error<M::Error>> {
        self.visited = 0;
        self.places.fill(0..0);
        if self.settings.order == PromptOrder::QuestionFirst {
            return Ok(self.sequence.truncate(self.alone.len())?);
        }
        self.sequence.truncate(0)?;
        self.again += self.alone.len();
        let mut poll = |tokens| watch(SearchEvent::Read { tokens });
        self.sequence.read(&self.alone, 0..0, &mut poll)?;
        Ok(())
    }

    /// Asks whether one chunk suffices; the assistant header stays in the sequence.
    fn judge_alone(
        &mut self,
        node: usize,
        watch: SearchWatcher<'_>,
    ) -> Result<f64, Error<M::Error>> {
        let step = self.show_alone(node, watch)?;
        let p_yes = self.p_yes(watch)?;
        self.path[step].alone = Some(p_yes);
        go_on(watch(SearchEvent::Judged(&self.path[step])))?;
        Ok(p_yes)
    }

    /// Appends a chunk directly after the question; returns its place in the path.
    fn show_alone(
        &mut self,
        node: usize,
        watch: SearchWatcher<'_>,
    ) -> Result<usize, Error<M::Error>> {
        let (start, mut tokens) = (self.sequence.len(), Vec::new());
        let place = self.lay_out([node], start, &mut tokens).pop().unwrap_or_default();
        let step = self.step_of(node, tokens.len());
        let mut poll = |tokens| watch(SearchEvent::Read { tokens });
        self.sequence.read(&tokens, 0..0, &mut poll)?;
        self.places.fill(0..0);
        self.places[step] = place;
        if let Some(walked) = &mut self.walked {
            walked.shown = self.sequence.len();
        }
        Ok(step)
    }

    /// Returns the place of a chunk in the path, adding it at the end if it was not visited; if it was, `tokens` count
    /// as evaluated again.
    fn step_of(&mut self, node: usize, tokens: usize) -> usize {
        let key = self.space.key(node);
        if let Some(step) = self.path.iter().position(|visit| visit.node == key) {
            self.again += tokens;
            return step;
        }
        if let Some(walked) = &mut self.walked {
            walked.new += tokens;
        }
        let score = self.scores.of(node);
        let visit = Visit { node: key, level: 1, score, relevance: 0.0, p_yes: None, alone: None };
        self.path.push(visit);
        self.places.push(0..0);
        self.path.len() - 1
    }
}
