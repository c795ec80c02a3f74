//! The tables of a portable file, and how their rows belong together.

/// Things with numbers of their own, which are others in every library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Entity {
    Document,
    Model,
    Collection,
    Graph,
    Correction,
    Question,
}

/// A column with the number of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) column: &'static str,
    pub(crate) entity: Entity,
}

/// What happens to the rows of something that the library already has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WhenKnown {
    /// The library's own rows stay as they are.
    Keep,
    /// Missing rows are added.
    Add,
    /// All rows are added if there are none.
    AddToNone,
}

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// To what a row belongs. A table whose owner is its own `id` holds things that belong to nothing
    /// else.
    pub(crate) owner: Reference,
    /// What the column `id` numbers, if there is one.
    pub(crate) id: Option<Entity>,
    /// Further columns with numbers.
    pub(crate) references: &'static [Reference],
    pub(crate) when_known: WhenKnown,
    /// Columns that are not taken along: what they say holds on one machine only.
    pub(crate) blank: &'static [&'static str],
}

impl Table {
    /// Returns the thing whose rows these are, if they belong to nothing else.
    pub(crate) fn root(&self) -> Option<Entity> {
        self.id.filter(|_| self.owner.column == "id")
    }
}

const fn of(column: &'static str, entity: Entity) -> Reference {
    Reference { column, entity }
}

const OF_DOCUMENT: Reference = of("document", Entity::Document);
const OF_GRAPH: Reference = of("graph", Entity::Graph);
const OF_QUESTION: Reference = of("question", Entity::Question);
const OF_MODEL: Reference = of("model", Entity::Model);

/// Returns a table of rows that belong to something.
const fn part(name: &'static str, owner: Reference) -> Table {
    Table { name, owner, id: None, references: &[], when_known: WhenKnown::Keep, blank: &[] }
}

/// Returns a table of things.
const fn things(name: &'static str, id: Entity) -> Table {
    Table { id: Some(id), ..part(name, of("id", id)) }
}

/// Every table of a portable file, each after those to which its rows refer. Covers are not among
/// them: they are pictures, which are drawn from the file by the process that reads documents.
pub(crate) const TABLES: [Table; 23] = [
    Table {
        blank: &["source", "failure_code", "failure_message"],
        ..things("documents", Entity::Document)
    },
    part("originals", OF_DOCUMENT),
    part("texts", OF_DOCUMENT),
    part("pages", OF_DOCUMENT),
    part("headings", OF_DOCUMENT),
    things("models", Entity::Model),
    things("collections", Entity::Collection),
    Table {
        references: &[of("collection", Entity::Collection)],
        when_known: WhenKnown::Add,
        ..part("collection_documents", OF_DOCUMENT)
    },
    Table {
        id: Some(Entity::Graph),
        references: &[OF_MODEL],
        when_known: WhenKnown::Add,
        ..part("graphs", OF_DOCUMENT)
    },
    part("nodes", OF_GRAPH),
    part("edges", OF_GRAPH),
    part("batches", OF_GRAPH),
    Table { references: &[OF_MODEL], when_known: WhenKnown::Add, ..part("embeddings", OF_GRAPH) },
    Table { when_known: WhenKnown::Add, ..part("name_kinds", OF_DOCUMENT) },
    Table {
        references: &[OF_MODEL],
        when_known: WhenKnown::Add,
        ..part("name_kind_costs", OF_DOCUMENT)
    },
    Table {
        id: Some(Entity::Correction),
        when_known: WhenKnown::AddToNone,
        ..part("name_corrections", OF_DOCUMENT)
    },
    Table { references: &[OF_MODEL], when_known: WhenKnown::Add, ..part("pairs", OF_DOCUMENT) },
    Table {
        references: &[OF_MODEL],
        when_known: WhenKnown::Add,
        ..part("paired_sentences", OF_DOCUMENT)
    },
    Table {
        references: &[OF_MODEL],
        when_known: WhenKnown::Add,
        ..part("pair_costs", OF_DOCUMENT)
    },
    Table { references: &[OF_MODEL], ..things("questions", Entity::Question) },
    Table { references: &[OF_DOCUMENT, OF_GRAPH], ..part("question_documents", OF_QUESTION) },
    Table { references: &[OF_DOCUMENT], ..part("steps", OF_QUESTION) },
    Table { references: &[OF_DOCUMENT], ..part("evidence", OF_QUESTION) },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rusqlite::Connection;

    use super::*;
    use crate::schema;

    /// Tables of the library that stay where they are.
    const LEFT_OUT: [&str; 8] = [
        "covers",
        "coverless",
        "recognised_pages",
        "refusals",
        "search",
        "settings",
        "walks",
        "window_state",
    ];

    #[test]
    fn every_table_of_a_library_is_taken_along_or_left_out() {
        let mut library = Connection::open_in_memory().unwrap();
        schema::migrate(&mut library).unwrap();
        let sql = "SELECT name FROM pragma_table_list
                   WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%'";
        let mut statement = library.prepare(sql).unwrap();
        let names = statement.query_map([], |row| row.get(0)).unwrap();
        let names: BTreeSet<String> = names.map(Result::unwrap).collect();
        let known = TABLES.iter().map(|table| table.name).chain(LEFT_OUT);
        assert_eq!(names, known.map(str::to_owned).collect());
    }

    #[test]
    fn rows_refer_to_rows_of_earlier_tables() {
        let mut earlier = Vec::new();
        for table in &TABLES {
            let owner = Some(&table.owner).filter(|_| table.root().is_none());
            for reference in owner.into_iter().chain(table.references) {
                assert!(earlier.contains(&reference.entity), "{}: {reference:?}", table.name);
            }
            earlier.extend(table.id);
        }
    }
}
