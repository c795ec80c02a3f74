//! Files with documents for another library.

use protocol::{DocumentState, ImportItem, ImportedDocument, PortableFile};

use super::library::state;
use super::wording::{count, plain};

/// Says what was written.
pub fn exported(written: &PortableFile) -> String {
    let PortableFile { file, documents, graphs, questions, bytes, .. } = written;
    format!(
        "{}: {}, {}, {} ({:.1} MB)\n",
        plain(file),
        count(*documents, "document"),
        count(*graphs, "graph"),
        count(*questions, "question"),
        *bytes as f64 / 1e6
    )
}

/// Says what a file brought.
pub(super) fn imported(item: &ImportItem) -> String {
    match item {
        ImportItem::Imported { documents, .. } => documents.iter().map(document).collect(),
        ImportItem::Failed { file, error } => format!("       {}\n", plain(&error.told_of(file))),
    }
}

fn document(imported: &ImportedDocument) -> String {
    let ImportedDocument { id, title, state: is, known, graphs, questions } = imported;
    let state = match is {
        DocumentState::Read => "no graph yet",
        other => state(*other),
    };
    let mut parts = vec![state.to_owned()];
    if *known {
        parts.push("already there".to_owned());
    }
    parts.extend((*graphs > 0).then(|| format!("{} added", count(*graphs, "graph"))));
    parts.extend((*questions > 0).then(|| format!("{} added", count(*questions, "question"))));
    format!("{id:>5}  {}: {}\n", plain(title), parts.join(", "))
}

#[cfg(test)]
mod tests {
    use protocol::DocumentId;

    use super::*;

    #[test]
    fn what_is_new_is_counted() {
        let imported = |known, graphs, questions| ImportedDocument {
            id: DocumentId(12),
            title: "Em\u{1b}ma".into(),
            state: DocumentState::Ready,
            known,
            graphs,
            questions,
        };
        let cases = [
            (imported(false, 1, 3), "   12  Em ma: ready, 1 graph added, 3 questions added\n"),
            (imported(true, 0, 1), "   12  Em ma: ready, already there, 1 question added\n"),
            (imported(true, 0, 0), "   12  Em ma: ready, already there\n"),
        ];
        for (one, expected) in cases {
            assert_eq!(document(&one), expected);
        }
    }
}
