//! The keys under which graphs, vectors and answers are stored. They spell out everything that a result
//! depends on, so that no result is mistaken for one with other settings.

use hwdag::{Ablation, CHUNK_TOKENS, ConstructionSettings, Cutting, SearchSettings, prompts};
use protocol::Failure;

use super::{Answerer, naming};
use crate::comparison::{
    ConstructionOverrides, Material, Method, NameSearchOptions, Pick, WalkOptions, bm25,
    compression, memwalker, mixture, raptor, store,
};

/// The edition of the comparison. It is raised whenever the results for the same models, documents and
/// settings change: how passages are chosen, shown, summarised or compressed, how a prompt is
/// assembled, what counts as cost. Results of an earlier edition are made again.
const EDITION: &str = "comparison 6";

/// Every phrase that prompts are made of.
const PROMPTS: [&str; 13] = [
    prompts::SUMMARIZE_OPEN,
    prompts::SUMMARIZE_CLOSE,
    prompts::SUMMARIZE_AGAIN,
    prompts::BULLET_MARK,
    prompts::LINE_BREAK,
    prompts::SUFFICIENT_OPEN,
    prompts::SUFFICIENT_INFORMATION,
    prompts::NODES_FIRST_OPEN,
    prompts::QUESTION,
    prompts::NODES_FIRST_FURTHER,
    prompts::YES,
    prompts::NO,
    prompts::ANSWER,
];

impl Answerer {
    /// Returns a key of everything that an answer depends on.
    pub(super) fn answer_key(
        &mut self,
        method: &Method,
        material: &Material,
        question: &str,
    ) -> Result<String, Failure> {
        let points = self.points_of(method, material);
        let (name, settings) = (method.to_string(), self.settings_of(method)?);
        let mut parts = vec!["answer", &name, &settings, &points, question, &self.language.hash];
        match method {
            Method::Names(names) => {
                parts.extend([self.builder.hash.as_str(), &self.embedder.hash]);
                let reranker = self.reranker.iter().filter(|_| names.reranked);
                parts.extend(reranker.map(|reranker| reranker.hash.as_str()));
            }
            Method::Walk(_) | Method::RaptorTree { .. } | Method::RaptorCollapsed { .. } => {
                parts.extend([self.builder.hash.as_str(), &self.embedder.hash]);
            }
            Method::MemWalker => parts.push(&self.builder.hash),
            Method::Compressed { .. } => parts.push(&self.compressor.hash),
            Method::Passages { by: Pick::Dense, .. } => parts.push(&self.embedder.hash),
            Method::Passages { by: Pick::Dual, .. } => {
                let encoders = self.encoders.iter();
                parts.extend(encoders.flat_map(|(a, b)| [a.hash.as_str(), &b.hash]));
            }
            Method::Passages { by: Pick::Bm25, .. } | Method::Whole | Method::Closed => {}
        }
        Ok(key_of(material, &parts))
    }

    /// Describes how a method works beyond what its name says.
    fn settings_of(&self, method: &Method) -> Result<String, Failure> {
        // Passages are shown like a walk's nodes, but are neither chosen nor followed by asks.
        let SearchSettings { answer_tokens, order, .. } = SearchSettings::default();
        let shown = format!("{answer_tokens}, {order:?}, {:?}", self.session_settings());
        Ok(match method {
            Method::Walk(walk) => {
                let (search, built) = (self.walk_settings(walk)?, self.construction(walk.tree));
                format!("{shown}, {search:?}, {built:?}")
            }
            Method::Names(NameSearchOptions { both, .. }) => {
                let (search, own) = (self.walk_settings(&WalkOptions::default())?, naming::EDITION);
                let built = both.then(|| self.construction(false));
                format!("{shown}, {own}, {search:?}, {built:?}")
            }
            Method::Passages { by: Pick::Bm25, .. } => format!("{shown}, {}", bm25::settings()),
            Method::RaptorTree { .. } | Method::RaptorCollapsed { .. } => {
                format!("{shown}, {}", self.raptor_settings())
            }
            Method::MemWalker => {
                let (own, built) = (memwalker::settings(), self.construction(true));
                format!("{shown}, {:?}, {own}, {built:?}", self.language.model.info().confidence)
            }
            Method::Compressed { .. } => format!("{shown}, {}", compression::settings()),
            Method::Passages { .. } | Method::Whole | Method::Closed => shown,
        })
    }

