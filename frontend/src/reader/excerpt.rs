//! Excerpts from the text around words that were found.

use protocol::Excerpt;

/// Cuts an excerpt at the words found. Returns whether each piece is one of them.
pub fn found(excerpt: &Excerpt) -> Vec<(String, bool)> {
    let mut letters = excerpt.text.chars();
    let mut at = excerpt.start;
    let mut until = |end: u32| {
        let piece: String = letters.by_ref().take(end.saturating_sub(at) as usize).collect();
        at = at.max(end);
        piece
    };
    let mut pieces = Vec::new();
    for &(start, end) in &excerpt.found {
        pieces.push((until(start), false));
        pieces.push((until(end), true));
    }
    pieces.push((until(excerpt.end), false));
    pieces.retain(|(piece, _)| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_set_off() {
        let of = |found: &[(u32, u32)]| {
            let (text, found) = ("Die Élster stahl".to_owned(), found.to_vec());
            self::found(&Excerpt { page: None, label: None, start: 100, end: 116, text, found })
        };
        let pieces = |all: &[(&str, bool)]| {
            all.iter().map(|&(text, found)| (text.to_owned(), found)).collect::<Vec<_>>()
        };
        let expected = [("Die ", false), ("Élster", true), (" stahl", false)];
        assert_eq!(of(&[(104, 110)]), pieces(&expected));
        let expected = [("Die ", true), ("Élster stahl", true)];
        assert_eq!(of(&[(100, 104), (102, 116)]), pieces(&expected), "one into the other");
        assert_eq!(of(&[]), pieces(&[("Die Élster stahl", false)]));
    }
}
