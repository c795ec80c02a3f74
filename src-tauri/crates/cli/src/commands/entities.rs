//! `pecan entities`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use engine::Engine;
use protocol::{
    Code, CorrectionId, DocumentId, EntityKind, EntityList, Failure, Grain, JobId, NameCorrection,
    Outcome, Request, Until,
};
use serde_json::json;
use terminal::{CommandResult, CommonArguments, SilentClient, failure_of, print, print_text};

use crate::document_number::document_number;
use crate::job::{print_outcome, request};

/// `pecan entities`.
#[derive(Debug, Args)]
pub struct EntitiesArguments {
    /// The document's number, which `pecan list` shows
    #[arg(value_name = "ID", value_parser = document_number)]
    document: DocumentId,
    /// Show only this name, with every sentence about it; a part of a name suffices if only one has it
    #[arg(long = "entity", value_name = "NAME")]
    name: Option<String>,
    /// Show only names of at least this importance, from 0 to 1; 0.5 leaves out names that occur once in the text and
    /// that no point of the graph mentions
    #[arg(long, value_name = "IMPORTANCE", conflicts_with_all = ["name", "form"], value_parser = weight)]
    least: Option<f64>,
    /// Show only what the text says before this character of `pecan text ID`, or up to the end of a page or chapter, as
    /// in page:12 or chapter:3
    #[arg(long, value_name = "PLACE")]
    until: Option<Until>,
    /// Export all names with all their sentences: as a table, as a graph of the names that occur together, as linked
    /// data, or as linked notes that Obsidian opens
    #[arg(long = "as", value_name = "FORM", conflicts_with = "name")]
    form: Option<EntityFormArgument>,
    /// With --as markdown: write the notes into this folder, which must be new or empty
    #[arg(long, value_name = "FOLDER", requires = "form", required_if_eq("form", "markdown"))]
    out: Option<PathBuf>,
    /// With --entity: have the model write questions about this name, each with its answer and the sentence that says
    /// it; Pecan keeps them
    #[arg(long, requires = "name", conflicts_with = "until")]
    pairs: bool,
    /// With --entity: list other names that may mean the same, by their similarity, for you to --merge
    #[arg(long, requires = "name", conflicts_with = "pairs")]
    similar: bool,
    #[command(flatten)]
    correction: CorrectionArguments,
}

/// Corrections. They are kept when the graph is built again, and when the file changes.
#[derive(Debug, Args)]
#[group(multiple = false, conflicts_with_all = ["name", "form"])]
struct CorrectionArguments {
    /// Merge two names that mean the same
    #[arg(long, num_args = 2, value_names = ["NAME", "OTHER"], help_heading = "Corrections")]
    merge: Option<Vec<String>>,
    /// Separate this name from the names with which it is listed
    #[arg(long, value_name = "NAME", help_heading = "Corrections")]
    split: Option<String>,
    /// Set the name under which this name is listed
    #[arg(long, num_args = 2, value_names = ["NAME", "TITLE"], help_heading = "Corrections")]
    rename: Option<Vec<String>>,
    /// Set the kind of this name: person, place, organisation or thing
    #[arg(long, num_args = 2, value_names = ["NAME", "KIND"], help_heading = "Corrections")]
    set_kind: Option<Vec<String>>,
    /// Remove this word, which is not a name
    #[arg(long, value_name = "NAME", help_heading = "Corrections")]
    discard: Option<String>,
    /// Undo the correction with this number, or the last one
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, help_heading = "Corrections")]
    undo: Option<Option<CorrectionId>>,
}

impl CorrectionArguments {
    /// Returns the requested correction, if any.
    fn what(&self) -> Result<Option<NameCorrection>, Failure> {
        let two = |values: &Option<Vec<String>>| match values.as_deref() {
            Some([name, value]) => Some((name.clone(), value.clone())),
            _ => None,
        };
        let merged = two(&self.merge).map(|(name, other)| NameCorrection::Merge { name, other });
        let split = self.split.clone().map(|name| NameCorrection::Split { name });
        let renamed = two(&self.rename).map(|(name, title)| NameCorrection::Rename { name, title });
        let kind = two(&self.set_kind).map(|(name, kind)| {
            Ok::<_, Failure>(NameCorrection::SetKind { name, kind: kind_named(&kind)? })
        });
        let discarded = self.discard.clone().map(|name| NameCorrection::Discard { name });
        Ok(merged.or(split).or(renamed).or(kind.transpose()?).or(discarded))
    }
}

