//! The keys under which graphs, vectors and answers are stored. They spell out everything that a result
//! depends on, so that no result is mistaken for one with other settings.

use hwdag::{Ablation, CHUNK_TOKENS, ConstructionSettings, Cutting, SearchSettings, prompts};

use super::prepared::GraphKind;
use super::store::{self, ConstructionOverrides};

/// The edition of the comparison. It is raised whenever the results for the same models, documents and
/// settings change: how passages are chosen, shown, summarised or compressed, how a prompt is
/// assembled, what counts as cost. Results of an earlier edition are made again.
pub const EDITION: &str = "comparison 6";

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

/// What results depend on of the models: the SHA-256 of each model's file, and what limits prompts.
#[derive(Debug, Clone)]
pub struct ModelFacts {
    /// The model that answers.
    pub language: String,
    /// The model that summarises.
    pub builder: String,
    /// The model that measures what can be left out.
    pub compressor: String,
    /// The sentence embedder.
    pub embedder: String,
    /// The encoders of questions and of passages.
    pub encoders: Option<[String; 2]>,
    /// The cross-encoder.
    pub reranker: Option<String>,
    /// Whether the answering model's attention can be read.
    pub sees: bool,
    /// The tokens that its sequence holds.
    pub window: usize,
    /// The t_p that suits it, if known.
    pub confidence: Option<f64>,
    /// The tokens that the summarising model's sequence may hold.
    pub building_window: usize,
    /// How graphs and trees are built otherwise.
    pub overrides: ConstructionOverrides,
    /// The edition of the program that runs the models.
    pub edition: String,
    /// What the models are computed with.
    pub computed: String,
}

impl ModelFacts {
    /// Returns whether one model both answers and summarises.
    pub fn is_one_model(&self) -> bool {
        self.builder == self.language
    }

    /// Describes how passages are shown: like a walk's nodes, but neither chosen nor followed by asks.
    pub fn shown(&self) -> String {
        let SearchSettings { answer_tokens, order, .. } = SearchSettings::default();
        format!("{answer_tokens}, {order:?}, {:?}", (self.sees, self.window))
    }

    /// Returns the settings with which a graph or a tree is built.
    pub fn construction(&self, kind: GraphKind) -> ConstructionSettings {
        let ConstructionOverrides { chunks, points } = self.overrides;
        let sized = match chunks {
            Some(chunks) => ConstructionSettings::for_chunks(chunks, 0, self.building_window),
            None => ConstructionSettings::for_window(self.building_window),
        };
        let ablation = Ablation { tree: kind == GraphKind::Tree, ..Ablation::default() };
        ConstructionSettings { ablation, points, ..sized }
    }

    /// Returns a key of everything that the builder's results for some documents, by key, depend on.
    pub fn built_key(&self, documents: &str, settings: &str) -> String {
        self.key(documents, &["built", settings, &self.builder, &self.language])
    }

    /// Returns a key of everything that the chunks' vectors depend on.
    pub fn chunks_key(&self, documents: &str, encoder: &str) -> String {
        self.key(documents, &["chunks", &self.language, encoder])
    }

    /// Returns a key of these parts, the documents, and everything that all methods share.
    pub fn key(&self, documents: &str, parts: &[&str]) -> String {
        let cut = format!("{CHUNK_TOKENS}, {:?}", Cutting::default());
        let own = [EDITION, &self.edition, &self.computed, &cut, documents];
        store::key(own.into_iter().chain(PROMPTS).chain(parts.iter().copied()))
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Returns facts about the demonstration model in place of every model that writes.
    pub fn facts() -> ModelFacts {
        ModelFacts {
            language: "the language model".into(),
            builder: "the builder".into(),
            compressor: "the compressor".into(),
            embedder: "the embedder".into(),
            encoders: Some(["the question encoder".into(), "the passage encoder".into()]),
            reranker: Some("the reranker".into()),
            sees: true,
            window: 4_096,
            confidence: Some(f64::from(0.65_f32)),
            building_window: 2_048,
            overrides: ConstructionOverrides::default(),
            edition: "0.1.0, llama-cpp-sys-2 0.1.161, trial 6".into(),
            computed: "processor, AVX2, FMA, F16C, BMI2, AVX-VNNI, AVX-512, AVX-512 VBMI, \
                       AVX-512 VNNI, AVX-512 BF16"
                .into(),
        }
    }

    #[test]
    fn a_key_depends_on_the_documents_and_every_part() {
        let facts = facts();
        let keys = [
            facts.key("a", &["x", "y"]),
            facts.key("b", &["x", "y"]),
            facts.key("a", &["xy"]),
            facts.key("a", &["y", "x"]),
        ];
        for (at, key) in keys.iter().enumerate() {
            assert!(keys[..at].iter().all(|other| other != key), "{at}");
        }
        assert_eq!(keys[0], facts.key("a", &["x", "y"]));
    }
}
