//! Building the graph (PECAN §3.1). The model reads consecutive nodes of a level together until its window is used up
//! and writes Information Points; its attention while writing them becomes their edges. This repeats level by level, up
//! to one that came out of a single batch.
//!
//! The builder itself changes nothing. It returns the next step, and the caller applies it to the graph and stores it,
//! both or neither:
//!
//! ```text
//! loop {
//!     match construction.next(&graph, &mut watch)? {
//!         Step::Batch(new) => graph.apply(&new.batch, &new.points, &new.edges)?,
//!         Step::Discard { level } => graph.discard(level),
//!         Step::Complete { .. } => break,
//!     }
//! }
//! ```
//!
//! A step depends on the graph alone. A build that is interrupted and resumes from stored rows therefore ends with the
//! same graph as an uninterrupted one (with a model that samples greedily).
//!
//! A changed document is rebuilt from graphs of its [`Earlier`] versions: batches with unchanged inputs are reused, at
//! every level, and the model reads only the others. A batch that the model writes from scratch ends before the first
//! node of a reusable batch, so that one change does not shift everything after it.

use std::ops::Range;

use crate::graph::{Graph, Inconsistent, PendingStep};
use crate::sequence::{MeteredSequence, SequenceInput, go_on};
use crate::{Error, LanguageModel};

use self::budget::PromptBudget;
pub use self::earlier::EarlierVersions;
pub use self::events::{ConstructionEvent, ConstructionWatcher};
use self::finished_batch::FinishedBatch;
pub use self::settings::{Collecting, ConstructionSettings, PointOrigin, unusual_prompt};
use self::slot::Slot;
pub use self::step::ConstructionStep;
pub use self::summarised_batch::{BatchOrigin, SummarisedBatch};

/// Builds graphs with one model, whose sequences it holds meanwhile: each summarises a batch, and all are evaluated
/// together. The words before the nodes are evaluated once and kept from batch to batch.
pub struct GraphBuilder<'m, M: LanguageModel> {
    slots: Vec<Slot<'m, M>>,
    budget: PromptBudget,
    plan: LevelProgress,
    earlier: EarlierVersions,
}

/// The nodes to be summarised next, and the batches that were finished before their turn.
#[derive(Default)]
struct LevelProgress {
    level: usize,
    /// The nodes of the level below that no lane has taken yet.
    left: Range<usize>,
    done: Vec<FinishedBatch>,
}

impl<'m, M: LanguageModel> GraphBuilder<'m, M> {
    /// Empties the sequences, which lie side by side, and prepares to build. Their number affects how a model rounds,
    /// and so possibly a token here and there.
    ///
    /// # Errors
    ///
    /// The model's.
    ///
    /// # Panics
    ///
    /// If there is no sequence.
    pub fn begin(
        models: impl IntoIterator<Item = &'m mut M>,
        settings: ConstructionSettings,
    ) -> Result<Self, Error<M::Error>> {
        let mut models = models.into_iter().peekable();
        let first = models.peek().expect("a build needs a sequence");
        let budget = PromptBudget::new(&**first, settings)?;
        let slots: Result<Vec<_>, _> = models.map(Slot::begin).collect();
        let (plan, earlier) = (LevelProgress::default(), EarlierVersions::default());
        Ok(Self { slots: slots?, budget, plan, earlier })
    }

    /// Sets how attention is read.
    #[must_use]
    pub fn collecting(mut self, collecting: Collecting) -> Self {
        self.budget.collecting = collecting;
        self
    }

    /// Reuses batches from graphs of earlier versions of the document where the same nodes recur. A step then depends
    /// on the graph and on those.
    #[must_use]
    pub fn reusing(mut self, earlier: EarlierVersions) -> Self {
        self.earlier = earlier;
        self
    }

    /// Returns the next step, for which the model reads and writes batches if any are left. Batches come in order,
    /// whichever was ready first.
    ///
    /// # Errors
    ///
    /// The model's; [`Error::WindowFull`] if a single node leaves no room for an output; [`Error::Inconsistent`] if the
    /// model has no assistant header; [`Error::Stopped`] if the watcher stopped the work. The graph is unchanged, and
    /// the caller can ask for the step again.
    pub fn next(
        &mut self,
        graph: &Graph,
        watch: ConstructionWatcher<'_>,
    ) -> Result<ConstructionStep, Error<M::Error>> {
        match graph.pending() {
            PendingStep::Batch { level, inputs } if self.is_known_top(graph, level, &inputs) => {
                Ok(ConstructionStep::complete(level - 1))
            }
            PendingStep::Batch { level, inputs } => {
                let batch = self.batch(graph, level, inputs, watch);
                if batch.is_err() {
                    self.forget();
                }
                let batch = batch?;
                // If all points were read at once, a selection of them says less than they do.
                if batch.is_passed_on && batch.batch.inputs == graph.level(level - 1) {
                    let SummarisedBatch { counts, flops, .. } = batch;
                    return Ok(ConstructionStep::Complete { top: level - 1, counts, flops });
                }
                Ok(ConstructionStep::Batch(batch))
            }
            PendingStep::Discard { level } => Ok(ConstructionStep::Discard { level }),
            PendingStep::Complete { top } => Ok(ConstructionStep::complete(top)),
        }
    }

