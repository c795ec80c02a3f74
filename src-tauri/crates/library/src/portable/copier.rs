//! Copies rows of documents from one database to another, where they get other numbers.

use std::collections::{BTreeMap, HashMap};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::ids::{Ids, Placed};
use super::layout::{Layout, TableLayout};
use super::progress::{PER_ROW, RowCounter};
use super::rewrite::rewrite;
use super::row::Row;
use super::tables::{Entity, Reference, WhenKnown};
use crate::error::{Error, Result};
use crate::portable::Table;

/// What becomes of a row with a number of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is inserted under a new number.
    New,
    /// It is already there under this number.
    Known(i64),
    /// It is left out, with everything that belongs to it.
    LeftOut,
}

/// Where rows are copied to.
pub(crate) trait Destination {
    /// Decides what becomes of a row, whose references already have their new numbers.
    fn fate(&mut self, table: &Table, row: &mut Row<'_>, ids: &Ids) -> Result<Fate>;
}

/// A destination that is empty.
pub(crate) struct Empty;

impl Destination for Empty {
    fn fate(&mut self, _table: &Table, _row: &mut Row<'_>, _ids: &Ids) -> Result<Fate> {
        Ok(Fate::New)
    }
}

/// Things to copy that belong to nothing else, in this order.
pub(crate) struct Selection {
    documents: Vec<i64>,
    models: Vec<i64>,
    collections: Vec<i64>,
    questions: Vec<i64>,
}

impl Selection {
    /// Returns these documents with the models and collections to which they refer, and the
    /// questions about nothing but them. The order does not depend on the numbers of models and
    /// collections.
    pub(crate) fn of(from: &Connection, layout: &Layout, documents: &[i64]) -> Result<Self> {
        let mut documents = documents.to_vec();
        documents.sort_unstable();
        documents.dedup();
        let questions = questions(from, &documents)?;
        let models = models(from, layout, (&documents, &questions))?;
        let collections = collections(from, &documents)?;
        Ok(Self { documents, models, collections, questions })
    }

    /// Returns everything in a file.
    pub(crate) fn whole(file: &Connection) -> Result<Self> {
        let all = |table| -> Result<Vec<i64>> {
            let mut statement = file.prepare(&format!("SELECT id FROM {table} ORDER BY id"))?;
            let ids = statement.query_map([], |row| row.get(0))?;
            Ok(ids.collect::<rusqlite::Result<_>>()?)
        };
        let documents = all("documents")?;
        let models = by_name(file, all("models")?, "models", "hash")?;
        let questions = questions(file, &documents)?;
        let collections = collections(file, &documents)?;
        Ok(Self { documents, models, collections, questions })
    }

    fn roots(&self, entity: Entity) -> &[i64] {
        match entity {
            Entity::Document => &self.documents,
            Entity::Model => &self.models,
            Entity::Collection => &self.collections,
            Entity::Question => &self.questions,
            Entity::Graph | Entity::Correction => &[],
        }
    }

