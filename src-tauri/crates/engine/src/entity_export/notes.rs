//! A note for each entity in Markdown, with links between them: a folder that Obsidian opens as a vault.

use std::collections::HashSet;
use std::fmt::Write;

use protocol::{Entity, EntityId, ExportedFile, Place, markdown_text};
use serde_json::json;

use super::{Export, kind_word};

/// Characters of a file's name, at most: some file systems allow 255 bytes.
const LONGEST: usize = 60;
/// The name of the note that lists all others.
const LIST: &str = "Names";
/// Names that Windows keeps for devices.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The notes, and one that lists them.
pub(super) fn written(export: &Export) -> Vec<ExportedFile> {
    let stems = stems(export);
    let link = |id: EntityId| format!("[[{}]]", stems[id as usize]);
    let mut all: Vec<&Entity> = export.entities.iter().collect();
    all.sort_by_key(|entity| std::cmp::Reverse(entity.mentions));
    let mut list = format!("# {}\n\n", markdown_text(&export.title));
    for entity in all {
        let _ = writeln!(list, "- {} ({})", link(entity.id), described(entity));
    }
    let mut files = vec![ExportedFile { name: format!("{LIST}.md"), text: list }];
    files.extend(export.entities.iter().map(|entity| ExportedFile {
        name: format!("{}.md", stems[entity.id as usize]),
        text: note(export, entity, &link),
    }));
    files
}

fn note(export: &Export, entity: &Entity, link: &dyn Fn(EntityId) -> String) -> String {
    let mut text = front_matter(export, entity);
    let _ = write!(text, "\n# {}\n\n{}\n", markdown_text(&entity.name), described(entity));
    for sentence in export.sentences_about(entity.id) {
        let with = sentence.entities.iter().filter(|&&other| other != entity.id);
        let with: Vec<String> = with.map(|&other| link(other)).collect();
        let _ = write!(text, "\n> {}\n\n{}", markdown_text(&sentence.text), place(&sentence.place));
        if !with.is_empty() {
            let _ = write!(text, ", with {}", with.join(", "));
        }
        text.push('\n');
    }
    text
}

/// Properties, as YAML: a string in JSON is one in YAML, too.
fn front_matter(export: &Export, entity: &Entity) -> String {
    let aliases: Vec<&String> = entity.names.iter().filter(|name| **name != entity.name).collect();
    let kind: Vec<&str> =
        [kind_word(entity.kind)].into_iter().filter(|kind| !kind.is_empty()).collect();
    format!(
        "---\naliases: {}\ntags: {}\nmentions: {}\ndocument: {}\n---\n",
        json!(aliases),
        json!(kind),
        entity.mentions,
        json!(export.title)
    )
}

fn described(entity: &Entity) -> String {
    let mentions = match entity.mentions {
        1 => "1 mention".to_owned(),
        number => format!("{number} mentions"),
    };
    match kind_word(entity.kind) {
        "" => mentions,
        kind => format!("{kind}, {mentions}"),
    }
}

fn place(place: &Place) -> String {
    match place.page {
        Some(page) => format!("Page {page}"),
        None => format!("Characters {} to {}", place.start, place.end),
    }
}

/// What each entity's note is called. File systems that disregard letter case tell them apart, too.
fn stems(export: &Export) -> Vec<String> {
    let mut taken = HashSet::from([LIST.to_lowercase()]);
    let mut free = |name: &str| {
        let stem = file_stem(name);
        let numbered = (2..).map(|number: u32| format!("{stem} ({number})"));
        let mut names = [stem.clone()].into_iter().chain(numbered);
        let found = names.find(|name| taken.insert(name.to_lowercase()));
        found.unwrap_or(stem)
    };
    export.entities.iter().map(|entity| free(&entity.name)).collect()
}

/// A name as that of a file, without its ending: safe on every system, and within a link.
pub(super) fn file_stem(name: &str) -> String {
    let is_allowed = |c: char| {
        // The last ones turn what follows around, so that one ending looks like another.
        !c.is_control()
            && !"\\/:*?\"<>|#^[]".contains(c)
            && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let kept: String = name.chars().map(|c| if is_allowed(c) { c } else { ' ' }).collect();
    let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let kept: String = kept.trim_matches(['.', ' ']).chars().take(LONGEST).collect();
    let kept = kept.trim_end_matches(['.', ' ']);
    let is_device = |word: &str| {
        let word = word.to_lowercase();
        let is_numbered = |of: &str| {
            word.strip_prefix(of)
                .is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
        };
        RESERVED.contains(&word.as_str()) || is_numbered("com") || is_numbered("lpt")
    };
    match kept {
        "" => "Unnamed".to_owned(),
        kept if is_device(kept.split('.').next().unwrap_or_default()) => format!("{kept}_"),
        kept => kept.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::hostile;
    use super::*;

    #[test]
    fn names_of_files_are_safe_everywhere() {
        for (name, expected) in [
            ("Anna Holt", "Anna Holt"),
            ("../../etc/passwd", "etc passwd"),
            ("C:\\x", "C x"),
            ("CON", "CON_"),
            ("Com1.txt", "Com1.txt_"),
            ("Company", "Company"),
            ("[[A|B]] #c ^d", "A B c d"),
            ("...", "Unnamed"),
            ("李白", "李白"),
        ] {
            assert_eq!(file_stem(name), expected, "{name}");
        }
        assert_eq!(file_stem(&"x".repeat(10_000)).len(), LONGEST);
    }

    #[test]
    fn each_entity_has_a_note_with_links_to_others() {
        let files = written(&hostile());
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["Names.md", "Ann b.md", "etc.md", "CON_.md", "con_ (2).md"]);
        assert!(files[0].text.contains("- [[Ann b]] (person, 2 mentions)\n"), "{}", files[0].text);
        let note = &files[1].text;
        assert!(
            note.starts_with("---\naliases: [\"Sir Ann <b>\"]\ntags: [\"person\"]\n"),
            "{note}"
        );
        assert!(note.contains("\n# Ann \\<b\\>\n"), "{note}");
        assert!(note.contains("\n> \\# Ann \\[\\[met\\]\\] \\`them\\` in"), "{note}");
        assert!(note.contains("\nPage 2, with [[etc]], [[CON_]]\n"), "{note}");
    }
}
