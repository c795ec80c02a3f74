//! The pictures of pages drawn last.

use std::collections::VecDeque;
use std::sync::Arc;

use documents::RenderOptions;
use library::ContentHash;
use protocol::DocumentId;

/// The maximum number of bytes of pictures kept.
const KEPT: usize = 24 << 20;

/// A page of a document as a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageView {
    /// The document.
    pub document: DocumentId,
    /// The page, from 1.
    pub page: u32,
    /// The appearance of the picture.
    pub look: RenderOptions,
}

/// Pictures, the most recently used last.
#[derive(Default)]
pub(crate) struct PageImageCache {
    pictures: VecDeque<(ContentHash, PageView, Arc<[u8]>)>,
    bytes: usize,
}

impl PageImageCache {
    pub(crate) fn find(&mut self, hash: &ContentHash, view: PageView) -> Option<Arc<[u8]>> {
        let place = self.pictures.iter().position(|(of, as_, _)| of == hash && *as_ == view)?;
        let found = self.pictures.remove(place)?;
        let picture = Arc::clone(&found.2);
        self.pictures.push_back(found);
        Some(picture)
    }

    pub(crate) fn keep(
        &mut self,
        hash: ContentHash,
        view: PageView,
        picture: Arc<[u8]>,
    ) -> Arc<[u8]> {
        self.bytes += picture.len();
        self.pictures.push_back((hash, view, Arc::clone(&picture)));
        while self.bytes > KEPT && self.pictures.len() > 1 {
            if let Some((_, _, oldest)) = self.pictures.pop_front() {
                self.bytes -= oldest.len();
            }
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_used_last_are_kept() {
        let mut drawn = PageImageCache::default();
        let hash = ContentHash::of(b"a");
        let view =
            |page| PageView { document: DocumentId(1), page, look: RenderOptions::printed(800) };
        let picture: Arc<[u8]> = vec![0; KEPT / 3].into();
        for page in 1..=3 {
            drawn.keep(hash.clone(), view(page), Arc::clone(&picture));
        }
        assert!(drawn.find(&hash, view(1)).is_some());
        drawn.keep(hash.clone(), view(4), Arc::clone(&picture));
        let kept = [1, 2, 3, 4].map(|page| drawn.find(&hash, view(page)).is_some());
        assert_eq!(kept, [true, false, true, true]);
        assert!(drawn.find(&ContentHash::of(b"b"), view(1)).is_none());
        let dark = PageView { look: RenderOptions { dark: true, ..view(1).look }, ..view(1) };
        assert!(drawn.find(&hash, dark).is_none());
    }
}
