//! The command line of `pecan`.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use protocol::{
    AskOptions, DocumentId, GraphId, GraphOptions, NodeId, QuestionId, SignalChange, Until,
};

use crate::entities::EntitiesArguments;

/// Ask questions about long private documents, offline, and see why the answer is what it is.
#[derive(Debug, Parser)]
#[command(name = "pecan", version, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// Options before or after any command.
#[derive(Debug, Args)]
pub struct Common {
    /// Use the library in this folder instead of the one in the platform's data folder
    #[arg(long, global = true, value_name = "DIR", overrides_with = "library")]
    pub library: Option<PathBuf>,
    /// Use this GGUF model instead of the one chosen last; `default` and `demo` name the two that come
    /// with Pecan, here and wherever a GGUF file is accepted
    #[arg(long, global = true, value_name = "FILE", overrides_with = "model")]
    pub model: Option<PathBuf>,
    /// Print exactly one JSON value (see `pecan help json`)
    #[arg(long, global = true, overrides_with = "json")]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read files into the library and build their graphs, resuming where an earlier run stopped
    Add(Add),
    /// List the documents in the library
    List,
    /// Remove a document from the library
    Remove {
        #[arg(value_name = "ID")]
        document: DocumentId,
    },
    /// Put documents into collections, take them out, or rename a collection
    #[command(subcommand)]
    Collection(Collection),
    /// Ask a question about one or more documents
    Ask(AskArguments),
    /// Print a document's plain text
    Text {
        #[arg(value_name = "ID")]
        document: DocumentId,
    },
    /// Find titles and pages that contain all the given words
    Search(SearchArguments),
    /// Print a document's graph
    Show(Show),
    /// List the people, places and other things that a document names
    Entities(EntitiesArguments),
    /// Estimate how long building a document's graph will take, from a short trial
    Estimate {
        #[arg(value_name = "ID")]
        document: DocumentId,
    },
    /// Print earlier questions and answers
    History {
        /// Print only questions about this document
        #[arg(value_name = "ID")]
        document: Option<DocumentId>,
        /// Print one answer with its passages and its whole path
        #[arg(long, value_name = "N", conflicts_with = "document")]
        question: Option<QuestionId>,
        /// Print that answer as a page for other programs
        #[arg(long = "as", value_enum, value_name = "FORM", requires = "question")]
        form: Option<AnswerFormatArgument>,
    },
    /// Delete a question and its answer from the history
    Forget {
        #[arg(value_name = "N")]
        question: QuestionId,
    },
    /// Compare ways of answering questions on question sets
    Eval(crate::eval::Eval),
    /// List the languages in which scanned pages can be read
    Languages,
    /// Inspect, choose or try out a model
    #[command(subcommand)]
    Model(ModelCommand),
    /// Write an invented book with its facts and questions, or a benchmark of many books
    Story(crate::story::StoryArguments),
    /// Print help, or describe the JSON output (`pecan help json`)
    Help {
        /// A command, or `json`
        topic: Vec<String>,
    },
}

