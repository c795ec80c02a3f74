//! `page://localhost/DOCUMENT/PAGE/WIDTH`: a document's page as a picture, straight to an image of
//! the window. What the path says are numbers, or it says nothing.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use engine::{Pages, View};
use protocol::{Code, Failure};
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder, Wry};

/// The scheme's name.
pub const SCHEME: &str = "page";

/// A page that is wanted, and who wants it.
type Wish = (View, UriSchemeResponder);

/// What draws pages, one after another, in a thread of its own. The process that draws ends with
/// the thread that started it.
pub struct Easel(Sender<Wish>);

impl Easel {
    /// For this library's documents.
    pub fn new(config: engine::Config) -> Self {
        let (sender, wishes) = channel::<Wish>();
        thread::spawn(move || {
            let mut pages = Pages::new(config);
            for (view, responder) in wishes {
                responder.respond(response(pages.picture(view)));
            }
        });
        Self(sender)
    }
}

/// Has drawn what a path asks for; the window waits for nothing.
pub fn serve(
    context: UriSchemeContext<'_, Wry>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let Some(view) = view(request.uri().path()) else {
        let failure = Failure::new(Code::BadRequest, "There is no such page.");
        return responder.respond(response(Err(failure)));
    };
    // Without a thread that draws the window is being closed.
    let _ = context.app_handle().state::<Easel>().0.send((view, responder));
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
