//! `page://localhost/DOCUMENT/PAGE/WIDTH`: a document's page as a picture, straight to an image of
//! the window. What the path says are numbers, or it says nothing.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use engine::{Pages, View};
use protocol::{Code, Failure};
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder, Wry};

/// The scheme's name.
pub const SCHEME: &str = "page";

/// What draws pages, one at a time.
#[derive(Clone)]
pub struct Easel(Arc<Mutex<Pages>>);

impl Easel {
    /// For this library's documents.
    pub fn new(config: engine::Config) -> Self {
        Self(Arc::new(Mutex::new(Pages::new(config))))
    }

    fn picture(&self, view: View) -> Result<Arc<[u8]>, Failure> {
        // A drawing that panicked has kept nothing that is wrong.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).picture(view)
    }
}

/// Draws what a path asks for, in a thread of its own: the window waits for nothing.
pub fn serve(
    context: UriSchemeContext<'_, Wry>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let easel = context.app_handle().state::<Easel>().inner().clone();
    thread::spawn(move || {
        let picture = view(request.uri().path())
            .ok_or_else(|| Failure::new(Code::BadRequest, "There is no such page."))
            .and_then(|view| easel.picture(view));
        responder.respond(response(picture));
    });
}

fn response(picture: Result<Arc<[u8]>, Failure>) -> Response<Vec<u8>> {
    let (status, kind, body) = match picture {
        Ok(png) => (StatusCode::OK, "image/png", png.to_vec()),
        Err(failure) => {
            (StatusCode::NOT_FOUND, "text/plain; charset=utf-8", failure.message.into_bytes())
        }
    };
    let built = Response::builder().status(status).header(header::CONTENT_TYPE, kind).body(body);
    built.unwrap_or_default()
}

/// Three numbers between slashes, which may be written `%2F`.
fn view(path: &str) -> Option<View> {
    let path = path.replace("%2F", "/");
    let mut numbers = path.trim_matches('/').split('/');
    let view = View {
        document: numbers.next()?.parse().ok()?,
        page: numbers.next()?.parse().ok()?,
        width: numbers.next()?.parse().ok()?,
    };
    numbers.next().is_none().then_some(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_three_numbers() {
        let found = Some(View { document: 7, page: 2, width: 800 });
        for (path, expected) in [
            ("/7/2/800", found),
            ("/7%2F2%2F800", found),
            ("/7/2", None),
            ("/7/2/800/1", None),
            ("/7/../800", None),
            ("/7/-2/800", None),
            ("/", None),
        ] {
            assert_eq!(view(path), expected, "{path}");
        }
    }
}
