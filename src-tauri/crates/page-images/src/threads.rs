//! Draws pages and finds covers, each in a thread of its own.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use documents::RenderOptions;
use protocol::{Code, DocumentId, Failure, JobId, Password};

use crate::cache::PageView;
use crate::passwords::DocumentPasswords;
use crate::paths::{ImageRequest, asked};
use crate::queue::{PageImageQueue, unwanted};
use crate::renderer::Pages;
use crate::request::{PageImageCallback, PageImageRequest, PageImageResult};
use engine::Config;
use engine::cover;

/// The width in pixels of a page that is drawn only to check whether it can be.
pub(crate) const TRIAL_WIDTH: u32 = 16;
/// The time that drawing a page may continue after it is no longer wanted: stopping costs the process that has its
/// document open.
const PATIENCE: Duration = Duration::from_secs(2);

/// Draws the pages that are on screen, one after another, and finds covers meanwhile. The drawing process ends with the
/// thread that started it.
pub struct PageImages {
    wishes: Sender<(PageImageRequest, PageImageCallback)>,
    covers: Sender<(DocumentId, PageImageCallback)>,
    keys: DocumentPasswords,
}

impl PageImages {
    /// Starts the threads for this library's documents; these keys open protected ones.
    pub fn new(config: Config, keys: DocumentPasswords) -> Self {
        let (wishes, arriving) = channel();
        let (covers, wanted) = channel::<(DocumentId, PageImageCallback)>();
        let pages = Pages::new(config.clone(), keys.clone());
        thread::spawn(move || draw_all(pages, PageImageQueue::new(arriving)));
        thread::spawn(move || {
            for (document, answer) in wanted {
                answer(cover(&config, document));
            }
        });
        Self { wishes, covers, keys }
    }

    /// Has the picture that a path names drawn, without waiting for it. `file_of` returns the file that a job adds.
    pub fn show(
        &self,
        path: &str,
        file_of: impl Fn(JobId) -> Option<PathBuf>,
        answer: PageImageCallback,
    ) {
        match asked(path, file_of) {
            Some(ImageRequest::Page(wanted)) => self.draw(wanted, answer),
            Some(ImageRequest::Cover(document)) => self.find_cover(document, answer),
            None => answer(Err(Failure::new(Code::BadRequest, "This page does not exist."))),
        }
    }

    /// Has a page drawn, without waiting for it.
    fn draw(&self, wanted: PageImageRequest, answer: PageImageCallback) {
        // If the drawing thread is gone, the window is being closed.
        let _ = self.wishes.send((wanted, answer));
    }

    /// Finds a document's cover, without waiting for it.
    fn find_cover(&self, document: DocumentId, answer: PageImageCallback) {
        let _ = self.covers.send((document, answer));
    }

    /// Draws a small page, with a password if one is given. The password is kept unless it is wrong.
    pub fn try_page(
        &self,
        document: DocumentId,
        page: u32,
        password: Option<Password>,
    ) -> Result<(), Failure> {
        if let Some(password) = password {
            self.keys.hold(document, password);
        }
        let view = PageView { document, page, look: RenderOptions::printed(TRIAL_WIDTH) };
        let (answer, drawn) = channel();
        // The result is awaited below.
        let answer = move |picture: PageImageResult| drop(answer.send(picture));
        self.draw(PageImageRequest::Trial(view), Box::new(answer));
        let tried = drawn.recv().unwrap_or_else(|_| Err(unwanted())).map(drop);
        if tried.as_ref().is_err_and(|failure| failure.code == Code::PasswordWrong) {
            self.keys.forget(document);
        }
        tried
    }
}

fn draw_all(mut pages: Pages, mut wishes: PageImageQueue) {
    while let Some((wanted, answer)) = wishes.next() {
        let begun = Instant::now();
        let keep_on = &mut || {
            wishes.take_in();
            match begun.elapsed() > PATIENCE && !wishes.is_wanted(&wanted) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        answer(match &wanted {
            PageImageRequest::Page { view, .. } | PageImageRequest::Trial(view) => {
                pages.picture(*view, keep_on)
            }
            PageImageRequest::First(file, look) => pages.first_of(file, *look, keep_on),
        });
    }
}
