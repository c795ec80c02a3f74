//! Whether this processor has the instructions that llama.cpp was built with: it would end the
//! process at the first one that is missing.

use crate::Error;

/// # Errors
///
/// If an instruction set is missing.
#[cfg(target_arch = "x86_64")]
pub(crate) fn check() -> Result<(), Error> {
    match missing(&instructions()) {
        Some(name) => Err(Error::Processor(name)),
        None => Ok(()),
    }
}

/// llama.cpp is built for what every processor of another kind has.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn check() -> Result<(), Error> {
    Ok(())
}

/// An instruction set: what people call it, whether llama.cpp was built with it, whether this
/// processor has it.
type Instructions = (&'static str, bool, bool);

/// What llama.cpp is built with unless told otherwise, and what it may be told of in the variables
/// that `cargo xtask` sets.
#[cfg(target_arch = "x86_64")]
fn instructions() -> [Instructions; 6] {
    let told = |variable: Option<&str>| variable == Some("ON");
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("bmi2");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512bw");
    [
        ("AVX2", true, avx2),
        ("AVX-512", told(option_env!("GGML_AVX512")), avx512),
        (
            "AVX-512 VBMI",
            told(option_env!("GGML_AVX512_VBMI")),
            is_x86_feature_detected!("avx512vbmi"),
        ),
        (
            "AVX-512 VNNI",
            told(option_env!("GGML_AVX512_VNNI")),
            is_x86_feature_detected!("avx512vnni"),
        ),
        (
            "AVX-512 BF16",
            told(option_env!("GGML_AVX512_BF16")),
            is_x86_feature_detected!("avx512bf16"),
        ),
        ("AVX-VNNI", told(option_env!("GGML_AVX_VNNI")), is_x86_feature_detected!("avxvnni")),
    ]
}

#[cfg(any(target_arch = "x86_64", test))]
fn missing(instructions: &[Instructions]) -> Option<&'static str> {
    instructions.iter().find(|(_, built, has)| *built && !*has).map(|&(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_built_with_can_be_missing() {
        assert_eq!(missing(&[("a", true, true), ("b", false, false)]), None);
        assert_eq!(missing(&[("a", true, true), ("b", true, false)]), Some("b"));
    }

    #[test]
    fn this_build_runs_here() {
        check().expect("tests run on the machine that built them");
    }
}
