//! The tokens that are no text: the first ones of the vocabulary.

/// The special tokens, by number.
pub const SPECIAL: [&str; 4] = ["<|bos|>", "<|user|>", "<|assistant|>", "<|end|>"];
/// Starts every sequence.
pub const BOS: u32 = 0;
/// Opens a user turn.
pub const USER: u32 = 1;
/// Opens an assistant turn.
pub const ASSISTANT: u32 = 2;
/// Closes a turn.
pub const END: u32 = 3;
