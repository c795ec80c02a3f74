//! Writes and opens portable files.

use std::fs;
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::content;
use super::copier::{Copier, Empty, Selection};
use super::layout::Layout;
use super::progress::{FileProgress, Quiet, RowCounter};
use crate::error::{Error, Result};
use crate::{connect, schema};

/// `Pecf`: the application id in the header of a portable file.
const APPLICATION_ID: i64 = 0x5065_6366;
/// The format of portable files, their `user_version`.
const FORMAT: i64 = 1;
/// The oldest schema of which a file can be: all of its tables exist since.
const OLDEST_SCHEMA: i64 = 21;
/// The table that describes the file.
const MANIFEST: &str = "CREATE TABLE manifest (\
    name TEXT, value TEXT NOT NULL, PRIMARY KEY (name)) STRICT, WITHOUT ROWID";

/// What was written to a portable file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortableSummary {
    /// The number of documents.
    pub documents: u32,
    /// The number of their graphs.
    pub graphs: u32,
    /// The number of questions about them.
    pub questions: u32,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The hash of its content, in hexadecimal.
    pub content: String,
}

/// Checks that documents may be exported to this path: there is no file, or an earlier export.
///
/// # Errors
///
/// [`Error::Occupied`].
pub fn check_vacant(path: &Path) -> Result<()> {
    let Ok(about) = fs::metadata(path) else { return Ok(()) };
    if about.is_file() && about.len() == 0 {
        return Ok(());
    }
    let is_portable = about.is_file()
        && connect::unchanging(path)
            .and_then(|file| Ok(application(&file)?))
            .is_ok_and(|found| found == APPLICATION_ID);
    match is_portable {
        true => Ok(()),
        false => Err(Error::Occupied(path.to_owned())),
    }
}

/// Writes what is selected of a library to a new file at `part`, which in the end is to lie at
/// `path`.
pub(crate) fn write(
    library: &Connection,
    documents: &[i64],
    (part, path): (&Path, &Path),
    progress: &mut dyn FileProgress,
) -> Result<PortableSummary> {
    let unwritten = |error| Error::unwritten_rows(path, error);
    let schema = schema::version(library)?;
    let layout = Layout::of(library)?;
    let selection = Selection::of(library, &layout, documents)?;
    // All rows are read twice: copied and hashed.
    let all = 2 * selection.bytes(library, &layout)?;
    let mut counter = RowCounter::new(progress, all);
    let file = begin(part, &layout).map_err(unwritten)?;
    let copier = Copier {
        from: library,
        to: &file,
        layout: &layout,
        is_whole: false,
        unwritten: &unwritten,
    };
    copier.run(&selection, &mut Empty, &mut counter)?;
    let content = content::hash(&file, (&layout, schema), &mut counter)?;
    let summary = end(&file, (schema, &content)).map_err(unwritten)?;
    file.close().map_err(|(_, error)| unwritten(error))?;
    let about = fs::metadata(part).map_err(|error| Error::unwritten(path, &error))?;
    Ok(PortableSummary { bytes: about.len(), content, ..summary })
}

/// Creates the tables in an empty file. It needs no journal: an unfinished file is thrown away.
fn begin(part: &Path, layout: &Layout) -> rusqlite::Result<Connection> {
    let file = Connection::open(part)?;
    file.pragma_update_and_check(None, "journal_mode", "OFF", |_| Ok(()))?;
    file.pragma_update(None, "synchronous", "OFF")?;
    file.pragma_update(None, "foreign_keys", false)?;
    file.execute_batch("BEGIN")?;
    file.execute_batch(MANIFEST)?;
    file.execute_batch(&layout.sql())?;
    Ok(file)
}

/// Writes what describes the file, and returns the numbers of its rows.
fn end(file: &Connection, (schema, content): (i64, &str)) -> rusqlite::Result<PortableSummary> {
    let schema = schema.to_string();
    let entries = [("pecan", env!("CARGO_PKG_VERSION")), ("schema", &schema), ("sha256", content)];
    for (name, value) in entries {
        file.execute("INSERT INTO manifest (name, value) VALUES (?1, ?2)", [name, value])?;
    }
    file.pragma_update(None, "application_id", APPLICATION_ID)?;
    file.pragma_update(None, "user_version", FORMAT)?;
    file.execute_batch("COMMIT")?;
    let count =
        |table| file.query_row(&format!("SELECT count(*) FROM \"{table}\""), [], |row| row.get(0));
    let (documents, graphs) = (count("documents")?, count("graphs")?);
    let questions = count("questions")?;
    Ok(PortableSummary { documents, graphs, questions, bytes: 0, content: String::new() })
}

