//! Files that are no language model in GGUF, although people open them as one: what they are, and what to open instead.

use super::{GgufError, GgufHeader};

/// The longest beginning of a file that is looked at.
pub(super) const BEGINNING: usize = 64;

const CHOOSE_MODEL: &str = "Choose a language model.";
const CHOOSE_GGUF: &str = "Choose a GGUF file of this model.";

/// Beginnings of files that are not GGUF, in lower case, with what they are and what to do.
const OTHER_FILES: [(&[u8], &str, &str); 9] = [
    (
        b"version https://git-lfs",
        "a pointer to a file in git LFS, not the file itself",
        "Run `git lfs pull`, or download the file from the page of the model.",
    ),
    (
        b"<!doctype html",
        "a web page",
        "Download the file itself: the page of the model has a button for it.",
    ),
    (
        b"<html",
        "a web page",
        "Download the file itself: the page of the model has a button for it.",
    ),
    (b"lmgg", "a model in an old format of ggml", CHOOSE_GGUF),
    (b"fmgg", "a model in an old format of ggml", CHOOSE_GGUF),
    (b"tjgg", "a model in an old format of ggml", CHOOSE_GGUF),
    (b"algg", "an adapter in an old format of ggml", CHOOSE_MODEL),
    (b"pk\x03\x04", "a ZIP archive, such as a model of PyTorch", CHOOSE_GGUF),
    (b"%pdf", "a PDF document", CHOOSE_MODEL),
];

/// Returns what a file is that does not begin with GGUF.
pub(super) fn other_file(beginning: &[u8]) -> GgufError {
    let small = beginning.trim_ascii_start().to_ascii_lowercase();
    let known = OTHER_FILES.iter().find(|(begin, ..)| small.starts_with(begin));
    if let Some(&(_, what, advice)) = known {
        return GgufError::foreign(what, advice);
    }
    // The length of the header comes first.
    if beginning.get(8) == Some(&b'{') {
        return GgufError::foreign("a model in the safetensors format", CHOOSE_GGUF);
    }
    GgufError::new("it does not begin with GGUF")
}

/// Architectures that draw pictures or films, by the names that stable-diffusion.cpp and ComfyUI give them.
const DRAWING: [&str; 18] = [
    "aura",
    "chroma",
    "cosmos",
    "flux",
    "hidream",
    "hyvid",
    "ltxv",
    "lumina2",
    "mochi",
    "omnigen",
    "pig",
    "pixart",
    "qwen_image",
    "sd1",
    "sd2",
    "sd3",
    "sdxl",
    "wan",
];

/// Returns what a GGUF file is, if it is no model that reads or writes text.
pub(crate) fn other_kind(header: &GgufHeader) -> Option<GgufError> {
    let (kind, architecture) =
        (header.text("general.type").unwrap_or_default(), header.text("general.architecture"));
    let has = |key: &str| header.metadata.contains_key(key);
    Some(match (kind, architecture.unwrap_or_default()) {
        ("mmproj", _) | (_, "clip") => GgufError::foreign(
            "a vision projector, which belongs to a language model",
            "Choose the language model that it came with.",
        ),
        ("adapter", _) => GgufError::foreign(
            "an adapter (LoRA), which changes a language model",
            "Merge it into its model first, or choose a language model.",
        ),
        ("imatrix", _) | (_, "imatrix") => GgufError::foreign(
            "an importance matrix, with which models are quantized",
            CHOOSE_MODEL,
        ),
        (_, name) if DRAWING.contains(&name) => {
            GgufError::foreign("a model that draws pictures or films", CHOOSE_MODEL)
        }
        (_, "") if has("imatrix.datasets") => GgufError::foreign(
            "an importance matrix, with which models are quantized",
            CHOOSE_MODEL,
        ),
        _ => return None,
    })
}

/// Formats of numbers that ggml has given up, by their numbers in the file.
const REMOVED: [(u32, &str); 8] = [
    (4, "Q4_2"),
    (5, "Q4_3"),
    (31, "Q4_0_4_4"),
    (32, "Q4_0_4_8"),
    (33, "Q4_0_8_8"),
    (36, "IQ4_NL_4_4"),
    (37, "IQ4_NL_4_8"),
    (38, "IQ4_NL_8_8"),
];

/// Returns the error for a tensor whose numbers have a format that llama.cpp does not read.
pub(super) fn unread_type(number: u32) -> GgufError {
    match REMOVED.iter().find(|(removed, _)| *removed == number) {
        Some((_, name)) => GgufError::foreign(
            format!("a model in the format {name}, which llama.cpp no longer reads"),
            "Choose a file of this model in a current format, such as Q4_0 or Q4_K_M.",
        ),
        None => GgufError::foreign(
            format!(
                "a model in a format (type {number}) of another version of llama.cpp or a fork of it"
            ),
            "Choose a file of this model in a common format, such as Q4_K_M.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_models_are_named() {
        for (beginning, what) in [
            (&b"version https://git-lfs.github.com/spec/v1\noid"[..], "git LFS"),
            (b"\n<!DOCTYPE html><html>", "web page"),
            (b"tjgg\x03", "old format"),
            (b"PK\x03\x04\x14", "ZIP"),
            (b"\x08\x01\0\0\0\0\0\0{\"__metadata__\"", "safetensors"),
            (b"oops", "does not begin with GGUF"),
            (b"", "does not begin with GGUF"),
        ] {
            let said = other_file(beginning).to_string();
            assert!(said.contains(what), "{said}");
        }
    }

    #[test]
    fn formats_of_numbers_are_named() {
        assert!(unread_type(31).to_string().contains("Q4_0_4_4"));
        assert!(unread_type(156).to_string().contains("type 156"));
    }
}
