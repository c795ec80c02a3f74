//! The ways to answer, and how each is written: a name, then options, as in `pecan:patience=3` and
//! `bm25:7`.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use engine::MOST_ROUNDS;
use protocol::{Grain, Grains};

/// A way to answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// A walk through the graph, as Pecan answers.
    Walk(WalkOptions),
    /// The sentences about those whom the question names, in rounds, as Pecan answers by entities.
    Names(NameSearchOptions),
    /// The best passages.
    Passages {
        /// What chooses them.
        by: Pick,
        /// How many there are.
        count: PassageCount,
    },
    /// RAPTOR's tree of clustered summaries, searched from the top down, with `count` nodes per level.
    RaptorTree {
        /// Nodes per level.
        count: PassageCount,
    },
    /// RAPTOR's tree, with all levels searched as one.
    RaptorCollapsed {
        /// The number of nodes.
        count: PassageCount,
    },
    /// A tree of summaries in reading order, through which the model finds its own way.
    MemWalker,
    /// The document without what the question does not need, compressed by LongLLMLingua to `tokens`
    /// tokens.
    Compressed {
        /// Tokens that remain.
        tokens: usize,
    },
    /// The whole document.
    Whole,
    /// Only the question.
    Closed,
}

/// What is embedded. Points come last, because they must be written first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Embedded {
    /// The chunks, by the sentence embedder.
    Chunks,
    /// The chunks, by the encoder of passages.
    Passages,
    /// The points written about chunks.
    Points {
        /// Of the tree instead of the graph.
        tree: bool,
    },
}

/// What chooses passages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// BM25.
    Bm25,
    /// The sentence embedder.
    Dense,
    /// One encoder for questions and another for passages.
    Dual,
}

/// How many passages or nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassageCount {
    /// This many.
    Fixed(usize),
    /// The number that costs what Pecan costs; for nodes of a walk, the mean number that it visits.
    Matched,
}

/// How a walk differs from Pecan's own. `None` means that it does not.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WalkOptions {
    /// With the paper's settings instead of those that suit the model.
    pub paper: bool,
    /// On a tree, with one summary per batch, instead of a graph.
    pub tree: bool,
    /// Attention and similarity as shares of their sums, as in GARLIC.
    pub normalised: bool,
    /// As shares of their sums over the candidates only.
    pub candidates: bool,
    /// t_n: the number of asks that must find enough.
    pub patience: Option<usize>,
    /// t_p: the bound that p_yes must exceed.
    pub confidence: Option<f64>,
    /// The weight of similarity against attention, from 0 to 1.
    pub balance: Option<f64>,
    /// Without attention.
    pub no_attention: bool,
    /// Without similarity.
    pub no_embedding: bool,
    /// Without the words that nodes share with the question. The paper's settings never use them.
    pub no_words: bool,
    /// Without dynamic control: this many nodes, and no asks.
    pub fixed: Option<PassageCount>,
    /// The top level before the question.
    pub nodes_first: bool,
    /// Fewer asks.
    pub sparing: bool,
    /// The most nodes that may be added after the top level.
    pub most: Option<usize>,
    /// Chunks that are judged alone afterwards.
    pub rerank: Option<usize>,
}

/// How sentences are searched for names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NameSearchOptions {
    /// The most rounds, if not Pecan's own number.
    pub rounds: Option<u32>,
    /// Whether the graph takes part.
    pub both: bool,
    /// What is found and shown at once; none means sentences.
    pub grains: Grains,
    /// Whether a cross-encoder orders the candidates.
    pub reranked: bool,
}

/// The default number of passages, as in the papers.
const PASSAGES: usize = 5;
/// The number of nodes of RAPTOR's tree that the papers show when it is searched as one.
const COLLAPSED: usize = 20;
/// The default number of tokens that compression leaves, as in the papers.
const COMPRESSED: usize = 2_000;

impl WalkOptions {
    /// Returns whether the words that nodes share with the question count in the scores.
    pub fn counts_words(&self) -> bool {
        !self.paper && !self.no_words
    }
}

impl Method {
    /// Returns whether the amount that it is shown depends on the cost of Pecan's own walk.
    pub fn is_matched(&self) -> bool {
        matches!(
            self,
            Self::Passages { count: PassageCount::Matched, .. }
                | Self::RaptorTree { count: PassageCount::Matched }
                | Self::RaptorCollapsed { count: PassageCount::Matched }
                | Self::Walk(WalkOptions { fixed: Some(PassageCount::Matched), .. })
        )
    }