fn application(file: &Connection) -> rusqlite::Result<i64> {
    file.pragma_query_value(None, "application_id", |row| row.get(0))
}

/// A file that was checked: it has the right tables and nothing else, is whole, and its rows are
/// those that were written.
#[derive(Debug)]
pub(crate) struct PortableFile {
    file: Connection,
    layout: Layout,
    schema: i64,
}

impl PortableFile {
    /// Opens and checks a file that someone else wrote. SQLite reads nothing beside the file, takes
    /// no lock, and runs nothing that the file contains.
    ///
    /// # Errors
    ///
    /// [`Error::NotPortable`], [`Error::PortableNewer`], [`Error::PortableBroken`],
    /// [`Error::Stopped`].
    pub(crate) fn open(path: &Path, counter: &mut RowCounter<'_>) -> Result<Self> {
        let file = connect::unchanging(path).map_err(|_| Error::NotPortable)?;
        harden(&file).map_err(|_| Error::NotPortable)?;
        check_kind(&file)?;
        let schema = schema_of(&file)?;
        let layout = layout(schema)?;
        check_tables(&file, &layout)?;
        check_pages(&file)?;
        let content = content::hash(&file, (&layout, schema), counter).map_err(portable)?;
        let wanted = manifest(&file, "sha256")?;
        if content != wanted {
            return Err(Error::PortableBroken("its content has another hash".to_owned()));
        }
        Ok(Self { file, layout, schema })
    }

    /// Returns the rows in the newest schema. Those of an older one are copied to a temporary
    /// library, which is upgraded: no migration runs on a file that someone else wrote.
    pub(crate) fn at_newest_schema(self) -> Result<PortableRows> {
        let Self { file, layout, schema } = self;
        if schema == schema::newest() {
            return Ok(PortableRows { file, layout });
        }
        // Without a name, SQLite keeps it in a temporary file, which goes with the connection.
        let mut library = Connection::open("")?;
        schema::migrate_to(&mut library, schema)?;
        let rows = PortableRows { file, layout };
        let selection = Selection::whole(&rows.file)?;
        let (file, layout) = (&rows.file, &rows.layout);
        let copier =
            Copier { from: file, to: &library, layout, is_whole: true, unwritten: &Error::from };
        let mut quiet = Quiet;
        let mut counter = RowCounter::new(&mut quiet, 0);
        copier.run(&selection, &mut Empty, &mut counter).map_err(Error::of_portable)?;
        schema::migrate(&mut library)?;
        let layout = Layout::of(&library)?;
        Ok(PortableRows { file: library, layout })
    }
}

/// The rows of a portable file in the newest schema.
#[derive(Debug)]
pub(crate) struct PortableRows {
    pub(crate) file: Connection,
    pub(crate) layout: Layout,
}

/// Forbids everything that a hostile schema could use.
fn harden(file: &Connection) -> rusqlite::Result<()> {
    for (config, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        file.set_db_config(config, on)?;
    }
    file.pragma_update(None, "cell_size_check", true)?;
    file.pragma_update(None, "query_only", true)
}

/// Refuses a file of another kind, and one of a newer format.
fn check_kind(file: &Connection) -> Result<()> {
    match application(file) {
        Ok(APPLICATION_ID) => {}
        // A part of a file says what it is, but not whether it is whole.
        Err(error) if error.sqlite_error_code() != Some(ErrorCode::NotADatabase) => {
            return Err(Error::portable_rows(error));
        }
        Ok(_) | Err(_) => return Err(Error::NotPortable),
    }
    let format: i64 = file
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(Error::portable_rows)?;
    match format {
        FORMAT => Ok(()),
        newer if newer > FORMAT => {
            Err(Error::PortableNewer { found: format!("format {newer}"), known: FORMAT })
        }
        _ => Err(Error::PortableBroken(format!("there is no format {format}"))),
    }
}

