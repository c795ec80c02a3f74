//! A scripted language model for tests. It attends, judges and writes as the test specifies, and
//! keeps the trait's promises to the letter. Its output depends on its sequence alone.

use std::cell::RefCell;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

use crate::{
    Attention, ChatFrame, LanguageModel, LanguageModelShape, ModelInput, ThoughtsFrame, Token,
    TokenCounts,
};

const END: Token = 0;
const OPEN: Token = 1;
const HEADER: [Token; 2] = [2, 3];
const NEXT: Token = 4;
const HEADER_AGAIN: Token = 5;
/// The spelling of control tokens for the functions that play the model.
const CONTROLS: [&str; 6] = ["<end>", "<open>", "<", "reply>", "<next>", "<again>"];

/// A token that attends or is attended to: its position and its text.
pub(crate) type Place<'a> = (usize, &'a str);

/// A model played by three functions. Text is one token per word (with one space before it), per
/// other ASCII character, or per byte of any other character.
pub(crate) struct Fake {
    pub shape: LanguageModelShape,
    /// The attention of a token to an earlier one or to itself.
    pub look: Box<dyn Fn(Place<'_>, Place<'_>) -> f32>,
    /// p_yes after the text of the whole sequence.
    pub judge: Box<dyn Fn(&str) -> f64>,
    /// The reply to the text of the whole sequence before it.
    pub reply: Box<dyn Fn(&str) -> String>,
    /// The maximum length of the sequence so far.
    pub longest: usize,
    /// The number of tokens of each append.
    pub appended: Vec<usize>,
    /// The sequences that were kept.
    pub kept: Vec<Vec<Token>>,
    frame: ChatFrame,
    /// Fakes that lie side by side share a vocabulary.
    vocabulary: Rc<RefCell<Vec<Vec<u8>>>>,
    sequence: Vec<Token>,
    counts: TokenCounts,
    scores: Vec<f32>,
    plan: Option<(usize, Vec<Token>)>,
}

impl Fake {
    /// Returns a model with this window that attends evenly, always says No and writes nothing.
    pub(crate) fn new(window: usize) -> Self {
        Self {
            shape: LanguageModelShape {
                window,
                construction: window,
                parameters: 10.0,
                layers: 2,
                query_width: 3,
            },
            look: Box::new(|(row, _), _| 1.0 / (row + 1) as f32),
            judge: Box::new(|_| 0.0),
            reply: Box::new(|_| String::new()),
            longest: 0,
            appended: Vec::new(),
            kept: Vec::new(),
            frame: ChatFrame {
                open: vec![OPEN],
                reply: HEADER.to_vec(),
                next: vec![NEXT],
                reply_again: vec![HEADER_AGAIN],
                is_plain: false,
                thoughts: None,
            },
            vocabulary: Rc::new(RefCell::new(
                CONTROLS.map(|name| name.as_bytes().to_vec()).to_vec(),
            )),
            sequence: Vec::new(),
            counts: TokenCounts::default(),
            scores: Vec::new(),
            plan: None,
        }
    }

    /// Puts this model beside another, with the same tokens.
    pub(crate) fn beside(mut self, other: &Self) -> Self {
        self.vocabulary = other.vocabulary.clone();
        self
    }

    /// Gives this model an assistant header of `tokens` tokens.
    pub(crate) fn with_header(mut self, tokens: usize) -> Self {
        self.frame.reply = vec![HEADER[0]; tokens];
        self
    }

    /// Makes this a model without a chat template.
    pub(crate) fn with_plain_words(mut self) -> Self {
        self.frame.is_plain = true;
        self
    }

    /// Lets this model think in brackets: its reply to "[reply>" and "[<again>" are thoughts, up to "]".
    pub(crate) fn with_thoughts(mut self) -> Self {
        let [open, close] = ["[", "]"].map(|mark| self.token(mark.as_bytes()));
        let frame = ThoughtsFrame {
            begin: vec![HEADER[0], open, HEADER[1]],
            begin_again: vec![open, HEADER_AGAIN],
            mark: "]".into(),
            end: vec![close, HEADER[1]],
            cut_off: vec![close, close, HEADER[1]],
        };
        self.frame.thoughts = Some(frame);
        self
    }