    /// Returns the name of what must be built of the documents before questions are asked.
    pub fn construction(&self) -> Option<&'static str> {
        match self {
            Self::Walk(walk) if !walk.tree => Some("graph"),
            Self::Names(names) => names.both.then_some("graph"),
            Self::Walk(_) | Self::MemWalker => Some("tree"),
            Self::RaptorTree { .. } | Self::RaptorCollapsed { .. } => Some("raptor"),
            Self::Passages { .. } | Self::Compressed { .. } | Self::Whole | Self::Closed => None,
        }
    }

    /// Returns what must be embedded of the documents before questions are asked.
    pub fn embedded(&self) -> Vec<Embedded> {
        match self {
            Self::Walk(WalkOptions { no_embedding: false, tree, .. }) => {
                vec![Embedded::Chunks, Embedded::Points { tree: *tree }]
            }
            Self::Names(NameSearchOptions { both: true, .. }) => {
                vec![Embedded::Chunks, Embedded::Points { tree: false }]
            }
            // Summaries are embedded when they are written.
            Self::RaptorTree { .. }
            | Self::RaptorCollapsed { .. }
            | Self::Passages { by: Pick::Dense, .. } => vec![Embedded::Chunks],
            Self::Passages { by: Pick::Dual, .. } => vec![Embedded::Passages],
            _ => Vec::new(),
        }
    }

    /// Returns the same method with this count in place of a matched one.
    #[must_use]
    pub fn with_count(&self, count: usize) -> Self {
        let count = PassageCount::Fixed(count);
        match self {
            Self::Passages { by, .. } => Self::Passages { by: *by, count },
            Self::RaptorTree { .. } => Self::RaptorTree { count },
            Self::RaptorCollapsed { .. } => Self::RaptorCollapsed { count },
            Self::Walk(walk) => Self::Walk(WalkOptions { fixed: Some(count), ..*walk }),
            other => other.clone(),
        }
    }
}

/// Writes a method as on a command line. Reading that gives the same method.
impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Walk(walk) => write!(formatter, "{walk}"),
            Self::Names(names) => write!(formatter, "{names}"),
            Self::Passages { by, count } => write!(formatter, "{by}:{count}"),
            Self::RaptorTree { count } => write!(formatter, "raptor-tree:{count}"),
            Self::RaptorCollapsed { count } => write!(formatter, "raptor-collapsed:{count}"),
            Self::MemWalker => formatter.write_str("memwalker"),
            Self::Compressed { tokens } => write!(formatter, "longllmlingua:{tokens}"),
            Self::Whole => formatter.write_str("whole"),
            Self::Closed => formatter.write_str("closed"),
        }
    }
}

impl fmt::Display for NameSearchOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.both { "mkrag:both" } else { "mkrag" })?;
        self.grains.iter().try_for_each(|grain| write!(formatter, ":{}", grain.word()))?;
        if self.reranked {
            formatter.write_str(":reranked")?;
        }
        self.rounds.map_or(Ok(()), |rounds| write!(formatter, ":rounds={rounds}"))
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Bm25 => "bm25",
            Self::Dense => "dense",
            Self::Dual => "dual",
        })
    }
}

impl fmt::Display for PassageCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(count) => write!(formatter, "{count}"),
            Self::Matched => formatter.write_str("matched"),
        }
    }
}

impl fmt::Display for WalkOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.paper { "garlic" } else { "pecan" })?;
        let flags = [
            ("tree", self.tree),
            ("normalised", self.normalised),
            ("candidates", self.candidates),
            ("no-attention", self.no_attention),
            ("no-embedding", self.no_embedding),
            ("no-words", self.no_words),
            ("nodes-first", self.nodes_first),
            ("sparing", self.sparing),
        ];
        for (name, _) in flags.iter().filter(|(_, set)| *set) {
            write!(formatter, ":{name}")?;
        }
        let values: [(&str, Option<String>); 6] = [
            ("patience", self.patience.map(|value| value.to_string())),
            ("confidence", self.confidence.map(|value| value.to_string())),
            ("balance", self.balance.map(|value| value.to_string())),
            ("fixed", self.fixed.map(|value| value.to_string())),
            ("most", self.most.map(|value| value.to_string())),
            ("rerank", self.rerank.map(|value| value.to_string())),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                write!(formatter, ":{name}={value}")?;
            }
        }
        Ok(())
    }
}