    /// Returns about how many bytes are copied.
    pub(crate) fn bytes(&self, from: &Connection, layout: &Layout) -> Result<u64> {
        let mut all = 0;
        for TableLayout { table, columns, .. } in &layout.tables {
            let sizes = columns.iter().map(|column| format!("octet_length(\"{}\")", column.name));
            let sizes = sizes.map(|size| format!("coalesce({size}, 0)")).collect::<Vec<_>>();
            let sizes = sizes.join(" + ");
            let owner = table.owner;
            let (owners, condition) = match owner.entity {
                Entity::Graph => (
                    self.roots(Entity::Document),
                    "graph IN (SELECT id FROM graphs WHERE document = ?1)".to_owned(),
                ),
                entity => (self.roots(entity), format!("\"{}\" = ?1", owner.column)),
            };
            let sql = format!(
                "SELECT coalesce(sum({PER_ROW} + {sizes}), 0) FROM \"{}\" WHERE {condition}",
                table.name
            );
            for bytes in numbers(from, &sql, owners)? {
                all += bytes.unsigned_abs();
            }
        }
        Ok(all)
    }
}

/// Returns the numbers that a query finds for each of some things.
fn numbers(from: &Connection, sql: &str, things: &[i64]) -> Result<Vec<i64>> {
    let mut statement = from.prepare_cached(sql)?;
    let mut found = Vec::new();
    for thing in things {
        for number in statement.query_map([thing], |row| row.get(0))? {
            found.push(number?);
        }
    }
    Ok(found)
}

/// Returns the questions about nothing but these documents.
fn questions(from: &Connection, documents: &[i64]) -> Result<Vec<i64>> {
    let sql = "SELECT question, document FROM question_documents";
    let mut statement = from.prepare_cached(sql)?;
    let pairs = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut within: BTreeMap<i64, bool> = BTreeMap::new();
    for pair in pairs {
        let (question, document) = pair?;
        *within.entry(question).or_insert(true) &= documents.binary_search(&document).is_ok();
    }
    Ok(within.into_iter().filter(|(_, within)| *within).map(|(question, _)| question).collect())
}

/// Returns the collections of these documents, by name.
fn collections(from: &Connection, documents: &[i64]) -> Result<Vec<i64>> {
    let mut statement =
        from.prepare_cached("SELECT collection, document FROM collection_documents")?;
    let pairs = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut found = Vec::new();
    for pair in pairs {
        let (collection, document) = pair?;
        if documents.binary_search(&document).is_ok() {
            found.push(collection);
        }
    }
    by_name(from, found, "collections", "name")
}

/// Returns the models to which the rows of documents and questions refer, by hash.
fn models(
    from: &Connection,
    layout: &Layout,
    (documents, questions): (&[i64], &[i64]),
) -> Result<Vec<i64>> {
    let mut found = Vec::new();
    for TableLayout { table, .. } in &layout.tables {
        if !table.references.iter().any(|reference| reference.entity == Entity::Model) {
            continue;
        }
        let (owners, condition) = match table.owner.entity {
            Entity::Graph => (documents, "graph IN (SELECT id FROM graphs WHERE document = ?1)"),
            Entity::Question => (questions, "id = ?1"),
            _ => (documents, "document = ?1"),
        };
        let sql = format!("SELECT DISTINCT model FROM \"{}\" WHERE {condition}", table.name);
        found.extend(numbers(from, &sql, owners)?);
    }
    by_name(from, found, "models", "hash")
}

/// Sorts things by name.
fn by_name(from: &Connection, mut things: Vec<i64>, table: &str, column: &str) -> Result<Vec<i64>> {
    things.sort_unstable();
    things.dedup();
    let mut statement =
        from.prepare_cached(&format!("SELECT {column} FROM {table} WHERE id = ?1"))?;
    let mut named = Vec::with_capacity(things.len());
    for thing in things {
        let name: String = statement.query_row([thing], |row| row.get(0))?;
        named.push((name, thing));
    }
    named.sort_unstable();
    Ok(named.into_iter().map(|(_, thing)| thing).collect())
}

/// Copies rows from one database to another.
pub(crate) struct Copier<'c> {
    pub(crate) from: &'c Connection,
    pub(crate) to: &'c Connection,
    pub(crate) layout: &'c Layout,
    /// Whether everything is copied, from a file without indexes: tables are then read from the
    /// beginning to the end.
    pub(crate) is_whole: bool,
    /// What a failure to write means.
    pub(crate) unwritten: &'c dyn Fn(rusqlite::Error) -> Error,
}

