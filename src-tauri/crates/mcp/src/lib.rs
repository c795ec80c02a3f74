//! A server of the Model Context Protocol on standard streams, with which the language model of another program reads
//! and asks the documents of shared collections.
//!
//! No tool adds, changes or removes a document. A question is stored in the library's history, as any question is, so
//! that the user sees what was asked. What a client does with passages is its own affair: most send them to the
//! provider of their model, and the server says so.

mod library;
mod passages;
mod points_on_passage;
mod results;
mod scope;
mod tools;

use engine::{Config, EngineService};
use protocol::{Code, Failure};
use rmcp::ServiceExt as _;
use tokio::runtime::Builder;

use self::library::VisibleLibrary;
pub use self::scope::Scope;
use self::tools::PecanTools;

/// Serves a client on standard input and output until it closes them.
///
/// # Errors
///
/// If the system lacks something, or the client does not speak the protocol.
pub fn serve(config: Config, scope: Scope) -> Result<(), Failure> {
    let library = VisibleLibrary::new(EngineService::start(config)?, scope);
    let runtime = Builder::new_current_thread().enable_time().build();
    let runtime = runtime.map_err(|error| ended(&error))?;
    let served = runtime.block_on(async {
        let streams = (tokio::io::stdin(), tokio::io::stdout());
        let server =
            PecanTools::new(library).serve(streams).await.map_err(|error| ended(&error))?;
        server.waiting().await.map(drop).map_err(|error| ended(&error))
    });
    // A read from standard input that is still under way is not waited for.
    runtime.shutdown_background();
    served
}

fn ended(error: &dyn std::error::Error) -> Failure {
    Failure::new(Code::Internal, format!("The server ended: {error}."))
}
