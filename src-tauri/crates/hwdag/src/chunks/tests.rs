use std::ops::Range;

use proptest::prelude::*;

use super::*;

/// A vocabulary in which token `n` stands for piece `n`.
fn numbered(pieces: &[Vec<u8>]) -> (Vec<Token>, impl Fn(Token) -> Vec<u8> + '_) {
    ((0..pieces.len() as Token).collect(), |token| pieces[token as usize].clone())
}

fn cut(pieces: &[Vec<u8>], text: &str) -> Result<Vec<Chunk>, Misspelled> {
    let (tokens, bytes) = numbered(pieces);
    chunk(&tokens, bytes, text, Cutting::default())
}

fn bytes_one_by_one(text: &str) -> Vec<Vec<u8>> {
    text.bytes().map(|byte| vec![byte]).collect()
}

fn characters(text: &str, range: &Range<usize>) -> String {
    text.chars().skip(range.start).take(range.len()).collect()
}

#[test]
fn three_hundred_tokens_each() {
    let text = "a".repeat(700);
    let chunks = cut(&bytes_one_by_one(&text), &text).unwrap();
    let sizes: Vec<usize> = chunks.iter().map(|chunk| chunk.tokens.len()).collect();
    assert_eq!(sizes, [300, 300, 100]);
    assert_eq!(chunks[1].range, 300..600);
}

#[test]
fn a_character_belongs_to_the_chunk_in_which_it_begins() {
    let text = format!("{}é{}", "a".repeat(299), "b".repeat(10));
    let chunks = cut(&bytes_one_by_one(&text), &text).unwrap();
    assert_eq!(chunks[0].tokens.len(), 300);
    assert_eq!(chunks[0].range, 0..300);
    assert!(chunks[0].text.ends_with("aé"));
    assert_eq!(chunks[1].range, 300..310);
    assert_eq!(chunks[1].text, "b".repeat(10));
}

#[test]
fn a_last_run_in_which_no_character_begins_joins_the_chunk_before() {
    let text = format!("{}é", "a".repeat(299));
    let chunks = cut(&bytes_one_by_one(&text), &text).unwrap();
    assert_eq!(chunks.len(), 1);
    assert_eq!(chunks[0].tokens.len(), 301);
    assert_eq!(chunks[0].text, text);
}

#[test]
fn a_space_that_the_vocabulary_puts_first_is_not_the_texts() {
    let pieces = [b" Once".to_vec(), b" upon".to_vec()];
    let chunks = cut(&pieces, "Once upon").unwrap();
    assert_eq!(chunks[0].range, 0..9);
    assert_eq!(cut(&pieces, " Once upon").unwrap()[0].range, 0..10);
}

#[test]
fn tokens_that_spell_something_else_are_refused() {
    let pieces = [b"one".to_vec(), b" two".to_vec()];
    assert_eq!(cut(&pieces, "one  two"), Err(Misspelled { byte: 3 }));
    assert_eq!(cut(&pieces, "one two three"), Err(Misspelled { byte: 7 }));
    assert_eq!(cut(&pieces, "one"), Err(Misspelled { byte: 3 }));
    assert_eq!(cut(&[], ""), Ok(Vec::new()));
}

/// Returns a token for each word with the space before it, and for each mark.
fn words(text: &str) -> Vec<Vec<u8>> {
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    for c in text.chars() {
        let joins = c.is_alphanumeric() && pieces.last().is_some_and(|last| last != b".");
        match pieces.last_mut() {
            Some(last) if joins => last.extend(c.to_string().bytes()),
            _ => pieces.push(c.to_string().into()),
        }
    }
    pieces
}

fn by_sentences(pieces: &[Vec<u8>], text: &str) -> Vec<Chunk> {
    let (tokens, bytes) = numbered(pieces);
    let cutting = Cutting { ends: ChunkBoundaries::Sentences, ..Cutting::default() };
    chunk(&tokens, bytes, text, cutting).unwrap()
}

