//! Files that people open as a model and that are something else, and models in several files.

use std::fs;
use std::path::{Path, PathBuf};

use model::gguf::GgufHeader;
use model::{Error, ModelParts, StopSignal, Weights, hash_file, require_memory, stamp};
use pocket::gguf::{Gguf, GgufMetadataValue, Precision};
use protocol::Code;

use super::{tiny, tiny_vocabulary};

/// GGUF's numbers of the types of metadata.
const U16: u32 = 2;
const TEXT: u32 = 8;

#[track_caller]
fn refusal(path: &Path) -> Error {
    let loaded = Weights::load(path, &tiny::options());
    let unusable = loaded.and_then(|weights| weights.readable().map(drop));
    unusable.expect_err("it cannot be used")
}

/// Encodes a metadata value for a file: the number of its type, then its bytes.
fn written(kind: u32, value: &[u8]) -> GgufMetadataValue {
    GgufMetadataValue::Written([&kind.to_le_bytes(), value].concat())
}

#[test]
fn what_is_no_language_model_is_named_with_what_to_do() {
    let of_type = |architecture: &str, kind: &str| {
        let mut gguf = Gguf::new(architecture);
        gguf.set("general.type", kind);
        tiny::bytes(&gguf)
    };
    let mut other_order = tiny::bytes(&tiny::llama().gguf);
    other_order[4..8].reverse();
    for (bytes, what, advice) in [
        (of_type("clip", "mmproj"), "vision projector", "language model that it came with"),
        (of_type("llama", "adapter"), "LoRA", "Merge it"),
        (of_type("", "imatrix"), "importance matrix", "Choose a language model"),
        (of_type("sd3", "model"), "draws pictures", "Choose a language model"),
        (other_order, "other byte order", "for other processors"),
        (b"version https://git-lfs.github.com/spec/v1\n".to_vec(), "git LFS", "git lfs pull"),
        (b"<!DOCTYPE html>\n<title>".to_vec(), "web page", "button"),
        (b"%PDF-1.7 and so on".to_vec(), "PDF", "Choose a language model"),
    ] {
        let error = refusal(&tiny::file(&bytes).path);
        assert_eq!(error.code(), Code::ModelUnsupported, "{error}");
        let said = error.to_string();
        assert!(said.contains(what) && said.contains(advice), "{said}");
        assert!(!said.contains("again"), "{said}");
    }
}

#[test]
fn an_embedding_with_too_few_rows_is_named() {
    // The vocabulary says that it has one token fewer than it has.
    let llama = tiny::llama_with(|gguf| tiny_vocabulary::set_bpe(gguf) - 1);
    let error = refusal(&tiny::file(&tiny::bytes(&llama.gguf)).path).to_string();
    assert!(error.contains("its embedding has only"), "{error}");
}

#[test]
fn a_model_that_computes_no_numbers_is_named() {
    let mut bytes = tiny::bytes(&tiny::llama().gguf);
    // The last tensor is a norm, whose numbers end the file.
    let end = bytes.len() - bytes.len() % 4;
    bytes[end - 4 * tiny::WIDTH..end].chunks_exact_mut(4).for_each(|number| {
        number.copy_from_slice(&f32::NAN.to_le_bytes());
    });
    let error = refusal(&tiny::file(&bytes).path);
    assert_eq!(error.code(), Code::ModelUnsupported, "{error}");
    assert!(error.to_string().contains("not numbers"), "{error}");
}

#[test]
fn names_in_another_encoding_are_shown_as_well_as_can_be() {
    let name = b"Caf\xe9";
    let value = [&(name.len() as u64).to_le_bytes()[..], name].concat();
    let llama = tiny::llama_named(written(TEXT, &value));
    assert_eq!(tiny::load(&llama.gguf).info().name, "Caf\u{fffd}");
}

#[test]
fn an_empty_template_is_none() {
    let weights = tiny::load(&tiny::llama_talking(" \n").gguf);
    assert!(!weights.info().chat_template && weights.frame().is_ok());
}

