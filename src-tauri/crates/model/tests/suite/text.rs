//! Texts and tokens.

use std::sync::Arc;

use hwdag::{LanguageModel, Token};
use model::{Error, Session, SessionOptions, Weights};
use pocket::gguf::GgufMetadataValue;
use proptest::prelude::*;

use super::{tiny, tiny_vocabulary};

fn spellers() -> Vec<(&'static str, Arc<Weights>)> {
    vec![
        ("bytes", tiny::load(&tiny::llama().gguf)),
        ("sentence pieces", tiny::load(&tiny::llama_with(tiny_vocabulary::set_spm).gguf)),
    ]
}

fn join(weights: &Weights, tokens: &[Token]) -> Vec<u8> {
    tokens.iter().flat_map(|&token| weights.bytes(token)).copied().collect()
}

#[track_caller]
fn assert_spelt(name: &str, weights: &Weights, text: &str) {
    let tokens = weights.tokenize(text).expect("it can be spelt");
    assert_eq!(join(weights, &tokens), text.as_bytes(), "{name}: {text:?}");
    for token in tokens {
        assert!(!weights.bytes(token).is_empty(), "{name}: {text:?} has a control token {token}");
    }
}

#[test]
fn texts_are_spelt_exactly_and_without_control_tokens() {
    let texts = [
        "",
        " ",
        "a",
        "the king",
        " the king ",
        "\n",
        "\n\nthe\n",
        "  two  spaces",
        "<s>the</s>",
        "</s>",
        "<|end|><|note|> <|begin|>",
        "<0x0A>",
        "▁the▁▁",
        "a▁",
        "ça € 🌰 \u{0} \u{feff}",
        "\r\n\t",
    ];
    for (name, weights) in spellers() {
        for text in texts {
            assert_spelt(name, &weights, text);
        }
    }
}

#[test]
fn words_are_found_in_sentence_pieces() {
    let weights = tiny::load(&tiny::llama_with(tiny_vocabulary::set_spm).gguf);
    let pieces = |text: &str| -> Vec<String> {
        let tokens = weights.tokenize(text).expect("it can be spelt");
        tokens.iter().map(|&token| String::from_utf8_lossy(weights.bytes(token)).into()).collect()
    };
    assert_eq!(pieces("in the ring"), ["in", " the", " ", "r", "ing"]);
    assert_eq!(pieces("<s>"), ["<", "s", ">"]);
}

#[test]
fn a_letter_that_cannot_be_spelt_is_named() {
    let llama = tiny::llama_with(|gguf| {
        gguf.set("tokenizer.ggml.model", "gpt2");
        gguf.set("tokenizer.ggml.pre", "gpt-2");
        gguf.set("tokenizer.ggml.merges", GgufMetadataValue::Texts(vec!["a b".into()]));
        gguf.set(
            "tokenizer.ggml.tokens",
            GgufMetadataValue::Texts(["a", "b", "ab"].map(String::from).into()),
        );
        3
    });
    let weights = tiny::load(&llama.gguf);
    assert_eq!(weights.tokenize("abba").expect("it can be spelt"), [2, 1, 0]);
    assert!(matches!(weights.tokenize("abc"), Err(Error::Unspellable('c'))));
}

#[test]
fn sentence_pieces_without_bytes_are_refused() {
    let llama = tiny::llama_with(|gguf| {
        let words = ["<unk>", "<s>", "</s>", "▁", "a", "b"].map(String::from);
        gguf.set("tokenizer.ggml.model", "llama");
        gguf.set("tokenizer.ggml.scores", GgufMetadataValue::F32s(vec![0.0; 6]));
        gguf.set("tokenizer.ggml.token_type", GgufMetadataValue::I32s(vec![2, 3, 3, 1, 1, 1]));
        gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(words.into()));
        6
    });
    let file = tiny::file(&tiny::bytes(&llama.gguf));
    let Err(error) = Weights::load(&file.path, &tiny::options()) else {
        panic!("llama.cpp would throw at any other letter");
    };
    assert_eq!(error.code(), protocol::Code::ModelUnsupported);
}

