//! The graph of a document that is shown or asked.

use library::Library;
use protocol::{Code, DocumentId, Failure, GraphId};

/// Returns the requested graph, if it belongs to the document, or the one that questions are asked
/// of.
pub(crate) fn chosen_graph(
    library: &Library,
    document: DocumentId,
    graph: Option<GraphId>,
) -> Result<GraphId, Failure> {
    library.document(document)?;
    if let Some(id) = graph {
        return match library.graph(id) {
            Ok(graph) if graph.document == document => Ok(id),
            _ => {
                let message = format!("Document {document} has no graph {id}.");
                Err(Failure::new(Code::GraphMissing, message))
            }
        };
    }
    library.graph_to_ask(document)?.ok_or_else(|| {
        let message =
            format!("Document {document} has no graph yet. Add its file again to build one.");
        Failure::new(Code::GraphMissing, message)
    })
}
