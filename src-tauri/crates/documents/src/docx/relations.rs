//! The roles of a package's parts.

use std::collections::HashMap;

use super::format::FORMAT;
use crate::archive::Archive;
use crate::xml::{self, Element, Inside, XmlSink};

/// The parts to which a part refers, by their roles.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    folder: String,
    targets: HashMap<String, String>,
}

impl Relations {
    /// Reads the relations of a part, or of the whole package if the name is empty; returns none if
    /// they cannot be read.
    pub fn of(archive: &mut Archive, part: &str) -> Self {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let mut relations = Self { folder: folder.to_owned(), targets: HashMap::new() };
        let name = join(folder, &format!("_rels/{file}.rels"));
        if let Ok(Some(source)) = archive.xml(&name, FORMAT) {
            let _ = xml::read(&source, FORMAT, &mut relations);
        }
        relations
    }

    /// Returns the part of this kind, or the one at the usual place.
    pub fn target(&self, kind: &str, usual: &str) -> String {
        self.targets.get(kind).cloned().unwrap_or_else(|| usual.to_owned())
    }
}

impl XmlSink for Relations {
    fn open(&mut self, element: &Element<'_>) -> Inside {
        let is_outside = element.attribute("TargetMode").is_some_and(|mode| mode == "External");
        if let (Some(kind), Some(target), false) =
            (element.attribute("Type"), element.attribute("Target"), is_outside)
        {
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            let target = join(&self.folder, &target);
            self.targets.entry(kind).or_insert(target);
        }
        Inside::Read
    }
}

/// Returns the name of a part from its path relative to a folder.
fn join(folder: &str, path: &str) -> String {
    let folder = if path.starts_with('/') { "" } else { folder };
    let mut steps = Vec::new();
    for step in folder.split('/').chain(path.split('/')) {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()),
            _ => steps.push(step),
        }
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_folders_to_parts() {
        let cases = [
            ("word", "styles.xml", "word/styles.xml"),
            ("word", "/word/x.xml", "word/x.xml"),
            ("word", "../docProps/./core.xml", "docProps/core.xml"),
            ("", "../../word/document.xml", "word/document.xml"),
            ("", "_rels/.rels", "_rels/.rels"),
        ];
        for (folder, path, name) in cases {
            assert_eq!(join(folder, path), name);
        }
    }

    #[test]
    fn relations_are_known_by_the_end_of_their_type() {
        let source = "<Relationships><Relationship Id='a' Type='http://x/styles' Target='s.xml'/>\
            <Relationship Id='b' Type='http://x/notes' Target='http://y' TargetMode='External'/>\
            <Relationship Id='c' Type='http://z/styles' Target='t.xml'/></Relationships>";
        let mut relations = Relations { folder: "word".into(), ..Relations::default() };
        xml::read(source, FORMAT, &mut relations).unwrap();
        assert_eq!(relations.target("styles", "no"), "word/s.xml");
        assert_eq!(relations.target("notes", "word/n.xml"), "word/n.xml");
    }
}
