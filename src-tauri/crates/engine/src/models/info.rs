//! What is known about a model, for people and for the library.

use std::sync::Arc;

use model::{TalkTrial, Weights};
use protocol::{Failure, ModelInfo, ModelTrial, Tuning};

use crate::config::default_model;
use crate::library_access::LibraryAccess;
use crate::models::engine_models::EngineModels;
use crate::models::trial::known::known;
use crate::models::tuning::{cores, tuning};

impl EngineModels {
    /// Returns what is known about a model, for people and for the library.
    pub(crate) fn info(
        &mut self,
        weights: &Arc<Weights>,
        access: &mut LibraryAccess,
    ) -> Result<ModelInfo, Failure> {
        let hash = self.hash(&weights.info().path, access)?;
        // The hash may have been computed before the library was writable.
        self.save_hash(&weights.info().path, access)?;
        let readable = weights.readable()?;
        let key = self.readable_key(weights, access)?;
        if access.read()?.setting(&key)?.is_none()
            && let Some(writer) = access.writer()
        {
            writer.set_setting(&key, serde_json::to_string(readable).ok().as_deref())?;
        }
        let talk = weights.talk_trial()?;
        self.keep_talk(weights, talk, access)?;
        let info = weights.info();
        Ok(ModelInfo {
            path: info.path.display().to_string(),
            name: info.name.clone(),
            architecture: info.architecture.clone(),
            bytes: info.bytes,
            trial: known(weights, &hash),
            hash,
            parameters: info.parameters,
            layers: info.layers as u32,
            heads: info.heads as u32,
            context: info.context as u32,
            construction: info.construction as u32,
            chat_template: info.chat_template,
            demonstration: info.demonstration,
            is_default: default_model().is_ok_and(|path| path == info.path),
            talk: weights.talk(),
            warnings: info.warnings.clone(),
            attention: readable.kind().clone(),
            needed: info.bytes + weights.working_bytes(info.construction),
            free: model::free_memory(),
            tuning: tuning(&info.path, access)?,
            card: !model::cards().is_empty(),
            cores: cores(),
        })
    }

    /// Keeps what a trial has shown about the beginning of a model's turn.
    fn keep_talk(
        &mut self,
        weights: &Weights,
        trial: &TalkTrial,
        access: &mut LibraryAccess,
    ) -> Result<(), Failure> {
        let key = self.talk_key(weights, access)?;
        if access.read()?.setting(&key)?.is_none()
            && let Some(writer) = access.writer()
        {
            writer.set_setting(&key, serde_json::to_string(trial).ok().as_deref())?;
        }
        Ok(())
    }

    /// Applies what earlier trials have shown about a model's attention and the beginning of its turn.
    pub(crate) fn assume(
        &mut self,
        weights: &Weights,
        access: &mut LibraryAccess,
    ) -> Result<(), Failure> {
        let key = self.readable_key(weights, access)?;
        let known = access.read()?.setting(&key)?;
        if let Some(known) = known.and_then(|known| serde_json::from_str(&known).ok()) {
            weights.assume(known);
        }
        let key = self.talk_key(weights, access)?;
        let known = access.read()?.setting(&key)?;
        if let Some(known) = known.and_then(|known| serde_json::from_str(&known).ok()) {
            weights.assume_talk(known);
        }
        Ok(())
    }

    /// Returns the name under which the library keeps a trial's result about the beginning of a model's turn.
    fn talk_key(
        &mut self,
        weights: &Weights,
        access: &mut LibraryAccess,
    ) -> Result<String, Failure> {
        let hash = self.hash(&weights.info().path, access)?;
        Ok(format!("talk {}, {hash}", model::EDITION))
    }

    /// Returns the name under which the library keeps a trial's result about a model's attention.
    fn readable_key(
        &mut self,
        weights: &Weights,
        access: &mut LibraryAccess,
    ) -> Result<String, Failure> {
        let hash = self.hash(&weights.info().path, access)?;
        Ok(format!("attention {}, {}, {hash}", model::EDITION, computes(weights)))
    }
}

/// Describes what computes with a model: a graphics card, too, or only this build's instructions.
pub(crate) fn computes(weights: &Weights) -> String {
    let place = if weights.on_card() { "card" } else { "no card" };
    format!("{}, {place}", model::built_with())
}

/// Returns the properties of a model that do not depend on the machine's state.
pub(crate) fn lasting(info: &ModelInfo) -> ModelInfo {
    ModelInfo {
        free: None,
        tuning: Tuning::default(),
        card: false,
        cores: 0,
        trial: ModelTrial::default(),
        is_default: false,
        ..info.clone()
    }
}