    /// Returns whether an earlier build could write nothing shorter from all the nodes below `level`.
    fn is_known_top(&self, graph: &Graph, level: usize, inputs: &Range<usize>) -> bool {
        *inputs == graph.level(level - 1) && self.earlier.ended(graph, level - 1)
    }

    /// Works until the batch that begins with `inputs` is done, or takes it from an earlier graph.
    fn batch(
        &mut self,
        graph: &Graph,
        level: usize,
        inputs: Range<usize>,
        watch: ConstructionWatcher<'_>,
    ) -> Result<SummarisedBatch, Error<M::Error>> {
        let first = inputs.start;
        if let Some(origin) = self.earlier.find(graph, level, inputs.clone()) {
            return Ok(self.earlier.take(origin, first, graph.nodes().len()));
        }
        if !self.is_under_way(level, first) {
            self.forget();
            self.plan = LevelProgress { level, left: inputs, done: Vec::new() };
        }
        loop {
            if let Some(place) = self.plan.done.iter().position(|done| done.inputs.start == first) {
                let done = self.plan.done.swap_remove(place);
                return Ok(done.number(level, graph.nodes().len()));
            }
            self.assign(graph, watch)?;
            self.work(watch)?;
        }
    }

    fn is_under_way(&self, level: usize, first: usize) -> bool {
        let done = self.plan.done.iter().map(|done| done.inputs.start);
        let mut begun = done.chain(self.slots.iter().filter_map(Slot::begins));
        self.plan.level == level && (self.plan.left.start == first || begun.any(|at| at == first))
    }

    /// Discards every batch in progress.
    fn forget(&mut self) {
        self.slots.iter_mut().for_each(Slot::forget);
        self.plan = LevelProgress::default();
    }

    /// Skips the next nodes that need not be summarised.
    fn skip_known(&mut self, graph: &Graph) {
        let LevelProgress { level, left, .. } = &mut self.plan;
        while let Some(origin) = self.earlier.find(graph, *level, left.clone()) {
            left.start += origin.batch.inputs.len();
        }
    }

    /// Assigns the next nodes to idle lanes.
    fn assign(
        &mut self,
        graph: &Graph,
        watch: ConstructionWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        for place in 0..self.slots.len() {
            self.skip_known(graph);
            // Finished batches wait for the ones before them, and a crash would lose them.
            let ahead = self.plan.done.len() >= self.slots.len();
            if ahead || self.plan.left.is_empty() || self.slots[place].begins().is_some() {
                continue;
            }
            let inputs = match self.budget.fill(graph, self.plan.left.clone()) {
                Ok(inputs) => inputs,
                // Batches in progress come first; the error is reported when its turn comes.
                Err(_) if self.is_busy() || !self.plan.done.is_empty() => return Ok(()),
                Err((needed, window)) => return Err(Error::WindowFull { needed, window }),
            };
            let (level, end) = (self.plan.level, self.plan.left.end);
            let inputs = self.earlier.until_known(graph, level, inputs, end);
            self.plan.left.start = inputs.end;
            let nodes = inputs.len();
            let prompt = self.budget.prompt(self.slots[place].model(), graph, inputs);
            let tokens = prompt.tokens.len();
            go_on(watch(ConstructionEvent::Began { level, nodes, tokens }))?;
            let (before, slot) = self.slots.split_at_mut(place);
            slot[0].read(before.first(), prompt, &self.budget)?;
        }
        Ok(())
    }

    fn is_busy(&self) -> bool {
        self.slots.iter().any(|slot| slot.begins().is_some())
    }

    /// Advances every busy lane by one step, all in one evaluation.
    fn work(&mut self, watch: ConstructionWatcher<'_>) -> Result<(), Error<M::Error>> {
        let (mut moves, before) = (Vec::with_capacity(self.slots.len()), self.plan.done.len());
        for slot in &mut self.slots {
            if let Some(done) = slot.prepare(&self.budget, watch)? {
                self.plan.done.push(done);
            }
            moves.push(slot.next_move(&self.budget));
        }
        let mut parts: Vec<SequenceInput<'_, 'm, M>> = self
            .slots
            .iter_mut()
            .zip(&moves)
            .filter(|(_, (tokens, _))| !tokens.is_empty())
            .map(|(slot, (tokens, watched))| slot.append(tokens, watched.clone()))
            .collect();
        if parts.is_empty() && self.plan.done.len() == before {
            // It would otherwise loop forever and never notice a stop.
            return Err(Error::Inconsistent(Inconsistent("a batch has no next step")));
        }
        let found = MeteredSequence::append_together(&mut parts)?;
        let slots = self.slots.iter_mut().zip(&moves).filter(|(_, (tokens, _))| !tokens.is_empty());
        for ((slot, (tokens, _)), attention) in slots.zip(found) {
            slot.advance(tokens, &attention, &self.budget, watch)?;
        }
        Ok(())
    }
}

mod batch_prompt;
mod batch_task;
mod budget;
mod earlier;
mod events;
mod finished_batch;
mod settings;
mod slot;
mod step;
mod summarised_batch;
#[cfg(test)]
mod tests;
