//! `pecan show`.

use std::process::ExitCode;

use clap::Args;
use protocol::{DocumentId, GraphId, NodeId, Outcome, Request, Until};
use terminal::{CommandResult, CommonArguments, print_text};

use crate::document_number::document_number;
use crate::graph_export;
use crate::job::{print_outcome, request};

/// `pecan show`.
#[derive(Debug, Args)]
pub struct ShowArguments {
    #[arg(value_name = "ID", value_parser = document_number)]
    document: DocumentId,
    /// Print only this node and its neighbours
    #[arg(long, value_name = "N")]
    node: Option<NodeId>,
    /// Print this graph instead of the newest one
    #[arg(long, value_name = "ID")]
    graph: Option<GraphId>,
    /// Print only what is based on the text before this character, or up to the end of a page or chapter, as in page:12
    /// or chapter:3
    #[arg(long, value_name = "N")]
    until: Option<Until>,
    /// Print a Graphviz file
    #[arg(long, conflicts_with_all = ["graphml", "json"])]
    dot: bool,
    /// Print a GraphML file
    #[arg(long, conflicts_with = "json")]
    graphml: bool,
}

/// Prints a graph: for people, as JSON, or in a file format that other programs draw.
pub fn run(common: &CommonArguments, arguments: &ShowArguments) -> CommandResult {
    let ShowArguments { document, node, graph, until, dot, graphml } = *arguments;
    let outcome = request(common, Request::Show { document, graph, node, until })?;
    match &outcome {
        Outcome::Graph(view) if dot => print_text(&graph_export::dot(view))?,
        Outcome::Graph(view) if graphml => print_text(&graph_export::graphml(view))?,
        _ => return print_outcome(common, &outcome),
    }
    Ok(ExitCode::SUCCESS)
}