/// Returns a sentence of `tokens` tokens.
fn sentence(tokens: usize) -> String {
    format!("Once{}.", " more".repeat(tokens - 2))
}

#[test]
fn a_chunk_ends_with_the_sentence_that_ends_nearest() {
    for (sentences, expected) in [
        (vec![250, 40, 300, 300], vec![290, 300, 300]),
        (vec![245, 100, 300], vec![345, 300]),
        (vec![230, 100, 300], vec![330, 300]),
    ] {
        let text: Vec<String> = sentences.into_iter().map(sentence).collect();
        let text = text.join(" ");
        let chunks = by_sentences(&words(&text), &text);
        let sizes: Vec<usize> = chunks.iter().map(|chunk| chunk.tokens.len()).collect();
        assert_eq!(sizes, expected);
        assert!(chunks.iter().all(|chunk| chunk.text.ends_with('.')));
    }
}

#[test]
fn the_end_of_a_paragraph_may_be_twice_as_far() {
    for (first, second, expected) in [(260, 60, 261), (245, 60, 306)] {
        let text = format!("{}\n\n{} {}", sentence(first), sentence(second), sentence(300));
        assert_eq!(by_sentences(&words(&text), &text)[0].tokens.len(), expected);
    }
}

#[test]
fn where_no_sentence_ends_a_word_does() {
    let text = "pecan nut,".repeat(300);
    let pieces: Vec<Vec<u8>> = text.as_bytes().chunks(3).map(<[u8]>::to_vec).collect();
    let chunks = by_sentences(&pieces, &text);
    assert!(chunks.len() > 2);
    for pair in chunks.windows(2) {
        assert!(pair[0].tokens.len().abs_diff(300) < 5, "{}", pair[0].tokens.len());
        let (end, begin) = (&pair[0].text, &pair[1].text);
        assert!(end.ends_with("pecan") || end.ends_with(',') || begin.starts_with("nut"));
    }
    let nowhere = "a".repeat(700);
    assert_eq!(by_sentences(&bytes_one_by_one(&nowhere), &nowhere)[0].tokens.len(), 300);
}

#[test]
fn scripts_without_spaces_are_cut_at_sentences_and_words() {
    let text = "房子很旧。灯在地窖里！没有人看，她说。".repeat(50);
    let chunks = by_sentences(&bytes_one_by_one(&text), &text);
    assert!(chunks.iter().all(|chunk| chunk.text.ends_with(['。', '！'])));
    let text = "ภาษาไทย".repeat(80);
    let chunks = by_sentences(&bytes_one_by_one(&text), &text);
    assert!(chunks.len() > 3);
    assert!(chunks.iter().all(|chunk| chunk.text.ends_with("ไทย") || chunk.text.ends_with("ภาษา")));
}

/// Splits the text into tokens of these sizes, repeated cyclically.
fn pieces(text: &str, sizes: &[usize]) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    let mut rest = text.as_bytes();
    for &size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, left) = rest.split_at(size.min(rest.len()));
        pieces.push(piece.to_vec());
        rest = left;
    }
    pieces
}

/// Returns whether the chunks' ranges tile the text and their tokens are the text's.
fn is_tiling(chunks: &[Chunk], text: &str, tokens: usize) -> bool {
    let mut next = 0;
    for chunk in chunks {
        if chunk.range.start != next
            || chunk.range.is_empty()
            || characters(text, &chunk.range) != chunk.text
        {
            return false;
        }
        next = chunk.range.end;
    }
    let all: Vec<Token> = chunks.iter().flat_map(|chunk| chunk.tokens.clone()).collect();
    next == text.chars().count() && all == (0..tokens as Token).collect::<Vec<_>>()
}