/// `pecan add`.
#[derive(Debug, Args)]
pub struct Add {
    /// Files in plain text, Markdown, HTML, MHTML, EPUB, PDF, DOCX, ODT, FB2 or EML, or folders; the
    /// documents of a folder become a collection with its name
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Summarise N batches at once [default: the fastest number in a short measurement]
    #[arg(long, value_name = "N", value_parser = batches)]
    pub at_once: Option<NonZeroUsize>,
    /// End chunks after exactly 300 tokens, or at the end of a sentence after 240 to 360 [default: as
    /// in the document's most recently begun graph, or exact]
    #[arg(long, value_enum)]
    pub chunks: Option<ChunkEndsArgument>,
    /// Set what counts as the weight of an edge: the paper's definition, or changes to it, separated
    /// by commas [default: as in the document's most recently begun graph, or source-words]
    #[arg(long, value_enum, value_name = "SIGNAL", value_delimiter = ',')]
    pub signal: Option<Vec<SignalArgument>>,
    /// Set where points come from [default: as in the document's most recently begun graph, or auto].
    ///
    /// With `written`, the model writes them, and only those that stand in what it read are kept. With
    /// `quoted`, they are quoted from the text by the model's attention, so that the model only reads.
    /// With `auto`, they are quoted where nothing that the model wrote stands in what it read.
    #[arg(long, value_enum, value_name = "SOURCE")]
    pub points: Option<Points>,
    /// Only read the files; run `pecan add` without this option to build their graphs later
    #[arg(long)]
    pub no_graph: bool,
    /// Trust the model: skip the trial that tests, once per model, what it can do
    #[arg(long)]
    pub no_trial: bool,
    /// Do not ask the model which names in the text are people, places, organisations or things
    #[arg(long)]
    pub no_entities: bool,
    /// Set when the model writes questions, with their answers, about the names in the text.
    ///
    /// With `asked`, it writes them when they are first requested. With `all`, it writes them now, about every name of
    /// which the text says much; this reads each sentence about these names once more.
    #[arg(long, value_name = "WHEN", default_value = "asked", conflicts_with = "no_graph")]
    pub pairs: PairsArgument,
    /// Set the languages of scanned pages, by Tesseract's names, separated by commas, such as deu,fra
    /// [default: English and a few other installed languages]
    #[arg(long = "languages", value_name = "LANGUAGES", value_delimiter = ',')]
    pub languages: Vec<String>,
    /// Open protected files with the password on this file's first line; without this option, Pecan
    /// asks for the password in a terminal
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// Read files again that made the reader fail, or that were read before something such as
    /// text recognition was installed; also accept a damaged copy in place of a good one
    #[arg(long)]
    pub again: bool,
}

impl Add {
    /// Returns how graphs are to be built.
    pub fn graph(&self) -> GraphOptions {
        let changes =
            |signal: &Vec<SignalArgument>| signal.iter().filter_map(|one| one.change()).collect();
        GraphOptions {
            chunks: self.chunks.map(Into::into),
            signal: self.signal.as_ref().map(changes),
            points: self.points.map(Into::into),
            no_trial: self.no_trial,
            no_entities: self.no_entities,
            all_pairs: self.pairs == PairsArgument::All,
        }
    }
}

/// When questions about the names in a text are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PairsArgument {
    Asked,
    All,
}

