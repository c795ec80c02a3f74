//! The choice of compute device: the processor alone, or a graphics card.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::places::WorkspacePaths;
use crate::shell::{find, say};

/// Where Debian's packages install CUDA's compiler, and libraries, including CUDA's.
const DEBIANS_NVCC: &str = "/usr/bin/nvcc";
const DEBIANS_LIBRARIES: &str = "/usr/lib/x86_64-linux-gnu";
/// NVIDIA's driver as Windows provides it to WSL.
const WINDOWS_DRIVER: &str = "/usr/lib/wsl/lib/libcuda.so.1";

/// The device that llama.cpp is built for in addition to the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gpu {
    /// Nothing.
    None,
    /// NVIDIA's cards, with NVIDIA's toolkit.
    Cuda,
    /// Any maker's cards, through their drivers.
    Vulkan,
    /// Apple's cards.
    Metal,
}

impl Gpu {
    /// Takes the value of `--gpu NAME` or `--gpu=NAME` from a command's arguments and returns it
    /// with the remaining arguments; `None` if the option is missing.
    ///
    /// # Errors
    /// If the name is unknown.
    pub fn take(arguments: &[String]) -> Result<(Option<Self>, Vec<String>)> {
        let (mut wish, mut rest) = (None, Vec::new());
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let name = match word.strip_prefix("--gpu") {
                Some("") => words.next().map(String::as_str),
                Some(name) if name.starts_with('=') => Some(&name[1..]),
                _ => {
                    rest.push(word.clone());
                    continue;
                }
            };
            wish = Some(Self::named(name.unwrap_or_default())?);
        }
        Ok((wish, rest))
    }

    fn named(name: &str) -> Result<Self> {
        Ok(match name {
            "none" => Self::None,
            "cuda" => Self::Cuda,
            "vulkan" => Self::Vulkan,
            "metal" => Self::Metal,
            _ => bail!("--gpu accepts cuda, vulkan, metal or none, not {name:?}"),
        })
    }

    /// Returns the requested device, or else the one that this machine has a toolkit and a card
    /// for, and prints which.
    ///
    /// # Errors
    /// If the toolkit of the requested device is missing.
    pub fn choose(wish: Option<Self>) -> Result<Self> {
        let machine = Machine::look();
        let (gpu, why) = match wish {
            Some(gpu) => (gpu, "as requested".to_owned()),
            None => machine.best(),
        };
        if let Some(lacking) = machine.lacks(gpu) {
            bail!(
                "{} was requested, but {lacking}; use --gpu none to build without it",
                gpu.name()
            );
        }
        say("gpu", &format!("{} ({why})", gpu.name()));
        Ok(gpu)
    }

    fn name(self) -> &'static str {
        match self {
            Self::None => "none; only the processor computes",
            Self::Cuda => "CUDA",
            Self::Vulkan => "Vulkan",
            Self::Metal => "Metal",
        }
    }

    /// The features that Cargo is passed.
    pub fn features(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::Cuda => &["--features", "pecan-model/cuda"],
            Self::Vulkan => &["--features", "pecan-model/vulkan"],
            Self::Metal => &["--features", "pecan-model/metal"],
        }
    }
}

/// The variables that the build needs for the CUDA toolkit that was found: where it is, and to
/// build for the cards of this machine alone. Variables that are already set stay unchanged.
///
/// # Errors
/// If the folder that leads to Debian's libraries cannot be created.
pub fn environment(gpu: Gpu, places: &WorkspacePaths) -> Result<Vec<(&'static str, OsString)>> {
    let Some(nvcc) = nvcc().filter(|_| gpu == Gpu::Cuda) else { return Ok(Vec::new()) };
    let mut variables = match nvcc == Path::new(DEBIANS_NVCC) {
        true => debians(places)?,
        false => toolkit(&nvcc),
    };
    if has_nvidia_card() {
        variables.push(("CMAKE_CUDA_ARCHITECTURES", "native".into()));
    }
    variables.retain(|(name, _)| std::env::var_os(name).is_none());
    Ok(variables)
}

