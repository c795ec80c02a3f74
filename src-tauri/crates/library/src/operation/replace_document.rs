//! The changes in all tables when a document's file has changed.

use std::ops::Range;

use protocol::{DocumentId, DocumentPage};

use crate::error::Result;
use crate::open::Writer;
use crate::table::documents::{self, ContentHash, NewDocument};
use crate::table::evidence::{self, TextChange};
use crate::table::existence::require_document;
use crate::table::{
    graphs, headings, name_kinds, nodes, originals, pages, question_pairs, recognised_pages,
    search, texts,
};

impl Writer {
    /// Replaces a document by a new version, under the same number. `place` maps characters of the
    /// existing text to those that replace them in the new one.
    ///
    /// Its graphs become those of an earlier text. Answers keep the passages that they rest on:
    /// those that the new text contains move to their places in it, of the others the words are
    /// kept. All of this happens at once or not at all.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`](crate::Error::DocumentUnknown); as [`add_document`](Self::add_document), also if another
    /// document has the same bytes.
    pub fn replace_document(
        &mut self,
        id: DocumentId,
        new: &NewDocument<'_>,
        place: &dyn Fn(Range<u32>) -> Range<u32>,
    ) -> Result<()> {
        let characters = texts::characters(new.text)?;
        pages::check(new.pages, characters)?;
        self.write(|transaction| {
            require_document(transaction, id)?;
            let old = texts::load(transaction, id)?;
            let page = |character| match new.paged {
                true => page_at(new.pages, character),
                false => None,
            };
            let change = TextChange { document: id, old: &old, new: new.text, place, page: &page };
            evidence::follow(transaction, &change)?;
            nodes::follow(transaction, &change)?;
            graphs::set_aside(transaction, id)?;
            search::take_out(transaction, id)?;
            name_kinds::take_out(transaction, id)?;
            question_pairs::take_out(transaction, id)?;
            recognised_pages::take_out(transaction, id, Some(&ContentHash::of(new.original)))?;
            documents::update(transaction, id, new, characters)?;
            originals::put(transaction, id, new.original)?;
            texts::put(transaction, id, new.text)?;
            pages::put(transaction, id, new.pages)?;
            headings::put(transaction, id, new.outline)?;
            search::put(transaction, id)
        })?;
        // The new version is already stored; the old one only has to be overwritten.
        let _ = self.empty_the_wal();
        Ok(())
    }
}

/// Returns the page of a range that begins with this character.
fn page_at(pages: &[DocumentPage], character: u32) -> Option<u32> {
    let after = pages.partition_point(|page| page.start <= character);
    let page = pages[..after].iter().rev().find(|page| page.end > character)?;
    Some(page.number)
}