/// `pecan ask`.
#[derive(Debug, Args)]
pub struct AskArguments {
    /// The documents' numbers, separated by commas, or the name of a collection
    #[arg(value_name = "ID[,ID…]", value_parser = documents)]
    pub documents: Documents,
    /// The question
    question: String,
    /// Stop after the model has judged the points sufficient N times
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Count a verdict as Yes if its probability is above P, from 0 to 1 [default: the model's, or 0.5]
    #[arg(long, value_name = "P", value_parser = probability)]
    confidence: Option<f32>,
    /// Set the weight of similarity against attention, from 0 to 1 [default: 0.5]
    #[arg(long, value_name = "P", value_parser = probability)]
    balance: Option<f32>,
    /// Look at up to N points after the top level [default: 12; 24 for models without a trial]
    #[arg(long, value_name = "N")]
    max_nodes: Option<u32>,
    /// Look at exactly N points, then answer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    fixed_nodes: Option<u32>,
    /// Leave the similarity of sentences out of the scores
    #[arg(long)]
    no_embedding: bool,
    /// Leave the model's attention out of the scores
    #[arg(long)]
    no_attention: bool,
    /// Leave the words that a point shares with the question out of the scores
    #[arg(long)]
    no_words: bool,
    /// Answer even if not enough was found, and say so
    #[arg(long)]
    best_effort: bool,
    /// Sample the answer with this seed instead of taking the most likely words
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Search this graph instead of the newest one
    #[arg(long, value_name = "ID")]
    graph: Option<GraphId>,
    /// Show the model the top level before the question.
    ///
    /// The next question then begins sooner, but the model has to understand this order, for which the
    /// demonstration model was not trained.
    #[arg(long)]
    nodes_first: bool,
    /// Ask the model for its verdict less often while that is far from Yes
    #[arg(long)]
    sparing_asks: bool,
    /// Look only at the text before this character, or up to the end of a page or chapter, as in page:12 or chapter:3.
    ///
    /// Characters are counted in the text that `pecan text ID` prints. Later text has no influence on the answer.
    #[arg(long, value_name = "N")]
    until: Option<Until>,
    /// After the walk, have the model judge the N best passages one by one until one suffices [default: 3; 0 for models
    /// without a trial or with a billion parameters or more].
    ///
    /// The model then answers from the best passage alone. With 0, it answers from everything that it read.
    #[arg(long, value_name = "N")]
    rerank: Option<u32>,
    /// Search the points, the sentences that mention the names in the question (`entities`), or both.
    ///
    /// With `auto`, Pecan searches the points; with small models, it searches the sentences first, and the points only
    /// if these do not suffice. For questions such as "List everyone who …" or "How many people …?", it searches all
    /// sentences.
    #[arg(long, value_name = "WHAT", default_value = "auto")]
    by: SearchByArgument,
    /// With --by entities or both: search in N rounds, from 1 to 4; each further round searches for names found in the
    /// round before [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4))]
    rounds: Option<u32>,
    /// With --by entities or both: set what is found and shown at once, separated by commas [default: sentence].
    ///
    /// `sentence` finds single sentences, `macro` who somebody is, `feature` everything of one kind that the text says
    /// of a name, and `micro` sentences by the questions that they answer, which the model writes first.
    #[arg(long, value_enum, value_name = "GRAINS", value_delimiter = ',')]
    grains: Vec<GrainArgument>,
    /// Where sentences are searched, use this GGUF cross-encoder (a re-ranking model) to rank those found
    #[arg(long, value_name = "FILE")]
    reranker: Option<PathBuf>,
    /// Ask a follow-up question: show the model this earlier question from `pecan history` with its answer, and the
    /// questions that it followed itself
    #[arg(long, value_name = "N")]
    follow: Option<QuestionId>,
    /// Trust the model: skip the trial that tests, once per model, what it can do
    #[arg(long)]
    no_trial: bool,
}

/// The texts that a question searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SearchByArgument {
    Auto,
    Points,
    Entities,
    Both,
}

/// The size of the units in which sentences about a name are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GrainArgument {
    Sentence,
    Macro,
    Feature,
    Micro,
}

impl From<GrainArgument> for protocol::Grain {
    fn from(grain: GrainArgument) -> Self {
        match grain {
            GrainArgument::Sentence => Self::Sentence,
            GrainArgument::Macro => Self::Macro,
            GrainArgument::Feature => Self::Feature,
            GrainArgument::Micro => Self::Micro,
        }
    }
}

impl From<SearchByArgument> for protocol::SearchBy {
    fn from(by: SearchByArgument) -> Self {
        match by {
            SearchByArgument::Auto => Self::Auto,
            SearchByArgument::Points => Self::Points,
            SearchByArgument::Entities => Self::Entities,
            SearchByArgument::Both => Self::Both,
        }
    }
}

impl AskArguments {
    /// Returns the request to the engine about these documents.
    pub fn into_request(self, documents: Vec<DocumentId>) -> protocol::Request {
        let options = AskOptions {
            patience: self.patience,
            confidence: self.confidence,
            balance: self.balance,
            max_nodes: self.max_nodes,
            fixed_nodes: self.fixed_nodes,
            embedding: !self.no_embedding,
            attention: !self.no_attention,
            words: !self.no_words,
            best_effort: self.best_effort,
            seed: self.seed,
            graph: self.graph,
            nodes_first: self.nodes_first,
            until: self.until,
            sparing_asks: self.sparing_asks,
            rerank: self.rerank,
            follows: self.follow,
            by: self.by.into(),
            rounds: self.rounds,
            grains: self.grains.into_iter().map(protocol::Grain::from).collect(),
            reranker: self.reranker.map(|file| file.display().to_string()),
            no_trial: self.no_trial,
        };
        protocol::Request::Ask { documents, question: self.question, options }
    }
}

