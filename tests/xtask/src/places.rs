//! The folders of the checkout, the build output and the models.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result};

/// The folders that every command uses.
pub struct WorkspacePaths {
    /// The checkout.
    pub root: PathBuf,
    /// Cargo's output folder.
    pub target: PathBuf,
    /// Where the programs look for their models: `PECAN_MODELS`, otherwise `models` in the
    /// platform's data folder for Pecan, the first of the folders that the engine knows.
    pub models: PathBuf,
}

impl WorkspacePaths {
    /// Finds them from this program's own path and the environment.
    pub fn find() -> Result<Self> {
        // At run time Cargo names the checkout it runs for: several may share an output folder.
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let root = package
            .unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into())
            .ancestors()
            .nth(2)
            .context("xtask lies two folders below the top of the checkout")?
            .to_owned();
        let program = std::env::current_exe().context("where xtask itself is")?;
        let target = program
            .ancestors()
            .nth(2)
            .context("programs lie two folders below Cargo's output folder")?
            .to_owned();
        let named = std::env::var_os("PECAN_MODELS").filter(|folder| !folder.is_empty());
        let models = match named {
            Some(folder) => std::path::absolute(folder).context("PECAN_MODELS")?,
            None => directories::ProjectDirs::from("", "", "Pecan")
                .context("this system has no data folder for your account; set PECAN_MODELS")?
                .data_local_dir()
                .join("models"),
        };
        Ok(Self { root, target, models })
    }

    /// The path of a release build of a program of the workspace.
    pub fn program(&self, name: &str) -> PathBuf {
        self.target.join("release").join(name).with_extension(std::env::consts::EXE_EXTENSION)
    }

    /// The output folder of the WebAssembly build: another compiler may have made it.
    pub fn wasm_target(&self) -> PathBuf {
        self.target.join("wasm")
    }

    /// The `PATH` with the tools' folder first.
    ///
    /// # Errors
    /// If a folder's name contains a character that the `PATH` cannot hold.
    pub fn path_with_tools(&self) -> Result<OsString> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.tools().join("bin")).chain(std::env::split_paths(&path));
        std::env::join_paths(folders).context("the PATH")
    }

    /// The folder of the clients that tests use.
    pub fn clients(&self) -> PathBuf {
        self.target.join("clients")
    }

    /// The folder of the tools that the tests need and that are built here.
    pub fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }
}