/// Why a text is not a method, for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// There is no such method.
    #[error(
        "The method “{0}” does not exist. The methods are pecan, mkrag, garlic, bm25, dense, dual, \
         raptor-tree, raptor-collapsed, memwalker, longllmlingua, whole and closed."
    )]
    Name(String),
    /// The method has no such option.
    #[error("The method {0} has no option “{1}”.")]
    Option(String, String),
    /// Two options do not go together: the second would be accepted and have no effect.
    #[error("In “{0}”, the option {2} has no effect with {1}. Leave out one of them.")]
    Idle(String, &'static str, &'static str),
    /// No criterion is left to choose nodes by.
    #[error("In “{0}”, nodes cannot be ranked. Leave out no-attention, no-embedding or no-words.")]
    Aimless(String),
    /// An option is given more than once.
    #[error("The method {0} has the option “{1}” twice.")]
    Twice(String, String),
    /// An option's value is invalid.
    #[error("“{0}” is not a value for {1}: {2}.")]
    Value(String, &'static str, &'static str),
}

impl FromStr for Method {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let mut parts = text.trim().split(':');
        let name = parts.next().unwrap_or_default();
        let options: Vec<&str> = parts.collect();
        let passages = |by| Ok(Self::Passages { by, count: count(name, &options, PASSAGES)? });
        match name {
            "pecan" | "garlic" => Ok(Self::Walk(walk(name, &options)?)),
            "mkrag" => Ok(Self::Names(names(name, &options)?)),
            "bm25" => passages(Pick::Bm25),
            "dense" => passages(Pick::Dense),
            "dual" => passages(Pick::Dual),
            "raptor-tree" => Ok(Self::RaptorTree { count: count(name, &options, PASSAGES)? }),
            "raptor-collapsed" => {
                Ok(Self::RaptorCollapsed { count: count(name, &options, COLLAPSED)? })
            }
            "longllmlingua" => Ok(Self::Compressed { tokens: number(name, &options, COMPRESSED)? }),
            "memwalker" => bare(name, &options, Self::MemWalker),
            "whole" => bare(name, &options, Self::Whole),
            "closed" => bare(name, &options, Self::Closed),
            _ => Err(Unknown::Name(name.into())),
        }
    }
}

/// Reads a method without options.
fn bare(name: &str, options: &[&str], method: Method) -> Result<Method, Unknown> {
    match options.first() {
        None => Ok(method),
        Some(option) => Err(Unknown::Option(name.into(), (*option).into())),
    }
}

/// Reads the only option of a method: a number, or `matched`.
fn count(name: &str, options: &[&str], usual: usize) -> Result<PassageCount, Unknown> {
    match options {
        [] => Ok(PassageCount::Fixed(usual)),
        ["matched"] => Ok(PassageCount::Matched),
        options => number(name, options, usual).map(PassageCount::Fixed),
    }
}

/// Reads the only option of a method: a number.
fn number(name: &str, options: &[&str], usual: usize) -> Result<usize, Unknown> {
    match options {
        [] => Ok(usual),
        [option] => whole(option, "a count"),
        [_, option, ..] => Err(Unknown::Option(name.into(), (*option).into())),
    }
}

fn grain(word: &str) -> Option<Grain> {
    Grain::ALL.into_iter().find(|grain| grain.word() == word)
}

fn names(name: &str, options: &[&str]) -> Result<NameSearchOptions, Unknown> {
    let mut names = NameSearchOptions::default();
    let mut seen = HashSet::new();
    for option in options {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        if !seen.insert(key) {
            return Err(Unknown::Twice(name.into(), key.into()));
        }
        match (key, value) {
            ("both", "") => names.both = true,
            ("reranked", "") => names.reranked = true,
            (word, "") if grain(word).is_some() => {
                names.grains = names.grains.iter().chain(grain(word)).collect();
            }
            ("rounds", value) => {
                let rounds = value.parse().ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds));
                let wrong =
                    || Unknown::Value(value.into(), "rounds", "it must be a number from 1 to 4");
                names.rounds = Some(rounds.ok_or_else(wrong)?);
            }
            _ => return Err(Unknown::Option(name.into(), (*option).into())),
        }
    }
    Ok(names)
}

