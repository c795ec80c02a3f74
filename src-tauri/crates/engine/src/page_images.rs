//! Draws pages and finds covers, each in a thread of its own.

mod paths;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use protocol::{Code, DocumentId, Failure, JobId, Password};

use crate::{Config, DocumentPasswords, PageView, Pages, RenderOptions};
use paths::ImageRequest;

/// The width in pixels of a page that is drawn only to check whether it can be.
const TRIAL_WIDTH: u32 = 16;
/// The time that drawing a page may continue after it is no longer wanted: stopping costs the process that has its
/// document open.
const PATIENCE: Duration = Duration::from_secs(2);

/// A requested page.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PageImageRequest {
    /// A document's page.
    Page {
        /// The page and its appearance.
        view: PageView,
        /// Whether it is shown beside the page before it.
        beside: bool,
    },
    /// A document's page, only to check whether it can be drawn.
    Trial(PageView),
    /// The first page of a file that is being added.
    First(PathBuf, RenderOptions),
}

/// What is on screen at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Sight {
    /// A document's page, and possibly the one beside it.
    Pages(DocumentId, u32),
    /// The first page of a file that is being added.
    First(PathBuf),
}

impl PageImageRequest {
    /// Returns what is on screen with this page.
    fn sight(&self) -> Sight {
        match self {
            Self::Page { view, beside } => {
                Sight::Pages(view.document, view.page.saturating_sub((*beside).into()))
            }
            Self::Trial(view) => Sight::Pages(view.document, view.page),
            Self::First(file, _) => Sight::First(file.clone()),
        }
    }

    fn is_in(&self, sight: &Sight) -> bool {
        match self {
            // It may be either of two pages side by side.
            Self::Trial(view) => {
                let left = [view.page, view.page.saturating_sub(1)];
                left.map(|left| Sight::Pages(view.document, left)).contains(sight)
            }
            _ => self.sight() == *sight,
        }
    }

    /// Returns whether this later request takes the other's place on screen.
    fn replaces(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Page { view, .. }, Self::Page { view: other, .. }) => {
                (view.document, view.page) == (other.document, other.page)
            }
            (Self::First(..), Self::First(..)) => true,
            _ => false,
        }
    }
}

/// The result of drawing.
pub type PageImageResult = Result<Arc<[u8]>, Failure>;
/// The recipient of the result.
pub type PageImageCallback = Box<dyn FnOnce(PageImageResult) + Send>;

/// Draws the pages that are on screen, one after another, and finds covers meanwhile. The drawing process ends with the
/// thread that started it.
pub struct PageImages {
    wishes: Sender<(PageImageRequest, PageImageCallback)>,
    covers: Sender<(DocumentId, PageImageCallback)>,
    keys: DocumentPasswords,
}

