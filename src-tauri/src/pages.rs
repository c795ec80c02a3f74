//! `page://localhost/DOCUMENT/PAGE/WIDTH`: a document's page as a picture, straight to an image of
//! the window; `page://localhost/adding/JOB/WIDTH`: the first page of the file that a job adds. What
//! the path says are numbers, or it says nothing: files are named by who adds them.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use engine::{Pages, View};
use protocol::{Code, Failure, JobId};
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder, Wry};

use crate::desk::Desk;

/// The scheme's name.
pub const SCHEME: &str = "page";

/// A page that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Of a document.
    Page(View),
    /// The first one of a file that is being added.
    First { job: JobId, width: u32 },
}

/// What is drawn, and for whom.
type Wish = (Drawn, UriSchemeResponder);

/// A page of a document, or the first one of a file.
enum Drawn {
    Page(View),
    First(PathBuf, u32),
}

/// What draws pages, one after another, in a thread of its own. The process that draws ends with
/// the thread that started it.
pub struct Easel(Sender<Wish>);

impl Easel {
    /// For this library's documents.
    pub fn new(config: engine::Config) -> Self {
        let (sender, wishes) = channel::<Wish>();
        thread::spawn(move || {
            let mut pages = Pages::new(config);
            for (drawn, responder) in wishes {
                responder.respond(response(match drawn {
                    Drawn::Page(view) => pages.picture(view),
                    Drawn::First(file, width) => pages.first_of(&file, width),
                }));
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
    let app = context.app_handle();
    let drawn = wanted(request.uri().path()).and_then(|wanted| match wanted {
        Wanted::Page(view) => Some(Drawn::Page(view)),
        Wanted::First { job, width } => {
            Some(Drawn::First(app.state::<Desk>().file_of(job)?, width))
        }
    });
    let Some(drawn) = drawn else {
        let failure = Failure::new(Code::BadRequest, "There is no such page.");
        return responder.respond(response(Err(failure)));
    };
    // Without a thread that draws the window is being closed.
    let _ = app.state::<Easel>().0.send((drawn, responder));
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

/// Three numbers between slashes, which may be written `%2F`, or a word and two numbers.
fn wanted(path: &str) -> Option<Wanted> {
    let path = path.replace("%2F", "/");
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let [first, second, width] = parts.as_slice() else { return None };
    let width = width.parse().ok()?;
    Some(match *first {
        "adding" => Wanted::First { job: second.parse().ok()?, width },
        document => Wanted::Page(View {
            document: document.parse().ok()?,
            page: second.parse().ok()?,
            width,
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_three_numbers_or_names_a_job() {
        let found = Some(Wanted::Page(View { document: 7, page: 2, width: 800 }));
        for (path, expected) in [
            ("/7/2/800", found),
            ("/7%2F2%2F800", found),
            ("/adding%2F3%2F900", Some(Wanted::First { job: 3, width: 900 })),
            ("/adding/book.pdf/900", None),
            ("/7/2", None),
            ("/7/2/800/1", None),
            ("/7/../800", None),
            ("/7/-2/800", None),
            ("/", None),
        ] {
            assert_eq!(wanted(path), expected, "{path}");
        }
    }
}
