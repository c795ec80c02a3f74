//! Where numbers are written: with the machine, the commit and the command that made them.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

/// What stands in a page: where, when and with what, and the table.
pub fn section(table: &str) -> String {
    let (machine, commit) = (machine(), commit());
    format!(
        "Machine: {machine}. Commit: `{commit}`.\n\n    cargo xtask measure documents\n\n{table}"
    )
}

/// Writes a section into a page between the lines that say where it begins and ends.
///
/// # Errors
///
/// If the page lacks one of the lines, or cannot be read or written.
pub fn write(path: &Path, name: &str, section: &str) -> Result<()> {
    let page = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    fs::write(path, with_section(&page, name, section)?).with_context(|| path.display().to_string())
}

fn with_section(page: &str, name: &str, section: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->\n"));
    let parts = page.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some((before, after))
    });
    let (before, after) = parts
        .with_context(|| format!("the page needs the lines {} and {}", begin.trim(), end.trim()))?;
    Ok(format!("{before}{begin}\n{}\n\n{end}{after}", section.trim()))
}

/// The processor, its cores that may be used, and the system.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let processor = processor.unwrap_or_else(|| std::env::consts::ARCH.into());
    format!("{processor}, {cores} cores, {}", std::env::consts::OS)
}

/// The commit that is checked out.
fn commit() -> String {
    let output = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output().ok();
    let hash = output.filter(|output| output.status.success()).map(|output| output.stdout);
    hash.map_or_else(|| "unknown".into(), |hash| String::from_utf8_lossy(&hash).trim().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_replaced_and_the_rest_stays() {
        let page = "# A\n\n<!-- x: begin -->\nold\n<!-- x: end -->\nafter\n";
        let new = with_section(page, "x", "new\n").unwrap();
        assert_eq!(new, "# A\n\n<!-- x: begin -->\n\nnew\n\n<!-- x: end -->\nafter\n");
        assert_eq!(with_section(&new, "x", "new").unwrap(), new);
        assert!(with_section(&new, "y", "new").is_err());
    }
}
