//! The tables, as created by the migrations at the top of the repository, one after the other.

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{Error, Result};
use crate::table::search;

/// The step from one schema to the next.
#[derive(Clone, Copy)]
struct Migration {
    sql: &'static str,
    /// What SQL alone cannot do, run afterwards in the same transaction.
    then: fn(&Connection) -> Result<()>,
}

impl Migration {
    const fn of(sql: &'static str) -> Self {
        Self { sql, then: |_| Ok(()) }
    }
}

/// Every migration, in order. A file's `user_version` is the number of migrations applied to it.
const MIGRATIONS: [Migration; 24] = [
    Migration::of(include_str!("../../../../migrations/0001_library.sql")),
    Migration::of(include_str!("../../../../migrations/0002_refusals_and_collections.sql")),
    Migration::of(include_str!("../../../../migrations/0003_changed_files.sql")),
    Migration::of(include_str!("../../../../migrations/0004_recognised_pages.sql")),
    Migration { sql: include_str!("../../../../migrations/0005_search.sql"), then: search::fill },
    Migration::of(include_str!("../../../../migrations/0006_sentences_and_walks.sql")),
    Migration::of(include_str!("../../../../migrations/0007_covers.sql")),
    Migration::of(include_str!("../../../../migrations/0008_coverless.sql")),
    Migration::of(include_str!("../../../../migrations/0009_headings.sql")),
    Migration::of(include_str!("../../../../migrations/0010_costs_of_reading_all.sql")),
    Migration::of(include_str!("../../../../migrations/0011_damaged_parts.sql")),
    Migration::of(include_str!("../../../../migrations/0012_confidence.sql")),
    Migration::of(include_str!("../../../../migrations/0013_growing.sql")),
    Migration::of(include_str!("../../../../migrations/0014_quoted_points.sql")),
    Migration::of(include_str!("../../../../migrations/0015_shared_words.sql")),
    Migration::of(include_str!("../../../../migrations/0016_name_kinds.sql")),
    Migration::of(include_str!("../../../../migrations/0017_chunks_read_alone.sql")),
    Migration::of(include_str!("../../../../migrations/0018_name_corrections.sql")),
    Migration::of(include_str!("../../../../migrations/0019_rounds.sql")),
    Migration::of(include_str!("../../../../migrations/0020_listed_names.sql")),
    Migration::of(include_str!("../../../../migrations/0021_pairs.sql")),
    Migration {
        sql: include_str!("../../../../migrations/0022_vowel_signs.sql"),
        then: search::fill,
    },
    Migration::of(include_str!("../../../../migrations/0023_window_state.sql")),
    Migration::of(include_str!("../../../../migrations/0024_shared_collections.sql")),
];

/// `Pecn`: the application id in a library's header.
const APPLICATION_ID: i64 = 0x5065_636e;

/// Returns the schema that this program writes.
pub(crate) fn newest() -> i64 {
    MIGRATIONS.len() as i64
}

/// Returns the schema of the file; 0 for an empty file.
pub(crate) fn version(connection: &Connection) -> Result<i64> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Refuses a file that is not a Pecan library, and one that is newer than this program.
pub(crate) fn check(connection: &Connection) -> Result<()> {
    let found = version(connection)?;
    let application: i64 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let ours = application == APPLICATION_ID || (found == 0 && application == 0);
    if !ours || found < 0 {
        return Err(Error::Broken("library.db was written by another program".to_owned()));
    }
    if found > newest() {
        return Err(Error::Newer { found, known: newest() });
    }
    Ok(())
}

/// Brings the file to the newest schema; each migration happens as a whole or not at all.
pub(crate) fn migrate(connection: &mut Connection) -> Result<()> {
    apply(connection, &MIGRATIONS)
}

/// Brings the file to this schema, unless it already has it or a newer one.
pub(crate) fn migrate_to(connection: &mut Connection, schema: i64) -> Result<()> {
    let wanted = usize::try_from(schema).unwrap_or(0).min(MIGRATIONS.len());
    apply(connection, &MIGRATIONS[..wanted])
}

