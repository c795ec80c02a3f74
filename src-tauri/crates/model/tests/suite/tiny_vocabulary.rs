//! Tiny vocabularies of every kind.

use pocket::gguf::{Gguf, GgufMetadataValue, byte_letter};

/// ChatML with the words of the tiny vocabularies.
pub const TEMPLATE: &str = "{{ bos_token }}{% for m in messages %}<|{{ m.role }}|>{{ m.content }}\
    <|end|>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}";

/// Sets a byte-level BPE vocabulary with a few words and the words of [`TEMPLATE`].
pub fn set_bpe(gguf: &mut Gguf) -> usize {
    let merges = ["t h", "th e", "Ġ the", "Ġ a", "i n", "in g", "Ċ Ċ", "a n", "an d", "Ġ and"];
    let mut tokens: Vec<String> = (0..=255).map(|byte| byte_letter(byte).to_string()).collect();
    tokens.extend(merges.iter().map(|merge| merge.replace(' ', "")));
    let mut kinds = vec![1; tokens.len()];
    for (word, kind) in
        [("<|begin|>", 3), ("<|end|>", 3), ("<|user|>", 3), ("<|assistant|>", 3), ("<|note|>", 4)]
    {
        tokens.push(word.into());
        kinds.push(kind);
    }
    let count = tokens.len();
    gguf.set("tokenizer.ggml.model", "gpt2");
    gguf.set("tokenizer.ggml.pre", "gpt-2");
    gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(tokens));
    gguf.set("tokenizer.ggml.token_type", GgufMetadataValue::I32s(kinds));
    gguf.set("tokenizer.ggml.merges", GgufMetadataValue::Texts(merges.map(str::to_owned).to_vec()));
    gguf.set("tokenizer.ggml.bos_token_id", count as u32 - 5);
    gguf.set("tokenizer.ggml.eos_token_id", count as u32 - 4);
    gguf.set("tokenizer.ggml.add_bos_token", true);
    count
}

/// Sets a SentencePiece vocabulary that adds a space before every text, and can assemble the names
/// of its own control tokens.
pub fn set_spm(gguf: &mut Gguf) -> usize {
    let mut tokens: Vec<(String, f32, i32)> =
        vec![("<unk>".into(), 0.0, 2), ("<s>".into(), 0.0, 3), ("</s>".into(), 0.0, 3)];
    tokens.extend((0..=255).map(|byte| (format!("<0x{byte:02X}>"), 0.0, 6)));
    let letters = (' '..='~').map(|letter| letter.to_string().replace(' ', "▁"));
    let words = ["▁t", "he", "▁the", "in", "ing", "<s", "</", "</s", "▁▁"].map(str::to_owned);
    for (rank, word) in words.into_iter().chain(letters).enumerate() {
        tokens.push((word, -(rank as f32), 1));
    }
    let count = tokens.len();
    gguf.set("tokenizer.ggml.model", "llama");
    gguf.set(
        "tokenizer.ggml.tokens",
        GgufMetadataValue::Texts(tokens.iter().map(|token| token.0.clone()).collect()),
    );
    gguf.set(
        "tokenizer.ggml.scores",
        GgufMetadataValue::F32s(tokens.iter().map(|token| token.1).collect()),
    );
    gguf.set(
        "tokenizer.ggml.token_type",
        GgufMetadataValue::I32s(tokens.iter().map(|token| token.2).collect()),
    );
    count
}

pub fn set_wordpiece(gguf: &mut Gguf) -> usize {
    let mut tokens: Vec<String> =
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map(str::to_owned).to_vec();
    // llama.cpp marks the beginning of a word, BERT its continuation.
    tokens.extend(('a'..='z').map(|letter| format!("▁{letter}")));
    tokens.extend(('a'..='z').map(|letter| letter.to_string()));
    tokens.extend(
        ["▁the", "▁cat", "▁sat", "s", "▁."]
            .map(str::to_owned)
            .into_iter()
            .filter(|word| word.chars().count() > 1),
    );
    let count = tokens.len();
    gguf.set("tokenizer.ggml.model", "bert");
    gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(tokens));
    gguf.set("tokenizer.ggml.token_type_count", 2_u32);
    for (key, id) in [("bos", 2), ("eos", 3), ("seperator", 3), ("unknown", 1), ("padding", 0)] {
        gguf.set(&format!("tokenizer.ggml.{key}_token_id"), id as u32);
    }
    count
}
