//! The arguments of `pecan ask`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use protocol::{AskOptions, Code, DocumentId, Failure, GraphId, QuestionId, Until};

use crate::documents_argument::{DocumentsArgument, documents};

/// `pecan ask`.
#[derive(Debug, Args)]
pub struct AskArguments {
    /// The documents' numbers, separated by commas, or the name of a collection
    #[arg(value_name = "ID[,ID…]", value_parser = documents)]
    pub documents: DocumentsArgument,
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
    ///
    /// # Errors
    ///
    /// If an option has no effect together with the others.
    pub fn into_request(self, documents: Vec<DocumentId>) -> Result<protocol::Request, Failure> {
        let by_entities = matches!(self.by, SearchByArgument::Entities | SearchByArgument::Both);
        if !by_entities && (self.rounds.is_some() || !self.grains.is_empty()) {
            let message = "--rounds and --grains need --by entities or --by both.";
            return Err(Failure::new(Code::BadRequest, message));
        }
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
        Ok(protocol::Request::Ask { documents, question: self.question, options })
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
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct AskCommand {
        #[command(flatten)]
        ask: AskArguments,
    }

    #[test]
    fn ask_takes_documents_and_the_defaults_are_the_methods() {
        for (said, documents) in [
            ("1,2", DocumentsArgument::Numbers(vec![DocumentId(1), DocumentId(2)])),
            ("Old books, 1", DocumentsArgument::Collection("Old books, 1".into())),
        ] {
            let AskCommand { ask } = AskCommand::parse_from(["ask", said, "Who?"]);
            assert_eq!(ask.documents, documents);
            let request = ask.into_request(vec![]).unwrap();
            let protocol::Request::Ask { question, options, .. } = request else {
                panic!("not a question")
            };
            assert_eq!((question.as_str(), options), ("Who?", AskOptions::default()));
        }
    }

    #[test]
    fn rounds_need_a_search_by_entities() {
        for (by, good) in [("auto", false), ("points", false), ("entities", true), ("both", true)] {
            let AskCommand { ask } =
                AskCommand::parse_from(["ask", "1", "Who?", "--by", by, "--rounds", "3"]);
            assert_eq!(ask.into_request(vec![DocumentId(1)]).is_ok(), good, "{by}");
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
