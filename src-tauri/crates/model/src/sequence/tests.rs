use std::path::Path;

use super::*;
use crate::load::LoadOptions;
use crate::options::{Cache, Kernels};
use crate::stop::StopSignal;

fn sequences(count: usize) -> Vec<Sequence> {
    let pocket = concat!(env!("CARGO_MANIFEST_DIR"), "/../pocket/pocket.gguf");
    let weights = Weights::load(Path::new(pocket), &LoadOptions::default()).unwrap();
    let options = SequenceOptions {
        window: 512,
        cache: Cache::F32,
        micro_batch: 128,
        layers: vec![0],
        whole_windows: true,
        stop: StopSignal::default(),
        verify_cells: false,
        kernels: Kernels::Readable,
        scored: 1,
    };
    Sequence::side_by_side(&weights, options, count).unwrap()
}

/// All costs are calculated from these counts.
#[test]
fn llama_cpp_counts_the_same_tokens() {
    let tokens: Vec<Token> = (0..300).map(|place| 300 + place % 200).collect();
    for count in [1, 2] {
        let mut all = sequences(count);
        for (slot, sequence) in all.iter_mut().enumerate() {
            let tokens = &tokens[..tokens.len() - 50 * slot];
            sequence.append(tokens, 0..tokens.len()).unwrap();
            sequence.truncate(123).unwrap();
            sequence.append(&tokens[123..], 0..0).unwrap();
            for token in &tokens[..3] {
                sequence.append(&[*token], 0..9).unwrap();
            }
            // Like a memory that cannot go back.
            lock(&sequence.slots).truncate(slot, 0).unwrap();
            sequence.forgotten = true;
            sequence.append(&tokens[..5], 0..0).unwrap();
        }
        let own: u64 = all.iter().map(|sequence| sequence.counts().evaluated).sum();
        assert_eq!(i64::from(lock(&all[0].slots).evaluated()), own.cast_signed());
    }
}
