//! A Markdown note for each entity, with links between them: a folder that Obsidian opens as a vault.

use std::collections::HashSet;
use std::fmt::Write;

use protocol::{
    Entity, EntityId, EntityKind, ExportedFile, FactKind, Place, file_name, markdown_text,
};
use serde_json::json;

use crate::export::entities::content::{Export, ExportedSentence};

/// The name of the note that lists all others.
const LIST: &str = "Names";

/// Returns the notes, and one that lists them.
pub(super) fn written(export: &Export) -> Vec<ExportedFile> {
    let stems = stems(export);
    let link = |id: EntityId| format!("[[{}]]", stems[id as usize]);
    let mut all: Vec<&Entity> = export.entities.iter().collect();
    all.sort_by_key(|entity| std::cmp::Reverse((entity.importance, entity.mentions)));
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
    for kind in FactKind::ALL {
        let mut sentences =
            export.sentences_about(entity.id).filter(|sentence| sentence.kind == kind).peekable();
        if sentences.peek().is_some() {
            let _ = write!(text, "\n## {}\n", heading(kind));
        }
        sentences.for_each(|sentence| quote(&mut text, sentence, entity.id, link));
    }
    text
}

fn heading(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Attribute => "Attributes",
        FactKind::Relation => "Relations",
        FactKind::Event => "Events",
    }
}

fn quote(
    text: &mut String,
    sentence: &ExportedSentence,
    entity: EntityId,
    link: &dyn Fn(EntityId) -> String,
) {
    let with = sentence.entities.iter().filter(|&&other| other != entity);
    let with: Vec<String> = with.map(|&other| link(other)).collect();
    let _ = write!(text, "\n> {}\n\n{}", markdown_text(&sentence.text), place(&sentence.place));
    if !with.is_empty() {
        let _ = write!(text, ", with {}", with.join(", "));
    }
    text.push('\n');
}

/// Returns the properties as YAML; a JSON string is also a YAML string.
fn front_matter(export: &Export, entity: &Entity) -> String {
    let aliases: Vec<&str> = entity.other_names().collect();
    let kind: Vec<&str> = entity.kind.map(EntityKind::word).into_iter().collect();
    format!(
        "---\naliases: {}\ntags: {}\nimportance: {}\nmentions: {}\ndocument: {}\n---\n",
        json!(aliases),
        json!(kind),
        entity.importance.weight(),
        entity.mentions,
        json!(export.title)
    )
}

fn described(entity: &Entity) -> String {
    let mentions = match entity.mentions {
        1 => "1 mention".to_owned(),
        number => format!("{number} mentions"),
    };
    match entity.kind_word() {
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

/// Returns the name of each entity's note, unique also on file systems that ignore letter case.
fn stems(export: &Export) -> Vec<String> {
    let mut taken = HashSet::from([LIST.to_lowercase()]);
    let mut free = |name: &str| {
        let stem = note_name(name);
        let numbered = (2..).map(|number: u32| format!("{stem} ({number})"));
        let mut names = [stem.clone()].into_iter().chain(numbered);
        let found = names.find(|name| taken.insert(name.to_lowercase()));
        found.unwrap_or(stem)
    };
    export.entities.iter().map(|entity| free(&entity.name)).collect()
}

/// Returns a name as the name of a note, without characters that have another meaning in a link.
fn note_name(name: &str) -> String {
    let name = name.replace(['#', '^', '[', ']'], " ");
    file_name(&name).unwrap_or_else(|| "Unnamed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::example::hostile;
    use super::*;

    #[test]
    fn a_link_has_nothing_but_the_name_of_a_note() {
        assert_eq!(note_name("[[A|B]] #c ^d"), "A B c d");
        assert_eq!(note_name("###"), "Unnamed");
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
