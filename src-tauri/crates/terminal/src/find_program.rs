use std::path::PathBuf;

use protocol::{Code, Failure};

/// Returns a program that belongs to this one: beside it, or where a package puts it.
///
/// # Errors
///
/// If it is missing.
pub fn find_program(name: &str) -> Result<PathBuf, Failure> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(|own| own.parent());
    let places = folder
        .into_iter()
        .flat_map(|folder| ["", "../lib/pecan"].map(|place| folder.join(place).join(&file)));
    places.into_iter().find(|path| path.is_file()).ok_or_else(|| {
        let message =
            format!("The program {name} is missing beside this program. Install Pecan again.");
        Failure::new(Code::FileMissing, message)
    })
}