/// `pecan search`.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// The words to find; words in quotation marks must follow one another, and the last word may be
    /// the beginning of one. Case and accents do not matter
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,
    /// Search only this document
    #[arg(long, value_name = "ID")]
    document: Option<DocumentId>,
    /// Print at most N places
    #[arg(long, value_name = "N", default_value_t = 50,
          value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Search only the text before this character of the document, or up to the end of a page or chapter, as in page:12
    /// or chapter:3
    #[arg(long, value_name = "N", requires = "document")]
    until: Option<Until>,
}

impl From<SearchArguments> for protocol::Request {
    fn from(SearchArguments { words, document, most, until }: SearchArguments) -> Self {
        Self::Search { words: words.join(" "), document, most, until }
    }
}

/// `pecan show`.
#[derive(Debug, Args)]
pub struct Show {
    #[arg(value_name = "ID")]
    pub document: DocumentId,
    /// Print only this node and its neighbours
    #[arg(long, value_name = "N")]
    pub node: Option<NodeId>,
    /// Print this graph instead of the newest one
    #[arg(long, value_name = "ID")]
    pub graph: Option<GraphId>,
    /// Print only what is based on the text before this character, or up to the end of a page or chapter, as in page:12
    /// or chapter:3
    #[arg(long, value_name = "N")]
    pub until: Option<Until>,
    /// Print a Graphviz file
    #[arg(long, conflicts_with_all = ["graphml", "json"])]
    pub dot: bool,
    /// Print a GraphML file
    #[arg(long, conflicts_with = "json")]
    pub graphml: bool,
}

#[derive(Debug, Subcommand)]
pub enum Collection {
    /// Put a document into a collection, which is created if it does not exist
    Put {
        #[arg(value_name = "NAME")]
        collection: String,
        #[arg(value_name = "ID")]
        document: DocumentId,
    },
    /// Take a document out of a collection, which is removed with its last document
    Take {
        #[arg(value_name = "NAME")]
        collection: String,
        #[arg(value_name = "ID")]
        document: DocumentId,
    },
    /// Rename a collection; if the name is taken, the two are merged
    Name {
        #[arg(value_name = "NAME")]
        collection: String,
        #[arg(value_name = "OTHER")]
        name: String,
    },
    /// Dissolve a collection; its documents stay in the library
    Dissolve {
        #[arg(value_name = "NAME")]
        collection: String,
    },
}

impl From<Collection> for protocol::Request {
    fn from(collection: Collection) -> Self {
        match collection {
            Collection::Put { collection, document } => {
                Self::Collect { document, collection, within: true }
            }
            Collection::Take { collection, document } => {
                Self::Collect { document, collection, within: false }
            }
            Collection::Name { collection, name } => Self::NameCollection { collection, name },
            Collection::Dissolve { collection } => Self::DissolveCollection { collection },
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum ModelCommand {
    /// Print what is known about a model and whether its attention can be read
    Info {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Use a model from now on, also in the window; without FILE, the default model
    Use {
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Use it only to answer questions, in graphs that another model built; without FILE, use that one
        /// again
        #[arg(long)]
        asking: bool,
    },
    /// Test again what a model can do, and estimate how long a hundred pages take; without FILE, the
    /// model in use
    Try {
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Write the token-level attention of a text, averaged over layers and heads
    Attention {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The text file to read
        #[arg(long, value_name = "FILE")]
        text: PathBuf,
        /// The NumPy array to write: rows × columns, 32-bit floats
        #[arg(long, value_name = "A.npy")]
        out: PathBuf,
    },
}

/// Formats of an answer for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormatArgument {
    Markdown,
    Html,
}

impl From<AnswerFormatArgument> for protocol::ExportForm {
    fn from(form: AnswerFormatArgument) -> Self {
        match form {
            AnswerFormatArgument::Markdown => Self::Markdown,
            AnswerFormatArgument::Html => Self::Html,
        }
    }
}

/// Where chunks end.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum ChunkEndsArgument {
    Exact,
    Sentences,
}

impl From<ChunkEndsArgument> for protocol::ChunkEnds {
    fn from(chunks: ChunkEndsArgument) -> Self {
        match chunks {
            ChunkEndsArgument::Exact => Self::Exact,
            ChunkEndsArgument::Sentences => Self::Sentences,
        }
    }
}

/// Where points come from.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Points {
    Written,
    Quoted,
    Auto,
}

impl From<Points> for protocol::PointSource {
    fn from(points: Points) -> Self {
        match points {
            Points::Written => Self::Written,
            Points::Quoted => Self::Quoted,
            Points::Auto => Self::Auto,
        }
    }
}

/// What counts as the weight of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SignalArgument {
    /// The mean over all tokens, heads and layers
    Paper,
    /// Take the attention of a point's token from the position before it, which predicted it
    PredictingRows,
    /// Leave out the point's punctuation and function words
    ContentTokens,
    /// Leave out the punctuation of the text that is attended to
    SourceWords,
    /// Use only the middle half of the layers
    MiddleLayers,
}

impl SignalArgument {
    /// Returns the change to the paper's definition, or `None` for that definition.
    fn change(self) -> Option<SignalChange> {
        Some(match self {
            Self::Paper => return None,
            Self::PredictingRows => SignalChange::PredictingRows,
            Self::ContentTokens => SignalChange::ContentTokens,
            Self::SourceWords => SignalChange::SourceWords,
            Self::MiddleLayers => SignalChange::MiddleLayers,
        })
    }
}

/// Documents in one argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Documents {
    /// Documents by their numbers.
    Numbers(Vec<DocumentId>),
    /// The documents of the collection with this name.
    Collection(String),
}

