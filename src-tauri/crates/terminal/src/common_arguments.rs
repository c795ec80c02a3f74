use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use engine::Config;
use protocol::Failure;

/// Options before or after a command.
#[derive(Debug, Args)]
pub struct CommonArguments {
    /// Use the library in this folder instead of the one in the platform's data folder
    #[arg(long, global = true, value_name = "DIR", overrides_with = "library")]
    pub library: Option<PathBuf>,
    /// Use this GGUF model instead of the one chosen last; `default` and `demo` name the two that come
    /// with Pecan, and `pecan model list` names others, here and wherever a GGUF file is accepted
    #[arg(long, global = true, value_name = "FILE", overrides_with = "model")]
    pub model: Option<PathBuf>,
    /// Print exactly one JSON value, which the command `help json` describes
    #[arg(long, global = true, overrides_with = "json")]
    pub json: bool,
}

impl CommonArguments {
    /// Returns the options as on a command line.
    pub fn words(&self) -> Vec<OsString> {
        let paths = [("--library", &self.library), ("--model", &self.model)];
        let given = paths.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?)));
        let mut words: Vec<OsString> =
            given.flat_map(|(name, path)| [name.into(), path.into()]).collect();
        words.extend(self.json.then(|| "--json".into()));
        words
    }

    /// Returns the engine's configuration: with this library and this model, or the usual ones.
    ///
    /// # Errors
    ///
    /// If the platform has no data folder, or a path is not Unicode.
    pub fn config(&self) -> Result<Config, Failure> {
        Config::new(self.library.clone(), self.model.clone())
    }
}
