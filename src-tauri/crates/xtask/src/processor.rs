//! Which of this processor's instructions llama.cpp is built with.
//!
//! By itself it takes no more than AVX2. What a processor has beyond that is told to its build in
//! variables, which lie in a file of Cargo's configuration, so that whoever calls Cargo in this
//! checkout builds the same. A package is for any machine, and is built without.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::places::Places;
use crate::programs::workspace;
use crate::shell::{run, say};

/// Variables of llama.cpp's build that this processor can do.
#[cfg(target_arch = "x86_64")]
fn variables() -> Vec<&'static str> {
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512bw");
    let all = [
        ("GGML_AVX_VNNI", is_x86_feature_detected!("avxvnni")),
        ("GGML_AVX512", avx512),
        ("GGML_AVX512_VBMI", avx512 && is_x86_feature_detected!("avx512vbmi")),
        ("GGML_AVX512_VNNI", avx512 && is_x86_feature_detected!("avx512vnni")),
        ("GGML_AVX512_BF16", avx512 && is_x86_feature_detected!("avx512bf16")),
    ];
    all.into_iter().filter(|&(_, has)| has).map(|(name, _)| name).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn variables() -> Vec<&'static str> {
    Vec::new()
}

/// Writes down what this processor has, for Cargo.
///
/// # Errors
/// If the file cannot be written, or an earlier build not be removed.
pub fn write(places: &Places) -> Result<()> {
    let (file, text) = (file(places), configuration(&variables()));
    if fs::read_to_string(&file).is_ok_and(|earlier| earlier == text) {
        return Ok(());
    }
    say("processor", &format!("llama.cpp is built for {}", described(&variables())));
    clean(places)?;
    fs::write(&file, text).with_context(|| file.display().to_string())
}

/// Forgets it, so that what is built next runs on any machine.
///
/// # Errors
/// If the file, or what was built with it, cannot be removed.
pub fn forget(places: &Places) -> Result<()> {
    let file = file(places);
    if !file.exists() {
        return Ok(());
    }
    say("processor", "llama.cpp is built for any that has AVX2");
    clean(places)?;
    fs::remove_file(&file).with_context(|| file.display().to_string())
}

fn file(places: &Places) -> PathBuf {
    places.root.join(".cargo/processor.toml")
}

/// Removes llama.cpp's build, which would not notice: it is configured once.
fn clean(places: &Places) -> Result<()> {
    let clean = ["clean", "--release", "--quiet", "--package", "llama-cpp-sys-2"];
    run(&mut workspace(places, &clean))
}

fn configuration(variables: &[&str]) -> String {
    let mut text = "# Made by `cargo xtask`: what this machine's processor has beyond AVX2.\n\
         # llama.cpp is built anew when it changes.\n[env]\n"
        .to_owned();
    for name in variables {
        text += &format!("{name} = \"ON\"\n");
    }
    text
}

fn described(variables: &[&str]) -> String {
    match variables {
        [] => "what every supported processor has".into(),
        _ => format!("this processor ({})", variables.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_told_what_is_there_and_nothing_else() {
        assert!(configuration(&[]).ends_with("[env]\n"));
        let both = configuration(&["GGML_AVX512", "GGML_AVX512_VNNI"]);
        assert!(both.ends_with("[env]\nGGML_AVX512 = \"ON\"\nGGML_AVX512_VNNI = \"ON\"\n"));
    }
}
