//! Later versions of a document in the library.

use documents::{Document, Revision};
use protocol::{Code, DocumentId, Failure, PageText};

use crate::engine::Engine;
use crate::import::reading::Read;

/// With fewer letters, the text of a scanned page is a stamp or a number.
const FEW_LETTERS: usize = 12;
/// The share of the shorter of two texts that both must have in common to be versions of one document.
const SAME_DOCUMENT: f64 = 0.1;

/// A document with a newer version.
pub(crate) struct EarlierVersion {
    pub(super) document: DocumentId,
    /// The number of characters of its text.
    pub(super) letters: usize,
    /// The revision from its text to the new one.
    pub(super) revision: Revision,
}

impl Engine {
    /// Returns the document of which this is a later version: the one whose file was at the same path, unless their
    /// texts are unrelated.
    pub(crate) fn earlier_version(
        &mut self,
        path: &str,
        read: &Document,
    ) -> Result<Option<EarlierVersion>, Failure> {
        let Some(document) = self.access.read()?.find_by_source(path)? else { return Ok(None) };
        let earlier = self.changed(document, read)?;
        Ok((earlier.revision.in_common() >= SAME_DOCUMENT).then_some(earlier))
    }

    /// Returns a document whose file was read again, with the revision of its text. Fails rather than lose recognised
    /// text without a replacement.
    pub(crate) fn reread(
        &mut self,
        document: DocumentId,
        read: &Read,
    ) -> Result<EarlierVersion, Failure> {
        let given_up = self.given_up(document, &read.document)?;
        if given_up.is_empty() {
            return self.changed(document, &read.document);
        }
        let why = read.unrecognised.clone();
        let Failure { code, message } =
            why.unwrap_or_else(|| documents::Error::RecogniserMissing.into());
        let message = format!(
            "The document is unchanged because reading it again would lose the text recognised on \
             {}. {message}",
            protocol::pages_phrase(&given_up)
        );
        Err(Failure::new(code, message))
    }

    /// Returns the scanned pages that had text before and have none now.
    fn given_up(&mut self, document: DocumentId, read: &Document) -> Result<Vec<u32>, Failure> {
        if read.unread.is_empty() {
            return Ok(Vec::new());
        }
        let before = self.access.read()?.page_texts(document, 1, u32::MAX)?;
        let text: Vec<char> = read.text.chars().collect();
        let letters_now = |number: u32| {
            let page = read.pages.iter().find(|page| page.number == number);
            let range = page.map(|page| page.start as usize..page.end as usize);
            // The reader's ranges are not trusted: the file may have taken the reader over.
            range.and_then(|range| text.get(range)).map_or(0, letters)
        };
        let is_given_up = |page: &&PageText| {
            let earlier: Vec<char> = page.text.chars().collect();
            read.unread.contains(&page.number)
                && letters(&earlier) >= letters_now(page.number) + FEW_LETTERS
        };
        Ok(before.pages.iter().filter(is_given_up).map(|page| page.number).collect())
    }

    /// Returns a document with the revision of its text.
    fn changed(
        &mut self,
        document: DocumentId,
        read: &Document,
    ) -> Result<EarlierVersion, Failure> {
        // From here until it is replaced no one else can change its text.
        let old = self.access.write()?.text(document)?;
        let revision = Revision::between(&old, &read.text);
        Ok(EarlierVersion { document, letters: old.chars().count(), revision })
    }
}

/// Refuses to replace a good copy by a damaged one: returns an error if parts of the file cannot be read and text of
/// the earlier version is missing.
pub(crate) fn refuse_damaged(
    name: &str,
    earlier: &EarlierVersion,
    read: &Document,
) -> Result<(), Failure> {
    if read.damaged.is_empty() || earlier.letters <= read.text.chars().count() {
        return Ok(());
    }
    let message = format!(
        "{name} is now damaged: {} cannot be read. Pecan keeps the version in the library. To \
         replace it by the damaged one, remove the document and add the file again, or use \
         --again.",
        protocol::parts_phrase(&read.damaged)
    );
    Err(Failure::new(Code::DocumentBroken, message))
}

/// Returns the number of characters that are not white space.
fn letters(text: &[char]) -> usize {
    text.iter().filter(|letter| !letter.is_whitespace()).count()
}
