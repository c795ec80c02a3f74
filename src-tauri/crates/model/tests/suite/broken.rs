//! Incomplete files, and worse.

use std::path::Path;

use model::gguf::GgufHeader;
use model::{Error, LoadOptions, StopSignal, Weights, hash_file};
use pocket::gguf::{Gguf, GgufMetadataValue};
use proptest::prelude::*;
use protocol::Code;

use super::{tiny, tiny_vocabulary};

fn refusal(path: &Path) -> Error {
    match Weights::load(path, &LoadOptions::default()) {
        Ok(_) => panic!("{} loads", path.display()),
        Err(error) => error,
    }
}

#[track_caller]
fn assert_broken(gguf: &Gguf, reason: &str) {
    let error = refusal(&tiny::file(&tiny::bytes(gguf)).path);
    assert_eq!(error.code(), Code::ModelBroken, "{error}");
    assert!(error.to_string().contains(reason), "{error}");
}

#[test]
fn paths_that_lead_nowhere() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    assert_eq!(refusal(&folder.path().join("none.gguf")).code(), Code::ModelMissing);
    assert_eq!(refusal(folder.path()).code(), Code::IsFolder);
    assert_eq!(refusal(&tiny::file(b"").path).code(), Code::ModelBroken);
    assert_eq!(refusal(&tiny::file(b"oops").path).code(), Code::ModelBroken);
    let missing = hash_file(&folder.path().join("none.gguf"), &StopSignal::default());
    let missing = missing.expect_err("there is none");
    assert_eq!(missing.code(), Code::ModelMissing);
}

