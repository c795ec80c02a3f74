//! Values that name things by number, or hold what concerns one machine only.

use std::path::Path;

use protocol::{AskOptions, GraphId, NameList, QuestionId};
use rusqlite::types::Value;

use super::ids::Ids;
use super::row::Row;
use super::tables::{Entity, Table};
use crate::error::{Error, Result};

/// Changes the values of a row that name things by number, or hold what concerns one machine only.
pub(super) fn rewrite(table: &Table, row: &mut Row<'_>, ids: &Ids) -> Result<()> {
    match table.name {
        "models" => model(row),
        "questions" => question(row, ids),
        _ => Ok(()),
    }
}

/// Keeps only a model's name: the rest describes a file on one machine.
fn model(row: &mut Row<'_>) -> Result<()> {
    row.set("first_seen", Value::Integer(0));
    let info = match row.get("info") {
        Value::Text(info) => serde_json::from_str::<serde_json::Value>(info).map_err(damaged)?,
        _ => return Ok(()),
    };
    let name = info.get("name").and_then(|name| name.as_str());
    let name = name.map(|name| serde_json::json!({ "name": name }).to_string());
    row.set("info", name.map_or(Value::Null, Value::Text));
    Ok(())
}

/// Renumbers the things that a question's options and its list of names refer to. A question that
/// it follows, or a graph that was chosen for it, is forgotten if it is not taken along.
fn question(row: &mut Row<'_>, ids: &Ids) -> Result<()> {
    let mut options: AskOptions = serde_json::from_str(row.text("options")?).map_err(damaged)?;
    let question = |QuestionId(id)| ids.get(Entity::Question, id).map(QuestionId);
    let graph = |GraphId(id)| ids.get(Entity::Graph, id).map(GraphId);
    options.follows = options.follows.and_then(question);
    options.graph = options.graph.and_then(graph);
    options.reranker = options.reranker.as_deref().map(name_only);
    row.set("options", Value::Text(serde_json::to_string(&options).map_err(damaged)?));
    if let Value::Text(listed) = row.get("listed") {
        let mut list: NameList = serde_json::from_str(listed).map_err(damaged)?;
        for name in &mut list.names {
            name.document.0 = ids.require(Entity::Document, name.document.0)?;
        }
        row.set("listed", Value::Text(serde_json::to_string(&list).map_err(damaged)?));
    }
    Ok(())
}

/// Returns a file's name without its folder.
fn name_only(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn damaged(error: serde_json::Error) -> Error {
    Error::Broken(error.to_string())
}