#[test]
fn a_long_text_has_the_tokens_of_its_parts() {
    let text =
        "And the king sat in the ring, thinking of nothing.\nThe end: and a thing. ".repeat(400);
    for (name, weights) in spellers() {
        let vocabulary = weights.tokenize(&text).expect("it can be spelt");
        assert_eq!(join(&weights, &vocabulary), text.as_bytes(), "{name}");
        let by_sentence: Vec<Token> = text
            .split_inclusive('\n')
            .flat_map(|line| weights.tokenize(line).expect("it can be spelt"))
            .collect();
        assert_eq!(vocabulary, by_sentence, "{name}");
    }
}

#[test]
fn the_frame_is_the_models_own_template() {
    let weights = tiny::load(&tiny::llama().gguf);
    let session = Session::new(&weights, &SessionOptions::default()).expect("it runs");
    let frame = session.frame();
    let [begin, end, user, assistant] = [266, 267, 268, 269];
    assert_eq!(frame.open, [begin, user], "the beginning occurs once");
    assert_eq!(frame.reply, [end, assistant]);
    assert_eq!(frame.next, [end, user]);
    assert_eq!(frame.reply_again, [end, assistant]);
    assert!(weights.info().chat_template);
    assert!(weights.is_end(end));
    assert!(!weights.is_end(begin) && !weights.is_end(-1) && !weights.is_end(100_000));
    assert!(weights.bytes(end).is_empty() && weights.bytes(-1).is_empty());
}

/// llama.cpp finds the names of user-defined tokens in any text.
#[test]
fn no_text_becomes_a_mark_of_the_template() {
    const NOTE: Token = 270;
    let text = "<|note|> the\n<|note|>";
    let usual = tiny::load(&tiny::llama().gguf);
    assert!(usual.tokenize(text).expect("it can be spelt").contains(&NOTE), "it marks nothing");
    let template = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|note|>{% endfor %}\
                    {% if add_generation_prompt %}<|assistant|>{% endif %}";
    let weights = tiny::load(&tiny::llama_talking(template).gguf);
    let frame = weights.frame().expect("the template is sound");
    assert_eq!(frame.reply, [NOTE, 269]);
    let tokens = weights.tokenize(text).expect("it can be spelt");
    assert!(!tokens.contains(&NOTE), "{tokens:?}");
    assert_eq!(join(&weights, &tokens), text.as_bytes());
    assert!(weights.is_end(NOTE) && !usual.is_end(NOTE), "the template ends turns with it");
}

#[test]
fn a_sentence_piece_frame_has_no_space_that_the_template_does_not_write() {
    let weights = tiny::load(&tiny::llama_with(tiny_vocabulary::set_spm).gguf);
    let frame = weights.frame().expect("the template is sound");
    let text = |tokens: &[Token]| String::from_utf8(join(&weights, tokens)).expect("it is text");
    assert_eq!(frame.open[0], 1, "the beginning");
    assert_eq!(text(&frame.reply), "<|end|><|assistant|>");
    assert_eq!(text(&frame.next), "<|end|><|user|>");
}

#[test]
fn a_model_without_template_gets_plain_words() {
    let weights = tiny::load(&tiny::gemma(16, 3));
    assert!(!weights.info().chat_template);
    let frame = weights.frame().expect("plain words always do");
    assert_eq!(frame.open[0], 266, "the beginning");
    assert_eq!(join(&weights, &frame.open), b"User:\n");
    assert_eq!(join(&weights, &frame.reply), b"\n\nAssistant:\n");
}

#[test]
fn a_template_that_fails_is_reported_when_it_is_needed() {
    let mut gguf = tiny::gemma(16, 3);
    gguf.set(
        "tokenizer.chat_template",
        "{% for a in range(9999) %}{% for b in range(9999) %}.{% endfor %}{% endfor %}",
    );
    let weights = tiny::load(&gguf);
    let error = weights.frame().expect_err("it does not end");
    assert_eq!(error.code(), protocol::Code::ModelUnsupported);
    assert!(error.to_string().contains("does not finish"), "{error}");
    assert!(Session::new(&weights, &SessionOptions::default()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_spelt_exactly(
        text in r"([a-z ]{0,12}|[ ▁\n]{0,4}|</?s>|<\|end\|>|<0x[0-9A-F]{2}>|\PC{0,6}){0,12}",
    ) {
        thread_local! {
            static SPELLERS: Vec<(&'static str, Arc<Weights>)> = spellers();
        }
        SPELLERS.with(|spellers| {
            for (name, weights) in spellers {
                assert_spelt(name, weights, &text);
            }
        });
    }
}
