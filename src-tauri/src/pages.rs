//! `page://localhost/DOCUMENT/PAGE/WIDTH`: a document's page as a picture, straight to an image of
//! the window; `page://localhost/adding/JOB/WIDTH`: the first page of the file that a job adds. With
//! `/dark` at the end its letters are light and its paper is dark.
//! `page://localhost/cover/DOCUMENT/VERSION`: what a document looks like from afar; one that has
//! changed is looked for at another place. What else a path says are numbers, or it says nothing:
//! files are named by who adds them.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use engine::{Keys, Look, Pages, View};
use protocol::{Code, DocumentId, Failure, JobId, Password};
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder, Wry};

use crate::desk::Desk;

/// The scheme's name.
pub const SCHEME: &str = "page";
/// Pixels of the width of a page that is only to show whether it can be drawn.
const TRIAL_WIDTH: u32 = 16;

/// A page that is wanted.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    /// Of a document.
    Page(View),
    /// The first one of a file that is being added.
    First(PathBuf, Look),
    /// What a document looks like from afar.
    Cover(DocumentId),
}

/// What came of it.
type Picture = Result<Arc<[u8]>, Failure>;
/// Where that goes.
type Answer = Box<dyn FnOnce(Picture) + Send>;

/// What draws pages, one after another, in a thread of its own. The process that draws ends with
/// the thread that started it.
pub struct Easel {
    wishes: Sender<(Wanted, Answer)>,
    keys: Keys,
}

impl Easel {
    /// For this library's documents, protected ones opened with these keys.
    pub fn new(config: engine::Config, keys: Keys) -> Self {
        let (wishes, wanted) = channel::<(Wanted, Answer)>();
        let mut pages = Pages::new(config, keys.clone());
        thread::spawn(move || {
            for (wanted, answer) in wanted {
                answer(match wanted {
                    Wanted::Page(view) => pages.picture(view),
                    Wanted::First(file, look) => pages.first_of(&file, look),
                    Wanted::Cover(document) => pages.cover(document),
                });
            }
        });
        Self { wishes, keys }
    }

    /// Has something drawn; nobody waits for it.
    fn draw(&self, wanted: Wanted, answer: Answer) {
        // Without a thread that draws the window is being closed.
        let _ = self.wishes.send((wanted, answer));
    }

    /// Draws a page in small, with a password from then on if one is given and not wrong.
    pub fn try_page(
        &self,
        document: DocumentId,
        page: u32,
        password: Option<Password>,
    ) -> Result<(), Failure> {
        if let Some(password) = password {
            self.keys.hold(document, password);
        }
        let view = View { document, page, look: Look::printed(TRIAL_WIDTH) };
        let (answer, drawn) = channel();
        // It is waited for below.
        let answer = move |picture: Picture| drop(answer.send(picture));
        self.draw(Wanted::Page(view), Box::new(answer));
        let closing = |_| Err(Failure::new(Code::Stopped, "The window is being closed."));
        let tried = drawn.recv().unwrap_or_else(closing).map(drop);
        if tried.as_ref().is_err_and(|failure| failure.code == Code::PasswordWrong) {
            self.keys.forget(document);
        }
        tried
    }
}

/// Has drawn what a path asks for; the window waits for nothing.
pub fn serve(
    context: UriSchemeContext<'_, Wry>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let app = context.app_handle();
    let file_of = |job| app.state::<Desk>().file_of(job);
    let Some(wanted) = wanted(request.uri().path(), file_of) else {
        let failure = Failure::new(Code::BadRequest, "There is no such page.");
        return responder.respond(response(Err(failure)));
    };
    let answer = move |picture| responder.respond(response(picture));
    app.state::<Easel>().draw(wanted, Box::new(answer));
}

fn response(picture: Picture) -> Response<Vec<u8>> {
    let (status, kind, body) = match picture {
        Ok(png) => (StatusCode::OK, "image/png", png.to_vec()),
        Err(failure) => {
            (StatusCode::NOT_FOUND, "text/plain; charset=utf-8", failure.message.into_bytes())
        }
    };
    let built = Response::builder().status(status).header(header::CONTENT_TYPE, kind);
    // The same page looks otherwise once its file has changed.
    let built = built.header(header::CACHE_CONTROL, "no-store").body(body);
    built.unwrap_or_default()
}

/// Three numbers between slashes, which may be written `%2F`, or a word and two numbers, and perhaps
/// another word. `file_of` tells the file that a job adds.
fn wanted(path: &str, file_of: impl Fn(JobId) -> Option<PathBuf>) -> Option<Wanted> {
    let path = path.replace("%2F", "/");
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let (first, second, width, dark) = match parts.as_slice() {
        ["cover", document, _] => return Some(Wanted::Cover(document.parse().ok()?)),
        [first, second, width] => (*first, second, width, false),
        [first, second, width, "dark"] => (*first, second, width, true),
        _ => return None,
    };
    let look = Look { width: width.parse().ok()?, dark };
    Some(match first {
        "adding" => Wanted::First(file_of(second.parse().ok()?)?, look),
        document => Wanted::Page(View {
            document: document.parse().ok()?,
            page: second.parse().ok()?,
            look,
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_three_numbers_or_names_a_job() {
        let file_of = |job| (job == 3).then(|| PathBuf::from("book.pdf"));
        let look = |dark| Look { width: 800, dark };
        let page = |dark| Some(Wanted::Page(View { document: 7, page: 2, look: look(dark) }));
        for (path, expected) in [
            ("/7/2/800", page(false)),
            ("/7%2F2%2F800%2Fdark", page(true)),
            ("/adding%2F3%2F800", Some(Wanted::First("book.pdf".into(), look(false)))),
            ("/adding/3/800/dark", Some(Wanted::First("book.pdf".into(), look(true)))),
            ("/cover%2F7%2F34567", Some(Wanted::Cover(7))),
            ("/cover/book.pdf/1", None),
            ("/adding/4/900", None),
            ("/adding/book.pdf/900", None),
            ("/7/2", None),
            ("/7/2/800/1", None),
            ("/7/2/800/dark/dark", None),
            ("/7/2/dark", None),
            ("/7/../800", None),
            ("/7/-2/800", None),
            ("/", None),
        ] {
            assert_eq!(wanted(path, file_of), expected, "{path}");
        }
    }
}
