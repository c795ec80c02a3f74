//! The server: from the command line to the end by Ctrl-C.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use engine::EngineService;
use protocol::{Code, Failure};
use terminal::{CommonArguments, ServeArguments};
use tokio::runtime::Builder;
use tokio::sync::Notify;

use crate::access::Access;
use crate::api;
use crate::confine::confine;
use crate::library::SharedLibrary;
use crate::openai;
use crate::startup_messages;
use crate::state::AppState;
use crate::token::Token;

/// The maximum size of a request's body in bytes: a question with what was said before it.
const BODY: usize = 1 << 20;

/// Listens and answers until Ctrl-C.
///
/// # Errors
///
/// If the port is taken, the token is unusable, or the system lacks something.
pub fn run(common: &CommonArguments, serve: &ServeArguments) -> Result<(), Failure> {
    let config = common.config()?;
    let own_token = Token::of_user(serve.token_file.as_deref())?;
    let (listener, port) = listen(serve.port)?;
    // Threads inherit this, so it comes before all of them.
    if !confine() {
        startup_messages::unconfined();
    }
    let token = match own_token {
        Some(token) => token,
        None => {
            let token = Token::random()?;
            startup_messages::token(&token);
            token
        }
    };
    let state = AppState {
        access: Arc::new(Access { port, token }),
        library: Arc::new(SharedLibrary::new(EngineService::start(config)?, serve.waiting)),
        given: Arc::default(),
    };
    let runtime = Builder::new_current_thread().enable_io().enable_time().build();
    let runtime = runtime.map_err(|error| unusable(&error))?;
    startup_messages::address(port, common.json)?;
    let ended = Arc::new(Notify::new());
    end_with_ctrl_c(Arc::clone(&ended), Arc::clone(&state.library))?;
    runtime
        .block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let server = axum::serve(listener, router(state));
            server.with_graceful_shutdown(async move { ended.notified().await }).await
        })
        .map_err(|error| unusable(&error))
}

/// Listens on this machine's own address alone. Port 0 stands for any free one.
fn listen(port: u16) -> Result<(TcpListener, u16), Failure> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listening = || {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok((listener, port))
    };
    listening().map_err(|error: std::io::Error| {
        let message = format!(
            "Pecan cannot listen at 127.0.0.1:{port}: {error}. Choose another port with --port, or \
             any free one with --port 0."
        );
        Failure::new(Code::BadRequest, message)
    })
}

fn unusable(error: &std::io::Error) -> Failure {
    Failure::new(Code::Internal, format!("The server cannot go on: {error}."))
}

/// Stops all questions and ends the server with Ctrl-C; with a second one, at once.
fn end_with_ctrl_c(ended: Arc<Notify>, library: Arc<SharedLibrary>) -> Result<(), Failure> {
    let mut is_first = true;
    ctrlc::set_handler(move || {
        if !std::mem::take(&mut is_first) {
            std::process::exit(terminal::STOPPED.into());
        }
        library.close();
        ended.notify_one();
    })
    .map_err(|error| {
        Failure::new(Code::Internal, format!("Pecan cannot listen for Ctrl-C: {error}."))
    })
}

fn router(state: AppState) -> Router {
    Router::new()
        .route("/v1/models", get(openai::models::list))
        .route("/v1/models/{*name}", get(openai::models::one))
        .route("/v1/chat/completions", post(openai::chat::complete))
        .route("/v1/documents", get(api::documents))
        .route("/v1/search", get(api::search))
        .route("/v1/show", get(api::show))
        .route("/v1/ask", post(api::ask))
        .fallback(api::unknown)
        .method_not_allowed_fallback(api::wrong_method)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(state.clone(), check))
        .with_state(state)
}

/// Lets through the requests of those who may ask.
async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    match state.access.allows(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}
