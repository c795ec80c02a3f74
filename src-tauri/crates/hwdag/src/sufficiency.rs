//! Whether the visited nodes suffice, by the model's own verdict (PECAN §3.2.1).

use std::collections::BTreeSet;

use crate::{Error, LanguageModel, Token, prompts};

/// The tokens with which a model may begin its Yes or No.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    yes: Vec<Token>,
    no: Vec<Token>,
}

impl Verdict {
    /// Finds the first tokens of every spelling of [`prompts::YES`] and [`prompts::NO`]:
    /// capitalised, lower case, all capitals, with and without a space before. A token that both
    /// may begin with counts for neither.
    ///
    /// # Errors
    ///
    /// [`Error::NoVerdict`] if one of them has no token of its own; the model's.
    pub fn new<M: LanguageModel>(model: &M) -> Result<Self, Error<M::Error>> {
        let yes = first_tokens(model, prompts::YES)?;
        let no = first_tokens(model, prompts::NO)?;
        Self::between(&yes, &no).ok_or(Error::NoVerdict)
    }

    /// Distinguishes the two by the tokens that only one of them has.
    fn between(yes: &BTreeSet<Token>, no: &BTreeSet<Token>) -> Option<Self> {
        let verdict = Self {
            yes: yes.difference(no).copied().collect(),
            no: no.difference(yes).copied().collect(),
        };
        (!verdict.yes.is_empty() && !verdict.no.is_empty()).then_some(verdict)
    }

    /// Returns `p_yes = P(Yes) / (P(Yes) + P(No))` from the scores (logits) of the next token.
    pub fn p_yes(&self, scores: &[f32]) -> f64 {
        let score = |&token: &Token| {
            let found = usize::try_from(token).ok().and_then(|index| scores.get(index));
            found.map_or(f64::NEG_INFINITY, |&score| f64::from(score))
        };
        let largest = self.yes.iter().chain(&self.no).map(score).fold(f64::NEG_INFINITY, f64::max);
        let sum = |tokens: &[Token]| -> f64 {
            tokens.iter().map(|token| (score(token) - largest).exp()).sum()
        };
        let (yes, no) = (sum(&self.yes), sum(&self.no));
        let p_yes = yes / (yes + no);
        if p_yes.is_nan() { 0.0 } else { p_yes }
    }
}

fn first_tokens<M: LanguageModel>(model: &M, word: &str) -> Result<BTreeSet<Token>, M::Error> {
    let mut first = BTreeSet::new();
    for word in [word.to_owned(), word.to_lowercase(), word.to_uppercase()] {
        for spelling in [format!(" {word}"), word] {
            first.extend(model.tokenize(&spelling)?.first());
        }
    }
    Ok(first)
}

#[cfg(test)]
mod tests;
