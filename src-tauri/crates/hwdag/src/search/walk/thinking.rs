//! Letting a model think before it answers Yes or No, and before the answer (not in the papers). The thoughts of an ask
//! are removed with its header.

use super::GraphWalk;
use crate::decode::Utf8Decoder;
use crate::search::events::{SearchEvent, SearchWatcher};
use crate::sequence::go_on;
use crate::{Error, LanguageModel, ThoughtsFrame, Token};

/// Which of the two replies of a search begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    /// Yes or No.
    Verdict,
    /// The answer.
    Answer,
}

impl<M: LanguageModel> GraphWalk<'_, '_, M> {
    /// Returns the frame of the model's thoughts, if it is to think.
    fn thoughts(&self) -> Option<ThoughtsFrame> {
        let frame = self.sequence.model().frame();
        frame.thoughts.clone().filter(|_| self.settings.thinking_tokens > 0)
    }

    /// Returns the room that thoughts and the words around them take beyond the headers without thoughts.
    pub(super) fn room_for_thoughts(&self) -> usize {
        let of = |frame: ThoughtsFrame| 2 * (self.settings.thinking_tokens + frame.tokens());
        self.thoughts().map_or(0, of)
    }

    /// Appends the words that come before a reply and its header, after which the model has thought, if it is to.
    pub(super) fn begin_reply(
        &mut self,
        before: &[Token],
        reply: Reply,
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        let Some(frame) = self.thoughts() else {
            let header = match reply {
                Reply::Verdict => &self.pieces.reply,
                Reply::Answer => &self.pieces.reply_again,
            };
            self.sequence.append(&[before, header].concat(), 0..0)?;
            return Ok(());
        };
        let header = match reply {
            Reply::Verdict => &frame.begin,
            Reply::Answer => &frame.begin_again,
        };
        self.sequence.append(&[before, header].concat(), 0..0)?;
        self.think(&frame, watch)
    }

    /// Has the model think until it ends its thoughts or has used up its budget, and ends them.
    fn think(
        &mut self,
        frame: &ThoughtsFrame,
        watch: SearchWatcher<'_>,
    ) -> Result<(), Error<M::Error>> {
        let start = self.sequence.len();
        let (mut decoder, mut text) = (Utf8Decoder::default(), String::new());
        // Where each token begins in the text.
        let mut begins = Vec::new();
        while begins.len() < self.settings.thinking_tokens {
            let token = self.sequence.pick();
            if self.sequence.model().is_end(token) {
                break;
            }
            self.sequence.append(&[token], 0..0)?;
            // Counted at once: a stop may come between two tokens.
            self.thoughts += 1;
            self.kept_thoughts += 1;
            begins.push(text.len());
            text += &decoder.push(&self.sequence.model().bytes_or_name(token));
            go_on(watch(SearchEvent::Read { tokens: 1 }))?;
            if let Some(end) = text.find(&frame.mark) {
                // The end is appended below, as the template writes it.
                let kept = begins.partition_point(|&begin| begin < end);
                self.sequence.truncate(start + kept)?;
                self.kept_thoughts -= begins.len() - kept;
                text.truncate(end);
                break;
            }
        }
        let end = if text.ends_with('\n') { &frame.end } else { &frame.cut_off };
        self.sequence.append(end, 0..0)?;
        Ok(())
    }
}
