//! A model whose outputs end where those of a trained model would. Random weights never end an output
//! by themselves and never write a bullet.

use std::ops::Range;

use hwdag::{
    Attention, ChatFrame, LanguageModel, LanguageModelShape, ModelInput, Token, TokenCounts,
};
use model::{Error, Session};

/// The start of every output.
const BULLET: &str = "* ";

/// A sequence whose every output is one bullet with `share` tokens per token that it summarises.
/// Without a share, the model ends the output.
pub struct Brief {
    session: Session,
    share: Option<f64>,
    bullet: Vec<Token>,
    written: usize,
    /// The number of watched tokens that this output summarises.
    input: usize,
}

impl Brief {
    /// Wraps an empty sequence.
    pub fn new(session: Session, share: Option<f64>) -> Result<Self, Error> {
        let bullet = session.tokenize(BULLET)?;
        Ok(Self { session, share, bullet, written: 0, input: 0 })
    }

    /// Records what is appended. Output tokens come one by one and are watched; prompt tokens are not.
    fn note(&mut self, tokens: usize, watched: &Range<usize>) {
        if tokens == 1 && !watched.is_empty() {
            (self.written, self.input) = (self.written + 1, watched.len());
        } else if tokens > 0 {
            self.written = 0;
        }
    }
}

impl LanguageModel for Brief {
    type Error = Error;

    fn shape(&self) -> LanguageModelShape {
        self.session.shape()
    }

    fn frame(&self) -> &ChatFrame {
        self.session.frame()
    }

    fn tokenize(&self, text: &str) -> Result<Vec<Token>, Error> {
        self.session.tokenize(text)
    }

    fn bytes(&self, token: Token) -> Vec<u8> {
        self.session.bytes(token)
    }

    fn is_end(&self, token: Token) -> bool {
        self.session.is_end(token)
    }

    fn len(&self) -> usize {
        self.session.len()
    }

    fn append(&mut self, tokens: &[Token], watched: Range<usize>) -> Result<Attention, Error> {
        self.note(tokens.len(), &watched);
        self.session.append(tokens, watched)
    }

    fn append_together(parts: &mut [ModelInput<'_, Self>]) -> Result<Vec<Attention>, Error> {
        let mut sessions = Vec::with_capacity(parts.len());
        for ModelInput { model, tokens, watched } in parts {
            model.note(tokens.len(), watched);
            let watched = watched.clone();
            sessions.push(ModelInput { model: &mut model.session, tokens, watched });
        }
        Session::append_together(&mut sessions)
    }

    fn branch(&mut self, other: &Self, len: usize) -> Result<(), Error> {
        self.session.branch(&other.session, len)
    }

    fn recall(&mut self, tokens: &[Token]) -> Result<bool, Error> {
        self.session.recall(tokens)
    }

    fn keep(&mut self) -> Result<(), Error> {
        self.session.keep()
    }

    fn truncate(&mut self, len: usize) -> Result<(), Error> {
        self.session.truncate(len)
    }

    fn scores(&self) -> &[f32] {
        self.session.scores()
    }

    /// The bullet, then what the model picks, then the end once the output is long enough.
    fn pick(&mut self) -> Token {
        let picked = self.session.pick();
        let Some(share) = self.share else { return picked };
        match self.bullet.get(self.written) {
            Some(&token) => token,
            None if self.written as f64 >= share * self.input as f64 => {
                self.session.weights().end()
            }
            None => picked,
        }
    }

    fn counts(&self) -> TokenCounts {
        self.session.counts()
    }

    fn is_stop(error: &Error) -> bool {
        Session::is_stop(error)
    }
}
