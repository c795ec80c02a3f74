use protocol::DocumentId;
use rusqlite::{Transaction, params};

use super::existence::require_document;
use crate::Writer;
use crate::error::{Error, Result};

impl Writer {
    /// Puts a document into the collection of this name, which is created if missing. A collection
    /// disappears with its last document.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn collect(&mut self, name: &str, document: DocumentId) -> Result<()> {
        self.write(|transaction| {
            require_document(transaction, document)?;
            transaction.execute(
                "INSERT INTO collections (name) VALUES (?1) ON CONFLICT (name) DO NOTHING",
                [name],
            )?;
            let put = transaction.execute(
                "INSERT INTO collection_documents (collection, document)
                 SELECT id, ?2 FROM collections WHERE name = ?1
                 ON CONFLICT DO NOTHING",
                params![name, document],
            );
            put.map(drop).map_err(Error::from)
        })
    }

    /// Takes a document out of the collection of this name, if it is in it.
    ///
    /// # Errors
    ///
    /// [`Error::DocumentUnknown`].
    pub fn uncollect(&mut self, name: &str, document: DocumentId) -> Result<()> {
        self.write(|transaction| {
            require_document(transaction, document)?;
            transaction.execute(
                "DELETE FROM collection_documents WHERE document = ?2
                    AND collection IN (SELECT id FROM collections WHERE name = ?1)",
                params![name, document],
            )?;
            Ok(())
        })
    }

    /// Renames a collection; if the name exists, the two are merged. Returns whether the collection
    /// existed.
    pub fn name_collection(&mut self, name: &str, other: &str) -> Result<bool> {
        self.write(|transaction| {
            let known = transaction
                .prepare_cached("SELECT 1 FROM collections WHERE name = ?1")?
                .exists([name])?;
            if !known || name == other {
                return Ok(known);
            }
            // Other programs may read what is merged only if they may read both.
            transaction.execute(
                "INSERT INTO collections (name, shared)
                 SELECT ?2, shared FROM collections WHERE name = ?1
                 ON CONFLICT (name) DO UPDATE SET shared = min(collections.shared, excluded.shared)",
                [name, other],
            )?;
            transaction.execute(
                "INSERT INTO collection_documents (collection, document)
                 SELECT new.id, lies.document FROM collection_documents lies
                 JOIN collections old ON old.id = lies.collection
                 JOIN collections new ON new.name = ?2
                 WHERE old.name = ?1
                 ON CONFLICT DO NOTHING",
                params![name, other],
            )?;
            dissolve(transaction, name)
        })
    }

    /// Lets other programs read the documents of a collection, or not. Returns whether the collection exists.
    pub fn share_collection(&mut self, name: &str, shared: bool) -> Result<bool> {
        self.write(|transaction| {
            let found = transaction.execute(
                "UPDATE collections SET shared = ?2 WHERE name = ?1",
                params![name, shared],
            )?;
            Ok(found > 0)
        })
    }

    /// Dissolves a collection; its documents stay. Returns whether the collection existed.
    pub fn dissolve_collection(&mut self, name: &str) -> Result<bool> {
        self.write(|transaction| dissolve(transaction, name))
    }
}

fn dissolve(transaction: &Transaction<'_>, name: &str) -> Result<bool> {
    let gone = transaction.execute("DELETE FROM collections WHERE name = ?1", [name])?;
    Ok(gone > 0)
}

#[cfg(test)]
mod tests {
    use protocol::DocumentId;

    use tempfile::tempdir;

    use crate::{Library, NewDocument, Writer};

    fn add(library: &mut Writer, text: &str) -> DocumentId {
        let new = NewDocument {
            title: None,
            author: None,
            language: None,
            format: "text",
            file_name: "nut.txt",
            original: text.as_bytes(),
            text,
            paged: false,
            pages: &[],
            outline: &[],
        };
        library.add_document(&new).unwrap()
    }

    fn collections(library: &Library) -> Vec<Vec<String>> {
        library.list().unwrap().into_iter().map(|summary| summary.collections).collect()
    }

