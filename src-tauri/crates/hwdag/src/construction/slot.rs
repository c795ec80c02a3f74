//! One sequence and the batch that it summarises. It reads the prompt, then the header, then writes; if it wrote no
//! point, it does so once more with a reminder. If attention is read afterwards, it then removes what it wrote and
//! reads it again. If points are quoted, the attention of the words that ask for them chooses the sentences, which are
//! read as if they had been written.

use std::ops::Range;

use super::batch_prompt::BatchPrompt;
use super::batch_task::{BatchState, BatchTask, BatchWriting, Looking};
use super::budget::PromptBudget;
use super::events::{ConstructionEvent, ConstructionWatcher};
use super::finished_batch::FinishedBatch;
use super::settings::{Collecting, PointOrigin};
use crate::edges::NodeAttention;
use crate::graph::Point;
use crate::points::{Draft, OutputText, point};
use crate::quotes::{as_list, choose};
use crate::sequence::{MeteredSequence, READ_AT_ONCE, SequenceInput, go_on};
use crate::signal::AttentionRows;
use crate::writer::{Next, OutputWriter, Written};
use crate::{Attention, Ending, Error, LanguageModel, Token};

/// A sequence and its current state.
pub(super) struct Slot<'m, M: LanguageModel> {
    sequence: MeteredSequence<'m, M>,
    /// Whether the sequence begins with the words before the nodes.
    opened: bool,
    task: Option<BatchTask>,
}

impl<'m, M: LanguageModel> Slot<'m, M> {
    /// Empties the sequence.
    pub fn begin(model: &'m mut M) -> Result<Self, M::Error> {
        Ok(Self { sequence: MeteredSequence::begin(model)?, opened: false, task: None })
    }

    pub fn model(&self) -> &M {
        self.sequence.model()
    }

    /// The first node of the batch in progress.
    pub fn begins(&self) -> Option<usize> {
        self.task.as_ref().map(|task| task.prompt.inputs.start)
    }

    /// Discards the batch in progress.
    pub fn forget(&mut self) {
        self.task = None;
    }

    /// Begins a batch. The words before the nodes are copied from `neighbour` if it has them.
    pub fn read(
        &mut self,
        neighbour: Option<&Self>,
        prompt: BatchPrompt,
        budget: &PromptBudget,
    ) -> Result<(), M::Error> {
        let open = &budget.pieces.open;
        match neighbour.filter(|neighbour| neighbour.opened) {
            _ if self.opened => self.sequence.truncate(open.len())?,
            Some(neighbour) => self.sequence.branch(&neighbour.sequence, open.len())?,
            None => self.sequence.open(open)?,
        }
        self.opened = true;
        self.task = Some(BatchTask { prompt, reminder: Vec::new(), state: BatchState::Reading(0) });
        Ok(())
    }

    /// Determines the writer's next token; returns the batch if it is done.
    pub fn prepare(
        &mut self,
        budget: &PromptBudget,
        watch: ConstructionWatcher<'_>,
    ) -> Result<Option<FinishedBatch>, Error<M::Error>> {
        if self.only_copies(budget) {
            return self.end(Ending::Finished, budget, watch);
        }
        match self.task.as_mut().map(|task| &mut task.state) {
            Some(BatchState::Writing(writing)) => match self.sequence.next(&writing.writer) {
                Next::Token(token) => {
                    writing.next = Some(token);
                    Ok(None)
                }
                Next::Ended(ending) => self.end(ending, budget, watch),
            },
            Some(BatchState::Looking(looking)) if looking.done == looking.written.tokens.len() => {
                self.finish(budget)
            }
            _ => Ok(None),
        }
    }

    /// Returns whether everything written so far copies points that were read. If points may be quoted, the model need
    /// not write them: a choice from all that was read costs less, and does not stop where the room for the output
    /// does.
    fn only_copies(&self, budget: &PromptBudget) -> bool {
        let Some(BatchTask { prompt, state: BatchState::Writing(writing), .. }) = &self.task else {
            return false;
        };
        budget.points() == PointOrigin::Auto
            && writing.writer.has_ended_a_line()
            && prompt.are_copies(&writing.writer.lines())
    }

