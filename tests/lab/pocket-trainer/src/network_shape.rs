//! The shape of the network, and where its parameters are.

use pocket::Rng;

/// The shape of the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkShape {
    /// Vocabulary size in tokens.
    pub vocab: usize,
    /// Width.
    pub dim: usize,
    /// Blocks.
    pub layers: usize,
    /// Attention heads of a block.
    pub heads: usize,
    /// Width inside the feed-forward part.
    pub ffn: usize,
    /// Base of the rotation's wavelengths.
    pub theta: f32,
}

/// Offsets of a block's parameters.
#[derive(Clone, Copy, Debug)]
pub struct BlockOffsets {
    /// Gain before attention, `dim`.
    pub attn_norm: usize,
    /// Queries, keys, values, one after another, `3 dim × dim`.
    pub qkv: usize,
    /// Output of attention, `dim × dim`.
    pub out: usize,
    /// Gain before the feed-forward part, `dim`.
    pub ffn_norm: usize,
    /// Gate and up, one after the other, `2 ffn × dim`.
    pub gate_up: usize,
    /// Down, `dim × ffn`.
    pub down: usize,
}

impl NetworkShape {
    /// The number of parameters in a block.
    fn block_size(&self) -> usize {
        2 * self.dim + 4 * self.dim * self.dim + 3 * self.ffn * self.dim
    }

    /// The offsets of a block's parameters; the embedding comes before all blocks.
    pub fn block(&self, layer: usize) -> BlockOffsets {
        let d = self.dim;
        let attn_norm = self.vocab * d + layer * self.block_size();
        let qkv = attn_norm + d;
        let out = qkv + 3 * d * d;
        let ffn_norm = out + d * d;
        let gate_up = ffn_norm + d;
        BlockOffsets { attn_norm, qkv, out, ffn_norm, gate_up, down: gate_up + 2 * self.ffn * d }
    }

    /// The offset of the last gain.
    pub fn final_norm(&self) -> usize {
        self.vocab * self.dim + self.layers * self.block_size()
    }

    /// The total number of parameters.
    pub fn parameters(&self) -> usize {
        self.final_norm() + self.dim
    }

    /// Width of a head.
    pub fn head_dim(&self) -> usize {
        self.dim / self.heads
    }

    /// Initial parameters.
    pub fn init(&self, seed: u64) -> Vec<f32> {
        let mut rng = Rng::new(seed);
        let mut p = vec![0.0; self.parameters()];
        let mut normal = |values: &mut [f32], deviation: f32| {
            for v in values {
                let (a, b) = (rng.unit().max(1e-12), rng.unit());
                *v =
                    deviation * ((-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()) as f32;
            }
        };
        let d = self.dim;
        normal(&mut p[..self.vocab * d], 0.05);
        let deviation = 1.0 / (d as f32).sqrt();
        for layer in 0..self.layers {
            let b = self.block(layer);
            p[b.attn_norm..b.qkv].fill(1.0);
            normal(&mut p[b.qkv..b.out], deviation);
            normal(&mut p[b.out..b.ffn_norm], 0.3 * deviation);
            p[b.ffn_norm..b.gate_up].fill(1.0);
            normal(&mut p[b.gate_up..b.down], deviation);
            normal(&mut p[b.down..b.down + d * self.ffn], 0.3 * deviation);
        }
        let last = self.final_norm();
        p[last..].fill(1.0);
        p
    }
}
