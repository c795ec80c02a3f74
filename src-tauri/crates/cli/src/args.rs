//! The command line of `pecan`.

use clap::{Parser, Subcommand};
use protocol::{DocumentId, QuestionId};
use terminal::{CommonArguments, ServeArguments};

use crate::commands::add::arguments::AddArguments;
use crate::commands::ask::arguments::AskArguments;
use crate::commands::collection::CollectionCommand;
use crate::commands::entities::EntitiesArguments;
use crate::commands::export::ExportArguments;
use crate::commands::history::HistoryArguments;
use crate::commands::import::ImportArguments;
use crate::commands::mcp::McpArguments;
use crate::commands::model::ModelCommand;
use crate::commands::search::SearchArguments;
use crate::commands::show::ShowArguments;
use crate::commands::watch::WatchArguments;
use crate::document_number::document_number;

/// Ask questions about long private documents, offline, and see why the answer is what it is.
#[derive(Debug, Parser)]
#[command(name = "pecan", version, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(flatten)]
    pub common: CommonArguments,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read files into the library and build their graphs, resuming where an earlier run stopped
    Add(AddArguments),
    /// Add the files of a folder as they come and change
    Watch(WatchArguments),
    /// List the documents in the library
    List,
    /// Remove a document from the library
    Remove {
        #[arg(value_name = "ID", value_parser = document_number)]
        document: DocumentId,
    },
    /// Write documents, with their graphs and the questions about them, to a file for another library
    Export(ExportArguments),
    /// Import documents from files that `pecan export` or `pecan add --into` wrote
    Import(ImportArguments),
    /// Put documents into collections, take them out, or rename a collection
    #[command(subcommand)]
    Collection(CollectionCommand),
    /// Ask a question about one or more documents
    Ask(AskArguments),
    /// Print a document's plain text
    Text {
        #[arg(value_name = "ID", value_parser = document_number)]
        document: DocumentId,
    },
    /// Find titles and pages that contain all the given words
    Search(SearchArguments),
    /// Print a document's graph
    Show(ShowArguments),
    /// List the people, places and other things that a document names
    Entities(EntitiesArguments),
    /// Estimate how long building a document's graph will take, from a short trial
    Estimate {
        #[arg(value_name = "ID", value_parser = document_number)]
        document: DocumentId,
    },
    /// Print earlier questions and answers
    History(HistoryArguments),
    /// Delete a question and its answer from the history
    Forget {
        #[arg(value_name = "N")]
        question: QuestionId,
    },
    /// List the languages in which scanned pages can be read
    Languages,
    /// Inspect, choose or try out a model
    #[command(subcommand)]
    Model(ModelCommand),
    /// Let other programs on this machine ask the documents, until Ctrl-C.
    ///
    /// `pecan-serve` listens at 127.0.0.1 and wants a token, which it prints once. It answers clients of OpenAI's
    /// interface at /v1/chat/completions, and other programs at /v1/ask, in the JSON of `pecan help json`.
    Serve(ServeArguments),
    /// Let a client of the Model Context Protocol read shared collections, on standard input and output.
    ///
    /// The client may send passages to its provider, so it sees only the collections that you share with `pecan
    /// collection share`. It changes no document; its questions appear in the history.
    Mcp(McpArguments),
    /// Print help, or describe the JSON output (`pecan help json`)
    Help {
        /// A command, or `json`
        topic: Vec<String>,
    },
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
}
