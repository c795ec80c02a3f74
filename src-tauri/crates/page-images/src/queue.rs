//! The pages to be drawn.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;

use protocol::{Code, Failure};

use crate::request::{PageImageCallback, PageImageRequest, Sight};

/// The pages to be drawn. Drawing does not begin for a page that has left the screen.
pub(crate) struct PageImageQueue {
    arriving: Receiver<(PageImageRequest, PageImageCallback)>,
    waiting: VecDeque<(PageImageRequest, PageImageCallback)>,
    /// What is on screen.
    sight: Option<Sight>,
}

impl PageImageQueue {
    pub(crate) fn new(arriving: Receiver<(PageImageRequest, PageImageCallback)>) -> Self {
        Self { arriving, waiting: VecDeque::new(), sight: None }
    }

    /// Waits for the next one; `None` when the window is being closed.
    pub(crate) fn next(&mut self) -> Option<(PageImageRequest, PageImageCallback)> {
        if self.waiting.is_empty() {
            let (wanted, answer) = self.arriving.recv().ok()?;
            self.add(wanted, answer);
        }
        self.take_in();
        self.waiting.pop_front()
    }

    /// Collects the requests that have arrived.
    pub(crate) fn take_in(&mut self) {
        while let Ok((wanted, answer)) = self.arriving.try_recv() {
            self.add(wanted, answer);
        }
    }

    pub(crate) fn is_wanted(&self, wanted: &PageImageRequest) -> bool {
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

pub(crate) fn unwanted() -> Failure {
    Failure::new(Code::Stopped, "This page is no longer needed.")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use documents::RenderOptions;

    use protocol::DocumentId;

    use super::*;
    use crate::cache::PageView;
    use crate::request::PageImageResult;
    use crate::threads::TRIAL_WIDTH;

    fn page(page: u32, width: u32, beside: bool) -> PageImageRequest {
        let view = PageView { document: DocumentId(7), page, look: RenderOptions::printed(width) };
        PageImageRequest::Page { view, beside }
    }

    fn trial(page: u32) -> PageImageRequest {
        PageImageRequest::Trial(PageView {
            document: DocumentId(7),
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
