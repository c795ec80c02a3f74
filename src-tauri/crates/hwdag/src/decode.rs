//! Decoding of tokens to text, where a token's bytes may end in the middle of a character.

/// Turns bytes that arrive in pieces into text. A character is returned with the piece that
/// completes it; bytes that can never become one are returned as U+FFFD.
#[derive(Debug, Default)]
pub struct Utf8Decoder {
    pending: Vec<u8>,
}

impl Utf8Decoder {
    /// Takes the next bytes and returns the text that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        self.pending.extend_from_slice(bytes);
        let mut text = String::new();
        loop {
            match std::str::from_utf8(&self.pending) {
                Ok(rest) => {
                    text.push_str(rest);
                    self.pending.clear();
                    return text;
                }
                Err(error) => {
                    let (valid, rest) = self.pending.split_at(error.valid_up_to());
                    text.push_str(&String::from_utf8_lossy(valid));
                    let Some(invalid) = error.error_len() else {
                        self.pending = rest.to_vec();
                        return text;
                    };
                    text.push(char::REPLACEMENT_CHARACTER);
                    self.pending = rest[invalid..].to_vec();
                }
            }
        }
    }

    /// Returns whether the bytes so far end within a character.
    pub fn is_within_character(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Returns the rest when no more bytes come: one U+FFFD if a character was begun, or nothing.
    pub fn finish(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.pending).into_owned();
        self.pending.clear();
        text
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decode(pieces: &[&[u8]]) -> Vec<String> {
        let mut decoder = Utf8Decoder::default();
        let mut texts: Vec<String> = pieces.iter().map(|piece| decoder.push(piece)).collect();
        texts.push(decoder.finish());
        texts
    }

    #[test]
    fn a_character_comes_with_the_piece_that_completes_it() {
        assert_eq!(decode(&[b"caf", b"\xc3", b"\xa9!"]), ["caf", "", "é!", ""]);
        assert_eq!(decode(&[b"\xf0\x9f", b"\x8c", b"\xb3"]), ["", "", "🌳", ""]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(decode(&[b"a\xffb", b"\xc3", b"x"]), ["a\u{fffd}b", "", "\u{fffd}x", ""]);
        assert_eq!(decode(&[b"a\xe2\x82"]), ["a", "\u{fffd}"]);
    }

    proptest! {
        #[test]
        fn pieces_join_to_the_lossy_whole(bytes: Vec<u8>, cuts in prop::collection::vec(1usize..5, 0..64)) {
            let mut rest = bytes.as_slice();
            let mut pieces = Vec::new();
            for cut in cuts {
                let (piece, left) = rest.split_at(cut.min(rest.len()));
                pieces.push(piece);
                rest = left;
            }
            pieces.push(rest);
            prop_assert_eq!(decode(&pieces).concat(), String::from_utf8_lossy(&bytes).into_owned());
        }
    }
}