    /// Returns the tokens to append next, none for an idle lane, and the positions to watch.
    pub fn next_move(&self, budget: &PromptBudget) -> (Vec<Token>, Range<usize>) {
        let Some(task) = &self.task else { return (Vec::new(), 0..0) };
        match &task.state {
            BatchState::Reading(done) => {
                let rest = &task.prompt.tokens[*done..task.prompt.end(budget.points())];
                (rest[..rest.len().min(READ_AT_ONCE)].to_vec(), 0..0)
            }
            BatchState::Heading => {
                let watched = match budget.signal().rows {
                    AttentionRows::Own => 0..0,
                    AttentionRows::Predicting => task.prompt.unseen.watched(),
                };
                ([&task.reminder[..], &budget.pieces.reply].concat(), watched)
            }
            BatchState::Choosing { .. } => {
                let words = [&budget.pieces.close[..], &budget.pieces.reply].concat();
                (words, task.prompt.nodes.clone())
            }
            BatchState::Writing(writing) => {
                (writing.next.iter().copied().collect(), writing.writer.seen().watched())
            }
            BatchState::Looking(looking) => {
                let rest = &looking.written.tokens[looking.done..];
                (rest[..rest.len().min(READ_AT_ONCE)].to_vec(), looking.seen.watched())
            }
        }
    }