    #[test]
    fn documents_in_the_first_collections_come_first() {
        let dir = tempdir().unwrap();
        let mut library = Library::open(dir.path()).unwrap();
        let [one, two, three, four] =
            ["one", "two", "three", "four"].map(|text| add(&mut library, text));
        for (name, document) in [("nuts", two), ("nuts", three), ("Leaves", four), ("oaks", four)] {
            library.collect(name, document).unwrap();
        }
        let all = [one, two, three, four];
        for (most, first) in [
            (0, &[][..]),
            (1, &[four]),
            (2, &[two, four]),
            (3, &[two, three, four]),
            (4, &all),
            (9, &all),
        ] {
            let found = library.list_first(most).unwrap();
            assert!(found.iter().map(|summary| summary.id).eq(first.iter().copied()), "{most}");
        }
        assert_eq!(library.list_first(9).unwrap(), library.list().unwrap());
    }

    #[test]
    fn documents_are_taken_out_and_collections_named() {
        let dir = tempdir().unwrap();
        let mut library = Library::open(dir.path()).unwrap();
        let [one, two] = ["one", "two"].map(|text| add(&mut library, text));
        for (name, document) in [("nuts", one), ("nuts", two), ("oaks", two)] {
            library.collect(name, document).unwrap();
        }
        library.uncollect("oaks", one).unwrap();
        assert!(library.name_collection("nuts", "seeds").unwrap());
        assert_eq!(collections(&library), [vec!["seeds"], vec!["oaks", "seeds"]]);
        assert!(library.name_collection("seeds", "oaks").unwrap());
        assert_eq!(collections(&library), [["oaks"], ["oaks"]]);
        assert!(!library.name_collection("seeds", "leaves").unwrap());
        library.uncollect("oaks", two).unwrap();
        assert_eq!(collections(&library), [vec!["oaks"], vec![]]);
        assert!(library.uncollect("oaks", DocumentId(99)).is_err());
        assert!(library.dissolve_collection("oaks").unwrap());
        assert_eq!(collections(&library), [[""; 0], []]);
        assert!(!library.dissolve_collection("oaks").unwrap());
    }

    #[test]
    fn only_what_was_shared_is_shared() {
        let dir = tempdir().unwrap();
        let mut library = Library::open(dir.path()).unwrap();
        let [one, two] = ["one", "two"].map(|text| add(&mut library, text));
        for (name, document) in [("nuts", one), ("oaks", two)] {
            library.collect(name, document).unwrap();
        }
        let shared = |library: &Library| -> Vec<Vec<String>> {
            library.list().unwrap().into_iter().map(|summary| summary.shared).collect()
        };
        assert_eq!(shared(&library), [[""; 0], []]);
        assert!(library.share_collection("nuts", true).unwrap());
        assert!(!library.share_collection("leaves", true).unwrap());
        library.name_collection("nuts", "seeds").unwrap();
        assert_eq!(shared(&library), [vec!["seeds"], vec![]]);
        library.name_collection("seeds", "oaks").unwrap();
        assert_eq!(shared(&library), [[""; 0], []], "the oaks are not shared");
        assert!(library.share_collection("oaks", true).unwrap());
        assert_eq!(shared(&library), [["oaks"], ["oaks"]]);
        library.name_collection("oaks", "oaks").unwrap();
        assert!(library.share_collection("oaks", false).unwrap());
        assert_eq!(shared(&library), [[""; 0], []]);
    }

    #[test]
    fn documents_lie_in_collections_as_long_as_they_are_there() {
        let dir = tempdir().unwrap();
        let mut library = Library::open(dir.path()).unwrap();
        let [one, two] = ["one", "two"].map(|text| add(&mut library, text));
        for (name, document) in [("nuts", one), ("nuts", one), ("nuts", two), ("all", two)] {
            library.collect(name, document).unwrap();
        }
        assert_eq!(collections(&library), [vec!["nuts"], vec!["all", "nuts"]]);
        assert!(library.collect("nuts", DocumentId(99)).is_err());
        library.remove_document(two).unwrap();
        assert_eq!(collections(&library), [["nuts"]]);
        let names: u32 = library
            .connection
            .query_row("SELECT count(*) FROM collections", [], |row| row.get(0))
            .unwrap();
        assert_eq!(names, 1);
    }
}
