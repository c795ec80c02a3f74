use hwdag::Token;

/// How the next token is chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Sampling {
    /// The one with the highest score; the first among equals.
    #[default]
    Greedy,
    /// At random, each with its probability at this temperature. Equal seeds give equal choices.
    Temperature {
        /// Above 1 flatter, below 1 sharper; 0 is greedy.
        temperature: f32,
        /// The seed of the random numbers.
        seed: u64,
    },
}

/// Chooses tokens one after the other.
#[derive(Debug, Clone)]
pub(crate) struct Sampler {
    sampling: Sampling,
    state: u64,
}

impl Sampler {
    pub fn new(sampling: Sampling) -> Self {
        let state = match sampling {
            Sampling::Greedy => 0,
            Sampling::Temperature { seed, .. } => seed,
        };
        Self { sampling, state }
    }

    /// The next token, given `scores`; `None` if there are none.
    pub fn pick(&mut self, scores: &[f32]) -> Option<Token> {
        match self.sampling {
            Sampling::Temperature { temperature, .. } if temperature > 0.0 => {
                let chance = self.chance();
                by_chance(scores, temperature, chance)
            }
            _ => best(scores),
        }
    }

    /// A number from 0 to 1, 1 excluded (SplitMix64).
    fn chance(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn best(scores: &[f32]) -> Option<Token> {
    let mut best = None;
    for (index, &score) in scores.iter().enumerate() {
        if best.is_none_or(|(_, highest)| score > highest) && !score.is_nan() {
            best = Some((index, score));
        }
    }
    Token::try_from(best?.0).ok()
}

fn by_chance(scores: &[f32], temperature: f32, chance: f64) -> Option<Token> {
    let highest = scores.iter().copied().filter(|score| !score.is_nan()).reduce(f32::max)?;
    let weight = |&score: &f32| {
        let weight = ((score - highest) / temperature).exp();
        if weight.is_nan() { 0.0 } else { weight }
    };
    let weights: Vec<f32> = scores.iter().map(weight).collect();
    let mut left = chance * weights.iter().copied().map(f64::from).sum::<f64>();
    for (index, weight) in weights.into_iter().enumerate() {
        left -= f64::from(weight);
        if left < 0.0 {
            return Token::try_from(index).ok();
        }
    }
    best(scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greedy_takes_the_first_of_the_highest() {
        let mut sampler = Sampler::new(Sampling::Greedy);
        assert_eq!(sampler.pick(&[f32::NAN, 1.0, 3.0, 3.0]), Some(2));
        assert_eq!(sampler.pick(&[]), None);
        assert_eq!(sampler.pick(&[f32::NEG_INFINITY]), Some(0));
    }

    #[test]
    fn chance_follows_the_probabilities() {
        let sampling = Sampling::Temperature { temperature: 0.5, seed: 7 };
        let mut sampler = Sampler::new(sampling);
        // At temperature 0.5 the odds are 4 : 1 : 0.
        let scores = [2.0_f32.ln(), 0.0, f32::NEG_INFINITY];
        let mut counts = [0_u32; 3];
        for _ in 0..10_000 {
            let token = sampler.pick(&scores).expect("there are scores");
            counts[usize::try_from(token).expect("a token is not negative")] += 1;
        }
        assert_eq!(counts[2], 0);
        assert!((7_850..8_150).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn equal_seeds_choose_equally() {
        let scores: Vec<f32> = (0..50).map(|index| (index % 7) as f32 / 3.0).collect();
        let run = |seed| {
            let sampling = Sampling::Temperature { temperature: 1.0, seed };
            let mut sampler = Sampler::new(sampling);
            (0..20).map(|_| sampler.pick(&scores)).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }
}