impl PageImages {
    /// Creates an easel for this library's documents; these keys open protected ones.
    pub fn new(config: Config, keys: DocumentPasswords) -> Self {
        let (wishes, arriving) = channel();
        let (covers, wanted) = channel::<(DocumentId, PageImageCallback)>();
        let pages = Pages::new(config.clone(), keys.clone());
        thread::spawn(move || draw_all(pages, PageImageQueue::new(arriving)));
        thread::spawn(move || {
            for (document, answer) in wanted {
                answer(crate::cover(&config, document));
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
        match paths::asked(path, file_of) {
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

/// The pages to be drawn. Drawing does not begin for a page that has left the screen.
struct PageImageQueue {
    arriving: Receiver<(PageImageRequest, PageImageCallback)>,
    waiting: VecDeque<(PageImageRequest, PageImageCallback)>,
    /// What is on screen.
    sight: Option<Sight>,
}

impl PageImageQueue {
    fn new(arriving: Receiver<(PageImageRequest, PageImageCallback)>) -> Self {
        Self { arriving, waiting: VecDeque::new(), sight: None }
    }

    /// Waits for the next one; `None` when the window is being closed.
    fn next(&mut self) -> Option<(PageImageRequest, PageImageCallback)> {
        if self.waiting.is_empty() {
            let (wanted, answer) = self.arriving.recv().ok()?;
            self.add(wanted, answer);
        }
        self.take_in();
        self.waiting.pop_front()
    }

    /// Collects the requests that have arrived.
    fn take_in(&mut self) {
        while let Ok((wanted, answer)) = self.arriving.try_recv() {
            self.add(wanted, answer);
        }
    }

    fn is_wanted(&self, wanted: &PageImageRequest) -> bool {
        self.sight.as_ref().is_some_and(|sight| wanted.is_in(sight))
    }

    fn add(&mut self, wanted: PageImageRequest, answer: PageImageCallback) {
        if !self.is_wanted(&wanted) {
            self.sight = Some(wanted.sight());
        }
        for (other, answer) in std::mem::take(&mut self.waiting) {
            if self.is_wanted(&other) && !wanted.replaces(&other) {
                self.waiting.push_back((other, answer));
            } else {
                answer(Err(unwanted()));
            }
        }
        self.waiting.push_back((wanted, answer));
    }
}

fn unwanted() -> Failure {
    Failure::new(Code::Stopped, "This page is no longer needed.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(page: u32, width: u32, beside: bool) -> PageImageRequest {
        let view = PageView { document: 7, page, look: RenderOptions::printed(width) };
        PageImageRequest::Page { view, beside }
    }

    fn trial(page: u32) -> PageImageRequest {
        PageImageRequest::Trial(PageView {
            document: 7,
            page,
            look: RenderOptions::printed(TRIAL_WIDTH),
        })
    }

    fn first(width: u32) -> PageImageRequest {
        PageImageRequest::First("book.pdf".into(), RenderOptions::printed(width))
    }

    /// Returns which of these requests, made while nothing was drawn, are drawn; all others are answered at once.
    fn drawn(wanted: &[PageImageRequest]) -> Vec<PageImageRequest> {
        let (sender, arriving) = channel();
        let (answered, answers) = channel();
        for one in wanted {
            let answered = answered.clone();
            let answer = move |picture: PageImageResult| answered.send(picture).unwrap();
            sender.send((one.clone(), Box::new(answer) as PageImageCallback)).unwrap();
        }
        drop(sender);
        let mut wishes = PageImageQueue::new(arriving);
        let drawn: Vec<PageImageRequest> =
            std::iter::from_fn(|| wishes.next()).map(|(wanted, _)| wanted).collect();
        let dropped: Vec<PageImageResult> = answers.try_iter().collect();
        assert_eq!(drawn.len() + dropped.len(), wanted.len());
        let is_stop = |picture: &PageImageResult| {
            picture.as_ref().is_err_and(|failure| failure.code == Code::Stopped)
        };
        assert!(dropped.iter().all(is_stop));
        drawn
    }

    #[test]
    fn only_what_is_on_screen_is_drawn() {
        let spread = [page(3, 800, false), page(4, 800, true)];
        let turned = [page(1, 800, false), page(2, 800, false), page(3, 800, false)];
        let zoomed = [page(3, 600, false), page(4, 600, true)];
        for (wanted, expected) in [
            (turned.to_vec(), vec![page(3, 800, false)]),
            ([&turned[..2], &spread].concat(), spread.to_vec()),
            (
                vec![spread[1].clone(), spread[0].clone()],
                vec![spread[1].clone(), spread[0].clone()],
            ),
            ([&zoomed[..], &spread].concat(), spread.to_vec()),
            (vec![first(600), first(800)], vec![first(800)]),
            (vec![first(800), page(1, 800, false)], vec![page(1, 800, false)]),
            (vec![page(1, 800, false), trial(1)], vec![page(1, 800, false), trial(1)]),
            ([&spread[..], &[trial(4)]].concat(), [&spread[..], &[trial(4)]].concat()),
            (vec![page(1, 800, false), trial(5)], vec![trial(5)]),
            (vec![trial(5), page(1, 800, false)], vec![page(1, 800, false)]),
        ] {
            assert_eq!(drawn(&wanted), expected, "{wanted:?}");
        }
    }

    #[test]
    fn what_is_under_way_may_leave_the_screen() {
        let (sender, arriving) = channel();
        let mut wishes = PageImageQueue::new(arriving);
        let want = |page: u32| {
            let wanted = self::page(page, 800, false);
            sender.send((wanted, Box::new(|_: PageImageResult| ()) as PageImageCallback)).unwrap();
        };
        want(1);
        let (under_way, _) = wishes.next().unwrap();
        assert!(wishes.is_wanted(&under_way));
        want(2);
        wishes.take_in();
        assert!(!wishes.is_wanted(&under_way));
        assert!(wishes.is_wanted(&wishes.waiting[0].0));
    }
}
