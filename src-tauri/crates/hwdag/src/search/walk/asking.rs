//! Asking the model whether it has read enough (PECAN §3.2.1).

use super::GraphWalk;
use super::thinking::Reply;
use crate::search::events::{SearchEvent, SearchWatcher};
use crate::search::outcome::SearchStopReason;
use crate::search::settings::AskFrequency;
use crate::sequence::go_on;
use crate::{Error, LanguageModel};

/// With sparing asks, p_yes below this share of the confidence is far from it.
const FAR: f64 = 0.1;
/// The base-2 logarithm of the maximum number of nodes before the next ask.
const LONGEST_STRIDE: usize = 2;

impl<M: LanguageModel> GraphWalk<'_, '_, M> {
    /// Asks and visits nodes until something stops it.
    pub(super) fn walk(
        &mut self,
        watch: SearchWatcher<'_>,
    ) -> Result<SearchStopReason, Error<M::Error>> {
        loop {
            if self.unasked() >= self.stride() && self.suffices(watch)? {
                return Ok(SearchStopReason::Sufficient);
            }
            if let Some(stop) = self.visit_next(watch)? {
                let late = self.unasked() > 0 && self.suffices(watch)?;
                return Ok(if late { SearchStopReason::Sufficient } else { stop });
            }
        }
    }

    /// Returns the number of nodes visited since the last ask.
    fn unasked(&self) -> usize {
        self.path.iter().rev().take_while(|visit| visit.p_yes.is_none()).count()
    }

    /// Returns the number of nodes after which the model is asked.
    fn stride(&self) -> usize {
        let far = match self.settings.asks {
            AskFrequency::Always => return 1,
            AskFrequency::Sparing => FAR * self.settings.confidence,
        };
        let said = self.path.iter().rev().filter_map(|visit| visit.p_yes);
        1 << said.take_while(|&p_yes| p_yes < far).count().min(LONGEST_STRIDE)
    }

    /// Asks, and removes every trace of asking if the visited nodes do not suffice.
    fn suffices(&mut self, watch: SearchWatcher<'_>) -> Result<bool, Error<M::Error>> {
        let sufficient = self.ask(watch)?;
        if !sufficient {
            self.take_header_away()?;
        }
        Ok(sufficient)
    }

    /// Asks whether the visited nodes suffice, and returns whether that is enough to stop.
    fn ask(&mut self, watch: SearchWatcher<'_>) -> Result<bool, Error<M::Error>> {
        let p_yes = self.p_yes(watch)?;
        if let Some(visit) = self.path.last_mut() {
            visit.p_yes = Some(p_yes);
            go_on(watch(SearchEvent::Asked(visit)))?;
        }
        let sufficient = p_yes > self.settings.confidence;
        self.sufficient += usize::from(sufficient);
        Ok(sufficient && self.sufficient >= self.settings.patience)
    }

    /// Returns the model's p_yes for everything in the sequence; the assistant header stays in the sequence.
    pub(super) fn p_yes(&mut self, watch: SearchWatcher<'_>) -> Result<f64, Error<M::Error>> {
        self.header = self.sequence.len();
        self.begin_reply(&[], Reply::Verdict, watch)?;
        self.asks += 1;
        let said = self.verdict.p_yes(self.sequence.model().scores());
        Ok(self.settings.calibration.apply(said))
    }

    /// Removes the assistant header of the last ask, with the thoughts after it.
    pub(super) fn take_header_away(&mut self) -> Result<(), M::Error> {
        self.again += self.sequence.len() - self.header - self.kept_thoughts;
        self.kept_thoughts = 0;
        self.sequence.truncate(self.header)
    }
}
