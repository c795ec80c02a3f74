//! Quoted points: sentences of the input, chosen by the model's attention.
//!
//! If a model writes nothing that the text supports, or if a whole graph is wanted for the cost of reading alone, a
//! batch gets the sentences that the words asking for a summary attend to most. No token is generated; the sentences
//! are fed as if the model had written them, so their edges are computed as usual.

use std::collections::HashSet;
use std::ops::Range;

use crate::graph::Node;
use crate::headings::{headings, is_one_of, without_heading};
use crate::spelling::{Spelling, TokenRuns};
use crate::words::words;
use crate::{Attention, LanguageModel, Token};

/// The number of neighbouring sentences or points of which one is quoted.
const NEIGHBOURS: usize = 3;
/// The number of words below which a sentence says nothing on its own.
const LEAST_WORDS: usize = 4;

/// A sentence or a point that may be quoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quotable {
    /// The text, on one line.
    pub text: String,
    /// The positions of its tokens in the sequence.
    pub tokens: TokenRuns,
}

impl Quotable {
    fn len(&self) -> usize {
        self.tokens.iter().map(Range::len).sum()
    }

    /// Returns the mean attention of all rows to its tokens.
    fn attention(&self, attention: &Attention) -> f64 {
        let sum: f64 =
            self.tokens.iter().map(|run| attention.sum(attention.rows.clone(), run.clone())).sum();
        sum / self.len().max(1) as f64
    }
}

/// Returns the quotable parts of `nodes`, whose tokens begin at these positions: the sentences of chunks, which may run
/// from one into the next, and points as a whole.
pub(crate) fn quotable<M: LanguageModel>(
    model: &M,
    nodes: &[Node],
    starts: &[usize],
) -> Vec<Quotable> {
    if nodes.iter().any(|node| node.level > 1) {
        let point = |(node, &start): (&Node, &usize)| Quotable {
            text: one_line(&node.text),
            tokens: std::iter::once(start..start + node.tokens.len()).collect(),
        };
        return nodes.iter().zip(starts).map(point).collect();
    }
    let spellings: Vec<Spelling> =
        nodes.iter().map(|node| Spelling::new(&node.tokens, |token| model.bytes(token))).collect();
    let text: String = spellings.iter().map(Spelling::text).collect();
    let sentence = |range: Range<usize>| Quotable {
        text: one_line(&text[range.clone()]),
        tokens: tokens_of(&spellings, starts, range),
    };
    whole_sentences(&text).into_iter().map(sentence).collect()
}

/// Returns the sentences that the quotes of a batch are chosen from, each on one line: those of its chunks' text that
/// are not cut off at either end and say something on their own, without repetitions.
pub fn quotable_sentences(text: &str) -> Vec<String> {
    let mut found = Vec::<String>::new();
    for sentence in whole_sentences(text).into_iter().map(|range| one_line(&text[range])) {
        if says_enough(&sentence) && !found.contains(&sentence) {
            found.push(sentence);
        }
    }
    found
}

/// Returns the sentences that are not cut off at either end of the text; if all are, all of them.
fn whole_sentences(text: &str) -> Vec<Range<usize>> {
    let whole = |range: &Range<usize>| {
        let begins = range.start > 0 || !text[range.clone()].starts_with(char::is_lowercase);
        begins && (range.end < text.trim_end().len() || ends_a_sentence(&text[range.clone()]))
    };
    let (whole, cut): (Vec<_>, Vec<_>) = sentences::sentences(text).into_iter().partition(whole);
    if whole.is_empty() { cut } else { without_headings(text, whole) }
}

/// Returns the sentences without the headings above and between them, unless there is nothing else.
fn without_headings(text: &str, sentences: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let headings: HashSet<String> = headings(text).map(str::to_owned).collect();
    let is_sentence = |range: &Range<usize>| !is_one_of(&headings, &text[range.clone()]);
    let without =
        |range: Range<usize>| range.end - without_heading(&text[range.clone()]).len()..range.end;
    let found: Vec<_> =
        sentences.iter().filter(|range| is_sentence(range)).cloned().map(without).collect();
    if found.is_empty() { sentences } else { found }
}

