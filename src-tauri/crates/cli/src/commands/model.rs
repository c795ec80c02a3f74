//! `pecan model`.

mod get;
mod list;
mod mirror;
mod remove;
mod search;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use protocol::{Code, Failure, Request, Role};
use serde_json::json;
use terminal::{CommandResult, CommonArguments, print, unwritten};

use self::get::GetArguments;
use self::search::SearchArguments;
use crate::job::run_and_print;
use crate::paths::{absolute_name, read_text};

#[derive(Debug, Subcommand)]
pub enum ModelCommand {
    /// List the models that come with Pecan, that were downloaded, and some others
    List,
    /// Search for GGUF models on the Hugging Face hub
    Search(SearchArguments),
    /// Download models
    Get(GetArguments),
    /// Remove a downloaded model, or what a download that was stopped left of it
    Remove {
        /// The model's name, as `pecan model list` prints it
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Print what is known about a model and whether its attention can be read
    Info {
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Use a model from now on, also in the window; without FILE, the default model
    Use {
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Use it only to answer questions, in graphs that another model built; without FILE, use that one
        /// again
        #[arg(long)]
        asking: bool,
    },
    /// Test again what a model can do, and estimate how long a hundred pages take; without FILE, the
    /// model in use
    Try {
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Write the token-level attention of a text, averaged over layers and heads
    Attention {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The text file to read
        #[arg(long, value_name = "FILE")]
        text: PathBuf,
        /// The NumPy array to write: rows × columns, 32-bit floats
        #[arg(long, value_name = "A.npy")]
        out: PathBuf,
    },
}

/// Inspects, chooses or tries out a model.
pub fn run(common: &CommonArguments, command: ModelCommand) -> CommandResult {
    match command {
        ModelCommand::List => list::run(common),
        ModelCommand::Search(arguments) => search::run(common, &arguments),
        ModelCommand::Get(arguments) => get::run(common, &arguments),
        ModelCommand::Remove { name } => remove::run(common, &name),
        ModelCommand::Info { file } => {
            let path = Some(model_name(&file)?);
            run_and_print(common, Request::ModelInfo { path, role: Role::default() })
        }
        ModelCommand::Use { file, asking } => {
            let path = file.as_deref().map(model_name).transpose()?;
            let role = if asking { Role::Asking } else { Role::Building };
            run_and_print(common, Request::OpenModel { path, role })
        }
        ModelCommand::Try { file } => {
            let path = file.as_deref().map(model_name).transpose()?;
            run_and_print(common, Request::TryModel { path })
        }
        ModelCommand::Attention { file, text, out } => attention(common, &file, &text, &out),
    }
}

/// Returns a model file's absolute path, that of a downloaded model, or the name of a model that comes
/// with Pecan.
fn model_name(path: &Path) -> Result<String, Failure> {
    match path.to_str() {
        Some(named) if engine::comes_with_pecan(named) => Ok(named.to_owned()),
        _ => absolute_name(engine::downloaded_file(path).as_deref().unwrap_or(path)),
    }
}

fn attention(common: &CommonArguments, file: &Path, text: &Path, out: &Path) -> CommandResult {
    let words = read_text(text)?;
    if words.is_empty() {
        let message = format!("{} is empty. Choose a file that contains text.", text.display());
        return Err(Failure::new(Code::FileEmpty, message));
    }
    let weights = model::Weights::load(&engine::model_file(file)?, &model::LoadOptions::default())?;
    let read = model::text_attention(&weights, &words)?;
    let (rows, shown) = (read.tokens.len(), out.display().to_string());
    let mut array = Vec::new();
    model::npy::write_matrix(&mut array, rows, rows, &read.matrix)
        .and_then(|()| atomic_file::write(out, &array))
        .map_err(|error| unwritten(&shown, &error))?;
    let summary = json!({
        "tokens": read.tokens, "layers": read.layers, "heads": read.heads, "out": shown,
    });
    let text = format!(
        "Wrote {rows} × {rows} values, averaged over {} layers of {} heads, to {shown}.\n",
        read.layers, read.heads
    );
    print(common.json, &summary, &text)
}