    /// Returns a model whose every move follows erratically from the text and `seed`: it repeats
    /// words from its input as points, attends unevenly and occasionally says Yes.
    pub(crate) fn erratic(window: usize, seed: u64) -> Self {
        let mut fake = Self::new(window);
        fake.look = Box::new(move |(row, a), (column, b)| {
            let chance = chance(&(seed, row, a, column, b));
            (chance * chance) as f32 / (row + 1) as f32
        });
        fake.judge = Box::new(move |text| chance(&(seed, text)));
        fake.reply = Box::new(move |text| erratic_reply(text, seed));
        fake
    }

    /// Returns the text of the sequence, with control tokens by name.
    pub(crate) fn text(&self) -> String {
        self.text_of(&self.sequence)
    }

    fn text_of(&self, tokens: &[Token]) -> String {
        let vocabulary = self.vocabulary.borrow();
        let bytes: Vec<u8> =
            tokens.iter().flat_map(|&token| vocabulary[token as usize].clone()).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn token(&self, piece: &[u8]) -> Token {
        let mut vocabulary = self.vocabulary.borrow_mut();
        let known = vocabulary[CONTROLS.len()..].iter().position(|known| known == piece);
        let index = known.map_or(vocabulary.len(), |index| index + CONTROLS.len());
        if index == vocabulary.len() {
            vocabulary.push(piece.to_vec());
        }
        index as Token
    }

    fn rate(&mut self) {
        let p_yes = (self.judge)(&self.text());
        let spellings = [("Yes", p_yes), ("No", 1.0 - p_yes)];
        let rated = spellings.map(|(word, p)| (self.token(word.as_bytes()), p));
        self.scores = vec![f32::NEG_INFINITY; self.vocabulary.borrow().len()];
        for (token, p) in rated {
            self.scores[token as usize] = p.ln() as f32;
        }
    }

    fn attention(&self, rows: Range<usize>, columns: Range<usize>) -> Attention {
        let mut values = Vec::with_capacity(rows.len() * columns.len());
        let words: Vec<String> =
            self.sequence.iter().map(|&token| self.text_of(&[token])).collect();
        for row in rows.clone() {
            values.extend(columns.clone().map(|column| match column {
                column if column > row => 0.0,
                column => (self.look)((row, &words[row]), (column, &words[column])),
            }));
        }
        Attention { rows, columns, values }
    }
}

impl LanguageModel for Fake {
    type Error = Infallible;

    fn shape(&self) -> LanguageModelShape {
        self.shape
    }

    fn frame(&self) -> &ChatFrame {
        &self.frame
    }

