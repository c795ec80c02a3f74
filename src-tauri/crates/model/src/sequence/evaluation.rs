//! Evaluating the next tokens of sequences, together where they share a context.

use std::ops::Range;
use std::sync::Arc;

use hwdag::{Attention, Token};

use super::{AppendedTokens, Sequence, lock};
use crate::attention_tap::AttentionRequest;
use crate::context_slots::{ContextSlots, Evaluated, ScoreRequest, SlotTokens};
use crate::error::Error;
use crate::options::RATED;
use crate::surprisal::surprisal;

impl Sequence {
    /// Evaluates `tokens` and returns how they looked at `watched`. On an error, the sequence stays unchanged but loses
    /// its scores.
    pub fn append(&mut self, tokens: &[Token], watched: Range<usize>) -> Result<Attention, Error> {
        let found =
            Self::append_together(&mut [AppendedTokens { sequence: self, tokens, watched }])?.pop();
        found.ok_or_else(|| Error::Failed("nothing was evaluated".into()))
    }

    /// Appends to several sequences, together where they share a context. On an error, all stay unchanged but lose
    /// their scores.
    pub fn append_together(parts: &mut [AppendedTokens<'_>]) -> Result<Vec<Attention>, Error> {
        for part in &*parts {
            part.sequence.check_room(part.tokens.len())?;
        }
        read_again(parts)?;
        let starts: Vec<usize> = parts.iter().map(|part| part.sequence.len()).collect();
        let outcome = evaluate(parts);
        if outcome.is_err() {
            for (part, start) in parts.iter_mut().zip(starts) {
                part.sequence.truncate(start)?;
            }
        }
        outcome
    }

    /// Evaluates `tokens` and returns how surprising each was. The first one is compared with the existing scores. On
    /// an error, the sequence stays unchanged but loses its scores.
    pub fn surprisals(&mut self, tokens: &[Token]) -> Result<Vec<Option<f32>>, Error> {
        self.check_room(tokens.len())?;
        read_again(&mut [AppendedTokens { sequence: self, tokens, watched: 0..0 }])?;
        let start = self.len();
        let outcome = self.rate(tokens);
        if outcome.is_err() {
            self.truncate(start)?;
        }
        outcome
    }

    /// Evaluates a few tokens at a time and keeps one number for each.
    fn rate(&mut self, tokens: &[Token]) -> Result<Vec<Option<f32>>, Error> {
        let slots = self.slots.clone();
        let mut slots = lock(&slots);
        let mut found = Vec::with_capacity(tokens.len());
        for tokens in tokens.chunks(slots.micro_batch().min(RATED)) {
            let wanted = AttentionRequest { slot: self.slot, rows: tokens.len(), columns: 0..0 };
            let piece =
                SlotTokens { wanted, position: self.len(), tokens, scored: ScoreRequest::Each };
            let Evaluated { scores, surprisals, .. } = slots.evaluate(&[piece])?;
            found.push(surprisal(&self.scores, tokens[0]));
            found.extend(surprisals);
            self.grow(tokens);
            self.scores = scores.into_iter().next().map(|(_, scores)| scores).unwrap_or_default();
        }
        Ok(found)
    }
}

/// Reads again what the growing sequences have forgotten. On an error, all stay unchanged but lose their scores.
fn read_again(parts: &mut [AppendedTokens<'_>]) -> Result<(), Error> {
    let go_on = parts.iter_mut().filter(|part| !part.tokens.is_empty());
    let (mut sequences, tokens): (Vec<_>, Vec<_>) =
        go_on.filter_map(|part| part.sequence.begin_again()).unzip();
    let again = sequences.iter_mut().zip(&tokens);
    let mut again: Vec<AppendedTokens<'_>> = again
        .map(|(sequence, tokens)| AppendedTokens { sequence, tokens, watched: 0..0 })
        .collect();
    let outcome = evaluate(&mut again);
    for (sequence, tokens) in sequences.into_iter().zip(tokens) {
        sequence.end_again(outcome.is_ok(), tokens)?;
    }
    outcome.map(|_| ())
}

/// Evaluates all parts, a micro-batch of each context at a time.
fn evaluate(parts: &mut [AppendedTokens<'_>]) -> Result<Vec<Attention>, Error> {
    let begin =
        |part: &AppendedTokens<'_>| Attention::empty(part.sequence.len(), part.watched.clone());
    let mut found: Vec<Attention> = parts.iter().map(begin).collect();
    let mut done = vec![0; parts.len()];
    while let Some(first) = (0..parts.len()).find(|&n| done[n] < parts[n].tokens.len()) {
        let slots = parts[first].sequence.slots.clone();
        let mut slots = lock(&slots);
        let (round, evaluated) = round(&mut slots, first, parts, &done)?;
        for &(n, count) in &round {
            let new = &parts[n].tokens[done[n]..done[n] + count];
            let sequence = &mut *parts[n].sequence;
            sequence.grow(new);
            found[n].rows.end = sequence.len();
            done[n] += count;
        }
        hand_out(evaluated, &round, parts, &mut found);
    }
    Ok(found)
}

/// Evaluates the next tokens of all parts that share the bundle of part `first`; returns how many of which part.
fn round(
    slots: &mut ContextSlots,
    first: usize,
    parts: &[AppendedTokens<'_>],
    done: &[usize],
) -> Result<(Vec<(usize, usize)>, Evaluated), Error> {
    let own = &parts[first].sequence.slots;
    let left = |n: usize| parts[n].tokens.len() - done[n];
    let mut open: Vec<usize> = (0..parts.len())
        .filter(|&n| left(n) > 0 && Arc::ptr_eq(&parts[n].sequence.slots, own))
        .collect();
    // Those with the fewest tokens come first, so that the others share the remaining room.
    open.sort_by_key(|&n| left(n));
    let (mut room, mut round) = (slots.micro_batch(), Vec::new());
    for (place, &n) in open.iter().enumerate() {
        let count = left(n).min(room / (open.len() - place));
        room -= count;
        round.push((n, count));
    }
    // llama.cpp evaluates equally many tokens of each together: if one has more, these take a separate pass over the
    // weights.
    let unfinished = round.iter().filter(|&&(n, count)| count < left(n));
    let even = unfinished.map(|&(_, count)| count).min().unwrap_or(0);
    for (_, count) in round.iter_mut().filter(|(n, count)| *count < left(*n)) {
        *count = even;
    }
    round.retain(|&(_, count)| count > 0);
    round.sort_by_key(|&(n, _)| parts[n].sequence.slot);
    let pieces: Vec<SlotTokens<'_>> = round
        .iter()
        .map(|&(n, count)| SlotTokens {
            wanted: AttentionRequest {
                slot: parts[n].sequence.slot,
                rows: count,
                columns: parts[n].watched.clone(),
            },
            position: parts[n].sequence.len(),
            tokens: &parts[n].tokens[done[n]..done[n] + count],
            scored: if count == left(n) { ScoreRequest::Last } else { ScoreRequest::Nowhere },
        })
        .collect();
    let evaluated = slots.evaluate(&pieces)?;
    Ok((round, evaluated))
}

/// Hands the results of a round to its parts.
fn hand_out(
    evaluated: Evaluated,
    round: &[(usize, usize)],
    parts: &mut [AppendedTokens<'_>],
    found: &mut [Attention],
) {
    let part = |parts: &[AppendedTokens<'_>], slot: usize| {
        round.iter().map(|&(n, _)| n).find(|&n| parts[n].sequence.slot == slot)
    };
    for (slot, means) in evaluated.attention {
        if let Some(n) = part(parts, slot) {
            found[n].values.extend(means);
        }
    }
    for (slot, scores) in evaluated.scores {
        if let Some(n) = part(parts, slot) {
            parts[n].sequence.scores = scores;
        }
    }
}
