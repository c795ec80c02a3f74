//! `page://localhost/DOCUMENT/PAGE/WIDTH`: a document's page; `page://localhost/adding/JOB/WIDTH`: the first page of
//! the file that a job adds. `/beside` at the end shows it beside the page before it, and `/dark` after that shows
//! light letters on dark paper. `page://localhost/cover/DOCUMENT/CONTENT`: a document's cover; CONTENT only gives a
//! changed document another address. All other parts of a path are numbers: only the adding side names files.

use std::path::PathBuf;

use documents::RenderOptions;
use protocol::{DocumentId, JobId};

use crate::cache::PageView;
use crate::request::PageImageRequest;

/// What a path requests.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ImageRequest {
    /// A page.
    Page(PageImageRequest),
    /// A document's cover.
    Cover(DocumentId),
}

/// Parses three numbers between slashes, which may be written `%2F`, or a word and two numbers, possibly followed by
/// other words. `file_of` returns the file that a job adds.
pub(super) fn asked(
    path: &str,
    file_of: impl Fn(JobId) -> Option<PathBuf>,
) -> Option<ImageRequest> {
    let path = path.replace("%2F", "/");
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let (first, second, width, words) = match parts.as_slice() {
        ["cover", document, _] => return Some(ImageRequest::Cover(document.parse().ok()?)),
        [first, second, width, words @ ..] => (*first, second, width, words),
        _ => return None,
    };
    let (beside, dark) = match words {
        [] => (false, false),
        ["beside"] => (true, false),
        ["dark"] => (false, true),
        ["beside", "dark"] => (true, true),
        _ => return None,
    };
    let look = RenderOptions { width: width.parse().ok()?, dark };
    Some(ImageRequest::Page(match first {
        "adding" => PageImageRequest::First(file_of(second.parse().ok()?)?, look),
        document => {
            let (document, page) = (document.parse().ok()?, second.parse().ok()?);
            PageImageRequest::Page { view: PageView { document, page, look }, beside }
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_three_numbers_or_names_a_job() {
        let file_of = |job| (job == JobId(3)).then(|| PathBuf::from("book.pdf"));
        let look = |dark| RenderOptions { width: 800, dark };
        let view = |dark| PageView { document: DocumentId(7), page: 2, look: look(dark) };
        let page = |beside, dark| {
            Some(ImageRequest::Page(PageImageRequest::Page { view: view(dark), beside }))
        };
        let first =
            |dark| Some(ImageRequest::Page(PageImageRequest::First("book.pdf".into(), look(dark))));
        for (path, expected) in [
            ("/7/2/800", page(false, false)),
            ("/7%2F2%2F800%2Fdark", page(false, true)),
            ("/7/2/800/beside", page(true, false)),
            ("/7%2F2%2F800%2Fbeside%2Fdark", page(true, true)),
            ("/adding%2F3%2F800", first(false)),
            ("/adding/3/800/dark", first(true)),
            ("/cover%2F7%2F0a1b", Some(ImageRequest::Cover(DocumentId(7)))),
            ("/cover/book.pdf/1", None),
            ("/adding/4/900", None),
            ("/adding/book.pdf/900", None),
            ("/7/2", None),
            ("/7/2/800/1", None),
            ("/7/2/800/dark/dark", None),
            ("/7/2/800/dark/beside", None),
            ("/7/2/dark", None),
            ("/7/../800", None),
            ("/7/-2/800", None),
            ("/", None),
        ] {
            assert_eq!(asked(path, file_of), expected, "{path}");
        }
    }
}
