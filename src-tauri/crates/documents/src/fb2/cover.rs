//! The cover picture of a book, which the file holds in base64.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::source::{FORMAT, source};
use crate::cover_limits::LARGEST_FILE;
use crate::xml::{self, Element, ElementName, Inside, XmlSink};

/// The maximum length of the cover picture in base64.
pub(super) const LONGEST_COVER: usize = LARGEST_FILE.div_ceil(3) as usize * 4;
/// Base64 as found in practice: its end is often wrong.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Returns the picture file on a book's cover.
pub(crate) fn cover(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut cover = Cover::default();
    xml::read(&source(bytes).ok()?, FORMAT, &mut cover).ok()?;
    let letters = cover.letters.filter(|letters| letters.len() <= LONGEST_COVER)?;
    BASE64.decode(letters).ok()
}

/// The cover picture as found so far; everything else is skipped.
#[derive(Debug, Default)]
struct Cover {
    /// The picture's id.
    id: Option<String>,
    /// Its file in base64, cut off once it is too long.
    letters: Option<String>,
    /// Whether it is being read.
    is_open: bool,
}

impl Cover {
    fn is_picture(&self, element: &Element<'_>) -> bool {
        self.letters.is_none() && self.id.is_some() && self.id == element.attribute("id")
    }
}

impl XmlSink for Cover {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        match element.name.local {
            "FictionBook" | "description" | "title-info" | "coverpage" => return Inside::Read,
            "image" if self.id.is_none() => {
                let place = element.attribute("href");
                self.id = place.map(|place| place.trim_start_matches('#').to_owned());
            }
            "binary" if self.is_picture(element) => {
                self.letters = Some(String::new());
                self.is_open = true;
                return Inside::Read;
            }
            _ => {}
        }
        Inside::Skip
    }

    fn close(&mut self, _name: ElementName<'_>) {
        self.is_open = false;
    }

    fn text(&mut self, text: &str) {
        if let Some(letters) = self.letters.as_mut().filter(|_| self.is_open) {
            let room = (LONGEST_COVER + 1).saturating_sub(letters.len());
            letters.extend(text.split_ascii_whitespace().flat_map(str::chars).take(room));
        }
    }
}