impl Copier<'_> {
    /// Copies what is selected, and returns which numbers it got.
    pub(crate) fn run(
        &self,
        selection: &Selection,
        destination: &mut dyn Destination,
        counter: &mut RowCounter<'_>,
    ) -> Result<Ids> {
        let mut ids = Ids::default();
        for layout in &self.layout.tables {
            self.table(layout, selection, &mut Run { ids: &mut ids, destination, counter })?;
        }
        Ok(ids)
    }

    fn table(
        &self,
        layout: &TableLayout,
        selection: &Selection,
        run: &mut Run<'_, '_>,
    ) -> Result<()> {
        let table = layout.table;
        if let Some(root) = table.root() {
            return selection
                .roots(root)
                .iter()
                .try_for_each(|&owner| self.rows(layout, owner, OnConflict::Fail, run));
        }
        let owners = run.ids.of(table.owner.entity).to_vec();
        if self.is_whole && !layout.is_found_by(table.owner.column) {
            return self.all_rows(layout, &owners, run);
        }
        for owner in owners {
            if let Some(conflict) = self.conflict(table, owner)? {
                self.rows(layout, owner.from, conflict, run)?;
            }
        }
        Ok(())
    }

    /// Returns how the rows of something are added, if they are.
    fn conflict(&self, table: &Table, owner: Placed) -> Result<Option<OnConflict>> {
        Ok(match (owner.known, table.when_known) {
            (false, _) => Some(OnConflict::Fail),
            (true, WhenKnown::Add) => Some(OnConflict::Keep),
            (true, WhenKnown::AddToNone) if !self.has_rows(table, owner.to)? => {
                Some(OnConflict::Fail)
            }
            (true, WhenKnown::Keep | WhenKnown::AddToNone) => None,
        })
    }

    /// Copies the rows of all these things, in one pass over the table.
    fn all_rows(
        &self,
        layout: &TableLayout,
        owners: &[Placed],
        run: &mut Run<'_, '_>,
    ) -> Result<()> {
        let table = layout.table;
        let owner = table.owner.column;
        let mut conflicts = HashMap::with_capacity(owners.len());
        for owner in owners {
            conflicts.insert(owner.from, self.conflict(table, *owner)?);
        }
        let (columns, name, key) = (layout.column_list(), table.name, layout.key());
        let sql = format!("SELECT {columns} FROM \"{name}\" ORDER BY \"{owner}\", {key}");
        let mut statement = self.from.prepare_cached(&sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let row = Row::read(layout, row)?;
            if let Some(Some(conflict)) = conflicts.get(&row.number(owner)?) {
                self.row(layout, row, *conflict, run)?;
            }
        }
        Ok(())
    }

    /// Returns whether something has rows where they are copied to.
    fn has_rows(&self, table: &Table, owner: i64) -> Result<bool> {
        let sql = format!("SELECT 1 FROM \"{}\" WHERE \"{}\" = ?1", table.name, table.owner.column);
        Ok(self.to.prepare_cached(&sql)?.exists([owner])?)
    }

    /// Copies the rows of one thing.
    fn rows(
        &self,
        layout: &TableLayout,
        owner: i64,
        conflict: OnConflict,
        run: &mut Run<'_, '_>,
    ) -> Result<()> {
        let table = layout.table;
        let sql = format!(
            "SELECT {} FROM \"{}\" WHERE \"{}\" = ?1 ORDER BY {}",
            layout.column_list(),
            table.name,
            table.owner.column,
            layout.key()
        );
        let mut statement = self.from.prepare_cached(&sql)?;
        let mut rows = statement.query([owner])?;
        while let Some(row) = rows.next()? {
            self.row(layout, Row::read(layout, row)?, conflict, run)?;
        }
        Ok(())
    }

    fn row(
        &self,
        layout: &TableLayout,
        mut row: Row<'_>,
        conflict: OnConflict,
        run: &mut Run<'_, '_>,
    ) -> Result<()> {
        run.counter.row(row.bytes())?;
        renumber(layout.table, &mut row, run.ids)?;
        rewrite(layout.table, &mut row, run.ids)?;
        match layout.table.id {
            Some(entity) => self.numbered(layout, entity, row, run),
            None => self.insert(layout, &row, conflict),
        }
    }

    /// Copies a row with a number of its own.
    fn numbered(
        &self,
        layout: &TableLayout,
        entity: Entity,
        mut row: Row<'_>,
        run: &mut Run<'_, '_>,
    ) -> Result<()> {
        let from = row.number("id")?;
        let (to, known) = match run.destination.fate(layout.table, &mut row, run.ids)? {
            Fate::LeftOut => return Ok(()),
            Fate::Known(id) => (id, true),
            Fate::New => {
                row.set("id", Value::Null);
                self.insert(layout, &row, OnConflict::Fail)?;
                (self.to.last_insert_rowid(), false)
            }
        };
        run.ids.put(entity, Placed { from, to, known });
        Ok(())
    }

    fn insert(&self, layout: &TableLayout, row: &Row<'_>, conflict: OnConflict) -> Result<()> {
        let places: Vec<String> = (1..=row.values.len()).map(|at| format!("?{at}")).collect();
        let keep = match conflict {
            OnConflict::Fail => "",
            OnConflict::Keep => " ON CONFLICT DO NOTHING",
        };
        let sql = format!(
            "INSERT INTO \"{}\" ({}) VALUES ({}){keep}",
            layout.table.name,
            layout.column_list(),
            places.join(", ")
        );
        let insert = || self.to.prepare_cached(&sql)?.execute(params_from_iter(&row.values));
        insert().map(drop).map_err(self.unwritten)
    }
}

/// What one run of a copier passes along.
struct Run<'r, 'p> {
    ids: &'r mut Ids,
    destination: &'r mut dyn Destination,
    counter: &'r mut RowCounter<'p>,
}

/// What happens to a row that is already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OnConflict {
    Fail,
    Keep,
}

/// Gives a row's references their new numbers, and empties what is not taken along.
fn renumber(table: &Table, row: &mut Row<'_>, ids: &Ids) -> Result<()> {
    let owner = table.root().is_none().then_some(&table.owner);
    for Reference { column, entity } in owner.into_iter().chain(table.references) {
        let to = ids.require(*entity, row.number(column)?)?;
        row.set(column, Value::Integer(to));
    }
    for column in table.blank {
        row.set(column, Value::Null);
    }
    match row.values.iter().any(|value| matches!(value, Value::Real(real) if !real.is_finite())) {
        true => Err(Error::Broken(format!("a number in {} is infinite", table.name))),
        false => Ok(()),
    }
}
