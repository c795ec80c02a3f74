//! Lists of records, which some loaders convert to records of lists.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::{Map, Value};

use super::{named, typed};

/// The error for a value without rows.
const NO_LIST: &str = "it is not a list";

/// Reads `[{"a": 1, "b": 2}, …]` and `{"a": [1, …], "b": [2, …]}` alike.
pub fn rows<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let rows = by_row(Value::deserialize(from)?).map_err(D::Error::custom)?;
    let row = |(number, row)| typed(row).map_err(|why| format!("entry {number}: {why}"));
    (1..).zip(rows).map(row).collect::<Result<_, String>>().map_err(D::Error::custom)
}

fn by_row(value: Value) -> Result<Vec<Value>, String> {
    let columns = match value {
        Value::Array(rows) => return Ok(rows),
        Value::Object(columns) => columns,
        _ => return Err(NO_LIST.into()),
    };
    let mut rows: Vec<Map<String, Value>> = Vec::new();
    for (name, column) in columns {
        let Value::Array(cells) = column else {
            return Err(format!("{}: {NO_LIST}", named(&name)));
        };
        let longest = rows.len().max(cells.len());
        rows.resize_with(longest, Map::new);
        for (row, cell) in rows.iter_mut().zip(cells) {
            row.insert(name.clone(), cell);
        }
    }
    Ok(rows.into_iter().map(Value::Object).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn columns_become_rows() {
        let rows = json!([{"a": 1, "b": [2]}, {"a": 3, "b": [4]}]);
        let columns = json!({"a": [1, 3], "b": [[2], [4]]});
        assert_eq!(by_row(columns), by_row(rows));
        assert_eq!(by_row(json!({"a": [1], "b": []})), Ok(vec![json!({"a": 1})]));
        assert_eq!(by_row(json!("a")), Err(NO_LIST.into()));
        assert_eq!(by_row(json!({"a": 1})), Err("a: it is not a list".into()));
    }
}
