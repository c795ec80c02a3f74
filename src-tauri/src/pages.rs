//! The window's own scheme, which delivers pictures of pages and covers straight to an image of the
//! window.

use page_images::{PageImageCallback, PageImageResult, PageImages};
use supervisor::EngineProcess;
use tauri::http::{Request, Response, StatusCode, header};
use tauri::{Manager, UriSchemeContext, UriSchemeResponder, Wry};

/// The scheme's name.
pub const SCHEME: &str = "page";

/// Has a path's picture drawn; the window does not wait.
pub fn serve(
    context: UriSchemeContext<'_, Wry>,
    request: Request<Vec<u8>>,
    responder: UriSchemeResponder,
) {
    let app = context.app_handle();
    let file_of = |job| app.state::<EngineProcess>().file_of(job);
    let answer: PageImageCallback = Box::new(move |picture| responder.respond(response(picture)));
    app.state::<PageImages>().show(request.uri().path(), file_of, answer);
}

fn response(picture: PageImageResult) -> Response<Vec<u8>> {
    let (status, kind, body) = match picture {
        Ok(png) => (StatusCode::OK, "image/png", png.to_vec()),
        Err(failure) => {
            (StatusCode::NOT_FOUND, "text/plain; charset=utf-8", failure.message.into_bytes())
        }
    };
    let built = Response::builder().status(status).header(header::CONTENT_TYPE, kind);
    // The same page looks different once its file has changed.
    let built = built.header(header::CACHE_CONTROL, "no-store").body(body);
    built.unwrap_or_default()
}
