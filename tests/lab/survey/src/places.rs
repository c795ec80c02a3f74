//! Checks whether sentences stand where their rectangles say.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;

use anyhow::{Context, Result};
use documents::{Document, places};
use pdfium_render::prelude::{PdfDocument, Pdfium};
use protocol::{PageWord, Rect};
use rand::seq::IteratorRandom;
use rand::{SeedableRng, rngs::StdRng};

use crate::agreement::likeness;
use crate::picture::{GreyscaleImage, Strip};
use crate::tools;

/// The seed that chooses the sentences.
const SEED: u64 = 7;
/// The range of lengths of a sentence that is looked at, in characters.
const LENGTHS: std::ops::Range<usize> = 20..400;

/// The findings under the rectangles of a document's sentences.
#[derive(Debug, Clone, Copy, Default, serde::Serialize)]
pub struct RectangleCheck {
    /// The number of sentences looked at.
    pub sentences: usize,
    /// The number of their rectangles.
    pub rects: usize,
    /// The number of rectangles with nothing drawn under them.
    pub bare: usize,
    /// The mean likeness of the sentences and what Tesseract reads there; `None` if it did not run.
    pub likeness: Option<f64>,
}

/// A sentence and its rectangles.
struct LocatedSentence {
    text: String,
    rects: Vec<Rect>,
}

/// Looks at up to `most` random sentences of a PDF that was read before. Only sentences that
/// consist mainly of Latin letters, not of figures, leaders or rules, are recognised, and not on
/// `mute` pages: those whose fonts do not identify their characters, from 0.
///
/// # Errors
///
/// If a page cannot be drawn, or a picture cannot be written.
pub fn look(
    bytes: &[u8],
    document: &Document,
    most: usize,
    mute: &[usize],
) -> Result<RectangleCheck> {
    let pdfium = Pdfium::default();
    let file = pdfium.load_pdf_from_byte_slice(bytes, None).context("it was read before")?;
    let mut random = StdRng::seed_from_u64(SEED);
    let chosen = sentences(document).into_iter().sample(&mut random, most);
    let pictures = pictures(&file, &chosen)?;
    let rects = || chosen.iter().flat_map(|sentence| &sentence.rects);
    let bare = rects().filter(|rect| !pictures[&rect.page].has_ink(rect)).count();
    let is_mute = |rect: &Rect| mute.iter().any(|nth| nth + 1 == rect.page as usize);
    let latin = chosen.iter().filter(|one| is_latin(&one.text) && !one.rects.iter().any(is_mute));
    let latin: Vec<&LocatedSentence> = latin.collect();
    Ok(RectangleCheck {
        sentences: chosen.len(),
        rects: rects().count(),
        bare,
        likeness: recognise(&latin, &pictures)?,
    })
}

fn pictures(
    file: &PdfDocument<'_>,
    chosen: &[LocatedSentence],
) -> Result<BTreeMap<u32, GreyscaleImage>> {
    let mut pictures = BTreeMap::new();
    for rect in chosen.iter().flat_map(|sentence| &sentence.rects) {
        if let Entry::Vacant(place) = pictures.entry(rect.page) {
            place.insert(GreyscaleImage::of_page(file, rect.page)?);
        }
    }
    Ok(pictures)
}

/// Returns the mean likeness of sentences and what Tesseract reads under their rectangles.
fn recognise(
    sentences: &[&LocatedSentence],
    pictures: &BTreeMap<u32, GreyscaleImage>,
) -> Result<Option<f64>> {
    if sentences.is_empty() {
        return Ok(None);
    }
    let folder = tempfile::tempdir()?;
    let mut list = String::new();
    for (nth, sentence) in sentences.iter().enumerate() {
        let path = folder.path().join(format!("{nth}.pgm"));
        let pieces = sentence.rects.iter().map(|rect| (&pictures[&rect.page], *rect));
        Strip::new(pieces).write(&path)?;
        list += &format!("{}\n", path.display());
    }
    let listed = folder.path().join("list.txt");
    fs::write(&listed, list)?;
    let Some(read) = tools::recognised(&listed) else { return Ok(None) };
    let likenesses = sentences.iter().zip(&read).map(|(one, read)| likeness(&one.text, read));
    Ok(Some(likenesses.sum::<f64>() / sentences.len() as f64))
}

/// Returns a document's sentences: runs of words within a paragraph, up to a word that ends a
/// sentence.
fn sentences(document: &Document) -> Vec<LocatedSentence> {
    let text: Vec<char> = document.text.chars().collect();
    let words: Vec<PageWord> =
        document.pages.iter().flat_map(|page| page.words.iter().copied()).collect();
    let slice = |start: u32, end: u32| &text[start as usize..end as usize];
    let mut found = Vec::new();
    let mut begin = None;
    for (nth, word) in words.iter().enumerate() {
        let start = *begin.get_or_insert(word.start);
        let ends_here =
            slice(word.start, word.end).iter().any(|c| matches!(c, '.' | '!' | '?' | '。'));
        let after = words.get(nth + 1).map_or(word.end, |next| next.start);
        let is_last = slice(word.end, after).windows(2).any(|pair| pair == ['\n', '\n']);
        if ends_here || is_last || nth + 1 == words.len() {
            begin = None;
            let text: String = slice(start, word.end).iter().collect();
            if LENGTHS.contains(&text.chars().filter(|c| c.is_alphanumeric()).count()) {
                let rects = places::rects(&document.pages, start..word.end);
                found.push(LocatedSentence { text, rects });
            }
        }
    }
    found
}

/// Returns whether three quarters of a text are Latin letters, and it has no other letters.
fn is_latin(text: &str) -> bool {
    let printed = text.chars().filter(|letter| !letter.is_whitespace()).count();
    let is_latin = |letter: &char| matches!(u32::from(*letter), 0..0x250 | 0x1e00..0x1f00);
    let letters: Vec<char> = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    letters.iter().all(is_latin) && letters.len() * 4 >= printed * 3
}

/// Counts wrong offsets: words whose range is empty, crosses white space, leaves its page or goes
/// back; pages that do not begin where the previous one ended; text that no page covers.
pub fn broken_offsets(document: &Document) -> usize {
    let text: Vec<char> = document.text.chars().collect();
    let mut broken = 0;
    let mut end = 0;
    for page in &document.pages {
        broken += usize::from(page.start != end || page.end < page.start);
        let mut last = page.start;
        for word in &page.words {
            let range = word.start as usize..word.end as usize;
            let is_sound = word.start >= last
                && word.end > word.start
                && word.end <= page.end
                && text.get(range).is_some_and(|word| !word.iter().any(|c| c.is_whitespace()));
            broken += usize::from(!is_sound);
            last = word.end;
        }
        end = page.end;
    }
    broken + usize::from(end as usize != text.len())
}