fn says_enough(sentence: &str) -> bool {
    words(sentence).count() >= LEAST_WORDS
}

/// Returns the positions of the tokens that hold some of these bytes of all texts together.
fn tokens_of(spellings: &[Spelling], starts: &[usize], range: Range<usize>) -> TokenRuns {
    let (mut runs, mut begin) = (TokenRuns::new(), 0);
    for (spelling, start) in spellings.iter().zip(starts) {
        let end = begin + spelling.text().len();
        let part = range.start.max(begin)..range.end.min(end);
        if part.start < part.end {
            let tokens = spelling.tokens_of(part.start - begin..part.end - begin);
            runs.push(start + tokens.start..start + tokens.end);
        }
        begin = end;
    }
    runs
}

/// Chooses, from every [`NEIGHBOURS`] or a few more, the one that `attention` favours most, in order. None is chosen
/// twice, and together they are at most half of all tokens, but at least one is chosen.
///
/// Only neighbours are compared: the beginning and the end of the input receive several times as much attention as the
/// middle, whatever they say.
pub(crate) fn choose(quotable: &[Quotable], attention: &Attention) -> Vec<String> {
    let candidates = candidates(quotable);
    let most = candidates.iter().map(|one| one.len()).sum::<usize>() / 2;
    let most_looked_at = |neighbours: &[&Quotable]| {
        let looked = neighbours.iter().map(|one| one.attention(attention));
        // The first of equals.
        let best = looked.enumerate().rev().max_by(|one, other| one.1.total_cmp(&other.1));
        best.map_or(0, |(at, _)| at)
    };
    let (all, groups) = (candidates.len(), (candidates.len() / NEIGHBOURS).max(1));
    let neighbours = (0..groups).map(|at| &candidates[all * at / groups..all * (at + 1) / groups]);
    let mut chosen: Vec<&Quotable> = neighbours
        .filter(|neighbours| !neighbours.is_empty())
        .map(|neighbours| neighbours[most_looked_at(neighbours)])
        .collect();
    while chosen.len() > 1 && chosen.iter().map(|one| one.len()).sum::<usize>() > most {
        let longest = (0..chosen.len()).max_by_key(|&at| chosen[at].len());
        chosen.remove(longest.unwrap_or_default());
    }
    if let [one] = chosen[..]
        && one.len() > most
    {
        let fitting: Vec<&Quotable> =
            candidates.iter().copied().filter(|one| one.len() <= most).collect();
        chosen = match fitting.is_empty() {
            true => candidates.into_iter().min_by_key(|one| one.len()).into_iter().collect(),
            false => vec![fitting[most_looked_at(&fitting)]],
        };
    }
    chosen.into_iter().map(|one| one.text.clone()).collect()
}

/// Returns those that say something on their own, or all if none does, without repetitions.
fn candidates(quotable: &[Quotable]) -> Vec<&Quotable> {
    let mut found: Vec<&Quotable> = Vec::new();
    for one in quotable.iter().filter(|one| says_enough(&one.text)) {
        if !found.iter().any(|other| other.text == one.text) {
            found.push(one);
        }
    }
    if found.is_empty() { quotable.iter().collect() } else { found }
}

