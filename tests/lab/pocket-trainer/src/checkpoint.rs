//! The state of a training, saved so that an interruption costs at most a few minutes.

use std::fs;
use std::path::Path;

use super::network_shape::NetworkShape;
use super::teacher::CurriculumStage;
use super::vocabulary::TrainerError;

/// Everything needed to resume a training.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The network's shape.
    pub shape: NetworkShape,
    /// The difficulty that the training has reached.
    pub stage: CurriculumStage,
    /// Whether the model has learnt to copy.
    pub copies: bool,
    /// Steps done.
    pub steps: u64,
    /// The parameters.
    pub parameters: Vec<f32>,
    /// Their running mean, which is what is measured and shipped.
    pub mean: Vec<f32>,
    /// The optimiser's momentum.
    pub first: Vec<f32>,
    /// The optimiser's mean squares.
    pub second: Vec<f32>,
}

impl Checkpoint {
    /// Writes it, replacing an older one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TrainerError> {
        let s = &self.shape;
        let numbers = [s.vocab, s.dim, s.layers, s.heads, s.ffn, s.theta as usize];
        let stage = [
            self.stage.length,
            self.stage.lines,
            self.stage.nodes,
            self.copies.into(),
            self.steps as usize,
        ];
        let mut bytes: Vec<u8> =
            numbers.iter().chain(&stage).flat_map(|&n| (n as u64).to_le_bytes()).collect();
        for values in [&self.parameters, &self.mean, &self.first, &self.second] {
            bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        }
        let part = path.with_extension("part");
        fs::write(&part, bytes)?;
        fs::rename(part, path)?;
        Ok(())
    }

    /// Reads what [`Checkpoint::save`] wrote.
    ///
    /// # Errors
    /// If the file is missing or too short.
    pub fn load(path: &Path) -> Result<Self, TrainerError> {
        let bytes = fs::read(path)?;
        let (head, body) = bytes.split_at_checked(88).ok_or("the checkpoint is too short")?;
        let n: Vec<usize> = head
            .chunks_exact(8)
            .map(|b| b.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b)) as usize)
            .collect();
        let shape = NetworkShape {
            vocab: n[0],
            dim: n[1],
            layers: n[2],
            heads: n[3],
            ffn: n[4],
            theta: n[5] as f32,
        };
        let values: Vec<f32> =
            body.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let size = shape.parameters();
        if values.len() != 4 * size {
            return Err("the checkpoint does not have the size that it says".into());
        }
        let part = |i: usize| values[i * size..(i + 1) * size].to_vec();
        Ok(Self {
            shape,
            stage: CurriculumStage { length: n[6], lines: n[7], nodes: n[8] },
            copies: n[9] == 1,
            steps: n[10] as u64,
            parameters: part(0),
            mean: part(1),
            first: part(2),
            second: part(3),
        })
    }
}
