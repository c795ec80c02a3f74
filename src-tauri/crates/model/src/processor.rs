//! Whether this processor has the instructions that llama.cpp was built with. At the first missing
//! one the process would end.

#![allow(unsafe_code)]

use crate::{BACKEND, Error};

/// What llama.cpp was built with: the backend for cards and the processor's instruction sets, which
/// determine its speed and its rounding.
pub fn built_with() -> String {
    let sets = instructions().into_iter().filter(|(_, built, _)| *built).map(|(name, ..)| name);
    std::iter::once(BACKEND).chain(sets).collect::<Vec<_>>().join(", ")
}

/// # Errors
///
/// If an instruction set is missing.
pub(crate) fn check() -> Result<(), Error> {
    match missing(&instructions()) {
        Some(name) => Err(Error::Processor(name)),
        None => Ok(()),
    }
}

/// An instruction set: its common name, whether llama.cpp was built with it, and whether this
/// processor has it.
type Instructions = (&'static str, bool, bool);

#[cfg(target_arch = "x86_64")]
fn instructions() -> Vec<Instructions> {
    use llama_cpp_sys_2 as sys;

    // SAFETY: each of these functions takes no argument and returns a number that was fixed at
    // compile time.
    let built = |with: unsafe extern "C" fn() -> std::ffi::c_int| unsafe { with() } != 0;
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512bw");
    vec![
        ("AVX2", built(sys::ggml_cpu_has_avx2), is_x86_feature_detected!("avx2")),
        ("FMA", built(sys::ggml_cpu_has_fma), is_x86_feature_detected!("fma")),
        ("F16C", built(sys::ggml_cpu_has_f16c), is_x86_feature_detected!("f16c")),
        ("BMI2", built(sys::ggml_cpu_has_bmi2), is_x86_feature_detected!("bmi2")),
        ("AVX-VNNI", built(sys::ggml_cpu_has_avx_vnni), is_x86_feature_detected!("avxvnni")),
        ("AVX-512", built(sys::ggml_cpu_has_avx512), avx512),
        (
            "AVX-512 VBMI",
            built(sys::ggml_cpu_has_avx512_vbmi),
            is_x86_feature_detected!("avx512vbmi"),
        ),
        (
            "AVX-512 VNNI",
            built(sys::ggml_cpu_has_avx512_vnni),
            is_x86_feature_detected!("avx512vnni"),
        ),
        (
            "AVX-512 BF16",
            built(sys::ggml_cpu_has_avx512_bf16),
            is_x86_feature_detected!("avx512bf16"),
        ),
    ]
}

/// On other architectures, llama.cpp is built for what every processor has.
#[cfg(not(target_arch = "x86_64"))]
fn instructions() -> Vec<Instructions> {
    Vec::new()
}

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
    fn the_build_is_described() {
        let text = built_with();
        assert!(text.starts_with(BACKEND), "{text}");
        assert_eq!(text.contains("AVX2"), cfg!(target_arch = "x86_64"), "{text}");
    }

    #[test]
    fn this_build_runs_here() {
        check().expect("tests run on the machine that built them");
    }
}
