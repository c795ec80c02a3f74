//! Which attention of a model can be read.

use protocol::{AttentionKind, Unreadable};
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Which attention of a model can be read. It can be stored, so that a model is tried only once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readable {
    kind: AttentionKind,
    layers: Vec<usize>,
}

impl Readable {
    /// The result, for people and for the protocol.
    pub fn kind(&self) -> &AttentionKind {
        &self.kind
    }

    /// The layers that take part.
    pub(crate) fn layers(&self) -> Result<&[usize], Error> {
        match &self.kind {
            AttentionKind::Unusable { reason, .. } => Err(Error::WithoutAttention(reason.clone())),
            _ => Ok(&self.layers),
        }
    }

    /// A result by which these layers take part.
    pub(crate) fn of_layers(kind: AttentionKind, layers: Vec<usize>) -> Self {
        Self { kind, layers }
    }

    /// A result by which the model cannot be used.
    pub(crate) fn unusable(why: Unreadable, reason: impl Into<String>) -> Self {
        let kind = AttentionKind::Unusable { why, reason: reason.into() };
        Self { kind, layers: Vec::new() }
    }

    /// A result by which the model behaves in a way that is not understood.
    pub(crate) fn odd(reason: impl Into<String>) -> Self {
        Self::unusable(Unreadable::Odd, reason)
    }
}