    /// Returns the settings that decide what the answering sequence holds.
    fn session_settings(&self) -> (bool, usize) {
        (self.sees(), hwdag::LanguageModel::shape(&self.session).window)
    }

    /// Returns the settings with which a graph or a tree is built.
    pub(in crate::comparison) fn construction(&self, tree: bool) -> ConstructionSettings {
        let (window, ConstructionOverrides { chunks, points }) =
            (self.builder.model.info().construction, self.store.building);
        let sized = match chunks {
            Some(chunks) => ConstructionSettings::for_chunks(chunks, window),
            None => ConstructionSettings::for_window(window),
        };
        let ablation = Ablation { tree, ..Ablation::default() };
        ConstructionSettings { ablation, points, ..sized }
    }

    /// Returns the settings with which RAPTOR's clusters are summarised: as many nodes at once as the
    /// window holds, and whatever is written about them.
    pub(in crate::comparison) fn digesting(&self) -> ConstructionSettings {
        ConstructionSettings {
            ablation: Ablation { tree: true, ..Ablation::default() },
            ..ConstructionSettings::for_window(self.builder.model.info().construction)
        }
    }

    /// Describes how RAPTOR's tree is built.
    pub(in crate::comparison) fn raptor_settings(&self) -> String {
        let (own, clusters, built) = (raptor::settings(), mixture::settings(), self.digesting());
        format!("raptor, {own}, {clusters}, {built:?}, {}", self.embedder.hash)
    }

    /// Returns a key of everything that the builder's results for some documents depend on.
    pub(in crate::comparison) fn graph_key(&self, material: &Material, settings: &str) -> String {
        let (builder, language) = (&self.builder.hash, &self.language.hash);
        key_of(material, &["built", settings, builder, language])
    }

    /// Returns a key of everything that the chunks' vectors depend on.
    pub(super) fn chunks_key(&self, material: &Material, encoder: &str) -> String {
        key_of(material, &["chunks", &self.language.hash, encoder])
    }
}

/// Returns a key of these parts, the documents, and everything that all methods share.
fn key_of(material: &Material, parts: &[&str]) -> String {
    let (computed, cut) =
        (model::built_with(), format!("{CHUNK_TOKENS}, {:?}", Cutting::default()));
    let own = [EDITION, model::EDITION, &computed, &cut, &material.key];
    store::key(own.into_iter().chain(PROMPTS).chain(parts.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(key: &str) -> Material {
        Material { key: key.into(), chunks: Vec::new(), documents: Vec::new() }
    }

    #[test]
    fn a_key_depends_on_the_documents_and_every_part() {
        let keys = [
            key_of(&material("a"), &["x", "y"]),
            key_of(&material("b"), &["x", "y"]),
            key_of(&material("a"), &["xy"]),
            key_of(&material("a"), &["y", "x"]),
        ];
        for (at, key) in keys.iter().enumerate() {
            assert!(keys[..at].iter().all(|other| other != key), "{at}");
        }
        assert_eq!(keys[0], key_of(&material("a"), &["x", "y"]));
    }

    #[test]
    fn every_method_with_constants_spells_them_out() {
        let all = [bm25::settings(), compression::settings(), memwalker::settings()];
        let all = all.into_iter().chain([mixture::settings(), raptor::settings()]);
        for settings in all {
            assert!(settings.contains(|c: char| c.is_ascii_digit()), "{settings}");
        }
    }
}