fn walk(name: &str, options: &[&str]) -> Result<WalkOptions, Unknown> {
    let mut walk = WalkOptions { paper: name == "garlic", ..WalkOptions::default() };
    let mut seen = HashSet::new();
    for option in options {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        if !seen.insert(key) {
            return Err(Unknown::Twice(name.into(), key.into()));
        }
        match (key, value) {
            ("tree", "") => walk.tree = true,
            ("normalised", "") => walk.normalised = true,
            ("candidates", "") => walk.candidates = true,
            ("no-attention", "") => walk.no_attention = true,
            ("no-embedding", "") => walk.no_embedding = true,
            ("no-words", "") => walk.no_words = true,
            ("nodes-first", "") => walk.nodes_first = true,
            ("sparing", "") => walk.sparing = true,
            ("patience", value) => walk.patience = Some(whole(value, "patience")?),
            ("confidence", value) => walk.confidence = Some(share(value, "confidence")?),
            ("balance", value) => walk.balance = Some(share(value, "balance")?),
            ("fixed", "matched") => walk.fixed = Some(PassageCount::Matched),
            ("fixed", value) => walk.fixed = Some(PassageCount::Fixed(whole(value, "fixed")?)),
            ("most", value) => {
                walk.most = Some(value.parse().map_err(|_| {
                    Unknown::Value(value.into(), "most", "it must be a number of at least 0")
                })?)
            }
            ("rerank", value) => walk.rerank = Some(whole(value, "rerank")?),
            _ => return Err(Unknown::Option(name.into(), (*option).into())),
        }
    }
    match idle(&walk) {
        Some((one, other)) => Err(Unknown::Idle(walk.to_string(), one, other)),
        None if walk.no_attention && walk.no_embedding && !walk.counts_words() => {
            Err(Unknown::Aimless(walk.to_string()))
        }
        None => Ok(walk),
    }
}

/// Returns two options of which the second has no effect beside the first.
fn idle(walk: &WalkOptions) -> Option<(&'static str, &'static str)> {
    let fixed = walk.fixed.is_some();
    let (attention, embedding, words) =
        (!walk.no_attention, !walk.no_embedding, walk.counts_words());
    // One part alone is not weighed against anything, and a share of one sum changes no order.
    let is_weighed = |part: bool, other: bool| part || other && words;
    let without_attention = !is_weighed(attention, embedding);
    let without_embedding = !is_weighed(embedding, attention);
    let all = [
        (fixed && walk.patience.is_some(), "fixed", "patience"),
        (fixed && walk.confidence.is_some(), "fixed", "confidence"),
        (fixed && walk.most.is_some(), "fixed", "most"),
        (fixed && walk.sparing, "fixed", "sparing"),
        (fixed && walk.rerank.is_some(), "fixed", "rerank"),
        (without_attention && walk.balance.is_some(), "no-attention", "balance"),
        (without_embedding && walk.balance.is_some(), "no-embedding", "balance"),
        (walk.paper && walk.normalised, "garlic", "normalised"),
        (walk.paper && walk.no_words, "garlic", "no-words"),
        (walk.candidates && walk.normalised, "candidates", "normalised"),
        (without_attention && walk.normalised, "no-attention", "normalised"),
        (without_attention && walk.candidates, "no-attention", "candidates"),
        (without_embedding && walk.normalised, "no-embedding", "normalised"),
        (without_embedding && walk.candidates, "no-embedding", "candidates"),
    ];
    all.into_iter().find(|(holds, ..)| *holds).map(|(_, one, other)| (one, other))
}

fn whole(value: &str, what: &'static str) -> Result<usize, Unknown> {
    let number = value.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Unknown::Value(value.into(), what, "it must be a number of at least 1"))
}

