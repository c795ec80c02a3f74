//! The arguments of `pecan add`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use protocol::{GraphOptions, SignalChange};

/// `pecan add`.
#[derive(Debug, Args)]
pub struct AddArguments {
    /// Files in plain text, Markdown, HTML, MHTML, EPUB, PDF, DOCX, ODT, FB2 or EML, or folders; the
    /// documents of a folder become a collection with its name
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the documents, with their graphs, to this file for `pecan import` instead of adding them to
    /// the library; a file that exists is added to
    ///
    /// The library is only asked for the model in use. If the command is interrupted, the same command
    /// resumes.
    #[arg(long, value_name = "FILE")]
    pub into: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// How files are read and graphs are built.
#[derive(Debug, Args)]
pub struct ReadingArguments {
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
    pub points: Option<PointSourceArgument>,
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

impl ReadingArguments {
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
pub enum PointSourceArgument {
    Written,
    Quoted,
    Auto,
}

impl From<PointSourceArgument> for protocol::PointSource {
    fn from(points: PointSourceArgument) -> Self {
        match points {
            PointSourceArgument::Written => Self::Written,
            PointSourceArgument::Quoted => Self::Quoted,
            PointSourceArgument::Auto => Self::Auto,
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

/// Parses a number of batches. The limit exceeds what any machine needs at once.
fn batches(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse::<NonZeroUsize>() {
        Ok(count) if count.get() <= 64 => Ok(count),
        _ => Err("enter a number from 1 to 64".into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct AddCommand {
        #[command(flatten)]
        add: AddArguments,
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
            let command = AddCommand::parse_from([&["add", "F"], said].concat());
            assert_eq!(command.add.reading.graph().signal, signal, "{said:?}");
        }
    }
}