    fn tokenize(&self, text: &str) -> Result<Vec<Token>, Infallible> {
        let bytes = text.as_bytes();
        let (mut tokens, mut start) = (Vec::new(), 0);
        while start < bytes.len() {
            let word = start + usize::from(bytes[start] == b' ');
            let letters =
                bytes[word..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let end = if letters == 0 { start + 1 } else { word + letters };
            tokens.push(self.token(&bytes[start..end]));
            start = end;
        }
        Ok(tokens)
    }

    fn bytes(&self, token: Token) -> Vec<u8> {
        let text = self.vocabulary.borrow()[token as usize].clone();
        if (token as usize) < CONTROLS.len() { Vec::new() } else { text }
    }

    fn is_end(&self, token: Token) -> bool {
        token == END
    }

    fn len(&self) -> usize {
        self.sequence.len()
    }

    fn append(&mut self, tokens: &[Token], watched: Range<usize>) -> Result<Attention, Infallible> {
        let start = self.sequence.len();
        self.sequence.extend_from_slice(tokens);
        self.counts.evaluated += tokens.len() as u64;
        self.appended.push(tokens.len());
        self.longest = self.longest.max(self.sequence.len());
        assert!(self.longest <= self.shape.window, "{} tokens", self.longest);
        self.rate();
        Ok(self.attention(start..self.sequence.len(), watched))
    }

    fn append_together(parts: &mut [ModelInput<'_, Self>]) -> Result<Vec<Attention>, Infallible> {
        let append =
            |part: &mut ModelInput<'_, Self>| part.model.append(part.tokens, part.watched.clone());
        parts.iter_mut().map(append).collect()
    }

    fn branch(&mut self, other: &Self, len: usize) -> Result<(), Infallible> {
        assert!(Rc::ptr_eq(&self.vocabulary, &other.vocabulary), "they do not lie side by side");
        assert!(len <= other.sequence.len());
        self.counts.removed += self.sequence.len() as u64;
        self.counts.reused += len as u64;
        self.sequence = other.sequence[..len].to_vec();
        self.plan = None;
        self.scores.clear();
        Ok(())
    }

    fn recall(&mut self, tokens: &[Token]) -> Result<bool, Infallible> {
        let Ok(()) = self.truncate(0);
        let kept = self.kept.iter().any(|kept| kept == tokens);
        if kept {
            self.sequence = tokens.to_vec();
            self.counts.restored += tokens.len() as u64;
        }
        Ok(kept)
    }

    fn keep(&mut self) -> Result<(), Infallible> {
        self.kept.push(self.sequence.clone());
        Ok(())
    }

    fn truncate(&mut self, len: usize) -> Result<(), Infallible> {
        assert!(len <= self.sequence.len());
        self.counts.removed += (self.sequence.len() - len) as u64;
        self.sequence.truncate(len);
        self.plan = None;
        self.scores.clear();
        Ok(())
    }

    fn scores(&self) -> &[f32] {
        assert!(!self.scores.is_empty(), "scores after a truncation");
        &self.scores
    }

    fn pick(&mut self) -> Token {
        let header = |&token: &Token| token == HEADER[1] || token == HEADER_AGAIN;
        let start = self.sequence.iter().rposition(header).expect("asked to write") + 1;
        if self.plan.as_ref().is_none_or(|(planned, _)| *planned != start) {
            let reply = (self.reply)(&self.text_of(&self.sequence[..start]));
            let Ok(tokens) = self.tokenize(&reply);
            self.plan = Some((start, tokens));
        }
        let written = self.sequence.len() - start;
        let plan = self.plan.as_ref().expect("made above");
        plan.1.get(written).copied().unwrap_or(END)
    }

    fn counts(&self) -> TokenCounts {
        self.counts
    }
}

/// Returns a number from 0 to 1 derived from any value.
pub(crate) fn chance(of: &impl Hash) -> f64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    (hasher.finish() >> 11) as f64 / (1u64 << 53) as f64
}

fn erratic_reply(text: &str, seed: u64) -> String {
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.len() > 2).collect();
    let pick =
        |key: (usize, usize)| words[(chance(&(seed, text, key)) * words.len() as f64) as usize];
    if text.ends_with("<again>") {
        return format!("{} {}", pick((0, 0)), pick((0, 1)));
    }
    let points = (chance(&(seed, text, "points")) * 5.0) as usize;
    let mark = if chance(&(seed, text, "mark")) < 0.9 { "*" } else { "" };
    let point = |row| format!("{mark} {} {}{row}\n", pick((row, 1)), pick((row, 2)));
    (1..=points).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_spell_what_they_were_made_from() {
        let fake = Fake::new(100);
        let text = " One two,  three\né* x";
        let Ok(tokens) = fake.tokenize(text);
        let bytes: Vec<u8> = tokens.iter().flat_map(|&token| fake.bytes(token)).collect();
        assert_eq!(bytes, text.as_bytes());
        let pieces: Vec<String> = tokens.iter().map(|&token| fake.text_of(&[token])).collect();
        assert_eq!(pieces[..5], [" One", " two", ",", " ", " three"]);
    }
}