fn share(value: &str, what: &'static str) -> Result<f64, Unknown> {
    let number = value.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    // -0 must not make a second method.
    number
        .map(|number: f64| number.abs())
        .ok_or_else(|| Unknown::Value(value.into(), what, "it must lie between 0 and 1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let cases = [
            ("pecan", "pecan"),
            ("garlic:tree", "garlic:tree"),
            ("pecan:confidence=0.6:patience=3", "pecan:patience=3:confidence=0.6"),
            ("pecan:fixed=matched", "pecan:fixed=matched"),
            ("pecan:fixed=12:no-attention", "pecan:no-attention:fixed=12"),
            ("pecan:most=0:sparing:normalised", "pecan:normalised:sparing:most=0"),
            ("pecan:normalised:balance=0.25", "pecan:normalised:balance=0.25"),
            ("garlic:most=3:candidates", "garlic:candidates:most=3"),
            ("pecan:balance=-0", "pecan:balance=0"),
            ("mkrag", "mkrag"),
            ("mkrag:rounds=3:both", "mkrag:both:rounds=3"),
            ("mkrag:rounds=1:reranked", "mkrag:reranked:rounds=1"),
            ("mkrag:micro:rounds=3:sentence", "mkrag:sentence:micro:rounds=3"),
            ("pecan:no-attention:balance=0.3", "pecan:no-attention:balance=0.3"),
            ("pecan:no-attention:normalised", "pecan:normalised:no-attention"),
            ("pecan:no-words:no-attention", "pecan:no-attention:no-words"),
            ("pecan:no-embedding:no-attention", "pecan:no-attention:no-embedding"),
            ("bm25", "bm25:5"),
            ("dense:matched", "dense:matched"),
            ("dual:7", "dual:7"),
            ("raptor-tree", "raptor-tree:5"),
            ("raptor-collapsed", "raptor-collapsed:20"),
            ("longllmlingua:800", "longllmlingua:800"),
            ("memwalker", "memwalker"),
            ("whole", "whole"),
            (" closed ", "closed"),
        ];
        for (written, expected) in cases {
            let method: Method = written.parse().unwrap();
            assert_eq!(method.to_string(), expected);
            assert_eq!(expected.parse(), Ok(method));
        }
    }

    #[test]
    fn what_is_no_method_is_rejected() {
        let cases = [
            ("pecann", "The method “pecann” does not exist."),
            ("", "The method “” does not exist."),
            ("whole:3", "The method whole has no option “3”."),
            ("bm25:0", "“0” is not a value for a count: it must be a number of at least 1."),
            ("bm25:3:4", "The method bm25 has no option “4”."),
            ("pecan:tall", "The method pecan has no option “tall”."),
            ("mkrag:rounds=5", "“5” is not a value for rounds: it must be a number from 1 to 4."),
            ("mkrag:small", "The method mkrag has no option “small”."),
            ("mkrag:both:both", "The method mkrag has the option “both” twice."),
            ("pecan:tree=1", "The method pecan has no option “tree=1”."),
            ("pecan:balance=2", "“2” is not a value for balance: it must lie between 0 and 1."),
            (
                "pecan:patience",
                "“” is not a value for patience: it must be a number of at least 1.",
            ),
            ("pecan:tree:tree", "The method pecan has the option “tree” twice."),
            ("pecan:most=3:most=4", "The method pecan has the option “most” twice."),
            ("pecan:fixed=3:patience=2", "In “pecan:patience=2:fixed=3”, the option patience has"),
            ("garlic:no-attention:candidates", "In “garlic:candidates:no-attention”, the option"),
            ("garlic:no-words", "In “garlic:no-words”, the option no-words has no effect"),
            (
                "pecan:no-attention:no-embedding:balance=0.3",
                "In “pecan:no-attention:no-embedding:balance=0.3”, the option balance has no",
            ),
            (
                "pecan:no-attention:no-embedding:normalised",
                "In “pecan:normalised:no-attention:no-embedding”, the option normalised has no \
                 effect",
            ),
            (
                "pecan:no-words:no-embedding:candidates",
                "In “pecan:candidates:no-embedding:no-words”",
            ),
            ("garlic:candidates:no-embedding", "In “garlic:candidates:no-embedding”, the option"),
            (
                "pecan:fixed=3:sparing",
                "In “pecan:sparing:fixed=3”, the option sparing has no effect",
            ),
            ("garlic:no-attention:balance=0.5", "In “garlic:no-attention:balance=0.5”, the option"),
            ("garlic:no-embedding:no-attention", "In “garlic:no-attention:no-embedding”, nodes"),
            (
                "pecan:no-words:no-embedding:no-attention",
                "In “pecan:no-attention:no-embedding:no-words”, nodes",
            ),
        ];
        for (written, expected) in cases {
            let text = written.parse::<Method>().unwrap_err().to_string();
            assert!(text.starts_with(expected), "{text}");
        }
    }

    #[test]
    fn what_is_embedded_depends_on_who_looks_at_it() {
        let embedded = |written: &str| written.parse::<Method>().unwrap().embedded();
        let points = |tree| Embedded::Points { tree };
        assert_eq!(embedded("pecan"), [Embedded::Chunks, points(false)]);
        assert_eq!(embedded("garlic:tree"), [Embedded::Chunks, points(true)]);
        for written in ["dense", "raptor-tree", "raptor-collapsed:matched"] {
            assert_eq!(embedded(written), [Embedded::Chunks], "{written}");
        }
        assert_eq!(embedded("dual"), [Embedded::Passages]);
        for written in ["pecan:no-embedding", "bm25", "memwalker", "longllmlingua", "closed"] {
            assert!(embedded(written).is_empty(), "{written}");
        }
    }

    #[test]
    fn matched_counts_are_filled_in() {
        for (written, expected) in [
            ("bm25:matched", "bm25:9"),
            ("raptor-tree:matched", "raptor-tree:9"),
            ("raptor-collapsed:matched", "raptor-collapsed:9"),
            ("pecan:tree:fixed=matched", "pecan:tree:fixed=9"),
        ] {
            let method: Method = written.parse().unwrap();
            assert!(method.is_matched());
            assert_eq!(method.with_count(9).to_string(), expected);
        }
        assert!(!"bm25".parse::<Method>().unwrap().is_matched());
    }
}
