//! The numbers that things get where they are copied.

use std::collections::HashMap;

use super::tables::Entity;
use crate::error::{Error, Result};

/// A thing that was copied, or that is already where it would be copied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed {
    /// Its number where it comes from.
    pub(crate) from: i64,
    /// Its number where it is copied to.
    pub(crate) to: i64,
    /// Whether it was there already.
    pub(crate) known: bool,
}

/// All things that were placed so far.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    placed: HashMap<Entity, Vec<Placed>>,
    by_number: HashMap<(Entity, i64), i64>,
}

impl Ids {
    pub(super) fn put(&mut self, entity: Entity, placed: Placed) {
        self.placed.entry(entity).or_default().push(placed);
        self.by_number.insert((entity, placed.from), placed.to);
    }

    /// Returns the things of a kind, in the order in which they were placed.
    pub(crate) fn of(&self, entity: Entity) -> &[Placed] {
        self.placed.get(&entity).map_or(&[], Vec::as_slice)
    }

    /// Returns the new number of a thing; `None` if it was left out.
    pub(crate) fn get(&self, entity: Entity, from: i64) -> Option<i64> {
        self.by_number.get(&(entity, from)).copied()
    }

    /// Returns the new number of a thing that a row needs.
    ///
    /// # Errors
    ///
    /// If there is no such thing: the row refers to nothing.
    pub(crate) fn require(&self, entity: Entity, from: i64) -> Result<i64> {
        self.get(entity, from).ok_or_else(|| {
            let what = format!("{entity:?}").to_lowercase();
            Error::Broken(format!("a row refers to a missing {what}"))
        })
    }
}