/// A toolkit in its own folder, which need not be on the `PATH`.
fn toolkit(nvcc: &Path) -> Vec<(&'static str, OsString)> {
    let folder = nvcc.parent().and_then(Path::parent).map(|folder| ("CUDA_PATH", folder.into()));
    folder.into_iter().chain([("CUDACXX", nvcc.into())]).collect()
}

/// Debian's toolkit: llama.cpp's bindings look for libraries in folders called `lib64`, and its
/// nvcc needs an older compiler than Debian's default.
fn debians(places: &WorkspacePaths) -> Result<Vec<(&'static str, OsString)>> {
    let folder = places.target.join("cuda");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    link(Path::new(DEBIANS_LIBRARIES), &folder.join("lib64"))?;
    let own = [("CUDA_PATH", "/usr".into()), ("CUDA_LIBRARY_PATH", folder.into_os_string())];
    let compiler = find("g++-11").map(|compiler| ("CUDAHOSTCXX", compiler.into_os_string()));
    Ok(own.into_iter().chain(compiler).collect())
}

/// Creates a link unless it exists.
fn link(to: &Path, from: &Path) -> Result<()> {
    #[cfg(unix)]
    if !from.exists() {
        std::os::unix::fs::symlink(to, from).with_context(|| from.display().to_string())?;
    }
    Ok(())
}

/// The relevant equipment of a machine.
#[derive(Debug, Clone, Copy, Default)]
struct Machine {
    mac: bool,
    cuda: bool,
    vulkan: bool,
    nvidia_card: bool,
    card: bool,
}

impl Machine {
    fn look() -> Self {
        let renders = |name: &String| is_numbered(name, "renderD");
        Self {
            mac: cfg!(target_os = "macos"),
            cuda: nvcc().is_some(),
            vulkan: find("glslc").is_some() && has_vulkan_headers(),
            nvidia_card: has_nvidia_card(),
            card: has_nvidia_card() || names_in("/dev/dri").iter().any(renders),
        }
    }

    fn best(self) -> (Gpu, String) {
        let why = |why: &str| why.to_owned();
        match self {
            Self { mac: true, .. } => (Gpu::Metal, why("this is a Mac")),
            Self { cuda: true, nvidia_card: true, .. } => {
                (Gpu::Cuda, why("its toolkit and an NVIDIA card were found"))
            }
            Self { vulkan: true, card: true, .. } => {
                (Gpu::Vulkan, why("its headers, glslc and a graphics card were found"))
            }
            Self { nvidia_card: true, .. } => {
                (Gpu::None, why("there is an NVIDIA card but no CUDA toolkit: nvcc was not found"))
            }
            Self { card: true, .. } => (
                Gpu::None,
                why("there is a graphics card but no Vulkan toolkit (glslc and vulkan.hpp)"),
            ),
            _ => (Gpu::None, why("no graphics card was found")),
        }
    }

    /// What is missing for building for this device.
    fn lacks(self, gpu: Gpu) -> Option<&'static str> {
        match gpu {
            Gpu::Cuda if !self.cuda => Some(
                "nvcc was not found: install NVIDIA's CUDA toolkit (such as Debian's non-free \
                      nvidia-cuda-toolkit), or set CUDA_PATH to its folder",
            ),
            Gpu::Vulkan if !self.vulkan => Some(
                "glslc or a recent vulkan.hpp was not found: install glslc, libvulkan-dev and \
                      spirv-headers; if these are too old, as in Debian 12, install the Vulkan \
                      SDK, and set VULKAN_SDK to its folder",
            ),
            Gpu::Metal if !self.mac => Some("this is not a Mac"),
            _ => None,
        }
    }
}

/// Whether Vulkan's headers are installed and new enough for llama.cpp.
fn has_vulkan_headers() -> bool {
    /// A name that llama.cpp uses and that was added in 1.3.272.
    const NEWEST: &str = "VK_EXT_layer_settings";
    let named = std::env::var_os("VULKAN_SDK").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| "/usr".into()).join("include/vulkan");
    let core = std::fs::read_to_string(folder.join("vulkan_core.h")).unwrap_or_default();
    folder.join("vulkan.hpp").exists() && core.contains(NEWEST)
}