proptest! {
    #[test]
    fn ranges_tile_the_text_whatever_the_tokens(
        text in "[a-c é漢🌳\n]{0,900}",
        sizes in prop::collection::vec(1usize..6, 1..40),
    ) {
        let pieces = pieces(&text, &sizes);
        let chunks = cut(&pieces, &text).unwrap();
        prop_assert!(is_tiling(&chunks, &text, pieces.len()));
        for chunk in chunks.iter().rev().skip(1) {
            prop_assert_eq!(chunk.tokens.len(), CHUNK_TOKENS);
        }
    }

    #[test]
    fn chunks_of_sentences_tile_the_text_and_are_about_as_long(
        text in "[a-cA é漢。.!?🌳\n]{0,2000}",
        sizes in prop::collection::vec(1usize..4, 1..40),
    ) {
        let pieces = pieces(&text, &sizes);
        let chunks = by_sentences(&pieces, &text);
        prop_assert!(is_tiling(&chunks, &text, pieces.len()));
        for chunk in chunks.iter().rev().skip(1) {
            prop_assert!((240..=360).contains(&chunk.tokens.len()));
        }
    }
}

/// Returns a text whose words all differ, as tokens of a growing vocabulary.
fn word_tokens(words: &[u32]) -> (Vec<Token>, String) {
    let tokens = words.iter().map(|&word| word as Token).collect();
    (tokens, words.iter().map(|word| format!(" w{word}.")).collect())
}

fn cut_again(words: &[u32], cutting: Cutting<'_>) -> Vec<Chunk> {
    let (tokens, text) = word_tokens(words);
    chunk(&tokens, |token| format!(" w{token}.").into(), &text, cutting).unwrap()
}

/// Returns the chunks of a text in which `inserted` words replaced the words in `edit`, at their
/// new places.
fn moved(chunks: Vec<Chunk>, edit: &Range<usize>, inserted: usize) -> Vec<Chunk> {
    // All words have the same length.
    let letters = |words: usize| words * " w10000.".len();
    let place = |at: usize| match at {
        at if at <= letters(edit.start) => at,
        at => (at + letters(inserted)).saturating_sub(letters(edit.len())),
    };
    let mut chunks = chunks;
    for chunk in &mut chunks {
        chunk.range = place(chunk.range.start)..place(chunk.range.end);
    }
    chunks
}

proptest! {
    /// Text that an edit did not touch is cut as before, and the rest into chunks of the usual
    /// size.
    #[test]
    fn an_edit_moves_no_border_elsewhere(
        words in 0usize..2_000,
        at in 0usize..2_000,
        removed in 0usize..700,
        inserted in 0usize..700,
        by_sentences: bool,
    ) {
        let old: Vec<u32> = (10_000..10_000 + words as u32).collect();
        let at = at.min(words);
        let edit = at..words.min(at + removed);
        let mut new = old.clone();
        new.splice(edit.clone(), 20_000..20_000 + inserted as u32);
        let ends = if by_sentences { ChunkBoundaries::Sentences } else { ChunkBoundaries::Exact };
        let before = cut_again(&old, Cutting { ends, earlier: &[] });
        let earlier = moved(before.clone(), &edit, inserted);
        let after = cut_again(&new, Cutting { ends, earlier: &earlier });

        let (_, text) = word_tokens(&new);
        let mut next = 0;
        for chunk in &after {
            prop_assert_eq!(chunk.range.start, next);
            prop_assert_eq!(&characters(&text, &chunk.range), &chunk.text);
            prop_assert!(!chunk.tokens.is_empty() && chunk.tokens.len() <= 360);
            next = chunk.range.end;
        }
        prop_assert_eq!(next, text.chars().count());
        let mut first = 0;
        for chunk in &before {
            let words = first..first + chunk.tokens.len();
            first = words.end;
            let is_touched = words.start < edit.end && edit.start < words.end
                || edit.is_empty() && words.start < at && at < words.end;
            let is_short = words.len() < 150;
            prop_assert!(is_touched || is_short || after.iter().any(|new| new.text == chunk.text));
        }
        if edit.is_empty() && inserted == 0 {
            prop_assert_eq!(after, before);
        }
    }
}