#[test]
fn a_file_is_known_by_its_hash() {
    let file = tiny::file(b"abc");
    assert_eq!(
        hash_file(&file.path, &StopSignal::default()).expect("it can be read"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    let stop = StopSignal::default();
    stop.request();
    assert!(matches!(hash_file(&file.path, &stop), Err(Error::Stopped)), "large ones take long");
}

#[test]
fn what_is_known_of_a_model() {
    let llama = tiny::llama();
    let file = tiny::file(&tiny::bytes(&llama.gguf));
    let weights = Weights::load(&file.path, &tiny::options()).expect("it loads");
    let info = weights.info();
    assert_eq!(info.name, "Tiny llama");
    assert_eq!(info.architecture, "llama");
    assert_eq!((info.layers, info.heads), (tiny::LAYERS, tiny::HEADS));
    assert_eq!((info.context, info.construction), (tiny::CONTEXT, tiny::CONTEXT));
    assert_eq!(info.vocabulary, llama.vocabulary);
    let parameters: usize = llama.tensors.iter().map(|(_, values)| values.len()).sum();
    assert_eq!(info.parameters, parameters as u64);
    assert_eq!((info.confidence, info.demonstration), (None, false));
}

#[test]
fn the_projects_own_metadata_is_read() {
    let mut llama = tiny::llama();
    llama.gguf.set("pecan.construction_tokens", 512_u32);
    llama.gguf.set("pecan.confidence", 0.75_f32);
    llama.gguf.set("pecan.demonstration", true);
    let weights = tiny::load(&llama.gguf);
    let info = weights.info();
    assert_eq!((info.construction, info.confidence, info.demonstration), (512, Some(0.75), true));
}

#[test]
fn a_file_cut_short_is_refused_wherever_it_is_cut() {
    let bytes = tiny::bytes(&tiny::llama().gguf);
    let whole = GgufHeader::parse(&bytes[..], bytes.len() as u64).expect("it is whole");
    assert_eq!(whole.tensors.len(), 3 + 9 * tiny::LAYERS);
    for length in (0..bytes.len()).step_by(101) {
        let cut = &bytes[..length];
        assert!(GgufHeader::parse(cut, length as u64).is_err(), "cut at {length}");
    }
}

#[test]
fn metadata_that_would_end_llama_cpp_is_refused() {
    let change = |key: &str, value: GgufMetadataValue| {
        let mut llama = tiny::llama();
        llama.gguf.set(key, value);
        llama.gguf
    };
    assert_broken(&change("llama.rope.scaling.type", "odd".into()), "rope scaling");
    assert_broken(&change("llama.expert_count", 8_u32.into()), "experts");
    assert_broken(&change("llama.expert_used_count", 2_u32.into()), "experts");
    assert_broken(&change("llama.block_count", 3_u32.into()), "occurs twice");
    assert_broken(&change("llama.nextn_predict_layers", 9_u32.into()), "layers");
    assert_broken(&change("llama.attention.layer_norm_epsilon", (-1.0_f32).into()), "small");
    assert_broken(&change("llama.attention.layer_norm_epsilon", f32::NAN.into()), "small");
    assert_broken(&change("llama.attention.key_length", 6_u32.into()), "rotates");
    assert_broken(&tiny::gemma_with(16, 3, 1), "window");
    let mut halves = tiny::llama().gguf;
    halves.tensor("a.bias", &[1], pocket::gguf::Precision::F16, vec![0.0]);
    assert_broken(&halves, "not f32");
    assert_broken(&change("general.alignment", 12_u32.into()), "alignment");
    assert_broken(&Gguf::new("llama"), "block_count");
    assert_broken(&Gguf::default(), "general.architecture");
    let twice = tiny::llama_with(|gguf| {
        gguf.set("tokenizer.ggml.model", "llama");
        gguf.set("tokenizer.ggml.tokens", GgufMetadataValue::Texts(vec!["a".into(), "a".into()]));
        2
    });
    assert_broken(&twice.gguf, "twice");
}

#[test]
fn what_llama_cpp_refuses_is_reported_in_its_words() {
    let mut odd = Gguf::new("unheard-of");
    for key in ["block_count", "context_length", "embedding_length"] {
        odd.set(&format!("unheard-of.{key}"), 4_u32);
    }
    tiny_vocabulary::set_bpe(&mut odd);
    odd.tensor("a", &[4], pocket::gguf::Precision::F32, vec![0.0; 4]);
    let error = refusal(&tiny::file(&tiny::bytes(&odd)).path);
    assert_eq!(error.code(), Code::ModelUnsupported, "{error}");
    assert!(error.to_string().contains("unheard-of"), "{error}");

    let mut hollow = Gguf::new("llama");
    for key in ["block_count", "context_length", "embedding_length"] {
        hollow.set(&format!("llama.{key}"), 4_u32);
    }
    hollow.set("llama.attention.layer_norm_rms_epsilon", 1e-5_f32);
    hollow.set("llama.attention.head_count", 2_u32);
    tiny_vocabulary::set_bpe(&mut hollow);
    hollow.tensor("a", &[4], pocket::gguf::Precision::F32, vec![0.0; 4]);
    assert_broken(&hollow, "tensor");
}

/// Collected and made-up files: each is refused, and none ends the process.
#[test]
fn the_corpus_of_broken_files_is_refused() {
    let Some(corpus) = std::env::var_os("PECAN_CORPUS") else {
        eprintln!("skipped: PECAN_CORPUS is not set");
        return;
    };
    let mut count = 0;
    for folder in ["github", "selfmade"] {
        let folder = Path::new(&corpus).join("gguf").join(folder);
        for entry in std::fs::read_dir(folder).expect("the corpus has the folder") {
            let path = entry.expect("the folder can be read").path();
            let error = refusal(&path);
            let is_refused = matches!(error.code(), Code::ModelBroken | Code::ModelUnsupported);
            assert!(is_refused, "{}: {error}", path.display());
            eprintln!("{error}");
            count += 1;
        }
    }
    assert!(count >= 25, "only {count} files");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// A header with changed bytes anywhere is read or refused; nothing worse happens.
    #[test]
    fn a_damaged_header_is_never_worse_than_refused(
        places in prop::collection::vec((0_usize..20_000, any::<u8>()), 1..6),
    ) {
        thread_local! {
            static BYTES: Vec<u8> = tiny::bytes(&tiny::llama().gguf);
        }
        BYTES.with(|bytes| {
            let mut bytes = bytes.clone();
            for (place, byte) in places {
                let length = bytes.len();
                bytes[place % length] = byte;
            }
            if let Ok(header) = GgufHeader::parse(&bytes[..], bytes.len() as u64) {
                let data: u64 = header.tensors.iter().map(|tensor| tensor.elements() * 2).sum();
                assert!(data <= bytes.len() as u64);
            }
        });
    }
}