/// Parses a list of numbers; anything else is the name of a collection.
fn documents(text: &str) -> Result<Documents, Infallible> {
    let numbers: Result<_, _> = text.split(',').map(|number| number.trim().parse()).collect();
    Ok(numbers.map_or_else(|_| Documents::Collection(text.to_owned()), Documents::Numbers))
}

/// Parses a number of batches. The limit exceeds what any machine needs at once.
fn batches(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(count) if count.get() <= 64 => Ok(count),
        _ => Err("enter a number from 1 to 64".into()),
    }
}

fn probability(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("enter a number from 0 to 1".into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_stand_before_or_after_the_command() {
        for line in [
            "pecan --json --library L list",
            "pecan list --json --library L",
            "pecan --library L list --json",
            "pecan --json list --library M --json --library L",
        ] {
            let arguments = Arguments::parse_from(line.split(' '));
            assert!(arguments.common.json, "{line}");
            assert_eq!(arguments.common.library, Some("L".into()), "{line}");
        }
    }

    #[test]
    fn ask_takes_documents_and_the_defaults_are_the_methods() {
        for (said, documents) in [
            ("1,2", Documents::Numbers(vec![1, 2])),
            ("Old books, 1", Documents::Collection("Old books, 1".into())),
        ] {
            let arguments = Arguments::parse_from(["pecan", "ask", said, "Who?"]);
            let Command::Ask(ask) = arguments.command else { panic!("not ask") };
            assert_eq!(ask.documents, documents);
            let protocol::Request::Ask { question, options, .. } = ask.into_request(vec![]) else {
                panic!("not a question")
            };
            assert_eq!((question.as_str(), options), ("Who?", AskOptions::default()));
        }
    }

    #[test]
    fn a_signal_is_the_papers_with_changes() {
        for (said, signal) in [
            (&[][..], None),
            (&["--signal", "paper"], Some(vec![])),
            (
                &["--signal", "source-words,middle-layers"],
                Some(vec![SignalChange::SourceWords, SignalChange::MiddleLayers]),
            ),
        ] {
            let arguments = Arguments::parse_from([&["pecan", "add", "F"], said].concat());
            let Command::Add(add) = arguments.command else { panic!("not add") };
            assert_eq!(add.graph().signal, signal, "{said:?}");
        }
    }

    #[test]
    fn a_probability_is_from_0_to_1() {
        for (text, good) in [("0", true), ("0.5", true), ("1", true), ("1.1", false), ("x", false)]
        {
            assert_eq!(probability(text).is_ok(), good, "{text}");
        }
    }
}