/// Returns the tokens of these texts in the list format that a model would write.
pub(crate) fn as_list<M: LanguageModel>(
    model: &M,
    texts: &[String],
) -> Result<Vec<Token>, M::Error> {
    let (mark, end) =
        (model.tokenize(crate::prompts::BULLET_MARK)?, model.tokenize(crate::prompts::LINE_BREAK)?);
    let mut tokens = Vec::new();
    for text in texts {
        tokens.extend_from_slice(&mark);
        tokens.extend(model.tokenize(&format!(" {text}"))?);
        tokens.extend_from_slice(&end);
    }
    Ok(tokens)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn ends_a_sentence(text: &str) -> bool {
    let closing = |c: char| matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '」' | '』');
    text.trim_end_matches(closing).ends_with(['.', '!', '?', '…', '。', '！', '？'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::Fake;

    fn node(model: &Fake, level: usize, text: &str) -> Node {
        let tokens = model.tokenize(text).unwrap();
        Node { level, text: text.to_owned(), tokens, range: None }
    }

    #[test]
    fn sentences_run_from_one_chunk_into_the_next() {
        let model = Fake::new(1_000);
        let nodes =
            [node(&model, 1, "and left. Mira keeps the"), node(&model, 1, " green lamp. Tom is")];
        let starts = [10, 30];
        let found = quotable(&model, &nodes, &starts);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].text, "Mira keeps the green lamp.");
        // Two words and a full stop before it; three words of it, then two and a full stop.
        assert_eq!(found[0].tokens, [13..16, 30..33]);
    }

    #[test]
    fn sentences_of_a_text_are_whole_long_enough_and_found_once() {
        let text =
            "and left. Mira keeps the\nlamp. Never! Mira keeps the lamp. Tom bakes bread and";
        assert_eq!(quotable_sentences(text), ["Mira keeps the lamp."]);
        assert_eq!(quotable_sentences("a list of things"), ["a list of things"]);
        let text = "The Mirror of Matsuyama\n\nThe Lamp\nMira keeps the lamp.";
        assert_eq!(quotable_sentences(text), ["Mira keeps the lamp."]);
        assert_eq!(quotable_sentences("The Mirror of Matsuyama"), ["The Mirror of Matsuyama"]);
    }

    #[test]
    fn without_a_whole_sentence_everything_counts() {
        let model = Fake::new(1_000);
        let nodes = [node(&model, 1, "a list of things without an end")];
        let found = quotable(&model, &nodes, &[5]);
        assert_eq!((found.len(), found[0].len()), (1, 7));
    }

    fn one(text: &str, tokens: Range<usize>) -> Quotable {
        Quotable { text: text.into(), tokens: vec![tokens] }
    }

    #[test]
    fn of_every_few_neighbours_the_one_that_is_looked_at_most_is_quoted_once() {
        let sentences = [
            one("Mira keeps the lamp.", 0..5),
            one("No.", 5..7),
            one("Tom is a good baker.", 7..12),
            one("Mira keeps the lamp.", 12..17),
            one("It rained the whole day long.", 17..24),
            one("He baked a loaf.", 24..29),
            one("She sold the lamp.", 29..34),
            one("The bell rang twice.", 34..39),
        ];
        // The end gets the most attention, then "No.", which says too little on its own.
        let mut values = vec![0.01; 39];
        values[0..5].fill(0.04);
        values[5..7].fill(0.5);
        values[7..12].fill(0.06);
        values[12..17].fill(0.05);
        values[24..29].fill(0.2);
        values[29..34].fill(0.3);
        let attention = Attention { rows: 40..41, columns: 0..39, values };
        assert_eq!(choose(&sentences, &attention), ["Tom is a good baker.", "She sold the lamp."]);
        assert_eq!(choose(&sentences[..3], &attention), ["Tom is a good baker."]);
        assert_eq!(choose(&sentences[1..2], &attention), ["No."]);
        assert!(choose(&[], &attention).is_empty());
    }

    #[test]
    fn what_is_quoted_takes_half_of_the_input_at_most() {
        let sentences = [
            one("It was kept for years and years by all of them.", 0..20),
            one("Tom is a good baker.", 20..25),
            one("Mira keeps the lamp.", 25..30),
            one("He baked a loaf.", 30..35),
        ];
        let mut values = vec![0.01; 35];
        values[0..20].fill(0.5);
        values[30..35].fill(0.02);
        let attention = Attention { rows: 40..41, columns: 0..35, values };
        assert_eq!(choose(&sentences, &attention), ["He baked a loaf."]);
        assert_eq!(choose(&sentences[..2], &attention), ["Tom is a good baker."]);
        assert_eq!(choose(&sentences[..1], &attention), [sentences[0].text.clone()]);
    }
}
