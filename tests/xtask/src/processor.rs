//! The choice of processor instructions that llama.cpp is built with.
//!
//! By default, llama.cpp uses at most AVX2. Further capabilities of a processor are passed to its build in variables.
//! These are stored in a Cargo configuration file, so that every Cargo call in this checkout builds the same. A package
//! must run on any machine and is built without them.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::places::WorkspacePaths;
use crate::shell::{run, say};
use crate::workspace::workspace;

/// A variable of llama.cpp's build, and its value.
type Variable = (&'static str, &'static str);

/// The flags with which llama.cpp's C++ is optimised if the processor has AMX. GCC 12 assumes that the tile
/// configuration is eight bytes long and drops writes to the rest of it, unless it is asked to keep such stores; the
/// program then stops with an illegal instruction.
const KEEP_STORES: Variable = ("CMAKE_CXX_FLAGS_RELEASE", "-O3 -DNDEBUG -fno-tree-dse -fno-dse");

/// Variables of llama.cpp's build that this processor supports.
#[cfg(target_arch = "x86_64")]
fn variables() -> Vec<Variable> {
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
    let mut found: Vec<Variable> =
        all.into_iter().filter(|&(_, has)| has).map(|(name, _)| (name, "ON")).collect();
    if avx512 && has_amx() {
        found.extend([("GGML_AMX_TILE", "ON"), ("GGML_AMX_INT8", "ON"), KEEP_STORES]);
    }
    found
}

/// Whether the processor and the kernel support matrix tiles of eight-bit integers.
#[cfg(target_arch = "x86_64")]
fn has_amx() -> bool {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let flags: Vec<&str> = text.split_whitespace().collect();
    ["amx_tile", "amx_int8"].iter().all(|flag| flags.contains(flag))
}

#[cfg(not(target_arch = "x86_64"))]
fn variables() -> Vec<Variable> {
    Vec::new()
}

/// Writes this processor's capabilities to Cargo's configuration.
///
/// # Errors
/// If the file cannot be written or an earlier build cannot be removed.
pub fn write(places: &WorkspacePaths) -> Result<()> {
    let (file, text) = (file(places), configuration(&variables()));
    if fs::read_to_string(&file).is_ok_and(|earlier| earlier == text) {
        return Ok(());
    }
    say("processor", &format!("llama.cpp is built for {}", described(&variables())));
    clean(places)?;
    fs::write(&file, text).with_context(|| file.display().to_string())
}

/// Removes the configuration, so that the next build runs on any machine.
///
/// # Errors
/// If the file, or the build made with it, cannot be removed.
pub fn forget(places: &WorkspacePaths) -> Result<()> {
    let file = file(places);
    if !file.exists() {
        return Ok(());
    }
    say("processor", "llama.cpp is built for every processor with AVX2");
    clean(places)?;
    fs::remove_file(&file).with_context(|| file.display().to_string())
}

fn file(places: &WorkspacePaths) -> PathBuf {
    places.root.join(".cargo/processor.toml")
}

/// Removes llama.cpp's build, which would not pick up the change: it is configured only once.
fn clean(places: &WorkspacePaths) -> Result<()> {
    let clean = ["clean", "--release", "--quiet", "--package", "llama-cpp-sys-2"];
    run(&mut workspace(places, &clean))
}

fn configuration(variables: &[Variable]) -> String {
    let mut text = "# Made by `cargo xtask`: what this machine's processor has beyond AVX2.\n\
         # llama.cpp is rebuilt when it changes.\n[env]\n"
        .to_owned();
    for (name, value) in variables {
        text += &format!("{name} = \"{value}\"\n");
    }
    text
}

fn described(variables: &[Variable]) -> String {
    let names: Vec<&str> =
        variables.iter().filter(|(_, value)| *value == "ON").map(|(name, _)| *name).collect();
    match names[..] {
        [] => "what every supported processor has".into(),
        _ => format!("this processor ({})", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_holds_the_given_variables_only() {
        assert!(configuration(&[]).ends_with("[env]\n"));
        let both = configuration(&[("GGML_AVX512", "ON"), KEEP_STORES]);
        let expected = "[env]\nGGML_AVX512 = \"ON\"\nCMAKE_CXX_FLAGS_RELEASE = \"-O3 -DNDEBUG";
        assert!(both.contains(expected), "{both}");
        let text = described(&[("GGML_AVX512", "ON"), KEEP_STORES]);
        assert_eq!(text, "this processor (GGML_AVX512)");
    }
}