    pub fn append<'a>(
        &'a mut self,
        tokens: &'a [Token],
        watched: Range<usize>,
    ) -> SequenceInput<'a, 'm, M> {
        SequenceInput { sequence: &mut self.sequence, tokens, watched }
    }

    /// Records what was appended.
    pub fn advance(
        &mut self,
        tokens: &[Token],
        attention: &Attention,
        budget: &PromptBudget,
        watch: ConstructionWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        let Some(task) = &mut self.task else { return Ok(()) };
        match &mut task.state {
            BatchState::Reading(done) => {
                *done += tokens.len();
                if *done == task.prompt.end(budget.points()) {
                    task.state = match budget.points() {
                        PointOrigin::Quoted => BatchState::Choosing { unsupported: 0 },
                        _ => BatchState::Heading,
                    };
                }
                go_on(watch(ConstructionEvent::Read { tokens: tokens.len() }))
            }
            BatchState::Heading => {
                let mut seen = task.prompt.unseen.clone();
                // The header predicts the first token, so its row comes first in `seen`.
                seen.push_predicting(budget.signal().rows, attention);
                let limit = budget.limit(self.sequence.len(), task.prompt.input);
                let (now, later) = match budget.collecting {
                    Collecting::WhileWriting => (seen, None),
                    Collecting::Afterwards => (NodeAttention::new([]), Some(seen)),
                };
                let writer = OutputWriter::new(self.sequence.model().frame(), limit, now);
                task.state =
                    BatchState::Writing(Box::new(BatchWriting { writer, next: None, later }));
                Ok(())
            }
            BatchState::Choosing { unsupported } => {
                let quoted = Some(*unsupported);
                let texts = choose(&task.prompt.quotable, attention);
                let mut tokens = as_list(self.sequence.model(), &texts)?;
                let limit = budget.limit(self.sequence.len(), task.prompt.input);
                let ending = if tokens.len() > limit { Ending::Budget } else { Ending::Finished };
                tokens.truncate(limit);
                let mut seen = task.prompt.unseen.clone();
                seen.push_predicting(budget.signal().rows, attention);
                let written = Written { appended: tokens.len(), tokens, ending };
                task.state =
                    BatchState::Looking(Box::new(Looking { written, seen, done: 0, quoted }));
                Ok(())
            }
            BatchState::Writing(writing) => {
                if let Some(token) = writing.next.take() {
                    writing.writer.take(token, &self.sequence.model().bytes(token), attention);
                }
                go_on(watch(ConstructionEvent::Wrote))
            }
            BatchState::Looking(looking) => {
                looking.seen.push(attention);
                looking.done += tokens.len();
                go_on(watch(ConstructionEvent::Looked { tokens: tokens.len() }))
            }
        }
    }

    /// Ends the output: the batch is done, or is tried again, or its attention is still to be read.
    fn end(
        &mut self,
        ending: Ending,
        budget: &PromptBudget,
        watch: ConstructionWatcher<'_>,
    ) -> Result<Option<FinishedBatch>, Error<M::Error>> {
        let Some(BatchTask { prompt, reminder, state: BatchState::Writing(writing) }) =
            self.task.take()
        else {
            return Ok(None);
        };
        let BatchWriting { writer, later, .. } = *writing;
        let (written, now, _) = writer.finish(ending);
        let bullets = self.output(&written).bullets();
        if reminder.is_empty() && bullets.is_empty() {
            go_on(watch(ConstructionEvent::Again))?;
            self.sequence.truncate(budget.pieces.open.len() + prompt.tokens.len())?;
            let reminder = budget.pieces.again.clone();
            self.task = Some(BatchTask { prompt, reminder, state: BatchState::Heading });
            return Ok(None);
        }
        let keeps = |draft: &&Draft| budget.keeps(&prompt, &draft.text);
        let kept: Vec<&str> =
            bullets.iter().filter(keeps).map(|draft| draft.text.as_str()).collect();
        let is_worth_it = !kept.is_empty() && !prompt.are_copies(&kept);
        if budget.points() == PointOrigin::Auto && !is_worth_it && !prompt.quotable.is_empty() {
            go_on(watch(ConstructionEvent::Quoting))?;
            self.sequence.truncate(budget.pieces.open.len() + prompt.input)?;
            let state = BatchState::Choosing { unsupported: budget.unsupported(&prompt, &bullets) };
            self.task = Some(BatchTask { prompt, reminder, state });
            return Ok(None);
        }
        let (seen, done) = match later {
            Some(later) => {
                self.sequence.truncate(self.sequence.len() - written.appended)?;
                (later, 0)
            }
            None => (now, written.tokens.len()),
        };
        let state = BatchState::Looking(Box::new(Looking { written, seen, done, quoted: None }));
        self.task = Some(BatchTask { prompt, reminder, state });
        self.prepare(budget, watch)
    }

    fn output(&self, written: &Written) -> OutputText {
        OutputText::new(written, |token| self.sequence.model().bytes(token))
    }

    /// Turns the output into points.
    fn finish(&mut self, budget: &PromptBudget) -> Result<Option<FinishedBatch>, Error<M::Error>> {
        let Some(BatchTask { prompt, reminder, state: BatchState::Looking(looking) }) =
            self.task.take()
        else {
            return Ok(None);
        };
        let Looking { written, seen, quoted, .. } = *looking;
        let output = self.output(&written);
        let mut drafts = match budget.ablation().tree {
            true => output.together().into_iter().collect(),
            false => output.bullets(),
        };
        let mut unsupported = quoted.unwrap_or_default();
        match budget.points() {
            PointOrigin::Unchecked if drafts.is_empty() => drafts.extend(output.whole()),
            points if points.is_checked() && quoted.is_none() => {
                unsupported = budget.unsupported(&prompt, &drafts);
                drafts.retain(|draft| budget.keeps(&prompt, &draft.text));
            }
            _ => {}
        }
        let points: Result<Vec<Point>, M::Error> = drafts
            .iter()
            .map(|draft| point(self.sequence.model(), draft, &written.tokens))
            .collect();
        let points = points?;
        let tokens = budget.signal().tokens;
        let counted = drafts.iter().map(|draft| output.counted(draft, tokens)).collect();
        let (counts, flops) = self.sequence.take_cost();
        // Points that are passed on keep their text.
        let is_passed_on =
            quoted.is_some() && prompt.has_points() && budget.points() == PointOrigin::Auto;
        Ok(Some(FinishedBatch {
            inputs: prompt.inputs,
            seen,
            counted,
            points,
            unsupported,
            quoted: quoted.is_some() && !is_passed_on,
            is_passed_on,
            asked_again: !reminder.is_empty(),
            ending: written.ending,
            written: if quoted.is_some() { 0 } else { written.appended },
            counts,
            flops,
        }))
    }
}