fn kind_named(word: &str) -> Result<EntityKind, Failure> {
    let found = EntityKind::OF_NAMES.into_iter().find(|kind| kind.word() == word.to_lowercase());
    found.ok_or_else(|| {
        let kinds = EntityKind::OF_NAMES.map(EntityKind::word).join(", ");
        Failure::new(Code::BadRequest, format!("“{word}” is not a kind. The kinds are {kinds}."))
    })
}

/// Formats of names for other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EntityFormArgument {
    Csv,
    Graphml,
    #[value(name = "json-ld")]
    JsonLd,
    Markdown,
}

impl From<EntityFormArgument> for protocol::EntityForm {
    fn from(form: EntityFormArgument) -> Self {
        match form {
            EntityFormArgument::Csv => Self::Csv,
            EntityFormArgument::Graphml => Self::GraphMl,
            EntityFormArgument::JsonLd => Self::JsonLd,
            EntityFormArgument::Markdown => Self::Markdown,
        }
    }
}

/// Lists names, exports them for other programs, or corrects them.
pub fn run(common: &CommonArguments, arguments: EntitiesArguments) -> CommandResult {
    let EntitiesArguments { document, name, least, until, form, out, pairs, similar, correction } =
        arguments;
    if let Some(undone) = correction.undo {
        let correction = match undone {
            Some(number) => number,
            None => last_correction(common, document, until)?,
        };
        let undo = Request::UndoCorrection { document, correction, until };
        return print_corrected(common, &request(common, undo)?, "Undid the correction");
    }
    if let Some(correction) = correction.what()? {
        let correct = Request::CorrectNames { document, correction, until };
        return print_corrected(common, &request(common, correct)?, "Corrected");
    }
    if let Some(name) = name.as_ref().filter(|_| similar) {
        let similar = Request::SimilarNames { document, name: name.clone(), until };
        return print_outcome(common, &request(common, similar)?);
    }
    if out.is_some() && form != Some(EntityFormArgument::Markdown) {
        let message =
            "--out is for --as markdown. The other forms are one file on standard output.";
        return Err(Failure::new(Code::BadRequest, message));
    }
    let Some(form) = form else {
        let mut outcome = match pairs {
            true => request(common, Request::WritePairs { document, name })?,
            false => request(common, Request::Entities { document, name, until })?,
        };
        if let (Outcome::Entities(list), Some(least)) = (&mut outcome, least) {
            list.entities.retain(|entity| entity.importance.weight() >= least);
        }
        if pairs && !has_micro_pairs(&outcome) {
            eprintln!("pecan: The model wrote no question about this name that could be kept.");
        }
        return print_outcome(common, &outcome);
    };
    let outcome = request(common, Request::ExportEntities { document, form: form.into(), until })?;
    match (&outcome, &out) {
        (Outcome::Files(files), Some(folder)) => {
            engine::write_folder(folder, files)?;
            let (count, folder) = (files.len(), folder.display().to_string());
            let text = match count {
                1 => format!("Wrote one file to {folder}.\n"),
                _ => format!("Wrote {count} files to {folder}.\n"),
            };
            print(common.json, &json!({ "folder": folder, "files": count }), &text)
        }
        _ => print_outcome(common, &outcome),
    }
}

/// Returns whether the model has written questions about the listed names.
fn has_micro_pairs(outcome: &Outcome) -> bool {
    let Outcome::Entities(list) = outcome else { return false };
    list.entities.iter().flat_map(|entity| &entity.pairs).any(|pair| pair.grain == Grain::Micro)
}

/// Parses a weight from 0 to 1.
fn weight(text: &str) -> Result<f64, String> {
    let weight = text.parse().ok().filter(|weight| (0.0..=1.0).contains(weight));
    weight.ok_or_else(|| "enter a number from 0 to 1".to_owned())
}

fn last_correction(
    common: &CommonArguments,
    document: DocumentId,
    until: Option<Until>,
) -> Result<CorrectionId, Failure> {
    // A second request that watches for Ctrl-C could not be made.
    let listed = Request::Entities { document, name: None, until };
    match Engine::new(common.config()?)
        .run(JobId(1), listed, &mut SilentClient)
        .map_err(failure_of)?
    {
        Outcome::Entities(EntityList { corrections, .. }) if !corrections.is_empty() => {
            Ok(corrections[corrections.len() - 1].id)
        }
        _ => {
            let message = format!("No names of document {document} were corrected.");
            Err(Failure::new(Code::BadRequest, message))
        }
    }
}

/// Prints all current names as JSON, or for people only that it was done.
fn print_corrected(common: &CommonArguments, outcome: &Outcome, done: &str) -> CommandResult {
    match common.json {
        true => print_outcome(common, outcome),
        false => print_text(&format!("{done}.\n")).map(|()| ExitCode::SUCCESS),
    }
}