fn apply(connection: &mut Connection, migrations: &[Migration]) -> Result<()> {
    let done = usize::try_from(version(connection)?).unwrap_or(0);
    // A migration may rebuild a table, which foreign keys would treat as a removal.
    connection.pragma_update(None, "foreign_keys", false)?;
    for (number, Migration { sql, then }) in migrations.iter().enumerate().skip(done) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        then(&transaction)?;
        transaction.pragma_update(None, "user_version", number as i64 + 1)?;
        if transaction.prepare("PRAGMA foreign_key_check")?.exists([])? {
            return Err(Error::Broken("some rows refer to missing rows".to_owned()));
        }
        transaction.commit()?;
    }
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use sha2::{Digest, Sha256};

    use super::*;

    /// SHA-256 of every released migration.
    const RELEASED: [(&str, &str); 24] = [
        ("0001_library.sql", "8b2dfa00f82a7ae83c8b7c486b5931348f51c49bd215b0ed9f3a234fcdea0915"),
        (
            "0002_refusals_and_collections.sql",
            "8fcb59c21fd49f7e8d01d4e7b763866bf74db8ed95eb467e7590876c77db30a1",
        ),
        (
            "0003_changed_files.sql",
            "86a4a362fe2e2c45c48d11f18c113d09d9c030c8fcf667598503fd7e87d59de3",
        ),
        (
            "0004_recognised_pages.sql",
            "5452df50151aa78c69a746b733fc1925153599811959d78c8bb22e6cadf8a726",
        ),
        ("0005_search.sql", "460c8a76c29f55f6c1dc11476d5e8461d984a4907d260f9e8ecf23b791487d1a"),
        (
            "0006_sentences_and_walks.sql",
            "3cb5bd0ee5a4be72804790d0c13d3c9cfc49d56548aa2495001b265e68c4ced3",
        ),
        ("0007_covers.sql", "89d6f4bddfceb59ff05d1a7a6cafdb82e1509b9208837bd4a93f79ab6c9df4e3"),
        ("0008_coverless.sql", "16b470f1b2301655d555d9bb6e4f6a196183d1bcc3fd167d38177a65be799042"),
        ("0009_headings.sql", "1aa1bdb0c04092b2d495e54ab0993786aa2bb429a5c8898639021efa207db5da"),
        (
            "0010_costs_of_reading_all.sql",
            "304ddcf108de746d555415769b45f75d150bdaee6f203757f1d01083c6cf14c4",
        ),
        (
            "0011_damaged_parts.sql",
            "561b86e8335349abe26883db47038d44fc87e357d07714875062a0927f2408c3",
        ),
        ("0012_confidence.sql", "56d3d9bdac89d62684249b596c58c4913a0105f592490ee07be5cba7bb136e1c"),
        ("0013_growing.sql", "d52e198c16d9ad2c439c269b8c0d17ead1a74508f4de4e56763ae13d2de6dd60"),
        (
            "0014_quoted_points.sql",
            "acd7ecfa204815359bca3a40d9674915d218b7bda0d8f68cd89be5010c0fafda",
        ),
        (
            "0015_shared_words.sql",
            "547281b69381e08d25fe42e4e6bd350a8db465bec8f54e443c6b3e7cf6f00e94",
        ),
        ("0016_name_kinds.sql", "925c0d065f4baff80283f1a520ef8e2f19df893ea28baf82661286042d458b18"),
        (
            "0017_chunks_read_alone.sql",
            "44f555f22d30560e46fbd2d508039752c109877dba563afe7621a33b36886c8d",
        ),
        (
            "0018_name_corrections.sql",
            "580dd1069ab15f6972abc79206430c6813c034435fa5958cab47a60f8c8f5d7a",
        ),
        ("0019_rounds.sql", "eb05dfcde3ef5e2c2d731b076dbef65ef5523644d53936920ae401b655ea0acf"),
        (
            "0020_listed_names.sql",
            "a364c501ad84c8c0953a635733a68eeb6a84bb79f76de1e359785e68a64de660",
        ),
        ("0021_pairs.sql", "a44edd1e9f9351fdc2991078abfbb18405a84afa35ebf3877070b4f08ceb6186"),
        (
            "0022_vowel_signs.sql",
            "ac4ef0bc37767bc948d25324f97368d14d36f032aedb153ba8ffc0d478f0ce5d",
        ),
        (
            "0023_window_state.sql",
            "a20f4c37a6a1a758521608dbb31553633028f7ff0e65d534b13956f3e1a42d0a",
        ),
        (
            "0024_shared_collections.sql",
            "12d722645b72b4b57f52f3445674baf036f5b73ab8f662cbc5c7cdb3d7e86bbd",
        ),
    ];

    fn files() -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../migrations");
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, fs::read_to_string(&path).unwrap())
            })
            .collect();
        files.sort();
        files
    }

    #[test]
    fn every_migration_of_the_folder_is_applied_in_order() {
        let folder: Vec<String> = files().into_iter().map(|(_, sql)| sql).collect();
        assert_eq!(folder, MIGRATIONS.map(|migration| migration.sql));
    }

    #[test]
    fn released_migrations_are_never_edited() {
        assert!(files().len() >= RELEASED.len());
        for ((name, sql), (released, hash)) in files().iter().zip(RELEASED) {
            let found: String =
                Sha256::digest(sql).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!((name.as_str(), found.as_str()), (released, hash));
        }
    }

    #[test]
    fn migrations_validate() {
        let mut connection = Connection::open_in_memory().unwrap();
        check(&connection).unwrap();
        migrate(&mut connection).unwrap();
        check(&connection).unwrap();
        assert_eq!(version(&connection).unwrap(), newest());
        migrate(&mut connection).unwrap();
        let report: String =
            connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(report, "ok");
    }

    /// Possible content of a library of schema 1.
    const ROWS: &str = include_str!("../tests/suite/fixtures/rows-0001.sql");
    /// Rebuilds a table to which others refer, as SQLite requires when a column changes.
    const REBUILD: &str = "
        CREATE TABLE new (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, info TEXT,
            first_seen INTEGER NOT NULL, licence TEXT NOT NULL DEFAULT 'unknown') STRICT;
        INSERT INTO new (id, hash, info, first_seen) SELECT * FROM models;
        DROP TABLE models;
        ALTER TABLE new RENAME TO models;";

    fn of_schema_1() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        apply(&mut connection, &MIGRATIONS[..1]).unwrap();
        connection.execute_batch(ROWS).unwrap();
        connection
    }

    fn count(connection: &Connection, table: &str) -> u32 {
        let sql = format!("SELECT count(*) FROM {table}");
        connection.query_row(&sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_later_migration_is_applied_once_and_loses_no_row() {
        let mut connection = of_schema_1();
        let tables = ["documents", "graphs", "nodes", "embeddings", "questions"];
        let before = tables.map(|table| count(&connection, table));
        for _ in 0..2 {
            apply(&mut connection, &[MIGRATIONS[0], Migration::of(REBUILD)]).unwrap();
            assert_eq!(version(&connection).unwrap(), 2);
            assert_eq!(tables.map(|table| count(&connection, table)), before);
            assert_eq!(count(&connection, "models WHERE licence = 'unknown'"), 2);
        }
        let unowned = connection.execute("INSERT INTO texts VALUES (99, '')", []);
        assert!(unowned.is_err(), "rows keep their owners afterwards");
    }

    #[test]
    fn a_migration_that_fails_leaves_the_schema_before_it() {
        let dangling = "DELETE FROM models";
        for broken in ["ALTER TABLE documents ADD COLUMN a TEXT; NONSENSE", dangling] {
            let mut connection = of_schema_1();
            let broken_one = Migration::of(broken);
            let failed =
                apply(&mut connection, &[MIGRATIONS[0], Migration::of(REBUILD), broken_one]);
            assert!(failed.is_err(), "{broken}");
            assert_eq!(version(&connection).unwrap(), 2, "{broken}");
            assert_eq!(count(&connection, "models WHERE licence = 'unknown'"), 2, "{broken}");
            let columns = count(&connection, "pragma_table_info('documents') WHERE name = 'a'");
            assert_eq!(columns, 0, "{broken}");
        }
    }

    #[test]
    fn foreign_and_newer_files_are_refused() {
        let other = Connection::open_in_memory().unwrap();
        other.pragma_update(None, "application_id", 1).unwrap();
        assert!(matches!(check(&other), Err(Error::Broken(_))));

        let unmarked = Connection::open_in_memory().unwrap();
        unmarked.pragma_update(None, "user_version", 1).unwrap();
        assert!(matches!(check(&unmarked), Err(Error::Broken(_))));

        let newer = Connection::open_in_memory().unwrap();
        newer.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        newer.pragma_update(None, "user_version", newest() + 1).unwrap();
        assert!(matches!(check(&newer), Err(Error::Newer { .. })));
    }
}