/// Returns the schema of the library from which the file was written.
fn schema_of(file: &Connection) -> Result<i64> {
    let sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'manifest'";
    let found: Option<String> =
        file.query_row(sql, [], |row| row.get(0)).optional().map_err(Error::portable_rows)?;
    if found.as_deref() != Some(MANIFEST) {
        return Err(Error::PortableBroken("it does not describe itself".to_owned()));
    }
    let schema = manifest(file, "schema")?;
    let known = schema::newest();
    match schema.parse::<i64>() {
        Ok(schema) if (OLDEST_SCHEMA..=known).contains(&schema) => Ok(schema),
        Ok(newer) if newer > known => {
            Err(Error::PortableNewer { found: format!("library format {newer}"), known })
        }
        _ => Err(Error::PortableBroken("it has no library format".to_owned())),
    }
}

fn manifest(file: &Connection, name: &str) -> Result<String> {
    let sql = "SELECT value FROM manifest WHERE name = ?1";
    let found = file.query_row(sql, params![name], |row| row.get(0)).optional();
    found
        .map_err(Error::portable_rows)?
        .ok_or_else(|| Error::PortableBroken(format!("{name} is missing")))
}

/// Returns the layout that a library of this schema gives to a file.
fn layout(schema: i64) -> Result<Layout> {
    let mut library = Connection::open_in_memory()?;
    schema::migrate_to(&mut library, schema)?;
    Layout::of(&library)
}

/// Checks that the file has exactly the tables that this program would have created.
fn check_tables(file: &Connection, layout: &Layout) -> Result<()> {
    let wanted = Connection::open_in_memory()?;
    wanted.execute_batch(MANIFEST)?;
    wanted.execute_batch(&layout.sql())?;
    if objects(file).map_err(Error::portable_rows)? != objects(&wanted)? {
        return Err(Error::PortableBroken("it has other tables than Pecan writes".to_owned()));
    }
    Ok(())
}

/// Everything that a file's schema contains.
fn objects(file: &Connection) -> rusqlite::Result<Vec<[Option<String>; 4]>> {
    let mut statement = file.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let objects =
        statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    let mut objects = objects.collect::<rusqlite::Result<Vec<_>>>()?;
    objects.sort_unstable();
    Ok(objects)
}

/// Has SQLite check the file's pages, which finds most damage before any row is read.
fn check_pages(file: &Connection) -> Result<()> {
    let report: String = file
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(Error::portable_rows)?;
    match report.as_str() {
        "ok" => Ok(()),
        _ => Err(Error::PortableBroken(report.lines().next().unwrap_or_default().to_owned())),
    }
}

/// Returns what an error means while rows of the file are read.
pub(crate) fn portable(error: Error) -> Error {
    match error {
        stopped @ (Error::Stopped | Error::OutOfMemory | Error::TooLarge) => stopped,
        Error::Broken(why) => Error::PortableBroken(why),
        Error::Sqlite(error) => Error::portable_rows(error),
        other => Error::PortableBroken(other.to_string().trim_end_matches('.').to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;
    use crate::{ContentHash, Library};

    /// What a library may hold, in the columns of its first schema.
    const ROWS: &str = include_str!("../../tests/suite/fixtures/rows-0001.sql");

    #[test]
    fn files_of_every_schema_since_the_oldest_are_imported() {
        for schema in OLDEST_SCHEMA..=schema::newest() {
            let folder = tempdir().unwrap();
            let mut old = Connection::open_in_memory().unwrap();
            schema::migrate_to(&mut old, 1).unwrap();
            old.execute_batch(ROWS).unwrap();
            let hash = ContentHash::of(b"%PDF");
            old.execute("UPDATE documents SET content_hash = ?1 WHERE id = 1", [hash.as_str()])
                .unwrap();
            schema::migrate_to(&mut old, schema).unwrap();
            let file = folder.path().join("old.pecan");
            write(&old, &[1], (&file, &file), &mut Quiet).unwrap();
            let mut library = Library::open(folder.path()).unwrap();
            let imported = library.import_documents(&file, &|_| Ok(()), &mut Quiet);
            // Its only chunks have tokens that no model has.
            let refused = imported.unwrap_err().to_string();
            assert!(refused.contains("impossible tokens"), "{schema}: {refused}");
            old.execute_batch("UPDATE nodes SET tokens = x''").unwrap();
            write(&old, &[1], (&folder.path().join("new.pecan"), &file), &mut Quiet).unwrap();
            let file = folder.path().join("new.pecan");
            let imported = library.import_documents(&file, &|_| Ok(()), &mut Quiet).unwrap();
            assert_eq!((imported.len(), imported[0].graphs), (1, 1), "{schema}");
            assert_eq!(library.text(imported[0].document).unwrap(), "Ada plants a pecan.");
        }
    }
}
