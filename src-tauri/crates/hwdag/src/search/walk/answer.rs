//! The end of a walk: the answer, and what each of its sentences attended to.

use std::ops::{ControlFlow, Range};

use super::GraphWalk;
use super::thinking::Reply;
use crate::edges::{NodeAttention, shares};
use crate::search::events::{SearchEvent, SearchWatcher};
use crate::search::outcome::{AttributedSentence, GeneratedAnswer, SearchStopReason};
use crate::spelling::Spelling;
use crate::{Error, LanguageModel};

impl<M: LanguageModel> GraphWalk<'_, '_, M> {
    /// Writes the answer, in the second turn.
    pub(super) fn write_answer(
        &mut self,
        stop: SearchStopReason,
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        if stop != SearchStopReason::Sufficient {
            self.sequence.append(&self.pieces.reply, 0..0)?;
        }
        self.begin_reply(&self.pieces.answer.clone(), Reply::Answer, watch)?;
        // Nodes that are no longer in the sequence cannot be attended to.
        let is_shown = |place: &Range<usize>| !place.is_empty();
        let runs =
            |place: &Range<usize>| Some(place.clone()).filter(is_shown).into_iter().collect();
        let places = self.places.iter().map(runs);
        let mut poll = |piece: &str| match piece.is_empty() {
            true => ControlFlow::Continue(()),
            false => watch(SearchEvent::Wrote(piece)),
        };
        let limit = self.settings.answer_tokens;
        let seen = NodeAttention::new(places);
        let (written, seen) = self.sequence.write(limit, seen, &mut poll)?;
        let model = self.sequence.model();
        let spelling = Spelling::new(&written.tokens, |token| model.bytes(token));
        let text = spelling.text().trim();
        self.answer = GeneratedAnswer {
            looked: shares(seen.mean(0..written.tokens.len())).values,
            sentences: sentences(&spelling, &seen),
            text: text.to_owned(),
        };
        Ok(())
    }
}

/// Returns the sentences of the output, each with the shares of its own tokens' attention.
fn sentences(spelling: &Spelling, seen: &NodeAttention) -> Vec<AttributedSentence> {
    let (text, answer) = (spelling.text(), spelling.text().trim());
    let before = text.len() - text.trim_start().len();
    let sentence = |range: Range<usize>| {
        let tokens = spelling.tokens_of(before + range.start..before + range.end);
        let mut looked = shares(seen.mean(tokens));
        if looked.uniform {
            looked.values.fill(0.0);
        }
        AttributedSentence { range, looked: looked.values }
    };
    sentences::sentences(answer).into_iter().map(sentence).collect()
}
