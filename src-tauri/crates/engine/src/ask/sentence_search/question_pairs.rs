//! Finds sentences by the questions that they answer.

use std::sync::Arc;

use library::StoredPairs;
use model::{StopSignal, Weights};
use protocol::{EntityCost, Failure};

use crate::ask::sentence_search::search::EntitySearch;
use crate::ask::sentence_search::unit::{MicroPair, Unpaired};
use crate::engine::Engine;
use crate::entities::question_writer::{PairWriter, StoredFor};
use crate::entities::sentence_index::SentenceIndex;

/// The means of writing questions about found sentences.
pub(crate) struct Pairing<'a> {
    pub weights: &'a Arc<Weights>,
    pub stop: StopSignal,
    /// Only a part of the text may be used. Written questions are then not stored, and stored ones are not used, since
    /// they were written with all of the text in view.
    pub is_bounded: bool,
}

/// Micro pairs, and the cost of the new ones.
type MicroPairsWithCost = (Vec<MicroPair>, EntityCost);

impl Engine {
    /// Has a search find its candidates again by units of all wanted grains. The model writes the missing questions
    /// that it needs; returns their cost.
    pub(crate) fn find_by_pairs(
        &mut self,
        search: &mut EntitySearch,
        pairing: &Pairing<'_>,
    ) -> Result<EntityCost, Failure> {
        let mut cost = EntityCost::default();
        for unpaired in search.unpaired() {
            let Some(index) = search.index(unpaired.document).map(Arc::clone) else { continue };
            let (pairs, its) = self.micro_pairs(&index, &unpaired, pairing)?;
            cost = cost + its;
            search.take_pairs(unpaired.document, pairs);
        }
        search.find_again(self.models.embedder()?)?;
        Ok(cost)
    }

    /// Returns the questions about some sentences, and all others already written about the same entity.
    fn micro_pairs(
        &mut self,
        index: &SentenceIndex,
        unpaired: &Unpaired,
        pairing: &Pairing<'_>,
    ) -> Result<MicroPairsWithCost, Failure> {
        let &Unpaired { document, entity, ref sentences } = unpaired;
        let hash = self.models.hash(&pairing.weights.info().path, &mut self.access)?;
        let known = match pairing.is_bounded {
            true => StoredPairs::default(),
            false => self.access.read()?.pairs(document, &hash)?,
        };
        let one = &index.entities.entities[entity];
        let kept = known.pairs.iter().filter(|pair| one.names.contains(&pair.name));
        let mut pairs: Vec<MicroPair> = kept
            .filter_map(|pair| {
                let sentence = index.sentence_from(pair.sentence.start)?;
                Some(MicroPair::new(entity, sentence, (&pair.question, &pair.answer)))
            })
            .collect();
        let is_new = |&at: &usize| {
            !known.shown.contains(&(one.name.clone(), index.sentences[at].range.start))
        };
        let new: Vec<usize> = sentences.iter().copied().filter(is_new).collect();
        let kept_for = StoredFor { document, model_hash: &hash, name: &one.name };
        let (written, cost) = self.written(index, &kept_for, &new, pairing)?;
        pairs.extend(written.iter().map(|(sentence, pair)| {
            MicroPair::new(entity, *sentence, (&pair.question, &pair.answer))
        }));
        Ok((pairs, cost))
    }

    /// Writes questions now; returns each with the number of its sentence.
    fn written(
        &mut self,
        index: &SentenceIndex,
        kept_for: &StoredFor<'_>,
        sentences: &[usize],
        pairing: &Pairing<'_>,
    ) -> Result<(Vec<(usize, hwdag::question_generation::GeneratedPair)>, EntityCost), Failure>
    {
        let (mut all, mut cost) = (Vec::new(), EntityCost::default());
        if sentences.is_empty() {
            return Ok((all, cost));
        }
        let mut writer = PairWriter::new(pairing.weights, pairing.stop.clone())?;
        writer.write(index, kept_for.name, sentences, |group| -> Result<(), Failure> {
            cost = cost + group.cost;
            if !pairing.is_bounded {
                self.save_pairs(kept_for, index, &group)?;
            }
            all.extend(group.pairs);
            Ok(())
        })?;
        Ok((all, cost))
    }
}