fn has_nvidia_card() -> bool {
    is_nvidia_among(&names_in("/dev"), Path::new(WINDOWS_DRIVER).exists())
}

/// Whether one of these devices is an NVIDIA card. In a container, the only card may have a number
/// other than 0; under Windows, all cards are one device, whose driver shows the maker.
fn is_nvidia_among(devices: &[String], windows_driver: bool) -> bool {
    devices.iter().any(|name| is_numbered(name, "nvidia") || (windows_driver && name == "dxg"))
}

fn is_numbered(device: &str, name: &str) -> bool {
    let number = device.strip_prefix(name).unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn names_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// CUDA's compiler: in the folder that `CUDA_PATH` names, on the `PATH`, or where NVIDIA's packages
/// install it.
fn nvcc() -> Option<PathBuf> {
    let inside = |folder: PathBuf| Some(folder.join("bin/nvcc")).filter(|nvcc| nvcc.is_file());
    let named = std::env::var_os("CUDA_PATH").map(PathBuf::from);
    let usual = || ["/usr/local/cuda", "/opt/cuda"].map(PathBuf::from).into_iter().find_map(inside);
    named.and_then(inside).or_else(|| find("nvcc")).or_else(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(words: &[&str]) -> Result<(Option<Gpu>, Vec<String>)> {
        Gpu::take(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_wish_is_taken_out_of_the_arguments() {
        assert_eq!(take(&["app", "--yes"]).unwrap(), (None, vec!["app".into(), "--yes".into()]));
        for words in [&["--gpu", "cuda", "app"][..], &["app", "--gpu=cuda"]] {
            assert_eq!(take(words).unwrap(), (Some(Gpu::Cuda), vec!["app".into()]));
        }
        for words in [&["--gpu"][..], &["--gpu", "tpu"], &["--gpu="]] {
            assert!(take(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn a_toolkit_off_the_path_is_passed_to_the_build() {
        let variables = toolkit(Path::new("/usr/local/cuda/bin/nvcc"));
        let expected = [
            ("CUDA_PATH", "/usr/local/cuda".into()),
            ("CUDACXX", "/usr/local/cuda/bin/nvcc".into()),
        ];
        assert_eq!(variables, expected);
    }

    #[test]
    fn a_card_may_have_any_number_and_windows_hides_it() {
        let among = |name: &str, driver| is_nvidia_among(&["null".into(), name.into()], driver);
        assert!(among("nvidia0", false) && among("nvidia7", false) && among("nvidia12", false));
        assert!(!among("nvidiactl", true) && !among("nvidia-uvm", true) && !among("nvidia", true));
        assert!(among("dxg", true) && !among("dxg", false), "another maker's card");
    }

    #[test]
    fn a_card_without_its_toolkit_is_not_built_for() {
        let nothing = Machine::default();
        let nvidia = Machine { nvidia_card: true, card: true, ..nothing };
        let cases = [
            (nothing, Gpu::None),
            (Machine { cuda: true, vulkan: true, ..nothing }, Gpu::None),
            (nvidia, Gpu::None),
            (Machine { cuda: true, vulkan: true, ..nvidia }, Gpu::Cuda),
            (Machine { vulkan: true, ..nvidia }, Gpu::Vulkan),
            (Machine { card: true, vulkan: true, ..nothing }, Gpu::Vulkan),
            (Machine { mac: true, vulkan: true, ..nothing }, Gpu::Metal),
        ];
        for (machine, gpu) in cases {
            assert_eq!(machine.best().0, gpu, "{machine:?}");
            assert!(machine.lacks(gpu).is_none(), "{machine:?}");
        }
        assert!(nothing.lacks(Gpu::Cuda).is_some() && nothing.lacks(Gpu::Vulkan).is_some());
    }
}