/// Writes a llama in two files, of which the first has `in_first` tensors.
fn split(folder: &Path, in_first: usize) -> [PathBuf; 2] {
    let whole = tiny::llama();
    let bytes = tiny::bytes(&whole.gguf);
    let header = GgufHeader::parse(&bytes[..], bytes.len() as u64).expect("it is whole");
    let mut second = Gguf::default();
    let mut first = tiny::llama_without_tensors();
    for (number, part) in [&mut first, &mut second].into_iter().enumerate() {
        part.set("split.no", written(U16, &(number as u16).to_le_bytes()));
        part.set("split.count", written(U16, &2_u16.to_le_bytes()));
        let count = i32::try_from(header.tensors.len()).expect("they are few");
        // The type of signed numbers of four bytes.
        part.set("split.tensors.count", written(5, &count.to_le_bytes()));
    }
    for (at, tensor) in header.tensors.iter().enumerate() {
        let shape: Vec<usize> = tensor.dimensions.iter().map(|&size| size as usize).collect();
        let values = whole.tensor(&tensor.name).to_vec();
        let part = if at < in_first { &mut first } else { &mut second };
        part.tensor(&tensor.name, &shape, Precision::F32, values);
    }
    [(first, 1), (second, 2)].map(|(part, number)| {
        let path = folder.join(format!("tiny-{number:05}-of-00002.gguf"));
        fs::write(&path, tiny::bytes(&part)).expect("the file can be written");
        path
    })
}

#[test]
fn a_model_in_two_files_is_one_from_either() {
    let whole = tiny::load(&tiny::llama().gguf);
    for in_first in [0, 7] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let parts = split(folder.path(), in_first);
        let sizes: u64 =
            parts.iter().map(|part| fs::metadata(part).expect("it exists").len()).sum();
        for part in &parts {
            let weights = Weights::load(part, &tiny::options()).expect("it loads");
            let info = weights.info();
            assert_eq!((info.parameters, info.bytes), (whole.info().parameters, sizes));
            assert_eq!(info.bytes_per_token, whole.info().bytes_per_token);
            assert_eq!(info.path, parts[0]);
            require_memory(part, 0).expect("it is small");
        }
    }
}

#[test]
fn a_change_to_the_last_part_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let [first, last] = split(folder.path(), 7);
    let hash = |path: &Path| hash_file(path, &StopSignal::default()).expect("it can be read");
    let before = (hash(&first), stamp(&first));
    assert_eq!(hash(&last), before.0);
    let mut bytes = fs::read(&last).expect("it exists");
    let end = bytes.len() - 1;
    bytes[end] ^= 1;
    fs::write(&last, bytes).expect("the file can be written");
    assert!(hash(&first) != before.0 && stamp(&first) != before.1);
}

#[test]
fn a_missing_or_renamed_part_is_named() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let [first, last] = split(folder.path(), 7);
    let renamed = folder.path().join("mine.gguf");
    fs::copy(&last, &renamed).expect("it can be copied");
    let error = refusal(&renamed).to_string();
    assert!(error.contains("part 2 of 2") && error.contains("original name"), "{error}");
    fs::remove_file(&last).expect("it can be removed");
    let error = refusal(&first);
    assert_eq!(error.code(), Code::ModelMissing);
    assert!(error.to_string().contains("tiny-00002-of-00002.gguf"), "{error}");
    assert!(ModelParts::find(&renamed).is_ok_and(|parts| parts.paths().len() == 1));
}

/// Files of others, where they are at hand.
#[test]
fn cases_of_others_say_what_they_are() {
    let Some(cases) = std::env::var_os("PECAN_CASES") else {
        eprintln!("skipped: PECAN_CASES is not set");
        return;
    };
    let cases = Path::new(&cases).join("models");
    for (file, said) in [
        ("17-other-kinds/mmproj-model-f16.gguf", "vision projector"),
        ("17-other-kinds/sd3.gguf", "draws pictures"),
        ("18-removed-and-foreign-types/iq3_ks-of-ik_llama.gguf", "type 156"),
        ("18-removed-and-foreign-types/q4_0_4_4.gguf", "Q4_0_4_4"),
        ("20-nan/nan-output.gguf", "not numbers"),
        ("22-vocabulary-mismatch/tiny.gguf", "261 tokens"),
        ("28-big-endian/tiny-be.gguf", "other byte order"),
    ] {
        let error = refusal(&cases.join(file)).to_string();
        assert!(error.contains(said) && !error.contains("complete"), "{error}");
    }
    for file in ["19-not-utf8/latin1-name.gguf", "06-empty-template/tiny.gguf"] {
        Weights::load(&cases.join(file), &tiny::options()).expect("it loads");
    }
    let split = |number| cases.join(format!("16-split/puppet-0000{number}-of-00003.gguf"));
    let whole = Weights::load(&cases.join("16-split/puppet-whole.gguf"), &tiny::options());
    let parameters = whole.expect("it loads").info().parameters;
    for number in 1..=3 {
        let part = Weights::load(&split(number), &tiny::options()).expect("it loads");
        assert_eq!(part.info().parameters, parameters);
    }
}
